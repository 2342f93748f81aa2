//! The view as the API describes it. `wire` writes it; a test sees that both name the same fields.
#![allow(dead_code, reason = "only described")]

use serde_json::Value;
use utoipa::ToSchema;

/// A table as one person sees it.
#[derive(ToSchema)]
pub(crate) struct ViewShape {
    /// How many events it rests on; the id of its message in the stream.
    version: u64,
    game: String,
    /// `waiting`, `playing` or `over`.
    phase: String,
    headline: String,
    seats: Vec<Value>,
    /// Ids of the seats this person plays.
    mine: Vec<String>,
    /// Ids of the seats that are to act.
    turn: Vec<String>,
    /// The throw that is to be made: whose hand, and whether it is this person's.
    chance: Option<Value>,
    /// What dice or dial showed last.
    throw: Option<Value>,
    /// How many steps the turntable has been turned.
    turned: u16,
    /// The light the board is in, where a game knows any.
    mood: Option<String>,
    /// Is a computer to act?
    thinking: bool,
    /// Is a turn under way that more actions complete?
    mid_turn: bool,
    tokens: Vec<Value>,
    trays: Vec<Value>,
    /// Pairs of space and mark: what holds now.
    marks: Vec<[String; 2]>,
    /// Pairs of space and mark: what the last step touched.
    last: Vec<[String; 2]>,
    /// What this person may do: a list, or a table of rows where it must be short.
    offers: Value,
    /// Can the way of an action be drawn space by space?
    can_draw: bool,
    /// The log from this entry on; what stands before is as it was.
    log_from: usize,
    log: Vec<Value>,
    /// Each seat's part of the win.
    outcome: Option<Vec<f64>>,
    /// What each seat has won or lost in points, once it is over and where the game keeps an account.
    account: Option<Vec<i32>>,
    verdict: Option<Value>,
    can_undo: bool,
    /// May this person ask the others for something: to take back more, a draw?
    can_ask: bool,
    /// What is asked: by whom, for what, who agreed, who has to answer, and whether it is this person.
    asked: Option<Value>,
    /// The pace, what each seat has left, whose clock runs, and of when that holds.
    clocks: Option<Value>,
    /// Ids of the seats that have still to add to the dice.
    wants_nonce: Vec<String>,
    /// The seat whose own dice are to be thrown and entered.
    own_throw: Option<String>,
    /// Ids of the seats that computers play until this person comes back.
    kept: Vec<String>,
    can_hint: bool,
    /// Does one person play here, alone or for all seats?
    at_home: bool,
    /// Game, of, points by seat, and whether another game follows.
    contest: Option<Value>,
    /// The match that follows this one.
    next: Option<String>,
    /// Who is gone, or soon may be: `seats`, `from` when on the other player may choose (milliseconds since 1970),
    /// `why` (`away`, `time` or `open`), and whether the choice would be this person's.
    absent: Option<Value>,
    /// The seat that declined the last rematch that was offered.
    declined: Option<String>,
    /// Fingerprint of the secret seed.
    commitment: String,
    /// The seed, once the match is over.
    seed: Option<String>,
}
