//! The record of a match, as programs read it that do not know the games.
//!
//! It is the same document as the kernel's record, with the same names: a test of the server reads real records with
//! both and compares them. `docs/record.md` says what the fields mean and how dice are checked.

use crate::game::ChosenOptions;
#[cfg(feature = "schema")]
use crate::game::OptionValue;
use crate::view::Pace;
use serde::{Deserialize, Serialize};

/// A match from its first step on: the answer of `GET /api/v1/tables/{table}/record`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MatchRecord {
    /// Always `boxtop`.
    pub program: RecordProgram,
    /// The format of this document, 1 to 4.
    pub format: u32,
    /// The match's id, to which its throws are bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The game's slug.
    #[cfg_attr(feature = "schema", schema(example = "three-musketeers"))]
    pub game: String,
    /// The version of the game's rules.
    pub rules_version: u32,
    /// SHA-256 of the board file, in hexadecimal.
    pub board_hash: String,
    /// The board file, if the match was not played on the standard board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// All options, including those with their default values.
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, OptionValue>))]
    pub options: ChosenOptions,
    /// The players, in the order of the seats.
    pub seats: Vec<RecordSeat>,
    /// The starting position, if it was not the usual one; its form depends on the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
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
    /// The version of the arithmetic of the dice; 1 if it is absent.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub dice: u32,
    /// Every kind of throw that was made, once each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purposes: Vec<RecordPurpose>,
    /// The number and purpose of each `chance` step, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub throws: Vec<RecordThrow>,
    /// The time control; absent for untimed matches. It also has `pauses`, if clocks stood still: a list of times from when
    /// to when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Pace>))]
    pub pace: Option<RecordPace>,
    /// When the table was opened, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began: Option<i64>,
    /// For each step, the milliseconds since the step before it, or since the opening.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<i64>,
    /// The steps of the match, in order.
    pub steps: Vec<RecordStep>,
    /// The result; absent while the match is being played, and if it ended without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<RecordResult>,
}

/// The time control of a match, and when its clocks stood still.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RecordPace {
    /// The time control.
    #[serde(flatten)]
    pub pace: Pace,
    /// Times in which nobody could take a move, so that no clock ran: each from when to when, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pauses: Vec<(i64, i64)>,
}

fn first() -> u32 {
    1
}

fn is_first(version: &u32) -> bool {
    *version == 1
}

/// The program that wrote a record.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum RecordProgram {
    /// The only program that writes this format.
    Boxtop,
}

/// A seat of a record and its player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RecordSeat {
    /// The seat's id.
    pub seat: String,
    /// The player's name.
    pub name: String,
}

/// A kind of throw: the seat that makes it, and its possible outcomes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RecordPurpose {
    /// The seat that throws; absent if nobody does.
    #[serde(rename = "hand", default, skip_serializing_if = "Option::is_none")]
    pub thrower: Option<String>,
    /// Every outcome with its weight, in the order of the game: lists of a text and a number.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Vec<OutcomeOrWeight>>))]
    #[serde(rename = "lots")]
    pub outcomes: Vec<(String, u32)>,
}

// Only the schema has this type: generators of clients do not know pairs of different types.
/// An outcome, or its weight.
#[cfg(feature = "schema")]
#[derive(Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "a description, of which no value is made")]
enum OutcomeOrWeight {
    /// The outcome in notation.
    Outcome(String),
    /// Its weight.
    Weight(u32),
}

/// A throw of the server's dice.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RecordThrow {
    /// Its number in the match, from 0.
    pub number: u64,
    /// The index of its purpose.
    pub purpose: usize,
}

/// A step of a record. The field names tell the kinds apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum RecordStep {
    /// A seat acted.
    Act {
        /// The seat's id.
        seat: String,
        /// The action in notation.
        action: String,
    },
    /// A throw of the server's dice.
    Chance {
        /// The outcome in notation.
        chance: String,
        /// The link of the seat that threw or drew, with dice of version 3.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<String>,
        /// The seat that the link is of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// The server's link, with dice of version 3. A throw that was repeated after an undo has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        server: Option<String>,
    },
    /// A throw of a player's own dice.
    Entered {
        /// The outcome in notation.
        entered: String,
    },
    /// Steps were undone; they stay in the record.
    Undo {
        /// The number of steps.
        undo: u32,
    },
    /// A player resigned.
    Resign {
        /// The seat's id.
        resign: String,
        /// Who plays the seat from here on; without it, the match ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relief: Option<String>,
    },
    /// A player's time ran out.
    Flag {
        /// The seat's id.
        flag: String,
        /// Who plays the seat from here on; without it, the match ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relief: Option<String>,
    },
    /// The players agreed to a draw.
    Draw {
        /// Always `true`.
        draw: bool,
    },
    /// A computer plays for an absent player.
    Relieve {
        /// The seat's id.
        relieve: String,
        /// The computer's name.
        by: String,
    },
    /// The absent player returned.
    Return {
        /// The seat's id.
        #[serde(rename = "return")]
        back: String,
    },
    /// A player was gone, and the other one claimed the win.
    Claim {
        /// The seat that claimed the win.
        claim: String,
        /// The seats of the player who was gone.
        absent: Vec<String>,
    },
    /// The match ended without a result: a player was gone, or the host closed the table.
    Abort {
        /// The seat that ended it; the first one if it was the host.
        abort: String,
        /// Why the host closed the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// The seat of a player who was gone was opened.
    Vacate {
        /// The seat's id.
        vacate: String,
    },
    /// A seat's device committed to its contribution to the dice.
    Commit {
        /// The seat's id.
        commit: String,
        /// The anchor of its chain.
        anchor: String,
    },
    /// A seat's device revealed its link of a round.
    Reveal {
        /// The seat's id.
        reveal: String,
        /// The link.
        link: String,
    },
    /// A player left before the match began, and the commitment of their device is void.
    Withdraw {
        /// The seat's id.
        withdraw: String,
    },
    /// A person took a seat that was opened during the match.
    Sit {
        /// The seat's id.
        sit: String,
        /// The person's name.
        name: String,
    },
}

/// The result of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RecordResult {
    /// Each seat's share of the win.
    pub shares: Vec<f64>,
    /// Each seat's points, in games that count points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Vec<i32>>,
    /// How and why the match ended.
    pub reason: String,
    /// The rules it rests on.
    pub rules: Vec<String>,
}
