//! Games and matches with their types erased.
//!
//! Engines are generic. Pages, terminals, referees and tables use them through [`DynGame`] and [`DynMatch`], in
//! notation and scenes only. A match has three parts: [`MatchSetup`] is what never changes while it is played,
//! [`DynMatch`] plays it, and [`PresentMatch`] shows it to people. This is the only part of the kernel that knows
//! JSON values, because written positions pass through it.

mod checked;
mod dyn_match;
mod match_setup;
mod present_match;
mod typed_game;
mod typed_match;

pub use checked::{CheckedStep, DynAction};
pub use dyn_match::DynMatch;
pub use match_setup::MatchSetup;
pub use present_match::PresentMatch;
pub use typed_game::{DynGame, TypedGame};
pub use typed_match::TypedMatch;

use crate::record::Step;
use crate::{Chosen, RuleId, Sentence, scene};

/// How a match is set up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MatchConfig {
    /// The number of players; 0 for the game's usual number.
    pub players: u8,
    /// Options; an option that is not named has its default value.
    pub options: Chosen,
    /// A board file, if the match is not played on the game's standard board.
    pub board: Option<String>,
    /// The version of the rules; 0 for the newest.
    pub rules_version: u32,
}

/// A legal action as it is shown to a person.
#[derive(Clone, PartialEq, Debug)]
pub struct LegalMove {
    /// The action in notation.
    pub action: String,
    /// The rules that allow it.
    pub rules: Vec<RuleId>,
    /// How a person makes it by pointing.
    pub gesture: scene::Gesture,
    /// The piece that it moves, as a heading over all its moves: “red plane on d4”. Empty if it moves none.
    pub group: String,
    /// The question to ask before it is played, if it ends something for all players.
    pub confirm: Option<String>,
}

/// A possible outcome of chance with its probability.
#[derive(Clone, PartialEq, Debug)]
pub struct ChanceOutcome {
    /// The outcome in notation.
    pub outcome: String,
    /// Its weight among all outcomes.
    pub weight: u32,
    /// Its probability: the weight divided by the sum of all weights.
    pub p: f64,
    /// The number it shows, if it shows one: the pips of dice, the steps of a dial.
    pub counts: Option<i32>,
}

/// What one outcome of the throw that is due would mean for a seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Prospect {
    /// The outcome with its probability.
    pub chance: ChanceOutcome,
    /// The position of the plan's turntable after the throw.
    pub turned: u16,
    /// Each space where an action of the seat could end after the throw, with the best tone of these actions. If the
    /// seat has no action then, the spaces to which the throw itself moves its pieces.
    pub ends: Vec<(String, scene::Tone)>,
    /// What the outcome means for the seat, in a few words; the same words mean the same.
    pub words: String,
    /// What the log would say.
    pub lines: Vec<Sentence>,
}

/// The number of legal actions in a position or, if a throw is due, after it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// The largest number that one seat has.
    pub most: usize,
    /// The sum over all seats and all outcomes of the throw.
    pub all: usize,
}

/// A step that has been played, for the log.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedStep {
    /// The step as a record has it.
    pub step: Step,
    /// What it did, in sentences.
    pub lines: Vec<Sentence>,
}
