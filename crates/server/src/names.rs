//! Names and other short texts as people type them, made fit to be shown to others.

/// No name is longer, in characters.
pub(crate) const LONGEST_NAME: usize = 24;

/// A name as others may see it: one line, no hidden signs, not long; `None` when nothing is left.
pub(crate) fn tidy_name(typed: &str) -> Option<String> {
    let name: String = tidy(typed).chars().take(LONGEST_NAME).collect();
    let name = name.trim_end();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Text without control characters and signs that turn text around or hide in it, one blank between words.
pub(crate) fn tidy(typed: &str) -> String {
    let shown =
        |c: char| if c.is_whitespace() { Some(' ') } else { (!c.is_control() && !is_invisible(c)).then_some(c) };
    let plain: String = typed.chars().filter_map(shown).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Signs that turn text around or hide in it.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// “Guest Heron”: easier to tell apart than numbers.
pub(crate) fn word_for(key: &str) -> String {
    const WORDS: [&str; 32] = [
        "Alder", "Badger", "Birch", "Bramble", "Cedar", "Cobalt", "Copper", "Crane", "Dapple", "Ember", "Falcon",
        "Fern", "Flint", "Hazel", "Heron", "Indigo", "Juniper", "Kestrel", "Lantern", "Linden", "Marten", "Nutmeg",
        "Otter", "Pepper", "Quill", "Rowan", "Saffron", "Sparrow", "Thistle", "Umber", "Walnut", "Wren",
    ];
    let number = table::unhex(&key[..2]).and_then(|bytes| bytes.first().copied()).unwrap_or(0);
    format!("Guest {}", WORDS[usize::from(number) % WORDS.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_tidied_and_never_blank() {
        assert_eq!(tidy_name("  Anna \n  Maria "), Some("Anna Maria".into()));
        assert_eq!(tidy_name("\u{202e}evil\u{200b}"), Some("evil".into()));
        assert_eq!(tidy_name(" \t "), None);
        assert_eq!(tidy_name("\u{3164}\u{115f}"), None);
        assert_eq!(tidy_name(&"x".repeat(99)).map(|name| name.len()), Some(LONGEST_NAME));
    }

    #[test]
    fn a_text_loses_what_cannot_be_seen() {
        assert_eq!(tidy("a\u{0}b\r\nc\u{2067}d \u{1b}[31m<b>"), "ab cd [31m<b>");
    }
}
