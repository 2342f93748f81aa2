//! Games and matches with their types erased.
//!
//! Engines are generic. Pages, terminals, referees and tables use them through [`DynGame`] and [`DynMatch`], in
//! notation and scenes only. This is the only part of the kernel that knows JSON values, because written
//! positions pass through it.

mod checked;
mod typed_game;
mod typed_match;

pub use checked::{CheckedStep, DynAction};
pub use typed_game::{DynGame, TypedGame};
pub use typed_match::TypedMatch;

use crate::record::Step;
use crate::{
    Chosen, Fault, GameInfo, Outcome, Refusal, RuleId, Seat, SeatInfo, SeatSet, Sentence, Turn, Viewer, scene,
};
use std::any::Any;
use std::sync::Arc;

/// How a match is set up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MatchConfig {
    /// How many play; 0 for the game's usual number.
    pub players: u8,
    /// Options; what is not named keeps its default.
    pub options: Chosen,
    /// A board file other than the one in the box.
    pub board: Option<String>,
    /// The version of the rules to play by; 0 for the newest.
    pub rules_version: u32,
}

/// A legal action as it is offered.
#[derive(Clone, PartialEq, Debug)]
pub struct LegalMove {
    /// In notation.
    pub action: String,
    /// The rules it rests on.
    pub rules: Vec<RuleId>,
    /// How it is made by pointing.
    pub gesture: scene::Gesture,
}

/// An outcome that chance may have.
#[derive(Clone, PartialEq, Debug)]
pub struct ChanceOutcome {
    /// In notation.
    pub outcome: String,
    /// Its weight.
    pub weight: u32,
    /// Its probability.
    pub p: f64,
    /// What it counts as, where it is a number: pips of dice, steps of a dial.
    pub counts: Option<i32>,
}

/// What would come of one outcome of the throw that is to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct Prospect {
    /// The outcome with its probability.
    pub lot: ChanceOutcome,
    /// How far the plan's turntable would be turned.
    pub turned: u16,
    /// Where the seat's actions could end then, each place once with the best they bring.
    /// Where it has nothing to choose, where the throw itself takes its pieces.
    pub ends: Vec<(String, scene::Tone)>,
    /// What the log would say.
    pub lines: Vec<Sentence>,
}

/// How many legal actions the seats have now or, when a throw is due, after it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// The most that one seat has.
    pub most: usize,
    /// Those of all seats and all outcomes of the throw together.
    pub all: usize,
}

/// What was just played, for the log.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedStep {
    /// The step.
    pub step: Step,
    /// What it did.
    pub lines: Vec<Sentence>,
}

/// A match from some box, played in notation.
///
/// Every method that takes something from outside checks it and, when it
/// refuses, changes nothing.
pub trait DynMatch: Send + Sync {
    /// The lid of the box.
    fn info(&self) -> &'static GameInfo;
    /// How the match was set up, with all options filled in.
    fn config(&self) -> &MatchConfig;
    /// The seats in order.
    fn seats(&self) -> Vec<SeatInfo>;
    /// The seat with this id.
    fn seat(&self, id: &str) -> Option<Seat>;

    /// The seats that can still win: everybody, except players who have been eliminated.
    fn contenders(&self) -> SeatSet;
    /// The seat that wins and loses together with this one, where a side has two seats.
    fn partner(&self, seat: Seat) -> Option<Seat>;
    /// The win shared evenly between the sides of these seats; partners have the same part of it.
    fn shared_win(&self, winners: SeatSet) -> Outcome {
        let counted =
            |seat: &Seat| self.partner(*seat).is_none_or(|other| !winners.contains(other) || seat.0 < other.0);
        let sides = winners.iter().filter(counted).count();
        let mut outcome = Outcome::shared(SeatSet::EMPTY);
        for seat in winners.iter() {
            outcome.shares[seat.index()] = 1.0 / sides as f64;
        }
        outcome
    }

    /// Who is to act.
    fn turn(&self) -> Turn;
    /// What the seat may do.
    fn legal_moves(&self, seat: Seat) -> Vec<LegalMove> {
        self.legal_moves_up_to(seat, usize::MAX)
    }
    /// The first `most` of what the seat may do: an offer costs far more than finding the action.
    fn legal_moves_up_to(&self, seat: Seat, most: usize) -> Vec<LegalMove>;
    /// The number of legal actions of the seat.
    fn count_legal(&self, seat: Seat) -> usize;
    /// How many actions there are to choose from, without writing them down.
    fn choices(&self) -> Choices;
    /// The seat's legal action, in notation, that a way means which was drawn space by
    /// space from where the piece is; `None` when it is not the whole way of exactly one.
    fn along(&self, seat: Seat, way: &[&str]) -> Option<String>;
    /// What chance may do, when it is chance's turn.
    fn chance_outcomes(&self) -> Vec<ChanceOutcome>;
    /// Does chance ever come in this game?
    fn has_chance(&self) -> bool;
    /// Is anything hidden from anybody at this moment?
    fn has_hidden(&self) -> bool;
    /// Whose hand throws, when it is chance's turn; `None` when it simply happens.
    fn thrower(&self) -> Option<Seat>;
    /// What each outcome of the throw that is to be made would mean for the
    /// seat; empty when it is not chance's turn.
    fn prospects(&self, seat: Seat) -> Vec<Prospect>;
    /// The rules that allow the action, or the one that forbids it.
    fn why(&self, seat: Seat, action: &str) -> Result<Vec<RuleId>, Refusal>;
    /// The rule that forbids what pointing at these spaces and trays in order means, with a piece of this
    /// kind where one was pointed at; `None` when it is not forbidden or means no action at all.
    fn why_not(&self, seat: Seat, steps: &[&str], kind: Option<&str>) -> Option<Refusal>;
    /// Reads and judges what was typed without playing it: one action, or several that belong together.
    fn check(&self, seat: Seat, text: &str) -> Result<Vec<CheckedStep>, Refusal>;
    /// Judges an action that a computer player chose, without playing it.
    fn check_action(&self, seat: Seat, action: &DynAction) -> Result<CheckedStep, Refusal>;
    /// Reads an outcome of chance without applying it.
    fn check_chance(&self, outcome: &str) -> Result<CheckedStep, Refusal>;
    /// Plays a step that this match has checked. Refuses a step of another game, or one that was checked at another
    /// point of the match.
    fn play_checked(&mut self, step: &CheckedStep) -> Result<Arc<PlayedStep>, Refusal>;
    /// Plays what was typed: one action, or several that belong together.
    fn play(&mut self, seat: Seat, text: &str) -> Result<Vec<Arc<PlayedStep>>, Refusal>;
    /// Lets chance come out this way.
    fn apply_chance(&mut self, outcome: &str) -> Result<Arc<PlayedStep>, Refusal>;
    /// Takes back the last step; `false` when there is none.
    fn undo(&mut self) -> bool;
    /// Everything played that still stands.
    fn played(&self) -> &[Arc<PlayedStep>];

    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// Why it ended.
    fn verdict(&self) -> Option<Sentence>;
    /// What each seat has won or lost in points when the match ends now with this
    /// outcome, what it brought along included; `None` for a game that keeps no account.
    fn account(&self, outcome: &Outcome) -> Option<Vec<i32>>;
    /// The position from which another match begins into which each seat brings
    /// what it has won or lost before; `None` for a game that keeps no account.
    fn carried(&self, points: &[i32]) -> Option<serde_json::Value>;
    /// Is a turn under way that more actions of the same seat complete?
    fn mid_turn(&self) -> bool;

    /// Spaces that the last step touched: where pieces left, arrived, were taken.
    fn last_marks(&self) -> Vec<(String, scene::Mark)>;
    /// What the viewer may see. Viewers who know the same share one scene.
    fn shared_scene(&self, viewer: Viewer) -> Arc<scene::Scene>;
    /// What the viewer may see, to change it.
    fn scene(&self, viewer: Viewer) -> scene::Scene {
        Arc::unwrap_or_clone(self.shared_scene(viewer))
    }
    /// The position as the viewer may know it, as [`DynMatch::place`] takes it.
    fn position(&self, viewer: Viewer) -> serde_json::Value;
    /// Sets up a position and forgets what was played.
    fn place(&mut self, position: serde_json::Value) -> Result<(), Vec<Fault>>;

    /// The same match, to try things on.
    fn fork(&self) -> Box<dyn DynMatch>;
    /// For computer players, which know the real type.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn DynMatch> {
    fn clone(&self) -> Self {
        self.fork()
    }
}
