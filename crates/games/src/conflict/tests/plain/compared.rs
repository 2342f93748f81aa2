//! Both engines side by side: the same legal moves and next positions, over random matches and over crowded positions
//! that are rare in play.

use super::super::drawn::table;
use super::{At, Plain, circle, mine_owner};
use crate::conflict::{Conflict, Setup, Throw};
use kernel::{Game, Notation, OptionValue, Play, Positions, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

fn written_legal(game: &Conflict, state: &crate::conflict::State) -> BTreeSet<String> {
    let mut actions = Vec::new();
    for seat in 0..game.players() {
        game.legal_actions(state, Seat(seat), &mut actions);
    }
    let written: BTreeSet<_> = actions.iter().map(|action| game.write(state, *action)).collect();
    assert_eq!(written.len(), actions.len(), "each action has its own notation");
    written
}

fn same(real: &BTreeSet<String>, plain: &BTreeSet<String>, setup: &Setup) {
    let missing: Vec<_> = plain.difference(real).take(8).collect();
    let invented: Vec<_> = real.difference(plain).take(8).collect();
    assert!(
        missing.is_empty() && invented.is_empty(),
        "missing {missing:?}, invented {invented:?}\n{}",
        serde_json::to_string(setup).unwrap()
    );
}

/// Plays both engines side by side; the moves are compared at one of every `seldom` steps.
fn check_matches(players: u8, options: &[(&str, OptionValue)], matches: u64, seldom: u32, seed: u64) {
    let table = table(players, options);
    let game = &**table.game();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..matches {
        let mut play = Play::start(game);
        let mut plain = Plain::new(game);
        loop {
            let setup = game.position(&play.state, &());
            assert_eq!(plain.written(), setup);
            match play.turn(game) {
                Turn::Over => {
                    let won = plain.phase == "won";
                    let outcome = game.outcome(&play.state).unwrap();
                    let share = if won { 1.0 } else { 1.0 / plain.sides() as f64 };
                    for (seat, colour) in plain.colours.iter().enumerate() {
                        let mine = plain.colours.iter().any(|c| plain.alive(*c) && plain.friends(*c, *colour));
                        assert_eq!(outcome.shares[seat], if mine { share } else { 0.0 });
                    }
                    break;
                }
                Turn::Chance => {
                    let mut outcomes: Vec<(Throw, u32)> = Vec::new();
                    game.chance_outcomes(&play.state, &mut outcomes);
                    let throw = outcomes[rng.random_range(0..outcomes.len())].0;
                    plain.throw(&game.write_chance(throw));
                    play.apply_chance(game, throw);
                }
                Turn::Seats(seats) => {
                    if rng.random_range(0..seldom) == 0 {
                        same(&written_legal(game, &play.state), &plain.legal(), &setup);
                    }
                    let seat = seats.iter().next().unwrap();
                    let action =
                        game.sample_action(&play.state, seat, |n| rng.random_range(0..n), &mut Vec::new()).unwrap();
                    plain.act(&game.write(&play.state, action));
                    play.apply(game, seat, action);
                }
            }
        }
    }
}

impl Plain {
    fn sides(&self) -> usize {
        let alive: Vec<_> = self.colours.iter().filter(|colour| self.alive(**colour)).collect();
        if self.partners { 2 } else { alive.len() }
    }

    /// Scatters the pieces on the map near one place, and some elsewhere.
    fn scatter(&mut self, rng: &mut Xoshiro256PlusPlus, crowd: i32) {
        let middle = (rng.random_range(0..28), rng.random_range(0..28));
        for index in 0..self.pieces.len() {
            let piece = self.pieces[index];
            self.pieces[index].at = match rng.random_range(0..10) {
                0 => At::Home,
                1 => At::Reserve,
                2..=4 => At::Held((piece.colour + 1) % 4),
                _ => At::Reserve,
            };
            if let At::Held(by) = self.pieces[index].at
                && (!self.alive(by) || self.friends(by, piece.colour))
            {
                self.pieces[index].at = At::Home;
            }
            if rng.random_range(0..10) < 6 {
                let square = (middle.0 + rng.random_range(-crowd..=crowd), middle.1 + rng.random_range(-crowd..=crowd));
                let circle_of = (0..4).find(|colour| circle(*colour) == square);
                let mine = mine_owner(square).is_some_and(|owner| self.foe(piece.colour, owner));
                let fits = Self::is_open_to(piece.kind, square)
                    && self.on(square).is_none()
                    && !circle_of.is_some_and(|owner| self.foe(piece.colour, owner))
                    && !(mine && ["ship", "plane"].contains(&piece.kind));
                if fits {
                    self.pieces[index].at = At::Map(square);
                }
            }
        }
    }
}

/// Compares the moves of crowded positions.
fn check_crowds(players: u8, options: &[(&str, OptionValue)], positions: u32, crowd: i32, high: u8, seed: u64) {
    let table = table(players, options);
    let game = &**table.game();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut compared = 0;
    while compared < positions {
        let mut plain = Plain::new(game);
        plain.to_throw.clear();
        if players > 2 && rng.random_range(0..3) == 0 {
            plain.retired.insert(plain.colours[rng.random_range(0..plain.colours.len())]);
        }
        plain.scatter(&mut rng, crowd);
        for index in 0..plain.pieces.len() {
            let colour = plain.pieces[index].colour;
            if !plain.alive(colour) {
                let by = *plain.colours.iter().find(|by| plain.alive(**by)).unwrap();
                plain.pieces[index].at = At::Held(by);
            }
        }
        let turn = plain.colours[rng.random_range(0..plain.colours.len())];
        let ally = plain.colours[rng.random_range(0..plain.colours.len())];
        let living = plain.colours.iter().filter(|colour| plain.alive(**colour)).count();
        if plain.talk && turn != ally && plain.alive(turn) && plain.alive(ally) && living > 2 {
            plain.allies.extend([(turn, ally), (ally, turn)]);
        }
        let mut throw = [rng.random_range(1..=high), rng.random_range(1..=high)];
        throw.sort_by(|a, b| b.cmp(a));
        (plain.turn, plain.phase, plain.throws) = (turn, "move", 1);
        plain.dice = throw.to_vec();
        let setup = plain.written();
        let Ok((state, ())) = game.place(setup.clone()) else { continue };
        assert_eq!(Plain::read(game, &setup).written(), setup);
        same(&written_legal(game, &state), &plain.legal(), &setup);
        compared += 1;
    }
}

fn switch(key: &str) -> (&str, OptionValue) {
    (key, OptionValue::Switch(true))
}

fn number(key: &str, number: i64) -> (&str, OptionValue) {
    (key, OptionValue::Number(number))
}

/// How much to compare: `BOXTOP_PLAIN=20` compares twenty times as much.
fn effort() -> u32 {
    std::env::var("BOXTOP_PLAIN").ok().and_then(|number| number.parse().ok()).unwrap_or(1)
}

/// CF-9, CF-10, CF-11, CF-12, CF-13, CF-14, CF-16, CF-17, CF-20, CF-21, CF-22, CF-24, CF-25, CF-26, CF-27, CF-29, CF-33
#[test]
fn both_engines_play_the_same_matches() {
    for players in [2, 3, 4] {
        check_matches(players, &[number("throw_limit", 300)], 2 * u64::from(effort()), 60, u64::from(players));
    }
}

/// CF-25, CF-28, CF-30, CF-33, CF-34
#[test]
fn both_engines_play_the_same_matches_under_the_options() {
    let effort = u64::from(effort());
    let long = number("throw_limit", 1_500);
    check_matches(4, &[switch("partnership"), long.clone()], effort, 400, 1_940);
    check_matches(3, &[switch("third_double_plays"), long], effort, 400, 1_941);
    check_matches(2, &[number("quiet_limit", 40), number("throw_limit", 0)], 2 * effort, 200, 1_942);
}

/// CF-11, CF-16, CF-17, CF-18, CF-19, CF-21, CF-22, CF-23, CF-31, CF-35
#[test]
fn both_engines_find_the_same_moves_in_crowds() {
    let effort = effort();
    check_crowds(4, &[], 40 * effort, 4, 4, 1);
    check_crowds(4, &[], 6 * effort, 7, 6, 2);
    check_crowds(3, &[], 20 * effort, 5, 4, 3);
    check_crowds(4, &[switch("partnership")], 20 * effort, 5, 4, 4);
}

/// CF-19, CF-38, CF-39
#[test]
fn both_engines_find_the_same_moves_in_crowds_under_the_options() {
    let effort = effort();
    check_crowds(4, &[switch("overfly_guns")], 30 * effort, 4, 4, 5);
    check_crowds(4, &[switch("overfly_guns")], 4 * effort, 7, 6, 6);
    check_crowds(4, &[switch("pacts")], 30 * effort, 5, 4, 7);
    check_crowds(3, &[switch("pacts"), switch("overfly_guns")], 20 * effort, 5, 4, 8);
}

/// CF-8, CF-19, CF-28, CF-38, CF-39
#[test]
fn both_engines_play_the_same_matches_with_pacts_and_over_guns() {
    let effort = u64::from(effort());
    let long = number("throw_limit", 900);
    check_matches(4, &[switch("pacts"), long.clone()], effort, 200, 1_943);
    check_matches(3, &[switch("pacts"), long.clone()], effort, 200, 1_944);
    check_matches(3, &[switch("overfly_guns"), long], effort, 200, 1_945);
}

/// CF-2, CF-3, CF-11, CF-12, CF-21
#[test]
fn both_engines_find_the_same_moves_of_single_pieces_from_everywhere() {
    let table = table(2, &[]);
    let game = &**table.game();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..60 * effort() {
        let square = (rng.random_range(0..28), rng.random_range(0..28));
        let mut plain = Plain::new(game);
        plain.to_throw.clear();
        plain.pieces.iter_mut().for_each(|piece| piece.at = At::Reserve);
        let index = rng.random_range(0..12);
        let piece = plain.pieces[index];
        if !Plain::is_open_to(piece.kind, square) || mine_owner(square).is_some() || circle(2) == square {
            continue;
        }
        plain.pieces[index].at = At::Map(square);
        (plain.phase, plain.throws) = ("move", 1);
        plain.dice = vec![if piece.kind == "plane" { 5 } else { 6 }, rng.random_range(1..=4)];
        let setup = plain.written();
        let Ok((state, ())) = game.place(setup.clone()) else { continue };
        same(&written_legal(game, &state), &plain.legal(), &setup);
    }
}
