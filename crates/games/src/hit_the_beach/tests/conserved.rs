//! Nothing is lost: pieces are counted at every step of random matches.

use super::drawn::*;
use crate::hit_the_beach::board::Kind;
use crate::hit_the_beach::{HitTheBeach, Phase, State};
use kernel::{Game, Viewer};
use std::collections::BTreeSet;
use testkit::table::config;
use testkit::watched::{any, watch};

fn count(game: &HitTheBeach, state: &State, cleared: &mut BTreeSet<String>) {
    assert_eq!(game.redact(state, Viewer::Spectator), *state, "there is nothing to hide");
    let board = &*game.board;
    let drawn = || draw(game, state);
    let mut taken = BTreeSet::new();
    for colour in game.in_play() {
        let divisions: Vec<_> = state.divisions(colour).collect();
        assert_eq!(divisions.len(), 4);
        for (_, at) in divisions {
            let home = board.place(at).kind == Kind::Start(colour);
            assert!(home || taken.insert(at), "two divisions on {}\n{}", board.name(at), drawn());
            assert!(home || !matches!(board.place(at).kind, Kind::Start(_)), "at another colour’s start\n{}", drawn());
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
    for players in [2, 3, 4] {
        watch(&config(players, &[]), 12, 65, any, count);
    }
}
