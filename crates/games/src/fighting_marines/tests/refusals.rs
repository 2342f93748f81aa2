//! Every refusal: its rule, its text and its hint.

use super::drawn::*;
use kernel::dynamic::DynMatch;
use testkit::table::{check_refusal as check, judged};

fn assault() -> Table {
    arrow(4, 27)
        .men("red", "2 4 8 10 / 26")
        .men("black", "17 / 8")
        .men("yellow", "26 30 32")
        .men("green", "41 / 2")
        .assault("red yellow")
        .table()
}

/// FM-10, FM-11, FM-19
#[test]
fn out_of_turn_the_refusal_says_whose_turn_it_is() {
    check(&assault(), "black", "pass", "FM-10", "It is not your turn.", "Now Red and Yellow must act.");
    assert_eq!(
        judged(&assault(), "black", "pass"),
        "You are done with this assault. (FM-11) Now Red and Yellow may still move."
    );
    let regroup = arrow(4, 27).men("red", "2").regroup("red").table();
    assert_eq!(judged(&regroup, "black", "pass"), "It is not your turn to regroup. (FM-19) Now Red must act.");
    let throw = arrow(4, 27).table();
    check(&throw, "red", "pass", "FM-10", "The throw comes first.", "Throw, then move.");
    assert_eq!(judged(&throw, "red", "pass"), "The throw comes first. (FM-10) Throw, then move.");
}

/// FM-1
#[test]
fn a_man_must_stand_on_your_own_circle() {
    let may = "You may play 2x, 8>, 10> or pass.";
    check(&assault(), "red", "3>", "FM-1", "There is no circle 3.", "Men stand on the circles of the base.");
    check(&assault(), "red", "0>", "FM-1", "There is no circle 0.", "Men stand on the circles of the base.");
    check(&assault(), "red", "255x", "FM-1", "There is no circle 255.", "Men stand on the circles of the base.");
    check(&assault(), "red", "17>", "FM-1", "Circle 17 belongs to Black.", "Yours are 2, 4, 6, 8 and 10.");
    check(&assault(), "red", "6>", "FM-1", "Nobody stands on circle 6.", may);
}

/// FM-2, FM-12, FM-14, FM-16, FM-17
#[test]
fn what_stands_in_front_decides() {
    let may = "You may play 2x, 8>, 10> or pass.";
    check(&assault(), "red", "4>", "FM-12", "The space in front of 4 is yellow, not red.", may);
    check(&assault(), "red", "4x", "FM-14", "The space in front of 4 is empty.", may);
    check(&assault(), "red", "10x", "FM-14", "The space in front of 10 is empty.", "Enter it with 10>.");
    check(&assault(), "red", "2>", "FM-14", "Green’s private stands in front of 2.", "Capture him with 2x.");
    check(&assault(), "red", "8x", "FM-16", "8 faces a neutral space, where nobody is captured.", may);
    let own = arrow(4, 27).men("red", "8 10 2 / 8 10c").men("green", "/ 2").assault("red").table();
    let may = "You may play 2x or pass.";
    check(&own, "red", "8>", "FM-17", "The neutral space in front of 8 already holds a man of yours.", may);
    check(&own, "red", "10>", "FM-17", "In front of 10 stands your own man, Red’s captain.", may);
    check(&own, "red", "10x", "FM-17", "In front of 10 stands your own man, Red’s captain.", may);
    let arrow_space = arrow(4, 8).men("red", "8 10").men("green", "/ 10").assault("red").table();
    let may = "You may play 10x or pass.";
    check(&arrow_space, "red", "8>", "FM-2", "8 faces the arrow, and nobody enters there.", may);
}

/// FM-10, FM-18
#[test]
fn exchange_and_circles_come_after_the_assault() {
    let may = "You may play 2x, 8>, 10> or pass.";
    for action in ["cpt@6", "$pvt<black", "pvt<black=green"] {
        let what = "Exchange, ransom and filling circles come after the assault.";
        check(&assault(), "red", action, "FM-10", what, may);
    }
}

fn regroup() -> Table {
    arrow(4, 27)
        .men("red", "2 4 / 10 / black:p,c,k yellow:p")
        .men("green", "/ / red:p")
        .men("black", "13 / / red:c")
        .paid("red", "green", 190)
        .regroup("red")
        .table()
}

/// FM-20, FM-22
#[test]
fn a_man_comes_back_from_his_holder_for_one_of_his_rank() {
    let table = regroup();
    check(&table, "red", "pvt<green=green", "FM-20", "Green holds no private of Red.", "");
    check(&table, "red", "col<yellow=green", "FM-20", "Yellow holds no colonel of Red.", "");
    check(&table, "red", "pvt<red=green", "FM-20", "A man comes back from an opponent who holds him.", "");
    check(&table, "red", "black-pvt<yellow=green", "FM-20", "Black’s men are not yours to get back.", "");
    check(
        &table,
        "red",
        "pvt<black=yellow",
        "FM-20",
        "You hold no private of Yellow to give for him.",
        "You hold a private of Green.",
    );
    check(&table, "red", "col<black=green", "FM-20", "You hold no colonel of Green to give for him.", "");
}

/// FM-21
#[test]
fn ransom_is_refused_to_those_who_could_exchange_or_cannot_pay() {
    let table = regroup();
    let hint = "Ransom is for those who have nobody of that rank to give.";
    check(&table, "red", "$pvt<black", "FM-21", "You hold Green’s private and must exchange, not pay.", hint);
    check(&table, "red", "$cpt<black", "FM-21", "You hold Black’s captain and must exchange, not pay.", hint);
    check(&table, "red", "$col<black", "FM-21", "A colonel costs 5 points, and you have 4.", "");
    check(&table, "red", "$col<green", "FM-20", "Green holds no colonel of Red.", "");
}

/// FM-23, FM-17
#[test]
fn circles_are_filled_from_the_corner_and_only_when_empty() {
    let table = regroup();
    check(&table, "red", "cpt@4", "FM-17", "Circle 4 already holds a man.", "");
    check(&table, "red", "col@6", "FM-23", "Red has no colonel in the corner.", "");
    check(&table, "red", "cpt@7", "FM-1", "There is no circle 7.", "Men stand on the circles of the base.");
    check(&table, "red", "cpt@13", "FM-1", "Circle 13 belongs to Black.", "Yours are 2, 4, 6, 8 and 10.");
}

/// FM-24
#[test]
fn in_the_regroup_phase_only_eager_new_men_enter() {
    let what = "The assault is over; men enter again after the next throw.";
    check(&regroup(), "red", "2>", "FM-24", what, "");
    let eager = arrow(4, 27).men("red", "8 10").regroup("red").table_with(&[("eager", on())]);
    let hint = "Only men placed in this regroup phase may enter now.";
    check(&eager, "red", "8>", "FM-24", "The man on 8 stood there when the platform stopped.", hint);
    check(&eager, "red", "6>", "FM-1", "Nobody stands on circle 6.", "You may play pass.");
}

/// FM-18
#[test]
fn under_must_enter_a_player_who_can_enter_may_not_pass() {
    let strict = arrow(4, 27).men("red", "8 10").assault("red").table_with(&[("must_enter", on())]);
    let what = "At this table a man who can enter must enter.";
    check(&strict, "red", "pass", "FM-18", what, "Play 8> or 10>.");
}

/// FM-25
#[test]
fn after_the_end_nobody_moves() {
    let mut table = arrow(4, 27).men("red", "10k / 3 4 5 6 7 9c 11c").assault("red").table();
    play(&mut table, "red 10>");
    check(&table, "red", "pass", "FM-10", "The match is over.", "Start another one.");
    assert_eq!(judged(&table, "black", "pass"), "The match is over. (FM-10) Start another one.");
    assert!(table.apply_chance("7").is_err());
}
