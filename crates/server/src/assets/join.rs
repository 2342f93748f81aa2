//! Joins a browser module and everything it imports into one module.
//!
//! The browser gets plain JavaScript without a build step, in one request instead of one for each file. Each file
//! becomes a function that is called once, after the files it imports:
//!
//! ```js
//! const words_js = (() => {
//! const { chip } = rules_js;
//! …
//! return { make, sentence };
//! })();
//! ```
//!
//! The files have a simple form, which a test checks: imports are at the top, one per line, by name and from the
//! same folder; exports come before `class`, `const`, `function` or `async function`; there are no import cycles.
//! Comment lines are left out.

use std::fmt::Write as _;

/// Why modules cannot be joined.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum JoinError {
    /// An imported file does not exist.
    #[error("there is no module {0}")]
    Missing(String),
    /// An import or export that is not of the simple form.
    #[error("{0}: cannot read “{1}”")]
    Form(String, String),
    /// A module imports itself, directly or not.
    #[error("{0} imports itself")]
    Circle(String),
}

/// These modules and what they import as one module, each file once, those that are imported first.
pub(super) fn join(entries: &[&str], read: &dyn Fn(&str) -> Option<String>) -> Result<String, JoinError> {
    let mut joined = Joined { read, done: Vec::new(), open: Vec::new(), text: String::new() };
    for entry in entries {
        joined.add(entry)?;
    }
    Ok(joined.text)
}

struct Joined<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    /// Files that are in the text already.
    done: Vec<String>,
    /// Files whose imports are being added.
    open: Vec<String>,
    text: String,
}

impl Joined<'_> {
    fn add(&mut self, name: &str) -> Result<(), JoinError> {
        if self.done.iter().any(|done| done == name) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == name) {
            return Err(JoinError::Circle(name.to_owned()));
        }
        let source = (self.read)(name).ok_or_else(|| JoinError::Missing(name.to_owned()))?;
        let module = Module::parse(name, &source)?;
        self.open.push(name.to_owned());
        for import in &module.imports {
            self.add(&import.from)?;
        }
        self.open.pop();
        self.done.push(name.to_owned());
        self.text.push_str(&module.text(name));
        Ok(())
    }
}

struct Import {
    from: String,
    /// The text between the braces; empty if nothing is imported by name.
    names: String,
}

struct Module {
    imports: Vec<Import>,
    exports: Vec<String>,
    body: String,
}

impl Module {
    fn parse(name: &str, source: &str) -> Result<Module, JoinError> {
        let mut module = Module { imports: Vec::new(), exports: Vec::new(), body: String::new() };
        for line in without_comments(source) {
            let wrong = || JoinError::Form(name.to_owned(), line.to_owned());
            let kept = if line.starts_with("import ") {
                module.imports.push(import(line).ok_or_else(wrong)?);
                continue;
            } else if let Some(declared) = line.strip_prefix("export ") {
                module.exports.push(declared_name(declared).ok_or_else(wrong)?.to_owned());
                declared
            } else {
                line
            };
            module.body.push_str(kept);
            module.body.push('\n');
        }
        Ok(module)
    }

    /// The module as a function that is called once.
    fn text(&self, name: &str) -> String {
        let mut text = match self.exports.as_slice() {
            [] => "(() => {\n".to_owned(),
            _ => format!("const {} = (() => {{\n", variable(name)),
        };
        for Import { from, names } in self.imports.iter().filter(|import| !import.names.is_empty()) {
            let _ = writeln!(text, "const {{{}}} = {};", names.replace(" as ", ": "), variable(from));
        }
        text.push_str(&self.body);
        if !self.exports.is_empty() {
            let _ = writeln!(text, "return {{ {} }};", self.exports.join(", "));
        }
        text + "})();\n"
    }
}

/// `import { a, b as c } from "./d.js";` or `import "./d.js";`
fn import(line: &str) -> Option<Import> {
    let (names, from) = line.strip_prefix("import ")?.strip_suffix("\";")?.split_once("\"./")?;
    let names = match names.trim_end() {
        "" => "",
        names => names.strip_suffix("from")?.trim().strip_prefix('{')?.strip_suffix('}')?,
    };
    Some(Import { from: from.to_owned(), names: names.to_owned() })
}

/// The name that a declaration declares.
fn declared_name(declared: &str) -> Option<&str> {
    let kinds = ["class ", "const ", "function ", "async function "];
    let rest = kinds.iter().find_map(|kind| declared.strip_prefix(kind))?;
    let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

/// `by-die.js` as a name in the joined text.
fn variable(name: &str) -> String {
    name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
}

/// The lines without comment lines. A comment on the same line as code stays.
fn without_comments(source: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    source.lines().filter(move |line| {
        let text = line.trim();
        let begins = !inside && text.starts_with("/**") && (!text.contains("*/") || text.ends_with("*/"));
        let comment = inside || begins || text.starts_with("//") || text.is_empty();
        inside = (inside || begins) && !text.ends_with("*/");
        !comment
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(files: &[(&str, &str)]) -> Result<String, JoinError> {
        let read = |name: &str| files.iter().find(|(known, _)| *known == name).map(|(_, source)| (*source).to_owned());
        join(&[files[0].0], &read)
    }

    #[test]
    fn each_file_is_a_function_after_those_it_imports() {
        let text = joined(&[
            (
                "a.js",
                "// About a.\nimport { b, c as d } from \"./b.js\";\nimport \"./c.js\";\n\n/** Says it. */\nb(d);\n",
            ),
            (
                "b.js",
                "import { e } from \"./c.js\";\nexport const b = e;\nexport class c {\n  /** @type {X} */ (x).y = 1;\n}\n",
            ),
            ("c.js", "/**\n * Long.\n */\nexport async function e() {}\n"),
        ]);
        let wanted = "const c_js = (() => {\nasync function e() {}\nreturn { e };\n})();\n\
                      const b_js = (() => {\nconst { e } = c_js;\nconst b = e;\nclass c {\n  /** @type {X} */ (x).y = 1;\n}\nreturn { b, c };\n})();\n\
                      (() => {\nconst { b, c: d } = b_js;\nb(d);\n})();\n";
        assert_eq!(text.as_deref(), Ok(wanted));
    }

    #[test]
    fn modules_that_cannot_be_joined_are_reported() {
        let circle = [("a.js", "import { b } from \"./b.js\";"), ("b.js", "import { a } from \"./a.js\";")];
        assert_eq!(joined(&circle), Err(JoinError::Circle("a.js".into())));
        assert_eq!(joined(&[("a.js", "import \"./b.js\";")]), Err(JoinError::Missing("b.js".into())));
        for line in
            ["import b from \"./b.js\";", "import * as b from \"./b.js\";", "export default 1;", "export { a };"]
        {
            assert_eq!(joined(&[("a.js", line)]), Err(JoinError::Form("a.js".into(), line.into())));
        }
    }
}
