//! Legal moves as they are shown to a person.

use serde::{Deserialize, Serialize};

/// The legal moves of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatMoves {
    /// The seat that may act.
    pub seat: String,
    /// The number of legal moves.
    pub count: usize,
    /// The sets of rules that the moves rest on; each move names one by its index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Vec<String>>,
    /// The moves. `null` where there are too many for a view: ask for them with `GET …/legal-moves`.
    pub moves: Option<Vec<LegalMove>>,
}

/// A legal move as shown to a person.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LegalMove {
    /// The action in notation, for a `play` command.
    #[cfg_attr(feature = "schema", schema(example = "d6-d7"))]
    pub action: String,
    /// What a button or list entry says.
    pub label: String,
    /// The spaces and trays to point at, in order; empty for a button.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// The path it takes, space by space.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// Index into the `rules` of its list.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rules: usize,
    /// What the move brings.
    #[serde(default, skip_serializing_if = "Tone::is_plain")]
    pub tone: Tone,
    /// The die it is played by, where there are several to choose from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// The kind of token it moves, where the first step is a tray that holds several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Other spaces that may be pointed at instead of a step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same: Vec<SameStep>,
    /// The piece that it moves, as a heading over all its moves; empty if it moves none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schema(example = "attacker on d6"))]
    pub group: String,
    /// The question to ask before it is played, if it ends something for all players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm: Option<String>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A space that may be pointed at instead of a step, because the pieces are interchangeable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SameStep {
    /// The index of the step.
    pub step: usize,
    /// The other space.
    pub space: String,
}

/// What a move brings.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Tone {
    /// Nothing besides the move.
    #[default]
    Plain,
    /// Something is gained.
    Gain,
    /// Something of another player is captured or sent back.
    Take,
    /// Something is lost or put in danger.
    Harm,
    /// The match is won.
    Win,
}

impl Tone {
    fn is_plain(&self) -> bool {
        *self == Tone::Plain
    }
}

/// The answer of `GET /api/v1/tables/{table}/legal-moves`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LegalMoves {
    /// The version they are for.
    pub version: u64,
    /// The moves; `count` is the number of all of them.
    pub legal_moves: SeatMoves,
}
