//! The regroup phase: exchange, ransom, circles, and the order of it all.

use super::drawn::*;
use kernel::dynamic::PresentMatch;

/// FM-19
#[test]
fn the_thrower_regroups_first_and_the_others_follow_in_the_ring() {
    let all = "/ / ";
    let mut table = arrow(4, 1)
        .men("red", all)
        .men("black", all)
        .men("yellow", all)
        .men("green", all)
        .thrower("yellow")
        .regroup("yellow red black green")
        .table();
    let mut order = Vec::new();
    while to_act(&table) != "chance" {
        order.push(to_act(&table));
        let who = to_act(&table);
        play(&mut table, &format!("{who} pass"));
    }
    assert_eq!(order, ["yellow", "green", "red", "black"]);
    assert_eq!(written(&table).thrower, "green");
}

/// FM-19
#[test]
fn whoever_has_nothing_to_do_is_skipped_and_told_so() {
    let full = |colour: &str| match colour {
        "black" => "13 15 17 19 21c / 1c 2k",
        "yellow" => "24 26 28 30 32",
        _ => "35 37 39 41 43",
    };
    let mut table = arrow(4, 4)
        .men("red", "2 4 6 8")
        .men("black", full("black"))
        .men("yellow", full("yellow"))
        .men("green", full("green"))
        .regroup("red black yellow green")
        .table();
    play(&mut table, "red pass");
    assert_eq!(to_act(&table), "chance");
    let lines = said(&table);
    assert_eq!(lines[0], "Red passes.");
    assert_eq!(lines[1], "Black, Yellow and Green have nothing to regroup and are passed.");
    assert_eq!(lines[2], "The stop is over; Black throws next.");
}

/// FM-20, FM-19
#[test]
fn a_man_given_to_his_own_side_is_free_and_his_player_is_asked_again() {
    // Black has passed already; Yellow's exchange gives him a man back.
    let mut table = arrow(4, 44)
        .men("red", "2 4 6 8 10")
        .men("black", "13 15 17 19 / 1c 2c 3k / yellow:p")
        .men("yellow", "24 26 28 30 / 32c 33c 34k / black:p")
        .men("green", "35 37 39 41 43")
        .thrower("black")
        .regroup("yellow green red")
        .table();
    assert_eq!(legal(&table, "yellow"), ["pass", "pvt<black=black"]);
    play(&mut table, "yellow pvt<black=black");
    assert_eq!(said(&table)[0], "Yellow’s private comes back from Black in exchange for Black’s private.");
    assert_eq!(legal(&table, "yellow"), ["pass", "pvt@32"]);
    play(&mut table, "yellow pvt@32");
    assert_eq!(to_act(&table), "black", "green and red have nothing to do, black is asked again");
    assert_eq!(legal(&table, "black"), ["pass", "pvt@21"]);
    play(&mut table, "black pvt@21");
    assert_eq!(to_act(&table), "chance");
}

/// FM-20
#[test]
fn a_third_players_man_becomes_the_holders_captive() {
    let mut table =
        arrow(4, 1).men("red", "2 / 3 5 7 / black:p").men("green", "35 37 39 41 / / red:p").regroup("red").table();
    play(&mut table, "red pvt<black=green");
    let men = written(&table).men;
    assert_eq!(men["green"].held["black"], ["private"]);
    assert!(men["red"].held.is_empty());
    assert!(men["red"].corner.contains(&"private".to_owned()));
}

/// FM-20, FM-4
#[test]
fn only_a_man_of_the_same_rank_is_exchanged() {
    let table = arrow(4, 1)
        .men("red", "2 4 6 8 / 3 / black:c,k")
        .men("green", "35 37 39 41 / / red:p,c")
        .men("yellow", "24 / / red:c")
        .regroup("red")
        .table();
    assert_eq!(
        legal(&table, "red"),
        ["$col<black", "cpt<black=green", "cpt<black=yellow", "cpt@10", "pass"],
        "the captain is exchanged, the colonel has his price"
    );
}

/// FM-21, FM-22
#[test]
fn ransom_is_paid_to_the_holder_who_is_not_asked() {
    let mut table = arrow(4, 1).men("red", "2 4 / / black:p,c,k").regroup("red").table();
    for (action, price) in [("$pvt<black", 2), ("$cpt<black", 3), ("$col<black", 5)] {
        let before = written(&table).purses;
        play(&mut table, &format!("red {action}"));
        let after = written(&table).purses;
        assert_eq!((before["red"] - after["red"], after["black"] - before["black"]), (price, price), "{action}");
        assert_eq!(to_act(&table), "red");
    }
    assert!(written(&table).men["red"].held.is_empty());
}

/// FM-21
#[test]
fn who_could_exchange_may_not_pay_and_who_cannot_pay_leaves_the_man() {
    let table = arrow(4, 1).men("red", "2 / / black:p").men("green", "/ / red:p").regroup("red").table();
    let refusal = table.why(seat(&table, "red"), "$pvt<black").unwrap_err();
    assert_eq!(refusal.rule.to_string(), "FM-21");
    let poor = arrow(4, 1).men("red", "2 4 6 8 10 / / black:c,c,k").paid("red", "green", 192).regroup("red").table();
    assert_eq!(written(&poor).phase, "throw", "with two points there is nothing red can do");
    let poor = arrow(4, 1).men("red", "2 4 6 8 / / black:p,c,k").paid("red", "green", 192).regroup("red").table();
    assert_eq!(legal(&poor, "red"), ["$pvt<black", "cpt@10", "pass"]);
}

/// FM-23
#[test]
fn any_man_of_the_corner_fills_any_empty_circle_and_leaving_one_empty_takes_a_pass() {
    let mut table = arrow(4, 1).men("red", "2 4 6 / 7 9").regroup("red").table();
    assert_eq!(legal(&table, "red"), ["col@10", "col@8", "cpt@10", "cpt@8", "pass"]);
    play(&mut table, "red col@8");
    assert_eq!(said(&table)[0], "Red’s colonel takes his place on circle 8.");
    assert_eq!(legal(&table, "red"), ["cpt@10", "pass"]);
    assert_eq!(to_act(&table), "red", "a man is at hand and a circle is empty");
    play(&mut table, "red pass");
    assert_eq!(written(&table).men["red"].circles, ["2 private", "4 private", "6 private", "8 colonel"]);
}

/// FM-24
#[test]
fn a_new_man_waits_for_the_next_stop_unless_the_table_is_eager() {
    // With the arrow at 27, base space 10 faces red and 8 a neutral.
    let position = || arrow(4, 27).men("red", "8 / 2").regroup("red");
    let mut table = position().table();
    play(&mut table, "red cpt@10");
    assert!(!legal(&table, "red").contains(&"10>".to_owned()));
    let mut eager = position().table_with(&[("eager", on())]);
    assert!(!legal(&eager, "red").contains(&"8>".to_owned()), "he stood there when the platform stopped");
    assert!(!legal(&eager, "red").contains(&"10>".to_owned()));
    play(&mut eager, "red cpt@10");
    assert!(legal(&eager, "red").contains(&"10>".to_owned()));
    play(&mut eager, "red 10>");
    assert!(written(&eager).men["red"].platform.contains(&"p27 captain".to_owned()));
    assert!(legal(&eager, "red").contains(&"cpt@10".to_owned()), "the circle is empty again");
}

/// FM-24, FM-14, FM-18
#[test]
fn an_eager_man_captures_and_under_must_enter_he_must() {
    let table = || arrow(4, 27).men("red", "4 6 8 / 10").men("green", "/ 2").regroup("red");
    let mut eager = table().table_with(&[("eager", on())]);
    play(&mut eager, "red pvt@2, red 2x");
    assert_eq!(written(&eager).men["green"].held["red"], ["private"]);
    let mut strict = table().table_with(&[("eager", on()), ("must_enter", on())]);
    play(&mut strict, "red pvt@2");
    assert!(!legal(&strict, "red").contains(&"pass".to_owned()));
    play(&mut strict, "red 2x, red pass");
}

/// FM-24, FM-25
#[test]
fn under_eager_victory_is_looked_for_again_when_the_regroup_closes() {
    let position = arrow(4, 27).men("red", "/ 2 3 4 5 6 7c 11c").regroup("red black yellow green");
    let mut table = position.table_with(&[("eager", on())]);
    play(&mut table, "red col@10, red 10>");
    assert_eq!(to_act(&table), "black", "the others regroup first");
    play(&mut table, "black pass, yellow pass, green pass");
    check_end(&table, &[1.0, 0.0, 0.0, 0.0], &["FM-25", "FM-27"]);
}
