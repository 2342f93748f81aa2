//! Places, counters, the winner.

use super::drawn::*;
use kernel::dynamic::{DynMatch, PresentMatch};

/// Red is a step from home with `red` counters, Black far out with `black`.
fn finish(red: u8, black: u8) -> Table {
    let mut table =
        players(&[&format!("red c7 aboard {red}"), &format!("black h9 aboard {black}")]).phase("day").table();
    play(&mut table, "E4W");
    table
}

/// RC-34, RC-22
#[test]
fn counters_are_turned_up_one_by_one_when_nobody_is_at_sea() {
    let mut table = finish(2, 1);
    assert_eq!(said(&table).last().unwrap(), "Nobody is at sea any more: the counters are turned up.");
    assert_eq!((to_act(&table).as_str(), table.thrower()), ("chance", None));
    let lots: Vec<_> = table.chance_outcomes().iter().map(|lot| (lot.outcome.clone(), lot.weight)).collect();
    let wanted = [("star", 1), ("50", 3), ("25", 5), ("10", 8), ("5", 7), ("plain", 10)];
    assert_eq!(lots, wanted.map(|(face, count)| (face.to_owned(), count)));
    play(&mut table, "star");
    assert_eq!(said(&table), ["Red turns up the star: 100 points."]);
    let lots: Vec<_> = table.chance_outcomes().iter().map(|lot| lot.outcome.clone()).collect();
    assert_eq!(lots, ["50", "25", "10", "5", "plain"], "there is one star");
    play(&mut table, "plain");
    assert_eq!(said(&table), ["Red turns up a plain counter: nothing."]);
    play(&mut table, "25");
    assert_eq!(said(&table)[0], "Black turns up a counter: 25.");
    check_end(&table, &[1.0, 0.0], &["RC-35", "RC-33", "RC-34"]);
    assert_eq!(
        said(&table)[1],
        "Red wins with 200 points. Red 200: 100 for coming home first, 100 in 2 counters; \
         Black 100: 75 for coming home second, 25 in 1 counter."
    );
}

/// RC-35
#[test]
fn counters_beat_places() {
    let mut table = finish(0, 1);
    play(&mut table, "50");
    check_end(&table, &[0.0, 1.0], &["RC-35", "RC-33", "RC-34"]);
}

/// RC-35
#[test]
fn equal_totals_share_the_win() {
    let mut table = finish(0, 1);
    play(&mut table, "25");
    check_end(&table, &[0.5, 0.5], &["RC-35", "RC-33", "RC-34"]);
    assert!(said(&table)[1].starts_with("Red and Black share the win with 100 points each."));
}

/// RC-33
#[test]
fn four_places_count_100_75_50_and_25() {
    let mut table = players(&["red c3", "black c7", "green c11", "orange j9"]).phase("day").table();
    play(&mut table, "E4W E4W E4W");
    let verdict = table.verdict().unwrap().text;
    assert_eq!(
        verdict,
        "Red wins with 100 points. Red 100: 100 for coming home first, no counters; Black 75: 75 for coming home second, \
         no counters; Green 50: 50 for coming home third, no counters; Orange 25: 25 for coming home fourth, no counters."
    );
}

/// RC-34, RC-25
#[test]
fn counters_of_a_captured_commando_stay_face_down() {
    let mut table = players(&["red k11 w8 5", "black c7", "green h9"]).escape("p1", "p2").table();
    play(&mut table, "S1N S1N S1N E4W");
    assert_eq!(written(&table).phase, "over", "nobody who is home has counters");
    assert_eq!(written(&table).players["p1"].counters, 5);
    assert_eq!(table.outcome().unwrap().shares[0], 0.0);
}

/// RC-36
#[test]
fn if_everybody_is_captured_it_is_a_draw() {
    let mut table = players(&["red k11 w8 3", "black l1 w8 2", "green l17 w8"]).escape("p1", "p1").table();
    play(&mut table, "S1N S1N S1N S1N S1N S1N S1N S1N S1N");
    let third = 1.0 / 3.0;
    check_end(&table, &[third, third, third], &["RC-36"]);
    assert_eq!(said(&table).last().unwrap(), "Every commando has been captured. Nobody scores; it is a draw.");
}
