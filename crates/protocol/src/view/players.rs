//! What lies between the players: questions, clocks, contests, and players who are gone.

use serde::{Deserialize, Serialize};

/// A question that one player asks the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Question {
    /// The seat that asks.
    pub by: String,
    /// What it proposes.
    pub proposal: Proposal,
    /// The seats that have accepted.
    pub agreed: Vec<String>,
    /// The seats that still have to answer.
    pub to_answer: Vec<String>,
    /// Does the viewer have to answer?
    pub mine: bool,
}

/// What a player proposes to the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Proposal {
    /// To take back steps.
    Undo {
        /// How many.
        steps: u32,
    },
    /// To end the match as a draw.
    Draw,
    /// To let a computer play for a player who is away.
    Computer {
        /// The seat of that player.
        absent: String,
        /// The computer's level.
        level: String,
    },
    /// To go on with a new device, because the one that holds the seat's chain is lost.
    NewDevice,
    /// To play a rematch.
    Rematch,
}

/// The clocks as of one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Clocks {
    /// How fast the match is played.
    pub pace: Pace,
    /// The moment, in milliseconds since 1970.
    pub at: i64,
    /// Milliseconds left for each seat; `null` for seats without a clock.
    pub left: Vec<Option<i64>>,
    /// The seats whose clocks run.
    pub running: Vec<String>,
}

/// How fast a match is played.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Pace {
    /// Without clocks.
    #[default]
    Untimed,
    /// A clock for each seat.
    Clock {
        /// Seconds at the start, 10 to 86400.
        initial: u32,
        /// Seconds added by each turn, at most 600.
        increment: u32,
    },
    /// Days for each turn.
    Days {
        /// How many, 1 to 60.
        days: u32,
    },
}

/// A series of matches with the seats changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Contest {
    /// The number of this match, from 1.
    pub game: u8,
    /// The number of matches in all.
    pub of: u8,
    /// The points by seat.
    pub points: Option<Vec<f64>>,
    /// What is counted.
    pub unit: String,
    /// Does another match follow?
    pub goes_on: bool,
}

/// A player who is gone, in a match between two people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Absence {
    /// The player's seats.
    pub seats: Vec<String>,
    /// When the other player may choose what follows, in milliseconds since 1970.
    pub from: i64,
    /// Why the player counts as gone.
    pub why: AbsenceReason,
    /// Is the choice the viewer's?
    pub mine: bool,
}

/// The link of a seat's chain that its device sends next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatLink {
    /// The seat's id.
    pub seat: String,
    /// The number of the link in the chain of the seat's device, from 1.
    pub index: u64,
    /// The anchor of that chain, in hexadecimal: a device that has another chain, or none, cannot send the link.
    pub anchor: String,
    /// What the device sends it with now, by itself; without it, the link goes with the player's next throw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<LinkWanted>,
}

/// What a device sends a link with, without being asked by its player.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum LinkWanted {
    /// The command `reveal`.
    Reveal,
    /// The command `throw`: a draw that no seat throws, such as a hidden counter.
    Draw,
}

/// Why a player counts as gone.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum AbsenceReason {
    /// The player has not been present for a day or more.
    Away,
    /// The player's time has run out.
    Time,
    /// The seat was opened for anybody.
    Open,
    /// The player's device has not revealed its contribution to the dice.
    Unrevealed,
}
