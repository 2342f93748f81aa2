//! Nothing is lost: counters, barges and places are counted at every step of random matches.

use crate::ranger_commandos::{Berth, COLOURS, Phase, RangerCommandos, State};
use kernel::door::{Deal, Seated};
use kernel::{Game, Play, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;

fn count(game: &RangerCommandos, state: &State) {
    let left: u32 = (0..game.board().objectives.len()).map(|objective| u32::from(state.left(objective))).sum();
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
            assert!(game.board().landing_at(wave).is_some());
            assert!(matches!(state.phase(), Phase::Night | Phase::Walk | Phase::Escape));
        }
        let turned: u8 = state.turned_up(colour).iter().sum();
        assert!(turned <= state.haul(colour));
        assert!(turned == 0 || state.place(colour).is_some());
    }
    assert!((1..=places.len() as u8).all(|place| places.contains(&place)));
}

fn check(deal: &Deal, matches: u64, seed: u64) {
    let seated = Seated::<RangerCommandos>::open(deal).unwrap();
    let game = &**seated.game();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..matches {
        let mut play = Play::start(game);
        loop {
            count(game, &play.state);
            match play.turn(game) {
                Turn::Over => break,
                Turn::Chance => {
                    let mut lots = Vec::new();
                    game.chances(&play.state, &mut lots);
                    play.befall(game, lots[dice.random_range(0..lots.len())].0);
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    let mut actions = Vec::new();
                    game.legal(&play.state, seat, &mut actions);
                    // Counters first, or hardly anybody would ever hold some.
                    let many = actions.len();
                    let at = dice.random_range(0..many).min(dice.random_range(0..many)).min(dice.random_range(0..many));
                    play.apply(game, seat, actions[at]);
                }
            }
        }
    }
}

/// RC-5, RC-14, RC-15, RC-21, RC-25, RC-33, RC-34
#[test]
fn counters_barges_and_places_are_conserved() {
    for players in [2, 3, 4] {
        check(&Deal { players, ..Deal::default() }, 300, 7);
    }
    for (number, deal) in testkit::laws::deals_off_default::<RangerCommandos>().iter().enumerate() {
        check(deal, 40, number as u64);
    }
}
