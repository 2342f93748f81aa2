//! Evaluation is a matter of judgement, but some things are beyond dispute.

use super::drawn::*;
use kernel::{Evaluate, Game, Seat};

fn worth(table: &Table, id: &str) -> i32 {
    table.game().evaluate(&table.current_play().state, seat(table, id))
}

/// CF-6
#[test]
fn everybody_is_equal_at_the_start() {
    for players in [2, 3, 4] {
        let table = table(players, &[("middle", word("none"))]);
        let all: Vec<_> = (0..players).map(|n| table.game().evaluate(&table.current_play().state, Seat(n))).collect();
        let spread = all.iter().max().unwrap() - all.iter().min().unwrap();
        assert!(spread <= 60, "{all:?}");
    }
}

/// CF-20
#[test]
fn more_pieces_are_better() {
    let even = empty(2).pieces("red", "art k3, art m3").pieces("yellow", "art k26, art m26").table();
    let ahead = empty(2).pieces("red", "art k3, art m3").pieces("yellow", "art k26 / / red: art").table();
    assert!(worth(&ahead, "red") > worth(&even, "red") + 50);
    assert!(worth(&ahead, "yellow") < worth(&even, "yellow") - 50);
}

/// CF-27
#[test]
fn a_piece_before_a_circle_is_a_threat() {
    let far = empty(2).pieces("red", "art k3, art m3").pieces("yellow", "art k26").table();
    let near = empty(2).pieces("red", "art k3, art x28").pieces("yellow", "art k26").table();
    assert!(worth(&near, "red") > worth(&far, "red") + 200);
    assert!(worth(&near, "yellow") < worth(&far, "yellow") - 200);
}

/// CF-16
#[test]
fn a_piece_in_reach_of_the_enemy_is_worth_less() {
    let safe = empty(2).pieces("red", "art k3").pieces("yellow", "art k26").turn("yellow").table();
    let hanging = empty(2).pieces("red", "art k24").pieces("yellow", "art k26").turn("yellow").table();
    assert!(worth(&hanging, "red") < worth(&safe, "red") + 40, "a few steps do not make up for it");
}

/// CF-27, CF-16, CF-21
#[test]
fn order_scores_put_circles_first_and_mines_last() {
    let table = empty(2).pieces("red", "art y27, art k3, ship t20").pieces("yellow", "art l3").dice(2, 1).table();
    let (game, state, red) = (table.game(), table.current_play().state, Seat(0));
    let promise =
        |text: &str| game.order_score(&state, red, kernel::Notation::read(&**game, &state, red, text).unwrap());
    assert!(promise("1:y27-z26") > promise("1:k3xl3"));
    assert!(promise("1:k3xl3") > promise("1:k3-k4"));
    assert!(promise("1:k3-k4") > promise("1:t20-u19"));
}

/// CF-33
#[test]
fn keys_tell_positions_apart_and_counters_only_near_a_limit() {
    let one = empty(2).pieces("red", "art k3").throws(10, 5).table();
    let later = empty(2).pieces("red", "art k3").throws(20, 9).table();
    let other = empty(2).pieces("red", "art k4").throws(10, 5).table();
    let key = |table: &Table| table.game().hash_key(&table.current_play().state);
    let counters = |table: &Table| table.game().counters(&table.current_play().state);
    assert_eq!(key(&one), key(&later));
    assert_ne!(key(&one), key(&other));
    assert_eq!((counters(&one), counters(&later)), (0, 0));
    assert_ne!(counters(&empty(2).pieces("red", "art k3").throws(400, 295).table()), 0);
    assert!(one.game().is_quiet(&one.current_play().state));
    assert!(!one.game().is_quiet(&empty(2).pieces("red", "art k3").dice(2, 1).table().current_play().state));
    assert_eq!(one.game().players(), 2);
}
