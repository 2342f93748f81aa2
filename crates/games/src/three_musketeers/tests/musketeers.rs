//! How the musketeers move and jump.

use super::drawn::*;
use crate::three_musketeers::Side::{Attack, Musketeers};
use crate::three_musketeers::{ATTACK, MUSKETEERS};
use kernel::dynamic::DynMatch;

/// TM-8
#[test]
fn a_musketeer_steps_along_every_kind_of_road_in_every_direction() {
    let table = held(
        "
        8     o . o o o
        6 o o o o o o o o o
        3 . M . . M . . . .
        1     . M . . .",
        Musketeers,
    );
    assert_eq!(
        legal_from(&table, "e3"),
        ["e3-d2", "e3-d3", "e3-d4", "e3-e2", "e3-e4", "e3-f2", "e3-f3", "e3-f4"],
        "an even point: green, blue and diagonal"
    );
    assert_eq!(legal_from(&table, "b3"), ["b3-a3", "b3-b4", "b3-c3"], "an odd point: wide and blue, no diagonals");
    assert_eq!(legal_from(&table, "d1"), ["d1-c1", "d1-d2", "d1-e1"]);
}

/// TM-9, TM-10
#[test]
fn a_jump_takes_the_man_at_once_and_must_be_made() {
    let mut table = held(
        "
        8     o . o o o
        4 . . . . o . . . .
        3 . . . . M . . . .
        1     M . . . M",
        Musketeers,
    );
    assert_eq!(legal(&table), ["e3xe5"], "no other musketeer may even step");
    play(&mut table, "e3xe5");
    looks_like(
        &table,
        &castle_held(
            "
        8     o . o o o
        5 . . . . M . . . .
        1     M . . . M",
        ),
    );
    assert_eq!(to_act(&table), Some(ATTACK));
}

/// TM-9
#[test]
fn a_jump_needs_an_empty_point_behind_the_man() {
    let table = held(
        "
        8     o . o o o
        5 . . . . o . . . .
        4 . . . . o . . . .
        3 . . . . M . . . .
        1     M . . . M",
        Musketeers,
    );
    nobody_jumps(&table);
    assert!(!legal_from(&table, "e3").is_empty());
}

/// TM-9
#[test]
fn a_musketeer_never_jumps_another() {
    let table = held(
        "
        8     o . o o o
        4 . . . . M . . . .
        3 . . . . M . . . .
        1     . . . . M",
        Musketeers,
    );
    nobody_jumps(&table);
}

/// TM-9
#[test]
fn there_is_no_jump_where_the_straight_line_has_no_road() {
    let table = position(NO_STRAIGHT_ROAD, Musketeers);
    nobody_jumps(&table);
    assert_eq!(legal_from(&table, "b9"), ["b9-c9"]);
    assert_eq!(legal_from(&table, "g8"), ["g8-f8", "g8-g7", "g8-g9", "g8-h9"]);
}

/// TM-10
#[test]
fn any_musketeer_that_can_jump_may_be_chosen() {
    let table = held(
        "
        8     o . o o o
        4 . o . . . . o . .
        3 . M . . . . M . .
        1     . . M . .",
        Musketeers,
    );
    assert_eq!(legal(&table), ["b3xb5", "g3xg5"]);
}

/// TM-10
#[test]
fn giving_up_an_attacker_pulls_a_musketeer_away() {
    let mut table = held(
        "
        7 o o . . M . . o o
        6 o . . . . . . . o
        5 . . . . o . . . .
        1     M . . . M",
        Attack,
    );
    play(&mut table, "e5-e6");
    assert_eq!(legal(&table), ["e7xe5"]);
}

/// Four men around a square, the musketeer on one of its corners.
const ROUND: &str = "
    9   o o o o o o o
    8     o . o o o
    7 o o o o o o o o o
    6 . . . . . . . . .
    5 . . . . M o . . .
    4 . . . . o . o . .
    3 . . . . . o . . .
    2     . . . . .
    1     M . . . M
      a b c d e f g h i";

/// TM-11
#[test]
fn a_series_may_turn_and_come_back_to_where_it_began() {
    let mut table = position(ROUND, Musketeers);
    assert_eq!(legal(&table), ["e5xe3", "e5xg5"]);
    play(&mut table, "e5xg5");
    assert!(table.mid_turn());
    assert_eq!((to_act(&table), legal(&table)), (Some(MUSKETEERS), vec!["g5xg3".to_owned()]));
    play(&mut table, "g5xg3 g3xe3 e3xe5");
    assert_eq!(to_act(&table), Some(ATTACK));
    looks_like(
        &table,
        &castle_held(
            "
        8     o . o o o
        5 . . . . M . . . .
        1     M . . . M",
        ),
    );
    assert_eq!(table.played().len(), 4, "each jump is a separate action");
}

/// TM-11
#[test]
fn a_musketeer_must_jump_on_to_the_end_of_a_series() {
    let mut table = held(
        "
        7 o o o o . o o o o
        6 . . . . o . . . .
        4 . . . . o . . . .
        2     . . o . .
        1     M . M . M",
        Musketeers,
    );
    play(&mut table, "e1xe3");
    assert_eq!(legal(&table), ["e3xe5"], "no other musketeer takes over, and this one may not stop");
    play(&mut table, "e3xe5 e5xe7");
    assert_eq!(table.current_play().state.attackers.count_ones(), 20);
}

/// TM-11
#[test]
fn a_musketeer_need_not_choose_the_longest_series() {
    let mut table = held(
        "
        7 o o o o . o o o o
        6 . . . . o . . . .
        4 . . . . o . . . .
        3 . . . o M . . . .
        1     M . . . M",
        Musketeers,
    );
    assert_eq!(legal(&table), ["e3xc3", "e3xe5"], "to e5 and e7 takes two men, to c3 one");
    play(&mut table, "e3xc3");
    assert!(!table.mid_turn());
    assert_eq!((to_act(&table), table.current_play().state.attackers.count_ones()), (Some(ATTACK), 22));
}

/// TM-11, TM-23
#[test]
fn a_series_typed_at_once_is_played_jump_by_jump_or_not_at_all() {
    let mut table = position(ROUND, Musketeers);
    let before = table.current_play().state;
    let refusal = table.play(MUSKETEERS, "e5xg5xg3xg1").unwrap_err();
    assert_eq!(refusal.rule.to_string(), "TM-12");
    assert_eq!(
        (table.current_play().state, table.played().len()),
        (before, 0),
        "the first two jumps are taken back as well"
    );
    let played = table.play(MUSKETEERS, "e5xg5xg3").unwrap();
    assert_eq!(played.len(), 2);
    assert!(table.mid_turn(), "the musketeer must still go on");
    assert_eq!(legal(&table), ["g3xe3"]);
}
