//! Earlier versions of the rules.

use super::drawn::*;
use crate::conflict::{Conflict, Middle};
use kernel::OptionValue;
use kernel::dynamic::{DynMatch, MatchConfig, MatchSetup, TypedMatch};
use testkit::table::{config, config_faults};

/// A match under this version of the rules.
fn under(rules_version: u32, players: u8, options: &[(&str, OptionValue)]) -> Table {
    let config = MatchConfig { rules_version, ..config(players, options) };
    TypedMatch::open(&config).unwrap_or_else(|faults| panic!("{config:?}: {faults:?}"))
}

/// CF-38
#[test]
fn under_the_first_rules_the_middle_of_three_got_nothing() {
    assert_eq!(under(1, 3, &[]).game().options.middle, Middle::None);
    assert_ne!(under(2, 3, &[]).game().options.middle, Middle::None);
    assert_eq!(under(0, 3, &[]).game().options, opening(3).game().options, "the newest");
    // The same move, under both.
    let may_enter = |version: u32| {
        let mut table = under(version, 3, &[]);
        let setup = empty(3).pieces("red", "art y2, art k3").dice(2, 1).setup;
        table.place(serde_json::to_value(setup).unwrap()).unwrap();
        may(&table, "1:y2-z3")
    };
    assert_eq!((may_enter(1), may_enter(2)), (true, false));
}

/// CF-34
#[test]
fn a_partnership_of_two_or_three_is_refused_except_under_the_first_rules() {
    let partnership = [("partnership", on())];
    for players in [2, 3] {
        let found = config_faults::<Conflict>(&config(players, &partnership));
        assert_eq!(found, ["options.partnership: a partnership needs four players"]);
        let old = under(1, players, &partnership);
        assert!(!old.game().partners(), "it has no effect there");
        assert_eq!(old.seats().len(), usize::from(players));
    }
    assert!(under(2, 4, &partnership).game().partners());
}
