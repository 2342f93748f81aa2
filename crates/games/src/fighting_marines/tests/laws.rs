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
