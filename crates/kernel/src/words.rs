//! English for counts and lists.

use std::fmt::Display;

/// A number with its noun, and its verb where one follows.
///
/// ```
/// use boxtop_kernel::counted;
/// assert_eq!(counted(1, "throw has", "throws have"), "1 throw has");
/// assert_eq!(counted(12, "man", "men"), "12 men");
/// assert_eq!(counted(0, "point", "points"), "0 points");
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    let word = if number == N::from(1) { one } else { many };
    format!("{number} {word}")
}

/// Words in a row, the last one after `last`; *nothing* if there are none.
///
/// ```
/// use boxtop_kernel::listed;
/// assert_eq!(listed(vec!["red".into(), "black".into(), "green".into()], "or"), "red, black or green");
/// assert_eq!(listed(vec!["red".into()], "or"), "red");
/// assert_eq!(listed(vec![], "or"), "nothing");
/// ```
pub fn listed(words: Vec<String>, last: &str) -> String {
    match words.split_last() {
        None => "nothing".into(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}
