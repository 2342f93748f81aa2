//! The law suite, for every number of players and each option, with few matches;
//! `crates/games/tests/laws.rs` plays ten thousand of each.

use crate::fighting_marines::FightingMarines;
use kernel::dynamic::MatchConfig;

/// FM-7, FM-11, FM-18, FM-24, FM-26, FM-28, FM-29, FM-30
#[test]
fn the_laws_hold_for_every_number_of_players_and_each_option() {
    testkit::laws::check_every_config::<FightingMarines>(600, 19_430_000);
}

/// FM-18, FM-24, FM-26
#[test]
fn the_laws_hold_with_all_switches_on() {
    let switch = |key: &str| (key.to_owned(), kernel::OptionValue::Switch(true));
    let options: kernel::Chosen = ["eager", "must_enter", "shared_victory"].map(switch).into();
    for players in [2, 3, 4] {
        let config = MatchConfig { players, options: options.clone(), ..MatchConfig::default() };
        testkit::laws::check::<FightingMarines>(&config, 300, 1_943);
    }
}
