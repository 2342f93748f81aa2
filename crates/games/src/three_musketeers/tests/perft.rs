//! Counts from the start, against the reference table.

use crate::three_musketeers::ThreeMusketeers;
use kernel::{
    Play,
    dynamic::{MatchConfig, TypedMatch},
};

const TABLE: &str = include_str!("perft.txt");

/// TM-4, TM-5, TM-6, TM-8, TM-9, TM-10, TM-11
#[test]
fn counts_agree_with_the_reference_table() {
    let opened = TypedMatch::<ThreeMusketeers>::open(&MatchConfig::default()).unwrap();
    let game = opened.game();
    let mut lines = String::new();
    testkit::perft::perft(&**game, &Play::start(&**game), 6, |count| {
        lines += &format!("{} {} {}\n", count.depth, count.sequences, count.positions);
    });
    assert_eq!(lines, TABLE);
}
