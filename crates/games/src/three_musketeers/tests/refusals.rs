//! Every refusal: its rule, its sentence and its hint.

use super::drawn::*;
use crate::three_musketeers::Side::{Attack, Musketeers};
use crate::three_musketeers::board::Point;
use crate::three_musketeers::{ATTACK, Action};
use kernel::dynamic::{DynMatch, PresentMatch};
use kernel::{Explain, Notation};
use testkit::table::{check_refusal, judged};

/// Fails unless this action of the side to move is refused by this rule, in these words.
fn check(table: &Table, action: &str, rule: &str, what: &str, instead: &str) {
    check_refusal(table, &testkit::table::to_act(table), action, rule, what, instead);
}

const OPEN: &str = "
    9   o o o o o o o
    8     o o o o o
    7 . o M . . . M . .
    6 . . . . . . . . .
    5 . . . . o . . . .
    4 . . . . . . . o .
    3 . o . . o . . . .
    2     . . . . .
    1     . . M . o
      a b c d e f g h i";

/// TM-4
#[test]
fn a_player_who_moves_out_of_turn_hears_whose_turn_it_is() {
    check_refusal(&opening(), "musketeers", "c7-c8", "TM-4", "It is not your turn.", "Now the attack must act.");
    let said = judged(&opening(), "musketeers", "c7-c8");
    assert_eq!(said, "It is not your turn. (TM-4) Now the attack must move.");
}

/// TM-4
#[test]
fn after_the_end_nobody_moves() {
    let table = held(
        "
        9   . . . . . . .
        8     . . . . .
        7 . . M . M . M . .
        6 o . . . . . . . .",
        Attack,
    );
    check_refusal(&table, "attack", "a6-a7", "TM-4", "The match is over.", "Start another one.");
    assert_eq!(judged(&table, "attack", "a6-a7"), "The match is over. (TM-4) Start another one.");
}

/// TM-4
#[test]
fn players_move_only_their_own_men() {
    let table = position(OPEN, Attack);
    let mine = "Move an attacker.";
    check(&table, "c7-c6", "TM-4", "The man on c7 is a musketeer, and it is the attack's turn.", mine);
    check(&table, "d5-d6", "TM-4", "There is no man on d5.", mine);
    let table = position(OPEN, Musketeers);
    let mine = "Move a musketeer.";
    check(&table, "e5-e6", "TM-4", "The man on e5 is an attacker, and it is the musketeers' turn.", mine);
    check(&table, "d5-d6", "TM-4", "There is no man on d5.", mine);
}

/// TM-5, TM-7
#[test]
fn an_attacker_goes_one_point_and_never_jumps() {
    let table = position(OPEN, Attack);
    let what = "An attacker goes one point at a time and never jumps.";
    check(&table, "e3-e5", "TM-7", what, "From e3 it may go to e4, d4 or f4.");
    check(&table, "e3-e6", "TM-5", what, "From e3 it may go to e4, d4 or f4.");
    check(&table, "c9-c7", "TM-7", what, "The man on c9 cannot move; choose another one.");
}

/// TM-7
#[test]
fn an_attacker_never_goes_back() {
    let table = position(OPEN, Attack);
    check(&table, "h4-h3", "TM-7", "An attacker never goes back.", "From h4 it may go to h5, g5 or i5.");
}

/// TM-2
#[test]
fn no_man_moves_where_no_road_is_drawn() {
    let table = position(OPEN, Attack);
    check(&table, "b3-a4", "TM-2", "No road joins b3 and a4.", "From b3 it may go to a3, c3 or b4.");
    let mut table = position(OPEN, Musketeers);
    play(&mut table, "c7xa7");
    play(&mut table, "h4-h5");
    check(&table, "a7-b8", "TM-23", "There is no point “b8”.", "Points are named by file a–i and rank 1–9.");
    play(&mut table, "a7-a6 e3-e4");
    check(&table, "a6-b7", "TM-2", "No road joins a6 and b7.", "");
}

/// TM-6
#[test]
fn an_attacker_goes_sideways_on_wide_roads_only() {
    let table = position(OPEN, Attack);
    let what = "An attacker goes sideways on wide blue roads only.";
    check(&table, "e5-d5", "TM-6", what, "From e5 it may go to e6, d6 or f6.");
    check(&table, "e3-f3", "TM-6", what, "From e3 it may go to e4, d4 or f4.");
}

/// TM-5
#[test]
fn an_attacker_keeps_to_blue_roads_on_another_board() {
    // On the standard board no green road leads forward; on another board one may.
    let board = <crate::three_musketeers::board::TmBoard as kernel::Board>::STANDARD
        .replace("\"h9-g8\",\n", "")
        .replace("\"c1-d1-e1-f1-g1\",", "\"c1-d1-e1-f1-g1\", \"h9-g8\",");
    let config = kernel::dynamic::MatchConfig { board: Some(board), ..Default::default() };
    let mut table = Table::open(&config).unwrap();
    let open = OPEN.replace("9   o o o o o o o", "9   o o o o o o .");
    place(&mut table, &setup(&open, Attack));
    check(
        &table,
        "g8-h9",
        "TM-5",
        "An attacker keeps to blue roads.",
        "The man on g8 cannot move; choose another one.",
    );
}

/// TM-12
#[test]
fn no_point_holds_two_men() {
    let table = position(OPEN, Attack);
    check(&table, "b7-c7", "TM-12", "c7 is occupied.", "From b7 it may go to a7.");
    let table = position(OPEN, Musketeers);
    check(&table, "c7-c8", "TM-12", "c8 is occupied.", "");
}

/// TM-16
#[test]
fn the_attack_passes_only_when_it_has_no_move_at_all() {
    let table = position(OPEN, Attack);
    let instead = "For example, the man on b7 can move.";
    check(&table, "pass", "TM-16", "The attack passes only when it has no move at all.", instead);
}

/// TM-16
#[test]
fn the_musketeers_never_pass() {
    let table = position(OPEN, Musketeers);
    check(&table, "pass", "TM-16", "The musketeers never pass.", "");
}

/// TM-10
#[test]
fn a_step_is_refused_while_a_jump_is_possible() {
    let table = position(OPEN, Musketeers);
    let what = "A musketeer can jump, so a musketeer must jump.";
    check(&table, "e1-e2", "TM-10", what, "Jump from c7 to a7.");
    check(&table, "c7-d7", "TM-10", what, "Jump from c7 to a7.");
}

/// TM-11
#[test]
fn in_a_series_the_jumper_goes_on_and_nobody_else() {
    let mut table = position(SERIES, Musketeers);
    play(&mut table, "e5xg5");
    let instead = "From g5 it may jump to g3.";
    check(&table, "e1xe3", "TM-11", "The jumping musketeer must go on first.", instead);
    let what = "The musketeer must jump on as long as it can.";
    check(&table, "g5-g6", "TM-11", what, "Jump from g5 to g3.");
}

/// TM-9
#[test]
fn a_jump_needs_a_man_and_a_straight_road() {
    let table = position(NO_STRAIGHT_ROAD, Musketeers);
    let what = "There is no attacker to jump over on a straight road between these points.";
    for action in ["g8xe6", "b9xd7", "b9xd9", "e1xe3", "e1xf3"] {
        check(&table, action, "TM-9", what, "");
    }
}

/// TM-8
#[test]
fn a_musketeer_steps_to_a_neighbouring_point() {
    let table =
        position(&SERIES.replace("5 . . . . M o", "5 . . . . M .").replace("2     . . o", "2     . . ."), Musketeers);
    check(&table, "e1-e4", "TM-8", "A musketeer steps to a neighbouring point.", "");
}

/// TM-1
#[test]
fn a_move_goes_from_one_point_to_another() {
    let what = "A move goes from one point of the board to another.";
    check(&position(OPEN, Attack), "e5-e5", "TM-1", what, "");
    check(&position(OPEN, Musketeers), "e1-e1", "TM-1", what, "");
    let table = opening();
    let nowhere = Action { from: Point(0), to: Point(120) };
    let judged = table.game().judge(&table.current_play().state, ATTACK, nowhere).unwrap_err();
    assert_eq!((judged.rule.to_string(), judged.what.as_str()), ("TM-1".into(), what));
}

/// TM-23
#[test]
fn unreadable_text_is_refused_with_an_example() {
    let table = opening();
    let instead = "Write d6-d7, e7xe5 or pass.";
    check(&table, "forward!", "TM-23", "“forward!” is not a move.", instead);
    check(&table, "", "TM-23", "“” is not a move.", instead);
    check(&table, "d6", "TM-23", "“d6” is not a move.", instead);
    check(&table, "abcdefghijklmnopqrstuvwyz0123456789", "TM-23", "“abcdefghijklmnopqrstuvwy” is not a move.", instead);
    let points = "Points are named by file a–i and rank 1–9.";
    check(&table, "d6-j7", "TM-23", "There is no point “j7”.", points);
    check(&table, "d0-d7", "TM-23", "There is no point “d0”.", points);
    check(&table, "a1-a2", "TM-23", "There is no point “a1”.", points);
    let long = ["a1"; 70].join("x");
    assert_eq!(table.why(ATTACK, &long).unwrap_err().rule.to_string(), "TM-23", "a series has a limit");
}

/// TM-23
#[test]
fn this_game_has_no_dice() {
    let mut table = opening();
    let refusal = table.apply_chance("6").unwrap_err();
    assert_eq!((refusal.rule.to_string(), refusal.what.as_str()), ("TM-4".into(), "There is nothing to throw now."));
    let refusal = table.game().read_chance(&table.current_play().state, "6").unwrap_err();
    assert_eq!((refusal.rule.to_string(), refusal.what.as_str()), ("TM-23".into(), "This game has no dice."));
    assert!(table.chance_outcomes().is_empty());
}
