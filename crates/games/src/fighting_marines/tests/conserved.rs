//! Nothing is lost: men and chips are counted at every step of random matches.

use super::drawn::*;
use crate::fighting_marines::{COLOURS, FightingMarines, MEN, RANKS, State};
use kernel::door::Deal;
use kernel::{Game, Play, Seat, Turn, Viewer};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn count_men(game: &FightingMarines, state: &State) {
    for colour in COLOURS {
        let mut count = [0u8; 3];
        let circles = (0..8).filter_map(|place| state.on_circle(colour, place));
        let platform = (0..game.board().spaces).filter_map(|index| state.on_platform(colour, index));
        let held = (0..4).flat_map(|seat| state.captives(Seat(seat), colour).men());
        for rank in circles.chain(platform).chain(held).chain(state.corner(colour).men()) {
            count[rank.index()] += 1;
        }
        let wanted = if game.owner(colour).is_some() { RANKS.map(|rank| rank.count()) } else { [0; 3] };
        assert_eq!(count, wanted, "{colour:?}\n{}", draw(game, state));
    }
}

fn count_chips(game: &FightingMarines, state: &State) {
    let purses: u16 = (0..4).map(|seat| state.purse(Seat(seat))).sum();
    let all = game.chips();
    match game.outcome(state) {
        None => assert_eq!(purses + state.pool(), all),
        Some(outcome) => {
            let winners = outcome.shares.iter().filter(|share| **share > 0.0).count() as u16;
            assert_eq!(state.pool(), 0);
            assert!(purses <= all && all - purses < winners, "{winners} winners leave {} in the box", all - purses);
        }
    }
}

/// At every step: men, chips, one man a space, and that what is hidden is nothing.
fn check(deal: &Deal, matches: u64, seed: u64) {
    let seated = kernel::door::Seated::<FightingMarines>::open(deal).unwrap();
    let game = &**seated.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..matches {
        let mut play = Play::start(game);
        loop {
            count_men(game, &play.state);
            count_chips(game, &play.state);
            assert_eq!(game.hide(&play.state, Viewer::Watcher), play.state, "there is nothing to hide");
            match play.turn(game) {
                Turn::Over => break,
                Turn::Chance => {
                    let mut lots = Vec::new();
                    game.chances(&play.state, &mut lots);
                    play.befall(game, lots[dice.random_range(0..lots.len())].0);
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().nth(dice.random_range(0..seats.len()) as usize).unwrap();
                    let action = game.draw(&play.state, seat, |n| dice.random_range(0..n), &mut Vec::new()).unwrap();
                    play.apply(game, seat, action);
                }
            }
        }
    }
}

/// FM-4, FM-5, FM-7, FM-14, FM-17, FM-20, FM-21, FM-27
#[test]
fn men_and_chips_are_conserved_for_every_number_of_players_and_each_option() {
    assert_eq!(RANKS.map(|rank| u32::from(rank.count())).iter().sum::<u32>(), MEN);
    for players in [2, 3, 4] {
        check(&Deal { players, ..Deal::default() }, 200, 7);
    }
    for (number, deal) in testkit::laws::deals_off_default::<FightingMarines>().iter().enumerate() {
        check(deal, 40, number as u64);
    }
}
