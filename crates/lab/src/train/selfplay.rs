//! Matches of a network against itself, and the positions to learn from.

use super::Plan;
use crate::course::MOST_ACTIONS;
use kernel::{FullGame, MAX_SEATS, Play, Seat, Turn};
use players::Rng;
use players::values::{Shares, Values};
use rayon::prelude::*;
use std::ops::Range;

/// A position to learn from.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    pub(super) inputs: Vec<f32>,
    /// The shares to learn, the seat that comes first in the inputs first.
    pub(super) target: [f32; MAX_SEATS],
}

/// Where matches are played with one network.
pub(super) struct Studio<'a, G: FullGame> {
    pub(super) game: &'a G,
    pub(super) values: &'a Values,
    pub(super) plan: &'a Plan,
}

/// A position of a match, before it is known what became of it.
struct Moment<G: FullGame> {
    play: Play<G>,
    shares: Shares,
}

/// Who chooses actions.
#[derive(Copy, Clone)]
enum Policy {
    /// The values.
    Values,
    /// The game's fast policy, which brings matches to an end before anything is learned.
    OfTheGame,
}

/// A stream of random numbers for each purpose, so that no two are the same.
const SELF_PLAY: u64 = 0;
const CHOICE: u64 = 1 << 60;
const ROLLOUT: u64 = 2 << 60;

impl<G: FullGame> Studio<'_, G> {
    /// Plays these matches and returns what there is to learn from each.
    pub(super) fn play(&self, numbers: Range<u64>) -> Vec<Vec<Sample>> {
        let matches: Vec<u64> = numbers.collect();
        matches.into_par_iter().map(|number| self.learned_from(number)).collect()
    }

    fn rng(&self, purpose: u64, number: u64) -> Rng {
        Rng::stream(self.plan.seed, purpose | number)
    }

    /// The positions of one match, with what they were worth by TD(λ).
    fn learned_from(&self, number: u64) -> Vec<Sample> {
        let mut moments = Vec::new();
        let policy = if number < self.plan.begin { Policy::OfTheGame } else { Policy::Values };
        let mut next = self.play_on(policy, &mut self.rng(SELF_PLAY, number), Play::start(self.game), |play| {
            moments.push(Moment { play: play.clone(), shares: self.values.shares(self.game, &play.state) });
        });
        let lambda = f64::from(self.plan.lambda);
        let mut following = next;
        let mut samples = Vec::with_capacity(moments.len());
        for moment in moments.iter().rev() {
            let target: Shares = std::array::from_fn(|seat| (1.0 - lambda) * following[seat] + lambda * next[seat]);
            samples.push(self.sample(&moment.play, &target));
            (next, following) = (target, moment.shares);
        }
        samples.reverse();
        samples
    }

    fn sample(&self, play: &Play<G>, shares: &Shares) -> Sample {
        let mut inputs = vec![0.0; self.values.network().widths()[0]];
        let first = self.game.features(&play.state, &mut inputs);
        let mut target = [0.0; MAX_SEATS];
        for (share, seat) in target.iter_mut().zip(first.round(self.game.players())) {
            *share = shares[seat.index()] as f32;
        }
        Sample { inputs, target }
    }

    /// Plays a match on to its end and returns its result; everybody shares a match that does not end. Positions that
    /// the values are asked about are passed to `visit`: before a throw, and after an action.
    fn play_on(&self, policy: Policy, rng: &mut Rng, mut play: Play<G>, mut visit: impl FnMut(&Play<G>)) -> Shares {
        let game = self.game;
        let (mut buffer, mut chances) = (Vec::new(), Vec::new());
        let mut acted = true;
        for _ in 0..MOST_ACTIONS {
            let turn = play.turn(game);
            let asked = turn == Turn::Chance || acted;
            if turn != Turn::Over && asked && game.foreseen(&play.state, None) == play.state {
                visit(&play);
            }
            match turn {
                Turn::Over => break,
                Turn::Chance => {
                    let Some(chance) = game.sample_chance(&play.state, |n| rng.below(n), &mut chances) else { break };
                    play.apply_chance(game, chance);
                    acted = false;
                }
                Turn::Seats(seats) => {
                    let Some(seat) = seats.iter().next() else { break };
                    let Some(action) = self.action(policy, &mut play, seat, rng, &mut buffer) else { break };
                    play.apply(game, seat, action);
                    acted = true;
                }
            }
        }
        let even = || {
            self.game.all_seats().iter().map(Seat::index).fold(Shares::default(), |mut shares, seat| {
                shares[seat] = 1.0 / f64::from(game.players());
                shares
            })
        };
        game.outcome(&play.state).map_or_else(even, |outcome| outcome.shares)
    }

    /// The best action by the policy, or now and then a random one.
    fn action(
        &self,
        policy: Policy,
        play: &mut Play<G>,
        seat: Seat,
        rng: &mut Rng,
        buffer: &mut Vec<G::Action>,
    ) -> Option<G::Action> {
        if self.plan.explore > 0 && rng.below(self.plan.explore) == 0 {
            buffer.clear();
            self.game.legal_actions(&play.state, seat, buffer);
            buffer.retain(|action| self.game.for_computers(&play.state, seat, *action));
            return rng.one(buffer);
        }
        match policy {
            Policy::Values => self.values.reply(self.game, play, seat, buffer).map(|reply| reply.action),
            Policy::OfTheGame => self.game.rollout_action(&play.state, seat, |n| rng.below(n), buffer),
        }
    }

    /// Plays positions of self-play out and returns their mean results, one position of each match.
    pub(super) fn relabel(&self, numbers: Range<u64>) -> Vec<Vec<Sample>> {
        let matches: Vec<u64> = numbers.collect();
        matches.into_par_iter().map(|number| self.relabelled(number).into_iter().collect()).collect()
    }

    /// One position of a match that was not played before, with the mean of its rollouts.
    fn relabelled(&self, number: u64) -> Option<Sample> {
        let mut moments = Vec::new();
        let of_match = self.plan.matches + number;
        let mut rng = self.rng(SELF_PLAY, of_match);
        self.play_on(Policy::Values, &mut rng, Play::start(self.game), |play| moments.push(play.clone()));
        let at = self.rng(CHOICE, number).below(moments.len() as u32) as usize;
        let play = moments.get(at)?;
        let mut sums = Shares::default();
        for rollout in 0..self.plan.rollouts.max(1) {
            // The same throws for the same rollout of every position.
            let result = self.play_on(Policy::Values, &mut self.rng(ROLLOUT, u64::from(rollout)), play.clone(), |_| ());
            sums.iter_mut().zip(result).for_each(|(sum, share)| *sum += share);
        }
        let means = sums.map(|sum| sum / f64::from(self.plan.rollouts.max(1)));
        Some(self.sample(play, &means))
    }
}
