//! Every rule has a test, and every test names rules that exist.

use crate::hit_the_beach::{HitTheBeach, INFO};

#[test]
fn every_rule_has_a_test_that_cites_it() {
    crate::testing::check_coverage::<HitTheBeach>("HB");
}

/// A rule is inferred or ruled if any part of it is not stated in the sheet.
#[test]
fn a_rule_is_told_only_when_all_of_it_is() {
    assert_eq!(testkit::coverage::told(&INFO), [1, 2, 3, 4, 5, 10, 12, 15, 16, 17, 18, 19, 22, 23, 24, 25]);
}
