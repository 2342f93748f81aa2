//! Playing a match whose game is not known at compile time.

use super::{ChanceOutcome, CheckedStep, Choices, DynAction, MatchSetup, PlayedStep, PresentMatch};
use crate::{Fault, Outcome, Refusal, Seat, SeatSet, Turn};
use std::any::Any;
use std::sync::Arc;

/// A match of some game, played in notation.
///
/// A method that takes input from outside checks it first. If it refuses the input, the match does not change.
pub trait DynMatch: MatchSetup + PresentMatch + Send + Sync {
    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// Whether the same seat completes its turn with more actions.
    fn mid_turn(&self) -> bool;

    /// The seats that can still win: all but eliminated players.
    fn contenders(&self) -> SeatSet;

    /// The number of legal actions of the seat.
    fn count_legal(&self, seat: Seat) -> usize;

    /// The number of legal actions of all seats or, if a throw is due, after it. Far cheaper than a list of them.
    fn choices(&self) -> Choices;

    /// The possible outcomes of the throw that is due; empty if it is not chance's turn.
    fn chance_outcomes(&self) -> Vec<ChanceOutcome>;

    /// The seat that makes the throw that is due. `None` if it is not chance's turn, or if no seat throws, such as
    /// when a hidden counter is turned up.
    fn thrower(&self) -> Option<Seat>;

    /// Whether a throw is due after which, whatever it shows, another throw follows before anybody can choose: the
    /// throws for the first turn, the spins of a barge at sea. Several of them can be made in one go.
    fn is_forced(&self) -> bool;

    /// Reads and judges a typed move without playing it: one action, or several of one turn.
    fn check(&self, seat: Seat, text: &str) -> Result<Vec<CheckedStep>, Refusal>;

    /// Judges an action that a computer player chose, without playing it.
    fn check_action(&self, seat: Seat, action: &DynAction) -> Result<CheckedStep, Refusal>;

    /// Reads an outcome of chance without applying it.
    fn check_chance(&self, outcome: &str) -> Result<CheckedStep, Refusal>;

    /// Plays a step that this match has checked. Refuses a step of another game, or one that was checked in another
    /// position.
    fn play_checked(&mut self, step: &CheckedStep) -> Result<Arc<PlayedStep>, Refusal>;

    /// Plays a typed move: one action, or several of one turn. If one of them is refused, none is played.
    fn play(&mut self, seat: Seat, text: &str) -> Result<Vec<Arc<PlayedStep>>, Refusal> {
        let steps = self.check(seat, text)?;
        steps.iter().map(|step| self.play_checked(step)).collect()
    }

    /// Applies an outcome of chance.
    fn apply_chance(&mut self, outcome: &str) -> Result<Arc<PlayedStep>, Refusal> {
        let step = self.check_chance(outcome)?;
        self.play_checked(&step)
    }

    /// Takes back the last step; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// All steps played, without those taken back.
    fn played(&self) -> &[Arc<PlayedStep>];

    /// The result, once the match is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Each seat's points if the match ends in this position with this outcome, including points from earlier matches;
    /// `None` for a game without points.
    fn account(&self, outcome: &Outcome) -> Option<Vec<i32>>;

    /// Sets up a position and forgets the steps played.
    fn place(&mut self, position: serde_json::Value) -> Result<(), Vec<Fault>>;

    /// A copy of the match, independent of this one.
    fn fork(&self) -> Box<dyn DynMatch>;

    /// The match as [`Any`], for computer players, which know the type of the game.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn DynMatch> {
    fn clone(&self) -> Self {
        self.fork()
    }
}
