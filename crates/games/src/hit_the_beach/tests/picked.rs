//! Sampling actions and throws without listing them all gives the same as the lists,
//! pick by pick.

use super::drawn::*;
use crate::hit_the_beach::HitTheBeach;
use kernel::{Game, Play, Seat, Turn, sample_weighted};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn actions_as_listed(game: &HitTheBeach, play: &Play<HitTheBeach>, seat: Seat) {
    let (mut listed, mut buffer) = (Vec::new(), Vec::new());
    game.legal_actions(&play.state, seat, &mut listed);
    for (pick, action) in (0u32..).zip(&listed) {
        let pick_this = |count: u32| {
            assert_eq!(count as usize, listed.len(), "{}", draw(game, &play.state));
            pick
        };
        assert_eq!(
            game.sample_action(&play.state, seat, pick_this, &mut buffer),
            Some(*action),
            "{}",
            draw(game, &play.state)
        );
    }
    if listed.is_empty() {
        assert_eq!(game.sample_action(&play.state, seat, |_| panic!("nothing to pick"), &mut buffer), None);
    }
}

fn chances_as_listed(game: &HitTheBeach, play: &Play<HitTheBeach>) {
    let (mut outcomes, mut buffer) = (Vec::new(), Vec::new());
    game.chance_outcomes(&play.state, &mut outcomes);
    let sum = outcomes.iter().map(|(_, weight)| weight).sum();
    for pick in 0..sum {
        let pick_this = |all: u32| {
            assert_eq!(all, sum);
            pick
        };
        assert_eq!(game.sample_chance(&play.state, pick_this, &mut buffer), sample_weighted(&outcomes, pick_this));
    }
    if sum == 0 {
        assert_eq!(game.sample_chance(&play.state, |_| panic!("nothing to sample"), &mut buffer), None);
    }
}

/// HB-7, HB-8, HB-11, HB-26
#[test]
fn samples_agree_with_the_lists() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1965);
    for number in 0..30 {
        let table = table(2 + number % 3, &[("throw_limit", self::number(300))]);
        let game: &HitTheBeach = table.game();
        let mut play = Play::start(game);
        loop {
            (0..game.players()).for_each(|seat| actions_as_listed(game, &play, Seat(seat)));
            chances_as_listed(game, &play);
            match play.turn(game) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample_chance(&play.state, |n| dice.random_range(0..n), &mut Vec::new());
                    play.apply_chance(game, chance.expect("it is chance's turn"));
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().expect("a seat acts");
                    let action = game.sample_action(&play.state, seat, |n| dice.random_range(0..n), &mut Vec::new());
                    play.apply(game, seat, action.expect("passing is always legal"));
                }
            }
        }
    }
}
