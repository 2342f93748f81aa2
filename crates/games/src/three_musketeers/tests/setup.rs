//! Written positions and their faults.

use super::drawn::*;
use crate::three_musketeers::Side::Musketeers;
use crate::three_musketeers::{Ending, Setup, ThreeMusketeers};
use kernel::Viewer;
use kernel::dynamic::{DynMatch, MatchConfig, PresentMatch};
use serde_json::json;
use testkit::table;

fn faults(setup: &Setup) -> Vec<String> {
    table::faults::<ThreeMusketeers>(2, setup)
}

fn faults_of(position: serde_json::Value) -> Vec<String> {
    table::faults_of_value::<ThreeMusketeers>(2, position)
}

fn opening_setup() -> Setup {
    serde_json::from_value(opening().position(Viewer::Referee)).unwrap()
}

/// TM-3
#[test]
fn the_opening_is_written_and_set_up_again() {
    let written = opening_setup();
    assert_eq!((written.attackers.len(), written.to_act.as_str(), written.quiet), (50, "attack", 0));
    assert_eq!(written.musketeers, ["c7", "e7", "g7"]);
    table::check_opening_again::<ThreeMusketeers>();
}

/// TM-1, TM-12
#[test]
fn all_faults_of_a_position_are_listed_at_once() {
    let found = faults_of(json!({
        "attackers": ["a9", "c7", "d6", "d6", ""],
        "musketeers": ["c7", "z1"],
        "to_act": "porthos",
        "jumper": "e5",
        "earlier": ["xyz", "00"],
    }));
    assert_eq!(
        found,
        [
            "attackers[0]: `a9` is not a point of the board",
            "attackers[3]: d6 is named twice",
            "attackers[4]: `` is not a point of the board",
            "musketeers[1]: `z1` is not a point of the board",
            "attackers: c7 holds a musketeer as well",
            "musketeers: there are 2, not three",
            "to_act: `porthos` is not attack or musketeers",
            "earlier[0]: `xyz` is not a position's key",
            "jumper: there is no musketeer on `e5`",
        ]
    );
}

/// TM-3
#[test]
fn there_are_never_more_than_fifty_attackers() {
    let mut crowded = opening_setup();
    crowded.attackers.push("d7".into());
    assert_eq!(faults(&crowded), ["attackers: there are 51, more than 50"]);
}

/// TM-23
#[test]
fn a_position_of_another_shape_is_refused_with_its_place() {
    table::check_other_shapes::<ThreeMusketeers>();
    assert!(faults_of(json!({"attackers": [], "to_act": "attack"}))[0].contains("musketeers"));
    assert!(faults_of(json!({"attackers": [1], "musketeers": [], "to_act": "attack"}))[0].starts_with("position: "));
    let late = json!({"attackers": [], "musketeers": [], "to_act": "attack", "quiet": 70000});
    assert!(faults_of(late)[0].starts_with("position: "));
}

/// TM-11
#[test]
fn a_series_under_way_can_be_set_up() {
    let mut table = opening();
    let mut setup = setup(SERIES, Musketeers);
    setup.jumper = Some("e5".into());
    place(&mut table, &setup);
    assert!(table.mid_turn());
    assert_eq!(legal(&table), ["e5xg5"], "the musketeer on e1 could jump, but another is jumping");
    setup.jumper = Some("c1".into());
    assert_eq!(faults(&setup), ["jumper: the musketeer on c1 cannot jump on now"]);
    setup.jumper = Some("e5".into());
    setup.to_act = "attack".into();
    assert_eq!(faults(&setup), ["jumper: the musketeer on e5 cannot jump on now"]);
}

/// TM-13, TM-14, TM-11
#[test]
fn a_series_set_up_in_a_finished_position_is_over() {
    let mut table = opening();
    let mut reduced = setup(SERIES, Musketeers);
    reduced.attackers.retain(|name| !name.ends_with('9'));
    assert_eq!(reduced.attackers.len(), 16);
    reduced.jumper = Some("e5".into());
    place(&mut table, &reduced);
    check_ending(&table, Ending::Reduced, "TM-13", (0.0, 1.0));
    let mut stormed = setup(SERIES, Musketeers);
    stormed.attackers.push("d8".into());
    stormed.jumper = Some("e5".into());
    place(&mut table, &stormed);
    check_ending(&table, Ending::Stormed, "TM-14", (1.0, 0.0));
}

/// TM-19
#[test]
fn a_very_long_quiet_match_can_be_written_and_set_up_again() {
    // Without a quiet limit only repetition ends a shuffle, and three musketeers
    // can wander for tens of thousands of turns without one.
    let options = [("quiet_limit", number(0))];
    let mut table = table(&options);
    let mut long = opening_setup();
    long.earlier = (0..60_000u64).map(|key| format!("{key:016x}")).collect();
    place(&mut table, &long);
    assert_eq!(table.current_play().state.since, 60_000);
    let written = table.position(Viewer::Referee);
    let mut again = super::drawn::table(&options);
    again.place(written).unwrap();
    assert_eq!(again.current_play().state, table.current_play().state);
    let mut endless = opening_setup();
    endless.earlier = vec!["0".into(); 65_536];
    let found = faults(&endless);
    assert_eq!(found, ["earlier: there are 65536 positions, more than can be remembered"]);
}

/// TM-20
#[test]
fn a_config_lists_every_fault_of_options_players_and_board_at_once() {
    let options =
        [("quiet_limit", number(10_001)), ("repetition", word("both")), ("forward_only", number(1)), ("luck", off())];
    let config = MatchConfig { board: Some("format = 2".into()), ..table::config(3, &options) };
    let found = table::config_faults::<ThreeMusketeers>(&config);
    assert_eq!(found[0], "players: The Three Musketeers is played by 2, not by 3");
    for part in [
        "options.forward_only: `1` is not true or false",
        "options.luck: unknown option; the options are forward_only, rescue, repetition, quiet_limit",
        "options.quiet_limit: `10001` is not a whole number from 0 to 10000",
        "options.repetition: `both` is not musketeers or draw",
        "board 1:10: format 2 is not known. Write format = 1.",
    ] {
        assert!(found.iter().any(|fault| fault == part), "{part}\n{found:#?}");
    }
}
