//! Spinning for the first choice, and choosing colours.

use super::drawn::*;
use kernel::dynamic::{MatchSetup, PresentMatch};
use kernel::{Game, Seat};

/// RC-10
#[test]
fn the_highest_number_chooses_first_and_the_others_follow_round_the_table() {
    let mut table = opening(4);
    assert_eq!(to_act(&table), "p1 spins");
    play(&mut table, "N2S NE3SW SE5NW");
    assert_eq!(to_act(&table), "p4 spins");
    play(&mut table, "S1N");
    assert_eq!(to_act(&table), "p3");
    assert_eq!(said(&table), ["Player 4 spins 1 for the first choice of colour.", "Player 3 has the first choice."]);
    assert_eq!(legal(&table, "p3"), ["black", "green", "orange", "red"]);
    play(&mut table, "green");
    assert_eq!((to_act(&table).as_str(), said(&table)[0].as_str()), ("p4", "Player 3 chooses Green."));
    play(&mut table, "red");
    assert_eq!(to_act(&table), "p1");
    assert_eq!(legal(&table, "p1"), ["black", "orange"]);
}

/// RC-10, RC-11
#[test]
fn one_colour_left_is_no_choice_and_red_begins() {
    let mut table = opening(4);
    play(&mut table, "N2S NE3SW SE5NW S1N green red orange");
    assert_eq!(
        said(&table),
        ["Player 1 chooses Orange.", "Black is left for Player 2.", "Night falls; Red moves first."]
    );
    assert_eq!(to_act(&table), "p4 spins", "player 4 leads Red");
    let mut order = Vec::new();
    for _ in 0..5 {
        order.push(to_act(&table));
        play(&mut table, "N2S");
    }
    assert_eq!(order, ["p4 spins", "p2 spins", "p3 spins", "p1 spins", "p4 spins"]);
}

/// RC-10
#[test]
fn those_who_are_level_spin_again_among_themselves() {
    let mut table = opening(3);
    play(&mut table, "NE5SW SE5NW E4W");
    assert_eq!(said(&table)[1], "Player 1 and Player 2 are level and spin again.");
    assert_eq!(to_act(&table), "p1 spins");
    play(&mut table, "S1N E2W");
    assert_eq!(to_act(&table), "p2", "player 3 is out of it");
    play(&mut table, "orange");
    assert_eq!(to_act(&table), "p3", "round the table");
}

/// RC-10
#[test]
fn with_fewer_players_the_last_one_still_chooses() {
    let mut table = opening(2);
    play(&mut table, "E4W N2S black");
    assert_eq!(legal(&table, "p2"), ["green", "orange", "red"]);
    play(&mut table, "orange");
    assert_eq!(said(&table)[1], "Night falls; Black moves first.");
    assert_eq!(to_act(&table), "p1 spins");
}

/// RC-10
#[test]
fn a_seat_keeps_its_name_whatever_it_chooses() {
    let mut table = opening(4);
    let before = table.seats();
    play(&mut table, "N2S NE3SW SE5NW S1N green red orange");
    assert_eq!(table.seats(), before);
    assert_eq!(table.game().seat(Seat(2)).id, "p3");
    let scene = table.scene(kernel::Viewer::Spectator);
    assert_eq!(scene.trays[2].label, "Counters of Green");
}
