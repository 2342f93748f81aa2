//! How a match ends.

use super::drawn::*;
use kernel::dynamic::{DynMatch, PresentMatch};

fn near(die: u8) -> Position {
    thrown(4, die).men("red", "W5 . / R15 .").cleared("R6 R13 R16 W5")
}

/// HB-28
#[test]
fn the_first_division_on_the_objective_wins_at_once() {
    let mut table = near(1).table();
    play(&mut table, "W5-HQ");
    assert_eq!(
        said(&table),
        ["Red’s marine goes from W5 to the objective.", "Red’s marine has reached the objective: Red wins."]
    );
    check_end(&table, &[1.0, 0.0, 0.0, 0.0], &["HB-28"]);
    let mut army = near(3).table();
    play(&mut army, "R15-HQ");
    check_end(&army, &[1.0, 0.0, 0.0, 0.0], &["HB-28"]);
}

/// HB-28
#[test]
fn the_objective_takes_the_exact_count_and_is_not_passed_over() {
    let table = near(2).defender("E5", "E4").table();
    let reached = ends(&table, "W5");
    assert!(!reached.contains("HQ") && !reached.contains("E5"), "{reached}");
    assert!(ends(&near(1).table(), "R15").split(' ').all(|end| end != "HQ"));
}

/// HB-28
#[test]
fn a_defender_next_to_it_bars_the_way_to_the_objective() {
    let table = thrown(4, 3).men("red", ". . / R15 .").cleared("R6 R13 R16").table();
    assert!(!ends(&table, "R15").contains("HQ"));
}

/// HB-29
#[test]
fn after_the_last_throw_it_is_a_draw() {
    let mut table = thrown(3, 2).throws(3).table_with(&[("throw_limit", number(4))]);
    play(&mut table, "pass, 5");
    assert_eq!(to_act(&table), "green", "the last throw is still used");
    play(&mut table, "army-G5");
    let third = 1.0 / 3.0;
    check_end(&table, &[third, third, third], &["HB-29"]);
    assert_eq!(said(&table)[1], "4 throws have been made, and nobody has reached the objective: it is a draw.");
}

/// HB-29
#[test]
fn with_a_limit_of_zero_the_match_goes_on() {
    let unlimited = [("throw_limit", number(0))];
    let mut table = thrown(3, 2).throws(u16::MAX - 1).table_with(&unlimited);
    play(&mut table, "pass, 5, army-G5, 3, pass");
    assert_eq!((table.turn(), table.outcome()), (kernel::Turn::Chance, None));
    let position = table.position(kernel::Viewer::Referee);
    assert_eq!(position["throws"], u16::MAX, "more are not counted");
    let mut again = super::drawn::table(3, &unlimited);
    again.place(position).unwrap();
    assert_eq!(again.current_play().state, table.current_play().state);
}

/// HB-29, HB-26
#[test]
fn a_defender_beaten_with_the_last_throw_is_still_placed() {
    let mut table = thrown(4, 1).men("red", ". . / R15 .").throws(7).table_with(&[("throw_limit", number(7))]);
    play(&mut table, "R15-R16");
    assert_eq!((to_act(&table).as_str(), table.outcome()), ("red", None));
    play(&mut table, "def-W4");
    check_end(&table, &[0.25; 4], &["HB-29"]);
}

/// HB-28, HB-29
#[test]
fn the_last_throw_may_win() {
    let mut table = near(1).throws(9).table_with(&[("throw_limit", number(9))]);
    play(&mut table, "W5-HQ");
    check_end(&table, &[1.0, 0.0, 0.0, 0.0], &["HB-28"]);
}
