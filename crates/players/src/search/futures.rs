//! Looking ahead over throws, for games with chance, more than two seats, seats
//! that act together, or secrets.
//!
//! Every candidate action is played, everybody answers, and then come the
//! throws: all outcomes of each with their exact weights, or one drawn outcome
//! where there are too many. At the end of each of these *futures* the position
//! is turned into odds of winning, and a candidate is worth its expected odds.
//! Each deeper look costs many times the one before, so each keeps only the
//! better half of the candidates.
//!
//! Inside a future every seat does what looks best to itself one action ahead:
//! the others are neither friends nor a gang against one (as in max^n). Seats
//! that act together answer one after the other; the rules of such phases see to
//! it that the order does not matter.

use super::judge::{Judge, ended};
use super::odds;
use crate::luck::mix;
use crate::{Limits, Luck, Thought};
use kernel::{Evaluate, Game, Play, Seat, Turn};
use std::cmp::Reverse;
use std::time::Instant;

/// At most so many actions of a decision are looked at over throws: those that look best at once.
const MOST_CANDIDATES: usize = 12;
/// At most so many answers of a seat are looked at inside a future: the most promising ones.
const MOST_ANSWERS: usize = 16;
/// Throws with at most so many outcomes are weighed exactly; of others one outcome is drawn.
const MOST_OUTCOMES: usize = 36;
/// So many futures are drawn where throws have too many outcomes.
const DRAWN: u64 = 24;
/// A future in which nobody throws ends after so many actions.
const MOST_ACTIONS: u32 = 64;

/// A player who looks ahead over throws.
#[derive(Debug)]
pub struct Futures {
    limits: Limits,
    judge: Judge,
    seed: u64,
}

impl Futures {
    /// A player with these limits, depth being throws looked ahead; the seed
    /// decides how its taste is off and what it draws.
    pub fn new(limits: Limits, seed: u64) -> Self {
        Futures { limits, judge: Judge::new(limits.noise, seed), seed: mix(seed) }
    }

    /// The best action of the seat; `None` when it has none. `known` holds
    /// nothing that the seat may not know.
    pub fn choose<G: Evaluate>(&self, game: &G, known: Play<G>, seat: Seat) -> Option<Thought<G>> {
        let mut search = Search {
            game,
            judge: self.judge,
            seat,
            most_nodes: self.limits.nodes,
            deadline: Instant::now() + self.limits.time,
            seed: self.seed ^ game.key(&known.state),
            nodes: 0,
            stopped: false,
            drawn: false,
            play: known,
            actions: Vec::with_capacity(64),
            outcomes: Vec::with_capacity(MOST_OUTCOMES * self.limits.depth as usize),
        };
        search.deepen(self.limits.depth)
    }
}

/// An action that may be chosen.
struct Candidate<G: Game> {
    action: G::Action,
    /// How good it is, as far as is known.
    value: i32,
    /// Its expected odds of winning, from the deepest look so far.
    odds: f64,
    /// The moment it leads to when everybody has answered.
    then: Play<G>,
}

/// One decision under way.
struct Search<'a, G: Game> {
    game: &'a G,
    judge: Judge,
    seat: Seat,
    most_nodes: u64,
    deadline: Instant,
    seed: u64,
    nodes: u64,
    stopped: bool,
    /// Has an outcome been drawn instead of all being weighed?
    drawn: bool,
    play: Play<G>,
    /// The answers of the seat that is asked.
    actions: Vec<G::Action>,
    /// The outcomes of all throws on the way, one after the other.
    outcomes: Vec<(G::Chance, u32)>,
}

impl<G: Evaluate> Search<'_, G> {
    /// Looks one throw further each time until a limit is reached.
    fn deepen(&mut self, most: u32) -> Option<Thought<G>> {
        let mut candidates = self.candidates();
        let mut depth = 0;
        while depth < most && candidates.len() > 1 && self.look(&mut candidates, depth + 1) {
            depth += 1;
            candidates.truncate(candidates.len().div_ceil(2).max(2));
        }
        let best = candidates.first()?;
        Some(Thought { action: best.action, value: best.value, depth, nodes: self.nodes, line: vec![best.action] })
    }

    /// The actions that look best at once, the best first.
    fn candidates(&mut self) -> Vec<Candidate<G>> {
        let mut actions = Vec::new();
        self.game.legal(&self.play.state, self.seat, &mut actions);
        let mut looks: Vec<_> = actions.into_iter().map(|action| (self.looks(self.seat, action), action)).collect();
        looks.sort_by_key(|(value, _)| Reverse(*value));
        looks.truncate(MOST_CANDIDATES);
        let now = self.play.clone();
        let mut candidate = |(value, action)| {
            self.play = now.clone();
            self.play.apply(self.game, self.seat, action);
            self.settle();
            Candidate { action, value, odds: 0.0, then: self.play.clone() }
        };
        looks.into_iter().map(&mut candidate).collect()
    }

    /// Looks so many throws ahead from every candidate and sorts them, the best
    /// first. Nothing changes and it is `false` when there was no time for all of them.
    fn look(&mut self, candidates: &mut [Candidate<G>], depth: u32) -> bool {
        let mut odds = Vec::with_capacity(candidates.len());
        for candidate in candidates.iter() {
            self.play = candidate.then.clone();
            odds.push(self.expected(depth));
            if self.stopped {
                return false;
            }
        }
        for (candidate, odds) in candidates.iter_mut().zip(odds) {
            candidate.odds = odds;
            candidate.value = odds::value(odds, self.game.players());
        }
        // Equals stay in the order in which they looked best before.
        candidates.sort_by(|one, other| other.odds.total_cmp(&one.odds));
        true
    }

    /// The expected odds of winning after so many throws from here, drawn
    /// several times where outcomes are drawn at all.
    fn expected(&mut self, depth: u32) -> f64 {
        let begin = self.play.bookmark();
        self.drawn = false;
        let mut sum = self.over_throws(depth, &mut Luck::stream(self.seed, 0));
        if !self.drawn {
            return sum;
        }
        for number in 1..DRAWN {
            self.play.back_to(begin);
            sum += self.over_throws(depth, &mut Luck::stream(self.seed, number));
        }
        sum / DRAWN as f64
    }

    /// The expected odds of winning after so many more throws.
    fn over_throws(&mut self, depth: u32, luck: &mut Luck) -> f64 {
        self.settle();
        if depth == 0 || self.play.turn(self.game) != Turn::Chance || !self.may_go_on() {
            return self.odds();
        }
        let first = self.outcomes.len();
        self.game.chances(&self.play.state, &mut self.outcomes);
        if self.outcomes.len() - first > MOST_OUTCOMES {
            self.draw(first, luck);
        }
        let before = self.play.bookmark();
        let (mut sum, mut weights) = (0.0, 0.0);
        for at in first..self.outcomes.len() {
            let (chance, weight) = self.outcomes[at];
            self.play.back_to(before);
            self.play.befall(self.game, chance);
            sum += f64::from(weight) * self.over_throws(depth - 1, luck);
            weights += f64::from(weight);
        }
        self.outcomes.truncate(first);
        if weights > 0.0 { sum / weights } else { self.odds() }
    }

    /// Leaves one of the outcomes from `first` on.
    fn draw(&mut self, first: usize, luck: &mut Luck) {
        self.drawn = true;
        let weights = self.outcomes[first..].iter().map(|&(_, weight)| weight);
        let drawn = luck.weighed(weights).unwrap_or(0);
        self.outcomes.swap(first, first + drawn);
        self.outcomes.truncate(first + 1);
    }

    /// The odds of winning as the position stands.
    fn odds(&self) -> f64 {
        match self.game.outcome(&self.play.state) {
            Some(outcome) => f64::from(outcome.share(self.seat)),
            None => odds::odds(self.judge.value(self.game, &self.play.state, self.seat), self.game.players()),
        }
    }

    /// Lets everybody answer up to the next throw.
    fn settle(&mut self) {
        for _ in 0..MOST_ACTIONS {
            let Turn::Seats(seats) = self.play.turn(self.game) else { break };
            let answer = seats.iter().next().and_then(|seat| Some((seat, self.answer(seat)?)));
            let Some((seat, action)) = answer else { break };
            self.play.apply(self.game, seat, action);
        }
    }

    /// What looks best to the seat.
    fn answer(&mut self, seat: Seat) -> Option<G::Action> {
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        self.game.legal(&self.play.state, seat, &mut actions);
        if actions.len() > MOST_ANSWERS {
            actions.sort_by_cached_key(|action| Reverse(self.game.promise(&self.play.state, seat, *action)));
            actions.truncate(MOST_ANSWERS);
        }
        let best = match actions[..] {
            [only] => Some(only),
            // The first of equals: `max_by_key` would take the last.
            _ => actions.iter().rev().copied().max_by_key(|action| self.looks(seat, *action)),
        };
        self.actions = actions;
        best
    }

    /// How good the moment after the action looks to the seat.
    fn looks(&mut self, seat: Seat, action: G::Action) -> i32 {
        self.nodes += 1;
        let before = self.play.bookmark();
        self.play.apply(self.game, seat, action);
        let value = match self.game.outcome(&self.play.state) {
            Some(outcome) => ended(&outcome, seat, 1),
            None => self.judge.value(self.game, &self.play.state, seat),
        };
        self.play.back_to(before);
        value
    }

    /// Counts a throw, and says whether there is budget for it.
    fn may_go_on(&mut self) -> bool {
        self.nodes += 1;
        self.stopped = self.stopped || self.nodes >= self.most_nodes || Instant::now() >= self.deadline;
        !self.stopped
    }
}
