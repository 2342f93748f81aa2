//! Evaluation of positions for computer players.

use crate::{Best, Game, MAX_SEATS, Mixer, Outcome, Seat};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// The inputs of a game's trained values, see [`Evaluate::features`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct FeatureSet {
    /// Number of inputs.
    pub inputs: usize,
    /// Raised when an input changes its meaning, so that values trained for another version are not used.
    pub version: u32,
    /// A hash of everything that values depend on beside the game and the number of players: board, options, rules.
    pub setting: u64,
}

impl FeatureSet {
    /// This many inputs, for matches under this setting.
    ///
    /// ```
    /// use boxtop_kernel::FeatureSet;
    ///
    /// let short = FeatureSet::new(12, 1, &("a board", 200));
    /// assert_eq!(short, FeatureSet::new(12, 1, &("a board", 200)));
    /// assert_ne!(short.setting, FeatureSet::new(12, 1, &("a board", 500)).setting);
    /// ```
    pub fn new(inputs: usize, version: u32, setting: &impl Debug) -> Self {
        let mut mixer = Mixer::default();
        mixer.write(format!("{setting:?}").as_bytes());
        FeatureSet { inputs, version, setting: mixer.word() }
    }
}

/// What computer players think of a position. Evaluation is a matter of judgement, not part of the rules; how
/// far a player searches is set by `SearchProfile` in the crate `players`.
pub trait Evaluate: Game {
    /// The value of the state for the seat, in centi-men. Searches recognise won matches themselves.
    fn evaluate(&self, state: &Self::State, seat: Seat) -> i32;

    /// May a computer player choose this action? Every state leaves it at least one. Agreements between people,
    /// such as a pact, are not for computers.
    fn for_computers(&self, _state: &Self::State, _seat: Seat, _action: Self::Action) -> bool {
        true
    }

    /// Move-ordering score; higher is searched first.
    fn order_score(&self, _state: &Self::State, _seat: Seat, _action: Self::Action) -> i32 {
        0
    }

    /// The fast policy inside a rollout: one of the seat's actions with the best [`Evaluate::order_score`].
    /// `pick(n)` returns a random number below `n`; `buffer` is memory to work in. A game may find the action
    /// without listing the others.
    fn rollout_action(
        &self,
        state: &Self::State,
        seat: Seat,
        mut pick: impl FnMut(u32) -> u32,
        buffer: &mut Vec<Self::Action>,
    ) -> Option<Self::Action> {
        buffer.clear();
        self.legal_actions(state, seat, buffer);
        let mut best = Best::default();
        for &action in buffer.iter() {
            best.consider(self.order_score(state, seat, action), &mut pick, || action);
        }
        best.chosen()
    }

    /// The greedy player's heuristic value of an action, if the game has one; higher is better. Without one, the
    /// greedy player takes the action with the best evaluation after it.
    fn heuristic(&self, _state: &Self::State, _seat: Seat, _action: Self::Action) -> Option<i32> {
        None
    }

    /// Is the state quiet enough to be evaluated? A search extends positions that are not.
    fn is_quiet(&self, _state: &Self::State) -> bool {
        true
    }

    /// Are there no decisions left, so that only chance decides and the evaluation knows the odds? Rollouts stop here.
    fn only_chance_remains(&self, _state: &Self::State) -> bool {
        false
    }

    /// The transposition key; equal for equal [`Game::canonical`] states. Searches compute it for every position,
    /// so a game with a large state should override it with something faster.
    fn hash_key(&self, state: &Self::State) -> u64 {
        let mut mixer = Mixer::default();
        self.canonical(state).hash(&mut mixer);
        mixer.word()
    }

    /// Counters that tell states with the same key apart, such as one near its limit; searches mix them into the key.
    fn counters(&self, _state: &Self::State) -> u64 {
        0
    }

    /// The result of a repetition, if the rules define one; searches use it as soon as a line repeats a position.
    fn repetition_outcome(&self) -> Option<Outcome> {
        None
    }

    /// The inputs of trained values for matches like this one; `None` for a game without features.
    fn feature_set(&self) -> Option<FeatureSet> {
        None
    }

    /// Writes the features of a state that is not over into `inputs`, [`FeatureSet::inputs`] zeros, seat by seat.
    /// Returns the seat that comes first; the others follow in their order. So seats that stand alike look alike, and
    /// one network serves them all. Features never show what the state hides from players.
    fn features(&self, _state: &Self::State, _inputs: &mut [f32]) -> Seat {
        Seat(0)
    }

    /// Each seat's share of the win if everybody plays on as well as possible, in positions for which the game has solved
    /// the rest of the match; `None` for all others. The first call for a match may take a few tenths of a second.
    fn solved(&self, _state: &Self::State) -> Option<[f64; MAX_SEATS]> {
        None
    }

    /// The state after what the seats that act together with others will most likely do, for [`Evaluate::features`];
    /// the seat `waiting` does nothing more. Games in which one seat acts at a time return the state itself.
    fn foreseen(&self, state: &Self::State, _waiting: Option<Seat>) -> Self::State {
        *state
    }

    /// The state without the counters of rules against endless play, for proofs of forced wins. Equal states offer the
    /// same actions and lead to equal states, rules against endless play apart, and two positions that such a rule
    /// calls the same are equal.
    fn timeless(&self, state: &Self::State) -> Self::State {
        *state
    }

    /// The seat for which rules against endless play (repetition, patience) end every match that does not end in
    /// another way. Whoever else wins must therefore make progress.
    fn endless_winner(&self) -> Option<Seat> {
        None
    }
}
