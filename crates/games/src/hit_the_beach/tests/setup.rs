//! Reading and writing positions, with every fault.

use super::drawn::*;
use crate::hit_the_beach::HitTheBeach;
use testkit::table;

/// HB-5
#[test]
fn the_opening_is_written_and_set_up_again() {
    table::check_opening_again::<HitTheBeach>();
}

/// HB-4, HB-11, HB-14, HB-17, HB-26
#[test]
fn all_faults_of_a_position_are_listed_at_once() {
    let mut position = thrown(4, 3);
    let setup = &mut position.setup;
    setup.turn = "purple".into();
    setup.die = 7;
    setup.throws = 2_001;
    setup.phase = "lunch".into();
    setup.removed_from = Some("R6".into());
    let red = setup.forces.get_mut("red").unwrap();
    red.marines = ["R3", "R99", "R4"].map(str::to_owned).to_vec();
    red.armies = ["SR", "R3"].map(str::to_owned).to_vec();
    red.ship = "R7".into();
    red.plane = "G6".into();
    setup.defenders[0] = "R1".into();
    setup.defenders[4] = "E5".into();
    setup.defenders.push("nowhere".into());
    setup.in_the_running = vec!["red".into(), "red".into()];
    setup.first_throws = [("blue".to_owned(), 9)].into();
    assert_eq!(
        faults(&position),
        [
            "turn: nobody is called `purple`",
            "die: a die does not show 7",
            "throws: there are 2001, and after 2000 it is a draw",
            "forces.red.marines: 3 of them, not 2",
            "forces.red.marines[1]: there is no space `R99`",
            "forces.red.armies[0]: a start circle is written `start`",
            "forces.red.armies[1]: a division already stands on R3",
            "forces.red.ship: R7 is not a beach of red",
            "forces.red.plane: G6 is not a beach of red",
            "defenders[0]: R1 is not a brown circle",
            "defenders[4]: E5 is named twice",
            "defenders[14]: there is no space `nowhere`",
            "defenders: 15 of them, not 14",
            "in_the_running[1]: red is named twice",
            "first_throws.blue: a die does not show 9",
            "first_throws.blue: blue is not in the running",
            "in_the_running: throws for the first turn belong to the opening",
            "removed_from: a defender is placed only in the phase `place`",
            "phase: `lunch` is not opening, throw, move, place or over",
        ]
    );
}

/// HB-6
#[test]
fn every_colour_in_play_has_its_pieces_and_no_other_has_any() {
    let mut position = thrown(3, 2);
    let red = position.setup.forces["red"].clone();
    position.setup.forces.insert("black".into(), red);
    position.setup.forces.remove("blue");
    let found = faults(&position);
    assert_eq!(found, ["forces.black: no such colour is in play", "forces: blue has none"]);
    let open = thrown(3, 2).defender("K6", "W4");
    let found = faults(&open);
    assert_eq!(found, ["defenders: nobody plays black, so K6 keeps its defender"]);
}

/// HB-16, HB-17
#[test]
fn a_division_and_a_defender_do_not_share_a_circle() {
    let found = faults(&thrown(4, 2).men("red", "R16 . / . ."));
    assert_eq!(found, ["defenders[4]: a division stands on R16"]);
}

/// HB-7, HB-8, HB-26
#[test]
fn each_phase_has_what_belongs_to_it() {
    let mut idle = thrown(4, 0);
    assert_eq!(faults(&idle), ["die: a throw comes before the move"]);
    idle.setup.die = 3;
    idle.setup.phase = "place".into();
    assert_eq!(
        faults(&idle),
        [
            "defenders: 14 of them, not 13",
            "removed_from: the phase `place` needs the space where a defender was removed"
        ]
    );
    let empty = thrown(4, 3).removed("R16");
    assert_eq!(faults(&empty), ["removed_from: no division of red stands on a brown circle there"]);
    let mut opening = thrown(4, 3).men("red", "R3 . / . .").turn("blue");
    opening.setup.phase = "opening".into();
    assert_eq!(
        faults(&opening),
        [
            "phase: in the opening nothing has moved yet",
            "turn: in the opening it must be red",
            "in_the_running: at least one seat must still throw for the first turn",
            "in_the_running: at least two seats must be in the running",
        ]
    );
}

/// HB-28, HB-29
#[test]
fn a_finished_match_must_be_written_as_over() {
    let won = thrown(4, 2).men("red", "HQ . / . .");
    assert_eq!(faults(&won), ["phase: a division stands on the objective: the match is over"]);
    let mut over = won.clone();
    over.setup.phase = "over".into();
    check_end(&over.clone().table(), &[1.0, 0.0, 0.0, 0.0], &["HB-28"]);
    assert_eq!(faults(&over.turn("blue")), ["turn: red stands on the objective, so it must be that turn"]);
    let mut early = thrown(4, 2);
    early.setup.phase = "over".into();
    assert_eq!(faults(&early), ["phase: nobody has reached the objective, and throws are left"]);
    early.setup.throws = 2_000;
    check_end(&early.table(), &[0.25; 4], &["HB-29"]);
    assert_eq!(faults(&thrown(4, 2).throwing_next("red").throws(2_000)), ["throws: after 2000 it is a draw"]);
}

/// HB-31
#[test]
fn a_position_of_the_wrong_shape_is_refused_with_its_place() {
    table::check_other_shapes::<HitTheBeach>();
}

/// HB-6, HB-29
#[test]
fn a_config_lists_every_fault_of_options_and_players_at_once() {
    let options = [("throw_limit", number(-1)), ("weather", number(1))];
    let found = table::config_faults::<HitTheBeach>(&table::config(5, &options));
    assert_eq!(found[0], "players: Hit the Beach is played by 2 or 3 or 4, not by 5");
    assert_eq!(found.len(), 3, "{found:#?}");
}
