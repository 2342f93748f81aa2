//! Comparing names: regardless of case, and by appearance.
//!
//! ```
//! use boxtop_store::skeleton;
//! assert_eq!(skeleton("Iris"), skeleton("lrıs"));
//! assert_eq!(skeleton("Anna"), skeleton("Αnnа")); // Greek alpha, Cyrillic a
//! assert_ne!(skeleton("Anna"), skeleton("Anne"));
//! ```

use unicode_normalization::UnicodeNormalization;

/// The name in lower case, for logins.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// The appearance of a name: two names with the same skeleton look alike, so only one of them can be claimed. It uses
/// Unicode confusables (UTS 39) on the compatibility form (NFKC), regardless of case.
pub fn skeleton(name: &str) -> String {
    let plain: String = name.nfkc().filter(|letter| !is_ignorable(*letter)).collect();
    // Upper and lower case letters have different look-alikes: Μ looks like M, but μ does not; 0 like O, 1 like l.
    let once = confusable(&plain).to_lowercase();
    let twice = confusable(&once).to_lowercase();
    let words: String = twice.chars().map(|letter| if letter == 'l' { 'i' } else { letter }).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn confusable(text: &str) -> String {
    unicode_security::skeleton(text).collect()
}

/// Invisible characters (Default_Ignorable_Code_Point, and controls).
fn is_ignorable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for (one, other) in [
            ("Annabel", "ANNABEL"),
            ("Annabel", "Аnnаbеl"),
            ("Annabel", "Ａｎｎａｂｅｌ"),
            ("Annabel", "Annabe1"),
            ("Annabel", "AnnabeI"),
            ("Annabel", "Anna\u{200b}bel\u{fe0f}"),
            ("Annabel", "𝐀𝐧𝐧𝐚𝐛𝐞𝐥"),
            ("Iris", "lris"),
            ("Robert", "R0bert"),
            ("Moor", "Μооr"),
            ("Mary", "rnary"),
            ("Computer (general)", "Соmputer （general）"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} and {other}");
        }
    }

    #[test]
    fn names_that_look_different_have_different_skeletons() {
        let names = ["Anna", "Anne", "Änne", "Hannah", "Jan", "Ян", "Bob", "Bert 2", "Bert 3", "Ada", "Eve", "王"];
        for (at, one) in names.iter().enumerate() {
            for other in &names[at + 1..] {
                assert_ne!(skeleton(one), skeleton(other), "{one} and {other}");
            }
        }
    }
}
