//! Markdown as plain text: rules and guides are written in Markdown, and terminals show them without
//! its signs.
//!
//! Each paragraph becomes one line. Lists keep their marks and indent, tables are set in columns of
//! even width, and emphasis, code and links keep their words.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// Indent of a nested list, a quotation or a block of code.
const INDENT: usize = 2;
/// Blanks between the columns of a table.
const GAP: usize = 2;
/// Maximum width of a table in columns.
const WIDEST: usize = 72;

/// The text without any sign of Markdown.
pub(crate) fn plain(markdown: &str) -> String {
    let mut page = Page::default();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.take(event);
    }
    page.text.trim_end().to_owned()
}

/// The text written so far.
#[derive(Default)]
struct Page {
    text: String,
    /// The current paragraph, heading or cell.
    words: String,
    /// The mark of a list, before the next paragraph.
    mark: String,
    indent: usize,
    /// The next number of each open list; `None` if it has no numbers.
    lists: Vec<Option<u64>>,
    /// The rows of the current table.
    rows: Vec<Vec<String>>,
    /// The target of the current link.
    link: String,
    capitals: bool,
    verbatim: bool,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.begin(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.capitals => self.words += &text.to_uppercase(),
            Event::Text(text) | Event::Code(text) => self.words += &text,
            Event::SoftBreak => self.words.push(' '),
            Event::HardBreak => self.words.push('\n'),
            Event::Rule => self.gap(),
            _ => {}
        }
    }

    fn begin(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => {}
            Tag::Heading { level, .. } => self.capitals = level <= HeadingLevel::H2,
            Tag::List(first) => {
                // A list inside an item follows the words of the item.
                self.flush();
                self.indent += if self.lists.is_empty() { 0 } else { INDENT };
                self.lists.push(first);
            }
            Tag::Item => self.mark = self.next_mark(),
            Tag::BlockQuote(_) => self.indent += INDENT,
            Tag::CodeBlock(_) => {
                self.verbatim = true;
                self.indent += INDENT;
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            Tag::Link { dest_url, .. } => self.link = dest_url.into_string(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) => {
                self.capitals = false;
                self.flush();
                self.gap();
            }
            TagEnd::Item => self.flush(),
            TagEnd::List(_) => {
                self.lists.pop();
                self.indent = self.indent.saturating_sub(if self.lists.is_empty() { 0 } else { INDENT });
                if self.lists.is_empty() {
                    self.gap();
                }
            }
            TagEnd::BlockQuote(_) => self.indent = self.indent.saturating_sub(INDENT),
            TagEnd::CodeBlock => {
                self.flush();
                (self.verbatim, self.indent) = (false, self.indent.saturating_sub(INDENT));
                self.gap();
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.words);
                self.rows.last_mut().into_iter().for_each(|row| row.push(cell.trim().to_owned()));
            }
            TagEnd::Table => self.set_table(),
            TagEnd::Link => self.end_link(),
            _ => {}
        }
    }

    /// The mark of the next item: its number, or a hyphen.
    fn next_mark(&mut self) -> String {
        match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            _ => "- ".to_owned(),
        }
    }

    /// Writes a web address after the words; a link within the page is left out.
    fn end_link(&mut self) {
        let link = std::mem::take(&mut self.link);
        if link.contains("://") && !self.words.ends_with(&link) {
            self.words += &format!(" ({link})");
        }
    }

    /// Writes the current words as separate lines.
    fn flush(&mut self) {
        let words = std::mem::take(&mut self.words);
        if words.trim().is_empty() {
            return;
        }
        let mark = std::mem::take(&mut self.mark);
        for (index, line) in words.trim_end().lines().enumerate() {
            let lead = if index == 0 { mark.clone() } else { " ".repeat(mark.len()) };
            let line = if self.verbatim { line } else { line.trim() };
            self.text += &format!("{:1$}{lead}{line}\n", "", self.indent);
        }
    }

    /// Adds an empty line, unless there is one already; never inside lists.
    fn gap(&mut self) {
        if self.lists.is_empty() && !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Writes the table in columns of even width, or row by row if that is too wide.
    fn set_table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let wide = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|column| wide(column).unwrap_or(0)).collect();
        let fits = widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1) <= WIDEST;
        for row in rows.iter().skip(if fits { 0 } else { 1 }) {
            let line = if fits { in_columns(row, &widths) } else { as_sentence(row) };
            self.text += &format!("{:1$}{line}\n", "", self.indent);
        }
        self.gap();
    }
}

fn in_columns(row: &[String], widths: &[usize]) -> String {
    let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
    cells.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end().to_owned()
}

/// A row as a list item: the first cell, a colon, and the others.
fn as_sentence(row: &[String]) -> String {
    let filled: Vec<&str> = row.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
    match filled.split_first() {
        Some((first, rest)) if !rest.is_empty() => format!("- {first}: {}", rest.join("; ")),
        _ => format!("- {}", filled.concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_text() {
        assert_eq!(
            plain("A **bold** `d6-d7`\nline, *slanted* and _so_.\n\n- one\n  two\n- three"),
            "A bold d6-d7 line, slanted and so.\n\n- one two\n- three"
        );
        assert_eq!(plain("`throw_limit` is no throw_limit, and 2 * 3"), "throw_limit is no throw_limit, and 2 * 3");
    }

    #[test]
    fn lists_keep_their_numbers_and_indent() {
        let list = "Roads:\n\n- wide:\n  1. back `b9`,\n  2. left\n- green\n\nEnd.\n\n7. seven\n8. eight";
        assert_eq!(plain(list), "Roads:\n\n- wide:\n  1. back b9,\n  2. left\n- green\n\nEnd.\n\n7. seven\n8. eight");
        // A number at the beginning of a line is not a list.
        assert_eq!(plain("circles 1 to\n44. On a board"), "circles 1 to 44. On a board");
    }

    #[test]
    fn headings_links_and_rules_lose_their_signs() {
        let page = "# Conflict\n\nSee [Evidence](#evidence) and [the site](https://box.test/a).\n\n---\n\n### CF-1 · The map\ntold\n\n> quoted\n";
        assert_eq!(
            plain(page),
            "CONFLICT\n\nSee Evidence and the site (https://box.test/a).\n\nCF-1 · The map\n\ntold\n\n  quoted"
        );
        assert_eq!(plain("```\na  b\nc\n```\n<b>x</b>"), "  a  b\n  c\n\nx");
    }

    #[test]
    fn a_table_is_set_in_columns() {
        let table = "Thus:\n\n| | ships |\n|---|---|\n| **planes** take | yes |";
        assert_eq!(plain(table), "Thus:\n\n             ships\nplanes take  yes");
        let long = "far and wide ".repeat(7);
        let table = format!("| what | how | |\n|---|---|---|\n| roads | {long}| seen |");
        assert_eq!(plain(&table), format!("- roads: {}; seen", long.trim_end()));
    }

    #[test]
    fn no_rule_of_any_game_shows_a_sign_of_markdown() {
        for game in catalog::games() {
            let info = game.info();
            let rules = game.rule_book().rules.iter().map(|rule| rule.text.as_str());
            for text in rules.chain([info.rules]) {
                let shown = plain(text);
                for sign in ["**", "`", "](", "|--", "\n#", "\n> ", "\n|"] {
                    assert!(!format!("\n{shown}").contains(sign), "{}: {sign:?} in {shown}", info.title);
                }
                let in_columns = shown.lines().filter(|line| line.trim_start().contains("  "));
                assert!(in_columns.map(|line| line.chars().count()).all(|width| width <= WIDEST), "{shown}");
            }
        }
    }
}
