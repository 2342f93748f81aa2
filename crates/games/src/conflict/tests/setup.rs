//! Written positions and their faults.

use super::drawn::*;
use crate::conflict::Conflict;
use kernel::dynamic::DynMatch;
use testkit::table;

/// CF-6
#[test]
fn the_opening_is_written_and_set_up_again() {
    table::check_opening_again::<Conflict>();
}

/// CF-1, CF-5, CF-9
#[test]
fn all_faults_of_a_position_are_listed_at_once() {
    let mut position = empty(2).pieces("red", "art k3, ship k8");
    let setup = &mut position.setup;
    setup.turn = "blue".into();
    setup.dice = vec![7, 1];
    setup.doubles = 3;
    (setup.throws, setup.quiet) = (3, 4);
    setup.retired = vec!["green".into(), "yellow".into(), "yellow".into()];
    setup.die = Some(3);
    setup.phase = "lunch".into();
    let red = setup.pieces.get_mut("red").unwrap();
    red.field.extend(["art k3", "art k88", "tank k4", "ship", "ship k4"].map(str::to_owned));
    red.home.push("cook".into());
    red.held.insert("red".into(), vec!["gun".into()]);
    red.held.insert("blue".into(), vec!["gun".into()]);
    assert_eq!(
        faults(&position),
        [
            "turn: nobody is called `blue`",
            "retired[0]: nobody is called `green`",
            "retired[2]: yellow is named twice",
            "dice: two dice do not show [7, 1]",
            "doubles: after a third double the turn is over",
            "quiet: there were 3 throws in all",
            "pieces.red.field[3]: there is no square `k88`",
            "pieces.red.field[4]: `tank` is not plane, art, gun or ship",
            "pieces.red.field[5]: `ship` is not a kind and a square",
            "pieces.red.home[0]: `cook` is not plane, art, gun or ship",
            "pieces.red.held.blue: nobody is called `blue`",
            "pieces.red: 6 of kind art, not 4",
            "pieces.red: 3 of kind gun, not 1",
            "pieces.red: 6 of kind ship, not 5",
            "pieces.red.field: k3 holds a piece of red already",
            "pieces.red.field: k4 is not open to a ship",
            "pieces.yellow: a retired player has no piece in field, home and reserve",
            "die: it belongs only to the second move",
            "phase: only one side is left, so the match is over",
            "phase: `lunch` is not opening, pact, answer, throw, seven, move, second, forfeit or over",
        ]
    );
}

/// CF-5
#[test]
fn every_colour_in_play_has_its_twelve_pieces_and_no_other_has_any() {
    let mut position = empty(2);
    position.setup.pieces.remove("yellow");
    let found = faults(&position);
    assert_eq!(found[0], "pieces.yellow: 0 of kind plane, not 2");
    let mut three = empty(3);
    let red = three.setup.pieces["red"].clone();
    three.setup.pieces.insert("green".into(), red);
    assert_eq!(faults(&three), ["pieces.green: no such colour is in play"]);
}

/// CF-5
#[test]
fn far_too_many_pieces_are_a_fault_like_any_other() {
    let mut position = empty(2);
    position.setup.pieces.get_mut("red").unwrap().home = vec!["ship".into(); 1_000];
    assert_eq!(faults(&position), ["pieces.red: 1005 of kind ship, not 5"]);
}

/// CF-21, CF-22, CF-27, CF-28, CF-29
#[test]
fn no_piece_stands_where_it_could_not_stay() {
    assert_eq!(
        faults(&empty(3).pieces("red", "ship u19, plane s21, art z3, art z26")),
        [
            "pieces.red.field: s21 is a mine of yellow; nothing stays there",
            "pieces.red.field: z3 is the circle of orange, who would be retired",
            "pieces.red.field: z26 is the circle of yellow, who would be retired",
            "pieces.red.field: u19 is a mine of yellow; nothing stays there",
        ]
    );
    let stripped = empty(3).stripped("red", "orange");
    assert_eq!(faults(&stripped), ["pieces.red: a player without a piece in field, home and reserve is retired"]);
    let dead = empty(3).retired("orange", "red").pieces("red", "art k3 / / orange: gun");
    assert_eq!(faults(&dead), ["pieces.red.held.orange: a retired player holds nothing"]);
    let own = empty(3).pieces("red", "art k3 / / red: gun");
    assert_eq!(faults(&own), ["pieces.red.held.red: nobody holds their own pieces"]);
}

/// CF-34
#[test]
fn partners_may_stand_on_each_others_circles_and_mines_and_hold_nothing_of_each_other() {
    let position = empty(4).pieces("red", "ship u19, art z26");
    assert_eq!(faults(&position).len(), 2);
    position.table_with(&[("partnership", on())]);
    let held = empty(4).pieces("red", "art k3 / / yellow: gun");
    let mut table = table(4, &[("partnership", on())]);
    let found = table.place(serde_json::to_value(&held.setup).unwrap()).unwrap_err();
    assert_eq!(found[0].to_string(), "pieces.red.held.yellow: partners do not hold each other's pieces");
}

/// CF-9, CF-10, CF-25, CF-26
#[test]
fn each_phase_has_its_own_fields_and_no_others() {
    let with = |change: &dyn Fn(&mut crate::conflict::Setup)| {
        let mut position = empty(2).pieces("red", "art k3, art m3");
        change(&mut position.setup);
        faults(&position)
    };
    assert_eq!(with(&|s| s.phase = "move".into()), ["dice: this phase needs the dice"]);
    let move_of = |s: &mut crate::conflict::Setup| (s.phase, s.dice) = ("move".into(), vec![5, 2]);
    assert!(empty(2).pieces("red", "art k3, art m3").dice(5, 2).table().current_play().state.dice() == [5, 2]);
    assert_eq!(
        with(&|s| {
            move_of(s);
            (s.dice, s.doubles) = (vec![4, 4], 2);
        }),
        ["doubles: a third double is not played"]
    );
    assert_eq!(with(&|s| (s.phase, s.dice) = ("seven".into(), vec![5, 3])), ["dice: they do not total seven"]);
    assert_eq!(
        with(&|s| (s.phase, s.dice, s.acted) = ("second".into(), vec![5, 3], true)),
        ["die: it must be the number of one of the dice"]
    );
    assert_eq!(
        with(&|s| (s.phase, s.dice, s.die, s.moved) = ("second".into(), vec![5, 3], Some(3), Some("k4".into()))),
        ["moved: red has no piece on `k4`"]
    );
    assert_eq!(
        with(&|s| (s.phase, s.dice, s.die, s.moved) = ("second".into(), vec![5, 3], Some(3), Some("k3".into()))),
        ["acted: the first die has been played"]
    );
    assert_eq!(
        with(&|s| (s.phase, s.dice) = ("forfeit".into(), vec![5, 3])),
        ["doubles: a piece goes into the reserve only after a third double"]
    );
    assert_eq!(with(&|s| s.phase = "over".into()), ["phase: nobody has won yet"]);
    assert_eq!(with(&|s| s.acted = true), ["acted: nobody acts before the throw"]);
    assert_eq!(
        with(&|s| s.to_throw = vec!["red".into()]),
        ["to_throw: the throws for the first turn belong to the opening"]
    );
    assert_eq!(
        with(&|s| s.phase = "opening".into()),
        ["throws: nobody has thrown for a move in the opening", "to_throw: somebody must throw for the first turn"]
    );
    assert_eq!(faults(&empty(2).dice(5, 4)), ["dice: red cannot move any piece by them"]);
}

/// CF-33
#[test]
fn a_match_that_is_over_must_be_written_as_over() {
    assert_eq!(faults(&empty(2).throws(400, 300)), ["throws: the limit of throws is reached, so the match is over"]);
    let mut drawn = empty(2).throws(400, 300);
    drawn.setup.phase = "over".into();
    check_end(&drawn.table(), &[0.5, 0.5], &["CF-33"]);
    let mut won = empty(2).retired("yellow", "red");
    assert_eq!(faults(&won), ["phase: only one side is left, so the match is over"]);
    won.setup.phase = "over".into();
    check_end(&won.table(), &[1.0, 0.0], &["CF-32"]);
    assert_eq!(
        faults(&empty(2).pieces("red", "art k3").retired("yellow", "red").retired("red", "yellow"))[..1],
        ["pieces.red.held.yellow: a retired player holds nothing"]
    );
}

/// CF-37
#[test]
fn a_position_of_another_shape_is_refused_with_its_place() {
    table::check_other_shapes::<Conflict>();
}

/// CF-33, CF-34
#[test]
fn a_config_lists_every_fault_of_options_and_players_at_once() {
    let options = [("throw_limit", number(10_001)), ("quiet_limit", number(-1)), ("partnership", number(1))];
    let found = table::config_faults::<Conflict>(&table::config(5, &options));
    assert_eq!(found[0], "players: Conflict is played by 2 or 3 or 4, not by 5");
    assert_eq!(found.len(), 4, "{found:#?}");
}
