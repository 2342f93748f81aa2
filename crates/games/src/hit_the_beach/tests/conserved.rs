//! Nothing is lost: pieces are counted at every step of random matches.

use super::drawn::*;
use crate::hit_the_beach::board::Kind;
use crate::hit_the_beach::{HitTheBeach, Phase, State};
use kernel::door::{Deal, Seated};
use kernel::{Game, Play, Turn, Viewer};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

fn count(game: &HitTheBeach, state: &State, cleared: &mut BTreeSet<String>) {
    let board = game.board();
    let drawn = || draw(game, state);
    let mut taken = BTreeSet::new();
    for colour in game.in_play() {
        let divisions: Vec<_> = state.divisions(colour).collect();
        assert_eq!(divisions.len(), 4);
        for (_, at) in divisions {
            let home = board.place(at).kind == Kind::Start(colour);
            assert!(home || taken.insert(at), "two divisions on {}\n{}", board.name(at), drawn());
            assert!(home || !matches!(board.place(at).kind, Kind::Start(_)), "at a strange start\n{}", drawn());
            assert!(!state.has_defender(at), "a division and a defender on {}\n{}", board.name(at), drawn());
        }
    }
    let defended: Vec<_> = board.spaces().filter(|(at, _)| state.has_defender(*at)).collect();
    let in_hand = usize::from(state.phase() == Phase::Place);
    assert_eq!(defended.len() + in_hand, 14, "{}", drawn());
    assert!(defended.iter().all(|(_, place)| place.kind.is_brown()), "{}", drawn());
    for beach in board.beaches.iter().flatten() {
        let name = board.name(beach.circle).to_owned();
        if !state.has_defender(beach.circle) {
            assert!(game.owner(beach.colour).is_some(), "{name} is cleared by nobody\n{}", drawn());
            cleared.insert(name);
        } else {
            assert!(!cleared.contains(&name), "{name} has got a defender again\n{}", drawn());
        }
    }
}

/// HB-4, HB-6, HB-17, HB-18, HB-23, HB-26
#[test]
fn pieces_are_conserved_and_cleared_beaches_stay_cleared() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(65);
    for players in [2, 3, 4] {
        let seated = Seated::<HitTheBeach>::open(&Deal { players, ..Deal::default() }).unwrap();
        let game = &**seated.game();
        for _ in 0..12 {
            let mut play = Play::start(game);
            let mut cleared = BTreeSet::new();
            loop {
                count(game, &play.state, &mut cleared);
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
                        let action = game.draw(&play.state, seat, |n| dice.random_range(0..n), &mut Vec::new());
                        play.apply(game, seat, action.unwrap());
                    }
                }
            }
        }
    }
}
