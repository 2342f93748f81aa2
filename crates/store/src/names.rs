//! How names are compared: whatever their case, and by what they look like.
//!
//! ```
//! use boxtop_store::skeleton;
//! assert_eq!(skeleton("Iris"), skeleton("lrıs"));
//! assert_eq!(skeleton("Anna"), skeleton("Αnnа")); // Greek alpha, Cyrillic a
//! assert_ne!(skeleton("Anna"), skeleton("Anne"));
//! ```

use unicode_normalization::UnicodeNormalization;

/// A name as it is written, whatever its case: by it people log in.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// What a name looks like: two names with the same skeleton cannot be told apart by eye, so only one of them can be
/// claimed. The confusables of Unicode (UTS 39) over the compatibility form (NFKC), whatever the case.
pub fn skeleton(name: &str) -> String {
    let plain: String = name.nfkc().filter(|letter| !is_ignorable(*letter)).collect();
    // Capitals and small letters have different look-alikes: Μ is like M and μ is not, 0 is like O, 1 is like l.
    let once = confusable(&plain).to_lowercase();
    let twice = confusable(&once).to_lowercase();
    let words: String = twice.chars().map(|letter| if letter == 'l' { 'i' } else { letter }).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn confusable(text: &str) -> String {
    unicode_security::skeleton(text).collect()
}

/// Characters that are not drawn (Default_Ignorable_Code_Point, and controls).
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
    fn names_that_can_be_told_apart_stay_apart() {
        let names = ["Anna", "Anne", "Änne", "Hannah", "Jan", "Ян", "Bob", "Bert 2", "Bert 3", "Ada", "Eve", "王"];
        for (at, one) in names.iter().enumerate() {
            for other in &names[at + 1..] {
                assert_ne!(skeleton(one), skeleton(other), "{one} and {other}");
            }
        }
    }
}
