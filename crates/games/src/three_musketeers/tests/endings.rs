//! Endings that follow from the position alone (TM-13 to TM-18).

use super::drawn::*;
use crate::three_musketeers::Ending;
use crate::three_musketeers::Side::{Attack, Musketeers};
use kernel::dynamic::DynMatch;

const ATTACK_WINS: (f64, f64) = (1.0, 0.0);
const MUSKETEERS_WIN: (f64, f64) = (0.0, 1.0);
const TIE: (f64, f64) = (0.5, 0.5);

/// TM-13, TM-11
#[test]
fn the_thirty_fourth_capture_decides_even_in_the_middle_of_a_series() {
    let mut table = position(
        "
        9   o o o o o o o
        8     o o o o .
        7 o o . . . . . . .
        6 o . . . . . . . .
        5 . . . . M o . . .
        4 . . . . . . o . .
        3 . . . . . o . . .
        2     . . . . .
        1     M . . . M",
        Musketeers,
    );
    assert_eq!(table.current_play().state.attackers.count_ones(), 17);
    play(&mut table, "e5xg5");
    check_ending(&table, Ending::Reduced, "TM-13", MUSKETEERS_WIN);
    assert!(!table.mid_turn(), "g5xg3 would be possible, but the match is over");
    let last = table.played().last().unwrap();
    assert!(last.lines.iter().any(|sentence| sentence.text.contains("16 attackers")), "{last:?}");
}

/// TM-13
#[test]
fn too_few_men_takes_precedence_over_every_other_ending() {
    // Sixteen men, none of which can move: TM-17 would give the same win, but TM-13 is cited.
    let table = held(
        "
        7 o o . . M . . o o
        1     M . . . M",
        Attack,
    );
    check_ending(&table, Ending::Reduced, "TM-13", MUSKETEERS_WIN);
}

/// TM-14
#[test]
fn the_attack_wins_at_once_with_men_on_all_seventeen_castle_points() {
    let mut table = held(
        "
        7 o . o . o o o . o
        6 . . . o . . . . .
        4 . . . M . . . . .
        1     M . . . M",
        Attack,
    );
    play(&mut table, "d6-d7");
    check_ending(&table, Ending::Stormed, "TM-14", ATTACK_WINS);
}

/// TM-14, TM-20
#[test]
fn the_last_quiet_turn_may_storm_the_castle() {
    let mut table = table(&[]);
    let mut setup = setup(
        &castle_held(
            "
        7 . o . o o o o . .
        4 . . . M . . . . .
        1     M . . . M",
        ),
        Attack,
    );
    setup.quiet = 99;
    place(&mut table, &setup);
    goes_on(&table);
    let mut other = table.clone();
    play(&mut table, "b7-c7");
    check_ending(&table, Ending::Stormed, "TM-14", ATTACK_WINS);
    play(&mut other, "b7-a7");
    check_ending(&other, Ending::Patience, "TM-20", MUSKETEERS_WIN);
}

/// TM-14, TM-17
#[test]
fn with_one_castle_point_open_the_musketeers_win_when_the_attack_can_go_no_further() {
    let mut table = held(
        "
        7 o o o . o o o o o
        4 . . . M . . . . .
        1     M . . . M",
        Musketeers,
    );
    goes_on(&table);
    play(&mut table, "d4-d5");
    check_ending(&table, Ending::Stuck, "TM-17", MUSKETEERS_WIN);
}

/// TM-17, TM-15
#[test]
fn a_castle_with_a_musketeer_that_can_leave_is_not_full() {
    let mut table = held(
        "
        7 o o o o . o o o o
        6 . . . . M . . . .
        1     M . . . M",
        Musketeers,
    );
    play(&mut table, "e6-e7");
    check_ending(&table, Ending::Stuck, "TM-17", MUSKETEERS_WIN);
}

/// The sheet's example: fifteen points held, two musketeers locked in the
/// corners, the third far out.
const TWO_PRISONERS: &str = "
    9   M o o o o o M
    8     o o o o o
    7 o . o o o o o . o
    6 . . . . . . . . .
    5 . . . . . . . . .
    4 . . . . . . . . .
    3 . . . . . . . . .
    2     . . . . .
    1     . . M . .
      a b c d e f g h i";

/// TM-15
#[test]
fn the_attack_wins_with_two_musketeers_imprisoned_and_the_third_far_out() {
    let mut table = position(TWO_PRISONERS, Musketeers);
    goes_on(&table);
    play(&mut table, "e1-e2");
    check_ending(&table, Ending::Imprisoned, "TM-15", ATTACK_WINS);
}

/// TM-15
#[test]
fn with_forward_only_off_sideways_moves_keep_the_full_castle_in_play() {
    let mut table = position_with(&[("forward_only", off())], TWO_PRISONERS, Musketeers);
    play(&mut table, "e1-e2");
    goes_on(&table);
    assert_eq!(legal(&table), ["a7-b7", "c7-b7", "g7-h7", "i7-h7"]);
    play(&mut table, "a7-b7 e2-e3");
    goes_on(&table);
    let shut = TWO_PRISONERS.replace("7 o . o o o o o . o", "7 o o o o o o o o o");
    let mut table = position_with(&[("forward_only", off())], &shut, Musketeers);
    play(&mut table, "e1-e2");
    check_ending(&table, Ending::Imprisoned, "TM-15", ATTACK_WINS);
}

/// TM-15
#[test]
fn a_full_castle_stays_in_play_as_long_as_the_attack_has_a_forward_move() {
    let with_reserve = TWO_PRISONERS.replace("6 . . . . . . . . .", "6 . o . . . . . . .");
    let mut table = position(&with_reserve, Musketeers);
    play(&mut table, "e1-e2");
    goes_on(&table);
    play(&mut table, "b6-b7 e2-e3");
    check_ending(&table, Ending::Imprisoned, "TM-15", ATTACK_WINS);
}

/// TM-15
#[test]
fn one_imprisoned_musketeer_and_two_outside_lose_the_castle_as_well() {
    let mut table = held(
        "
        9   M o o o o o o
        7 o . o o o o o . .
        1     M . M . .",
        Musketeers,
    );
    play(&mut table, "e1-e2");
    check_ending(&table, Ending::Imprisoned, "TM-15", ATTACK_WINS);
}

/// TM-16
#[test]
fn while_a_musketeer_can_jump_the_attack_moves_sideways() {
    let threatened = TWO_PRISONERS
        .replace("6 . . . . . . . . .", "6 . . M . o . . . .")
        .replace("1     . . M . .", "1     . . . . .");
    let mut table = position(&threatened, Musketeers);
    play(&mut table, "c6-d6");
    goes_on(&table);
    assert_eq!(legal(&table), ["a7-b7", "c7-b7", "g7-h7", "i7-h7"], "d6 can jump over e6 to f6");
    play(&mut table, "a7-b7");
    assert_eq!(legal(&table), ["d6xf6"]);
    play(&mut table, "d6xf6");
    check_ending(&table, Ending::Imprisoned, "TM-15", ATTACK_WINS);
}

/// TM-16, TM-23
#[test]
fn while_a_musketeer_can_jump_the_attack_passes_when_it_has_no_move_at_all() {
    let mut table = held(
        "
        9   M o o o o o M
        6 . . M . o . . . .",
        Musketeers,
    );
    play(&mut table, "c6-d6");
    goes_on(&table);
    assert_eq!(legal(&table), ["pass"]);
    play(&mut table, "pass");
    assert_eq!(table.current_play().state.quiet, 1, "a pass is a quiet turn");
    assert_eq!(legal(&table), ["d6xf6"], "the musketeers never pass");
    play(&mut table, "d6xf6");
    check_ending(&table, Ending::Imprisoned, "TM-15", ATTACK_WINS);
}

/// TM-16, TM-17
#[test]
fn freeing_a_prisoner_keeps_the_attack_from_winning() {
    let mut table = held(
        "
        7 o o o M o o o o o
        6 . . . o . . . . .
        5 . . M o . . . . .
        1     . . . . M",
        Attack,
    );
    assert_eq!(legal(&table), ["pass"], "c5 can jump over d5, the prisoner on d7 cannot move yet");
    play(&mut table, "pass c5xe5");
    check_ending(&table, Ending::Stuck, "TM-17", MUSKETEERS_WIN);
}

/// Two corners and the middle of the back row; one castle point is empty and
/// nobody can reach it.
const THREE_PRISONERS: &str = "
    9   M o o M o o M
    8     o o o o o
    7 o o o . o o o o o
    6 . . . . . . . . .
    5 . . . . . . . . .
    4 . . . . . . . . .
    3 . . . . . . . . .
    2     . . . . .
    1     . . . . .
      a b c d e f g h i";

/// TM-18
#[test]
fn all_three_surrounded_with_a_castle_point_open_is_a_tie() {
    check_ending(&position(THREE_PRISONERS, Musketeers), Ending::SurroundedOpen, "TM-18", TIE);
}

/// TM-18, TM-17
#[test]
fn the_attack_stuck_against_three_surrounded_musketeers_is_a_tie() {
    check_ending(&position(THREE_PRISONERS, Attack), Ending::SurroundedOpen, "TM-18", TIE);
}

/// TM-18
#[test]
fn all_three_surrounded_with_every_castle_point_occupied_is_a_win_for_the_attack() {
    let before = THREE_PRISONERS.replace("6 . . . . . . . . .", "6 . . . o . . . . .");
    let mut table = position(&before, Attack);
    play(&mut table, "d6-d7");
    check_ending(&table, Ending::SurroundedFull, "TM-18", ATTACK_WINS);
}

/// TM-15
#[test]
fn three_prisoners_in_a_full_castle_lose_on_the_turn_of_the_attack_as_well() {
    let full = THREE_PRISONERS.replace("7 o o o . o", "7 o o o o o");
    check_ending(&position(&full, Attack), Ending::Imprisoned, "TM-15", ATTACK_WINS);
}

/// TM-18
#[test]
fn a_musketeer_surrounded_out_in_the_field_counts_like_one_in_the_castle() {
    let mut table = position(
        "
        9   M o o o o o M
        8     o o . o o
        7 o . o o o o o . o
        6 . . . . . . . . .
        5 . . . . . . . . .
        4 . . . . . . . . .
        3 . . o . o . . . .
        2     . o o o o
        1     o o M o o",
        Attack,
    );
    goes_on(&table);
    play(&mut table, "g2-g3");
    check_ending(&table, Ending::SurroundedOpen, "TM-18", TIE);
}
