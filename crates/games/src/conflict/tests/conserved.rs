//! Nothing is lost: pieces are counted at every step of random matches.

use super::drawn::*;
use crate::conflict::{COLOURS, Conflict, KINDS, PIECES, Place, State};
use kernel::{Game, Viewer};
use std::collections::HashSet;
use testkit::watched::{any, watch_every_config};

/// Checks at every step the pieces, their ground, their captors, and that nothing is hidden.
pub(super) fn count(game: &Conflict, state: &State, _: &mut ()) {
    assert_eq!(game.redact(state, Viewer::Spectator), *state, "there is nothing to hide");
    let mut squares = HashSet::new();
    for colour in COLOURS.into_iter().filter(|colour| game.seat_of(*colour).is_some()) {
        let alive = state.alive().contains(colour);
        let mut present = 0;
        for (_, kind, place) in state.pieces(colour) {
            match place {
                Place::Field(square) => {
                    assert!(squares.insert(square), "two on {}\n{}", square.name(), draw(game, state));
                    assert!(game.board.terrain(square).is_open_to(kind), "{}\n{}", square.name(), draw(game, state));
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

/// CF-5, CF-12, CF-20, CF-28, CF-29
#[test]
fn pieces_are_conserved_for_every_number_of_players_and_each_option() {
    assert_eq!(KINDS.map(|kind| kind.count()).iter().sum::<usize>(), PIECES);
    watch_every_config(10, 3, any, count);
}

/// CF-9
#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 128, "{}", size_of::<State>());
    assert_eq!(size_of::<crate::conflict::Action>(), 16);
}
