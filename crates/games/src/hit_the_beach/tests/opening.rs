//! Who plays, who begins, and the order of turns.

use super::drawn::*;
use kernel::Viewer;
use kernel::dynamic::{DynMatch, MatchSetup, PresentMatch};

/// HB-6
#[test]
fn two_play_red_and_blue_three_add_green_four_play_all() {
    let ids = |players| opening(players).seats().iter().map(|seat| seat.id).collect::<Vec<_>>();
    assert_eq!(ids(2), ["red", "blue"]);
    assert_eq!(ids(3), ["red", "green", "blue"]);
    assert_eq!(ids(4), ["red", "green", "black", "blue"]);
}

/// HB-7
#[test]
fn the_highest_throw_begins() {
    let mut table = opening(4);
    assert_eq!(table.thrower(), Some(seat(&table, "red")));
    play(&mut table, "red 3, green 5");
    assert_eq!(table.thrower(), Some(seat(&table, "black")));
    play(&mut table, "black 2, blue 4");
    assert_eq!(said(&table), ["Blue throws 4 for the first turn.", "Green has the first turn."]);
    assert_eq!((written(&table).phase.as_str(), written(&table).turn.as_str()), ("throw", "green"));
    assert_eq!(table.thrower(), Some(seat(&table, "green")));
}

/// HB-7
#[test]
fn those_who_are_level_throw_again_among_themselves() {
    let mut table = opening(4);
    play(&mut table, "5, 6, 1, 6");
    assert_eq!(said(&table)[1], "Green and Blue are level and throw again.");
    assert_eq!(table.chance_outcomes()[0].outcome, "green 1");
    play(&mut table, "green 2, blue 2");
    assert_eq!(said(&table)[1], "Green and Blue are level and throw again.");
    play(&mut table, "green 2, blue 3");
    assert_eq!(said(&table)[1], "Blue has the first turn.");
    assert_eq!(written(&table).throws, 0, "these throws do not count");
}

/// HB-7
#[test]
fn turns_go_clockwise() {
    let mut table = thrown(4, 2).turn("green").table();
    let mut order = Vec::new();
    for _ in 0..5 {
        order.push(to_act(&table));
        play(&mut table, "pass, 2");
    }
    assert_eq!(order.join(" "), "green black blue red green");
    let mut three = thrown(3, 2).turn("green").table();
    play(&mut three, "pass, 2");
    assert_eq!(to_act(&three), "blue", "black does not play");
}

/// HB-8
#[test]
fn a_turn_is_one_throw_and_one_piece_and_a_six_gives_no_other() {
    let mut table = thrown(2, 6).table();
    play(&mut table, "ship-R6");
    assert_eq!((to_act(&table).as_str(), written(&table).turn.as_str()), ("chance", "blue"));
    play(&mut table, "6, army-R2");
    assert_eq!(written(&table).turn, "red");
    let odds: Vec<_> = table.chance_outcomes().iter().map(|lot| (lot.outcome.clone(), lot.weight)).collect();
    assert_eq!(odds, ["1", "2", "3", "4", "5", "6"].map(|pips| (pips.to_owned(), 1)));
}

/// HB-10
#[test]
fn passing_is_always_allowed() {
    let mut table = thrown(4, 3).table();
    assert!(legal(&table).contains(&"pass".to_owned()));
    let before = written(&table).forces;
    play(&mut table, "pass");
    assert_eq!(said(&table), ["Red leaves the 3 unused."]);
    assert_eq!((written(&table).forces, written(&table).turn.as_str()), (before, "green"));
    let stuck = thrown(4, 1).men("red", "R1 R2 / R3 R5").table();
    assert!(legal(&stuck).contains(&"pass".to_owned()));
}

/// HB-6
#[test]
fn a_colour_that_nobody_plays_has_no_pieces_but_its_beaches_stay_closed() {
    let table = opening(2);
    let tokens = table.scene(Viewer::Spectator).tokens;
    assert_eq!(tokens.len(), 2 * 6 + 14);
    assert_eq!(table.game().in_play().count(), 2);
    let mut seaside = thrown(2, 1).men("red", "G5 . / G12 .").support("red", "R6", "R6").table();
    assert_eq!((ends(&seaside, "G5"), ends(&seaside, "G12")), ("G4".into(), "G11 G19".into()));
    play(&mut seaside, "pass");
}
