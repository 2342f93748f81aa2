//! The night crossing.

use super::drawn::*;

/// RC-12, RC-13
#[test]
fn only_east_leads_out_of_the_dock_and_then_every_direction_counts() {
    let mut table = players(&["red", "black"]).table();
    for cell in ["N2S", "NE3SW", "SE5NW", "S1N"] {
        play(&mut table, cell);
        assert_eq!(said(&table)[0].split(" and ").nth(1), Some("stays in the dock, which opens to the east."));
    }
    play(&mut table, "E4W");
    assert_eq!(said(&table), ["Red spins east and sails to a3."]);
    play(&mut table, "E2W NE5SW SE3NW E4W N2S");
    assert_eq!(at(&table, "p1").0, "d1", "from a3 diagonally to b1, then east");
    assert_eq!(at(&table, "p2").0, "b13", "from a15 diagonally to b17, then north");
}

/// RC-8, RC-12
#[test]
fn on_the_water_numbers_mean_nothing() {
    for (cell, to) in [("E4W", "h9"), ("E2W", "h9"), ("NE3SW", "g7"), ("NE5SW", "g7"), ("SE5NW", "g11"), ("S1N", "f13")]
    {
        let mut table = players(&["red f9", "black"]).table();
        play(&mut table, cell);
        assert_eq!(at(&table, "p1").0, to, "{cell}");
    }
}

/// RC-14
#[test]
fn off_the_water_or_onto_a_barge_the_turn_is_lost() {
    let mut table = players(&["red b1", "black d1"]).table();
    play(&mut table, "N2S");
    assert_eq!(said(&table), ["Red spins north and cannot move: there is no water."]);
    play(&mut table, "N2S E4W");
    assert_eq!(said(&table), ["Red spins east and cannot move: Black’s barge lies there."]);
    assert_eq!((at(&table, "p1").0, to_act(&table)), ("b1".into(), "p2 spins".into()));
    let mut table = players(&["red", "black a3"]).table();
    play(&mut table, "E4W");
    assert_eq!(at(&table, "p1").0, "dock", "a barge lies in front of the dock");
}

/// RC-15, RC-3
#[test]
fn a_barge_on_a_landing_stays_and_raids_from_the_next_turn_on() {
    let mut table = players(&["red j9", "black j13"]).table();
    play(&mut table, "E4W");
    assert_eq!(said(&table)[1], "Red has landed and raids from the next turn on.");
    play(&mut table, "NE3SW");
    assert_eq!(at(&table, "p2").0, "k11");
    assert_eq!(to_act(&table), "p1 spins");
    play(&mut table, "E4W");
    assert_eq!(to_act(&table), "p1", "now the number counts");
    assert_eq!(at(&table, "p1"), ("l9".into(), "aboard".into()));
}

/// RC-15, RC-14
#[test]
fn a_taken_landing_is_a_taken_wave() {
    let mut table = players(&["red j9", "black l9"]).table();
    play(&mut table, "E4W");
    assert_eq!(said(&table), ["Red spins east and cannot move: Black’s barge lies there."]);
    assert_eq!(at(&table, "p1").0, "j9");
}
