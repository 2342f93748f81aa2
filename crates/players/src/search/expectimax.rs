//! Expectimax, for open games with a die and one seat to act at a time.
//!
//! After each candidate every outcome of the next throw is tried, and the seat to act then takes the action with the
//! best evaluation for it; then the next throw, as many throws deep as the limits allow. The value is the mean of the
//! odds of winning, weighted by probability. Only the best candidates of one depth are searched at the next.

use super::judge::{Judge, ended};
use super::odds;
use crate::clock::{Clock, Deadline};
use crate::{Limits, Thought};
use kernel::{Evaluate, Game, Known, Play, Seat, Turn};
use std::cmp::Reverse;

/// Maximum number of actions that are searched: those with the best evaluation.
const MOST_CANDIDATES: usize = 16;
/// Minimum number of actions that are searched to the full depth.
const LEAST_CANDIDATES: usize = 3;
/// Maximum number of actions between two throws.
const MOST_ACTIONS: u32 = 16;

/// A player that averages over all throws.
#[derive(Debug)]
pub struct Expectimax {
    limits: Limits,
    clock: Clock,
    judge: Judge,
}

impl Expectimax {
    /// A player with these limits; the depth counts throws, and with depth 0 the evaluation alone decides. The seed
    /// determines the noise.
    pub fn new(limits: Limits, seed: u64) -> Self {
        Expectimax { limits, clock: Clock::NONE, judge: Judge::new(limits.noise, seed) }
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
        let deadline = self.clock.deadline(self.limits.time);
        let mut search = Search {
            game,
            judge: self.judge,
            seat,
            most: self.limits.nodes,
            deadline,
            late: false,
            nodes: 0,
            play: known,
        };
        let mut candidates = search.candidates(actions);
        let mut reached = 0;
        for depth in 1..=self.limits.depth {
            if candidates.len() <= 1 || !search.deepen(&mut candidates, depth) {
                break;
            }
            reached = depth;
            candidates.truncate((candidates.len() / 2).max(LEAST_CANDIDATES));
        }
        let best = candidates.first()?;
        let value = if reached == 0 { best.evaluation } else { odds::value(best.odds, game.players()) };
        let (nodes, stopped_by_clock) = (search.nodes, search.late);
        Some(Thought { value, depth: reached, nodes, stopped_by_clock, ..Thought::unthinking(best.action) })
    }
}

/// An action that may be chosen.
struct Candidate<A> {
    action: A,
    /// Its static evaluation.
    evaluation: i32,
    /// The odds of winning at the depth searched so far.
    odds: f64,
}

/// The search for one decision.
struct Search<'a, G: Game> {
    game: &'a G,
    judge: Judge,
    seat: Seat,
    /// Maximum number of positions.
    most: u64,
    deadline: Deadline,
    /// Has the deadline passed?
    late: bool,
    nodes: u64,
    play: Play<G>,
}

impl<G: Evaluate> Search<'_, G> {
    /// The actions with the best static evaluation, the best first.
    fn candidates(&mut self, actions: Vec<G::Action>) -> Vec<Candidate<G::Action>> {
        let candidate =
            |action| Candidate { action, evaluation: self.evaluation(self.judge, self.seat, action), odds: 0.0 };
        let mut candidates: Vec<_> = actions.into_iter().map(candidate).collect();
        candidates.sort_by_key(|candidate| Reverse(candidate.evaluation));
        candidates.truncate(MOST_CANDIDATES);
        candidates
    }

    /// The static evaluation for the seat after the action.
    fn evaluation(&mut self, judge: Judge, seat: Seat, action: G::Action) -> i32 {
        self.nodes += 1;
        let before = self.play.bookmark();
        self.play.apply(self.game, seat, action);
        let value = match self.game.outcome(&self.play.state) {
            Some(outcome) => ended(&outcome, seat, 1),
            None => judge.value(self.game, &self.play.state, seat),
        };
        self.play.back_to(before);
        value
    }

    /// Searches all candidates to this depth and sorts them, best first. Returns `false` and
    /// changes nothing if the budget was too small.
    fn deepen(&mut self, candidates: &mut [Candidate<G::Action>], depth: u32) -> bool {
        let now = self.play.bookmark();
        let mut found = [0.0; MOST_CANDIDATES];
        for (candidate, odds) in candidates.iter().zip(&mut found) {
            self.play.apply(self.game, self.seat, candidate.action);
            *odds = self.ahead(depth, MOST_ACTIONS);
            self.play.back_to(now);
            if self.spent() {
                return false;
            }
        }
        candidates.iter_mut().zip(found).for_each(|(candidate, odds)| candidate.odds = odds);
        // Stable: equal candidates keep their order.
        candidates.sort_by(|one, other| other.odds.total_cmp(&one.odds));
        true
    }

    fn spent(&self) -> bool {
        self.late || self.nodes >= self.most
    }

    /// The odds of winning, averaged over this many throws from here.
    fn ahead(&mut self, throws: u32, actions: u32) -> f64 {
        if self.spent() {
            return 0.0;
        }
        match self.play.turn(self.game) {
            Turn::Chance if throws > 0 => self.over_throws(throws - 1),
            Turn::Seats(seats) if actions > 0 => {
                let Some(seat) = seats.iter().next() else { return self.odds() };
                let Some(action) = self.reply(seat) else { return self.odds() };
                let before = self.play.bookmark();
                self.play.apply(self.game, seat, action);
                let odds = self.ahead(throws, actions - 1);
                self.play.back_to(before);
                odds
            }
            _ => self.odds(),
        }
    }

    /// The mean over all outcomes of the throw that comes now.
    fn over_throws(&mut self, then: u32) -> f64 {
        self.late |= self.deadline.has_passed();
        let mut outcomes = Vec::new();
        self.game.chance_outcomes(&self.play.state, &mut outcomes);
        let before = self.play.bookmark();
        let (mut sum, mut weights) = (0.0, 0.0);
        for (chance, weight) in outcomes {
            self.play.apply_chance(self.game, chance);
            sum += f64::from(weight) * self.ahead(then, MOST_ACTIONS);
            weights += f64::from(weight);
            self.play.back_to(before);
        }
        if weights > 0.0 { sum / weights } else { self.odds() }
    }

    /// The seat's action with the best static evaluation.
    fn reply(&mut self, seat: Seat) -> Option<G::Action> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.play.state, seat, &mut actions);
        let mut best: Option<(i32, G::Action)> = None;
        for action in actions {
            let evaluation = self.evaluation(Judge::plain(), seat, action);
            if best.is_none_or(|(most, _)| evaluation > most) {
                best = Some((evaluation, action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// The odds of winning by the evaluation of this position.
    fn odds(&mut self) -> f64 {
        self.nodes += 1;
        match self.game.outcome(&self.play.state) {
            Some(outcome) => outcome.share(self.seat),
            None => odds::odds(self.judge.value(self.game, &self.play.state, self.seat), self.game.players()),
        }
    }
}
