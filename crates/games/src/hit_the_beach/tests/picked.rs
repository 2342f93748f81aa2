//! Drawing an action and tossing the die without listing all that could come:
//! pick by pick the same as the lists say.

use super::drawn::*;
use crate::hit_the_beach::HitTheBeach;
use kernel::{Game, Play, Seat, Turn, sample_weighted};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn drawn_as_listed(game: &HitTheBeach, play: &Play<HitTheBeach>, seat: Seat) {
    let (mut listed, mut room) = (Vec::new(), Vec::new());
    game.legal_actions(&play.state, seat, &mut listed);
    for (pick, action) in (0u32..).zip(&listed) {
        let told = |count: u32| {
            assert_eq!(count as usize, listed.len(), "{}", draw(game, &play.state));
            pick
        };
        assert_eq!(
            game.sample_action(&play.state, seat, told, &mut room),
            Some(*action),
            "{}",
            draw(game, &play.state)
        );
    }
    if listed.is_empty() {
        assert_eq!(game.sample_action(&play.state, seat, |_| panic!("nothing to pick"), &mut room), None);
    }
}

fn tossed_as_listed(game: &HitTheBeach, play: &Play<HitTheBeach>) {
    let (mut lots, mut room) = (Vec::new(), Vec::new());
    game.chance_outcomes(&play.state, &mut lots);
    let sum = lots.iter().map(|(_, weight)| weight).sum();
    for pick in 0..sum {
        let told = |all: u32| {
            assert_eq!(all, sum);
            pick
        };
        assert_eq!(game.sample_chance(&play.state, told, &mut room), sample_weighted(&lots, told));
    }
    if sum == 0 {
        assert_eq!(game.sample_chance(&play.state, |_| panic!("nothing to toss"), &mut room), None);
    }
}

/// HB-7, HB-8, HB-11, HB-26
#[test]
fn what_is_drawn_and_tossed_is_what_is_listed() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1965);
    for number in 0..30 {
        let table = table(2 + number % 3, &[("throw_limit", self::number(300))]);
        let game: &HitTheBeach = table.game();
        let mut play = Play::start(game);
        loop {
            (0..game.players()).for_each(|seat| drawn_as_listed(game, &play, Seat(seat)));
            tossed_as_listed(game, &play);
            match play.turn(game) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample_chance(&play.state, |n| dice.random_range(0..n), &mut Vec::new());
                    play.apply_chance(game, chance.expect("it is chance's turn"));
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().expect("somebody acts");
                    let action = game.sample_action(&play.state, seat, |n| dice.random_range(0..n), &mut Vec::new());
                    play.apply(game, seat, action.expect("there is always passing"));
                }
            }
        }
    }
}
