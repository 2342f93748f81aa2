//! Nothing is lost: men and chips are counted at every step of random matches.

use super::drawn::*;
use crate::fighting_marines::{COLOURS, FightingMarines, MEN, RANKS, State};
use kernel::{Game, Seat, Viewer};
use testkit::watched::{any, watch_every_config};

fn count_men(game: &FightingMarines, state: &State) {
    for colour in COLOURS {
        let mut count = [0u8; 3];
        let circles = (0..8).filter_map(|place| state.on_circle(colour, place));
        let platform = (0..game.board.spaces).filter_map(|index| state.on_platform(colour, index));
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

/// Checked at every step: men, chips, and that nothing is hidden.
fn count(game: &FightingMarines, state: &State, _: &mut ()) {
    count_men(game, state);
    count_chips(game, state);
    assert_eq!(game.redact(state, Viewer::Spectator), *state, "there is nothing to hide");
}

/// FM-4, FM-5, FM-7, FM-14, FM-17, FM-20, FM-21, FM-27
#[test]
fn men_and_chips_are_conserved_for_every_number_of_players_and_each_option() {
    assert_eq!(RANKS.map(|rank| u32::from(rank.count())).iter().sum::<u32>(), MEN);
    watch_every_config(200, 40, any, count);
}
