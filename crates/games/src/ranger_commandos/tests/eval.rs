//! Taste: what computer players prefer, and that it is worth something.

use super::drawn::*;
use crate::ranger_commandos::{Action, COLOURS, Phase, RangerCommandos};
use kernel::{Evaluate, Game, Play, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// One seat looks one action ahead by the evaluation, the others go for the nearest
/// arrow with a counter and never to a sentry by choice.
fn wins_against_greed(players: u8, matches: u32, seed: u64) -> (f32, f32) {
    let table = opening(players);
    let game: &RangerCommandos = table.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut won, mut turns) = (0.0, 0);
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
                    turns += u32::from(play.state.phase() == Phase::Walk);
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
    (won / matches as f32, turns as f32 / matches as f32)
}

/// RC-35
#[test]
fn one_look_ahead_beats_greed_for_every_number_of_players() {
    assert_eq!(COLOURS.len(), 4);
    for (players, least) in [(2, 0.5), (3, 0.33), (4, 0.25)] {
        let (share, turns) = wins_against_greed(players, 3_000, 42);
        println!("{players} players: {share}, {turns} walks a match");
        assert!(share > least, "{players} players: {share}");
    }
}
