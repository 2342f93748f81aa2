//! What a client sees of a match: the one declaration of the view.
//!
//! A view is made for one viewer and holds only what that viewer may know. Clients get a whole [`View`] at the start and
//! after a gap, and a [`ViewChange`](crate::ViewChange) for every version in between.

mod board;
mod legal_moves;
mod past;
mod players;

pub use board::{DialSector, MarkKind, PendingThrow, SpaceMark, Throw, Token, Tray};
pub use legal_moves::{LegalMove, LegalMoves, SameStep, SeatMoves, Tone};
pub use past::{Moment, Moments, SeatMoment};
pub use players::{Absence, AbsenceReason, Clocks, Contest, LinkWanted, Pace, Proposal, Question, SeatLink};

use crate::query::Sentence;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A match as one viewer sees it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The number of events the match consists of; also the id of the stream's message.
    pub version: u64,
    /// The game's slug.
    #[cfg_attr(feature = "schema", schema(example = "three-musketeers"))]
    pub game: String,
    /// Is the match waiting for players, being played or over?
    pub phase: Phase,
    /// Whose turn it is and what is open, as a sentence.
    pub headline: String,
    /// All seats, in their order.
    pub seats: Vec<SeatView>,
    /// Ids of the seats that the viewer plays.
    pub mine: Vec<String>,
    /// Ids of the seats to act.
    pub turn: Vec<String>,
    /// The throw to be made, if one is.
    pub chance: Option<PendingThrow>,
    /// The last throw, in games that have one.
    pub throw: Option<Throw>,
    /// The sectors of the dial, in games that have one.
    pub dial: Option<Vec<DialSector>>,
    /// The number of steps the turntable has been turned.
    pub turned: u16,
    /// The light on the board, `night` or `day`, in games that have it.
    pub mood: Option<String>,
    /// Is a computer player to act?
    pub thinking: bool,
    /// Is a turn under way that needs more actions?
    pub mid_turn: bool,
    /// All tokens, ordered by id. Views that show the same tokens share them, and views after one another those that stay.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Token>))]
    pub tokens: Arc<Vec<Arc<Token>>>,
    /// The trays beside the board.
    pub trays: Vec<Tray>,
    /// Marks that describe the position.
    pub marks: Vec<SpaceMark>,
    /// Marks that the last step left.
    pub last: Vec<SpaceMark>,
    /// What the viewer may do: one entry for each of the viewer's seats that is to act.
    pub legal_moves: Vec<SeatMoves>,
    /// Can an action be entered by drawing its path space by space?
    pub can_draw: bool,
    /// The number of log entries that are left out before `log`.
    pub log_from: usize,
    /// The log.
    pub log: Vec<LogEntry>,
    /// Each seat's share of the win, once the match is over.
    pub outcome: Option<Vec<f64>>,
    /// The points that each seat has won or lost, once the match is over, in games that count points.
    pub account: Option<Vec<i32>>,
    /// Why the match ended.
    pub verdict: Option<Sentence>,
    /// May the viewer take back an action without asking?
    pub can_undo: bool,
    /// May the viewer ask the other players for an undo or a draw?
    pub can_ask: bool,
    /// A question that is open at the table.
    pub question: Option<Question>,
    /// The clocks, at a table that has them.
    pub clocks: Option<Clocks>,
    /// Ids of the seats that still have to add to the dice.
    pub wants_nonce: Vec<String>,
    /// Ids of the seats whose devices still have to send the anchor of their chain.
    pub wants_anchor: Vec<String>,
    /// Ids of the seats whose devices still have to reveal a link before the next throw.
    pub wants_link: Vec<String>,
    /// For each of the viewer's seats with a device: which link of its chain it sends next.
    pub links: Vec<SeatLink>,
    /// The seat whose player throws real dice and enters the outcome.
    pub own_throw: Option<String>,
    /// Ids of the seats that computers play until the viewer returns.
    pub kept: Vec<String>,
    /// May the viewer ask for a hint?
    pub can_hint: bool,
    /// Does one person play all seats that computers do not play?
    pub at_home: bool,
    /// May players ask for hints and see the chances of winning? Only where everybody wants it: one person alone, or a
    /// table that was opened for practice.
    pub practice: bool,
    /// The contest, if the match is part of one.
    pub contest: Option<Contest>,
    /// The id of the match that follows this one.
    pub next: Option<String>,
    /// The player who is gone, or will count as gone.
    pub absence: Option<Absence>,
    /// The seat that declined the last rematch.
    pub declined: Option<String>,
    /// SHA-256 fingerprint of the secret seed.
    pub commitment: String,
    /// The seed, once the match is over.
    pub seed: Option<String>,
}

/// How far a match is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Phase {
    /// A seat is still open.
    #[default]
    Waiting,
    /// The match is being played.
    Playing,
    /// The match is over.
    Over,
}

/// A seat and its player.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// The seat's id.
    #[cfg_attr(feature = "schema", schema(example = "attack"))]
    pub id: String,
    /// The seat's name inside a sentence.
    pub name: String,
    /// The seat's name at the beginning of a sentence.
    pub title: String,
    /// Who plays the seat.
    pub kind: Occupancy,
    /// The player's name, or the computer's level in words.
    pub who: String,
    /// What the seat needs to win.
    pub need: Option<Sentence>,
    /// Where the seat stands in the course of the game, in a word or two.
    pub standing: Option<String>,
    /// Has the player been eliminated?
    pub out: bool,
}

/// Who plays a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Occupancy {
    /// Nobody yet.
    #[default]
    Open,
    /// A person.
    Person,
    /// A computer player.
    Computer,
}

/// An entry of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LogEntry {
    /// Its number, from 1.
    pub number: usize,
    /// The number of the step it describes, from 1; absent for entries that are not steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The seat that acted; `null` for chance.
    pub seat: Option<String>,
    /// The action or outcome in notation.
    pub action: String,
    /// What happened.
    pub lines: Vec<Sentence>,
}
