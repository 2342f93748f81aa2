//! One match told from beginning to end, for each number of players.

use super::drawn::draw;
use crate::fighting_marines::FightingMarines;
use crate::testing::check_playthrough;

/// FM-8, FM-9, FM-11, FM-12, FM-13, FM-14, FM-19, FM-20, FM-21, FM-23, FM-25
#[test]
fn the_golden_playthrough_is_still_played_the_same_way() {
    check_playthrough::<FightingMarines>(4, &[], 1943, draw);
}

/// FM-29
#[test]
fn the_golden_playthrough_of_two_is_still_played_the_same_way() {
    check_playthrough::<FightingMarines>(2, &[], 4031, draw);
}
