//! Players that search, up to a level's limits.

use crate::search::{AlphaBeta, Expectimax, Judge, Rollouts, ended};
use crate::solved;
use crate::values::shipped;
use crate::{Clock, Level, Player, Rng, SearchMethod, SearchProfile, Thought, actions_of, rng::mix};
use kernel::{Evaluate, FullGame, Game, History, Known, Never, Play, Seat, Turn, Viewer};
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
    /// Percentage of its actions that the player overlooks, unless they are obvious ([`SearchProfile::obvious`]).
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
    seed: u64,
    clock: Clock,
    /// The level, if it may play by trained values and by what its game has solved.
    by_values: Option<Level>,
    profile: SearchProfile,
    /// Limits of alpha-beta, and of the other searches.
    limits: [Limits; 2],
    alpha_beta: AlphaBeta<G>,
    expectimax: Expectimax,
    rollouts: Rollouts,
}

impl<G: FullGame> Levelled<G> {
    pub(crate) fn new(level: Level, seed: u64, clock: Clock) -> Self {
        let profile = SearchProfile::of(G::INFO.slug);
        let limits = [level.limits(), profile.limits(level)];
        Levelled { by_values: Some(level), ..Levelled::with_limits(profile, limits, seed, clock) }
    }

    /// With limits of their own for alpha-beta and for the other searches.
    pub(crate) fn with_limits(profile: SearchProfile, limits: [Limits; 2], seed: u64, clock: Clock) -> Self {
        Levelled {
            seed,
            clock,
            by_values: None,
            profile,
            limits,
            alpha_beta: AlphaBeta::new(limits[0], seed).timed(clock),
            expectimax: Expectimax::new(limits[1], seed).timed(clock),
            rollouts: Rollouts::new(limits[1], seed).tuned(&profile).timed(clock),
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
        if let Some(search) = self.by_values.and_then(|level| shipped::search(level, game)) {
            return search.timed(self.clock).choose(game, known.clone());
        }
        let mut actions = actions_of(game, known.state(), known.seat());
        let knows = self.by_values.filter(|level| *level >= Level::Captain && actions.len() > 1);
        if let Some(thought) = knows.and_then(|_| solved::choose(game, known)) {
            return Some(thought);
        }
        let two_open_sides = suits_alpha_beta(game, known);
        let limits = if two_open_sides { self.limits[0] } else { self.limits[1] };
        if limits.mistakes > 0 && actions.len() > 1 {
            overlook(game, known, &mut actions, limits.mistakes, self.profile.obvious, &mut self.rng(game, known));
        }
        if actions.len() <= 1 {
            return actions.first().map(|&action| Thought::unthinking(action));
        }
        let known = known.clone();
        match self.profile.method {
            _ if two_open_sides => self.alpha_beta.choose_among(game, known, actions),
            SearchMethod::Expectimax => self.expectimax.choose_among(game, known, actions),
            SearchMethod::Rollouts => self.rollouts.choose_among(game, known, actions),
        }
    }
}

/// Removes this percentage of the actions, but none that is better by more than `obvious` centi-men, right after it is
/// played, than all that are left.
fn overlook<G: Evaluate>(
    game: &G,
    known: &Known<G>,
    actions: &mut Vec<G::Action>,
    percent: u32,
    obvious: i32,
    rng: &mut Rng,
) {
    let mut play = known.play().clone();
    let judged =
        actions.iter().map(|&action| (rng.below(100) >= percent, value_after(game, &mut play, known.seat(), action)));
    let judged: Vec<(bool, i32)> = judged.collect();
    let Some(best) = judged.iter().filter(|(seen, _)| *seen).map(|(_, value)| *value).max() else { return };
    let mut judged = judged.into_iter();
    actions.retain(|_| judged.next().is_some_and(|(seen, value)| seen || value > best.saturating_add(obvious)));
}

/// The evaluation right after the action.
pub(crate) fn value_after<G: Evaluate>(game: &G, play: &mut Play<G>, seat: Seat, action: G::Action) -> i32 {
    let before = play.bookmark();
    play.apply(game, seat, action);
    let value = match game.outcome(&play.state) {
        Some(outcome) => ended(&outcome, seat, 1),
        None => Judge::plain().value(game, &play.state, seat),
    };
    play.back_to(before);
    value
}

/// Is this a game for alpha-beta: two seats, no chance, nothing hidden, one seat to act at a time?
pub fn suits_alpha_beta<G: Game>(game: &G, known: &Known<G>) -> bool {
    let no_chance = TypeId::of::<G::Chance>() == TypeId::of::<Never>();
    let nothing_hidden = game.redact(known.state(), Viewer::Spectator) == *known.state();
    let one_acts = matches!(known.play().turn(game), Turn::Seats(seats) if seats.len() == 1);
    game.players() == 2 && no_chance && nothing_hidden && one_acts
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::hit_the_beach::HitTheBeach;
    use kernel::dynamic::{MatchConfig, TypedMatch};

    const OBVIOUS: i32 = 150;

    #[test]
    fn actions_are_overlooked_but_never_the_obvious_one() {
        let game = TypedMatch::<HitTheBeach>::open(&MatchConfig::default()).expect("a match").game().clone();
        let (game, mut rng, mut overlooked) = (&*game, Rng::new(2), 0);
        let mut play = Play::start(game);
        let mut outcomes = Vec::new();
        loop {
            match play.turn(game) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample_chance(&play.state, |sum| rng.below(sum), &mut outcomes);
                    play.apply_chance(game, chance.expect("an outcome"));
                }
                Turn::Seats(seats) => {
                    let known = play.known_to(game, seats.iter().next().expect("a seat"));
                    let all = actions_of(game, known.state(), known.seat());
                    let mut seen = all.clone();
                    overlook(game, &known, &mut seen, 60, OBVIOUS, &mut rng);
                    let best = |actions: &[_]| {
                        let values =
                            actions.iter().map(|&action| value_after(game, &mut play.clone(), known.seat(), action));
                        values.max().expect("an action is left")
                    };
                    assert!(best(&all) - best(&seen) <= OBVIOUS, "{} {}", best(&all), best(&seen));
                    overlooked += all.len() - seen.len();
                    play.apply(game, known.seat(), rng.one(&all).expect("an action"));
                }
            }
        }
        assert!(overlooked > 50, "{overlooked}");
    }
}
