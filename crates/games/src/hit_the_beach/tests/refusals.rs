//! Every refusal: the rule it names, what it says and what it offers instead.

use super::drawn::*;
use kernel::dynamic::{DynMatch, PresentMatch};
use testkit::table::{check_refusal as check_by, judged};

fn check(table: &Table, action: &str, rule: &str, what: &str, instead: &str) {
    check_by(table, "red", action, rule, what, instead);
}

/// HB-8
#[test]
fn who_is_not_to_act_is_told_who_is() {
    let table = thrown(4, 3).table();
    check_by(&table, "blue", "pass", "HB-8", "It is not your turn.", "Now Red must act.");
    assert_eq!(judged(&table, "blue", "pass"), "It is not your turn. (HB-8) Now Red must act.");
    let throw = thrown(4, 3).throwing_next("red").table();
    check(&throw, "pass", "HB-8", "The throw comes first.", "Throw, then move.");
    assert_eq!(judged(&throw, "red", "pass"), "The throw comes first. (HB-8) Throw, then move.");
}

/// HB-8, HB-14
#[test]
fn one_moves_a_division_of_ones_own() {
    let table = thrown(4, 2).men("red", "R3 . / R1 R8").men("blue", "W1 . / . .").table();
    let own = "You have a marine on R3, a marine at the start circle, an army on R8 and an army on R1.";
    check(&table, "R2-R4", "HB-8", "No division stands on R2.", own);
    check(&table, "W1-R1", "HB-8", "On W1 stands Blue’s marine.", own);
    check(&table, "army-R2", "HB-14", "No army of yours is at the start circle.", own);
    let none = "With a 2 nothing can be reached from R1.";
    check(&table, "R1-SR", "HB-14", "No move enters a start circle.", none);
}

/// HB-9, HB-13
#[test]
fn the_count_decides() {
    let table = thrown(4, 3).men("red", "R2 . / R10 .").table();
    let may = "From R2 it can go to W1 or R5.";
    check(&table, "R2-R4", "HB-9", "From R2 to R4 it takes a 2, and you threw a 3.", may);
    check(&table, "R2-E1", "HB-9", "No single throw leads from R2 to E1, and you threw a 3.", may);
    let refusal = table.why(seat(&table, "red"), "R10-R12").unwrap_err();
    assert_eq!(refusal.what, "From R10 to R12 it takes a 2 or a 4, and you threw a 3.");
    let back = thrown(4, 3).men("red", "R2 . / . .").table();
    let what = "With a 3 R3 could be reached only by turning back on the way.";
    check(&back, "R2-R3", "HB-13", what, "From R2 it can go to W1 or R5.");
    let what = "Going round to where it stands changes nothing.";
    check(&back, "R2-R2", "HB-13", what, "Pass, if you do not want to move.");
}

/// HB-16, HB-28
#[test]
fn what_bars_the_way_is_named() {
    let table = thrown(4, 4).men("red", ". . / R15 .").table();
    let refusal = table.why(seat(&table, "red"), "R15-HQ").unwrap_err();
    assert_eq!(refusal.what, "From R15 to HQ it takes a 3 or a 5, and you threw a 4.");
    let table = thrown(4, 3).men("red", ". . / R15 .").table();
    let refusal = table.why(seat(&table, "red"), "R15-HQ").unwrap_err();
    assert_eq!(
        (refusal.rule.to_string().as_str(), refusal.what.as_str()),
        ("HB-16", "The defender on R16 bars the way to HQ.")
    );
    let over = thrown(4, 2).men("red", "W5 . / . .").cleared("W5 R16 B16 E5").table();
    let refusal = over.why(seat(&over, "red"), "W5-E5").unwrap_err();
    assert_eq!(refusal.rule.to_string(), "HB-28");
    assert_eq!(refusal.what, "The way to E5 would cross the objective or a start circle.");
}

/// HB-17
#[test]
fn who_stands_at_the_end_is_named() {
    let table = thrown(4, 2).men("red", "R1 R3 / . .").men("blue", "W1 . / . .").table();
    let none = "With a 2 nothing can be reached from R1.";
    check(&table, "R1-R3", "HB-17", "On R3 stands a division of your own, the marine.", none);
    check(&table, "R1-W1", "HB-17", "On W1 stands Blue’s marine, and at sea nobody is relieved.", none);
}

/// HB-20, HB-21, HB-22
#[test]
fn a_landing_is_refused_with_everything_that_it_lacks() {
    let hint = "It takes ship and aeroplane at R6, and a marine that ends there by exact count.";
    let lacks = |position: Position, action: &str, rule: &str, what: &str| {
        check(&position.table(), action, rule, &format!("The landing on R6 lacks {what}."), hint);
    };
    let at = |die| thrown(4, die).men("red", "R5 . / R4 .");
    lacks(at(1), "R5-R6", "HB-21", "the ship (at the start circle) and the aeroplane (at the start circle)");
    lacks(at(1).support("red", "R6", "R13"), "R5-R6", "HB-21", "the aeroplane (at R13)");
    lacks(at(2).support("red", "R6", "R6"), "R4-R6", "HB-22", "a marine in place of the army");
    lacks(
        at(3),
        "R4-R6",
        "HB-21",
        "the ship (at the start circle), the aeroplane (at the start circle), a marine in place of the army and the exact count",
    );
    let short = at(2).support("red", "R6", "R6").table();
    let what = "The landing on R6 fails. From R5 to R6 it takes a 1, and you threw a 2.";
    check(&short, "R5-R6", "HB-9", what, "From R5 it can go to R3.");
    let foreign = thrown(4, 1).men("red", "G5 . / . .").table();
    let what = "The defender on G6 can be removed by Green alone.";
    check(&foreign, "G5-G6", "HB-20", what, "G6 opens to everybody when Green has cleared it.");
    let nobody = thrown(2, 1).men("red", "G5 . / . .").table();
    check(&nobody, "G5-G6", "HB-20", what, "Nobody plays Green, so G6 stays closed.");
}

/// HB-11
#[test]
fn support_pieces_are_refused_anything_but_a_six_and_their_own_beaches() {
    let own = "Your beaches are R6 and R13.";
    let five = thrown(4, 5).table();
    let what = "The ship moves only with a six, and you threw a 5.";
    check(&five, "ship-R6", "HB-11", what, "Move a division or pass.");
    let six = thrown(4, 6).support("red", "start", "R6").table();
    check(&six, "ship-R7", "HB-11", "R7 is no beach.", own);
    check(&six, "plane-G6", "HB-11", "G6 is a beach of Green.", own);
    check(&six, "plane-R6", "HB-11", "The aeroplane lies at R6 already.", own);
}

/// HB-23, HB-26
#[test]
fn a_circle_that_cannot_take_the_defender_says_why() {
    let table = thrown(4, 1).men("red", "R16 . / R14 .").cleared("R6").removed("R16").table();
    let hint = "Any empty brown circle will do that is no beach: def-W2, for instance.";
    check(&table, "def-R1", "HB-26", "R1 is a white dot.", hint);
    check(&table, "def-HQ", "HB-26", "The objective is no brown circle.", hint);
    check(&table, "def-SR", "HB-26", "A start circle is no brown circle.", hint);
    check(&table, "def-R6", "HB-23", "R6 is a cleared beach and stays free of defenders.", hint);
    check(&table, "def-G6", "HB-26", "G6 is a beach.", hint);
    check(&table, "def-W5", "HB-26", "A defender stands on W5 already.", hint);
    check(&table, "def-R14", "HB-26", "On R14 stands Red’s army.", hint);
    check(&table, "def-R16", "HB-26", "On R16 stands Red’s marine.", hint);
    check(&table, "R14-R15", "HB-26", "First the removed defender must be placed.", hint);
    check(&table, "pass", "HB-26", "First the removed defender must be placed.", hint);
    let none = thrown(4, 1).table();
    let hint = "A defender is placed when it has been removed.";
    check(&none, "def-W4", "HB-26", "There is no defender to place.", hint);
}

/// HB-28
#[test]
fn after_the_end_nobody_moves() {
    let mut table = thrown(4, 1).men("red", "W5 . / . .").cleared("W5").table();
    play(&mut table, "W5-HQ");
    check(&table, "pass", "HB-8", "The match is over.", "Start another one.");
    assert_eq!(judged(&table, "blue", "pass"), "The match is over. (HB-8) Start another one.");
    assert!(table.apply_chance("4").is_err());
}
