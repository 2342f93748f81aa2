//! Beach landings: ship, aeroplane, marine, exact count.

use super::drawn::*;

/// HB-20, HB-21, HB-22, HB-26
#[test]
fn a_marine_with_ship_and_aeroplane_clears_the_beach() {
    let mut table = thrown(4, 4).men("red", "R2 . / . .").support("red", "R6", "R6").table();
    play(&mut table, "R2-R6");
    assert_eq!(
        said(&table),
        ["Red’s marine goes from R2 to R6 and clears the beach.", "Red is to put the defender on another circle."]
    );
    assert_eq!(cited(&table), ["HB-9", "HB-20", "HB-21", "HB-22"]);
    let setup = written(&table);
    assert_eq!((setup.phase.as_str(), setup.defenders.len()), ("place", 13));
    assert_eq!(setup.removed_from.as_deref(), Some("R6"));
}

/// HB-20
#[test]
fn only_the_colour_of_the_beach_removes_its_defender() {
    for colour in ["green", "black", "blue"] {
        let table = thrown(4, 1).men(colour, "R5 . / . .").support("red", "R6", "R6").turn(colour).table();
        assert_eq!(ends(&table, "R5"), "R4", "{colour}");
    }
}

/// HB-21
#[test]
fn both_support_pieces_must_lie_at_the_same_beach() {
    for (ship, plane) in [("start", "start"), ("R6", "start"), ("start", "R6"), ("R6", "R13"), ("R13", "R13")] {
        let table = thrown(4, 1).men("red", "R5 R12 / . .").support("red", ship, plane).table();
        assert_eq!(ends(&table, "R5"), "R4", "{ship} {plane}");
        let second = ends(&table, "R12").contains("R13");
        assert_eq!(second, (ship, plane) == ("R13", "R13"), "{ship} {plane}");
    }
}

/// HB-22
#[test]
fn an_army_cannot_make_a_landing_and_the_count_must_be_exact() {
    let table = thrown(4, 1).men("red", "R4 . / R5 .").support("red", "R6", "R6").table();
    assert_eq!((ends(&table, "R5"), ends(&table, "R4")), ("".into(), "R3".into()), "R4 is taken, R6 is two away");
    let exact = thrown(4, 2).men("red", "R4 . / R5 .").support("red", "R6", "R6").table();
    assert_eq!(ends(&exact, "R4"), "R2 R6");
}

/// HB-23
#[test]
fn a_cleared_beach_is_open_to_everybody_without_support() {
    for colour in ["red", "green", "black", "blue"] {
        let table = thrown(4, 2).men(colour, ". . / R5 .").cleared("R6").turn(colour).table();
        assert_eq!(ends(&table, "R5"), "R3 R7", "{colour} passes");
        let table = thrown(4, 1).men(colour, ". . / R5 .").cleared("R6").turn(colour).table();
        assert_eq!(ends(&table, "R5"), "R4 R6", "{colour} stops");
    }
}

/// HB-23, HB-26
#[test]
fn no_beach_gets_a_defender_whether_cleared_or_not() {
    let table = thrown(4, 1).men("red", "R16 . / . .").cleared("R6 R13").removed("R16").table();
    let circles = ends(&table, "def");
    for beach in ["R6", "R13", "G6", "G13", "K6", "K13", "B6", "B13"] {
        assert!(!circles.split(' ').any(|circle| circle == beach), "{beach}");
    }
    assert!(circles.split(' ').any(|circle| circle == "R7"), "the circle right next to a beach is allowed");
}

/// HB-21, HB-11
#[test]
fn the_second_beach_may_be_cleared_first() {
    let mut table = thrown(4, 1).men("red", "R12 . / . .").support("red", "R13", "R13").table();
    play(&mut table, "R12-R13, def-R7");
    assert_eq!(said(&table), ["Red puts the defender on R7."]);
    let setup = written(&table);
    assert!(setup.defenders.contains(&"R7".to_owned()) && !setup.defenders.contains(&"R13".to_owned()));
}
