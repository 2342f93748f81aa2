//! Text on a screen: wrapping, cutting, width in columns, and plain ASCII.

use std::borrow::Cow;
use textwrap::{Options, WordSplitter, WrapAlgorithm};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Width of a text in terminal columns.
pub(crate) fn columns_of(text: &str) -> usize {
    text.width()
}

/// The text padded with blanks to this number of columns.
pub(crate) fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Wraps a text to lines of at most `width` columns, between words if possible. Line breaks are kept, and the lines of an
/// indented line have the same indent.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    text.lines().flat_map(|line| wrap_line(line, width.max(1))).collect()
}

fn wrap_line(line: &str, width: usize) -> Vec<String> {
    let indent: String = line.chars().take_while(|letter| *letter == ' ').take(width / 2).collect();
    let options = Options::new(width)
        .initial_indent(&indent)
        .subsequent_indent(&indent)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let wrapped = textwrap::wrap(line.trim_start_matches(' '), options);
    wrapped.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// The text cut to a width in columns; dots show that something is missing.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    // Narrow text is cut without dots, which would take too much of the space.
    let dots = if width > 8 { "..." } else { "" };
    let mut left = width - dots.len();
    let fits = |letter: &char| {
        let fits = letter.width().unwrap_or(0) <= left;
        left = left.saturating_sub(letter.width().unwrap_or(0));
        fits
    };
    text.chars().take_while(fits).chain(dots.chars()).collect()
}

/// The same text in ASCII.
pub(crate) fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '“' | '”' | '„' => plain.push('"'),
            '‘' | '’' => plain.push('\''),
            '–' | '—' | '−' | '·' => plain.push('-'),
            '…' => plain.push_str("..."),
            '½' => plain.push_str(if plain.ends_with(|c: char| c.is_ascii_digit()) { ".5" } else { "0.5" }),
            '×' => plain.push('x'),
            '\u{a0}' => plain.push(' '),
            other if other.is_ascii() => plain.push(other),
            _ => plain.push('?'),
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_whole_and_long_ones_are_cut() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(wrap("a\n\nb", 9), ["a", "", "b"]);
        assert_eq!(wrap("  - one two", 7), ["  - one", "  two"]);
        for width in 1..12 {
            for line in wrap("  a bcdefghijklmnop qr", width) {
                assert!(line.chars().count() <= width, "{width}: {line:?}");
            }
        }
    }

    #[test]
    fn wide_letters_take_two_columns() {
        assert_eq!(columns_of("日本"), 4);
        assert_eq!(pad("日本", 6), "日本  ");
        assert_eq!(wrap("日本語 日本", 6), ["日本語", "日本"]);
        assert_eq!(cut("日本語日本語", 9), "日本語...");
        assert_eq!(cut("日本", 3), "日");
    }

    #[test]
    fn every_sign_has_an_ascii_form() {
        assert_eq!(ascii("“d6–d7” … 1½ and ½"), "\"d6-d7\" ... 1.5 and 0.5");
        assert_eq!(ascii("plain"), "plain");
    }
}
