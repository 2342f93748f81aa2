//! Golden playthroughs: one whole match with two and with four players.

use super::drawn::draw;
use crate::fighting_marines::FightingMarines;
use kernel::dynamic::MatchConfig;
use std::path::Path;

fn check(players: u8, seed: u64) {
    let file = format!("src/fighting_marines/tests/playthrough-{players}.txt");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let config = MatchConfig { players, ..MatchConfig::default() };
    testkit::playthrough::check::<FightingMarines>(&file, &config, seed, draw);
}

/// FM-8, FM-9, FM-11, FM-12, FM-13, FM-14, FM-19, FM-20, FM-21, FM-23, FM-25
#[test]
fn the_golden_playthrough_of_four_has_not_changed() {
    check(4, 1943);
}

/// FM-29
#[test]
fn the_golden_playthrough_of_two_has_not_changed() {
    check(2, 4031);
}
