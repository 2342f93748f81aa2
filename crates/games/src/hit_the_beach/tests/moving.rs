//! Divisions on their way.

use super::drawn::*;
use kernel::dynamic::PresentMatch;

/// HB-9, HB-14
#[test]
fn from_the_start_circle_the_first_space_counts_one() {
    for (die, ends_there) in [(1, "R1"), (2, "R2 R23"), (3, "R3 W1"), (4, "B23 R4"), (5, "B1 R5"), (6, "B2")] {
        let table = thrown(4, die).table();
        assert_eq!(ends(&table, "army"), ends_there, "a {die}");
        assert_eq!(ends(&table, "marine"), ends_there, "a {die}: no support at R6 yet");
    }
}

/// HB-14
#[test]
fn a_start_circle_holds_all_and_nobody_comes_back_by_a_move() {
    let mut table = thrown(4, 3).table();
    play(&mut table, "marine-R3");
    assert_eq!(written(&table).forces["red"].marines, ["R3", "start"]);
    let near = thrown(4, 2).men("red", "R2 . / . .").men("green", "R1 . / . .").table();
    assert_eq!(ends(&near, "R2"), "R23 R4", "neither its own start circle nor another's");
    let by = thrown(4, 2).men("red", "R23 . / . .").table();
    assert_eq!(ends(&by, "R23"), "B23 R2");
}

/// HB-9
#[test]
fn two_ways_to_the_same_end_are_one_move() {
    // From R10 to R12 it is two by the atoll and four past it.
    let short = thrown(4, 2).men("red", "R10 . / . .").table();
    assert_eq!(ends(&short, "R10"), "R12 R18 R20 R8");
    let long = thrown(4, 4).men("red", "R10 . / . .").table();
    assert_eq!(ends(&long, "R10"), "B18 B8 R12 R18 R22");
    // From R15 it is three to B16 by R16 and three by W4.
    let ring = thrown(4, 3).men("red", "R15 . / . .").cleared("R16 B16 W5").table();
    assert_eq!(legal(&ring).iter().filter(|name| *name == "R15-B16").count(), 1);
}

/// HB-12
#[test]
fn a_division_may_go_backwards_and_choose_at_forks() {
    let table = thrown(4, 2).men("red", ". . / R9 .").table();
    assert_eq!(ends(&table, "R9"), "R11 R17 R7 W2");
}

/// HB-13
#[test]
fn no_line_is_walked_twice_but_loops_are_allowed() {
    // Once round the loop of six about the atoll R11 would end where it began: that is passing.
    let loop_of_six = thrown(4, 6).men("red", "R10 . / . .").table();
    assert!(!ends(&loop_of_six, "R10").split(' ').any(|end| end == "R10"));
    // Five of the six lines of that loop end next door.
    let five = thrown(4, 5).men("red", "R10 . / . .").table();
    assert!(ends(&five, "R10").contains("R11") && ends(&five, "R10").contains("R17"));
}

/// HB-15
#[test]
fn divisions_are_passed_at_sea_and_on_land() {
    let table = thrown(4, 4).men("red", "R3 . / R1 .").men("blue", "R2 . / R4 .").table();
    assert!(ends(&table, "R1").contains("R5"));
    let land = thrown(4, 2).men("red", "R7 R8 / . .").men("blue", "W2 . / . .").table();
    assert_eq!(ends(&land, "R7"), "R9 W2");
}

/// HB-16
#[test]
fn no_move_passes_a_defender() {
    let closed = thrown(4, 3).men("red", "R5 . / R4 .").support("red", "R6", "R6").table();
    assert_eq!(ends(&closed, "R5"), "R2", "R6 bars the way inland");
    let open = thrown(4, 3).men("red", "R5 . / R4 .").defender("R6", "R9").table();
    assert_eq!(ends(&open, "R5"), "R2 R8");
    let two = thrown(4, 4).men("red", "R5 . / R4 .").defender("R6", "R8").table();
    assert_eq!(ends(&two, "R5"), "R1", "R8 is passed by nobody either");
}

/// HB-17
#[test]
fn no_move_ends_on_a_division_at_sea_or_on_ones_own() {
    let table = thrown(4, 2).men("red", "R1 R3 / . .").men("blue", "W1 . / . .").table();
    assert_eq!(ends(&table, "R1"), "", "R3 is held by Red, W1 by Blue");
    let land = thrown(4, 1).men("red", "R7 R8 / . .").table();
    assert_eq!(ends(&land, "R7"), "");
}

/// HB-18
#[test]
fn an_opponent_on_land_is_relieved_and_goes_back_to_his_start() {
    let mut table = thrown(4, 3).men("red", ". . / R5 .").men("blue", "R8 . / . .").cleared("R6").table();
    play(&mut table, "R5-R8");
    assert_eq!(
        said(&table),
        ["Red’s army goes from R5 to R8 and relieves Blue’s marine, which returns to its start circle."]
    );
    assert_eq!(cited(&table), ["HB-9", "HB-18"]);
    let forces = written(&table).forces;
    assert_eq!(
        (&forces["red"].armies, &forces["blue"].marines),
        (&vec!["R8".into(), "start".into()], &vec!["start".into(); 2])
    );
}

/// HB-18, HB-2, HB-3
#[test]
fn beaches_and_atolls_are_land_for_relief() {
    for (from, end, die) in [("R5", "R6", 1), ("R10", "R11", 1)] {
        let men = format!(". . / {from} .");
        let mut table = thrown(4, die).men("red", &men).men("black", &format!(". . / {end} .")).cleared("R6").table();
        play(&mut table, &format!("{from}-{end}"));
        assert_eq!(written(&table).forces["black"].armies, ["start", "start"], "{end}");
    }
}

/// HB-19
#[test]
fn a_defender_between_protects_from_relief() {
    let position = || thrown(4, 3).men("red", ". . / R5 .").men("blue", "R8 . / . .").cleared("R6");
    assert!(ends(&position().table(), "R5").contains("R8"));
    let sheltered = position().defender("W5", "R7").table();
    assert!(!ends(&sheltered, "R5").contains("R8"));
}

/// HB-11
#[test]
fn support_pieces_move_with_a_six_to_beaches_of_their_own() {
    for die in 1..=5 {
        let table = thrown(4, die).table();
        assert!(legal(&table).iter().all(|name| !name.starts_with("ship") && !name.starts_with("plane")));
    }
    let mut table = thrown(4, 6).support("red", "R6", "start").table();
    assert_eq!((ends(&table, "ship"), ends(&table, "plane")), ("R13".into(), "R13 R6".into()));
    play(&mut table, "ship-R13");
    assert_eq!(said(&table), ["Red’s ship goes to the beach of R13."]);
    let forces = &written(&table).forces["red"];
    assert_eq!((forces.ship.as_str(), forces.plane.as_str()), ("R13", "start"));
    let cleared = thrown(4, 6).support("red", "R6", "R6").cleared("R6").table();
    assert_eq!(ends(&cleared, "ship"), "R13");
}

/// HB-11
#[test]
fn support_pieces_hinder_nobody_and_are_never_relieved() {
    let mut table =
        thrown(4, 1).men("blue", ". . / R5 .").support("red", "R6", "R6").cleared("R6").turn("blue").table();
    play(&mut table, "R5-R6");
    let forces = &written(&table).forces["red"];
    assert_eq!((forces.ship.as_str(), forces.plane.as_str()), ("R6", "R6"));
}

/// HB-9
#[test]
fn the_full_count_must_be_taken() {
    let table = thrown(4, 5).men("red", "R1 . / . .").table();
    assert!(table.why(seat(&table, "red"), "R1-R4").is_err());
    assert!(table.why(seat(&table, "red"), "R1-R5").is_err());
}
