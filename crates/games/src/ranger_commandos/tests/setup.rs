//! Reading and writing positions, with every fault.

use super::drawn::*;
use crate::ranger_commandos::{Escaping, Player, RangerCommandos};
use kernel::dynamic::DynMatch;
use testkit::table;

/// RC-9
#[test]
fn the_opening_is_written_and_set_up_again() {
    table::check_opening_again::<RangerCommandos>();
}

/// RC-5, RC-7, RC-14, RC-15
#[test]
fn all_faults_of_a_position_are_listed_at_once() {
    let mut position = players(&["red k11 n11 3", "black l9", "green", "orange"]);
    let setup = &mut position.setup;
    setup.phase = "lunch".into();
    setup.spun = Some("E9W".into());
    setup.objectives.insert("Zoo".into(), 1);
    setup.objectives.insert("Radio Station".into(), 2);
    setup.objectives.remove("Air Field");
    setup.players.insert("p2".into(), Player { colour: Some("red".into()), ..Player::default() });
    let green = setup.players.get_mut("p3").unwrap();
    (green.barge, green.commando, green.place) = ("b2".into(), "q1".into(), Some(1));
    let orange = setup.players.get_mut("p4").unwrap();
    (orange.barge, orange.commando) = ("k11".into(), "n9".into());
    orange.faces.insert("joker".into(), 1);
    setup.players.insert("p5".into(), Player::default());
    assert_eq!(
        faults(&position),
        [
            "phase: `lunch` is not one of lots, colours, night, walk, escape, head_start, day, reveal, over",
            "objectives.Zoo: there is no such objective",
            "objectives.Radio Station: 2 are more than the 1 it begins with",
            "objectives.Air Field: it is missing",
            "players.p2.colour: red is led by another player",
            "players.p3.barge: `b2` is not dock, a wave, home or captured",
            "players.p3.commando: `q1` is not aboard or a circle",
            "players.p3.place: only a player who is home has a place",
            "players.p4.barge: k11 already holds a barge",
            "players.p4.faces.joker: there is no such face",
            "players.p4.faces: 1 are turned up, but there are 0 counters",
            "players.p4.faces: only a player who is home turns up counters",
            "players.p5: nobody is called `p5`",
            "spun: `E9W` is not a cell of the dial",
        ]
        .map(str::to_owned)
        .to_vec()
    );
}

/// RC-5
#[test]
fn the_number_of_counters_must_be_right() {
    let mut position = players(&["red k11 n11 3", "black"]);
    position.setup.players.get_mut("p1").unwrap().counters = 5;
    assert_eq!(faults(&position), ["objectives: 31 lie there and 5 are taken, which is not 34 together"]);
}

/// RC-15, RC-18, RC-23, RC-28
#[test]
fn pieces_must_be_where_they_can_be_in_the_phase() {
    let at_sea = players(&["red f9 n11", "black"]);
    assert_eq!(faults(&at_sea), ["players.p1.commando: a commando ashore needs its barge at a landing"]);
    let early = players(&["red f9 2", "black"]);
    assert_eq!(faults(&early), ["players.p1.counters: a player who has not been ashore has no counters"]);
    let caught = players(&["red captured", "black"]);
    assert_eq!(faults(&caught), ["players.p1.barge: nobody is captured before the whistle"]);
    let home = players(&["red", "black"]).home("p1", 1);
    assert_eq!(faults(&home), ["players.p1.barge: nobody is home before the return has begun"]);
    let ashore = players(&["red k11 n11", "black f9"]).phase("day").turn("p2");
    assert_eq!(faults(&ashore), ["players.p1.commando: in `day` nobody is ashore"]);
    let none = {
        let mut position = players(&["red", "black"]);
        position.setup.players.insert("p2".into(), Player::default());
        position
    };
    assert_eq!(faults(&none), ["players.p2.colour: there is none"]);
}

/// RC-11, RC-16, RC-24
#[test]
fn the_turn_must_fit_the_phase() {
    let mut nobody = players(&["red", "black"]);
    nobody.setup.to_act = None;
    assert_eq!(faults(&nobody), ["to_act: in `night` a player must act"]);
    let sea = players(&["red f9", "black"]).walks("E4W");
    assert_eq!(faults(&sea), ["to_act: the barge has not landed"]);
    let mut unspun = players(&["red k11", "black"]).walks("E4W");
    unspun.setup.spun = None;
    assert_eq!(faults(&unspun), ["spun: in `walk` a number has been spun"]);
    let aboard = players(&["red k11", "black"]).escape("p1", "p2");
    assert_eq!(faults(&aboard), ["to_act: the commando is aboard and does not run"]);
    let order = players(&["red k11 n11", "black l9 n9"]).escape("p1", "p2");
    assert_eq!(faults(&order), ["to_act: black runs before red"]);
    let mut spins = players(&["red k11 n11", "black"]).escape("p1", "p2");
    spins.setup.escape = Some(Escaping { spins: 3, sum: 9, resume: "p2".into() });
    assert_eq!(faults(&spins), ["escape.spins: after 3 spins the turn is over"]);
    spins.setup.escape = Some(Escaping { spins: 1, sum: 6, resume: "p9".into() });
    assert_eq!(faults(&spins), ["escape.sum: 6 cannot be the sum of 1 spin", "escape.resume: nobody is called `p9`"]);
    spins.setup.escape = None;
    assert_eq!(faults(&spins), ["escape: `escape` needs the progress of the round"]);
}

/// RC-31, RC-32, RC-33
#[test]
fn by_day_a_barge_is_at_sea() {
    let last = players(&["red f9", "black"]).home("p2", 1).phase("day");
    assert_eq!(faults(&last), ["phase: the last barge at sea is called in"]);
    let docked = players(&["red", "black f9"]).phase("day");
    assert_eq!(faults(&docked), ["to_act: the barge is home without a spin"]);
    let gone = players(&["red captured", "black f9", "green h9"]).phase("day");
    assert_eq!(faults(&gone), ["to_act: the barge is not at sea"]);
    let places = players(&["red", "black f9", "green h9"]).home("p1", 2).phase("day").turn("p2");
    assert_eq!(faults(&places), ["players: the places of 1 who are home are 1 to 1, each once"]);
    let waits = players(&["red f9", "black", "green h9"]).phase("day").table();
    assert_eq!(to_act(&waits), "p1 spins", "Black is home when the turn comes");
}

/// RC-23, RC-26
#[test]
fn the_round_after_the_whistle_must_fit_the_turns_taken() {
    let ashore = players(&["red k11 n11", "black f9"]).head_start("p1", "p1");
    assert_eq!(faults(&ashore), ["to_act: the commando is ashore and runs first"]);
    let docked = players(&["red k11 n11", "black"]).head_start("p2", "p2");
    assert_eq!(faults(&docked), ["to_act: the barge is home without a spin"]);
    let early = players(&["red k11 n11", "black f9"]).head_start("p2", "p1");
    assert_eq!(faults(&early), ["to_act: red runs before black"]);
    let late = players(&["red k11 n11", "black f9", "green captured"]).head_start("p2", "p2");
    assert_eq!(faults(&late), ["to_act: green has not had a turn since the whistle"]);
    let mut spins = players(&["red k11 n11", "black f9"]).head_start("p2", "p2");
    spins.setup.escape = Some(Escaping { spins: 1, sum: 5, resume: "p2".into() });
    assert_eq!(faults(&spins), ["escape.spins: after 1 spin the turn is over"]);
    let day = players(&["red f9", "black h9"]).escape("p1", "p1").phase("day");
    assert_eq!(faults(&day), ["escape: this belongs to the round after the whistle"]);
    let home = players(&["red k11 n11", "black f9", "green"]).home("p3", 1).escape("p1", "p2").table();
    assert_eq!(to_act(&home), "p1 spins", "Green came home before Red ran");
}

/// RC-24, RC-26
#[test]
fn positions_of_version_1_can_still_be_set_up() {
    // Black in the dock and Green at sea had no turn before Red ran, and Red has spun enough.
    let mut old = players(&["red k11 n11", "black", "green h9"]).escape("p1", "p2");
    old.setup.escape = Some(Escaping { spins: 2, sum: 7, resume: "p2".into() });
    let config = kernel::dynamic::MatchConfig { rules_version: 1, ..table::config(3, &[]) };
    let mut first = Table::open(&config).unwrap();
    table::place(&mut first, &old.setup);
    assert_eq!((to_act(&first).as_str(), written(&first)), ("p1 spins", old.setup.clone()));
    let now = old.table();
    assert_eq!((written(&now).phase.as_str(), to_act(&now).as_str()), ("day", "p3 spins"), "Red is back");
    assert_eq!(written(&now).players["p2"].place, Some(1), "Black is home when the turn comes");
    let unknown = players(&["red k11 n11", "black f9"]).head_start("p2", "p2").setup;
    let mut first = Table::open(&kernel::dynamic::MatchConfig { rules_version: 1, ..table::config(2, &[]) }).unwrap();
    let faults = first.place(serde_json::to_value(unknown).unwrap()).unwrap_err();
    assert!(faults[0].to_string().starts_with("phase: `head_start` is not one of"), "{faults:?}");
}

/// RC-32, RC-33
#[test]
fn by_option_the_last_place_belongs_to_the_barge_called_in() {
    let mut over = players(&["red", "black"]).home("p1", 1).home("p2", 4).phase("over");
    over.setup.to_act = None;
    assert_eq!(faults(&over), ["players: the places of 2 who are home are 1 to 2, each once"]);
    let table = over.table_with(&[("last_scores_last", on())]);
    assert_eq!(table.outcome().unwrap().shares[..2], [1.0, 0.0]);
    assert_eq!(written(&table).players["p2"].place, Some(4));
}

/// RC-27
#[test]
fn rounds_must_fit_the_option() {
    let late = players(&["red k11 n11", "black"]).rounds(60);
    assert_eq!(faults(&late), ["rounds_ashore: there are 60, and after 60 the whistle sounds"]);
    let nobody = players(&["red k11", "black"]).rounds(1);
    assert_eq!(faults(&nobody), ["rounds_ashore: nobody has been ashore yet"]);
}

/// RC-34
#[test]
fn counters_are_turned_up_in_order_and_only_at_the_end() {
    let done = players(&["red aboard 2", "black aboard 1"]).home("p1", 1).home("p2", 2).phase("reveal");
    let mut early = done.clone();
    early.setup.players.get_mut("p2").unwrap().faces.insert("50".into(), 1);
    assert_eq!(faults(&early), ["players: black’s counters are turned up before red’s"]);
    let wrong = done.clone().turn("p2");
    assert_eq!(faults(&wrong), ["to_act: red’s counters are turned up now"]);
    let mut over = done.clone().phase("over");
    over.setup.to_act = None;
    assert_eq!(faults(&over), ["phase: red has counters to turn up"]);
    let mut stars = done.clone();
    stars.setup.players.get_mut("p1").unwrap().faces.insert("star".into(), 2);
    assert_eq!(faults(&stars)[0], "players: 2 counters show `star`, and there are 1");
    let none = players(&["red", "black"]).home("p1", 1).home("p2", 2).phase("reveal");
    assert_eq!(faults(&none), ["phase: there is no counter to turn up"]);
    assert_eq!(to_act(&done.table()), "chance");
}

/// RC-10
#[test]
fn lots_and_colours_are_written_too() {
    let mut setup = written(&opening(3));
    setup.lots.insert("p1".into(), 5);
    let table = table::placed::<RangerCommandos>(3, &[], &setup);
    assert_eq!(to_act(&table), "p2 spins");
    setup.lots.insert("p2".into(), 6);
    setup.spinning = vec!["p1".into(), "p1".into()];
    assert_eq!(
        table::faults::<RangerCommandos>(3, &setup),
        [
            "spinning[1]: p1 is named twice",
            "lots.p2: the dial has no 6",
            "lots.p2: p2 no longer spins for the first choice"
        ]
    );
    let mut table = opening(3);
    play(&mut table, "E4W N2S S1N orange");
    let mut setup = written(&table);
    assert_eq!((setup.phase.as_str(), setup.to_act.as_deref()), ("colours", Some("p2")));
    setup.to_act = Some("p1".into());
    assert_eq!(table::faults::<RangerCommandos>(3, &setup), ["to_act: this seat has already chosen orange"]);
}

/// RC-9
#[test]
fn something_that_is_not_a_position_is_reported_as_one_fault() {
    table::check_other_shapes::<RangerCommandos>();
}
