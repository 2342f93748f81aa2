//! Nothing is lost: counters, barges and places are counted at every step of random matches.

use crate::ranger_commandos::{Action, Berth, COLOURS, Phase, RangerCommandos, State};
use kernel::{Game, Play, Seat};
use rand::RngExt;
use std::collections::HashSet;
use testkit::watched::{Dice, watch_every_config};

fn count(game: &RangerCommandos, state: &State, _: &mut ()) {
    let left: u32 = (0..game.board.objectives.len()).map(|objective| u32::from(state.left(objective))).sum();
    let taken: u32 = COLOURS.iter().map(|colour| u32::from(state.haul(*colour))).sum();
    assert_eq!(left + taken, 34, "{state:?}");
    let mut waves = HashSet::new();
    let mut places = HashSet::new();
    for colour in COLOURS {
        if let Berth::Wave(wave) = state.barge(colour) {
            assert!(waves.insert(wave), "two barges on {wave}");
        }
        if let Some(place) = state.place(colour) {
            assert!(places.insert(place) && state.barge(colour) == Berth::Home);
        }
        if state.ashore(colour).is_some() {
            let Berth::Wave(wave) = state.barge(colour) else { panic!("ashore without a barge") };
            assert!(game.board.landing_at(wave).is_some());
            assert!(matches!(state.phase(), Phase::Night | Phase::Walk | Phase::Escape | Phase::HeadStart));
        }
        let turned: u8 = state.turned_up(colour).iter().sum();
        assert!(turned <= state.haul(colour));
        assert!(turned == 0 || state.place(colour).is_some());
    }
    let last = game.options.last_scores_last && places.contains(&4);
    let in_order = places.len() as u8 - u8::from(last);
    assert!((1..=in_order).all(|place| places.contains(&place)), "{places:?}");
}

/// Prefers actions that take counters; otherwise players would hardly ever hold any.
fn early(game: &RangerCommandos, play: &Play<RangerCommandos>, seat: Seat, dice: &mut Dice) -> Action {
    let mut actions = Vec::new();
    game.legal_actions(&play.state, seat, &mut actions);
    let mut place = || dice.random_range(0..actions.len());
    let first = place().min(place()).min(place());
    actions[first]
}

/// RC-5, RC-14, RC-15, RC-21, RC-25, RC-33, RC-34
#[test]
fn counters_barges_and_places_are_conserved() {
    watch_every_config(300, 40, early, count);
}
