//! SPDX licence expressions, as far as packages use them: `OR`, `AND`, `WITH`, brackets, and the
//! slash that once stood for `OR`.

/// Do the allowed licences satisfy the expression? An invalid expression is never satisfied.
pub fn allowed(expression: &str, allow: &[String]) -> bool {
    let words = words(expression);
    let mut reader = Reader { words: &words, allow };
    reader.either() == Some(true) && reader.words.is_empty()
}

/// The expression in current SPDX syntax.
pub(crate) fn normal(expression: &str) -> String {
    words(expression).join(" ").replace("( ", "(").replace(" )", ")")
}

fn words(expression: &str) -> Vec<String> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    spaced.split_whitespace().map(str::to_owned).collect()
}

struct Reader<'a> {
    words: &'a [String],
    allow: &'a [String],
}

impl Reader<'_> {
    fn take(&mut self, wanted: &str) -> bool {
        let found = self.words.first().is_some_and(|word| word == wanted);
        if found {
            self.words = &self.words[1..];
        }
        found
    }

    fn next(&mut self) -> Option<String> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first.clone())
    }

    fn either(&mut self) -> Option<bool> {
        let mut any = self.both()?;
        while self.take("OR") {
            any |= self.both()?;
        }
        Some(any)
    }

    fn both(&mut self) -> Option<bool> {
        let mut all = self.one()?;
        while self.take("AND") {
            all &= self.one()?;
        }
        Some(all)
    }

    fn one(&mut self) -> Option<bool> {
        if self.take("(") {
            let inside = self.either()?;
            return self.take(")").then_some(inside);
        }
        let mut licence = self.next().filter(|word| !["OR", "AND", "WITH", ")"].contains(&word.as_str()))?;
        if self.take("WITH") {
            licence = format!("{licence} WITH {}", self.next()?);
        }
        Some(self.allow.contains(&licence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_satisfied_by_allowed_licences() {
        let allow = ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"].map(String::from);
        for (expression, fine) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("MIT OR GPL-3.0", true),
            ("GPL-3.0/MIT", true),
            ("MIT AND GPL-3.0", false),
            ("(GPL-3.0 OR MIT) AND Unicode-3.0", true),
            ("GPL-3.0 OR MIT AND GPL-2.0", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("Apache-2.0", false),
            ("", false),
            ("MIT OR", false),
            ("(MIT", false),
            ("MIT MIT", false),
        ] {
            assert_eq!(allowed(expression, &allow), fine, "{expression}");
        }
    }

    #[test]
    fn old_expressions_are_written_in_current_syntax() {
        assert_eq!(normal("MIT/Apache-2.0"), "MIT OR Apache-2.0");
        assert_eq!(normal("(MIT OR Apache-2.0) AND Unicode-3.0"), "(MIT OR Apache-2.0) AND Unicode-3.0");
    }
}
