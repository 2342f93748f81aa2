//! Every rule has a test, and every test names rules that exist.

use crate::conflict::Conflict;

#[test]
fn every_rule_has_a_test_that_cites_it() {
    crate::testing::check_coverage::<Conflict>("CF");
}
