//! A match's stream of events: its name, versions, events, and its entry in lists. Plain data; the rules of an
//! append are in `append.rs`.

use std::fmt;
use std::str::FromStr;

use crate::StoreError;

/// The name of one match's stream: 1 to 64 of `A-Z a-z 0-9 _ -`, so that it can be used in a URL as it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamId(String);

impl StreamId {
    /// Maximum length of a name, in characters.
    pub const LONGEST: usize = 64;

    /// Checks a name.
    pub fn new(name: impl Into<String>) -> Result<Self, StoreError> {
        let name = name.into();
        let fits = (1..=Self::LONGEST).contains(&name.len());
        if fits && name.bytes().all(allowed) { Ok(Self(name)) } else { Err(not_a_name()) }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn allowed(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Does not repeat the name, which comes from outside and may be anything, of any length.
fn not_a_name() -> StoreError {
    StoreError::BadRequest("a stream is named with 1 to 64 letters, digits, `_` or `-`".to_owned())
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for StreamId {
    type Err = StoreError;
    fn from_str(name: &str) -> Result<Self, StoreError> {
        Self::new(name)
    }
}

impl TryFrom<String> for StreamId {
    type Error = StoreError;
    fn try_from(name: String) -> Result<Self, StoreError> {
        Self::new(name)
    }
}

/// The version of a stream: the number of its events. The n-th event has version n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u64);

impl Version {
    /// The version of a stream without events.
    pub const NONE: Self = Self(0);
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A match's entry in lists. Each append replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEntry {
    /// The game's name.
    pub game: String,
    /// The match is not finished.
    pub open: bool,
    /// The title of the match.
    pub title: String,
    /// Whose lists show the match; the order is kept.
    pub owners: Vec<String>,
}

/// A stored event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its number in the stream, from 1.
    pub version: Version,
    /// When it was written, in milliseconds since 1970. All events of one append have the same.
    pub at_ms: i64,
    /// The key of its append, stored with the append's last event, whose version the request reached.
    pub key: Option<String>,
    /// The JSON text, byte for byte as it was appended.
    pub body: String,
}

/// One match in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The match.
    pub stream: StreamId,
    /// Its entry, as of the last append.
    pub entry: ListEntry,
    /// Its version.
    pub version: Version,
    /// When its first append was written.
    pub created_ms: i64,
    /// When its last append was written.
    pub updated_ms: i64,
}

/// Which matches to list: all conditions given must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Only this game.
    pub game: Option<String>,
    /// Only matches with this owner.
    pub owner: Option<String>,
    /// Only unfinished (`true`) or finished (`false`) matches.
    pub open: Option<bool>,
    /// Only what comes after this match in the list: when it was updated, and its name.
    pub after: Option<(i64, StreamId)>,
    /// Maximum number of matches, the newest first.
    pub limit: u32,
}

impl Default for Filter {
    /// The hundred newest of everything.
    fn default() -> Self {
        Self { game: None, owner: None, open: None, after: None, limit: 100 }
    }
}

impl Filter {
    /// Does the entry meet the conditions, except `after` and the limit?
    pub fn admits(&self, entry: &ListEntry) -> bool {
        let game = self.game.as_ref().is_none_or(|game| *game == entry.game);
        let owner = self.owner.as_ref().is_none_or(|owner| entry.owners.contains(owner));
        let open = self.open.is_none_or(|open| open == entry.open);
        game && owner && open
    }

    /// Does this match come after the one in `after`?
    pub fn comes_to(&self, listed: &Listed) -> bool {
        let Some((updated_ms, stream)) = &self.after else { return true };
        (-listed.updated_ms, &listed.stream) > (-updated_ms, stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_to_sixty_four_plain_characters() {
        for good in ["a", "match-1_B", &"x".repeat(64)] {
            assert_eq!(StreamId::new(good).expect(good).as_str(), good);
        }
        for bad in ["", "a b", "a/b", "é", "a\0", &"x".repeat(65)] {
            assert!(StreamId::new(bad).is_err(), "{bad:?}");
        }
    }
}
