//! The board and the starting position, compared with the sheet and the formula of the rulings.

use super::drawn::*;
use crate::three_musketeers::board::{Point, RoadKind, TmBoard, points_of};
use crate::three_musketeers::{ATTACK, INFO, MUSKETEERS, rules};
use kernel::dynamic::{DynMatch, MatchSetup};
use kernel::{Board, Evidence, Game, RuleBook};
use std::collections::{BTreeMap, BTreeSet};

type Pair = (usize, usize);

fn standard() -> TmBoard {
    TmBoard::load(TmBoard::STANDARD).expect("the standard board")
}

/// The points by the formula of the rulings, column and row.
pub(super) fn points_by_formula() -> BTreeSet<Pair> {
    let row = |row: usize| match row {
        0 => 1..=7,
        1 | 7 | 8 => 2..=6,
        _ => 0..=8,
    };
    (0..9).flat_map(|r| row(r).map(move |c| (c, r))).collect()
}

/// The roads by the formula of the rulings.
pub(super) fn roads_by_formula() -> BTreeMap<(Pair, Pair), RoadKind> {
    let points = points_by_formula();
    let mut roads = BTreeMap::new();
    for &(c, r) in &points {
        let mut draw = |to: Option<Pair>, kind| {
            if let Some(to) = to.filter(|to| points.contains(to)) {
                roads.insert(((c, r), to), kind);
            }
        };
        draw(Some((c, r + 1)), RoadKind::Blue);
        let wide = match r {
            0 => true,
            2 | 6 => !(2..6).contains(&c),
            _ => false,
        };
        draw(Some((c + 1, r)), if wide { RoadKind::Wide } else { RoadKind::Green });
        if (c + r) % 2 == 0 || (c, r) == (1, 0) {
            draw(Some((c + 1, r + 1)), RoadKind::Blue);
        }
        if (c + r) % 2 == 0 || (c, r) == (7, 0) {
            draw(c.checked_sub(1).map(|left| (left, r + 1)), RoadKind::Blue);
        }
    }
    roads
}

fn pair(point: Point) -> Pair {
    (point.column(), point.row())
}

/// TM-1
#[test]
fn the_board_has_seventeen_castle_points_and_fifty_field_points() {
    let board = standard();
    assert_eq!(board.points.len(), 67);
    assert_eq!(board.net.castle.count_ones(), 17);
    assert_eq!(board.net.field().count_ones(), 50);
    let castle: Vec<_> = points_of(board.net.castle).map(|point| board.name_of(point)).collect();
    assert_eq!(castle.join(" "), "b9 c9 d9 e9 f9 g9 h9 c8 d8 e8 f8 g8 c7 d7 e7 f7 g7");
}

/// TM-1, TM-2
#[test]
fn the_board_file_agrees_with_the_formula_of_the_rulings() {
    let board = standard();
    let points: BTreeSet<_> = board.points.keys().map(|point| pair(*point)).collect();
    assert_eq!(points, points_by_formula());
    let mut roads = BTreeMap::new();
    for road in &board.roads {
        let (a, b) = (pair(road.from), pair(road.to));
        let (upper, lower) = if (a.1, a.0) < (b.1, b.0) { (a, b) } else { (b, a) };
        roads.insert((upper, lower), road.kind);
    }
    assert_eq!(roads, roads_by_formula());
}

/// TM-2
#[test]
fn a_hundred_and_sixty_four_lines_join_the_points() {
    let board = standard();
    assert_eq!(board.roads.len(), 164);
    let lines = |dx: usize, dy: usize| {
        let is = |a: Point, b: Point| a.column().abs_diff(b.column()) == dx && a.row().abs_diff(b.row()) == dy;
        board.roads.iter().filter(|road| is(road.from, road.to)).count()
    };
    assert_eq!((lines(0, 1), lines(1, 1), lines(1, 0)), (56, 50, 58));
}

/// TM-2
#[test]
fn five_wide_roads_have_fourteen_pieces_and_the_other_crosswise_roads_are_green() {
    let board = standard();
    let of = |kind| board.roads.iter().filter(move |road| road.kind == kind);
    assert_eq!(of(RoadKind::Wide).count(), 14);
    assert_eq!(of(RoadKind::Green).count(), 44);
    assert_eq!(of(RoadKind::Blue).count(), 106);
    let crosswise = |kind| of(kind).all(|road| road.from.row() == road.to.row());
    assert!(crosswise(RoadKind::Wide) && crosswise(RoadKind::Green));
    assert!(of(RoadKind::Blue).all(|road| road.from.row() != road.to.row()));
    let pieces = |number| of(RoadKind::Wide).filter(|road| road.number == Some(number)).count();
    assert_eq!([1, 2, 3, 4, 5].map(pieces), [6, 2, 2, 2, 2]);
}

/// TM-1, TM-2
#[test]
fn no_element_of_the_board_is_invented_and_the_starting_points_are_told() {
    let board = standard();
    assert!(board.points.values().all(|evidence| *evidence == Evidence::Seen));
    assert!(board.roads.iter().all(|road| road.evidence == Evidence::Seen));
    assert_eq!(board.start_evidence, Evidence::Told);
}

/// TM-3
#[test]
fn the_musketeers_stand_on_the_x_points_and_fifty_attackers_fill_the_field() {
    looks_like(
        &opening(),
        "
        9   . . . . . . .
        8     . . . . .
        7 o o M . M . M o o
        6 o o o o o o o o o
        5 o o o o o o o o o
        4 o o o o o o o o o
        3 o o o o o o o o o
        2     o o o o o
        1     o o o o o
          a b c d e f g h i",
    );
    let state = opening().current_play().state;
    assert_eq!((state.attackers.count_ones(), state.musketeers.count_ones()), (50, 3));
    assert_eq!(state.attackers, standard().net.field());
}

/// TM-4, TM-5
#[test]
fn the_attack_begins_and_has_exactly_two_first_moves() {
    let table = opening();
    assert_eq!(to_act(&table), Some(ATTACK));
    assert_eq!(legal(&table), ["d6-d7", "f6-f7"]);
}

/// TM-4
#[test]
fn the_sides_take_turns_and_a_turn_is_one_move() {
    let mut table = opening();
    play(&mut table, "d6-d7");
    assert_eq!(to_act(&table), Some(MUSKETEERS));
    let jump = legal(&table)[0].clone();
    play(&mut table, &jump);
    while table.mid_turn() {
        assert_eq!(to_act(&table), Some(MUSKETEERS), "a series is one turn");
        let jump = legal(&table)[0].clone();
        play(&mut table, &jump);
    }
    assert_eq!(to_act(&table), Some(ATTACK));
}

/// TM-12
#[test]
fn nobody_ever_moves_to_an_occupied_point_from_the_opening() {
    let table = opening();
    let state = table.current_play().state;
    let mut actions = Vec::new();
    table.game().legal_actions(&state, ATTACK, &mut actions);
    assert!(actions.iter().all(|action| state.men() & action.to.bit() == 0));
}

// The contest itself is part of the crate `table` and tested there.
/// TM-21
#[test]
fn a_contest_of_two_games_needs_two_seats_that_can_be_swapped() {
    let table = opening();
    assert_eq!(INFO.players, [2]);
    let ids: Vec<_> = table.seats().iter().map(|seat| seat.id).collect();
    assert_eq!(ids, ["attack", "musketeers"]);
    assert_eq!(
        (table.seat("Attack"), table.seat("musketeers"), table.seat("porthos")),
        (Some(ATTACK), Some(MUSKETEERS), None)
    );
    let book = RuleBook::read(INFO.rules).unwrap();
    assert!(book.get("TM-21").unwrap().text.contains("each player leading each side once"));
}

// Resigning itself is part of the crate `table` and tested there.
/// TM-22
#[test]
fn resigning_has_a_rule_to_cite() {
    assert_eq!(INFO.shared_rules.resign, rules::RESIGNING);
    assert_eq!(rules::RESIGNING.to_string(), "TM-22");
    assert_eq!(rules::CONTEST.to_string(), "TM-21");
}
