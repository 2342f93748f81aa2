//! The scene: drawing, pieces, trays, headline and gestures.

use super::drawn::*;
use crate::ranger_commandos::RangerCommandos;
use kernel::dynamic::{MatchSetup, PresentMatch};
use kernel::scene::{Mark, Shape, Spot, Throw, Tone};
use kernel::{Seat, Show, Viewer};
use std::collections::{BTreeSet, HashSet};
use testkit::scene::check_pictures;

fn spot(table: &Table, kind: &str) -> Spot {
    let scene = table.scene(Viewer::Spectator);
    scene.tokens.iter().find(|token| token.kind == kind).unwrap_or_else(|| panic!("no {kind}")).at.clone()
}

/// RC-1, RC-2, RC-4
#[test]
fn every_space_has_its_own_cell_and_the_names_run_along_the_grid() {
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
    assert_eq!(plan.ways.len(), 152, "closed lines are not included");
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
fn a_commando_travels_on_its_barge_and_leaves_it_for_a_walk() {
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
fn barges_home_or_captured_are_in_a_tray() {
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
    let dial = table.scene(Viewer::Spectator).throw;
    assert!(matches!(dial, Some(Throw::Dial { at: None, .. })), "{dial:?}");
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
fn the_headline_says_the_stage_and_who_does_what() {
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
fn everybody_sees_their_stage_and_what_they_need() {
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
    let needs = needs(&day);
    assert_eq!(needs[0], "Red, home first: 100 points so far.");
    assert!(needs[1].ends_with("75 points for the next to arrive."), "{needs:?}");
}

/// RC-12, RC-16, RC-24, RC-28
#[test]
fn the_standings_show_the_stage_that_everybody_is_in() {
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
fn a_walk_is_shown_step_by_step_with_its_tone() {
    for cell in ["S1N", "N2S", "NE3SW", "E4W", "NE5SW"] {
        for start in ["red k11", "red k11 n11", "red k11 r9"] {
            let table = players(&[start, "black"]).walks(cell).table();
            let number: usize = cell.chars().find_map(|c| c.to_digit(10)).unwrap() as usize;
            for legal in table.legal_moves(seat(&table, "p1")) {
                let path = &legal.gesture.path;
                assert_eq!(path.len(), number, "{legal:?}");
                assert!(legal.action.starts_with(path.last().unwrap()), "{legal:?}");
                let plan = table.game().plan();
                for pair in path.windows(2) {
                    assert!(plan.neighbours(&pair[0]).iter().any(|(to, _)| *to == pair[1]), "{legal:?}");
                }
                let lines: HashSet<_> =
                    path.windows(2).map(|p| if p[0] < p[1] { (&p[0], &p[1]) } else { (&p[1], &p[0]) }).collect();
                assert_eq!(lines.len(), path.len() - 1, "no line twice: {legal:?}");
                let label = plan.space(path.last().unwrap()).unwrap().label.clone();
                let wanted = match label.as_str() {
                    "sentry" => Tone::Harm,
                    label if label.starts_with("arrow") && !legal.action.ends_with('-') => Tone::Gain,
                    _ => Tone::Plain,
                };
                assert_eq!(legal.gesture.tone, wanted, "{legal:?}");
            }
        }
    }
}

/// RC-17
#[test]
fn a_walk_with_retrace_is_shown_step_by_step_too() {
    let table = players(&["red l1 w4", "black"]).walks("NE3SW").table_with(&[("retrace", on())]);
    for legal in table.legal_moves(seat(&table, "p1")) {
        assert_eq!(legal.gesture.path.len(), 3, "{legal:?}");
        assert!(!legal.gesture.path.contains(&"w4".to_owned()), "{legal:?}");
        assert!(legal.action.starts_with(legal.gesture.path.last().unwrap()), "{legal:?}");
    }
}

/// RC-21
#[test]
fn pointing_at_an_arrow_takes_the_counter_and_leaving_it_is_a_button() {
    let table = players(&["red k11 n11", "black"]).walks("S1N").table();
    let moves = table.legal_moves(seat(&table, "p1"));
    let steps = |action: &str| moves.iter().find(|legal| legal.action == action).unwrap().gesture.steps.clone();
    assert_eq!((steps("p11"), steps("p11-")), (vec!["n11".to_owned(), "p11".to_owned()], vec![]));
    let mut opening = opening(2);
    play(&mut opening, "E4W N2S");
    assert_eq!(opening.legal_moves(seat(&opening, "p1"))[0].gesture.steps, ["red3"]);
}

/// RC-38
#[test]
fn every_picture_of_the_how_to_play_page_can_be_drawn() {
    check_pictures::<RangerCommandos>(&["start", "crossing", "walk", "alarm", "home"]);
    let table = opening(4);
    let steps = |name: &str| {
        let picture = table.game().picture(name).unwrap();
        assert!(picture.trays.is_empty(), "{name}");
        picture.marks.iter().filter(|(_, mark)| matches!(mark, Mark::Step(_))).count()
    };
    assert_eq!((steps("walk"), steps("alarm")), (3, 4), "as their captions say");
}

/// RC-10
#[test]
fn a_player_is_called_by_the_colour_from_the_moment_it_is_chosen() {
    let names = |table: &Table| [Seat(0), Seat(1)].map(|seat| table.seat_name(seat));
    let trays = |table: &Table| -> Vec<String> {
        let scene = table.scene(Viewer::Spectator);
        scene.trays.into_iter().filter(|tray| tray.seat.is_some()).map(|tray| tray.label).collect()
    };
    let mut table = opening(2);
    play(&mut table, "E4W N2S");
    assert_eq!(names(&table), ["Player 1", "Player 2"]);
    assert_eq!(trays(&table), ["Counters of Player 1", "Counters of Player 2"]);
    play(&mut table, "black");
    assert_eq!(names(&table), ["Black", "Player 2"]);
    assert_eq!(trays(&table), ["Counters of Black", "Counters of Player 2"]);
    play(&mut table, "red");
    assert_eq!(names(&table), ["Black", "Red"]);
    assert_eq!(table.seats().iter().map(|info| info.id).collect::<Vec<_>>(), ["p1", "p2"], "names in records stay");
}

/// RC-10, RC-12, RC-16, RC-23
#[test]
fn a_player_reads_what_they_have_to_do_and_what_they_need() {
    let mut table = opening(2);
    let reads = |table: &Table, seat: u8| table.headline_to(Seat(seat));
    assert_eq!(reads(&table, 0), "Your turn: spin for the first choice of colour.");
    assert_eq!(reads(&table, 1), "Player 1 spins for the first choice of colour.");
    play(&mut table, "E4W N2S black red");
    assert_eq!(reads(&table, 1), "Night, the crossing: you are to spin a direction.");
    assert_eq!(reads(&table, 0), "Night, the crossing: Red is to spin a direction.");
    assert_eq!(table.need_to(Seat(0)).unwrap().text, "You are crossing: a landing is about 15 turns away.");
    let walk = players(&["red k11", "black"]).walks("NE3SW").table();
    assert_eq!(reads(&walk, 0), "Night, the raid: you walk 3 steps.");
    let start = players(&["red f9", "black k11 n11"]).head_start("p1", "p1").table();
    assert_eq!(reads(&start, 0), "Alarm! You are still aboard: spin a direction, a head start for home.");
}

/// RC-17, RC-23
#[test]
fn a_walk_onto_a_sentry_asks_first_and_no_other_walk_does() {
    let table = players(&["red k11", "black"]).walks("NE3SW").table();
    let moves = table.legal_moves(seat(&table, "p1"));
    let (alarms, others): (Vec<_>, Vec<_>) = moves.iter().partition(|legal| legal.gesture.tone == Tone::Harm);
    assert!(!alarms.is_empty() && !others.is_empty());
    assert!(alarms.iter().all(|legal| legal.confirm.as_deref().is_some_and(|text| text.ends_with("Go on?"))));
    assert!(others.iter().all(|legal| legal.confirm.is_none()));
    assert!(
        moves.iter().filter(|legal| legal.gesture.steps.len() > 1).all(|legal| legal.group == "red commando on k11")
    );
}

/// RC-12, RC-15, RC-18, RC-23, RC-25
#[test]
fn the_odds_of_a_spin_are_in_the_words_of_the_game() {
    let foreseen = |table: &Table| -> BTreeSet<String> {
        table.prospects(seat(table, "p1")).into_iter().map(|prospect| prospect.words).collect()
    };
    let raid = foreseen(&players(&["red k11 n11", "black"]).table());
    assert!(raid.contains("takes a counter") || raid.contains("raises the alarm"), "{raid:?}");
    let crossing = foreseen(&players(&["red d9", "black l9"]).table());
    assert!(crossing.contains("sails on"), "{crossing:?}");
    let dock = foreseen(&players(&["red", "black l9"]).table());
    assert!(dock.contains("stays in the dock") && dock.contains("sails on"), "{dock:?}");
}

/// The relative luminance of a colour under the light of night, as `mood.css` has it: half of a blue, multiplied.
fn by_night(colour: &str, wash: [f32; 3]) -> f32 {
    let channel = |at: usize| {
        let value = f32::from(u8::from_str_radix(&colour[1 + 2 * at..3 + 2 * at], 16).unwrap()) / 255.0;
        let value = value * (0.5 + 0.5 * wash[at] / 255.0);
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2)
}

/// RC-2, RC-5
#[test]
fn labels_are_large_enough_and_stay_readable_by_night() {
    const BOARD_HEIGHT: f32 = 560.0;
    let plan = opening(4).game().plan();
    let regions = plan.regions.iter().flat_map(|region| &region.shapes);
    let spaces = plan.spaces.iter().flat_map(|space| &space.shapes);
    let labels: Vec<_> = regions.chain(spaces).chain(&plan.lettering).collect();
    let mut names = BTreeSet::new();
    for shape in labels {
        let Shape::Text { text, size, ink, .. } = shape else { continue };
        let pixels = size * BOARD_HEIGHT / plan.size.1;
        assert!(pixels >= 10.0, "{text} is {pixels} pixels high on a small screen");
        if text != "RANGER COMMANDOS" {
            assert_eq!(*ink, "night", "{text} is dark on a light plate");
            names.insert(text.as_str());
        }
    }
    assert!(
        ["Munitions", "Headquarters", "Radio", "a", "17", "R"].iter().all(|name| names.contains(name)),
        "{names:?}"
    );
    let ink = |name: &str| plan.inks.iter().find(|ink| ink.name == name).unwrap();
    let (night, cream) = (ink("night"), ink("cream"));
    for (dark, light, wash) in
        [(night.light, cream.light, [29.0, 45.0, 102.0]), (night.dark, cream.dark, [58.0, 74.0, 140.0])]
    {
        let contrast = (by_night(light, wash) + 0.05) / (by_night(dark, wash) + 0.05);
        assert!(contrast >= 4.5, "{dark} on {light}: {contrast}");
    }
}
