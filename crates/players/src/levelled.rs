//! Players that search, up to a level's limits.

use crate::search::{AlphaBeta, Expectimax, Rollouts};
use crate::{Clock, Level, Player, Rng, SearchMethod, SearchProfile, Thought, actions_of, rng::mix};
use kernel::{FullGame, Game, History, Known, Never, Turn, Viewer};
use std::{any::TypeId, time::Duration};

/// How far a player searches and how it errs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of positions searched for one decision.
    pub nodes: u64,
    /// Maximum depth: whole turns in [`AlphaBeta`] (forced exchanges not counted), throws in [`Rollouts`] and
    /// [`Expectimax`].
    pub depth: u32,
    /// Maximum error of the evaluation, in centi-men. The same seed errs in the same way, which makes matches differ.
    pub noise: u32,
    /// Percentage of decisions that are random.
    pub mistakes: u32,
    /// A safety net for slow machines: after this time on its [`Clock`], if it has one, the player decides with what
    /// it has found.
    pub time: Duration,
}

impl Limits {
    /// The time limit of every level.
    pub const MOST_TIME: Duration = Duration::from_millis(1_200);
}

/// A player of one level.
pub(crate) struct Levelled<G: Game> {
    level: Level,
    seed: u64,
    profile: SearchProfile,
    alpha_beta: AlphaBeta<G>,
    expectimax: Expectimax,
    rollouts: Rollouts,
}

impl<G: FullGame> Levelled<G> {
    pub(crate) fn new(level: Level, seed: u64, clock: Clock) -> Self {
        let profile = SearchProfile::of(G::INFO.slug);
        let limits = profile.limits(level);
        Levelled {
            level,
            seed,
            profile,
            alpha_beta: AlphaBeta::new(level.limits(), seed).timed(clock),
            expectimax: Expectimax::new(limits, seed).timed(clock),
            rollouts: Rollouts::new(limits, seed).tuned(&profile).timed(clock),
        }
    }

    /// The RNG for this position of this match: the same whenever it is asked again.
    fn rng(&self, game: &G, known: &Known<G>) -> Rng {
        let play = known.play();
        let position = game.hash_key(&play.state) ^ game.counters(&play.state) ^ mix(play.history.mark() as u64);
        Rng::stream(self.seed, position)
    }
}

impl<G: FullGame> Player<G> for Levelled<G> {
    fn choose(&mut self, game: &G, known: &Known<G>) -> Option<Thought<G>> {
        let actions = actions_of(game, known.state(), known.seat());
        if actions.len() <= 1 {
            return actions.first().map(|&action| Thought::unthinking(action));
        }
        let two_open_sides = suits_alpha_beta(game, known);
        let limits = if two_open_sides { self.level.limits() } else { self.profile.limits(self.level) };
        let mut rng = self.rng(game, known);
        if rng.below(100) < limits.mistakes {
            return rng.one(&actions).map(Thought::unthinking);
        }
        match self.profile.method {
            _ if two_open_sides => self.alpha_beta.choose(game, known.clone()),
            SearchMethod::Expectimax => self.expectimax.choose(game, known.clone()),
            SearchMethod::Rollouts => self.rollouts.choose(game, known.clone()),
        }
    }
}

/// Is this a game for alpha-beta: two seats, no chance, nothing hidden, one seat to act at a time?
pub fn suits_alpha_beta<G: Game>(game: &G, known: &Known<G>) -> bool {
    let no_chance = TypeId::of::<G::Chance>() == TypeId::of::<Never>();
    let nothing_hidden = game.redact(known.state(), Viewer::Spectator) == *known.state();
    let one_acts = matches!(known.play().turn(game), Turn::Seats(seats) if seats.len() == 1);
    game.players() == 2 && no_chance && nothing_hidden && one_acts
}
