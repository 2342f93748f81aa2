//! Every rule has a test, and every test names rules that exist.

use crate::ranger_commandos::INFO;
use std::path::Path;

#[test]
fn every_rule_has_a_test_that_cites_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ranger_commandos/tests");
    testkit::coverage::check(&INFO, "RC", &folder);
}
