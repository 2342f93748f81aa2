//! The record: one document per match, from which it can be played again.

use crate::{Chosen, GameInfo};
use serde::{Deserialize, Serialize};

/// The format this program writes.
pub const FORMAT: u32 = 1;

/// A match on paper.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Always `boxtop`.
    pub program: Program,
    /// Format of this document.
    pub format: u32,
    /// The match's id, to which its throws are bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The game's slug.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// SHA-256 of the board file, in hexadecimal.
    pub board_hash: String,
    /// The board file itself when it is not the one in the box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// All options, defaults included.
    pub options: Chosen,
    /// Who sat where, in the order of the seats.
    pub seats: Vec<Sitting>,
    /// The position it began from, when not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<serde_json::Value>,
    /// SHA-256 of the server's seed, published before the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The seed, once the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// What each seat added to the dice, in the order of the seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nonces: Vec<String>,
    /// Everything that was played.
    pub steps: Vec<Step>,
    /// How it ended; absent while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Result>,
}

/// The name of this program.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Program {
    /// The only one that writes this format.
    Boxtop,
}

/// Who sat at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sitting {
    /// The seat's id.
    pub seat: String,
    /// The name of who sat there.
    pub name: String,
}

/// Something that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// A seat acted.
    Act {
        /// The seat's id.
        seat: String,
        /// The action in notation.
        action: String,
    },
    /// Chance came out.
    Chance {
        /// The outcome in notation.
        chance: String,
    },
    /// The last so many steps that stand were taken back.
    Undo {
        /// How many.
        undo: u32,
    },
    /// A seat gave up.
    Resign {
        /// The seat's id.
        resign: String,
        /// Who plays the seat from now on; without one the match ended here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relief: Option<String>,
    },
}

/// How a match ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Result {
    /// Each seat's part of the win.
    pub shares: Vec<f32>,
    /// What each seat has won or lost in points, where the game keeps an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Vec<i32>>,
    /// Why, as a sentence.
    pub reason: String,
    /// The rules it rests on.
    pub rules: Vec<String>,
}

/// Why a record cannot be played by this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unplayable {
    /// Written in another format.
    Format(u32),
    /// Written under another version of the rules.
    Rules {
        /// The record's version.
        record: u32,
        /// Ours.
        ours: u32,
    },
}

impl std::fmt::Display for Unplayable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unplayable::Format(format) => write!(
                f,
                "this record is written in format {format}; this program reads format {FORMAT}. Use the boxtop that wrote it."
            ),
            Unplayable::Rules { record, ours } => write!(
                f,
                "this record was played under version {record} of the rules; this program plays version {ours}. Use a boxtop with version {record} to replay it."
            ),
        }
    }
}

impl std::error::Error for Unplayable {}

impl Record {
    /// May this program play the record of this game?
    pub fn check(&self, info: &GameInfo) -> std::result::Result<(), Unplayable> {
        if self.format != FORMAT {
            return Err(Unplayable::Format(self.format));
        }
        if self.rules_version != info.rules_version {
            return Err(Unplayable::Rules { record: self.rules_version, ours: info.rules_version });
        }
        Ok(())
    }
}
