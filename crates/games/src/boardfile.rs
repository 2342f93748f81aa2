//! Reads board files. The TOML is walked by hand, so that all faults are reported at
//! once, each with its place.

use kernel::scene::Fact;
use kernel::{BoardFault, Evidence};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with its place in the text.
#[derive(Clone, PartialEq, Debug)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Its place in the text.
    pub span: Range<usize>,
}

/// Collects faults while a board file is read.
#[derive(Default, Debug)]
pub struct Faults {
    /// Places where the text is not TOML. Other faults may follow from these.
    syntax: Vec<BoardFault>,
    /// The file belongs to another game: all other faults would follow from it.
    foreign: Option<BoardFault>,
    others: Vec<BoardFault>,
}

impl Faults {
    /// Notes a fault at a place.
    pub fn at(&mut self, span: &Range<usize>, what: impl Into<String>, hint: impl Into<String>) {
        self.others.push(BoardFault::at(span.clone(), what, hint));
    }

    /// Notes a fault of the whole file.
    pub fn whole(&mut self, what: impl Into<String>, hint: impl Into<String>) {
        self.others.push(BoardFault::whole(what, hint));
    }

    /// Are there no faults?
    pub fn is_empty(&self) -> bool {
        self.syntax.is_empty() && self.foreign.is_none() && self.others.is_empty()
    }

    /// The value if there are no faults, otherwise all of them: first what is not TOML, then the
    /// rest, each in order of place. For a board of another game only that fault is reported.
    pub fn or<T>(self, value: Option<T>) -> Result<T, Vec<BoardFault>> {
        match value {
            Some(value) if self.is_empty() => Ok(value),
            _ => {
                let Faults { mut syntax, foreign, mut others } = self;
                let place = |fault: &BoardFault| fault.at.as_ref().map_or(0, |at| at.start);
                syntax.sort_by_key(place);
                others.sort_by_key(place);
                Err(syntax.into_iter().chain(foreign.map_or(others, |foreign| vec![foreign])).collect())
            }
        }
    }
}

/// Parses the text: notes syntax errors and returns everything that can be read.
pub fn parse<'t>(text: &'t str, faults: &mut Faults) -> Spanned<DeTable<'t>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        faults.syntax.push(BoardFault::at(span, format!("this is not TOML: {}", error.message()), ""));
    }
    table
}

/// A table being read; it remembers which of its keys have been read.
pub struct Table<'a, 't> {
    table: &'a DeTable<'t>,
    span: Range<usize>,
    asked: Vec<&'static str>,
}

impl<'a, 't> Table<'a, 't> {
    /// Begins to read a table.
    pub fn new(table: &'a DeTable<'t>, span: Range<usize>) -> Self {
        Table { table, span, asked: Vec::new() }
    }

    /// The table's place in the text.
    pub fn span(&self) -> &Range<usize> {
        &self.span
    }

    fn get(&mut self, key: &'static str) -> Option<&'a Spanned<DeValue<'t>>> {
        self.ask(key);
        self.table.get(key)
    }

    fn need(&mut self, key: &'static str, wanted: &str, faults: &mut Faults) -> Option<&'a Spanned<DeValue<'t>>> {
        let found = self.get(key);
        if found.is_none() {
            faults.at(&self.span, format!("`{key}` is missing here"), format!("It is {wanted}."));
        }
        found
    }

    /// The format, which is 1, and the game, which is this one.
    pub fn header(&mut self, slug: &str, faults: &mut Faults) {
        if let Some(format) = self.number("format", faults)
            && format.value != 1
        {
            faults.at(&format.span, format!("format {} is not known", format.value), "Write format = 1.");
        }
        if let Some(game) = self.text("game", faults)
            && game.value != slug
        {
            faults.foreign = Some(foreign(&game, slug));
        }
    }

    /// A text that must be there.
    pub fn text(&mut self, key: &'static str, faults: &mut Faults) -> Option<At<String>> {
        text(self.need(key, "a text", faults)?, key, faults)
    }

    /// A whole number that may be missing.
    pub fn number_if(&mut self, key: &'static str, faults: &mut Faults) -> Option<At<i64>> {
        let value = self.get(key)?;
        let number = whole(value);
        if number.is_none() {
            faults.at(&value.span(), format!("`{key}` is not a whole number"), "");
        }
        number.map(|number| At { value: number, span: value.span() })
    }

    /// A whole number that must be there.
    pub fn number(&mut self, key: &'static str, faults: &mut Faults) -> Option<At<i64>> {
        self.need(key, "a whole number", faults)?;
        self.number_if(key, faults)
    }

    /// A list of texts that must be there.
    pub fn texts(&mut self, key: &'static str, faults: &mut Faults) -> Vec<At<String>> {
        let Some(value) = self.need(key, "a list of texts", faults) else { return Vec::new() };
        let Some(list) = value.get_ref().as_array() else {
            faults.at(&value.span(), format!("`{key}` is not a list"), "Write [\"…\", \"…\"].");
            return Vec::new();
        };
        list.iter().filter_map(|item| text(item, key, faults)).collect()
    }

    /// A list of whole numbers that must be there; `None` if there is no list.
    pub fn numbers(&mut self, key: &'static str, faults: &mut Faults) -> Option<Vec<At<i64>>> {
        let value = self.need(key, "a list of whole numbers", faults)?;
        let Some(list) = value.get_ref().as_array() else {
            faults.at(&value.span(), format!("`{key}` is not a list"), "Write [1, 2, 3].");
            return None;
        };
        let mut numbers = Vec::new();
        for item in list {
            match whole(item) {
                Some(value) => numbers.push(At { value, span: item.span() }),
                None => faults.at(&item.span(), format!("`{key}` holds something that is not a whole number"), ""),
            }
        }
        Some(numbers)
    }

    /// The evidence for the element; must be there.
    pub fn evidence(&mut self, faults: &mut Faults) -> Option<Evidence> {
        let word = self.need("evidence", "told, seen, inferred or invented", faults)?;
        let word = text(word, "evidence", faults)?;
        let found = Evidence::ALL.into_iter().find(|evidence| evidence.word() == word.value);
        if found.is_none() {
            faults.at(
                &word.span,
                format!("`{}` is not a kind of evidence", word.value),
                "It is told, seen, inferred or invented.",
            );
        }
        found
    }

    /// A table that must be there.
    pub fn table(&mut self, key: &'static str, faults: &mut Faults) -> Option<Table<'a, 't>> {
        let value = self.need(key, &format!("a table [{key}]"), faults)?;
        match value.get_ref().as_table() {
            Some(table) => Some(Table::new(table, value.span())),
            None => {
                faults.at(&value.span(), format!("`{key}` is not a table"), format!("Write [{key}]."));
                None
            }
        }
    }

    /// A list of tables, `[[key]]`, that must be there.
    pub fn tables(&mut self, key: &'static str, faults: &mut Faults) -> Vec<Table<'a, 't>> {
        let Some(value) = self.need(key, &format!("a list of tables [[{key}]]"), faults) else { return Vec::new() };
        let items = value.get_ref().as_array().map(|list| list.iter().collect::<Vec<_>>()).unwrap_or_default();
        if value.get_ref().as_array().is_none() {
            faults.at(&value.span(), format!("`{key}` is not a list of tables"), format!("Write [[{key}]]."));
        }
        let mut tables = Vec::new();
        for item in items {
            match item.get_ref().as_table() {
                Some(table) => tables.push(Table::new(table, item.span())),
                None => faults.at(&item.span(), format!("this entry of `{key}` is not a table"), ""),
            }
        }
        tables
    }

    /// A list of tables, `[[key]]`, that may be missing.
    pub fn tables_if(&mut self, key: &'static str, faults: &mut Faults) -> Vec<Table<'a, 't>> {
        if self.table.contains_key(key) {
            return self.tables(key, faults);
        }
        self.ask(key);
        Vec::new()
    }

    /// Statements about the whole board, `[[facts]]`; there may be none.
    pub fn facts(&mut self, faults: &mut Faults) -> Vec<Fact> {
        let mut facts = Vec::new();
        for mut table in self.tables_if("facts", faults) {
            let (what, evidence) = (table.text("what", faults), table.evidence(faults));
            table.finish(faults);
            facts.extend(what.zip(evidence).map(|(what, evidence)| Fact { what: what.value, evidence }));
        }
        facts
    }

    fn ask(&mut self, key: &'static str) {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
    }

    /// Notes every key that has not been read, so that a misspelt key is reported.
    pub fn finish(self, faults: &mut Faults) {
        for (key, _) in self.table.iter() {
            if !self.asked.iter().any(|asked| asked == key.get_ref()) {
                faults.at(
                    &key.span(),
                    format!("`{}` means nothing here", key.get_ref()),
                    format!("Known here: {}.", self.asked.join(", ")),
                );
            }
        }
    }
}

/// The fault of a board that says it belongs to another game.
fn foreign(game: &At<String>, slug: &str) -> BoardFault {
    let (known, wanted) = (crate::visit(&game.value, Name), crate::visit(slug, Name).unwrap_or(slug));
    let what = match known {
        Some(other) => format!("this is the board of another game: of {other}, not of {wanted}"),
        None => format!("this is the board of another game, which is not known here, not of {wanted}"),
    };
    let fits = known.map_or(String::new(), |_| format!("It can be used with {}. ", game.value));
    BoardFault::at(game.span.clone(), what, format!("{fits}A board of {wanted} has game = \"{slug}\"."))
}

/// Returns a game's title.
struct Name;

impl crate::Visitor for Name {
    type Output = &'static str;
    fn visit<G: kernel::FullGame>(self) -> &'static str {
        G::INFO.title
    }
}

fn whole(value: &Spanned<DeValue<'_>>) -> Option<i64> {
    value.get_ref().as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok())
}

fn text(value: &Spanned<DeValue<'_>>, key: &str, faults: &mut Faults) -> Option<At<String>> {
    let text = value.get_ref().as_str();
    if text.is_none() {
        faults.at(&value.span(), format!("`{key}` holds something that is not a text"), "Write it in quotes.");
    }
    text.map(|text| At { value: text.to_owned(), span: value.span() })
}

#[cfg(test)]
mod tests {
    use kernel::Board;

    /// The faults of a text read as a board of Conflict.
    fn faults(text: &str) -> Vec<String> {
        let read = <crate::conflict::Conflict as kernel::Game>::Board::load(text);
        read.err().unwrap_or_default().into_iter().map(|fault| fault.what).collect()
    }

    #[test]
    fn syntax_errors_come_before_missing_keys() {
        let faults = faults("format = 1\ngame = \"conflict\nname = \"mine\"\n");
        assert!(faults[0].starts_with("this is not TOML"), "{faults:?}");
        let missing = faults.iter().position(|what| what.contains("is missing here")).expect("something is missing");
        let last = faults.iter().rposition(|what| what.starts_with("this is not TOML")).expect("it is not TOML");
        assert!(last < missing, "{faults:?}");
    }

    #[test]
    fn the_board_of_another_game_is_the_only_fault_reported() {
        let beach = include_str!("hit_the_beach/board.toml");
        assert_eq!(faults(beach), ["this is the board of another game: of Hit the Beach, not of Conflict"]);
        let unknown = faults(&include_str!("conflict/board.toml").replace("\"conflict\"", "\"chess\""));
        assert_eq!(unknown, ["this is the board of another game, which is not known here, not of Conflict"]);
    }
}
