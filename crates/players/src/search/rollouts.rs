//! Playing matches on from every candidate, for games with chance, more than two
//! seats, seats that act together, or secrets.
//!
//! A *future* is one way in which the throws to come may fall. Each candidate
//! action is played out in the same futures, so that luck does not decide
//! between them: to the end of the match, or over so many throws and then by the
//! evaluation, turned into odds of winning. The first throw of a future is not
//! drawn but taken in turn, so that its outcomes come as often as they should.
//! Candidates that fall behind are dropped, and the others are tried in more
//! futures until the budget is spent.
//!
//! Inside a future every seat does what somebody in a hurry would do ([`Evaluate::rollout_action`]), whoever
//! it harms: the others are neither friends nor a gang against one. Seats that
//! act together answer one after the other; the rules of such phases see to it
//! that the order does not matter.

use super::judge::{Judge, ended};
use super::odds;
use crate::rng::mix;
use crate::{Limits, Rng, Thought};
use kernel::{Evaluate, Game, Play, Seat, Turn};
use std::cmp::Reverse;
use std::time::Instant;

/// At most so many actions of a decision are played out: those that look best at once.
const MOST_CANDIDATES: usize = 16;
/// A future in which nobody throws ends after so many actions.
const MOST_ACTIONS: u32 = 256;
/// Candidates are compared after so many futures: all throws of two dice.
const BATCH: u32 = 36;
/// A candidate is hopeless when it lies so many standard errors behind the best.
const HOPELESS: f64 = 3.5;
/// How good an action looks at once counts as much as so many futures.
const PRIOR: u32 = 400;
/// The first throw is taken in turn when its weights add up to no more than this.
const MOST_WEIGHTS: u32 = 256;

/// A player who plays matches on.
#[derive(Debug)]
pub struct Rollouts {
    limits: Limits,
    judge: Judge,
    seed: u64,
}

impl Rollouts {
    /// A player with these limits, depth being throws of a future; with none
    /// it takes what looks best at once. The seed decides how its taste is off and
    /// which futures it tries.
    pub fn new(limits: Limits, seed: u64) -> Self {
        Rollouts { limits, judge: Judge::new(limits.noise, seed), seed: mix(seed) }
    }

    /// The best action of the seat; `None` when it has none. `known` holds
    /// nothing that the seat may not know.
    pub fn choose<G: Evaluate>(&self, game: &G, known: Play<G>, seat: Seat) -> Option<Thought<G>> {
        let mut search = Search {
            game,
            judge: self.judge,
            seat,
            limits: Limits { nodes: self.limits.nodes / game.effort().max(1), ..self.limits },
            deadline: Instant::now() + self.limits.time,
            seed: self.seed ^ game.hash_key(&known.state),
            nodes: 0,
            throws: 0,
            played: 0,
            play: known,
            actions: Vec::with_capacity(64),
            outcomes: Vec::with_capacity(64),
        };
        let mut candidates = search.candidates();
        let futures = search.compare(&mut candidates);
        let best = candidates.first()?;
        let value =
            if futures == 0 { best.looks } else { odds::value(best.sum / f64::from(PRIOR + futures), game.players()) };
        let depth = (search.throws / search.played.max(1)) as u32;
        Some(Thought { action: best.action, value, depth, nodes: search.nodes, line: vec![best.action] })
    }
}

/// An action that may be chosen.
struct Candidate<A> {
    action: A,
    /// How good it looks at once.
    looks: i32,
    /// The odds of winning at the ends of all futures tried, added up, with
    /// [`PRIOR`] futures that say how good it looks at once.
    sum: f64,
}

/// One decision under way.
struct Search<'a, G: Game> {
    game: &'a G,
    judge: Judge,
    seat: Seat,
    limits: Limits,
    deadline: Instant,
    seed: u64,
    /// Positions looked at, throws made and candidates played out so far.
    nodes: u64,
    throws: u64,
    played: u64,
    play: Play<G>,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, u32)>,
}

impl<G: Evaluate> Search<'_, G> {
    /// The actions that look best at once, the best first.
    fn candidates(&mut self) -> Vec<Candidate<G::Action>> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.play.state, self.seat, &mut actions);
        let mut candidates: Vec<_> =
            actions.into_iter().map(|action| Candidate { action, looks: self.looks(action), sum: 0.0 }).collect();
        candidates.sort_by_key(|candidate| Reverse(candidate.looks));
        self.go_on(&mut candidates);
        candidates.truncate(MOST_CANDIDATES);
        for candidate in &mut candidates {
            candidate.sum = f64::from(PRIOR) * odds::odds(candidate.looks, self.game.players());
        }
        candidates
    }

    /// Judges the actions that look best at once by the best that the next action of the
    /// same turn makes of them, where the game asks for it and the budget allows it.
    fn go_on(&mut self, candidates: &mut Vec<Candidate<G::Action>>) {
        let breadth = self.game.breadth();
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
            let best = actions.iter().filter(|_| mid_turn).map(|action| self.looks(*action)).max();
            candidate.looks = best.unwrap_or(candidate.looks);
            self.play.back_to(before);
        }
        self.actions = actions;
        candidates.sort_by_key(|candidate| Reverse(candidate.looks));
    }

    /// How good the moment after the action looks.
    fn looks(&mut self, action: G::Action) -> i32 {
        self.nodes += 1;
        let before = self.play.bookmark();
        self.play.apply(self.game, self.seat, action);
        let value = match self.game.outcome(&self.play.state) {
            Some(outcome) => ended(&outcome, self.seat, 1),
            None => self.judge.value(self.game, &self.play.state, self.seat),
        };
        self.play.back_to(before);
        value
    }

    /// Tries the candidates in more and more futures, fewer and fewer of them,
    /// and leaves the best first. Returns how many futures those left were tried in.
    fn compare(&mut self, candidates: &mut Vec<Candidate<G::Action>>) -> u32 {
        let (begun, mut futures) = (self.nodes, 0);
        let budget = self.limits.nodes.saturating_sub(begun);
        let halvings = u64::from(candidates.len().next_power_of_two().ilog2());
        for halving in 1..=halvings {
            let until = begun + budget * halving / halvings;
            while self.limits.depth > 0 && candidates.len() > 1 && self.nodes < until {
                if !self.try_all(candidates, futures) {
                    return futures;
                }
                futures += 1;
                if futures.is_multiple_of(BATCH) {
                    rank(candidates);
                    drop_hopeless(candidates, futures);
                }
            }
            if futures > 0 {
                rank(candidates);
                candidates.truncate(candidates.len().div_ceil(2));
            }
        }
        futures
    }

    /// Plays all candidates out in one future. Nothing is added and it is
    /// `false` when there was no time for all of them.
    fn try_all(&mut self, candidates: &mut [Candidate<G::Action>], future: u32) -> bool {
        let now = self.play.bookmark();
        let mut odds = [0.0; MOST_CANDIDATES];
        for (candidate, odds) in candidates.iter().zip(&mut odds) {
            self.play.apply(self.game, self.seat, candidate.action);
            *odds = self.play_out(future);
            self.play.back_to(now);
            if self.nodes >= self.limits.nodes || Instant::now() >= self.deadline {
                return false;
            }
        }
        candidates.iter_mut().zip(odds).for_each(|(candidate, odds)| candidate.sum += odds);
        true
    }

    /// Lets the match go on in this future: the odds of winning at its end. Dice
    /// and choices are drawn apart, so that all candidates see the same dice.
    fn play_out(&mut self, future: u32) -> f64 {
        let mut dice = Rng::stream(self.seed, u64::from(future));
        let mut rng = Rng::stream(!self.seed, u64::from(future));
        let (mut throws, mut actions) = (0, 0);
        // Counted even when the match is over at once, so that every budget is spent some time.
        (self.played, self.nodes) = (self.played + 1, self.nodes + 1);
        while !self.game.settled(&self.play.state) {
            match self.play.turn(self.game) {
                Turn::Chance if throws < self.limits.depth => {
                    let turn = if throws == 0 { Some(future) } else { None };
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

    /// Lets chance come out: as drawn, or by the turn of a future.
    fn throw(&mut self, turn: Option<u32>, dice: &mut Rng) -> bool {
        let pick = |sum: u32| match turn.filter(|_| sum <= MOST_WEIGHTS) {
            Some(turn) => turn % sum,
            None => dice.below(sum),
        };
        let chance = self.game.sample_chance(&self.play.state, pick, &mut self.outcomes);
        chance.map(|chance| self.play.apply_chance(self.game, chance)).is_some()
    }

    /// The odds of winning as the position stands.
    fn odds(&self) -> f64 {
        match self.game.outcome(&self.play.state) {
            Some(outcome) => outcome.share(self.seat),
            None => odds::odds(self.judge.value(self.game, &self.play.state, self.seat), self.game.players()),
        }
    }
}

/// The best first; equals stay in the order in which they looked best at once.
fn rank<A>(candidates: &mut [Candidate<A>]) {
    candidates.sort_by(|one, other| other.sum.total_cmp(&one.sum));
}

/// Leaves those of the ranked candidates that may still be the best.
fn drop_hopeless<A>(candidates: &mut Vec<Candidate<A>>, futures: u32) {
    let Some(best) = candidates.first() else { return };
    let futures = f64::from(PRIOR + futures);
    let odds = (best.sum / futures).clamp(0.02, 0.98);
    let error = (2.0 * odds * (1.0 - odds) * futures).sqrt();
    let least = best.sum - HOPELESS * error;
    candidates.retain(|candidate| candidate.sum >= least);
}
