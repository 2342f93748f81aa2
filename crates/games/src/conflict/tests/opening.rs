//! Before the first move: who sits where, what waits where, who begins.

use super::drawn::*;
use kernel::Turn;
use kernel::dynamic::{DynMatch, MatchSetup};

/// CF-7
#[test]
fn two_three_and_four_players_have_their_corners() {
    let ids = |players| opening(players).seats().iter().map(|seat| seat.id).collect::<Vec<_>>();
    assert_eq!(ids(2), ["red", "yellow"]);
    assert_eq!(ids(3), ["red", "orange", "yellow"]);
    assert_eq!(ids(4), ["red", "orange", "yellow", "green"]);
}

/// CF-5, CF-6
#[test]
fn eight_pieces_wait_at_home_and_four_in_the_reserve() {
    let table = opening(4);
    for colour in ["red", "orange", "yellow", "green"] {
        let force = &written(&table).pieces[colour];
        assert_eq!(force.home.join(" "), "plane art art art gun ship ship ship");
        assert_eq!(force.reserve.join(" "), "plane art ship ship");
        assert!(force.field.is_empty() && force.held.is_empty());
    }
}

/// CF-8
#[test]
fn the_highest_throw_begins() {
    let mut table = opening(3);
    assert_eq!(table.turn(), Turn::Chance);
    play(&mut table, "red 5, orange 11, yellow 7");
    assert_eq!((written(&table).phase.as_str(), written(&table).turn.as_str()), ("throw", "orange"));
    assert_eq!(said(&table), ["Yellow throws 7 for the first turn.", "Orange has the first turn."]);
}

/// CF-8
#[test]
fn those_who_are_level_throw_again_among_themselves() {
    let mut table = opening(4);
    play(&mut table, "red 9, orange 9, yellow 2, green 9");
    assert_eq!(said(&table).last().unwrap(), "Red, Orange and Green are level and throw again.");
    play(&mut table, "4, 6");
    assert!(table.apply_chance("yellow 12").is_err(), "Yellow is out of it");
    play(&mut table, "green 6, orange 3, green 2");
    assert_eq!(written(&table).turn, "orange");
}

/// CF-8
#[test]
fn a_throw_for_the_first_turn_has_the_odds_of_two_dice() {
    let table = opening(2);
    let lots = table.chance_outcomes();
    assert_eq!(lots.len(), 11);
    assert_eq!(lots.iter().map(|lot| lot.weight).sum::<u32>(), 36);
    assert_eq!(lots[5].outcome, "red 7");
    assert_eq!(lots[5].weight, 6);
}

/// CF-9
#[test]
fn a_throw_is_one_of_twenty_one() {
    let table = empty(2).table();
    let lots = table.chance_outcomes();
    assert_eq!((lots.len(), lots.iter().map(|lot| lot.weight).sum::<u32>()), (21, 36));
    let weight = |outcome: &str| lots.iter().find(|lot| lot.outcome == outcome).unwrap().weight;
    assert_eq!((weight("5-5"), weight("5-3")), (1, 2));
}

/// CF-9
#[test]
fn the_turn_passes_clockwise_to_whoever_is_left() {
    let mut table = empty(4).pieces("red", "art k1, art k3").retired("orange", "red").table();
    play(&mut table, "5-3, 5:k1-p1, 3:k3-n3");
    assert_eq!(written(&table).turn, "yellow");
    assert_eq!(said(&table).last().unwrap(), "Yellow is next to throw.");
    let mut two = empty(2).pieces("red", "art k1, art k3").table();
    play(&mut two, "5-3, 5:k1-p1, 3:k3-n3");
    assert_eq!(written(&two).turn, "yellow");
}
