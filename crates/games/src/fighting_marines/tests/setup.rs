//! Reading and writing positions, with every fault.

use super::drawn::*;
use crate::fighting_marines::FightingMarines;
use testkit::table;

/// FM-6
#[test]
fn the_opening_is_written_and_set_up_again() {
    table::check_opening_again::<FightingMarines>();
}

/// FM-1, FM-2, FM-4, FM-17
#[test]
fn all_faults_of_a_position_are_listed_at_once() {
    let mut position = arrow(4, 27);
    let setup = &mut position.setup;
    setup.arrow = 45;
    setup.thrower = "purple".into();
    setup.thrown = 13;
    setup.throws = 201;
    setup.phase = "lunch".into();
    setup.to_act = vec!["red".into(), "red".into()];
    setup.pool = 41;
    let red = setup.men.get_mut("red").unwrap();
    red.circles = ["2 private", "2 private", "3 private", "13 private", "4 general", "4"].map(str::to_owned).to_vec();
    red.platform = ["p0 captain", "p7 captain", "p44 colonel", "q1 colonel"].map(str::to_owned).to_vec();
    red.corner = vec!["cook".into()];
    red.held.insert("red".into(), vec!["private".into()]);
    setup.men.get_mut("black").unwrap().platform = vec!["p7 private".into()];
    assert_eq!(
        faults(&position),
        [
            "arrow: there is no base space 45; they are 1 to 44",
            "thrower: nobody is called `purple`",
            "thrown: two dice do not show 13",
            "throws: there are 201, and the match ends after 200",
            "men.red.circles[1]: circle 2 already holds a man",
            "men.red.circles[2]: `3` is not a circle of red",
            "men.red.circles[3]: `13` is not a circle of red",
            "men.red.circles[4]: `general` is not private, captain or colonel",
            "men.red.circles[5]: `4` is not a space and a rank",
            "men.red.platform[0]: nobody stands on the arrow",
            "men.red.platform[2]: `p44` is not a space of the platform",
            "men.red.platform[3]: `q1` is not a space of the platform",
            "men.red.corner[0]: `cook` is not private, captain or colonel",
            "men.red.held.red: a player cannot hold their own men",
            "men.red: 2 of rank colonel, not 1",
            "men.black: 6 of rank private, not 5",
            "men: p7 holds men of red and black at once",
            "purses: purses, pool and box hold 817 points together, not 816",
            "to_act[1]: red is named twice",
            "to_act: nobody acts in the phase `lunch`",
            "phase: `lunch` is not opening, throw, assault, regroup or over",
        ]
    );
}

/// FM-4
#[test]
fn every_colour_in_play_has_its_eight_men_and_no_other_has_any() {
    let mut position = arrow(4, 27);
    position.setup.men.remove("green");
    let found = faults(&position);
    assert_eq!(found[0], "men.green: 0 of rank private, not 5");
    assert_eq!(found.len(), 3);
    let mut three = arrow(3, 27);
    let red = three.setup.men["red"].clone();
    three.setup.men.insert("yellow".into(), red);
    assert_eq!(faults(&three), ["men.yellow: no such colour is in play"]);
}

/// FM-4
#[test]
fn a_huge_number_of_men_is_reported_without_overflow() {
    let mut position = arrow(4, 27);
    let red = position.setup.men.get_mut("red").unwrap();
    red.corner = vec!["private".into(); 1_000];
    red.held.insert("black".into(), vec!["colonel".into(); 300]);
    red.platform = vec!["p7 captain".into(); 258];
    let found = faults(&position);
    assert_eq!(found.len(), 257 + 3);
    assert_eq!(
        found[257..],
        [
            "men.red: 1000 of rank private, not 5",
            "men.red: 258 of rank captain, not 2",
            "men.red: 300 of rank colonel, not 1",
        ]
    );
}

/// FM-17, FM-29, FM-13
#[test]
fn a_neutral_takes_one_man_of_each_side() {
    let four = arrow(4, 27).men("red", "/ 8").men("black", "/ 8").men("yellow", "/ 8").men("green", "/ 8");
    four.table();
    let two = arrow(2, 27).men("red", "/ 8").men("black", "/ 8").men("yellow", "/ 8");
    let found = faults(&two);
    assert_eq!(found, ["men: p25 holds men of red and black and yellow at once"]);
}

/// FM-5
#[test]
fn chips_are_counted() {
    let mut position = arrow(4, 27);
    position.setup.purses.insert("red".into(), 195);
    assert_eq!(faults(&position), ["purses: purses, pool and box hold 817 points together, not 816"]);
    position.setup.purses.remove("red");
    position.setup.purses.insert("purple".into(), 194);
    assert_eq!(faults(&position), ["purses.purple: nobody is called `purple`", "purses: red has none"]);
    position.setup.purses.insert("red".into(), 65_535);
    assert!(faults(&position)[1].contains("together, not 816"));
}

/// FM-10, FM-19
#[test]
fn each_phase_has_what_belongs_to_it_and_nothing_else() {
    let base = || arrow(4, 27).men("red", "10").men("black", "13");
    assert_eq!(faults(&base().assault("red black")), ["to_act: black can do nothing in this assault"]);
    assert_eq!(faults(&base().regroup("")), ["to_act: in the regroup phase it is one seat's turn"]);
    assert_eq!(faults(&base().regroup("red red")), ["waiting: red is to act already"]);
    let mut throw = base();
    throw.setup.waiting = vec!["red".into()];
    throw.setup.placed = vec![10, 2];
    throw.setup.first_throws.insert("red".into(), 1);
    assert_eq!(
        faults(&throw),
        [
            "first_throws: the throws for the first turn belong to the opening",
            "first_throws.red: two dice do not show 1",
            "placed: this belongs only to the regroup phase under `eager`",
            "placed[1]: nobody stands on circle 2",
            "waiting: seats wait only in the regroup phase",
        ]
    );
    let mut opening = base();
    opening.setup.phase = "opening".into();
    assert_eq!(
        faults(&opening),
        [
            "throws: in the opening the platform has not been turned",
            "to_act: at least one seat must throw for the first turn",
        ]
    );
}

/// FM-10
#[test]
fn a_seat_with_nothing_to_do_is_skipped_when_a_position_is_set_up() {
    let full = arrow(4, 27).men("red", "2 4 6 8 10").regroup("red").table();
    assert_eq!(to_act(&full), "chance");
    let nobody = arrow(4, 27).men("red", "10").assault("").table();
    assert_eq!((written(&nobody).phase.as_str(), to_act(&nobody).as_str()), ("regroup", "red"));
}

/// FM-25, FM-28
#[test]
fn a_finished_match_must_be_written_as_over() {
    let eight = "/ 3 4 5 6 7 9c 11c 12k";
    let complete = arrow(4, 27).men("red", eight);
    assert_eq!(faults(&complete), ["phase: a player has all their men on the platform: the match is over"]);
    let mut over = complete.clone();
    over.setup.phase = "over".into();
    assert_eq!(faults(&over), ["pool: the match is over, so the pool must be empty"]);
    over.setup.pool = 0;
    *over.setup.purses.get_mut("red").unwrap() += 40;
    check_end(&over.table(), &[1.0, 0.0, 0.0, 0.0], &["FM-25", "FM-27"]);
    let mut early = arrow(4, 27).paid("red", "black", 4);
    early.setup.phase = "over".into();
    early.setup.in_box = 40;
    early.setup.pool = 0;
    assert_eq!(faults(&early), ["phase: nobody has won yet"]);
    assert_eq!(faults(&arrow(4, 27).throws(200)), ["throws: the match ends after 200"]);
}

/// FM-33
#[test]
fn a_position_of_the_wrong_shape_is_refused_with_its_place() {
    table::check_other_shapes::<FightingMarines>();
}

/// FM-28, FM-30
#[test]
fn a_config_lists_every_fault_of_options_and_players_at_once() {
    let options =
        [("throw_limit", number(1_001)), ("absent", word("blue")), ("ante", number(-1)), ("eager", number(1))];
    let found = table::config_faults::<FightingMarines>(&table::config(5, &options));
    assert_eq!(found[0], "players: Fighting Marines is played by 2 or 3 or 4, not by 5");
    assert_eq!(found.len(), 5, "{found:#?}");
}
