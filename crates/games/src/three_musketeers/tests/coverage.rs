//! Every rule has a test, and every test names rules that exist.

use crate::three_musketeers::{INFO, ThreeMusketeers};

#[test]
fn every_rule_has_a_test_that_cites_it() {
    crate::testing::check_coverage::<ThreeMusketeers>("TM");
}

/// A rule with a part that the sheet does not state directly is inferred or ruled.
#[test]
fn a_rule_is_told_only_when_all_of_it_is() {
    assert_eq!(testkit::coverage::told(&INFO), [3, 4, 7, 14]);
}
