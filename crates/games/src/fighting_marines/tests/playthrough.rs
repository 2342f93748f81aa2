//! Golden playthroughs: one whole match with two and with four players.

use super::drawn::draw;
use crate::fighting_marines::FightingMarines;
use crate::testing::check_playthrough;

/// FM-8, FM-9, FM-11, FM-12, FM-13, FM-14, FM-19, FM-20, FM-21, FM-23, FM-25
#[test]
fn the_golden_playthrough_of_four_has_not_changed() {
    check_playthrough::<FightingMarines>(4, &[], 1943, draw);
}

/// FM-29
#[test]
fn the_golden_playthrough_of_two_has_not_changed() {
    check_playthrough::<FightingMarines>(2, &[], 4031, draw);
}
