//! Output for people: aligned columns, and texts of strangers that cannot confuse a terminal.

/// The beginning of an id that is long enough to tell people apart, and to be given back to a command.
pub(super) fn short(id: &str) -> String {
    safe(&id.chars().take(12).collect::<String>())
}

/// A time in UTC.
pub(super) fn time(at_ms: i64) -> String {
    server::utc(at_ms).replace('T', " ")
}

/// A text of a stranger on one line: control characters, and those that hide or turn text, are escaped.
pub(super) fn safe(text: &str) -> String {
    let escaped = |c: char| c.is_control() || is_confusing(c);
    text.chars().map(|c| if escaped(c) { c.escape_unicode().to_string() } else { c.to_string() }).collect()
}

/// Characters that are invisible, end a line or change the direction of text.
fn is_confusing(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Rows below their headings, in columns. The last column is not filled up.
pub(super) fn columns(headings: &[&str], rows: &[Vec<String>]) -> String {
    let heading: Vec<String> = headings.iter().map(|heading| (*heading).to_owned()).collect();
    let all: Vec<&Vec<String>> = std::iter::once(&heading).chain(rows).collect();
    let width = |at: usize| all.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let line = |row: &&Vec<String>| {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        cells.join("  ").trim_end().to_owned() + "\n"
    };
    all.iter().map(line).collect()
}

/// Rows as columns, or a sentence if there are none.
pub(super) fn columns_or(headings: &[&str], rows: &[Vec<String>], none: &str) -> String {
    if rows.is_empty() { format!("{none}\n") } else { columns(headings, rows) }
}

/// JSON, indented.
pub(super) fn json(value: &serde_json::Value) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_strangers_cannot_confuse_a_terminal() {
        assert_eq!(safe("\u{1b}[2Jhi\n\u{202e}é"), "\\u{1b}[2Jhi\\u{a}\\u{202e}é");
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [vec!["1".to_owned(), "é".to_owned()], vec!["22".to_owned(), String::new()]];
        assert_eq!(columns(&["A", "B"], &rows), "A   B\n1   é\n22\n");
        assert_eq!(columns_or(&["A"], &[], "None."), "None.\n");
    }
}
