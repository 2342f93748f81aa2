//! Every refusal: its rule, its text and its hint.

use super::drawn::*;
use crate::ranger_commandos::board::RcBoard;
use crate::ranger_commandos::{Action, Colour};
use kernel::dynamic::{DynMatch, MatchConfig, PresentMatch};
use kernel::{Explain, Seat};
use testkit::table::check_refusal as check;

fn walk(cell: &str) -> Table {
    players(&["red k11 n11", "black"]).walks(cell).table()
}

const FROM_N11: &str = "You may walk to n9, o10, p11, o12 or n13.";

/// RC-11
#[test]
fn out_of_turn_the_refusal_says_whose_turn_it_is() {
    check(&walk("S1N"), "p2", "n9", "RC-11", "It is not your turn.", "Now Player 1 must act.");
    let spin = players(&["red", "black"]).table();
    check(&spin, "p1", "n9", "RC-11", "The throw comes first.", "Throw, then move.");
    let (game, state) = (walk("S1N").game().clone(), walk("S1N").current_play().state);
    let judged = game.judge(&state, Seat(1), Action::Walk(0)).unwrap_err();
    assert_eq!(judged.to_string(), "It is not your turn. (RC-11) Now Red must act.");
    let judged = game.judge(&spin.current_play().state, Seat(0), Action::Walk(0)).unwrap_err();
    assert_eq!(judged.to_string(), "The spin comes first. (RC-11) Spin, then move.");
}

/// RC-10
#[test]
fn a_colour_is_chosen_once_and_before_anything_else() {
    let mut table = opening(4);
    play(&mut table, "N2S NE3SW SE5NW S1N green");
    check(&table, "p4", "green", "RC-10", "Green has been chosen by Player 3.", "Choose red, black or orange.");
    check(&table, "p4", "n11", "RC-10", "Colours are chosen before anybody moves.", "Choose red, black or orange.");
    check(&walk("S1N"), "p1", "green", "RC-10", "The colours have been chosen.", FROM_N11);
}

/// RC-16
#[test]
fn the_count_must_be_exact() {
    check(&walk("S1N"), "p1", "p13", "RC-16", "No walk of exactly 1 step leads to p13.", FROM_N11);
    let up_to = players(&["red k11 n11", "black"]).walks("S1N").table_with(&[("up_to", on())]);
    check(&up_to, "p1", "p13", "RC-16", "No walk of up to 1 step leads to p13.", FROM_N11);
    let refusal = walk("E4W").why(Seat(0), "w17").unwrap_err();
    assert_eq!(refusal.rule.to_string(), "RC-38", "there is no circle w17");
}

/// RC-17
#[test]
fn going_back_to_the_start_and_using_a_line_twice_have_their_own_refusals() {
    check(&walk("S1N"), "p1", "n11", "RC-17", "A walk never ends where it began, on n11.", FROM_N11);
    // From w4 to its neighbour v3 in three steps: only back and forth.
    let table = players(&["red l1 w4", "black"]).walks("NE3SW").table();
    let refusal = table.why(Seat(0), "v3").unwrap_err();
    assert_eq!(refusal.rule.to_string(), "RC-17", "{refusal}");
    assert_eq!(refusal.what, "v3 is reached only by using a line twice or over the circle you start from.");
}

/// RC-17
#[test]
fn with_retrace_only_the_start_is_forbidden() {
    // A board where w2 is joined only to w4.
    let mut text = testkit::board_file::changed::<RcBoard>(&[("\"n1-o2\",", "\"n1-o2\", \"w2-w4\",")]);
    for line in ["v1-w2", "w2-v3"] {
        text = text.replacen(&format!("\"{line}\","), "", 1);
    }
    let config = MatchConfig { board: Some(text), ..testkit::table::config(2, &[("retrace", on())]) };
    let mut table = Table::open(&config).unwrap();
    let setup = players(&["red l1 w4", "black"]).walks("NE3SW").setup;
    table.place(serde_json::to_value(setup).unwrap()).unwrap();
    let refusal = table.why(Seat(0), "w2").unwrap_err();
    assert_eq!(refusal.rule.to_string(), "RC-17");
    assert_eq!(refusal.what, "w2 is reached only over the circle you start from.");
    assert!(refusal.instead.contains("v3"), "back and forth is allowed: {}", refusal.instead);
}

/// RC-4
#[test]
fn a_closed_line_cannot_be_walked() {
    let table = players(&["red l13 n13", "black"]).walks("S1N").table();
    check(&table, "p1", "n15", "RC-16", "No walk of exactly 1 step leads to n15.", "You may walk to n11 or o12.");
}

/// RC-21
#[test]
fn there_must_be_a_counter_to_take() {
    check(
        &walk("S1N"),
        "p1",
        "n9+",
        "RC-21",
        "n9 has no arrow, so there is no counter to take.",
        "Walk there with n9.",
    );
    let empty = players(&["red k11 n11", "black"]).left("Tank Factory", 0).walks("S1N").table();
    check(&empty, "p1", "p11+", "RC-21", "No counter is left at the Tank Factory.", "Walk there with p11.");
}

/// RC-18
#[test]
fn from_the_barge_the_first_step_is_the_shore() {
    let table = players(&["red k11", "black"]).walks("S1N").table();
    check(&table, "p1", "o10", "RC-16", "No walk of exactly 1 step leads to o10.", "You may walk to n9, n11 or n13.");
}

/// RC-4, RC-11
#[test]
fn actions_that_cannot_be_typed_are_refused_too() {
    let table = walk("S1N");
    let (game, state) = (table.game(), table.current_play().state);
    assert_eq!(game.judge(&state, Seat(0), Action::Walk(200)).unwrap_err().rule.to_string(), "RC-4");
    let mut over = players(&["red c7", "black h9"]).phase("day").table();
    play(&mut over, "E4W");
    let judged = over.game().judge(&over.current_play().state, Seat(0), Action::Choose(Colour::Red)).unwrap_err();
    assert_eq!(judged.to_string(), "The match is over. (RC-11) Start another one.");
}
