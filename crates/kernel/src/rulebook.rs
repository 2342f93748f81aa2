//! The rule book: a game's `RULES.md` read into numbered rules.
//!
//! The format can be written by hand and reads well wherever Markdown is shown:
//! `### TM-5 · Title`, a line `told · place in the sheet`, then the text.

use std::fmt;

/// A rule's number, such as `TM-5`.
///
/// ```
/// use boxtop_kernel::RuleId;
///
/// const JUMPING: RuleId = RuleId::new("TM", 9);
/// assert_eq!(JUMPING.to_string(), "TM-9");
/// assert_eq!(JUMPING.named("TM-12"), Some(RuleId::new("TM", 12)));
/// assert_eq!(JUMPING.named("HB-12"), None);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId {
    prefix: &'static str,
    number: u16,
}

impl RuleId {
    /// The rule `prefix-number`.
    pub const fn new(prefix: &'static str, number: u16) -> Self {
        RuleId { prefix, number }
    }

    /// The rule of the same book with this number, such as `TM-12`; `None` if it belongs to another book.
    pub fn named(self, text: &str) -> Option<Self> {
        let number = text.strip_prefix(self.prefix)?.strip_prefix('-')?.parse().ok()?;
        Some(RuleId { number, ..self })
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.prefix, self.number)
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How we know a rule.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The sheet says so.
    Told,
    /// It follows from what the sheet says.
    Inferred,
    /// The sheet is silent or unclear; this is our reading.
    Ruled,
}

impl Standing {
    fn read(word: &str) -> Option<Self> {
        match word {
            "told" => Some(Standing::Told),
            "inferred" => Some(Standing::Inferred),
            "ruled" => Some(Standing::Ruled),
            _ => None,
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Standing::Told => "told",
            Standing::Inferred => "inferred",
            Standing::Ruled => "ruled",
        })
    }
}

/// One rule of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its number as people write it, `TM-5`.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// How we know it.
    pub standing: Standing,
    /// Where in the original sheet it comes from.
    pub source: String,
    /// The section it is in.
    pub section: String,
    /// Its text, in Markdown.
    pub text: String,
}

/// All rules of a game, in order.
///
/// ```
/// use boxtop_kernel::RuleBook;
///
/// let book = RuleBook::read("## Turns\n\n### TR-3 · Turns\ntold · sheet, page 1\n\nRed begins.\n").unwrap();
/// assert_eq!(book.called("3").map(|rule| rule.text.as_str()), Some("Red begins."));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleBook {
    /// The rules in the order of the book.
    pub rules: Vec<Rule>,
}

impl RuleBook {
    /// Reads a `RULES.md`. Every fault names its line.
    pub fn read(markdown: &str) -> Result<Self, Vec<String>> {
        let mut parser = Parser::default();
        for (number, line) in markdown.lines().enumerate() {
            parser.line(number + 1, line);
        }
        parser.finish()
    }

    /// The rule as people type it: `TM-10`, `tm-10`, `TM10` or `10`.
    pub fn called(&self, typed: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| is_called(&rule.id, typed))
    }

    /// The rule with this number, ignoring case.
    pub fn get(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id.eq_ignore_ascii_case(id.trim()))
    }
}

/// Is this the rule that was typed?
fn is_called(id: &str, typed: &str) -> bool {
    let typed = typed.trim();
    let number = id.rsplit('-').next().unwrap_or(id);
    id.eq_ignore_ascii_case(typed) || number == typed || id.replace('-', "").eq_ignore_ascii_case(typed)
}

#[derive(Default)]
struct Parser {
    section: String,
    open: Option<Rule>,
    /// The line of a heading whose source has not been read yet.
    needs_source: Option<usize>,
    rules: Vec<Rule>,
    faults: Vec<String>,
}

impl Parser {
    fn line(&mut self, number: usize, line: &str) {
        if let Some(heading) = line.strip_prefix("### ") {
            self.close();
            self.heading(number, heading);
        } else if let Some(section) = line.strip_prefix("## ") {
            self.close();
            self.section = section.trim().to_owned();
        } else if self.needs_source.take().is_some() {
            self.source(number, line);
        } else if let Some(rule) = &mut self.open {
            rule.text.push_str(line);
            rule.text.push('\n');
        }
    }

    fn heading(&mut self, number: usize, heading: &str) {
        let Some((id, title)) = heading.split_once(" · ") else {
            return self.faults.push(format!("line {number}: a rule heading reads `### ID · Title`"));
        };
        let (id, title) = (id.trim(), title.trim());
        if id.is_empty() || title.is_empty() {
            self.faults.push(format!("line {number}: a rule has a number and a title"));
        }
        if self.rules.iter().any(|rule| rule.id.eq_ignore_ascii_case(id)) {
            self.faults.push(format!("line {number}: {id} appears twice"));
        }
        self.needs_source = Some(number);
        self.open = Some(Rule {
            id: id.to_owned(),
            title: title.to_owned(),
            standing: Standing::Ruled,
            source: String::new(),
            section: self.section.clone(),
            text: String::new(),
        });
    }

    fn source(&mut self, number: usize, line: &str) {
        let parts = line
            .split_once(" · ")
            .and_then(|(word, source)| Some((Standing::read(word.trim())?, source.trim().to_owned())))
            .filter(|(_, source)| !source.is_empty());
        match (parts, &mut self.open) {
            (Some((standing, source)), Some(rule)) => (rule.standing, rule.source) = (standing, source),
            _ => self.no_source(number),
        }
    }

    fn no_source(&mut self, number: usize) {
        self.faults
            .push(format!("line {number}: a rule heading is followed by `told|inferred|ruled · place in the sheet`"));
    }

    fn close(&mut self) {
        if let Some(heading) = self.needs_source.take() {
            self.no_source(heading + 1);
        }
        if let Some(mut rule) = self.open.take() {
            rule.text = rule.text.trim().to_owned();
            self.rules.push(rule);
        }
    }

    fn finish(mut self) -> Result<RuleBook, Vec<String>> {
        self.close();
        if self.faults.is_empty() { Ok(RuleBook { rules: self.rules }) } else { Err(self.faults) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "# Game\n\nintro\n\n## Moves\n\n### X-1 · First\ntold · sheet, “Moves”\n\nDo this.\n\n### X-2 · Second\nruled · the sheet is silent\n\nDo that.\n";

    #[test]
    fn rules_are_read_with_their_standing_and_place() {
        let book = RuleBook::read(BOOK).unwrap();
        let first = book.get("x-1").unwrap();
        assert_eq!((first.title.as_str(), first.standing), ("First", Standing::Told));
        assert_eq!((first.section.as_str(), first.text.as_str()), ("Moves", "Do this."));
        assert_eq!(book.rules[1].source, "the sheet is silent");
    }

    #[test]
    fn a_faulty_book_names_its_lines() {
        let faults = RuleBook::read("### X-1 First\n\n### X-2 · B\nguessed · x\n").unwrap_err();
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[1].starts_with("line 4"));
    }
}
