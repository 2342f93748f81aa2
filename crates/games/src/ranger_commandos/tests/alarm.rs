//! The whistle, the escape, dawn.

use super::drawn::*;
use crate::ranger_commandos::Colour;
use kernel::dynamic::PresentMatch;

/// RC-23, RC-24
#[test]
fn ending_on_a_sentry_sounds_the_whistle_and_that_commando_runs_last() {
    let mut table = players(&["red k11 n11", "black l9 p11 1", "green l13 r13", "orange"]).walks("S1N").table();
    play(&mut table, "o10");
    assert_eq!(
        said(&table),
        [
            "Red walks from n11 to o10.",
            "Red has run into a sentry: the whistle! The raid is over.",
            "Black runs for the barge: 2 steps, 100 % to make it in 3 spins.",
        ]
    );
    let mut runners = Vec::new();
    while written(&table).phase == "escape" {
        runners.push(to_act(&table));
        play(&mut table, "S1N");
    }
    let steps = |id: &str, steps: usize| vec![format!("{id} spins"); steps];
    let wanted = [steps("p2", 2), steps("p3", 3), steps("p1", 2)].concat();
    assert_eq!(runners, wanted, "Orange never left the dock and has no spin");
    assert_eq!(written(&table).players["p4"].place, Some(1), "and was home before Red ran");
}

/// RC-24
#[test]
fn an_escape_ends_as_soon_as_the_sum_is_enough() {
    let mut table = players(&["red k11 p11", "black f9", "green h9"]).escape("p1", "p2").table();
    play(&mut table, "S1N");
    assert_eq!((written(&table).phase.as_str(), to_act(&table).as_str()), ("escape", "p1 spins"));
    play(&mut table, "S1N");
    assert_eq!(said(&table)[..2], ["Red spins 1, 2 in 2 spins; 2 steps to the barge.", "Red is back on the barge."]);
    assert_eq!((written(&table).phase.as_str(), to_act(&table).as_str()), ("day", "p2 spins"));
}

/// RC-25
#[test]
fn the_sum_of_three_spins_must_reach_the_barge() {
    let position = || players(&["red k11 r13 2", "black"]).escape("p1", "p2");
    let steps = {
        let table = position().table();
        table.game().way_back(&table.current_play().state, Colour::Red).unwrap()
    };
    assert_eq!(steps, 4, "q12, p11, n11 and the barge");
    let mut enough = position().table();
    play(&mut enough, "S1N S1N N2S");
    assert_eq!(said(&enough)[..2], ["Red spins 2, 4 in 3 spins; 4 steps to the barge.", "Red is back on the barge."]);
    assert_eq!(at(&enough, "p1").1, "aboard");
    let mut short = position().table();
    play(&mut short, "S1N S1N S1N");
    assert_eq!(said(&short)[1], "Red is captured with 2 counters and out of the game.");
    assert_eq!(at(&short, "p1").0, "captured");
}

/// RC-25
#[test]
fn more_than_enough_is_enough_and_sentries_no_longer_matter() {
    let mut table = players(&["red k11 n9", "black f9", "green h9"]).escape("p1", "p2").table();
    play(&mut table, "NE5SW");
    assert_eq!(at(&table, "p1"), ("k11".into(), "aboard".into()));
}

/// RC-25
#[test]
fn the_way_back_leads_to_the_commandos_own_barge() {
    let near = players(&["red k11 n11", "black l1 n13"]).table();
    let game = near.game();
    let state = &near.current_play().state;
    let way = |colour| game.way_back(state, colour);
    assert_eq!(way(Colour::Red), Some(1));
    assert_eq!(way(Colour::Black), Some(6), "Red’s barge is nearer, but it is not Black’s");
}

/// RC-24, RC-25
#[test]
fn before_each_spin_the_way_and_the_odds_are_shown() {
    let mut table = players(&["red k11 v15", "black"]).escape("p1", "p2").table();
    let headline = |table: &Table| table.scene(kernel::Viewer::Spectator).headline;
    assert_eq!(headline(&table), "Alarm! Red runs for the barge, first spin: 9 steps, 64 % to make it in 3 spins.");
    play(&mut table, "NE5SW");
    assert_eq!(
        headline(&table),
        "Alarm! Red runs for the barge, second spin: 9 steps, 92 % to make it in 2 spins. 5 so far."
    );
    play(&mut table, "S1N");
    let need = &table.scene(kernel::Viewer::Spectator).needs[0].line.text;
    assert_eq!(need, "Red, on the run: 9 steps, 62 % to make it in 1 spin.");
}

/// RC-23, RC-26, RC-28
#[test]
fn a_player_still_aboard_sails_a_step_while_the_others_run() {
    // Black lies at a landing, Green is at sea; Red blows the whistle and comes last.
    let mut table = players(&["red k11 n11", "black l9", "green f9"]).walks("S1N").table();
    play(&mut table, "o10");
    assert_eq!(said(&table)[2], "Black is still aboard and turns for home with a head start.");
    assert_eq!((written(&table).phase.as_str(), to_act(&table).as_str()), ("head_start", "p2 spins"));
    play(&mut table, "E4W");
    assert_eq!(
        said(&table),
        ["Black spins west and sails to j9.", "Green is still aboard and turns for home with a head start."]
    );
    play(&mut table, "E4W");
    assert_eq!((at(&table, "p2").0, at(&table, "p3").0), ("j9".into(), "d9".into()), "each a step ahead");
    assert_eq!((written(&table).phase.as_str(), to_act(&table).as_str()), ("escape", "p1 spins"));
    play(&mut table, "N2S");
    assert_eq!(said(&table)[2], "The round of escapes is over. Red, Black and Green sail for home.");
    assert_eq!((written(&table).phase.as_str(), to_act(&table).as_str()), ("day", "p2 spins"));
}

/// RC-23, RC-24, RC-26
#[test]
fn the_round_goes_through_all_colours_in_the_order_of_the_turns() {
    // Black whistles: Green runs, Orange sails, Red runs, Black runs.
    let lines = ["red l13 n13", "black k11 n11", "green l9 n9", "orange f9"];
    let mut table = players(&lines).turn("p2").walks("S1N").table();
    play(&mut table, "o10");
    let mut visits = Vec::new();
    while written(&table).phase != "day" {
        visits.push(format!("{} {}", to_act(&table), written(&table).phase));
        play(&mut table, "NE5SW");
    }
    assert_eq!(visits, ["p3 spins escape", "p4 spins head_start", "p1 spins escape", "p2 spins escape"]);
    assert_eq!(to_act(&table), "p3 spins", "the return begins with the player after the one who whistled");
}

/// RC-26, RC-31
#[test]
fn a_whistle_before_anybody_else_has_landed() {
    let mut table = players(&["red k11", "black", "green c7", "orange d9"]).walks("S1N").table();
    play(&mut table, "n9");
    assert_eq!(
        (at(&table, "p2").0.as_str(), to_act(&table).as_str()),
        ("home", "p3 spins"),
        "Black never left the dock"
    );
    play(&mut table, "N2S N2S S1N");
    assert_eq!(at(&table, "p1"), ("k11".into(), "aboard".into()));
    assert_eq!((at(&table, "p3").0, at(&table, "p4").0), ("c11".into(), "d13".into()));
    assert_eq!((written(&table).phase.as_str(), to_act(&table).as_str()), ("day", "p3 spins"));
}

/// RC-26, RC-29, RC-32
#[test]
fn a_head_start_may_bring_a_barge_home_before_anybody_has_run() {
    let position = || players(&["red k11 w8 1", "black c7"]).head_start("p2", "p2");
    let mut back = position().table();
    play(&mut back, "E4W");
    assert_eq!(said(&back)[..2], ["Black spins west and sails to a7.", "Black is home first: 100 points."]);
    assert_eq!(to_act(&back), "p1 spins", "nobody is called in before the round is over");
    assert_eq!(written(&back).phase, "escape");
    play(&mut back, "NE5SW NE5SW");
    assert!(
        said(&back).contains(&"Red is the last afloat and is called in. Red is home second: 75 points.".to_owned()),
        "{:?}",
        said(&back)
    );
    let mut captured = position().table();
    play(&mut captured, "E4W S1N S1N S1N");
    assert_eq!(said(&captured)[2], "The round of escapes is over, and everybody who is left is home.");
    check_end(&captured, &[0.0, 1.0], &["RC-35", "RC-33", "RC-34"]);
}

/// RC-27, RC-28
#[test]
fn after_dawn_the_first_of_the_round_begins_the_return() {
    let dawn = [("dawn_round", number(1))];
    let lines = ["red f9", "black k11 n11", "green l13 n13"];
    let mut table = players(&lines).turn("p3").walks("S1N").table_with(&dawn);
    play(&mut table, "n11");
    assert_eq!((written(&table).phase.as_str(), to_act(&table).as_str()), ("head_start", "p1 spins"));
    play(&mut table, "N2S NE5SW NE5SW");
    assert_eq!((written(&table).phase.as_str(), to_act(&table).as_str()), ("day", "p1 spins"));
}

/// RC-27
#[test]
fn dawn_breaks_after_the_limit_of_rounds_ashore() {
    let dawn = [("dawn_round", number(3))];
    let mut table = players(&["red k11 n11", "black", "green"]).rounds(2).turn("p2").table_with(&dawn);
    play(&mut table, "N2S");
    assert_eq!(written(&table).phase, "night");
    play(&mut table, "N2S");
    assert_eq!(said(&table)[1], "Dawn: the whistle sounds by itself. The raid is over.");
    let setup = written(&table);
    assert_eq!((setup.phase.as_str(), setup.escape.unwrap().resume.as_str()), ("escape", "p1"));
    let mut never = players(&["red k11 n11", "black"]).rounds(900).turn("p2").table_with(&[("dawn_round", number(0))]);
    play(&mut never, "N2S");
    assert_eq!((written(&never).phase.as_str(), written(&never).rounds_ashore), ("night", 901));
}

/// RC-27
#[test]
fn rounds_are_counted_only_with_a_commando_ashore() {
    let mut table = players(&["red", "black"]).table();
    play(&mut table, "N2S N2S N2S N2S");
    assert_eq!(written(&table).rounds_ashore, 0);
    let mut table = players(&["red k11", "black"]).table();
    play(&mut table, "S1N n11 N2S");
    assert_eq!(written(&table).rounds_ashore, 1);
    // The round is counted by colours, not by seats.
    let mut table = players(&["black", "red k11 n11"]).turn("p1").table();
    play(&mut table, "N2S");
    assert_eq!((written(&table).rounds_ashore, to_act(&table).as_str()), (1, "p2 spins"));
}

/// RC-27, RC-24
#[test]
fn at_dawn_the_player_whose_turn_it_would_be_runs_first() {
    let dawn = [("dawn_round", number(1))];
    let position = players(&["red k11 n11", "black l9 p11", "green l13 n13"]).turn("p3").walks("S1N");
    let mut table = position.table_with(&dawn);
    play(&mut table, "o12");
    assert_eq!(to_act(&table), "p1 spins", "Green’s sentry came first");
    let mut table =
        players(&["red k11 n11", "black l9 p11", "green l13 n13"]).turn("p3").walks("S1N").table_with(&dawn);
    play(&mut table, "n11");
    assert_eq!(
        (to_act(&table).as_str(), said(&table)[1].as_str()),
        ("p1 spins", "Dawn: the whistle sounds by itself. The raid is over.")
    );
}
