//! Board files: the trait that loads them, and faults with their place in the text.

use serde::Deserialize;
use std::{fmt, ops::Range};

/// How we know an element of a board.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// The rule sheet says so.
    Told,
    /// Read off a photograph or drawing of a surviving board.
    Seen,
    /// It follows from what is told or seen.
    Inferred,
    /// Ours, because nothing is known.
    Invented,
}

impl Evidence {
    /// All of them, the most certain first.
    pub const ALL: [Evidence; 4] = [Evidence::Told, Evidence::Seen, Evidence::Inferred, Evidence::Invented];

    /// The word used in files and on pages.
    pub fn word(self) -> &'static str {
        match self {
            Evidence::Told => "told",
            Evidence::Seen => "seen",
            Evidence::Inferred => "inferred",
            Evidence::Invented => "invented",
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Something wrong in a board file, with its place as a range of bytes.
///
/// ```
/// use boxtop_kernel::BoardFault;
///
/// let fault = BoardFault::at(4..5, "unknown colour", "Use red or blue.");
/// assert_eq!(fault.line_column("ab\nxyz"), Some((2, 2)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardFault {
    /// Where in the text; `None` when the fault is that something is missing.
    pub at: Option<Range<usize>>,
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub hint: String,
}

impl BoardFault {
    /// A fault at a place in the text.
    pub fn at(at: Range<usize>, what: impl Into<String>, hint: impl Into<String>) -> Self {
        BoardFault { at: Some(at), what: what.into(), hint: hint.into() }
    }

    /// A fault of the whole file.
    pub fn whole(what: impl Into<String>, hint: impl Into<String>) -> Self {
        BoardFault { at: None, what: what.into(), hint: hint.into() }
    }

    /// The fault's line and column in `text`, both counted from 1.
    pub fn line_column(&self, text: &str) -> Option<(usize, usize)> {
        let start = floor_boundary(text, self.at.as_ref()?.start);
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Some((before.matches('\n').count() + 1, before[line_start..].chars().count() + 1))
    }
}

fn floor_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// A board that is loaded from a text file.
pub trait Board: Sized + Send + Sync + 'static {
    /// The standard board file.
    const STANDARD: &'static str;

    /// Reads and checks a board; lists every fault.
    fn load(text: &str) -> Result<Self, Vec<BoardFault>>;
}

/// A game without a board file.
impl Board for () {
    const STANDARD: &'static str = "";

    fn load(_: &str) -> Result<Self, Vec<BoardFault>> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_counted_in_lines_and_characters() {
        let fault = BoardFault::at(9..10, "x", "");
        assert_eq!(fault.line_column("äb\ncd\nefg"), Some((3, 3)));
        assert_eq!(BoardFault::at(99..100, "x", "").line_column("ab"), Some((1, 3)));
        assert_eq!(BoardFault::whole("x", "").line_column("ab"), None);
    }
}
