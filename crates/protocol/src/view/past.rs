//! Earlier positions of a match.

use super::{SpaceMark, Throw, Token, Tray};
use crate::query::Sentence;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The past: how the table stood after some of its steps.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moments {
    /// The version of the match.
    pub version: u64,
    /// The number of steps in the match.
    pub steps: usize,
    /// The moments asked for.
    pub moments: Vec<Moment>,
}

/// How the table stood after a step. Fields have the names and meaning they have in a `View`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moment {
    /// The number of the step; 0 is the beginning.
    pub step: usize,
    /// Whose turn it was.
    pub headline: String,
    /// How each seat stood.
    pub seats: Vec<SeatMoment>,
    /// Ids of the seats to act.
    pub turn: Vec<String>,
    /// The last throw.
    pub throw: Option<Throw>,
    /// The number of steps the turntable had been turned.
    pub turned: u16,
    /// The light on the board.
    pub mood: Option<String>,
    /// All tokens, ordered by id.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Token>))]
    pub tokens: Vec<Arc<Token>>,
    /// The trays.
    pub trays: Vec<Tray>,
    /// Marks that describe the position.
    pub marks: Vec<SpaceMark>,
    /// Marks that the step left.
    pub last: Vec<SpaceMark>,
}

/// How a seat stood after a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatMoment {
    /// The seat's id.
    pub id: String,
    /// What it needed to win.
    pub need: Option<Sentence>,
    /// Where it stood in the course of the game.
    pub standing: Option<String>,
}
