//! Two dice, two pieces, exact paths, lanes and bridges.

use super::drawn::*;
use crate::conflict::board::CfBoard;
use kernel::Board;
use kernel::dynamic::{DynMatch, MatchConfig, PresentMatch};

/// CF-9
#[test]
fn each_die_moves_another_piece() {
    let mut table = empty(2).pieces("red", "art f1, art k3").dice(5, 3).table();
    assert!(may(&table, "5:f1-k1") && may(&table, "3:f1-i1") && may(&table, "5:k3-p3"));
    play(&mut table, "5:f1-k1");
    assert!(moves(&table, "3:k1").is_empty() && moves(&table, "5:").is_empty());
    assert!(may(&table, "3:k3-n3"));
    play(&mut table, "3:k3-n3");
    assert_eq!((to_act(&table).as_str(), written(&table).turn.as_str()), ("chance", "yellow"));
}

/// CF-9
#[test]
fn the_sum_moves_nothing() {
    let table = empty(2).pieces("red", "art f1, art f28").dice(5, 3).table();
    assert!(!legal(&table).iter().any(|name| name.ends_with("-n1")), "eight squares are too far");
    assert!(may(&table, "5:f1-k1"));
}

/// CF-10
#[test]
fn a_first_move_that_spoils_the_second_die_is_not_allowed() {
    // The waiting ship can only come to d4 by a one.
    let table = empty(2).pieces("red", "ship e5 / ship").dice(1, 1).table();
    assert_eq!(legal(&table), ["1:e5-f6", "1:ship-d4"]);
    let refusal = table.why(seat(&table, "red"), "1:e5-d4").unwrap_err();
    assert_eq!(refusal.to_string(), "This would leave no move for the 1. (CF-10) 1:e5-f6 leaves one.");
}

/// CF-10, CF-21, CF-28, CF-31
#[test]
fn a_move_that_makes_mines_harmless_can_spoil_the_second_die() {
    // A lake of four squares with three mines of Orange: a ship in it can only be blown up by a six.
    let board = CfBoard::STANDARD
        .replace("RRRLrLLLLLLLLLL", "RRRLrLLLLLWWLLL")
        .replace("RR@rrLLLLLLLLLL", "RR@rrLLLLLWWLLL")
        .replace("[\"v7\", \"s8\", \"u10\"]", "[\"l2\", \"k3\", \"l3\"]");
    let mut table = Table::open(&MatchConfig { players: 3, board: Some(board), ..Default::default() }).unwrap();
    let position = empty(3).pieces("red", "ship k2, art k26").pieces("orange", "art l26").stripped("orange", "yellow");
    table.place(serde_json::to_value(position.dice(6, 1).setup).unwrap()).unwrap();
    assert_eq!(moves(&table, "6:k2-"), ["6:k2-k3", "6:k2-l2", "6:k2-l3"]);
    assert!(may(&table, "1:k26-k27"), "the six is left for the ship");
    assert!(!may(&table, "1:k26xl26"), "Orange would be out and the ship could not use up a six");
    let refusal = table.why(seat(&table, "red"), "1:k26xl26").unwrap_err();
    assert_eq!(refusal.what, "This would leave no move for the 6.");
}

/// CF-10
#[test]
fn a_die_that_nothing_can_be_moved_by_is_lost() {
    let mut table = empty(2).pieces("red", "/ ship ship").dice(1, 1).table();
    assert_eq!(legal(&table), ["1:ship-d4"]);
    play(&mut table, "1:ship-d4");
    assert_eq!(
        said(&table),
        [
            "Red’s ship enters by the 1 and comes to d4.",
            "Nothing can be moved by the 1; it is lost.",
            "Red throws again."
        ]
    );
}

/// CF-10
#[test]
fn a_throw_that_nothing_can_be_moved_by_is_lost() {
    let mut table = empty(2).table();
    play(&mut table, "6-4");
    assert_eq!(
        said(&table),
        ["Red throws 6 and 4.", "Red can move nothing by this throw.", "Yellow is next to throw."]
    );
}

/// CF-11
#[test]
fn a_piece_goes_exactly_as_far_as_its_die_and_to_no_square_twice() {
    let table = empty(2).pieces("red", "art d2, ship d4, art k24").dice(3, 2).table();
    assert_eq!(moves(&table, "2:d2"), ["2:d2-b4", "2:d2-f1", "2:d2-f2"]);
    assert_eq!(moves(&table, "3:d4"), ["3:d4-f7", "3:d4-g6", "3:d4-g7"]);
    assert!(!legal(&table).iter().any(|name| name.starts_with("2:k24-k24")));
    // On open land a die can also be used up near the start.
    assert!(may(&table, "3:k24-k25") && may(&table, "2:k24-l24"));
}

/// CF-11
#[test]
fn on_open_ground_every_square_near_enough_can_be_reached() {
    let table = empty(2).pieces("red", "plane n24, art p2").dice(4, 1).table();
    let ends = moves(&table, "4:n24").len();
    // Nine by nine squares around n24 and all of them in play, less the one it starts from.
    assert_eq!(ends, 80);
}

/// CF-11
#[test]
fn the_path_of_the_third_diagram_is_a_six() {
    let mut table = empty(2).pieces("red", "art m5, art z12").dice(6, 1).table();
    play(&mut table, "6:m5-m4-n3-o2-o3-o4-p4");
    assert_eq!(force(&table, "red"), "art p4, art z12 /  / ");
    assert_eq!(said(&table)[0], "Red’s artillery goes 6 from m5 to p4.");
}

/// CF-2, CF-14
#[test]
fn the_second_diagram_enters_by_land_and_by_sea() {
    let mut table = empty(2).pieces("red", "/ art ship").dice(5, 3).table();
    play(&mut table, "5:art-d2-e1-f2-g3-h4, 3:ship-d4-e5-f6");
    assert_eq!(force(&table, "red"), "art h4, ship f6 /  / ");
}

/// CF-2, CF-12, CF-14
#[test]
fn planes_enter_by_either_way_and_change_ground_on_it() {
    let table = empty(2).pieces("red", "/ plane art").dice(4, 3).table();
    // By land, by sea, and from the sea lane onto land.
    assert!(may(&table, "3:plane-f1") && may(&table, "3:plane-f6") && may(&table, "3:plane-f5"));
    assert_eq!(moves(&table, "3:art"), ["3:art-a6", "3:art-b6", "3:art-f1", "3:art-f2"]);
}

/// CF-12
#[test]
fn land_pieces_keep_to_land_and_ships_to_water() {
    let table = empty(2).pieces("red", "art k5, gun l5, ship k6, plane z7").dice(1, 1).table();
    assert_eq!(moves(&table, "1:k5"), ["1:k5-j4", "1:k5-j5", "1:k5-k4", "1:k5-l4"]);
    assert_eq!(moves(&table, "1:k6"), ["1:k6-j6", "1:k6-j7", "1:k6-k7", "1:k6-l6", "1:k6-l7"]);
    assert_eq!(moves(&table, "1:l5"), ["1:l5-k4", "1:l5-l4", "1:l5-m4", "1:l5-m5"]);
}

/// CF-1, CF-2, CF-12
#[test]
fn reserve_and_home_fields_are_closed() {
    let table = empty(2).pieces("red", "plane m12, plane e1").dice(2, 1).table();
    assert!(!may(&table, "1:m12-m13") && may(&table, "1:m12-l13"));
    assert_eq!(moves(&table, "1:e1"), ["1:e1-d2", "1:e1-f1", "1:e1-f2"]);
}

/// CF-3
#[test]
fn land_pieces_cross_bridges_on_the_diagonal() {
    let table = empty(2).pieces("red", "art f14, art z7").dice(6, 5).table();
    assert!(may(&table, "5:f14-k13") && may(&table, "5:f14-k15"));
    assert_eq!(moves(&table, "6:f14-l"), ["6:f14-l12", "6:f14-l13", "6:f14-l14", "6:f14-l15", "6:f14-l16"]);
}

/// CF-3
#[test]
fn ships_pass_bridges_on_the_diagonal() {
    let table = empty(2).pieces("red", "ship n8, art z7").dice(2, 1).table();
    assert!(may(&table, "1:n8-o7") && may(&table, "1:n8-o9"));
    assert!(!may(&table, "1:n8-o8") && may(&table, "2:n8-p7"));
}

/// CF-13
#[test]
fn own_pieces_are_passed_and_not_ended_on() {
    let table = empty(2).pieces("red", "art d2, art e1").dice(2, 1).table();
    assert!(!may(&table, "1:d2-e1") && may(&table, "2:d2-f1"));
}

/// CF-14
#[test]
fn a_piece_enters_from_the_circle_whatever_stands_there() {
    let table = empty(2).pieces("red", "art c3 / art").dice(2, 1).table();
    assert_eq!(moves(&table, "1:art"), ["1:art-b4", "1:art-d2"]);
    // It starts from the circle and cannot come back to it.
    assert_eq!(moves(&table, "2:art"), ["2:art-a5", "2:art-e1"]);
}

/// CF-14
#[test]
fn a_piece_may_end_on_its_own_empty_circle() {
    let table = empty(2).pieces("red", "art d2, ship d4").dice(2, 1).table();
    assert!(may(&table, "1:d2-c3") && may(&table, "1:d4-c3"));
    let taken = empty(2).pieces("red", "art c3, art d2").dice(2, 1).table();
    assert!(!may(&taken, "1:d2-c3") && may(&taken, "2:d2-b4"));
}

/// CF-14
#[test]
fn pieces_may_be_kept_at_home() {
    let table = empty(2).pieces("red", "art k3, art m3 / ship plane").dice(2, 1).table();
    assert!(may(&table, "2:k3-k5") && may(&table, "2:ship-e5"));
    assert!(table.why(seat(&table, "red"), "2:k3-k5").is_ok());
}

/// CF-15
#[test]
fn the_last_piece_moves_by_one_die_of_choice() {
    let mut table = empty(2).pieces("red", "art k3").dice(5, 3).table();
    assert!(may(&table, "5:k3-p3") && may(&table, "3:k3-n3"));
    play(&mut table, "3:k3-n3");
    assert_eq!((to_act(&table).as_str(), written(&table).turn.as_str()), ("chance", "yellow"));
}

/// CF-15, CF-26
#[test]
fn the_last_piece_is_counted_after_a_seven() {
    let mut table = empty(2).pieces("red", "art k3").table();
    play(&mut table, "5-2, +art, 2:k3-k5");
    assert!(may(&table, "5:art-f3"), "there are two pieces now");
    let mut alone = empty(2).pieces("red", "art k3").table();
    play(&mut alone, "5-2, pass, 2:k3-k5");
    assert_eq!(written(&alone).turn, "yellow");
}

/// CF-15, CF-29
#[test]
fn what_the_last_piece_regains_does_not_bring_back_the_second_die() {
    let mut table =
        empty(3).pieces("red", "art y2").stripped("red", "orange").pieces("orange", "art k3").dice(6, 1).unsheltered();
    play(&mut table, "1:y2-z3");
    assert!(written(&table).retired == ["orange"] && written(&table).pieces["red"].home.len() == 11);
    assert_eq!((to_act(&table).as_str(), written(&table).turn.as_str()), ("chance", "yellow"));
    // At the next throw they count.
    play(&mut table, "6-5, 6-5, 6:z3-t1");
    assert_eq!(to_act(&table), "red");
}

/// CF-35
#[test]
fn moves_that_are_alike_are_one() {
    let table = empty(2).pieces("red", "plane n24 / ship ship ship").dice(4, 2).table();
    let all = legal(&table);
    let mut once = all.clone();
    once.dedup();
    assert_eq!(all, once);
    assert_eq!(moves(&table, "2:ship"), ["2:ship-e5"]);
}
