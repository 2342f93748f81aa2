//! The raid: walks, counters, sentries to pass.

use super::drawn::*;
use crate::ranger_commandos::board::RcBoard;
use kernel::dynamic::{DynMatch, PresentMatch};

/// RC-16, RC-17
#[test]
fn a_walk_of_one_goes_to_a_neighbour() {
    let table = players(&["red k11 n11", "black"]).walks("S1N").table();
    assert_eq!(legal(&table, "p1"), ["n13", "n13-", "n9", "o10", "o12", "p11", "p11-"]);
}

/// RC-16, RC-17
#[test]
fn a_walk_of_two_never_comes_back_and_counts_exactly() {
    let table = players(&["red k11 n11", "black"]).walks("N2S").table();
    let ends = legal(&table, "p1");
    assert!(!ends.contains(&"n11".to_owned()), "{ends:?}");
    assert!(ends.contains(&"p13".to_owned()) && ends.contains(&"p11".to_owned()), "two ways lead to p11: {ends:?}");
    assert!(!ends.contains(&"n5".to_owned()) && !ends.contains(&"r11".to_owned()));
}

/// RC-16
#[test]
fn different_ways_to_a_circle_are_one_action() {
    let table = players(&["red k11 n11", "black"]).walks("NE5SW").table();
    let mut ends = legal(&table, "p1");
    let all = ends.len();
    ends.dedup();
    assert_eq!(ends.len(), all);
}

/// RC-16
#[test]
fn up_to_lets_him_walk_fewer_steps() {
    let position = || players(&["red k11 n11", "black"]).walks("NE3SW");
    let exact = legal(&position().table(), "p1");
    let up_to = legal(&position().table_with(&[("up_to", on())]), "p1");
    assert!(exact.iter().all(|end| up_to.contains(end)));
    for number in ["S1N", "N2S"] {
        let fewer = players(&["red k11 n11", "black"]).walks(number).table();
        assert!(legal(&fewer, "p1").iter().all(|end| up_to.contains(end)), "{number}");
    }
    assert!(!up_to.contains(&"n11".to_owned()), "he must move");
}

/// RC-17
#[test]
fn no_line_is_walked_twice_in_one_move() {
    // w4 hangs on v3 and v5: three steps to one of them would go to and fro.
    let table = players(&["red l1 w4", "black"]).walks("NE3SW").table();
    assert_eq!(legal(&table, "p1"), ["t1", "t3", "t7", "u2", "v1", "v7", "w2"]);
}

/// RC-17
#[test]
fn with_retrace_a_line_may_be_walked_again_but_the_start_stays_forbidden() {
    let retrace = [("retrace", on())];
    let table = players(&["red l1 w4", "black"]).walks("NE3SW").table_with(&retrace);
    let ends = legal(&table, "p1");
    for end in ["v3", "v5", "t1", "w2"] {
        assert!(ends.contains(&end.to_owned()), "{end}: {ends:?}");
    }
    for (cell, start) in [("N2S", "w4"), ("E4W", "w4"), ("NE5SW", "n11"), ("E4W", "p11")] {
        let position = || players(&[&format!("red l1 {start}"), "black"]).walks(cell);
        let (strict, again) = (legal(&position().table(), "p1"), legal(&position().table_with(&retrace), "p1"));
        assert!(strict.iter().all(|end| again.contains(end)), "{cell} {start}");
        assert!(!again.contains(&start.to_owned()), "{cell} {start}");
    }
    // Two to and fro from the barge: n9, n11 and n13 are one step off.
    let aboard = players(&["red k11", "black"]).walks("NE3SW").table_with(&retrace);
    assert!(["n9", "n11", "n13"].iter().all(|end| legal(&aboard, "p1").contains(&(*end).to_owned())));
}

/// RC-17
#[test]
fn the_circle_he_started_from_may_be_entered_in_a_later_turn() {
    let mut table = players(&["red k11 n11", "black"]).walks("S1N").table();
    play(&mut table, "p11 N2S S1N n11");
    assert_eq!(at(&table, "p1"), ("k11".into(), "n11".into()));
}

/// RC-18
#[test]
fn the_first_step_leads_from_the_barge_to_the_shore_and_counts_one() {
    let one = players(&["red k11", "black"]).walks("S1N").table();
    assert_eq!(legal(&one, "p1"), ["n11", "n13", "n13-", "n9"]);
    let mut two = players(&["red k11", "black"]).walks("N2S").table();
    assert!(legal(&two, "p1").contains(&"p11".to_owned()));
    play(&mut two, "p11");
    assert_eq!(
        said(&two)[0],
        "Red goes ashore and walks to p11 and takes a counter of the Tank Factory, unseen; 3 are left."
    );
    assert_eq!(at(&two, "p1"), ("k11".into(), "p11".into()));
}

/// RC-19
#[test]
fn sentries_are_passed_and_commandos_share_a_circle() {
    let mut table = players(&["red k11 n11", "black l9 p11"]).walks("N2S").table();
    play(&mut table, "p11");
    assert_eq!((at(&table, "p1").1, at(&table, "p2").1), ("p11".into(), "p11".into()));
    assert_eq!(written(&table).phase, "night", "he passed o10 or o12, both sentries, without alarm");
}

/// RC-20
#[test]
fn a_number_that_cannot_be_walked_loses_the_turn() {
    // A board where w2 is joined to w4 alone, and w4 to nothing else.
    let mut text = testkit::board_file::changed::<RcBoard>(&[("\"n1-o2\",", "\"n1-o2\", \"w2-w4\",")]);
    for line in ["v1-w2", "w2-v3", "v3-w4", "w4-v5"] {
        text = text.replacen(&format!("\"{line}\","), "", 1);
    }
    let config = kernel::dynamic::MatchConfig { players: 2, board: Some(text), ..Default::default() };
    let mut table = Table::open(&config).unwrap();
    let setup = players(&["red l1 w2", "black"]).setup;
    table.place(serde_json::to_value(setup).unwrap()).unwrap();
    play(&mut table, "N2S");
    assert_eq!(said(&table), ["Red spins 2.", "No walk of that number is possible; Red loses the turn."]);
    assert_eq!(to_act(&table), "p2 spins");
}

/// RC-21
#[test]
fn a_counter_may_be_taken_or_left_as_long_as_there_is_one() {
    let mut table = players(&["red k11 n11", "black"]).walks("S1N").table();
    play(&mut table, "p11-");
    assert_eq!(said(&table), ["Red walks from n11 to p11 and leaves the counters of the Tank Factory."]);
    assert_eq!(written(&table).players["p1"].counters, 0);
    let mut table = players(&["red k11 n11", "black"]).walks("S1N").table();
    play(&mut table, "p11");
    let setup = written(&table);
    assert_eq!((setup.players["p1"].counters, setup.objectives["Tank Factory"]), (1, 3));
    let empty = players(&["red k11 n11", "black"]).left("Tank Factory", 0).walks("S1N").table();
    let ends = legal(&empty, "p1");
    assert!(ends.contains(&"p11".to_owned()) && !ends.contains(&"p11-".to_owned()), "{ends:?}");
}

/// RC-4
#[test]
fn closed_lines_open_by_option() {
    let position = || players(&["red l13 n13", "black"]).walks("S1N");
    assert_eq!(legal(&position().table(), "p1"), ["n11", "o12"]);
    let open = position().table_with(&[("closed_lines", off())]);
    assert_eq!(legal(&open, "p1"), ["n11", "n15", "o12", "o14", "p13"]);
}

/// RC-16
#[test]
fn before_the_spin_the_reach_of_every_number_is_told() {
    let table = players(&["red k11 n11", "black"]).table();
    let prospects = table.prospects(seat(&table, "p1"));
    assert_eq!(prospects.len(), 8);
    let arrow = prospects.iter().filter(|p| p.ends.iter().any(|(end, _)| end == "p11")).count();
    assert!(arrow >= 4, "p11 can be reached with most numbers: {arrow}");
}
