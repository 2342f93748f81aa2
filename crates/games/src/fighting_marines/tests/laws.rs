//! The law suite, for every number of players and each option.

use crate::fighting_marines::FightingMarines;
use kernel::door::Deal;

fn ten_thousand(players: u8) {
    let deal = Deal { players, ..Deal::default() };
    testkit::laws::check::<FightingMarines>(&deal, 10_000, 43_000_000 * u64::from(players));
}

/// FM-11, FM-29
#[test]
fn two_players_keep_the_laws_over_ten_thousand_matches() {
    ten_thousand(2);
}

/// FM-11, FM-30
#[test]
fn three_players_keep_the_laws_over_ten_thousand_matches() {
    ten_thousand(3);
}

/// FM-11
#[test]
fn four_players_keep_the_laws_over_ten_thousand_matches() {
    ten_thousand(4);
}

/// FM-7, FM-18, FM-24, FM-26, FM-28, FM-30
#[test]
fn the_laws_hold_with_each_option_changed() {
    // After a change of the rules: BOXTOP_LAW_MATCHES=10000, some minutes.
    let matches = std::env::var("BOXTOP_LAW_MATCHES").ok().and_then(|number| number.parse().ok()).unwrap_or(300);
    testkit::laws::check_every_deal::<FightingMarines>(matches, 19_430_000);
}

/// FM-18, FM-24, FM-26
#[test]
fn the_laws_hold_with_all_switches_on() {
    let switch = |key: &str| (key.to_owned(), kernel::OptionValue::Switch(true));
    let options: kernel::Chosen = ["eager", "must_enter", "shared_victory"].map(switch).into();
    for players in [2, 3, 4] {
        let deal = Deal { players, options: options.clone(), board: None };
        testkit::laws::check::<FightingMarines>(&deal, 1_000, 1_943);
    }
}
