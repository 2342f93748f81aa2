//! The exact numbers: turns on the water, odds of an escape, races home.

use super::drawn::*;
use crate::ranger_commandos::board::{Cell, Direction};
use crate::ranger_commandos::odds::Racer;
use crate::ranger_commandos::{Berth, Colour, Phase, RangerCommandos};
use kernel::{Game, Play};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Checks on every wave that the average number of turns is one more than the average after
/// one spin, which leads to the next wave or leaves the barge where it is.
fn check_turns(way: fn(&Cell) -> Direction, there: impl Fn(u8) -> bool, turns: impl Fn(&RangerCommandos, u8) -> f32) {
    let table = opening(2);
    let game: &RangerCommandos = table.game();
    let board = &*game.board;
    for wave in 0..board.waves.len() as u8 {
        let name = board.wave_name(wave);
        if there(wave) {
            assert_eq!(turns(game, wave), 0.0, "{name}");
            continue;
        }
        let after = board.dial.iter().map(|cell| turns(game, board.step(wave, way(cell)).unwrap_or(wave)));
        let mean = 1.0 + after.sum::<f32>() / board.dial.len() as f32;
        assert!((turns(game, wave) - mean).abs() < 1e-3, "{name}: {} {mean}", turns(game, wave));
    }
}

/// RC-12, RC-14, RC-15
#[test]
fn the_turns_to_a_landing_add_up_on_every_wave() {
    let board = opening(2).game().board.clone();
    check_turns(|cell| cell.night, |wave| board.landing_at(wave).is_some(), |game, wave| game.odds.to_landing(0, wave));
}

/// RC-28, RC-29, RC-30
#[test]
fn the_turns_home_add_up_on_every_wave() {
    let board = opening(2).game().board.clone();
    check_turns(|cell| cell.day, |wave| board.is_front(wave), |game, wave| game.odds.to_home(wave));
}

/// RC-13
#[test]
fn leaving_the_dock_takes_four_turns_on_average() {
    let docked = players(&["red", "black"]).table();
    let out = players(&["red a3", "black"]).table();
    let turns = |table: &Table| table.game().turns_to_landing(&table.current_play().state, Colour::Red);
    assert!((turns(&docked) - turns(&out) - 4.0).abs() < 1e-4, "east is two cells of eight");
    assert!((14.0..19.0).contains(&turns(&docked)), "{}", turns(&docked));
}

/// RC-28
#[test]
fn a_wave_at_a_headland_agrees_with_the_solution_by_hand() {
    // From b1, southwest with two of eight cells is home at a3, south leads to b5, the rest nowhere.
    let game = opening(2).game().clone();
    let home = |name: &str| game.odds.to_home(game.board.wave_called(name).unwrap());
    let by_hand = (1.0 + home("b5") / 8.0) / (1.0 - 5.0 / 8.0);
    assert!((home("b1") - by_hand).abs() < 1e-4, "{} {by_hand}", home("b1"));
}

/// RC-24, RC-25
#[test]
fn the_odds_of_an_escape_are_those_of_three_spins() {
    let numbers = [2, 3, 5, 4, 2, 5, 3, 1];
    let mut sums = [0u32; 16];
    for a in numbers {
        for b in numbers {
            for c in numbers {
                sums[a + b + c] += 1;
            }
        }
    }
    for (circle, steps) in [("n11", 1), ("p11", 2), ("r9", 3), ("w8", 7), ("v15", 9), ("w2", 10)] {
        let table = players(&[&format!("red k11 {circle}"), "black"]).table();
        let (game, state) = (table.game(), table.current_play().state);
        assert_eq!(game.way_back(&state, Colour::Red), Some(steps), "{circle}");
        let wanted = sums[usize::from(steps)..].iter().sum::<u32>() as f32 / 512.0;
        assert!((game.escape_odds(&state, Colour::Red) - wanted).abs() < 1e-6, "{circle}");
    }
}

/// RC-28, RC-33
#[test]
fn the_odds_of_a_race_home_are_those_of_many_races() {
    let game = opening(2).game().clone();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(28);
    for (red, black) in [("l9", "l13"), ("l1", "f9"), ("h9", "k15"), ("b5", "c7")] {
        let table = players(&[&format!("red {red}"), &format!("black {black}")]).phase("day").table();
        let state = table.current_play().state;
        let wave = |colour| match state.barge(colour) {
            Berth::Wave(wave) => wave,
            _ => unreachable!(),
        };
        let racer = |colour| Racer { barge: wave(colour), late: false };
        let estimated = game.odds.sooner(racer(Colour::Red), racer(Colour::Black), true);
        let simulated = red_first(&table, &mut dice);
        assert!((simulated - estimated).abs() < 0.04, "{red} against {black}: {simulated}, estimated {estimated}");
        let back = game.odds.sooner(racer(Colour::Black), racer(Colour::Red), false);
        assert!((estimated + back - 1.0).abs() < 1e-3, "one of them is first");
    }
}

/// The share of races in which Red is home first.
fn red_first(table: &Table, dice: &mut Xoshiro256PlusPlus) -> f32 {
    let (mut first, races) = (0, 4_000);
    for _ in 0..races {
        let mut play: Play<RangerCommandos> = table.current_play().clone();
        while matches!(play.state.phase(), Phase::Escape | Phase::HeadStart | Phase::Day) {
            let mut outcomes = Vec::new();
            table.game().chance_outcomes(&play.state, &mut outcomes);
            play.apply_chance(table.game(), outcomes[dice.random_range(0..outcomes.len())].0);
        }
        first += u32::from(play.state.place(Colour::Red) == Some(1));
    }
    first as f32 / races as f32
}

/// RC-26, RC-28, RC-31, RC-33
#[test]
fn the_odds_of_a_race_with_a_head_start_are_those_of_many_races() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(26);
    // Red sails in the round in which Black runs; Black's commando is a step from the barge.
    let starts = [("l1", "l13 n13"), ("h9", "k11 n11"), ("c7", "l13 n13"), ("b5", "l1 n1")];
    for (red, black) in starts {
        let table = players(&[&format!("red {red}"), &format!("black {black}")]).head_start("p1", "p1").table();
        let estimated = table.game().sooner(&table.current_play().state, Colour::Red, Colour::Black, 1.0);
        let simulated = red_first(&table, &mut dice);
        assert!((simulated - estimated).abs() < 0.04, "{red} against {black}: {simulated}, estimated {estimated}");
    }
    // Black ran first and lies on the same row; Red has had a turn and waits for Black's.
    let table = players(&["red f9", "black k11 n11", "green h9"]).escape("p2", "p1").table();
    let state = table.current_play().state;
    let odds = |one, other| table.game().sooner(&state, one, other, 1.0);
    assert!((odds(Colour::Red, Colour::Green) + odds(Colour::Green, Colour::Red) - 1.0).abs() < 1e-3);
    let level = players(&["red f9", "black j1", "green h9"]).phase("day").table();
    let without = level.game().sooner(&level.current_play().state, Colour::Green, Colour::Red, 1.0);
    assert!(odds(Colour::Green, Colour::Red) > without, "Green has one more turn");
}

/// RC-31
#[test]
fn a_barge_at_its_dock_is_home_with_its_next_turn() {
    // Black's turn comes after Red's, and Red is home with four cells of eight.
    let table = players(&["red b5", "black"]).phase("day").table();
    let estimated = table.game().sooner(&table.current_play().state, Colour::Red, Colour::Black, 1.0);
    assert!((estimated - 0.5).abs() < 1e-4, "two cells lead to a3 and two to a7: {estimated}");
}
