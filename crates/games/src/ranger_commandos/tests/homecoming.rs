//! The way home by day.

use super::drawn::*;
use kernel::dynamic::DynMatch;

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
fn the_return_begins_with_the_player_after_the_one_who_blew_the_whistle() {
    let mut table = players(&["red f9", "black k11 n11", "green h9", "orange j9"]).turn("p2").walks("S1N").table();
    play(&mut table, "o10 N2S N2S N2S N2S");
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
fn at_a_headland_west_is_lost_and_barges_block_each_other_by_day_too() {
    let mut table = by_day(&["red b5", "black d5"], "p1");
    play(&mut table, "E4W");
    assert_eq!(said(&table), ["Red spins west and cannot move: there is no water."]);
    assert_eq!(table.played().last().unwrap().lines[0].rules.last().unwrap().to_string(), "RC-30");
    play(&mut table, "E2W");
    assert_eq!(said(&table), ["Black spins west and cannot move: Red’s barge lies there."]);
}

/// RC-31
#[test]
fn a_barge_that_never_left_is_home_at_its_first_turn() {
    let mut table = players(&["red k11 n11", "black", "green a3", "orange j9"]).walks("S1N").table();
    play(&mut table, "o10");
    assert_eq!(
        said(&table)[2..],
        [
            "Black needs no spin. Black is home first: 100 points.",
            "Green needs no spin. Green is home second: 75 points.",
            "Orange is still aboard and turns for home with a head start."
        ]
    );
    assert_eq!(to_act(&table), "p4 spins");
}

/// RC-31
#[test]
fn a_barge_that_never_left_still_waits_for_its_turn() {
    let mut table = players(&["red", "black k11 n11", "green c7", "orange j9"]).turn("p2").walks("S1N").table();
    play(&mut table, "o10");
    assert_eq!((to_act(&table).as_str(), at(&table, "p1").0.as_str()), ("p3 spins", "dock"));
    play(&mut table, "E4W N2S");
    assert_eq!((written(&table).players["p3"].place, written(&table).players["p1"].place), (Some(1), Some(2)));
}

/// RC-31, RC-29, RC-14
#[test]
fn from_the_whistle_on_a_barge_in_front_of_a_dock_blocks_nobody() {
    let lines = ["red b1", "black h9", "green a3", "orange k11 n11"];
    let mut table = players(&lines).head_start("p1", "p1").table();
    play(&mut table, "NE3SW");
    assert_eq!(said(&table)[..2], ["Red spins southwest and sails to a3.", "Red is home first: 100 points."]);
    assert_eq!(at(&table, "p3").0, "a3", "Green still lies there and waits for a turn");
    play(&mut table, "N2S");
    assert!(said(&table).contains(&"Green needs no spin. Green is home second: 75 points.".to_owned()));
    assert_eq!(to_act(&table), "p4 spins");
    // The same applies in the return, if a position has a barge there.
    let mut day = by_day(&["red b1", "black h9", "green a3"], "p1");
    play(&mut day, "NE3SW");
    assert_eq!((at(&day, "p1").0.as_str(), at(&day, "p3").0.as_str()), ("home", "a3"));
    let mut at_night = players(&["red", "black a7", "green"]).turn("p3").table();
    play(&mut at_night, "E4W");
    assert_eq!(said(&at_night), ["Green spins east and cannot move: Black’s barge lies there."], "by night it blocks");
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

/// RC-32, RC-33
#[test]
fn by_option_a_barge_that_is_called_in_scores_last() {
    let option = [("last_scores_last", on())];
    let mut table = players(&["red c7", "black h9"]).phase("day").table_with(&option);
    play(&mut table, "E4W");
    assert_eq!(said(&table)[2], "Black is the last afloat and is called in. Black is home last: 25 points.");
    assert_eq!(
        said(&table).last().unwrap(),
        "Red wins with 100 points. Red 100: 100 for coming home first, no counters; \
         Black 25: 25 for coming home last, no counters."
    );
    let mut three = players(&["red c7", "black c11", "green h9"]).phase("day").table_with(&option);
    play(&mut three, "E4W E4W");
    let places = |id: &str| written(&three).players[id].place;
    assert_eq!((places("p1"), places("p2"), places("p3")), (Some(1), Some(2), Some(4)));
}

/// RC-32
#[test]
fn by_option_only_a_barge_called_in_after_another_scores_last() {
    let option = [("last_scores_last", on())];
    let mut alone = players(&["red k11 w8", "black f9"]).escape("p1", "p2").table_with(&option);
    play(&mut alone, "S1N S1N S1N");
    assert_eq!(written(&alone).players["p2"].place, Some(1), "a sole survivor scores 100");
    // Both come home by themselves in the round after the whistle; the third is captured.
    let lines = ["red k11 w8", "black c7", "green c11"];
    let mut sailed = players(&lines).head_start("p2", "p2").table_with(&option);
    play(&mut sailed, "E4W E4W S1N S1N S1N");
    assert_eq!(written(&sailed).players["p3"].place, Some(2), "Green sailed home and was not called in");
    check_end(&sailed, &[0.0, 1.0, 0.0], &["RC-35", "RC-33", "RC-34"]);
}
