//! The golden playthrough: a whole match.

use super::drawn::draw;
use crate::three_musketeers::ThreeMusketeers;
use kernel::dynamic::MatchConfig;
use std::path::Path;

/// TM-4, TM-5, TM-6, TM-8, TM-9, TM-10, TM-11
#[test]
fn the_golden_playthrough_is_still_played_the_same_way() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/three_musketeers/tests/playthrough.txt");
    testkit::playthrough::check::<ThreeMusketeers>(&file, &MatchConfig::default(), 1844, draw);
}
