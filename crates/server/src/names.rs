//! Cleans up names and other short texts before they are shown to others.

use std::sync::LazyLock;

/// Maximum length of a name, in characters.
pub(crate) const LONGEST_NAME: usize = 24;

/// A name as shown to others: one line, no invisible characters, shortened; `None` if nothing is left.
pub(crate) fn tidy_name(typed: &str) -> Option<String> {
    let name: String = tidy(typed).chars().take(LONGEST_NAME).collect();
    let name = name.trim_end();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Text without control characters, invisible characters and changes of direction, one space between words.
pub(crate) fn tidy(typed: &str) -> String {
    let shown =
        |c: char| if c.is_whitespace() { Some(' ') } else { (!c.is_control() && !is_invisible(c)).then_some(c) };
    let plain: String = typed.chars().filter_map(shown).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Characters that are invisible or change the direction of text.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Suffix for guests who use a name that somebody else has claimed.
const MARK: &str = "(guest)";

/// The name with the suffix, within the maximum length.
pub(crate) fn marked(name: &str) -> String {
    let longest = LONGEST_NAME - MARK.len() - 1;
    let short: String = name.chars().take(longest).collect();
    format!("{} {MARK}", short.trim_end())
}

/// The name without the suffix.
pub(crate) fn unmarked(name: &str) -> Option<String> {
    tidy_name(name.strip_suffix(MARK).unwrap_or(name))
}

/// Does this name look like one that only the server gives: “… (guest)”, or a computer's name?
pub(crate) fn is_reserved(name: &str) -> bool {
    static COMPUTER: LazyLock<String> = LazyLock::new(|| closely("computer"));
    static GUEST: LazyLock<String> = LazyLock::new(|| closely(MARK));
    let name = closely(name);
    let computer = name.strip_prefix(COMPUTER.as_str());
    let named_like_one = computer.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    named_like_one || name.contains(GUEST.as_str())
}

/// The skeleton of a text without spaces.
fn closely(text: &str) -> String {
    store::skeleton(text).replace(' ', "")
}

/// Can this name be claimed?
pub(crate) fn is_claimable(name: &str) -> bool {
    let looks = store::skeleton(name);
    let ours = ["guest", "computer", "a guest", "open seat", "boxtop"].map(store::skeleton);
    let letters = name.chars().filter(|c| c.is_alphanumeric()).count();
    letters >= 3 && !name.contains(" – ") && !is_reserved(name) && !ours.iter().any(|word| looks.starts_with(word))
}

/// A default name such as “Guest Heron”, which is easier to remember than a number.
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
    fn names_of_the_server_cannot_be_claimed() {
        let ours = ["Guest Heron", "computer (general)", "A guest", "Boxtop", "Соmputer", "Вoxtор", "Ann (guest)"];
        for name in ours.into_iter().chain(["ab", "…!?", "Ann – Bob"]) {
            assert!(!is_claimable(name), "{name}");
        }
        assert!(is_claimable("Änne 3"));
    }

    #[test]
    fn names_that_look_like_the_servers_are_reserved() {
        for name in [
            "Computer (general)",
            "COMPUTER",
            "Соmрutеr (private)",
            "Computer （colonel）",
            "Ann (guest)",
            "Ann(GUEST)",
            "Ann ( guest )",
            "Ann （ｇｕｅｓｔ）",
            "(guest) Ann",
            "Ann (guеst)",
        ] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["Ann", "Guest Heron", "Computerfan", "Ann (42)", "guest"] {
            assert!(!is_reserved(name), "{name}");
        }
    }

    #[test]
    fn the_guest_suffix_is_added_and_removed() {
        assert_eq!(marked("Annabel"), "Annabel (guest)");
        assert_eq!(unmarked("Annabel (guest)").as_deref(), Some("Annabel"));
        assert_eq!(unmarked("Annabel").as_deref(), Some("Annabel"));
        assert_eq!(unmarked("(guest)"), None);
        assert_eq!(marked(&"x".repeat(24)).chars().count(), LONGEST_NAME);
    }

    #[test]
    fn a_text_loses_invisible_characters() {
        assert_eq!(tidy("a\u{0}b\r\nc\u{2067}d \u{1b}[31m<b>"), "ab cd [31m<b>");
    }
}
