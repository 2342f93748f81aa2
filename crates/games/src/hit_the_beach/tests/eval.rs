//! Evaluation: what computer players prefer, and that it helps them win.

use super::drawn::*;
use crate::hit_the_beach::{Action, HitTheBeach};
use kernel::{Evaluate, Game, Notation};
use testkit::watched::one_look_ahead;

fn worth(position: Position, id: &str) -> i32 {
    let table = position.table();
    table.game().evaluate(&table.current_play().state, seat(&table, id))
}

fn throwing(men: &str) -> Position {
    thrown(4, 1).throwing_next("green").men("red", men)
}

/// HB-28
#[test]
fn nearer_to_the_objective_is_better_for_the_player_and_worse_for_the_others() {
    let row = ["R1 . / . .", "R4 . / . .", "R10 . / . .", "R14 . / . ."];
    for pair in row.windows(2) {
        assert!(worth(throwing(pair[0]), "red") < worth(throwing(pair[1]), "red"), "{pair:?}");
        assert!(worth(throwing(pair[0]), "blue") > worth(throwing(pair[1]), "blue"), "{pair:?}");
    }
}

/// HB-11, HB-21
#[test]
fn support_at_a_closed_beach_has_value() {
    let with = |ship, plane| worth(throwing("R3 . / . .").support("red", ship, plane), "red");
    assert!(with("R6", "start") > with("start", "start"));
    assert!(with("R6", "R6") > with("R6", "start"));
}

/// HB-11, HB-21
#[test]
fn support_counts_at_the_beach_that_comes_next() {
    let with = |men, ship, plane| worth(throwing(men).support("red", ship, plane), "red");
    assert!(with("R3 . / . .", "R6", "R13") > with("R3 . / . .", "R13", "R13"), "the first beach comes first");
    let past = |ship, plane| worth(throwing("R8 . / . .").cleared("R6").support("red", ship, plane), "red");
    assert!(past("R13", "R6") > past("R6", "R6"), "then the second");
}

/// HB-20, HB-23
#[test]
fn a_beach_is_cleared_although_it_opens_to_everybody() {
    let before = || thrown(2, 4).men("red", "R2 R4 / R23 B5").men("blue", "R1 B3 / B1 B23").support("red", "R6", "R6");
    let table = before().table();
    let (game, red) = (table.game(), seat(&table, "red"));
    let value = |name: &str| {
        let mut next = table.current_play().clone();
        next.apply(game, red, game.read(&next.state, red, name).unwrap());
        game.evaluate(&next.state, red)
    };
    assert!(value("R2-R6") > value("pass"));
}

/// HB-11, HB-28
#[test]
fn the_heuristic_brings_the_nearest_division_nearer() {
    let best = |position: Position| {
        let table = position.table();
        let (game, state, red) = (table.game(), table.current_play().state, seat(&table, "red"));
        let mut actions = Vec::new();
        game.legal_actions(&state, red, &mut actions);
        let best = actions.into_iter().max_by_key(|action| game.heuristic(&state, red, *action)).unwrap();
        game.write(&state, best)
    };
    assert_eq!(best(thrown(4, 2).men("red", "R8 . / R1 .").cleared("R6")), "R8-R10");
    assert_eq!(best(thrown(4, 1).men("red", "W5 . / R1 .").cleared("W5")), "W5-HQ");
    assert_eq!(best(thrown(4, 4).men("red", "R2 . / R10 .").support("red", "R6", "R6")), "R2-R6");
}

/// HB-18, HB-19
#[test]
fn danger_of_relief_counts() {
    let base = || throwing(". . / R14 .").cleared("R6 R13");
    let chased = worth(base().men("green", "R12 . / R19 ."), "red");
    let safe = worth(base().men("green", "G12 . / G19 ."), "red");
    assert!(safe > chased, "{safe} {chased}");
}

/// HB-26
#[test]
fn a_defender_is_best_placed_in_front_of_the_leader() {
    let mut table = thrown(4, 1).men("red", ". . / R15 .").men("green", "G14 . / . .").cleared("R6 R13 G6 G13").table();
    play(&mut table, "R15-R16");
    let (game, play) = (table.game(), table.current_play());
    let red = seat(&table, "red");
    let value = |name: &str| {
        let mut next = play.clone();
        let circle = game.board.called(name).unwrap();
        next.apply(game, red, Action::Place(circle));
        game.evaluate(&next.state, red)
    };
    assert!(value("G15") > value("B8"), "in front of Green rather than far away");
    assert!(value("G15") > value("W4"));
}

/// HB-28
#[test]
fn several_winning_throws_are_better_than_one() {
    let at = |men: &str| worth(thrown(4, 1).throwing_next("red").men("red", men).cleared("R6 R13 R16 W5"), "red");
    assert!(at("W5 . / R16 .") > at("W5 . / R6 ."));
}

/// HB-28
#[test]
fn looking_one_throw_ahead_beats_greedy_play_for_every_number_of_players() {
    for (players, least) in [(2, 0.62), (3, 0.52), (4, 0.48)] {
        let share = one_look_ahead(players, 60, 65, HitTheBeach::order_score);
        assert!(share > least, "{players} players: {share}");
    }
}

/// HB-29
#[test]
fn keys_distinguish_positions_and_counters_distinguish_throws_only_near_the_limit() {
    let key = |position: Position| {
        let table = position.table();
        (table.game().hash_key(&table.current_play().state), table.game().counters(&table.current_play().state))
    };
    let base = || thrown(4, 3).men("red", "R3 . / . .");
    assert_eq!(key(base()), key(base().throws(20)));
    assert_eq!(key(base()).0, key(base().throws(50)).0);
    assert_ne!(key(base()).1, key(base().throws(50)).1, "later a weak player errs in another way");
    assert_ne!(key(base().throws(1_994)).1, key(base().throws(1_995)).1);
    for other in [
        base().turn("blue"),
        thrown(4, 2).men("red", "R3 . / . ."),
        base().support("red", "R6", "start"),
        base().defender("R6", "W4"),
    ] {
        assert_ne!(key(base()).0, key(other).0);
    }
}
