//! The assault: entering and capturing, all at once.

use super::drawn::*;
use crate::fighting_marines::{Action, FightingMarines, Phase};
use kernel::dynamic::PresentMatch;
use kernel::{Game, Play, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// With the arrow at 44, base space 9 faces `p9`, which is yellow; 10 faces red.
fn first_stop() -> Table {
    let mut table = arrow(4, 35)
        .men("red", "2 4 6 8 10")
        .men("black", "13 15 17 19 21")
        .men("yellow", "24 26 28 30 32")
        .men("green", "35 37 39 41 43")
        .table();
    play(&mut table, "9");
    table
}

/// FM-10, FM-11
#[test]
fn after_the_throw_everybody_who_can_enter_is_to_act() {
    let table = first_stop();
    // Facing: 2 B, 4 G, 6 R, 8 G, 10 R; 13 Y, 15 B, 17 Y, 19 B, 21 Y; 24 G, 26 Y, 28 B, 30 Y, 32 B; 35 R, 37 G, 39 R, 41 G, 43 R.
    assert_eq!(to_act(&table), "red black yellow green");
    assert_eq!(legal(&table, "red"), ["10>", "6>", "pass"]);
    assert_eq!(legal(&table, "black"), ["15>", "19>", "pass"]);
    assert_eq!(legal(&table, "yellow"), ["26>", "30>", "pass"]);
    assert_eq!(legal(&table, "green"), ["37>", "41>", "pass"]);
}

/// FM-11
#[test]
fn players_answer_in_any_order_and_each_goes_on_until_he_is_through() {
    let mut table = first_stop();
    play(&mut table, "green 41>, red 6>, green 37>");
    assert_eq!(to_act(&table), "red black yellow", "green has nothing left to do");
    assert_eq!(said(&table)[1], "Green has nothing left to do.");
    play(&mut table, "yellow pass, red pass, black 19>");
    assert_eq!(to_act(&table), "black");
    play(&mut table, "black 15>");
    assert_eq!(written(&table).phase, "regroup");
}

/// FM-11
#[test]
fn whoever_can_do_nothing_is_passed_at_once_and_told_so() {
    let mut table = arrow(4, 35).men("red", "6").men("black", "13").men("green", "43").table();
    play(&mut table, "9");
    assert_eq!(to_act(&table), "red");
    assert_eq!(said(&table)[1], "Black, Yellow and Green cannot enter and are passed.");
    let mut table = arrow(4, 35).men("red", "2").table();
    play(&mut table, "9");
    assert_eq!(said(&table)[1], "Nobody can enter at this stop.");
    assert_eq!((written(&table).phase.as_str(), to_act(&table).as_str()), ("regroup", "red"));
}

/// FM-11
#[test]
fn the_order_of_answers_never_changes_the_result() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1943);
    let mut stops = 0;
    for players in [2u8, 3, 4] {
        for options in [vec![], vec![("must_enter", on())], vec![("eager", on()), ("shared_victory", on())]] {
            let table = table(players, &options);
            let game = &**table.game();
            for _ in 0..60 {
                let mut play = Play::start(game);
                while play.turn(game) != Turn::Over {
                    if play.state.phase() == Phase::Assault {
                        stops += u32::from(shuffled_assaults_agree(game, &play, &mut dice));
                    }
                    random_step(game, &mut play, &mut dice);
                }
            }
        }
    }
    assert!(stops > 3_000, "only {stops} stops with several seats were tried");
}

fn random_step(game: &FightingMarines, play: &mut Play<FightingMarines>, dice: &mut Xoshiro256PlusPlus) {
    match play.turn(game) {
        Turn::Seats(seats) => {
            let seat = seats.iter().nth(dice.random_range(0..seats.len()) as usize).unwrap();
            let mut actions = Vec::new();
            game.legal_actions(&play.state, seat, &mut actions);
            play.apply(game, seat, actions[dice.random_range(0..actions.len())]);
        }
        Turn::Chance => {
            let mut lots = Vec::new();
            game.chance_outcomes(&play.state, &mut lots);
            play.apply_chance(game, lots[dice.random_range(0..lots.len())].0);
        }
        Turn::Over => {}
    }
}

/// Lets every seat decide for the whole assault, then plays the decisions in several orders.
fn shuffled_assaults_agree(
    game: &FightingMarines,
    play: &Play<FightingMarines>,
    dice: &mut Xoshiro256PlusPlus,
) -> bool {
    let Turn::Seats(open) = play.turn(game) else { return false };
    let mut plans: Vec<(Seat, Vec<Action>)> = Vec::new();
    for seat in open.iter() {
        let mut alone = play.clone();
        let mut plan = Vec::new();
        while matches!(alone.turn(game), Turn::Seats(seats) if seats.contains(seat))
            && alone.state.phase() == Phase::Assault
        {
            let mut actions = Vec::new();
            game.legal_actions(&alone.state, seat, &mut actions);
            let action = actions[dice.random_range(0..actions.len())];
            plan.push(action);
            alone.apply(game, seat, action);
        }
        plans.push((seat, plan));
    }
    let mut ends = Vec::new();
    for _ in 0..4 {
        let mut left = plans.clone();
        let mut together = play.clone();
        while left.iter().any(|(_, plan)| !plan.is_empty()) {
            let at = dice.random_range(0..left.len());
            if left[at].1.is_empty() {
                continue;
            }
            let action = left[at].1.remove(0);
            together.play(game, left[at].0, action).unwrap();
        }
        ends.push(together.state);
    }
    assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "{plans:?}");
    open.len() > 1
}

/// FM-13, FM-17
#[test]
fn a_neutral_space_holds_one_man_of_each_player() {
    let mut table = arrow(4, 27)
        .men("red", "8")
        .men("black", " / 8")
        .men("yellow", "24 / 8")
        .men("green", " / 8")
        .assault("red")
        .table();
    play(&mut table, "red 8>");
    let men = written(&table).men;
    assert!(men.values().all(|army| army.platform == ["p25 private"]), "{men:?}");
    let table = arrow(4, 27).men("red", "8 10 / 8").assault("red").table();
    assert_eq!(legal(&table, "red"), ["10>", "pass"], "nobody joins a man of his own");
}

/// FM-14, FM-15, FM-17
#[test]
fn a_captain_captures_a_colonel_and_stands_where_he_stood() {
    let mut table = arrow(4, 27).men("red", "2c").men("green", "/ 2k").assault("red").table();
    play(&mut table, "red 2x");
    assert_eq!(said(&table)[0], "Red’s captain on 2 captures Green’s colonel and takes the space.");
    let men = written(&table).men;
    assert_eq!((men["red"].platform.as_slice(), &men["red"].circles), (["p19 captain".to_owned()].as_slice(), &vec![]));
    assert_eq!(men["green"].held["red"], ["colonel"]);
}

/// FM-17
#[test]
fn nobody_enters_onto_a_man_of_his_own() {
    let table = arrow(4, 27).men("red", "8 10 / 10").assault("red").table();
    assert_eq!(legal(&table, "red"), ["8>", "pass"]);
}

/// FM-2
#[test]
fn nobody_enters_the_arrow_space() {
    let mut table = arrow(4, 35).men("red", "2 4 6 8 10").men("black", "13").table();
    play(&mut table, "11");
    assert_eq!(written(&table).arrow, 2);
    assert!(!legal(&table, "red").iter().any(|action| action.starts_with("2")), "{:?}", legal(&table, "red"));
}

/// FM-18
#[test]
fn entering_and_capturing_are_choices_unless_the_table_says_otherwise() {
    let position =
        || arrow(4, 27).men("red", "2 8 10").men("green", "41 / 2").men("yellow", "30").assault("red yellow");
    assert_eq!(legal(&position().table(), "red"), ["10>", "2x", "8>", "pass"]);
    let mut strict = position().table_with(&[("must_enter", on())]);
    assert_eq!(legal(&strict, "red"), ["10>", "2x", "8>"]);
    let refusal = strict.why(seat(&strict, "red"), "pass").unwrap_err();
    assert_eq!((refusal.rule.to_string(), refusal.instead.as_str()), ("FM-18".into(), "Play 2x, 8> or 10>."));
    play(&mut strict, "red 2x, red 8>, yellow 30>, red 10>");
    assert_eq!(written(&strict).phase, "regroup");
}

/// FM-14
#[test]
fn a_man_who_has_just_entered_is_not_captured_before_the_next_stop() {
    let mut table = first_stop();
    play(&mut table, "red 6>, red 10>");
    for id in ["black", "yellow", "green"] {
        assert!(legal(&table, id).iter().all(|action| !action.ends_with('x')), "{id}");
    }
}
