//! The law suite, for every number of players and each option.
//!
//! Random matches of this game are long, some 1,700 actions, so the usual run is
//! short. After a change of the rules: `BOXTOP_LAW_MATCHES=10000`, in release.

use crate::hit_the_beach::HitTheBeach;
use kernel::OptionValue;
use kernel::door::Deal;

fn matches(usual: u64) -> u64 {
    std::env::var("BOXTOP_LAW_MATCHES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

fn check(players: u8) {
    let deal = Deal { players, ..Deal::default() };
    testkit::laws::check::<HitTheBeach>(&deal, matches(40), 65_000_000 * u64::from(players));
}

/// HB-6, HB-8
#[test]
fn two_players_keep_the_laws() {
    check(2);
}

/// HB-6, HB-8
#[test]
fn three_players_keep_the_laws() {
    check(3);
}

/// HB-8
#[test]
fn four_players_keep_the_laws() {
    check(4);
}

/// HB-29
#[test]
fn the_laws_hold_with_each_option_changed() {
    let usual = std::env::var("BOXTOP_LAW_MATCHES").is_err();
    for deal in testkit::laws::deals_off_default::<HitTheBeach>() {
        let long = deal.options.values().any(|value| matches!(value, OptionValue::Number(limit) if *limit > 100));
        let count = if usual && long { 8 } else { matches(2_000) };
        testkit::laws::check::<HitTheBeach>(&deal, count, 19_650_000);
    }
}
