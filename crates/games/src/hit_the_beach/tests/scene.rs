//! The scene: pieces in their places, texts, marks, gestures.

use super::drawn::*;
use crate::hit_the_beach::HitTheBeach;
use kernel::dynamic::PresentMatch;
use kernel::scene::{Mark, Shape, Spot, Throw, Tone};
use kernel::{Game, Seat, Show, Viewer};
use std::collections::{BTreeSet, HashSet};
use testkit::scene::{check_inks, check_pictures};

/// HB-4, HB-5
#[test]
fn pieces_wait_in_their_harbours_and_defenders_on_their_circles() {
    for (players, pieces) in [(2, 12), (3, 18), (4, 24)] {
        let scene = opening(players).scene(Viewer::Spectator);
        assert_eq!(scene.tokens.len(), pieces + 14);
        let kinds: BTreeSet<_> = scene.tokens.iter().map(|token| token.kind.rsplit('-').next().unwrap()).collect();
        assert_eq!(kinds, ["army", "defender", "marine", "plane", "ship"].into());
        let waiting = scene.tokens.iter().filter(|token| matches!(&token.at, Spot::Space(at) if at.contains('-')));
        assert_eq!(waiting.count(), pieces);
    }
}

/// HB-31
#[test]
fn every_place_has_its_own_cell_and_name() {
    let plan = opening(4).game().plan();
    let cells: HashSet<_> = plan.spaces.iter().map(|space| space.cell).collect();
    let names: HashSet<_> = plan.spaces.iter().map(|space| space.id.to_lowercase()).collect();
    assert_eq!(plan.spaces.len(), 111 + 16 + 24);
    assert_eq!((cells.len(), names.len()), (plan.spaces.len(), plan.spaces.len()));
    let (width, height) = cells.iter().fold((0, 0), |(w, h), cell| (w.max(cell.0), h.max(cell.1)));
    assert_eq!((width, height), (18, 12), "it fits a terminal");
    for space in &plan.spaces {
        assert!(space.at.0 > 0.0 && space.at.0 < plan.size.0 && space.at.1 > 0.0 && space.at.1 < plan.size.1);
        assert!(space.glyph.1.is_ascii());
    }
    assert!(plan.tokens.iter().all(|token| token.glyph.1.is_ascii()));
}

/// HB-1
#[test]
fn every_line_can_be_drawn_in_a_terminal() {
    let plan = opening(4).game().plan();
    let cell = |id: &str| plan.space(id).unwrap().cell;
    for way in &plan.ways {
        let (a, b) = (cell(&way.from), cell(&way.to));
        let (dx, dy) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        assert!(dx == 0 || dy == 0 || (dx, dy) == (1, 1), "{} {}", way.from, way.to);
        let between = plan.spaces.iter().filter(|space| {
            let (x, y) = space.cell;
            let (left, right) = (a.0.min(b.0), a.0.max(b.0));
            let (top, bottom) = (a.1.min(b.1), a.1.max(b.1));
            (dx == 0 && x == a.0 && y > top && y < bottom) || (dy == 0 && y == a.1 && x > left && x < right)
        });
        assert_eq!(between.count(), 0, "something lies on the line from {} to {}", way.from, way.to);
    }
}

/// HB-1
#[test]
fn spaces_lie_apart_and_lines_do_not_run_through_them() {
    let plan = opening(4).game().plan();
    for (index, a) in plan.spaces.iter().enumerate() {
        for b in &plan.spaces[..index] {
            let apart = (a.at.0 - b.at.0).hypot(a.at.1 - b.at.1);
            assert!(apart > plan.token_r * 2.0, "{} and {} touch: {apart}", a.id, b.id);
        }
    }
    for way in &plan.ways {
        let (a, b) = (plan.space(&way.from).unwrap(), plan.space(&way.to).unwrap());
        for space in plan.spaces.iter().filter(|space| space.id != a.id && space.id != b.id) {
            let (dx, dy) = (b.at.0 - a.at.0, b.at.1 - a.at.1);
            let along = ((space.at.0 - a.at.0) * dx + (space.at.1 - a.at.1) * dy) / (dx * dx + dy * dy);
            let t = along.clamp(0.0, 1.0);
            let off = (space.at.0 - a.at.0 - t * dx).hypot(space.at.1 - a.at.1 - t * dy);
            assert!(off > plan.token_r, "{} lies on the line from {} to {}", space.id, a.id, b.id);
        }
    }
}

/// HB-11, HB-21
#[test]
fn support_pieces_lie_in_the_beach_area_and_not_on_its_circle() {
    let table = thrown(4, 6).support("red", "R6", "R13").table();
    let scene = table.scene(Viewer::Spectator);
    let at = |kind: &str| {
        let token = scene.tokens.iter().find(|token| token.kind == kind).unwrap();
        let Spot::Space(at) = &token.at else { panic!("{token:?}") };
        at.clone()
    };
    assert_eq!(
        (at("red-ship"), at("red-plane"), at("blue-ship")),
        ("R6-ship".into(), "R13-plane".into(), "blue-ship".into())
    );
}

/// The gesture of an action of the seat to act.
fn gesture(table: &Table, action: &str) -> kernel::scene::Gesture {
    let moves = (0..table.game().players()).flat_map(|seat| table.legal_moves(Seat(seat)));
    moves.into_iter().find(|legal| legal.action == action).unwrap_or_else(|| panic!("{action}")).gesture
}

/// HB-9, HB-14, HB-15
#[test]
fn a_move_is_shown_with_every_step_of_its_way() {
    let table = thrown(4, 4).men("red", "R3 . / R1 .").table();
    let march = gesture(&table, "R1-R5");
    assert_eq!((march.steps.join(" "), march.path.join(" ")), ("R1 R5".into(), "R2 R3 R4 R5".into()));
    assert_eq!((march.label.as_str(), march.tone), ("army to R5", Tone::Plain));
    let out = gesture(&table, "marine-R4");
    assert_eq!((out.steps.join(" "), out.path.join(" ")), ("red-marine-1 R4".into(), "R1 R2 R3 R4".into()));
    let first = gesture(&thrown(4, 1).table(), "army-R1");
    assert_eq!(first.steps.join(" "), "red-army-2 R1", "the last in the row goes");
    for legal in table.legal_moves(Seat(0)).iter().filter(|legal| legal.action != "pass") {
        assert_eq!((legal.gesture.path.len(), legal.gesture.path.last()), (4, legal.gesture.steps.last()));
    }
}

/// HB-5, HB-8
#[test]
fn either_of_two_equal_waiting_divisions_can_be_pointed_at() {
    let table = thrown(4, 4).table();
    for (action, both) in [("army-R4", ["red-army-2", "red-army-1"]), ("marine-R4", ["red-marine-2", "red-marine-1"])] {
        assert_eq!(gesture(&table, action).choices(0).collect::<Vec<_>>(), both);
    }
    let one_out = thrown(4, 4).men("red", "R3 . / R1 .").table();
    assert_eq!(gesture(&one_out, "army-R4").choices(0).collect::<Vec<_>>(), ["red-army-1"], "the other has set out");
    assert_eq!(gesture(&one_out, "R1-R5").choices(0).collect::<Vec<_>>(), ["R1"]);
}

/// HB-9, HB-11, HB-26
#[test]
fn pointing_at_something_forbidden_names_the_rule_for_every_piece() {
    let why = |table: &Table, steps: &[&str]| table.why_not(Seat(0), steps, None).map(|refusal| refusal.what);
    let table = thrown(4, 4).table();
    let far = why(&table, &["red-army-2", "R9"]).expect("a reason");
    assert_eq!(why(&table, &["red-army-1", "R9"]), Some(far));
    assert!(why(&table, &["red-ship", "R6-ship"]).is_some(), "not with a four");
    assert_eq!(why(&table, &["red-army-1", "R4"]), None, "that is legal");
    let mut placing = thrown(4, 1).men("red", ". . / R15 .").table();
    play(&mut placing, "R15-R16");
    assert!(
        why(&placing, &["R13"]).is_some() && why(&placing, &["hand", "R13"]).is_some(),
        "no beach takes a defender"
    );
}

/// HB-18, HB-22, HB-24, HB-28
#[test]
fn ends_with_an_effect_are_marked() {
    let table = thrown(4, 1)
        .men("red", "R5 W5 / R15 R8")
        .men("blue", ". . / R9 .")
        .support("red", "R6", "R6")
        .cleared("W5")
        .table();
    let brings = |action: &str| (gesture(&table, action).tone, gesture(&table, action).label);
    assert_eq!(brings("R5-R6"), (Tone::Gain, "marine to R6, clears the beach".into()));
    assert_eq!(brings("R15-R16"), (Tone::Take, "army to R16, removes the defender".into()));
    assert_eq!(brings("R8-R9"), (Tone::Take, "army to R9, relieves Blue’s army".into()));
    assert_eq!(brings("W5-HQ"), (Tone::Win, "marine to HQ, wins".into()));
    let six = thrown(4, 6).support("red", "R6", "start").table();
    assert_eq!(gesture(&six, "ship-R13").steps, ["R6-ship", "R13-ship"]);
    assert_eq!(gesture(&six, "plane-R6").steps, ["red-plane", "R6-plane"]);
}

/// HB-26
#[test]
fn a_removed_defender_lies_in_its_tray_and_every_circle_is_one_click() {
    let mut table = thrown(4, 1).men("red", ". . / R15 .").table();
    assert!(table.scene(Viewer::Spectator).trays.is_empty(), "no tray while nothing is in hand");
    play(&mut table, "R15-R16");
    let scene = table.scene(Viewer::Spectator);
    assert_eq!(scene.trays[0].note, "to be placed by Red");
    assert!(scene.tokens.iter().any(|token| token.at == Spot::Tray("hand".into(), 0) && token.kind == "defender"));
    assert_eq!(scene.marks, [("R16".to_owned(), Mark::LastTaken)]);
    assert_eq!(scene.headline, "Red has removed the defender of R16 and is to place it.");
    assert_eq!(gesture(&table, "def-W4").steps, ["W4"]);
}

/// HB-7, HB-8, HB-28
#[test]
fn headline_die_and_needs_describe_the_turn() {
    let mut table = opening(4);
    let headline = |table: &Table| table.scene(Viewer::Spectator).headline;
    assert_eq!(
        (headline(&table).as_str(), table.scene(Viewer::Spectator).throw),
        ("Red throws for the first turn.", None)
    );
    play(&mut table, "6, 1, 1, 1");
    assert_eq!(headline(&table), "Red is to throw.");
    play(&mut table, "4");
    assert_eq!(headline(&table), "Red has thrown a 4: move a division or pass.");
    assert_eq!(table.scene(Viewer::Spectator).throw, Some(Throw::Dice(vec![4])));
    assert_eq!(headline(&thrown(4, 6).table()), "Red has thrown a 6: move a division, ship or aeroplane, or pass.");
    let need = |position: Position| position.table().scene(Viewer::Spectator).needs[0].line.text.clone();
    assert_eq!(
        need(thrown(4, 1)),
        "One division onto the objective; the nearest is 18 spaces away. R6 lacks ship and aeroplane; R13 lacks ship and aeroplane."
    );
    assert_eq!(
        need(thrown(4, 1).men("red", "R15 . / . .").cleared("R6").support("red", "R13", "R13")),
        "One division onto the objective; the nearest is 3 spaces away. R6 is cleared; R13 is ready for a marine."
    );
}

/// HB-2, HB-23
#[test]
fn standings_show_which_beaches_are_cleared() {
    let acts = |position: Position| {
        let scene = position.table().scene(Viewer::Spectator);
        scene.standings.into_iter().map(|(_, act)| act).collect::<Vec<_>>()
    };
    assert_eq!(acts(thrown(2, 1)), ["No beach cleared"; 2]);
    let both = thrown(4, 1).cleared("R6 R13 G6 K13");
    let wanted = ["Both beaches cleared", "First beach cleared", "Second beach cleared", "No beach cleared"];
    assert_eq!(acts(both), wanted);
}

/// HB-31
#[test]
fn a_beach_shows_its_name_beside_its_circle() {
    let plan = opening(4).game().plan();
    for beach in plan.regions.iter().filter_map(|region| Some((region, region.id.strip_prefix("beach-")?))) {
        let (region, name) = beach;
        let words = region.shapes.iter().filter_map(|shape| match shape {
            Shape::Text { text, at, .. } => Some((text.as_str(), *at)),
            _ => None,
        });
        let words: Vec<_> = words.collect();
        assert_eq!(words.iter().map(|(text, _)| *text).collect::<Vec<_>>(), [name]);
        let circle = plan.space(name).unwrap().at;
        let off = (words[0].1.0 - circle.0).hypot(words[0].1.1 - circle.1);
        assert!(off > plan.token_r, "{name} would be hidden: {off}");
    }
}

/// HB-9
#[test]
fn before_the_throw_each_number_shows_where_it_leads() {
    let table = thrown(4, 1).men("red", "W5 . / . .").cleared("W5").throwing_next("red").table();
    let prospects = table.prospects(Seat(0));
    let end =
        |pips: usize, name: &str| prospects[pips - 1].ends.iter().find(|(end, _)| end == name).map(|(_, tone)| *tone);
    assert_eq!((end(1, "HQ"), end(2, "HQ")), (Some(Tone::Win), None));
    assert_eq!((end(1, "R16"), end(3, "R3")), (Some(Tone::Take), Some(Tone::Plain)));
}

/// HB-31
#[test]
fn every_picture_of_the_how_to_play_page_can_be_drawn() {
    check_pictures::<HitTheBeach>(&["start", "move", "landing", "relief", "defender", "objective"]);
}

/// HB-1
#[test]
fn every_ink_that_is_used_is_in_the_plan() {
    check_inks(&opening(4).game().plan());
}

/// HB-7, HB-8
#[test]
fn a_player_reads_what_they_have_to_do_and_what_they_need() {
    let table = thrown(2, 4).table();
    assert_eq!(table.headline_to(Seat(0)), "You have thrown a 4: move a division or pass.");
    assert_eq!(table.headline_to(Seat(1)), "Red has thrown a 4: move a division or pass.");
    assert!(table.need_to(Seat(0)).unwrap().text.starts_with("You need one division on the objective; "));
}
