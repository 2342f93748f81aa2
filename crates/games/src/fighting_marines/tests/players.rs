//! Two players with two colours each, three with one away.

use super::drawn::*;
use crate::fighting_marines::{COLOURS, Colour};
use kernel::dynamic::{DynMatch, MatchSetup, PresentMatch};

/// FM-29
#[test]
fn two_players_lead_two_colours_each() {
    let table = opening(2);
    let ids: Vec<_> = table.seats().iter().map(|seat| (seat.id, seat.name)).collect();
    assert_eq!(ids, [("red-black", "Red and Black"), ("yellow-green", "Yellow and Green")]);
    assert_eq!(table.game().colours(seat(&table, "yellow-green")), [Colour::Yellow, Colour::Green]);
    assert_eq!(written(&table).men.len(), 4);
}

/// FM-29, FM-12
#[test]
fn a_man_enters_his_own_colour_and_not_his_partners() {
    // With the arrow at 27, 2 faces black and 10 faces red.
    let table = arrow(2, 27).men("red", "2 10").assault("red-black").table();
    assert_eq!(legal(&table, "red-black"), ["10>", "pass"]);
}

/// FM-29, FM-14, FM-17
#[test]
fn nobody_captures_or_crowds_his_own_side() {
    let table = arrow(2, 27)
        .men("red", "2 8 10 / 17")
        .men("black", "17 19 / 2 8")
        .men("yellow", "/ 19")
        .assault("red-black")
        .table();
    assert_eq!(legal(&table, "red-black"), ["10>", "19x", "pass"], "a neutral with Black on it is closed to Red");
    let refusal = table.why(seat(&table, "red-black"), "2x").unwrap_err();
    assert_eq!(refusal.rule.to_string(), "FM-17");
    assert_eq!(refusal.what, "Before 2 stands Black’s private, a man of yours.");
}

/// FM-29, FM-20, FM-21
#[test]
fn a_side_regains_men_of_either_colour_for_captives_of_either() {
    let mut table = arrow(2, 27)
        .men("red", "2 4 6 / / yellow-green:p,c")
        .men("black", "13 / / yellow-green:p")
        .men("yellow", "24 / / red-black:p")
        .men("green", "35 / / red-black:p")
        .regroup("red-black yellow-green")
        .table();
    let regains: Vec<_> =
        legal(&table, "red-black").into_iter().filter(|name| name.contains('=') || name.contains('$')).collect();
    assert_eq!(regains, ["$red-cpt", "black-pvt=green", "black-pvt=yellow", "red-pvt=green", "red-pvt=yellow"]);
    play(&mut table, "red-black black-pvt=green, red-black $red-cpt");
    let men = written(&table).men;
    assert!(men["black"].held.is_empty() && men["green"].held.is_empty());
    assert_eq!(men["red"].held["yellow-green"], ["private"]);
}

/// FM-29, FM-25
#[test]
fn victory_takes_all_sixteen() {
    // With the arrow at 27, the colonel on 19 faces black.
    let position = || {
        arrow(2, 27)
            .men("red", "/ 3 4 5 6 7 9c 11c 12k")
            .men("black", "19k / 13 14 15 16 17 18c 20c")
            .men("yellow", "30")
            .assault("red-black yellow-green")
    };
    let mut table = position().table();
    play(&mut table, "yellow-green 30>, red-black pass");
    assert_eq!(table.outcome(), None, "all red men have landed, and that is half of it");
    let mut table = position().table();
    play(&mut table, "red-black 19>, yellow-green 30>");
    check_end(&table, &[1.0, 0.0], &["FM-25", "FM-27"]);
    let verdict = table.verdict().unwrap().text;
    let wanted = "All sixteen men of Red and Black are on the platform: Red and Black win. \
                  Points: Red and Black 435, Yellow and Green 415; 850 in all.";
    assert_eq!(verdict, wanted);
}

/// FM-30
#[test]
fn with_three_players_one_colour_sits_out() {
    assert_eq!(opening(3).seats().iter().map(|seat| seat.id).collect::<Vec<_>>(), ["red", "black", "green"]);
    for colour in COLOURS {
        let table = table(3, &[("absent", word(colour.word()))]);
        let seats: Vec<_> = table.seats().iter().map(|seat| seat.id).collect();
        let others: Vec<_> = COLOURS.into_iter().filter(|c| *c != colour).map(Colour::word).collect();
        assert_eq!(seats, others);
        assert!(!written(&table).men.contains_key(colour.word()));
        let four = super::drawn::table(4, &[("absent", word(colour.word()))]);
        assert_eq!(four.seats().len(), 4, "the option means nothing to four");
    }
}

/// FM-30, FM-12, FM-14
#[test]
fn spaces_of_the_absent_colour_are_entered_by_capture_alone() {
    // With the arrow at 27, base space 4 faces yellow: 4 - 27 = 21 after the arrow.
    let empty = arrow(3, 27).men("red", "4 10").assault("red").table();
    let refusal = empty.why(seat(&empty, "red"), "4>").unwrap_err();
    assert_eq!(
        (refusal.rule.to_string(), refusal.what.as_str()),
        ("FM-12".into(), "The space before 4 is yellow, not red.")
    );
    let held = arrow(3, 27).men("red", "4 10").men("green", "/ 4").assault("red").table();
    assert_eq!(legal(&held, "red"), ["10>", "4x", "pass"]);
}
