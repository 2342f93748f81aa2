//! Questions about a match, which change nothing, and their answers.

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

/// May a seat do something, and by which rule?
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// May it?
    pub legal: bool,
    /// The action in notation, where spaces and trays were pointed at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The rules that allow it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Why it is not allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The rule that forbids it, where one can be named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(example = "TM-10"))]
    pub rule: Option<String>,
    /// What to do instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
}

/// Asks what the strongest computer player would do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HintRequest {
    /// The version of the view that the sender has seen.
    pub version: u64,
    /// The seat that is to act.
    pub seat: String,
}

/// What the strongest computer player would do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The version it is for.
    pub version: u64,
    /// The action in notation.
    pub action: String,
    /// The advice as a sentence.
    pub text: String,
    /// What to point at, in order.
    pub steps: Vec<String>,
    /// The rules that allow it.
    pub rules: Vec<String>,
}

/// What each outcome of the throw to come would mean for a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Prospects {
    /// The version they are for.
    pub version: u64,
    /// One for each outcome; empty when there is nothing to throw.
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
    /// Where something could go, and what it would bring.
    pub ends: Vec<PathEnd>,
    /// What else it would bring.
    pub lines: Vec<Sentence>,
}

/// A space where something could go.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PathEnd {
    /// The space.
    pub space: String,
    /// What it would bring.
    pub tone: crate::Tone,
}

/// What a path means that was drawn space by space.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DrawnPath {
    /// The version it is for.
    pub version: u64,
    /// The action in notation, if the path is the whole path of one.
    pub notation: Option<String>,
    /// Why it is none, where a rule can be named.
    pub refusal: Option<PathRefusal>,
}

/// Why a drawn path is not the path of an action.
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

/// Asks for another table that begins at a step of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BranchRequest {
    /// How many steps of the match stand.
    #[cfg_attr(feature = "schema", schema(example = 12))]
    pub step: usize,
    /// One word for each seat: `me`, `open` or a computer's level.
    pub seats: Vec<String>,
}

/// A table that was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpenedTable {
    /// Its id: everybody who knows it may watch, and take a free seat.
    pub table: String,
    /// The path of its page.
    pub url: String,
    /// The path of its events.
    pub events: String,
}

impl OpenedTable {
    /// The table with this id.
    pub fn new(table: impl Into<String>) -> OpenedTable {
        let table = table.into();
        OpenedTable { url: format!("/tables/{table}"), events: format!("/api/v1/tables/{table}/events"), table }
    }
}
