//! Golden playthroughs: a whole match for two and for four players.

use super::drawn::{draw, number};
use crate::conflict::Conflict;
use kernel::OptionValue;
use kernel::dynamic::MatchConfig;
use std::path::Path;

fn check(players: u8, options: &[(&str, OptionValue)], seed: u64) {
    let file = format!("src/conflict/tests/playthrough-{players}.txt");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    let config = MatchConfig { players, options, ..MatchConfig::default() };
    testkit::playthrough::check::<Conflict>(&file, &config, seed, draw);
}

/// CF-8, CF-9, CF-11, CF-14, CF-16, CF-24, CF-26, CF-33
#[test]
fn the_golden_playthrough_is_still_played_the_same_way() {
    check(4, &[("throw_limit", number(24))], 1940);
}

/// CF-7, CF-9, CF-10, CF-33
#[test]
fn the_golden_playthrough_of_two_is_still_played_the_same_way() {
    check(2, &[("throw_limit", number(20))], 28);
}
