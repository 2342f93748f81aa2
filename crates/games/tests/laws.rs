//! The law suite over every game on the list: a new game is held to it by its line.

use boxtop_games::{SLUGS, Visitor, visit};
use kernel::{Boxed, door::Deal};

/// Every number of players, all options at their defaults.
struct UsualDeals;

impl Visitor for UsualDeals {
    type Output = ();
    fn visit<G: Boxed>(self) {
        for &players in G::INFO.players {
            let deal = Deal { players, ..Deal::default() };
            testkit::laws::check::<G>(&deal, 10_000, 1_000_000 * u64::from(players));
        }
    }
}

/// Every number of players, each option off its default.
struct UnusualDeals;

impl Visitor for UnusualDeals {
    type Output = ();
    fn visit<G: Boxed>(self) {
        testkit::laws::check_every_deal::<G>(1_000, 77_000_000);
    }
}

#[test]
fn every_game_keeps_the_laws_over_ten_thousand_matches() {
    for slug in SLUGS {
        visit(slug, UsualDeals).expect("it is on the list");
    }
}

#[test]
fn every_game_keeps_the_laws_with_each_option_changed() {
    for slug in SLUGS {
        visit(slug, UnusualDeals).expect("it is on the list");
    }
}
