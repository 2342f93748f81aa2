//! What a client sees of a match: the one declaration of the view.
//!
//! A view is made for one viewer and holds only what that viewer may know. Clients get a whole [`View`] at the start and
//! after a gap, and a [`ViewChange`](crate::ViewChange) for every version in between.

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
    /// All tokens, ordered by id. Shared by views that show the same ones.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Token>))]
    pub tokens: Arc<Vec<Token>>,
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
    /// The seat whose player throws real dice and enters the outcome.
    pub own_throw: Option<String>,
    /// Ids of the seats that computers play until the viewer returns.
    pub kept: Vec<String>,
    /// May the viewer ask for a hint?
    pub can_hint: bool,
    /// Does one person play all seats that computers do not play?
    pub at_home: bool,
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

/// A throw that is to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PendingThrow {
    /// The seat that throws; `null` when the server does.
    pub thrower: Option<String>,
    /// Is it a seat of the viewer?
    pub mine: bool,
}

/// What chance showed last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Throw {
    /// Dice.
    Dice {
        /// The pips of each die.
        pips: Vec<u8>,
    },
    /// A dial; the view's `dial` has its sectors.
    Dial {
        /// The index of the sector it points at; `null` before the first spin.
        at: Option<usize>,
    },
}

/// A sector of a dial.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DialSector {
    /// What is printed on it.
    pub label: String,
    /// Its size, relative to the other sectors.
    pub weight: u32,
}

/// A piece on the board or in a tray.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Token {
    /// Stays the same for as long as the piece looks like the same piece.
    pub id: u16,
    /// The kind of piece.
    pub kind: String,
    /// What a screen reader says.
    pub label: String,
    /// The index of the seat that owns it.
    pub seat: Option<u8>,
    /// The space it stands on; `null` in a tray.
    pub space: Option<String>,
    /// The tray it lies in; `null` on the board.
    pub tray: Option<String>,
    /// Its horizontal position in the drawing.
    pub x: f64,
    /// Its vertical position in the drawing.
    pub y: f64,
    /// Its size, relative to a token on the board.
    pub scale: f64,
}

/// A place beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tray {
    /// The tray's id.
    pub id: String,
    /// Its heading.
    pub label: String,
    /// The seat that owns it.
    pub seat: Option<String>,
    /// What it says, such as `12 of 34 still to take`.
    pub note: String,
}

/// A mark on a space.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SpaceMark {
    /// The space.
    pub space: String,
    /// What the mark says.
    pub mark: MarkKind,
}

/// Why a space is marked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum MarkKind {
    /// The last move came from here.
    LastFrom,
    /// The last move went here.
    LastTo,
    /// Something was captured here.
    LastTaken,
    /// This piece must act.
    Must,
    /// This piece cannot move.
    Held,
    /// Something can go here.
    Target,
    /// The direction in which the piece here can go.
    Arrow,
    /// A number in an order.
    Step,
}

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
}

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

/// How the table stood after a step. Fields have the names and meaning they have in a [`View`].
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
    /// All tokens, ordered by id. Shared by views that show the same ones.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Token>))]
    pub tokens: Arc<Vec<Token>>,
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
