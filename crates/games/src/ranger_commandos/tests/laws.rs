//! The law suite, for every number of players and each option.

use crate::ranger_commandos::RangerCommandos;
use kernel::dynamic::MatchConfig;
use kernel::{Chosen, OptionValue};

/// The number of matches set in the environment. After a change of the rules run `BOXTOP_LAW_MATCHES=10000`, which
/// takes some minutes.
fn matches(usual: u64) -> u64 {
    std::env::var("BOXTOP_LAW_MATCHES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// RC-10, RC-11
#[test]
fn every_number_of_players_keeps_the_laws() {
    for players in [2, 3, 4] {
        let config = MatchConfig { players, ..MatchConfig::default() };
        testkit::laws::check::<RangerCommandos>(&config, matches(300), 42_000_000 * u64::from(players));
    }
}

/// RC-4, RC-16, RC-17, RC-27, RC-32
#[test]
fn the_laws_hold_with_each_option_changed() {
    testkit::laws::check_every_config::<RangerCommandos>(matches(40), 19_420_000);
}

/// RC-4, RC-16, RC-17, RC-27, RC-32
#[test]
fn the_laws_hold_with_all_options_changed() {
    let options: Chosen = [
        ("closed_lines".to_owned(), OptionValue::Switch(false)),
        ("up_to".to_owned(), OptionValue::Switch(true)),
        ("retrace".to_owned(), OptionValue::Switch(true)),
        ("dawn_round".to_owned(), OptionValue::Number(2)),
        ("last_scores_last".to_owned(), OptionValue::Switch(true)),
    ]
    .into();
    for players in [2, 3, 4] {
        let config = MatchConfig { players, options: options.clone(), ..MatchConfig::default() };
        testkit::laws::check::<RangerCommandos>(&config, matches(100), 1_944);
    }
}

/// RC-24, RC-26, RC-31
#[test]
fn the_laws_hold_under_version_1_of_the_rules() {
    for players in [2, 3, 4] {
        let config = MatchConfig { players, rules_version: 1, ..MatchConfig::default() };
        testkit::laws::check::<RangerCommandos>(&config, matches(100), 1_942);
    }
}
