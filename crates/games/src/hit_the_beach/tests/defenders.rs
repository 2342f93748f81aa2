//! Defenders inland: beating them, and where they go.

use super::drawn::*;
use kernel::dynamic::DynMatch;

fn inland(die: u8) -> Position {
    thrown(4, die).men("red", "R14 . / R15 .").cleared("R6 R13")
}

/// HB-24
#[test]
fn any_division_removes_a_defender_inland_by_exact_count() {
    for (die, from, word) in [(2, "R14", "marine"), (1, "R15", "army")] {
        let mut table = inland(die).table();
        play(&mut table, &format!("{from}-R16"));
        assert_eq!(said(&table)[0], format!("Red’s {word} goes from {from} to R16 and removes the defender."));
        assert_eq!(cited(&table), ["HB-9", "HB-24"]);
        assert!(table.mid_turn());
        assert_eq!(written(&table).defenders.len(), 13);
    }
    assert!(!ends(&inland(3).table(), "R15").contains("R16"), "not with more than the count");
}

/// HB-25, HB-3
#[test]
fn a_defender_on_an_atoll_needs_no_landing() {
    let mut table = thrown(4, 1).men("blue", ". . / R10 .").defender("W5", "R11").turn("blue").table();
    play(&mut table, "R10-R11");
    assert_eq!(cited(&table), ["HB-9", "HB-24", "HB-25"]);
    assert_eq!(said(&table)[0], "Blue’s army goes from R10 to R11 and removes the defender of the atoll.");
}

/// HB-26
#[test]
fn the_defender_goes_to_any_empty_brown_circle_that_is_not_a_beach() {
    let mut table = inland(1).men("green", "G15 . / G1 .").table();
    play(&mut table, "R15-R16");
    let free = "B11 B14 B15 B7 B8 B9 E2 E4 G14 G7 G8 G9 K14 K15 K7 K8 K9 N2 R11 R15 R7 R8 R9 S2 W2 W4";
    assert_eq!(ends(&table, "def"), free, "R15 was just left; R14, R16 and G15 are taken");
    assert!(!legal(&table).contains(&"pass".to_owned()), "nobody keeps a defender");
    play(&mut table, "def-R15");
    assert_eq!(written(&table).defenders.len(), 14);
    assert_eq!((to_act(&table).as_str(), written(&table).turn.as_str()), ("chance", "green"));
}

/// HB-26
#[test]
fn move_and_placing_are_one_turn_that_can_be_undone_as_a_whole() {
    let mut table = inland(1).table();
    let before = table.current_play().state;
    let red = seat(&table, "red");
    assert_eq!(table.play(red, "R15-R16 def-W4").unwrap().len(), 2);
    assert!(table.undo() && table.mid_turn() && table.undo());
    assert_eq!(table.current_play().state, before);
    assert!(table.play(red, "R15-R16 def-R13").is_err(), "a beach");
    assert_eq!(table.current_play().state, before, "both parts are played or none");
}

/// HB-27
#[test]
fn a_defender_may_close_every_way_of_an_opponent() {
    // In the west the way from W4 to the objective is free, in the east E5 blocks it.
    let mut table = thrown(2, 1)
        .men("blue", ". . / W4 .")
        .defender("W5", "R7")
        .defender("R16", "R8")
        .defender("B16", "W2")
        .men("red", "W2 . / . .")
        .removed("W2")
        .table();
    let mut harmless = table.clone();
    play(&mut harmless, "def-R16");
    assert_eq!(cited(&harmless), ["HB-26"], "by B16 the way is still free");
    play(&mut table, "def-W5");
    assert_eq!(cited(&table), ["HB-26", "HB-27"]);
    play(&mut table, "3");
    assert!(ends(&table, "W4").split(' ').any(|end| end == "W5"), "by exact count it can be removed");
}

/// HB-16, HB-24
#[test]
fn a_defender_in_the_way_must_be_beaten_first() {
    let table = inland(3).table();
    assert!(!ends(&table, "R14").contains("W5"), "R16 stands between");
    let mut table = inland(1).table();
    play(&mut table, "R15-R16, def-G14, 1, pass, 1, pass, 1, pass, 1, R16-W5, def-E4");
    assert_eq!(written(&table).forces["red"].armies, ["W5", "start"]);
}
