//! Rollouts, for games with chance, more than two seats, seats that act together, or hidden information.
//!
//! A *rollout* plays the match on along one sampled sequence of throws: to its end, or over a number of throws and
//! then by the evaluation, turned into odds of winning. Every candidate action is played out along the same throws, so
//! that luck does not decide between them. The first throw of a rollout is not sampled but taken in turn, so that its
//! outcomes come in the right proportion. Candidates that fall behind are dropped, and the others get more rollouts
//! until the budget is spent.
//!
//! Inside a rollout every seat follows the fast policy [`Evaluate::rollout_action`]. Seats that act together answer
//! one after the other; the rules of such phases make the order irrelevant.

use super::judge::{Judge, ended};
use super::odds;
use crate::clock::{Clock, Deadline};
use crate::rng::mix;
use crate::values::Values;
use crate::{Limits, Rng, SearchProfile, Thought};
use kernel::{Evaluate, Game, Known, Play, Seat, Turn};
use std::cmp::Reverse;

/// Maximum number of actions that are played out: those with the best evaluation.
const MOST_CANDIDATES: usize = 16;
/// Maximum number of actions of a rollout between two throws.
const MOST_ACTIONS: u32 = 256;
/// Number of rollouts after which candidates are compared: all throws of two dice.
const BATCH: u32 = 36;
/// A candidate that is this many standard errors behind the best is dropped.
const HOPELESS: f64 = 3.5;
/// Weight of the evaluation right after the action, in rollouts.
const PRIOR: u32 = 400;
/// Maximum sum of weights for which the first throw is taken in turn.
const MOST_WEIGHTS: u32 = 256;

/// A player that compares actions by rollouts.
#[derive(Debug)]
pub struct Rollouts {
    limits: Limits,
    turn_breadth: usize,
    clock: Clock,
    judge: Judge,
    values: Option<Values>,
    seed: u64,
}

impl Rollouts {
    /// A player with these limits; the depth counts throws, and with depth 0 the evaluation alone decides. The seed
    /// determines the noise and the sampled throws.
    pub fn new(limits: Limits, seed: u64) -> Self {
        Rollouts {
            limits,
            turn_breadth: 0,
            clock: Clock::NONE,
            judge: Judge::new(limits.noise, seed),
            values: None,
            seed: mix(seed),
        }
    }

    /// Judges positions by these trained values instead of the game's evaluation.
    #[must_use]
    pub fn with_values(mut self, values: Option<Values>) -> Self {
        self.values = values;
        self
    }

    /// Adapts budget and breadth to the game of this profile.
    #[must_use]
    pub fn tuned(mut self, profile: &SearchProfile) -> Self {
        self.limits.nodes /= profile.node_cost.max(1);
        self.turn_breadth = profile.turn_breadth;
        self
    }

    /// Ranks this many of the best first actions by their best second action; 0 turns this off.
    #[must_use]
    pub fn with_turn_breadth(mut self, actions: usize) -> Self {
        self.turn_breadth = actions;
        self
    }

    /// Stops when this clock says that [`Limits::time`] has passed.
    #[must_use]
    pub fn timed(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// The best action of the seat; `None` if it has none.
    pub fn choose<G: Evaluate>(&self, game: &G, known: Known<G>) -> Option<Thought<G>> {
        let mut actions = Vec::new();
        game.legal_actions(known.state(), known.seat(), &mut actions);
        self.choose_among(game, known, actions)
    }

    /// The best of these legal actions of the seat; `None` if there are none.
    pub fn choose_among<G: Evaluate>(&self, game: &G, known: Known<G>, actions: Vec<G::Action>) -> Option<Thought<G>> {
        let (seat, known) = (known.seat(), known.into_play());
        let mut search = Search {
            game,
            judge: self.judge,
            values: self.values.as_ref(),
            seat,
            limits: self.limits,
            turn_breadth: self.turn_breadth,
            deadline: self.clock.deadline(self.limits.time),
            late: false,
            seed: self.seed ^ game.hash_key(&known.state),
            nodes: 0,
            throws: 0,
            played: 0,
            play: known,
            actions: Vec::with_capacity(64),
            outcomes: Vec::with_capacity(64),
        };
        let mut candidates = search.candidates(actions);
        let rollouts = search.compare(&mut candidates);
        let best = candidates.first()?;
        let value = if rollouts == 0 {
            best.evaluation
        } else {
            odds::value(best.sum / f64::from(PRIOR + rollouts), game.players())
        };
        let depth = (search.throws / search.played.max(1)) as u32;
        let (nodes, stopped_by_clock) = (search.nodes, search.late);
        Some(Thought { value, depth, nodes, stopped_by_clock, ..Thought::unthinking(best.action) })
    }
}

/// An action that may be chosen.
struct Candidate<A> {
    action: A,
    /// The evaluation right after it.
    evaluation: i32,
    /// Sum of the odds of winning over all rollouts, with [`PRIOR`] rollouts of the evaluation right after it.
    sum: f64,
}

/// The search for one decision.
struct Search<'a, G: Game> {
    game: &'a G,
    judge: Judge,
    values: Option<&'a Values>,
    seat: Seat,
    limits: Limits,
    turn_breadth: usize,
    deadline: Deadline,
    /// Has the clock stopped the search?
    late: bool,
    seed: u64,
    /// Positions searched, throws made and rollouts played so far.
    nodes: u64,
    throws: u64,
    played: u64,
    play: Play<G>,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, u32)>,
}

impl<G: Evaluate> Search<'_, G> {
    /// The actions with the best evaluation, best first.
    fn candidates(&mut self, actions: Vec<G::Action>) -> Vec<Candidate<G::Action>> {
        let mut candidates: Vec<_> = actions
            .into_iter()
            .map(|action| Candidate { action, evaluation: self.evaluation(action), sum: 0.0 })
            .collect();
        candidates.sort_by_key(|candidate| Reverse(candidate.evaluation));
        self.rank_by_second_action(&mut candidates);
        candidates.truncate(MOST_CANDIDATES);
        for candidate in &mut candidates {
            candidate.sum = f64::from(PRIOR) * odds::odds(candidate.evaluation, self.game.players());
        }
        candidates
    }

    /// Ranks the best first actions of a turn by their best second action, if the profile asks for it and the budget
    /// allows it.
    fn rank_by_second_action(&mut self, candidates: &mut Vec<Candidate<G::Action>>) {
        let breadth = self.turn_breadth;
        if breadth == 0 || self.nodes >= self.limits.nodes {
            return;
        }
        candidates.truncate(breadth);
        let mut actions = std::mem::take(&mut self.actions);
        for candidate in candidates.iter_mut() {
            let before = self.play.bookmark();
            self.play.apply(self.game, self.seat, candidate.action);
            actions.clear();
            self.game.legal_actions(&self.play.state, self.seat, &mut actions);
            let mid_turn = self.game.mid_turn(&self.play.state);
            let best = actions.iter().filter(|_| mid_turn).map(|action| self.evaluation(*action)).max();
            candidate.evaluation = best.unwrap_or(candidate.evaluation);
            self.play.back_to(before);
        }
        self.actions = actions;
        candidates.sort_by_key(|candidate| Reverse(candidate.evaluation));
    }

    /// The evaluation right after the action.
    fn evaluation(&mut self, action: G::Action) -> i32 {
        self.nodes += 1;
        let before = self.play.bookmark();
        self.play.apply(self.game, self.seat, action);
        let value = match self.game.outcome(&self.play.state) {
            Some(outcome) => ended(&outcome, self.seat, 1),
            None => self.value(),
        };
        self.play.back_to(before);
        value
    }

    /// The value of this position, by the trained values if there are any.
    fn value(&self) -> i32 {
        match self.values {
            Some(values) => {
                let share = values.shares(self.game, &self.play.state)[self.seat.index()];
                odds::value(share, self.game.players())
            }
            None => self.judge.value(self.game, &self.play.state, self.seat),
        }
    }

    /// Gives more and more rollouts to fewer and fewer candidates, and leaves the best first. Returns the number of
    /// rollouts of those left.
    fn compare(&mut self, candidates: &mut Vec<Candidate<G::Action>>) -> u32 {
        let (begun, mut rollouts) = (self.nodes, 0);
        let budget = self.limits.nodes.saturating_sub(begun);
        let halvings = u64::from(candidates.len().next_power_of_two().ilog2());
        for halving in 1..=halvings {
            let until = begun + budget * halving / halvings;
            while self.limits.depth > 0 && candidates.len() > 1 && self.nodes < until {
                if !self.try_all(candidates, rollouts) {
                    return rollouts;
                }
                rollouts += 1;
                if rollouts.is_multiple_of(BATCH) {
                    rank(candidates);
                    drop_hopeless(candidates, rollouts);
                }
            }
            if rollouts > 0 {
                rank(candidates);
                candidates.truncate(candidates.len().div_ceil(2));
            }
        }
        rollouts
    }

    /// Plays all candidates out along one sequence of throws. Returns `false` and adds nothing if there was no time
    /// for all of them.
    fn try_all(&mut self, candidates: &mut [Candidate<G::Action>], rollout: u32) -> bool {
        let now = self.play.bookmark();
        let mut odds = [0.0; MOST_CANDIDATES];
        for (candidate, odds) in candidates.iter().zip(&mut odds) {
            self.play.apply(self.game, self.seat, candidate.action);
            *odds = self.play_out(rollout);
            self.play.back_to(now);
            if self.spent() {
                return false;
            }
        }
        candidates.iter_mut().zip(odds).for_each(|(candidate, odds)| candidate.sum += odds);
        true
    }

    /// Is the budget spent, or the time over?
    fn spent(&mut self) -> bool {
        let spent = self.nodes >= self.limits.nodes;
        self.late |= !spent && self.deadline.has_passed();
        spent || self.late
    }

    /// Plays one rollout and returns the odds of winning at its end. Dice and choices have separate RNG streams, so
    /// that all candidates see the same dice.
    fn play_out(&mut self, rollout: u32) -> f64 {
        let mut dice = Rng::stream(self.seed, u64::from(rollout));
        let mut rng = Rng::stream(!self.seed, u64::from(rollout));
        let (mut throws, mut actions) = (0, 0);
        // Counted even if the match is over at once, so that the budget always runs out.
        (self.played, self.nodes) = (self.played + 1, self.nodes + 1);
        while !self.game.only_chance_remains(&self.play.state) {
            match self.play.turn(self.game) {
                Turn::Chance if throws < self.limits.depth => {
                    let turn = if throws == 0 { Some(rollout) } else { None };
                    if !self.throw(turn, &mut dice) {
                        break;
                    }
                    throws += 1;
                    actions = 0;
                }
                Turn::Seats(seats) if actions < MOST_ACTIONS => {
                    let Some(seat) = seats.iter().next() else { break };
                    let pick = |below| rng.below(below);
                    let rollout_action = self.game.rollout_action(&self.play.state, seat, pick, &mut self.actions);
                    let Some(action) = rollout_action else { break };
                    self.play.apply(self.game, seat, action);
                    actions += 1;
                }
                _ => break,
            }
            self.nodes += 1;
        }
        self.throws += u64::from(throws);
        self.odds()
    }

    /// Samples a throw, or takes the next outcome in turn for this rollout.
    fn throw(&mut self, turn: Option<u32>, dice: &mut Rng) -> bool {
        let pick = |sum: u32| match turn.filter(|_| sum <= MOST_WEIGHTS) {
            Some(turn) => turn % sum,
            None => dice.below(sum),
        };
        let chance = self.game.sample_chance(&self.play.state, pick, &mut self.outcomes);
        chance.map(|chance| self.play.apply_chance(self.game, chance)).is_some()
    }

    /// The odds of winning by the evaluation of this position.
    fn odds(&self) -> f64 {
        match (self.game.outcome(&self.play.state), self.values) {
            (Some(outcome), _) => outcome.share(self.seat),
            (None, Some(values)) => values.shares(self.game, &self.play.state)[self.seat.index()],
            (None, None) => odds::odds(self.value(), self.game.players()),
        }
    }
}

/// Sorts the best first; equals keep the order of their evaluation.
fn rank<A>(candidates: &mut [Candidate<A>]) {
    candidates.sort_by(|one, other| other.sum.total_cmp(&one.sum));
}

/// Drops ranked candidates that can hardly be the best.
fn drop_hopeless<A>(candidates: &mut Vec<Candidate<A>>, rollouts: u32) {
    let Some(best) = candidates.first() else { return };
    let rollouts = f64::from(PRIOR + rollouts);
    let odds = (best.sum / rollouts).clamp(0.02, 0.98);
    let error = (2.0 * odds * (1.0 - odds) * rollouts).sqrt();
    let least = best.sum - HOPELESS * error;
    candidates.retain(|candidate| candidate.sum >= least);
}
