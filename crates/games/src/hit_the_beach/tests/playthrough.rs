//! Golden playthroughs: one match with two and one with four players.

use super::drawn::{draw, number};
use crate::hit_the_beach::HitTheBeach;
use crate::testing::check_playthrough;

/// HB-7, HB-8, HB-9, HB-11, HB-14, HB-20, HB-24, HB-26, HB-28
#[test]
fn the_golden_playthrough_of_two_has_not_changed() {
    check_playthrough::<HitTheBeach>(2, &[("throw_limit", number(2_000))], 19_662, draw);
}

/// HB-7, HB-8, HB-9, HB-10, HB-11, HB-18, HB-29
#[test]
fn the_golden_playthrough_of_four_has_not_changed() {
    check_playthrough::<HitTheBeach>(4, &[("throw_limit", number(60))], 106, draw);
}
