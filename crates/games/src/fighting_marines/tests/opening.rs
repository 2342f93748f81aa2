//! The first turn and the throws.

use super::drawn::*;
use crate::fighting_marines::TOTALS;
use kernel::dynamic::DynMatch;

/// FM-8
#[test]
fn everybody_throws_and_the_highest_begins() {
    let mut table = opening(4);
    play(&mut table, "red 7, black 11, yellow 10");
    assert_eq!(to_act(&table), "chance");
    assert_eq!(written(&table).phase, "opening");
    play(&mut table, "green 3");
    assert_eq!((written(&table).phase.as_str(), written(&table).thrower.as_str()), ("throw", "black"));
    assert_eq!(written(&table).arrow, 44, "these throws turn nothing");
    assert_eq!(said(&table), ["Green throws 3 for the first turn.", "Black has the first turn."]);
}

/// FM-8
#[test]
fn players_who_tie_throw_again() {
    let mut table = opening(4);
    play(&mut table, "red 9, black 4, yellow 9, green 9");
    assert_eq!(said(&table)[1], "Red, Yellow and Green are level and throw again.");
    assert_eq!(written(&table).to_act, ["red", "yellow", "green"]);
    play(&mut table, "red 5, yellow 12, green 12");
    assert_eq!(written(&table).to_act, ["yellow", "green"]);
    play(&mut table, "yellow 2, green 3");
    assert_eq!((written(&table).phase.as_str(), written(&table).thrower.as_str()), ("throw", "green"));
}

/// FM-8
#[test]
fn only_the_next_in_the_ring_throws_for_the_first_turn() {
    let mut table = opening(4);
    let refusal = table.apply_chance("black 7").unwrap_err();
    assert_eq!((refusal.rule.to_string(), refusal.instead.as_str()), ("FM-8".into(), "Now Red is to throw."));
    play(&mut table, "7");
    assert_eq!(table.chance_outcomes()[0].outcome, "black 2");
    for nonsense in ["", "1", "13", "+7", "red", "red 0", "black 7 7", "black black 7"] {
        assert!(table.apply_chance(nonsense).is_err(), "{nonsense}");
    }
}

/// FM-9
#[test]
fn eleven_totals_have_the_odds_of_two_dice() {
    let mut count = [0u32; 13];
    for one in 1..=6_usize {
        for two in 1..=6_usize {
            count[one + two] += 1;
        }
    }
    assert_eq!(TOTALS.map(|(total, weight)| count[usize::from(total)] == weight), [true; 11]);
    let mut table = opening(2);
    play(&mut table, "red-black 9, yellow-green 2");
    let outcomes = table.chance_outcomes();
    assert_eq!(outcomes.iter().map(|outcome| outcome.weight).sum::<u32>(), 36);
    assert_eq!((outcomes[5].outcome.as_str(), outcomes[5].weight), ("7", 6));
}

/// FM-9
#[test]
fn a_nine_from_44_brings_the_arrow_to_9_and_the_next_goes_on_from_there() {
    let mut table = arrow(4, 44).table();
    play(&mut table, "9");
    assert_eq!(said(&table)[0], "Red throws 9: the arrow comes to 9.");
    let mut table = arrow(4, 9).table();
    play(&mut table, "12");
    assert_eq!(written(&table).arrow, 21);
    let mut table = arrow(4, 40).table();
    play(&mut table, "7");
    assert_eq!(written(&table).arrow, 3);
}

/// FM-8, FM-9
#[test]
fn the_throw_passes_round_the_ring() {
    let mut table = opening(4);
    play(&mut table, "red 2, black 2, yellow 3, green 2");
    let mut throwers = Vec::new();
    while throwers.len() < 6 {
        if to_act(&table) == "chance" {
            throwers.push(written(&table).thrower);
            play(&mut table, "7");
        } else {
            let who = to_act(&table).split(' ').next().unwrap().to_owned();
            play(&mut table, &format!("{who} pass"));
        }
    }
    assert_eq!(throwers, ["yellow", "green", "red", "black", "yellow", "green"]);
}
