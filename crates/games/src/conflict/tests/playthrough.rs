//! Golden playthroughs: a whole match for two and for four players.

use super::drawn::{draw, number};
use crate::conflict::Conflict;
use crate::testing::check_playthrough;

/// CF-8, CF-9, CF-11, CF-14, CF-16, CF-24, CF-26, CF-33
#[test]
fn the_golden_playthrough_is_still_played_the_same_way() {
    check_playthrough::<Conflict>(4, &[("throw_limit", number(24))], 1940, draw);
}

/// CF-7, CF-9, CF-10, CF-33
#[test]
fn the_golden_playthrough_of_two_is_still_played_the_same_way() {
    check_playthrough::<Conflict>(2, &[("throw_limit", number(20))], 28, draw);
}
