//! The way home by day.

use super::drawn::*;
use kernel::door::Session;

fn by_day(lines: &[&str], turn: &str) -> Table {
    players(lines).phase("day").turn(turn).table()
}

/// RC-28
#[test]
fn by_day_the_light_side_of_the_dial_counts() {
    for (cell, to) in [("N2S", "f13"), ("NE3SW", "e11"), ("E4W", "d9"), ("SE5NW", "e7"), ("S1N", "f5")] {
        let mut table = by_day(&["red f9", "black h9"], "p1");
        play(&mut table, cell);
        assert_eq!(at(&table, "p1").0, to, "{cell}");
    }
}

/// RC-28
#[test]
fn turns_go_on_after_the_one_who_blew_the_whistle() {
    let mut table = players(&["red f9", "black k11 n11", "green h9", "orange j9"]).turn("p2").walks("S1N").table();
    play(&mut table, "o10 N2S N2S N2S");
    assert_eq!((written(&table).phase.as_str(), to_act(&table).as_str()), ("day", "p3 spins"));
    play(&mut table, "N2S N2S N2S N2S");
    assert_eq!(to_act(&table), "p3 spins");
}

/// RC-29, RC-33
#[test]
fn the_wave_in_front_of_any_dock_is_home() {
    let mut table = by_day(&["red c7", "black h9", "green j9"], "p1");
    play(&mut table, "E4W");
    assert_eq!(said(&table), ["Red spins west and sails to a7.", "Red is home first: 100 points."]);
    assert_eq!(at(&table, "p1").0, "home");
    let mut next = by_day(&["red b5", "black b9", "green j9"], "p1");
    play(&mut next, "NE3SW SE3NW");
    assert_eq!(said(&next)[1], "Black is home second: 75 points.", "nobody is blocked at a dock: {:?}", said(&next));
}

/// RC-30, RC-14
#[test]
fn before_a_headland_west_is_lost_and_barges_block_each_other_by_day_too() {
    let mut table = by_day(&["red b5", "black d5"], "p1");
    play(&mut table, "E4W");
    assert_eq!(said(&table), ["Red spins west and cannot move: there is no water."]);
    assert_eq!(table.told().last().unwrap().lines[0].rules.last().unwrap().to_string(), "RC-30");
    play(&mut table, "E2W");
    assert_eq!(said(&table), ["Black spins west and cannot move: Red’s barge lies there."]);
}

/// RC-31
#[test]
fn a_barge_that_never_left_is_home_at_its_first_turn() {
    let mut table = players(&["red k11 n11", "black", "green a3", "orange j9"]).walks("S1N").table();
    play(&mut table, "o10 N2S N2S N2S");
    assert_eq!(
        said(&table)[3..],
        [
            "Black needs no spin. Black is home first: 100 points.",
            "Green needs no spin. Green is home second: 75 points."
        ]
    );
    assert_eq!(to_act(&table), "p4 spins");
}

/// RC-31
#[test]
fn it_waits_for_its_turn_all_the_same() {
    let mut table = players(&["red", "black k11 n11", "green c7", "orange j9"]).turn("p2").walks("S1N").table();
    play(&mut table, "o10 N2S N2S N2S");
    assert_eq!((to_act(&table).as_str(), at(&table, "p1").0.as_str()), ("p3 spins", "dock"));
    play(&mut table, "E4W N2S");
    assert_eq!((written(&table).players["p3"].place, written(&table).players["p1"].place), (Some(1), Some(2)));
}

/// RC-32
#[test]
fn the_last_barge_is_called_in() {
    let mut table = by_day(&["red c7", "black h9"], "p1");
    play(&mut table, "E4W");
    assert_eq!(
        said(&table)[1..3],
        [
            "Red is home first: 100 points.",
            "Black is the last afloat and is called in. Black is home second: 75 points."
        ]
    );
    check_end(&table, &[1.0, 0.0], &["RC-35", "RC-33", "RC-34"]);
}

/// RC-32, RC-25
#[test]
fn a_sole_survivor_comes_home_and_scores() {
    let mut table = players(&["red k11 w8", "black f9"]).escape("p1", "p2").table();
    play(&mut table, "S1N S1N S1N");
    assert_eq!(
        said(&table).last().unwrap(),
        "Black wins with 100 points. Red captured; Black 100: 100 for coming home first, no counters."
    );
    check_end(&table, &[0.0, 1.0], &["RC-35", "RC-33", "RC-34"]);
}
