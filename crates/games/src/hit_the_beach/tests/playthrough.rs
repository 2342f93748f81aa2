//! Golden playthroughs: one match with two and one with four players.

use super::drawn::{draw, number};
use crate::hit_the_beach::HitTheBeach;
use kernel::dynamic::MatchConfig;
use std::path::Path;

fn check(players: u8, limit: i64, seed: u64) {
    let file = format!("src/hit_the_beach/tests/playthrough-{players}.txt");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let options = [("throw_limit".to_owned(), number(limit))].into();
    testkit::playthrough::check::<HitTheBeach>(
        &file,
        &MatchConfig { players, options, ..MatchConfig::default() },
        seed,
        draw,
    );
}

/// HB-7, HB-8, HB-9, HB-11, HB-14, HB-20, HB-24, HB-26, HB-28
#[test]
fn the_golden_playthrough_of_two_has_not_changed() {
    check(2, 2_000, 19_662);
}

/// HB-7, HB-8, HB-9, HB-10, HB-11, HB-18, HB-29
#[test]
fn the_golden_playthrough_of_four_has_not_changed() {
    check(4, 60, 106);
}
