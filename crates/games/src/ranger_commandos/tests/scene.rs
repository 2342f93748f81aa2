//! What people see.

use super::drawn::*;
use crate::ranger_commandos::RangerCommandos;
use kernel::dynamic::PresentMatch;
use kernel::scene::{Mark, Spot, Throw, Tone};
use kernel::{Show, Viewer};
use std::collections::{BTreeSet, HashSet};
use testkit::scene::check_pictures;

fn spot(table: &Table, kind: &str) -> Spot {
    let scene = table.scene(Viewer::Spectator);
    scene.tokens.iter().find(|token| token.kind == kind).unwrap_or_else(|| panic!("no {kind}")).at.clone()
}

/// RC-1, RC-2, RC-4
#[test]
fn every_space_has_a_cell_of_its_own_and_the_names_run_along_the_grid() {
    let plan = opening(4).game().plan();
    let cells: BTreeSet<_> = plan.spaces.iter().map(|space| space.cell).collect();
    assert_eq!(cells.len(), plan.spaces.len());
    assert_eq!(plan.spaces.len(), 4 + 54 + 76 + 11);
    let ids: HashSet<_> = plan.spaces.iter().map(|space| &space.id).collect();
    assert_eq!(ids.len(), plan.spaces.len());
    let cell = |id: &str| plan.space(id).unwrap().cell;
    assert_eq!(
        (cell("a3"), cell("l1"), cell("n1"), cell("w2"), cell("red3")),
        ((1, 3), (12, 1), (14, 1), (23, 2), (0, 3))
    );
    for way in &plan.ways {
        assert!(plan.space(&way.from).is_some() && plan.space(&way.to).is_some());
    }
    assert_eq!(plan.ways.len(), 152, "closed lines are no ways");
    let open = table(4, &[("closed_lines", off())]).game().plan();
    assert_eq!(open.ways.len(), 168);
}

/// RC-4
#[test]
fn sentries_arrows_and_safe_circles_differ_by_shape_and_sign() {
    let plan = opening(4).game().plan();
    let look = |id: &str| {
        let space = plan.space(id).unwrap();
        (format!("{:?}", space.shapes), space.glyph)
    };
    let (sentry, arrow, safe) = (look("n1"), look("r1"), look("o2"));
    assert!(sentry != arrow && arrow != safe && sentry != safe);
    assert_eq!(plan.space("r1").unwrap().label, "arrow to the North Docks");
    assert_eq!(plan.space("k11").unwrap().label, "wave at a landing, one step from n9, n11 and n13");
}

/// RC-7
#[test]
fn a_commando_travels_on_his_barge_and_leaves_it_for_a_walk() {
    let mut table = players(&["red k11", "black"]).walks("S1N").table();
    assert_eq!((spot(&table, "red-barge"), spot(&table, "red-commando")), {
        let wave = Spot::Space("k11".into());
        (wave.clone(), wave)
    });
    play(&mut table, "n11");
    assert_eq!(spot(&table, "red-commando"), Spot::Space("n11".into()));
    assert_eq!(spot(&table, "red-barge"), Spot::Space("k11".into()));
    assert!(
        table.scene(Viewer::Spectator).tokens.iter().all(|token| !token.kind.starts_with("green")),
        "nobody leads it"
    );
}

/// RC-21, RC-22
#[test]
fn counters_lie_in_piles_and_go_to_the_tray_face_down() {
    let mut table = players(&["red k11 n11", "black"]).walks("S1N").table();
    assert!(
        table.scene(Viewer::Spectator).tokens.iter().any(|t| t.kind == "pile-4" && t.at == Spot::Space("q10".into()))
    );
    play(&mut table, "p11");
    let scene = table.scene(Viewer::Seat(seat(&table, "p1")));
    assert!(scene.tokens.iter().any(|token| token.kind == "pile-3" && token.at == Spot::Space("q10".into())));
    let held: Vec<_> = scene.tokens.iter().filter(|token| token.kind == "counter").collect();
    assert_eq!(held.len(), 1);
    assert_eq!((&held[0].at, held[0].label.as_str()), (&Spot::Tray("counters-p1".into(), 0), "counter, face down"));
    assert_eq!(scene.trays[0].note, "face down, about 14 points");
}

/// RC-34
#[test]
fn counters_that_are_turned_up_show_their_faces() {
    let mut table = players(&["red c7 aboard 2", "black h9"]).phase("day").table();
    play(&mut table, "E4W star");
    let scene = table.scene(Viewer::Spectator);
    let tray = |kind: &str| {
        scene
            .tokens
            .iter()
            .filter(|t| t.kind == kind && matches!(&t.at, Spot::Tray(id, _) if id == "counters-p1"))
            .count()
    };
    assert_eq!((tray("face-1"), tray("counter")), (1, 1));
    assert_eq!(scene.trays[0].note, "100 points, 1 to turn up");
    assert_eq!(scene.headline, "Home: Red’s counters are turned up.");
}

/// RC-25, RC-29
#[test]
fn who_is_home_or_captured_is_in_a_tray() {
    let mut table = players(&["red k11 w8 2", "black c7", "green h9"]).escape("p1", "p2").table();
    play(&mut table, "S1N S1N S1N E4W");
    assert_eq!(spot(&table, "red-commando"), Spot::Tray("captured".into(), 1));
    let scene = table.scene(Viewer::Spectator);
    let note = |id: &str| scene.trays.iter().find(|tray| tray.id == id).unwrap().note.clone();
    assert_eq!(
        (note("home"), note("captured"), note("counters-p1")),
        ("Black and Green".into(), "Red".into(), "lost".into())
    );
}

/// RC-8
#[test]
fn the_dial_shows_night_number_and_day_of_every_cell() {
    let mut table = opening(4);
    let lies = table.scene(Viewer::Spectator).throw;
    assert!(matches!(lies, Some(Throw::Dial { at: None, .. })), "{lies:?}");
    play(&mut table, "SE5NW");
    let Some(Throw::Dial { sectors, at }) = table.scene(Viewer::Spectator).throw else { panic!("no dial") };
    assert_eq!((sectors.len(), at), (8, Some(5)));
    assert_eq!(sectors[5], ("SE 5 NW".to_owned(), 1));
}

/// RC-23
#[test]
fn night_turns_to_day_when_the_whistle_sounds() {
    let mut table = players(&["red k11 n11", "black"]).walks("S1N").table();
    let mood = |table: &Table| table.scene(Viewer::Spectator).mood;
    assert_eq!((mood(&opening(2)), mood(&table)), (Some("night"), Some("night")));
    play(&mut table, "o10");
    assert_eq!(mood(&table), Some("day"));
}

/// RC-11, RC-16, RC-28
#[test]
fn the_headline_tells_the_act_and_who_is_to_do_what() {
    let headline = |table: &Table| table.scene(Viewer::Spectator).headline;
    let mut table = opening(2);
    assert_eq!(headline(&table), "Player 1 spins for the first choice of colour.");
    play(&mut table, "E4W N2S");
    assert_eq!(headline(&table), "Player 1 chooses a colour.");
    play(&mut table, "black red");
    assert_eq!(headline(&table), "Night, the crossing: Red is to spin a direction.");
    assert_eq!(headline(&players(&["red k11", "black"]).table()), "Night, the raid: Red is to spin a number.");
    let walk = players(&["red k11", "black"]).walks("NE3SW");
    assert_eq!(headline(&walk.clone().table()), "Night, the raid: Red walks 3 steps.");
    assert_eq!(headline(&walk.table_with(&[("up_to", on())])), "Night, the raid: Red walks up to 3 steps.");
    let start = players(&["red f9", "black k11 n11"]).head_start("p1", "p1").table();
    assert_eq!(headline(&start), "Alarm! Red is still aboard: Red is to spin a direction, a head start for home.");
    let day = players(&["red f9", "black h9"]).phase("day").table();
    assert_eq!(headline(&day), "Day, the return: Red is to spin a direction.");
}

/// RC-12, RC-18, RC-25, RC-28, RC-33
#[test]
fn everybody_is_told_his_act_and_what_he_needs() {
    let needs = |table: &Table| -> Vec<String> {
        table.scene(Viewer::Spectator).needs.iter().map(|need| need.line.text.clone()).collect()
    };
    let night = players(&["red d9", "black l9", "green k11 v15 2", "orange"]).table();
    assert_eq!(
        needs(&night)[1..3],
        [
            "Black, landed: spin a number and go ashore.",
            "Green, raiding: 2 counters; if the whistle sounds, 9 steps, 64 % to make it in 3 spins."
        ]
    );
    assert!(needs(&night)[0].starts_with("Red, crossing: a landing is about "), "{:?}", needs(&night));
    let mut day = players(&["red c7 aboard 1", "black h9", "green j9"]).phase("day").table();
    play(&mut day, "E4W");
    let told = needs(&day);
    assert_eq!(told[0], "Red, home first: 100 points so far.");
    assert!(told[1].ends_with("75 points for the next to arrive."), "{told:?}");
}

/// RC-12, RC-16, RC-24, RC-28
#[test]
fn the_name_plates_tell_the_act_that_everybody_is_in() {
    let acts =
        |table: &Table| -> Vec<&str> { table.scene(Viewer::Spectator).standings.iter().map(|(_, act)| *act).collect() };
    assert_eq!(acts(&opening(2)), ["Before the night", "Before the night"]);
    let night = players(&["red d9", "black l9", "green k11 v15 2"]).table();
    assert_eq!(acts(&night), ["The night crossing", "The raid", "The raid"]);
    let start = players(&["red f9", "black k11 n11"]).head_start("p1", "p1").table();
    assert_eq!(acts(&start), ["The daylight return", "The escape"]);
    let mut run = players(&["red k11 w2", "black f9"]).escape("p1", "p2").table();
    assert_eq!(acts(&run), ["The escape", "The daylight return"]);
    play(&mut run, "S1N S1N S1N");
    assert_eq!(acts(&run), ["Captured", "Home"]);
}

/// RC-16, RC-17
#[test]
fn a_walk_is_shown_step_by_step_with_what_it_brings() {
    for cell in ["S1N", "N2S", "NE3SW", "E4W", "NE5SW"] {
        for start in ["red k11", "red k11 n11", "red k11 r9"] {
            let table = players(&[start, "black"]).walks(cell).table();
            let number: usize = cell.chars().find_map(|c| c.to_digit(10)).unwrap() as usize;
            for offer in table.legal_moves(seat(&table, "p1")) {
                let path = &offer.gesture.path;
                assert_eq!(path.len(), number, "{offer:?}");
                assert!(offer.action.starts_with(path.last().unwrap()), "{offer:?}");
                let plan = table.game().plan();
                for pair in path.windows(2) {
                    assert!(plan.neighbours(&pair[0]).iter().any(|(to, _)| *to == pair[1]), "{offer:?}");
                }
                let lines: HashSet<_> =
                    path.windows(2).map(|p| if p[0] < p[1] { (&p[0], &p[1]) } else { (&p[1], &p[0]) }).collect();
                assert_eq!(lines.len(), path.len() - 1, "no line twice: {offer:?}");
                let label = plan.space(path.last().unwrap()).unwrap().label.clone();
                let wanted = match label.as_str() {
                    "sentry" => Tone::Harm,
                    label if label.starts_with("arrow") && !offer.action.ends_with('-') => Tone::Gain,
                    _ => Tone::Plain,
                };
                assert_eq!(offer.gesture.tone, wanted, "{offer:?}");
            }
        }
    }
}

/// RC-17
#[test]
fn a_walk_with_retrace_is_shown_step_by_step_too() {
    let table = players(&["red l1 w4", "black"]).walks("NE3SW").table_with(&[("retrace", on())]);
    for offer in table.legal_moves(seat(&table, "p1")) {
        assert_eq!(offer.gesture.path.len(), 3, "{offer:?}");
        assert!(!offer.gesture.path.contains(&"w4".to_owned()), "{offer:?}");
        assert!(offer.action.starts_with(offer.gesture.path.last().unwrap()), "{offer:?}");
    }
}

/// RC-21
#[test]
fn pointing_at_an_arrow_takes_the_counter_and_leaving_it_is_a_button() {
    let table = players(&["red k11 n11", "black"]).walks("S1N").table();
    let offers = table.legal_moves(seat(&table, "p1"));
    let steps = |action: &str| offers.iter().find(|offer| offer.action == action).unwrap().gesture.steps.clone();
    assert_eq!((steps("p11"), steps("p11-")), (vec!["n11".to_owned(), "p11".to_owned()], vec![]));
    let mut opening = opening(2);
    play(&mut opening, "E4W N2S");
    assert_eq!(opening.legal_moves(seat(&opening, "p1"))[0].gesture.steps, ["red3"]);
}

/// RC-38
#[test]
fn every_picture_of_the_page_can_be_drawn() {
    check_pictures::<RangerCommandos>(&["start", "crossing", "walk", "alarm", "home"]);
    let table = opening(4);
    let steps = |name: &str| {
        let picture = table.game().picture(name).unwrap();
        assert!(picture.trays.is_empty(), "{name}");
        picture.marks.iter().filter(|(_, mark)| matches!(mark, Mark::Step(_))).count()
    };
    assert_eq!((steps("walk"), steps("alarm")), (3, 4), "as their captions say");
}
