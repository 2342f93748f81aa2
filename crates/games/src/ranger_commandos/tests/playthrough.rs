//! Golden playthroughs: the whole text of a seeded match, read as a diff.

use super::drawn::draw;
use crate::ranger_commandos::RangerCommandos;
use kernel::dynamic::MatchConfig;
use std::path::Path;

fn check(players: u8, seed: u64) {
    let file = format!("src/ranger_commandos/tests/playthrough-{players}.txt");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let config = MatchConfig { players, ..MatchConfig::default() };
    testkit::playthrough::check::<RangerCommandos>(&file, &config, seed, draw);
}

/// RC-10, RC-12, RC-16, RC-21, RC-23, RC-24, RC-28, RC-29, RC-32, RC-34, RC-35
#[test]
fn the_golden_playthrough_of_four_has_not_changed() {
    check(4, 5189);
}

/// RC-10, RC-25
#[test]
fn the_golden_playthrough_of_two_has_not_changed() {
    check(2, 2717);
}
