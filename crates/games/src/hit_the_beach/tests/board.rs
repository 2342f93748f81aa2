//! The board in the box, and the start of the game.

use super::drawn::*;
use crate::hit_the_beach::board::{HbBoard, Kind};
use crate::hit_the_beach::{COLOURS, Colour, INFO, Space, rules};
use crate::testing::board;
use kernel::{Evidence, Show};
use std::collections::BTreeSet;

/// The mirror image of a space in another quarter.
fn mirrored(name: &str, colour: Colour) -> String {
    let (sides, poles) = (["W", "E"], ["N", "S"]);
    let (east, south) =
        (matches!(colour, Colour::Green | Colour::Black), matches!(colour, Colour::Black | Colour::Blue));
    let (first, rest) = name.split_at(1);
    match first {
        "R" => format!("{}{rest}", colour.letter()),
        "W" => format!("{}{rest}", sides[usize::from(east)]),
        "N" => format!("{}{rest}", poles[usize::from(south)]),
        "S" if rest == "R" => format!("S{}", colour.letter()),
        _ => name.to_owned(),
    }
}

/// HB-1
#[test]
fn there_are_111_spaces_and_126_lines() {
    let board = board::<HbBoard>();
    let count = |wanted: fn(Kind) -> bool| board.places.iter().filter(|place| wanted(place.kind)).count();
    assert_eq!((board.places.len(), board.roads.len()), (111, 126));
    assert_eq!(count(|kind| kind == Kind::Objective), 1);
    assert_eq!(count(|kind| kind == Kind::Sea), 62);
    assert_eq!(count(Kind::is_brown), 44);
    assert_eq!(count(|kind| matches!(kind, Kind::Start(_))), 4);
    let names: Vec<_> = board.islands.iter().map(|island| island.name.as_str()).collect();
    assert_eq!(names, ["the large island", "the west island", "the east island"]);
}

/// HB-2, HB-5
#[test]
fn each_colour_has_two_beaches_and_fourteen_defenders_stand_on_marked_circles() {
    let board = board::<HbBoard>();
    for colour in COLOURS {
        let circles = board.beaches[colour.index()].each_ref().map(|beach| board.name(beach.circle).to_owned());
        assert_eq!(circles, [6, 13].map(|number| format!("{}{number}", colour.letter())));
    }
    let marked: BTreeSet<_> = board.marked.iter().map(|(space, _)| board.name(*space)).collect();
    let wanted = "R6 R13 G6 G13 K6 K13 B6 B13 R16 G16 K16 B16 W5 E5";
    assert_eq!(marked, wanted.split(' ').collect());
    assert_eq!(board.net.marked.count_ones(), 14);
    assert!(board.marked.iter().all(|(space, _)| board.place(*space).kind == Kind::Land));
}

/// HB-3
#[test]
fn there_are_four_atolls_of_one_circle() {
    let board = board::<HbBoard>();
    let atolls: Vec<_> =
        board.places.iter().filter(|place| place.kind == Kind::Atoll).map(|place| place.name.as_str()).collect();
    assert_eq!(atolls, ["R11", "G11", "K11", "B11"]);
    for name in atolls {
        let beside = board.beside(board.called(name).unwrap());
        assert!(beside.iter().all(|(next, _)| board.place(*next).kind == Kind::Sea), "{name} lies alone");
    }
}

/// HB-1, HB-6
#[test]
fn the_board_is_the_same_for_the_four_colours() {
    let board = board::<HbBoard>();
    let joined = |a: &str, b: &str| {
        let (a, b) = (board.called(a).unwrap(), board.called(b).unwrap());
        board.beside(a).iter().any(|(next, _)| *next == b)
    };
    for road in &board.roads {
        for colour in COLOURS {
            let ends = [road.from, road.to].map(|space| board.name(space).to_owned());
            if !ends.iter().all(|name| "RWNSH".contains(&name[..1]))
                || ends.iter().any(|name| name == "S1" || name == "S2")
            {
                continue;
            }
            let [a, b] = ends.each_ref().map(|name| mirrored(name, colour));
            assert!(joined(&a, &b), "{a} and {b} are joined like {ends:?}");
        }
    }
}

/// HB-1
#[test]
fn the_tables_hold_the_ends_of_all_ways() {
    let board = board::<HbBoard>();
    let ends = |from: &str, pips: u8| {
        let ends = board.net.ends(board.called(from).unwrap(), pips, 0);
        let names: BTreeSet<_> =
            (0..111).map(Space).filter(|space| ends & space.bit() != 0).map(|space| board.name(space)).collect();
        names.into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ends("SR", 1), "R1");
    assert_eq!(ends("SR", 3), "R3 W1");
    assert_eq!(ends("R16", 2), "B16 HQ N2 R14 W4");
    assert_eq!(ends("W5", 1), "B16 HQ R16");
    assert!(!ends("R10", 6).split(' ').any(|end| end == "R10"), "a loop back to the same space is not a move");
}

/// HB-1
#[test]
fn every_element_of_the_board_has_its_evidence() {
    let board = board::<HbBoard>();
    let evidence = |name: &str| board.place(board.called(name).unwrap()).evidence;
    assert_eq!(["HQ", "R6", "R11", "SR"].map(evidence), [Evidence::Told; 4]);
    assert_eq!(["R1", "R8", "W1"].map(evidence), [Evidence::Invented; 3]);
    assert!(board.roads.iter().all(|road| road.evidence != Evidence::Told), "no line is told");
    let plan = opening(4).game().plan();
    let paths = plan.facts.iter().find(|fact| fact.what.contains("paths are ours"));
    assert_eq!(paths.map(|fact| fact.evidence), Some(Evidence::Invented));
}

/// HB-4, HB-5
#[test]
fn at_the_start_all_pieces_wait() {
    for players in [2, 3, 4] {
        let setup = written(&opening(players));
        assert_eq!((setup.phase.as_str(), setup.defenders.len(), setup.throws), ("opening", 14, 0));
        assert_eq!(setup.forces.len(), usize::from(players));
        for forces in setup.forces.values() {
            assert_eq!((&forces.marines, &forces.armies), (&vec!["start".into(); 2], &vec!["start".into(); 2]));
            assert_eq!((forces.ship.as_str(), forces.plane.as_str()), ("start", "start"));
        }
    }
}

/// HB-4
#[test]
fn a_state_is_small() {
    assert!(size_of::<crate::hit_the_beach::State>() <= 64);
    assert!(size_of::<crate::hit_the_beach::Action>() <= 4);
}

// Resigning is a command, which the table crate tests.
/// HB-30
#[test]
fn resigning_has_a_rule_to_cite() {
    assert_eq!(INFO.shared_rules.resign, rules::RESIGNING);
    assert_eq!(rules::RESIGNING.to_string(), "HB-30");
}
