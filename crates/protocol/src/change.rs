//! The change between two views of one viewer.
//!
//! [`ViewChange::between`] finds it and [`View::apply`] applies it: a client that has a view and applies every
//! change in order has exactly the view that the server would send.

use crate::query::Sentence;
use crate::view::*;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// What changed between two views. An absent field is unchanged; `null` means that it is `null` now.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ViewChange {
    /// The version that it changes.
    pub from: u64,
    /// The version that it leads to.
    pub version: u64,
    /// The new phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The new headline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// All seats, if there are other seats or names. `seats` is absent then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_seats: Option<Vec<SeatView>>,
    /// What changed at seats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatChange>,
    /// The new seats of the viewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mine: Option<Vec<String>>,
    /// The new seats to act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Vec<String>>,
    /// The new pending throw.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<PendingThrow>))]
    pub chance: Option<Option<PendingThrow>>,
    /// The new last throw.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Throw>))]
    pub throw: Option<Option<Throw>>,
    /// The new sectors of the dial.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<DialSector>>))]
    pub dial: Option<Option<Vec<DialSector>>>,
    /// The new number of steps the turntable has been turned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned: Option<u16>,
    /// The new light.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub mood: Option<Option<String>>,
    /// Is a computer player to act now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking: Option<bool>,
    /// Is a turn under way now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mid_turn: Option<bool>,
    /// What changed among the tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<TokenChanges>,
    /// All trays, if there are other trays or owners. `trays` is absent then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_trays: Option<Vec<Tray>>,
    /// What changed at trays.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trays: Vec<TrayChange>,
    /// The new marks of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<SpaceMark>>,
    /// The new marks of the last step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<Vec<SpaceMark>>,
    /// The new legal moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<SeatMoves>>,
    /// Can paths be drawn now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_draw: Option<bool>,
    /// What changed in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<LogChange>,
    /// The new outcome.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<f64>>))]
    pub outcome: Option<Option<Vec<f64>>>,
    /// The new account of points.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<i32>>))]
    pub account: Option<Option<Vec<i32>>>,
    /// The new reason why the match ended.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Sentence>))]
    pub verdict: Option<Option<Sentence>>,
    /// May the viewer undo now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_undo: Option<bool>,
    /// May the viewer ask the others now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_ask: Option<bool>,
    /// The new question.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Question>))]
    pub question: Option<Option<Question>>,
    /// The new clocks.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Clocks>))]
    pub clocks: Option<Option<Clocks>>,
    /// The new seats that have to add a nonce.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wants_nonce: Option<Vec<String>>,
    /// The new seats that have to send an anchor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wants_anchor: Option<Vec<String>>,
    /// The new seats that have to reveal a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wants_link: Option<Vec<String>>,
    /// The new links of the viewer's seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<Vec<SeatLink>>,
    /// The new seat that throws real dice.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub own_throw: Option<Option<String>>,
    /// The new seats that are reserved for the viewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<Vec<String>>,
    /// May the viewer ask for a hint now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_hint: Option<bool>,
    /// Does one person play all seats now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_home: Option<bool>,
    /// May players now ask for hints and see the chances of winning?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub practice: Option<bool>,
    /// The new state of the contest.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Contest>))]
    pub contest: Option<Option<Contest>>,
    /// The match that follows.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub next: Option<Option<String>>,
    /// The new absence.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Absence>))]
    pub absence: Option<Option<Absence>>,
    /// The seat that declined the last rematch.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub declined: Option<Option<String>>,
    /// The new commitment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The seed.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub seed: Option<Option<String>>,
}

/// What changed at one seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatChange {
    /// The seat's id.
    pub id: String,
    /// Who plays it now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Occupancy>,
    /// The new name of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// What the seat needs to win now.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Sentence>))]
    pub need: Option<Option<Sentence>>,
    /// The seat's stage of the game now.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub standing: Option<Option<String>>,
    /// Is the player eliminated now?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<bool>,
}

/// What changed among the tokens.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TokenChanges {
    /// Ids of the tokens that are gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<u16>,
    /// Tokens that are at another place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<MovedToken>,
    /// Tokens that are new, or look different.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub put: Vec<Token>,
}

/// A token at another place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MovedToken {
    /// The token's id.
    pub id: u16,
    /// The space it stands on now; absent in a tray.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
    /// The tray it lies in now; absent on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tray: Option<String>,
    /// Its horizontal position in the drawing.
    pub x: f64,
    /// Its vertical position in the drawing.
    pub y: f64,
    /// Its size; absent if it is 1.
    #[serde(default = "full_size", skip_serializing_if = "is_full_size")]
    pub scale: f64,
}

fn full_size() -> f64 {
    1.0
}

fn is_full_size(scale: &f64) -> bool {
    *scale == full_size()
}

/// What changed at one tray.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TrayChange {
    /// The tray's id.
    pub id: String,
    /// Its new heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Its new text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Its new details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

/// What changed in the log: the end is removed, then entries are added.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LogChange {
    /// The number of entries that stay, from the beginning of the match.
    pub from: usize,
    /// The entries that follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<LogEntry>,
}

/// Reads a field that is present: `null` is a value like any other.
pub(crate) fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// Why a change cannot be applied to a view. The view is unchanged; ask for the whole view.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CannotApply {
    /// The change is for another version.
    Version {
        /// The version of the view.
        have: u64,
        /// The version that the change is for.
        from: u64,
    },
    /// The change names a seat, tray, token or log entry that the view does not have.
    Unknown,
}

impl fmt::Display for CannotApply {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotApply::Version { have, from } => {
                write!(to, "the change is for version {from}, but the view has version {have}")
            }
            CannotApply::Unknown => write!(to, "the change names something that the view does not have"),
        }
    }
}

impl std::error::Error for CannotApply {}

/// Calls a macro with the fields that are replaced as a whole.
macro_rules! with_plain_fields {
    ($call:ident, $($with:tt)*) => {
        $call!($($with)*;
            phase headline mine turn chance throw dial turned mood thinking mid_turn marks last legal_moves can_draw
            outcome account verdict can_undo can_ask question clocks wants_nonce wants_anchor wants_link links own_throw kept can_hint
            at_home practice contest next absence declined commitment seed)
    };
}

mod apply;
mod between;
#[cfg(test)]
mod tests;
