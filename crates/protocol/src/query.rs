//! Queries about a match, which change nothing, and their results.

use serde::{Deserialize, Serialize};

/// A sentence with the rules it rests on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sentence {
    /// The words.
    pub text: String,
    /// The numbers of the rules.
    pub rules: Vec<String>,
}

/// Is an action legal for a seat, and by which rule?
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// Is it legal?
    pub legal: bool,
    /// The action in notation, for a gesture of spaces and trays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The rules that allow it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Why it is not allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The rule that forbids it, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(example = "TM-10"))]
    pub rule: Option<String>,
    /// What to do instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
}

/// Asks for the move of the strongest computer player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HintRequest {
    /// The version of the view that the sender has seen.
    pub version: u64,
    /// The seat to act.
    pub seat: String,
}

/// The move of the strongest computer player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The version it is for.
    pub version: u64,
    /// The action in notation.
    pub action: String,
    /// The advice as a sentence.
    pub text: String,
    /// Why it is a good action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Sentence>,
    /// What to choose on the board, in order.
    pub steps: Vec<String>,
    /// The rules that allow it.
    pub rules: Vec<String>,
}

/// The chances of winning as far as a seat can know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Chances {
    /// The version they are for.
    pub version: u64,
    /// For each seat, in seat order, its share of the win; 1 is a certain win.
    pub chances: Vec<f64>,
}

/// What each outcome of the next throw would mean for a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Prospects {
    /// The version they are for.
    pub version: u64,
    /// One for each outcome; empty if no throw is due.
    pub prospects: Vec<Prospect>,
}

/// What one outcome of a throw would mean.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Prospect {
    /// The outcome in notation.
    pub outcome: String,
    /// Its probability.
    pub p: f64,
    /// How many steps the turntable would be turned.
    pub turned: u16,
    /// Where pieces could go, and what that would bring.
    pub ends: Vec<PathEnd>,
    /// What it would mean for the seat, in a few words. Outcomes with the same words can be added up.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = "takes a counter"))]
    pub words: String,
    /// Other effects.
    pub lines: Vec<Sentence>,
}

/// A space where a piece could go.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PathEnd {
    /// The space.
    pub space: String,
    /// What it would bring.
    pub tone: crate::Tone,
}

/// The action for a path drawn space by space.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DrawnPath {
    /// The version it is for.
    pub version: u64,
    /// The action in notation, if the path is the whole path of one.
    pub notation: Option<String>,
    /// Why there is none, if a rule applies.
    pub refusal: Option<PathRefusal>,
}

/// Why a drawn path is not an action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PathRefusal {
    /// What is wrong.
    pub text: String,
    /// What to do instead.
    pub instead: String,
    /// The rules that forbid it.
    pub rules: Vec<String>,
}

/// Asks for a new table that starts from a step of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BranchRequest {
    /// The number of steps to keep.
    #[cfg_attr(feature = "schema", schema(example = 12))]
    pub step: usize,
    /// One word for each seat: `me`, `open` or a computer's level.
    pub seats: Vec<String>,
    /// Your device sends the anchors of your seats later, with the command `commit`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anchor_later: bool,
}

/// A table that was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpenedTable {
    /// Its id: anyone who knows it can watch and take a free seat.
    pub table: String,
    /// The path of its page.
    pub url: String,
    /// The path of its events.
    pub events: String,
    /// The server's signed word on the opening, at tables with dice of version 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<crate::Receipt>,
}

impl OpenedTable {
    /// The table with this id.
    pub fn new(table: impl Into<String>) -> OpenedTable {
        let table = table.into();
        let (url, events) = (format!("/tables/{table}"), format!("/api/v1/tables/{table}/events"));
        OpenedTable { url, events, table, receipt: None }
    }
}
