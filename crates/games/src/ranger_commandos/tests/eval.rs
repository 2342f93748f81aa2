//! Taste: what computer players prefer, and that it is worth something.

use super::drawn::*;
use crate::ranger_commandos::{Action, RangerCommandos};
use kernel::{Evaluate, Game, Play, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// One seat looks one action ahead by the evaluation, the others go for the nearest
/// arrow with a counter and never to a sentry by choice.
fn wins_against_greed(players: u8, matches: u32, seed: u64) -> f32 {
    let table = opening(players);
    let game: &RangerCommandos = table.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut won = 0.0;
    let (mut actions, mut lots) = (Vec::new(), Vec::new());
    for number in 0..matches {
        let hero = Seat((number % u32::from(players)) as u8);
        let mut play = Play::start(game);
        loop {
            match play.turn(game) {
                Turn::Over => break,
                Turn::Chance => {
                    lots.clear();
                    game.chances(&play.state, &mut lots);
                    let sum: u32 = lots.iter().map(|(_, weight)| weight).sum();
                    let mut left = dice.random_range(0..sum);
                    let drawn = lots.iter().find(|(_, weight)| {
                        let hit = left < *weight;
                        left = left.saturating_sub(*weight);
                        hit
                    });
                    play.befall(game, drawn.unwrap().0);
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    actions.clear();
                    game.legal(&play.state, seat, &mut actions);
                    let value = |action: &Action| {
                        if seat != hero {
                            return game.promise(&play.state, seat, *action);
                        }
                        let mut next = play.clone();
                        next.apply(game, seat, *action);
                        game.evaluate(&next.state, seat)
                    };
                    let best = actions.iter().map(|action| (value(action), dice.random::<u32>(), *action)).max();
                    play.apply(game, seat, best.unwrap().2);
                }
            }
        }
        won += game.outcome(&play.state).unwrap().share(hero);
    }
    won / matches as f32
}

/// RC-35
#[test]
fn one_look_ahead_beats_greed_for_every_number_of_players() {
    for (players, least) in [(2, 0.515), (3, 0.34), (4, 0.255)] {
        let share = wins_against_greed(players, 3_000, 42);
        assert!(share > least, "{players} players: {share}");
    }
}

fn worth(position: Position, id: &str) -> i32 {
    let table = position.table();
    table.game().evaluate(&table.moment().state, seat(&table, id))
}

/// RC-21, RC-34
#[test]
fn more_counters_and_fewer_with_the_others_are_better() {
    let base = worth(players(&["red k11 n11 2", "black l9 p9 2"]), "p1");
    assert!(worth(players(&["red k11 n11 3", "black l9 p9 2"]), "p1") > base);
    assert!(worth(players(&["red k11 n11 2", "black l9 p9 3"]), "p1") < base);
}

/// RC-25
#[test]
fn near_the_barge_is_better_than_far_from_it() {
    let near = worth(players(&["red k11 n11 3", "black l9 p9 2"]), "p1");
    let far = worth(players(&["red k11 v15 3", "black l9 p9 2"]), "p1");
    assert!(near > far, "{near} {far}");
    let run = |circle: &str| worth(players(&[&format!("red k11 {circle} 3"), "black f9"]).escape("p1", "p2"), "p1");
    assert!(run("n11") > run("w8") && run("w8") > run("w2"));
}

/// RC-28, RC-33
#[test]
fn nearer_home_is_better() {
    let day = |wave: &str| worth(players(&[&format!("red {wave}"), "black h9"]).phase("day"), "p1");
    assert!(day("c7") > day("f9") && day("f9") > day("l9"));
}

/// RC-23
#[test]
fn he_blows_the_whistle_himself_when_the_others_are_far_from_their_barges() {
    // Red leads and stands next to his barge; Black and Green are deep in the country with much to lose.
    let table = players(&["red k11 n11 4", "black l1 v15 4", "green l17 w2 4"]).walks("S1N").table();
    let (game, state) = (table.game(), table.moment().state);
    let red = seat(&table, "p1");
    let mut actions = Vec::new();
    game.legal(&state, red, &mut actions);
    let value = |action: &Action| {
        let mut next = state;
        game.apply(&mut next, &mut (), red, *action);
        game.evaluate(&next, red)
    };
    let best = actions.iter().max_by_key(|action| value(action)).unwrap();
    let best = kernel::Notation::write(&**game, &state, *best);
    assert!(["n9", "o10", "o12"].contains(&best.as_str()), "a sentry near the barge, not {best}");
}

/// RC-22
#[test]
fn what_a_counter_may_be_worth_is_all_anybody_counts_with() {
    let table = opening(4);
    assert!((table.game().mean_counter() - 490.0 / 34.0).abs() < 1e-4);
}
