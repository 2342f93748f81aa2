//! The law suite, for every number of players and each option.
//!
//! Random matches of this game are long, some 1,700 actions, so the usual run ends
//! them early. After a change of the rules run `BOXTOP_LAW_MATCHES=10000` in release,
//! which plays them to the end.

use super::drawn::number;
use crate::hit_the_beach::HitTheBeach;
use kernel::OptionValue;
use kernel::dynamic::MatchConfig;

/// The number of matches set in the environment.
fn matches_set() -> Option<u64> {
    std::env::var("BOXTOP_LAW_MATCHES").ok()?.parse().ok()
}

/// HB-6, HB-8
#[test]
fn every_number_of_players_keeps_the_laws() {
    for players in [2, 3, 4] {
        let seed = 65_000_000 * u64::from(players);
        let early = MatchConfig {
            players,
            options: [("throw_limit".to_owned(), number(250))].into(),
            ..MatchConfig::default()
        };
        testkit::laws::check::<HitTheBeach>(&early, matches_set().unwrap_or(150), seed);
        if let Some(matches) = matches_set() {
            testkit::laws::check::<HitTheBeach>(&MatchConfig { players, ..MatchConfig::default() }, matches, seed);
        }
    }
}

/// HB-29
#[test]
fn the_laws_hold_with_each_option_changed() {
    for config in testkit::laws::configs_with_one_change::<HitTheBeach>() {
        // Without a limit a random match lasts some thousand throws, and some last ten times as long.
        let usual = match config.options.values().next() {
            Some(OptionValue::Number(0)) => 30,
            Some(OptionValue::Number(..=100)) => 1_000,
            _ => 0,
        };
        let matches = matches_set().unwrap_or(usual);
        if matches > 0 {
            testkit::laws::check::<HitTheBeach>(&config, matches, 19_650_000);
        }
    }
}
