//! Words on a screen: wrapping, and plain ASCII.

use std::borrow::Cow;

/// Breaks a text into lines of at most `width` characters, between words where
/// it can. Line breaks of the text are kept.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    text.lines().flat_map(|line| wrap_line(line, width)).collect()
}

fn wrap_line(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width {
        return vec![line.trim_end().to_owned()];
    }
    let indent: String = line.chars().take_while(|letter| *letter == ' ').take(width / 2).collect();
    let mut lines = vec![indent.clone()];
    let mut used = indent.len();
    let mut fresh = true;
    for word in line.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        if !fresh && used + 1 + word.len() > width {
            lines.push(indent.clone());
            (used, fresh) = (indent.len(), true);
        }
        while used + word.len() > width && fresh {
            let room = (width - used).max(1);
            let rest = word.split_off(room);
            push(&mut lines, &word);
            lines.push(indent.clone());
            (word, used) = (rest, indent.len());
        }
        if !fresh {
            push(&mut lines, &[' ']);
            used += 1;
        }
        push(&mut lines, &word);
        used += word.len();
        fresh = false;
    }
    lines
}

fn push(lines: &mut [String], letters: &[char]) {
    if let Some(last) = lines.last_mut() {
        last.extend(letters);
    }
}

/// The text with at most so many characters; what is cut off is told by dots.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    // Short words are cut without a sign, which would take as much room as it tells.
    let dots = if width > 8 { "..." } else { "" };
    text.chars().take(width - dots.len()).chain(dots.chars()).collect()
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
    fn every_sign_has_a_plain_one() {
        assert_eq!(ascii("“d6–d7” … 1½ and ½"), "\"d6-d7\" ... 1.5 and 0.5");
        assert_eq!(ascii("plain"), "plain");
    }
}
