//! Golden playthroughs: the whole text of a seeded match, read as a diff.

use super::drawn::draw;
use crate::ranger_commandos::RangerCommandos;
use crate::testing::check_playthrough;

/// RC-10, RC-12, RC-16, RC-21, RC-23, RC-24, RC-28, RC-29, RC-32, RC-34, RC-35
#[test]
fn the_golden_playthrough_of_four_has_not_changed() {
    check_playthrough::<RangerCommandos>(4, &[], 5189, draw);
}

/// RC-10, RC-25
#[test]
fn the_golden_playthrough_of_two_has_not_changed() {
    check_playthrough::<RangerCommandos>(2, &[], 2717, draw);
}
