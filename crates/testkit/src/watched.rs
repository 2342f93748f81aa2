//! Random matches that a test watches: something is checked at every step, or a player who
//! looks one action ahead is measured against greedy ones.
//!
//! Unlike in [`crate::laws`], the checks here belong to one game.

use crate::laws::configs_with_one_change;
use crate::table;
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{FullGame, Play, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// The dice of watched matches.
pub type Dice = Xoshiro256PlusPlus;

/// How a seat that is to act chooses.
pub type Choice<G> = fn(&G, &Play<G>, Seat, &mut Dice) -> <G as kernel::Game>::Action;

/// Any legal action, uniformly at random.
pub fn any<G: FullGame>(game: &G, play: &Play<G>, seat: Seat, dice: &mut Dice) -> G::Action {
    let drawn = game.sample_action(&play.state, seat, |many| dice.random_range(0..many), &mut Vec::new());
    drawn.expect("a seat is to act and has something to do")
}

/// Plays random matches and calls `look` at every step, including the last. All outcomes of
/// chance are equally likely, so that rare ones are seen; `M` is memory kept within a match.
///
/// # Panics
/// When the config cannot be opened, and when `look` does.
pub fn watch<G: FullGame, M: Default>(
    config: &MatchConfig,
    matches: u64,
    seed: u64,
    choice: Choice<G>,
    look: fn(&G, &G::State, &mut M),
) {
    let start = TypedMatch::<G>::open(config).unwrap_or_else(|faults| panic!("{config:?}: {faults:?}"));
    let game = &**start.game();
    let mut dice = Dice::seed_from_u64(seed);
    for _ in 0..matches {
        let (mut play, mut memory) = (Play::start(game), M::default());
        loop {
            look(game, &play.state, &mut memory);
            match play.turn(game) {
                Turn::Over => break,
                Turn::Chance => {
                    let mut outcomes = Vec::new();
                    game.chance_outcomes(&play.state, &mut outcomes);
                    play.apply_chance(game, outcomes[dice.random_range(0..outcomes.len())].0);
                }
                Turn::Seats(seats) => {
                    let seat = one_of(seats.iter(), &mut dice);
                    let action = choice(game, &play, seat, &mut dice);
                    play.apply(game, seat, action);
                }
            }
        }
    }
}

fn one_of(seats: impl Iterator<Item = Seat>, dice: &mut Dice) -> Seat {
    let seats: Vec<_> = seats.collect();
    seats[dice.random_range(0..seats.len())]
}

/// [`watch`]es a number of matches for every number of players, and a number with each option changed.
pub fn watch_every_config<G: FullGame, M: Default>(
    usual: u64,
    changed: u64,
    choice: Choice<G>,
    look: fn(&G, &G::State, &mut M),
) {
    for &players in G::INFO.players {
        watch(&table::config(players, &[]), usual, 7, choice, look);
    }
    for (seed, config) in (0..).zip(configs_with_one_change::<G>()) {
        watch(&config, changed, seed, choice, look);
    }
}

/// The average share that one seat, taken in turn, wins when it looks one action ahead by the
/// evaluation and the others play greedily by `heuristic`.
pub fn one_look_ahead<G: FullGame>(
    players: u8,
    matches: u32,
    seed: u64,
    heuristic: fn(&G, &G::State, Seat, G::Action) -> i32,
) -> f64 {
    let start = table::open::<G>(players, &[]);
    let game = &**start.game();
    let mut dice = Dice::seed_from_u64(seed);
    let mut won = 0.0;
    for number in 0..matches {
        let hero = Seat((number % u32::from(players)) as u8);
        let mut play = Play::start(game);
        let outcome = loop {
            match play.turn(game) {
                Turn::Over => break game.outcome(&play.state).expect("it is over"),
                Turn::Chance => {
                    let chance = game.sample_chance(&play.state, |many| dice.random_range(0..many), &mut Vec::new());
                    play.apply_chance(game, chance.expect("chance has an outcome"));
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().expect("a seat is to act");
                    let value = |action: G::Action| {
                        if seat == hero {
                            ahead(game, &play, seat, action)
                        } else {
                            heuristic(game, &play.state, seat, action)
                        }
                    };
                    let best = best_of(game, &play, seat, value, &mut dice);
                    play.apply(game, seat, best);
                }
            }
        };
        won += outcome.share(hero);
    }
    won / matches as f64
}

/// The value of the position after the action; a finished match outweighs any evaluation.
fn ahead<G: FullGame>(game: &G, play: &Play<G>, seat: Seat, action: G::Action) -> i32 {
    let mut next = play.clone();
    next.apply(game, seat, action);
    let end = game.outcome(&next.state).map(|outcome| (outcome.share(seat) * 1e6) as i32 - 500_000);
    end.unwrap_or_else(|| game.evaluate(&next.state, seat))
}

/// The action of the highest value, at random among equals.
fn best_of<G: FullGame>(
    game: &G,
    play: &Play<G>,
    seat: Seat,
    value: impl Fn(G::Action) -> i32,
    dice: &mut Dice,
) -> G::Action {
    let mut actions = Vec::new();
    game.legal_actions(&play.state, seat, &mut actions);
    let best = actions.into_iter().max_by_key(|action| (value(*action), dice.random::<u32>()));
    best.expect("a seat is to act and has something to do")
}
