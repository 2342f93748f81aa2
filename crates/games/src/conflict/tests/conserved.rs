//! Nothing is lost: pieces are counted at every step of random matches.

use super::drawn::*;
use crate::conflict::{COLOURS, Conflict, KINDS, PIECES, Place, State};
use kernel::door::Deal;
use kernel::{Game, Play, Turn, Viewer};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;

fn count(game: &Conflict, state: &State) {
    let mut squares = HashSet::new();
    for colour in COLOURS.into_iter().filter(|colour| game.seat_of(*colour).is_some()) {
        let alive = state.alive().contains(colour);
        let mut present = 0;
        for (_, kind, place) in state.pieces(colour) {
            match place {
                Place::Field(square) => {
                    assert!(squares.insert(square), "two on {}\n{}", square.name(), draw(game, state));
                    assert!(game.board().terrain(square).bears(kind), "{}\n{}", square.name(), draw(game, state));
                }
                Place::Held(by) => {
                    assert!(by != colour && state.alive().contains(by), "\n{}", draw(game, state));
                }
                Place::Home | Place::Reserve => {}
            }
            present += usize::from(!matches!(place, Place::Held(_)));
        }
        assert_eq!(present > 0, alive, "\n{}", draw(game, state));
    }
}

/// At every step: pieces, ground, captors, and that what is hidden is nothing.
pub(super) fn check(deal: &Deal, matches: u64, seed: u64) {
    let seated = kernel::door::Seated::<Conflict>::open(deal).unwrap();
    let game = &**seated.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..matches {
        let mut play = Play::start(game);
        loop {
            count(game, &play.state);
            assert_eq!(game.hide(&play.state, Viewer::Watcher), play.state, "there is nothing to hide");
            match play.turn(game) {
                Turn::Over => break,
                Turn::Chance => {
                    let mut lots = Vec::new();
                    game.chances(&play.state, &mut lots);
                    play.befall(game, lots[dice.random_range(0..lots.len())].0);
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    let action = game.draw(&play.state, seat, |n| dice.random_range(0..n), &mut Vec::new()).unwrap();
                    play.apply(game, seat, action);
                }
            }
        }
    }
}

/// CF-5, CF-12, CF-20, CF-28, CF-29
#[test]
fn pieces_are_conserved_for_every_number_of_players_and_each_option() {
    assert_eq!(KINDS.map(|kind| kind.count()).iter().sum::<usize>(), PIECES);
    for players in [2, 3, 4] {
        check(&Deal { players, ..Deal::default() }, 10, 7);
    }
    for (number, deal) in testkit::laws::deals_off_default::<Conflict>().iter().enumerate() {
        check(deal, 3, number as u64);
    }
}

/// CF-9
#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 128, "{}", size_of::<State>());
    assert_eq!(size_of::<crate::conflict::Action>(), 16);
}
