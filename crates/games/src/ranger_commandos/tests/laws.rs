//! The law suite, for every number of players and each option.

use crate::ranger_commandos::RangerCommandos;
use kernel::door::Deal;

/// RC-11
#[test]
fn every_number_of_players_keeps_the_laws() {
    for players in [2, 3, 4] {
        let deal = Deal { players, ..Deal::default() };
        testkit::laws::check::<RangerCommandos>(&deal, 300, 42_000_000 * u64::from(players));
    }
}
