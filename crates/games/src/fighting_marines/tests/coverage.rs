//! Every rule has a test, and every test names rules that exist.

use crate::fighting_marines::{FightingMarines, INFO};

#[test]
fn every_rule_has_a_test_that_cites_it() {
    crate::testing::check_coverage::<FightingMarines>("FM");
}

/// A rule is inferred or ruled if any part of it is not stated in the sheet.
#[test]
fn a_rule_is_told_only_when_all_of_it_is() {
    assert_eq!(testkit::coverage::told(&INFO), [9, 13, 14, 16, 22]);
}
