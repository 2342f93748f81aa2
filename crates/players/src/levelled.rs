//! Players that think ahead, up to a level's limits.

use crate::search::{AlphaBeta, Expectimax, Rollouts};
use crate::{Level, Player, Rng, Thought, actions_of, rng::mix};
use kernel::{FullGame, Game, History, Measure, Never, Play, Seat, Turn, Viewer};
use std::{any::TypeId, time::Duration};

/// How far a player may think and how it errs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Positions it may look at for one decision.
    pub nodes: u64,
    /// How far it may look ahead: in [`AlphaBeta`] whole turns, not counting
    /// forced exchanges; in [`Rollouts`] and [`Expectimax`] throws.
    pub depth: u32,
    /// How much, up or down, its taste is off, in hundredths of a man. The same
    /// seed is always off in the same way, which makes matches differ.
    pub noise: u32,
    /// How many decisions of a hundred are left to luck.
    pub mistakes: u32,
    /// A safety net for slow machines: after this time it decides with what it has.
    pub time: Duration,
}

/// A player of some strength.
pub(crate) struct Levelled<G: Game> {
    level: Level,
    seed: u64,
    duel: AlphaBeta<G>,
    replies: Expectimax,
}

impl<G: FullGame> Levelled<G> {
    pub(crate) fn new(level: Level, seed: u64) -> Self {
        let duel = AlphaBeta::new(level.limits(), seed);
        Levelled { level, seed, duel, replies: Expectimax::new(level.limits_over_replies(), seed) }
    }

    /// The RNG for this moment of this match: asked again, it says the same.
    fn rng(&self, game: &G, play: &Play<G>) -> Rng {
        let moment = game.hash_key(&play.state) ^ game.counters(&play.state) ^ mix(play.history.mark() as u64);
        Rng::stream(self.seed, moment)
    }
}

impl<G: FullGame> Player<G> for Levelled<G> {
    fn choose(&mut self, game: &G, play: &Play<G>, seat: Seat) -> Option<Thought<G>> {
        let known = Play::<G> { state: game.redact(&play.state, Viewer::Seat(seat)), history: play.history.clone() };
        let actions = actions_of(game, &known.state, seat);
        if actions.len() <= 1 {
            return actions.first().map(|&action| Thought::unthinking(action));
        }
        let duel = open_duel(game, &known);
        let limits = match duel {
            true => self.level.limits(),
            false if game.weighs_every_throw() => self.level.limits_over_replies(),
            false => over_throws(game, self.level),
        };
        let mut rng = self.rng(game, &known);
        if rng.below(100) < limits.mistakes {
            return rng.one(&actions).map(Thought::unthinking);
        }
        match duel {
            true => self.duel.choose(game, known, seat),
            false if game.weighs_every_throw() => self.replies.choose(game, known, seat),
            false => Rollouts::new(limits, self.seed).choose(game, known, seat),
        }
    }
}

/// The game's own measure of a level, or else the usual one.
fn over_throws<G: FullGame>(game: &G, level: Level) -> Limits {
    let usual = level.limits_over_throws();
    match game.measure(level as usize) {
        Some(Measure { nodes, depth, noise, mistakes }) => Limits { nodes, depth, noise, mistakes, ..usual },
        None => usual,
    }
}

/// Is this a game that alpha-beta understands: two seats, no chance, nothing
/// hidden, one seat to act at a time?
fn open_duel<G: Game>(game: &G, known: &Play<G>) -> bool {
    let no_chance = TypeId::of::<G::Chance>() == TypeId::of::<Never>();
    let nothing_hidden = game.redact(&known.state, Viewer::Spectator) == known.state;
    let one_acts = matches!(known.turn(game), Turn::Seats(seats) if seats.len() == 1);
    game.players() == 2 && no_chance && nothing_hidden && one_acts
}
