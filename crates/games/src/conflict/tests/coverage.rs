//! Every rule has a test, and every test names rules that exist.

use crate::conflict::INFO;
use std::path::Path;

#[test]
fn every_rule_has_a_test_that_cites_it() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/conflict/tests");
    testkit::coverage::check(&INFO, "CF", &tests);
}
