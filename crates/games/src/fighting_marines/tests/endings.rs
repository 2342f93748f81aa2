//! Victory, the pool, and the last throw.

use super::drawn::*;
use kernel::dynamic::{DynMatch, PresentMatch};

/// Seven red men landed; with the arrow at 27 the eighth on 10 faces red.
fn almost() -> Position {
    arrow(4, 27).men("red", "10k / 3 4 5 6 7 9c 11c")
}

/// FM-25, FM-27
#[test]
fn all_eight_on_the_platform_win_the_pool_when_the_assault_closes() {
    let mut table = almost().men("yellow", "30").assault("red yellow").table();
    play(&mut table, "red 10>");
    assert_eq!(to_act(&table), "yellow", "the assault is not over yet");
    play(&mut table, "yellow pass");
    check_end(&table, &[1.0, 0.0, 0.0, 0.0], &["FM-25", "FM-27"]);
    let lines = said(&table);
    assert_eq!(lines[0], "Yellow passes.");
    assert_eq!(
        lines[1],
        "All eight men of Red are on the platform: Red wins. Points: Red 234, Black 194, Yellow 194, Green 194; 816 in all."
    );
    assert_eq!(lines[2], "The pool of 40 points goes to Red.");
    assert_eq!((written(&table).pool, written(&table).phase.as_str()), (0, "over"));
}

/// FM-25, FM-14
#[test]
fn a_capture_in_the_same_assault_denies_victory() {
    let position = || arrow(4, 27).men("red", "10k / 3 4 5 6 26 9c 11c").men("yellow", "26").assault("red yellow");
    for order in ["red 10>, yellow 26x", "yellow 26x, red 10>"] {
        let mut table = position().table();
        play(&mut table, order);
        assert_eq!(table.outcome(), None);
        assert_eq!(written(&table).phase, "regroup");
    }
}

/// Red and Yellow both need one man.
fn both() -> Position {
    almost().men("yellow", "32k / 24 25 29 31 33 34c 36c").assault("red yellow")
}

/// FM-26
#[test]
fn of_two_who_complete_at_once_the_one_nearest_to_the_thrower_wins() {
    for (thrower, shares) in [
        ("red", [1.0, 0.0, 0.0, 0.0]),
        ("black", [0.0, 0.0, 1.0, 0.0]),
        ("yellow", [0.0, 0.0, 1.0, 0.0]),
        ("green", [1.0, 0.0, 0.0, 0.0]),
    ] {
        for order in ["red 10>, yellow 32>", "yellow 32>, red 10>"] {
            let mut table = both().thrower(thrower).table();
            play(&mut table, order);
            check_end(&table, &shares, &["FM-25", "FM-27"]);
        }
    }
}

/// FM-26, FM-27
#[test]
fn shared_victory_shares_the_pool() {
    let mut table = both().table_with(&[("shared_victory", on())]);
    play(&mut table, "yellow 32>, red 10>");
    check_end(&table, &[0.5, 0.0, 0.5, 0.0], &["FM-25", "FM-26", "FM-27"]);
    assert_eq!(said(&table).last().unwrap(), "Red and Yellow share the pool of 40 points, 20 each.");
    let setup = written(&table);
    assert_eq!((setup.purses["red"], setup.purses["yellow"], setup.in_box), (214, 214, 0));
}

/// FM-28, FM-27
#[test]
fn after_the_last_throw_most_men_on_the_platform_win() {
    let limit = [("throw_limit", number(20))];
    let position = || arrow(4, 27).men("red", "/ 3 4 5").men("green", "/ 6 7").throws(20).regroup("green");
    let mut table = position().table_with(&limit);
    play(&mut table, "green pass");
    check_end(&table, &[1.0, 0.0, 0.0, 0.0], &["FM-28", "FM-27"]);
    assert!(said(&table)[1].starts_with("20 throws have been made, and Red has most men on the platform: 3."));
    let mut goes_on = position().throws(19).table_with(&limit);
    play(&mut goes_on, "green pass");
    assert_eq!((to_act(&goes_on).as_str(), goes_on.outcome()), ("chance", None));
    let mut endless = position().table_with(&[("throw_limit", number(0))]);
    play(&mut endless, "green pass");
    assert_eq!(to_act(&endless), "chance");
}

/// FM-28, FM-27
#[test]
fn equal_players_share_and_odd_points_stay_in_the_box() {
    let limit = [("throw_limit", number(20))];
    let mut table = arrow(4, 27)
        .men("red", "/ 3 4")
        .men("black", "/ 5 6")
        .men("green", "/ 7 9")
        .throws(20)
        .regroup("green")
        .table_with(&limit);
    play(&mut table, "green pass");
    let third = 1.0 / 3.0;
    check_end(&table, &[third, third, 0.0, third], &["FM-28", "FM-27"]);
    let setup = written(&table);
    assert_eq!((setup.purses["red"], setup.purses["yellow"], setup.pool, setup.in_box), (207, 194, 0, 1));
    let verdict = table.verdict().unwrap().text;
    assert!(
        verdict.ends_with("Points: Red 207, Black 207, Yellow 194, Green 207, left in the box 1; 816 in all."),
        "{verdict}"
    );
}

/// FM-28
#[test]
fn the_limit_is_looked_at_when_the_regroup_closes_and_not_before() {
    let mut table = arrow(4, 27).throws(19).men("red", "/ 3").table_with(&[("throw_limit", number(20))]);
    play(&mut table, "7");
    assert_eq!((to_act(&table).as_str(), table.outcome()), ("red", None));
    play(&mut table, "red pass, black pass, yellow pass, green pass");
    check_end(&table, &[1.0, 0.0, 0.0, 0.0], &["FM-28", "FM-27"]);
}
