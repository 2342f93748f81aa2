//! The scene: drawing, trays, headline and marks.

use super::drawn::*;
use crate::fighting_marines::FightingMarines;
use kernel::dynamic::{DynMatch, PresentMatch};
use kernel::scene::{Mark, Spot, Throw};
use kernel::{Seat, Show, Viewer};
use std::collections::{BTreeSet, HashSet};
use testkit::scene::{check_inks, check_pictures};

/// FM-2, FM-3, FM-9
#[test]
fn the_platform_turns_with_the_arrow_and_its_men_with_it() {
    let table = arrow(4, 27).men("red", "10 / 26").table();
    let scene = table.scene(Viewer::Spectator);
    assert_eq!(scene.turned, 27);
    let place = |id: &str| scene.plan.place(id, scene.turned).unwrap();
    let (base, pad, centre) = (place("26"), place("p43"), scene.plan.turntable.as_ref().unwrap().centre);
    let cross = (base.0 - centre.0) * (pad.1 - centre.1) - (base.1 - centre.1) * (pad.0 - centre.0);
    assert!(cross.abs() < 20.0, "26 and the space it faces lie on one ray: {base:?} {pad:?}");
    assert_eq!(opening(4).scene(Viewer::Spectator).turned, 0, "the arrow at 44 is where it is drawn");
    let red = scene.tokens.iter().find(|token| token.at == Spot::Space("p43".into()));
    assert_eq!(red.map(|token| token.kind), Some("red-private"));
}

/// FM-3
#[test]
fn in_the_terminal_every_base_space_lies_beside_the_space_it_faces() {
    let plan = opening(4).game().plan();
    for turned in 0..44_u16 {
        let mut cells = BTreeSet::new();
        for space in &plan.spaces {
            assert!(cells.insert(plan.cell(&space.id, turned).unwrap()), "{} lies on another", space.id);
        }
        for base in 1..=44_u16 {
            let index = (base + 44 - turned) % 44;
            let id = if [3, 25].contains(&index) { format!("p{index}-red") } else { format!("p{index}") };
            let (outside, inside) = (plan.cell(&base.to_string(), turned).unwrap(), plan.cell(&id, turned).unwrap());
            let apart = outside.0.abs_diff(inside.0).max(outside.1.abs_diff(inside.1));
            assert_eq!(apart, 1, "{base} and {id}");
        }
    }
}

/// FM-13, FM-17
#[test]
fn four_men_on_a_neutral_have_a_place_each() {
    let table = arrow(4, 27).men("red", "/ 8").men("black", "/ 8").men("yellow", "/ 8").men("green", "/ 8").table();
    let scene = table.scene(Viewer::Spectator);
    let on: HashSet<_> = scene
        .tokens
        .iter()
        .filter_map(|token| match &token.at {
            Spot::Space(id) if id.starts_with("p25-") => Some(id.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(on.len(), 4);
}

/// FM-5, FM-20
#[test]
fn trays_hold_corner_captives_purse_and_pool() {
    let table = arrow(4, 27).men("red", "2 4 / / black:p,k").table();
    let scene = table.scene(Viewer::Spectator);
    let tray = |id: &str| scene.trays.iter().find(|tray| tray.id == id).unwrap();
    assert_eq!(tray("corner-red").note, "2 privates, 2 captains");
    assert_eq!(tray("captives-black").note, "1 red private, 1 red colonel");
    assert_eq!(tray("purse-red").note, "194 points", "one number; the chips on demand");
    assert_eq!(tray("purse-red").details, "chips: 19 blue, 0 red, 4 white");
    assert_eq!(tray("pool").note, "40 points");
    let held: Vec<_> =
        scene.tokens.iter().filter(|t| matches!(&t.at, Spot::Tray(id, _) if id == "captives-black")).collect();
    assert_eq!(held.iter().map(|token| token.kind).collect::<Vec<_>>(), ["red-private", "red-colonel"]);
    assert_eq!(scene.tokens.len(), 32);
    assert_eq!(scene.needs[0].line.text, "All 8 men onto the platform: 0 there, 2 in captivity.");
}

/// FM-9
#[test]
fn the_dice_show_the_total() {
    for total in 2..=12 {
        let mut table = arrow(4, 27).table();
        play(&mut table, &total.to_string());
        let Some(Throw::Dice(pips)) = table.scene(Viewer::Spectator).throw else { panic!("no dice") };
        assert_eq!(pips.iter().map(|pip| i32::from(*pip)).sum::<i32>(), total);
        assert!(pips.len() == 2 && pips.iter().all(|pip| (1..=6).contains(pip)), "{pips:?}");
    }
    let mut table = opening(4);
    assert_eq!(table.scene(Viewer::Spectator).throw, None);
    table.apply_chance("red 9").unwrap();
    let Some(Throw::Dice(pips)) = table.scene(Viewer::Spectator).throw else { panic!("no dice") };
    assert_eq!(pips.iter().sum::<u8>(), 9, "FM-8: the throw for the first turn is shown");
}

/// FM-11, FM-19
#[test]
fn the_headline_says_who_may_do_what() {
    let mut table = opening(4);
    let headline = |table: &Table| table.scene(Viewer::Spectator).headline;
    assert_eq!(headline(&table), "Red throws for the first turn.");
    play(&mut table, "red 12, black 2, yellow 2, green 2");
    assert_eq!(headline(&table), "Red is to throw and turn the platform.");
    let assault = arrow(4, 27).men("red", "10").men("yellow", "30").assault("red yellow").table();
    assert_eq!(headline(&assault), "Assault: Red and Yellow may move, all at once.");
    let regroup = arrow(4, 27).regroup("green").table();
    assert_eq!(headline(&regroup), "Regroup: Green is to exchange, ransom or fill circles.");
}

/// FM-20, FM-21
#[test]
fn pointing_from_one_tray_to_another_names_the_rule_that_forbids_it() {
    let table = arrow(4, 44).men("red", "2 4 / / black:p").men("yellow", "24 / / green:c").regroup("red").table();
    let why = |steps: &[&str]| table.why_not(Seat(0), steps, None).map(|refusal| refusal.to_string());
    let check = |from: &str, to: &str, rule: &str, words: &str| {
        let refusal = why(&[from, to]).unwrap_or_else(|| panic!("{from} to {to} has no reason"));
        assert!(refusal.contains(rule) && refusal.contains(words), "{from} to {to}: {refusal}");
    };
    check("captives-black", "captives-red", "FM-20", "You hold no private of Black to give for him");
    check("captives-green", "captives-red", "FM-20", "no private of Red");
    check("captives-yellow", "purse-red", "FM-20", "no private of Red");
    check("captives-red", "captives-black", "FM-20", "from an opponent who holds him");
    check("captives-green", "captives-black", "FM-20", "from an opponent who holds him");
    assert_eq!(why(&["captives-black", "purse-red"]), None, "Red may pay for the private");
    let two = arrow(2, 44).men("red", "2 / / yellow-green:p").regroup("red-black").table();
    let refusal = two.why_not(Seat(0), &["captives-red-black", "captives-yellow-green"], None).expect("a reason");
    assert_eq!(refusal.rule.to_string(), "FM-20", "{refusal}");
}

/// FM-18
#[test]
fn under_must_enter_the_men_who_must_are_marked() {
    let strict = arrow(4, 27).men("red", "4 8 10").assault("red").table_with(&[("must_enter", on())]);
    let marks: HashSet<_> = strict.scene(Viewer::Spectator).marks.into_iter().collect();
    assert_eq!(marks, HashSet::from([("8".to_owned(), Mark::Must), ("10".to_owned(), Mark::Must)]));
}

/// FM-33
#[test]
fn every_picture_of_the_how_to_play_page_can_be_drawn() {
    check_pictures::<FightingMarines>(&["start", "facing", "enter", "capture", "chart"]);
}

/// FM-2
#[test]
fn every_ink_that_is_used_is_in_the_plan() {
    check_inks(&opening(4).game().plan());
}

/// FM-8, FM-9, FM-25
#[test]
fn a_player_reads_what_they_have_to_do_and_what_they_need() {
    let mut table = opening(4);
    assert_eq!(table.headline_to(Seat(0)), "Your turn: throw for the first turn.");
    play(&mut table, "red 12, black 2, yellow 2, green 2");
    assert_eq!(table.headline_to(Seat(0)), "Your turn: throw and turn the platform.");
    assert_eq!(table.headline_to(Seat(1)), "Red is to throw and turn the platform.");
    assert_eq!(table.need_to(Seat(0)).unwrap().text, "You need all 8 men on the platform: 0 there.");
}
