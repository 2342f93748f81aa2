//! How the attack moves.

use super::drawn::*;
use crate::three_musketeers::Side::Attack;
use crate::three_musketeers::{ATTACK, MUSKETEERS};
use kernel::dynamic::PresentMatch;

/// A few men in the open, and enough others that cannot move.
const OPEN: &str = "
    9   o o o o o o o
    8     o o o o o
    7 . . M . . . M . .
    6 . . . . . . . . .
    5 . . o . . . . o .
    4 . . . o . . . . .
    3 . o . . . . . . o
    2     . . . . .
    1     . . M . o
      a b c d e f g h i";

/// TM-5
#[test]
fn an_attacker_goes_straight_and_where_diagonals_are_drawn_diagonally() {
    let table = position(OPEN, Attack);
    assert_eq!(legal_from(&table, "c5"), ["c5-b6", "c5-c6", "c5-d6"], "an even point has diagonals");
    assert_eq!(legal_from(&table, "h5"), ["h5-h6"], "an odd point has none");
    assert_eq!(legal_from(&table, "d4"), ["d4-d5", "d4-e5"], "c5 is occupied");
    assert_eq!(legal_from(&table, "g1"), ["g1-f2", "g1-g2"]);
}

/// TM-5
#[test]
fn the_two_extra_diagonals_lead_into_the_corners_of_the_back_row() {
    let table = position(
        "
        9   . . . . . . .
        8     o . . . o
        7 o o o . . . o o o
        6 o o M . . . M o o
        5 o o . . . . . o o
        4 . . . . . . . . .
        3 o . . . . . . . o
        2     . . . . .
        1     . . M . .",
        Attack,
    );
    assert_eq!(legal_from(&table, "c8"), ["c8-b9", "c8-c9"]);
    assert_eq!(legal_from(&table, "g8"), ["g8-g9", "g8-h9"]);
}

/// TM-6
#[test]
fn an_attacker_goes_sideways_on_each_of_the_five_wide_roads() {
    let table = position(
        "
        9   . o . . . . o
        8     . . . . .
        7 . o . . . . o . .
        6 . M . . . . M . .
        5 . . . . . . . . .
        4 . . . . . M . . .
        3 . o . . o . . o .
        2     o o o o o
        1     o o o o o",
        Attack,
    );
    assert_eq!(legal_from(&table, "c9"), ["c9-b9", "c9-d9"], "back row");
    assert_eq!(legal_from(&table, "h9"), ["h9-g9"], "back row");
    assert_eq!(legal_from(&table, "b7"), ["b7-a7", "b7-c7"], "left shoulder");
    assert_eq!(legal_from(&table, "g7"), ["g7-f8", "g7-g8", "g7-h7"], "right shoulder, and never f7");
    assert_eq!(legal_from(&table, "b3"), ["b3-a3", "b3-b4", "b3-c3"], "left wing");
    assert_eq!(legal_from(&table, "h3"), ["h3-g3", "h3-h4", "h3-i3"], "right wing");
    assert_eq!(legal_from(&table, "e3"), ["e3-d4", "e3-e4"], "the middle of rank 3 is green, and f4 is held");
}

/// TM-6, TM-12
#[test]
fn a_sideways_step_needs_an_empty_point() {
    let table = position(
        "
        9   o o . . . . .
        8     . . . . .
        7 o o M . . . M . .
        6 . . . . . . . . .
        5 . . . . . . . . .
        4 . . . . . M . . .
        3 . . . . o . . o o
        2     o o o o o
        1     o o o o o",
        Attack,
    );
    assert_eq!(legal_from(&table, "b9"), [""; 0]);
    assert_eq!(legal_from(&table, "c9"), ["c9-d9"]);
    assert_eq!(legal_from(&table, "a7"), [""; 0]);
    assert_eq!(legal_from(&table, "b7"), [""; 0]);
    assert_eq!(legal_from(&table, "i3"), ["i3-h4", "i3-i4"]);
}

/// TM-7
#[test]
fn attackers_never_go_back_and_jump_neither_friend_nor_foe() {
    let table = position(OPEN, Attack);
    for action in legal(&table) {
        let (from, to) = action.split_once('-').expect("an attacker steps and never jumps");
        assert!(to[1..] >= from[1..], "{action} leads back");
    }
}

/// TM-7, TM-12
#[test]
fn musketeers_can_be_hemmed_in_but_never_taken() {
    let mut table = position(OPEN, Attack);
    play(&mut table, "c5-c6");
    for action in legal(&table) {
        let mut after = table.clone();
        play(&mut after, &action);
        assert_eq!(after.current_play().state.musketeers.count_ones(), 3);
    }
}

/// TM-4, TM-13, TM-14
#[test]
fn each_side_reads_what_it_has_to_do_and_what_it_needs() {
    let table = opening();
    assert_eq!(table.headline_to(ATTACK), "Your turn: move an attacker.");
    assert_eq!(table.headline_to(MUSKETEERS), "The attack is to move.");
    let need = |seat| table.need_to(seat).unwrap().text;
    assert!(need(ATTACK).starts_with("You need men on all "), "{}", need(ATTACK));
    assert!(need(MUSKETEERS).starts_with("You need to take "), "{}", need(MUSKETEERS));
}
