//! The part of a board that turns, and what stands on it.

use super::svg::with_class;
use super::*;
use draw::cells::{Pointing, cells};
use draw::svg::{self, Look, Theme};
use games::fighting_marines::FightingMarines;
use kernel::Turn;
use kernel::scene::{Mark, Spot};
use resvg::usvg::roxmltree::{Document, Node};
use std::collections::BTreeSet;

/// A match with men on the platform, which has been turned.
pub(super) fn landed() -> Scene {
    let mut game_match = TypedGame::<FightingMarines>::new()
        .open(&MatchConfig { players: 4, ..MatchConfig::default() })
        .expect("it opens");
    for step in 0..120 {
        match game_match.turn() {
            Turn::Chance => {
                let outcomes = game_match.chance_outcomes();
                game_match.apply_chance(&outcomes[step * 5 % outcomes.len()].outcome).expect("a possible outcome");
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().expect("somebody is to act");
                game_match.play(seat, &game_match.legal_moves(seat)[0].action).expect("it is legal");
            }
            Turn::Over => break,
        }
    }
    let scene = game_match.scene(Viewer::Spectator);
    assert!(scene.turned > 0 && on_it(&scene).count() > 3, "men have landed and been turned");
    scene
}

/// The spaces of the turntable that somebody stands on.
fn on_it(scene: &Scene) -> impl Iterator<Item = &str> {
    let table = scene.plan.turntable.as_ref().expect("there is one");
    let here = scene.tokens.iter().filter_map(|token| match &token.at {
        Spot::Space(id) => Some(id.as_str()),
        Spot::Tray(..) => None,
    });
    here.filter(|id| table.spaces.iter().any(|space| space.id == *id))
}

fn numbers(text: &str) -> Vec<f32> {
    let inside = text.split_once('(').and_then(|(_, rest)| rest.split_once(')')).expect(text).0;
    inside.split(' ').map(|part| part.parse().expect(text)).collect()
}

/// Where a node comes to lie: its own place, turned if it is on the turntable.
fn lies(node: Node<'_, '_>) -> (f32, f32) {
    let at = numbers(node.attribute("transform").expect("it is placed"));
    let turntable = node.ancestors().find(|node| node.attribute("class") == Some("turntable"));
    let Some(turn) = turntable.and_then(|node| node.attribute("transform")).map(numbers) else { return (at[0], at[1]) };
    let (sin, cos) = turn[0].to_radians().sin_cos();
    let (dx, dy) = (at[0] - turn[1], at[1] - turn[2]);
    (turn[1] + dx * cos - dy * sin, turn[2] + dx * sin + dy * cos)
}

fn one<'a>(document: &'a Document<'_>, class: &'a str, key: &str, value: &str) -> Node<'a, 'a> {
    with_class(document, class).find(|node| node.attribute(key) == Some(value)).expect(value)
}

#[test]
fn the_turntable_is_one_group_with_all_its_spaces() {
    let scene = landed();
    let table = scene.plan.turntable.as_ref().expect("there is one");
    let text = svg::page(&scene, "x").into_string();
    let document = Document::parse(&text).expect("well-formed");
    let groups: Vec<_> = with_class(&document, "turntable").collect();
    assert_eq!(groups.len(), 1);
    assert_eq!(groups[0].attribute("data-steps"), Some("44"));
    assert_eq!(groups[0].attribute("data-turned"), Some(scene.turned.to_string().as_str()));
    for space in &scene.plan.spaces {
        let drawn = one(&document, "space", "data-space", &space.id);
        let turning = table.spaces.iter().find(|turning| turning.id == space.id);
        assert_eq!(drawn.ancestors().any(|node| node == groups[0]), turning.is_some(), "{}", space.id);
        let step = turning.map(|turning| turning.step.to_string());
        assert_eq!(drawn.attribute("data-step"), step.as_deref(), "{}", space.id);
    }
    assert_eq!(with_class(&document, "space").count(), scene.plan.spaces.len(), "each is drawn once");
}

#[test]
fn men_and_marks_are_where_their_space_has_been_turned_to() {
    let mut scene = landed();
    scene.marks = on_it(&scene).map(|id| (id.to_owned(), Mark::LastTo)).collect();
    let text = svg::page(&scene, "x").into_string();
    let document = Document::parse(&text).expect("well-formed");
    for (id, _) in &scene.marks {
        let space = lies(one(&document, "space", "data-space", id));
        for (class, key) in [("token", "data-at"), ("mark", "data-space")] {
            let (x, y) = lies(one(&document, class, key, id));
            assert!((x - space.0).hypot(y - space.1) < 0.1, "{class} on {id}: {x} {y}, not {space:?}");
        }
    }
}

#[test]
fn words_on_the_turntable_stay_upright() {
    let scene = landed();
    let text = svg::picture(&scene, Theme::Light);
    let document = Document::parse(&text).expect("well-formed");
    let table = with_class(&document, "turntable").next().expect("there is one");
    let turn = numbers(table.attribute("transform").expect("it is turned"))[0];
    let words: Vec<_> = table.descendants().filter(|node| node.tag_name().name() == "text").collect();
    assert_eq!(words.len(), 41 + 2 * 4, "a letter on each coloured space and on each place of a neutral");
    for word in words {
        let back = word.ancestors().find(|node| node.attribute("class") == Some("upright")).expect("turned back");
        assert_eq!(numbers(back.attribute("transform").expect("by an angle"))[0], -turn);
    }
}

/// Width of a small phone, in pixels, and the least height of letters on it.
const PHONE: (f32, f32) = (390.0, 7.8);

#[test]
fn words_can_be_read_on_a_phone() {
    let scene = landed();
    let text = svg::picture(&scene, Theme::Light);
    let document = Document::parse(&text).expect("well-formed");
    let (width, least) = PHONE;
    let mut words = 0;
    for node in document.descendants().filter(|node| node.tag_name().name() == "text") {
        let size: f32 = node.attribute("font-size").and_then(|size| size.parse().ok()).expect("a size");
        let man = node.ancestors().any(|node| node.tag_name().name() == "defs");
        let size = if man { size * scene.plan.token_r } else { size };
        assert!(size * width / scene.plan.size.0 >= least, "{:?} is {size} high", node.text());
        words += 1;
    }
    assert!(words > 100);
}

#[test]
fn the_board_of_a_page_lies_at_rest() {
    let text = format!("<svg>{}</svg>", svg::board(&landed().plan, Look::page("x")).into_string());
    let document = Document::parse(&text).expect("well-formed");
    let group = with_class(&document, "turntable").next().expect("there is one");
    assert_eq!(group.attribute("transform"), Some("rotate(0 500 500)"));
}

#[test]
fn a_board_that_does_not_turn_has_no_turntable() {
    assert!(!svg::page(&opening(), "x").into_string().contains("turntable"));
}

#[test]
fn in_the_terminal_the_ring_is_drawn_as_it_has_been_turned() {
    let scene = TypedGame::<FightingMarines>::new().picture("chart").expect("drawn");
    insta::assert_snapshot!(cells(&scene, Pointing::default(), true).to_text(), @r#"
            18 19 20 21 22 23 24 25 26 27
    17 b1    .  o  .  o  .  .  o  .  y2 .     o 28
          :  |  _  =  :  |  _  =  :  r  ^  |
    16 .  =                                _  . 29
    15 o  _                       +  +  +  +  y330
    14 .  |                                =  . 31
    13 o  :                                :  y432
    12 .  =                                |  . 33
    11 .  _                                _  . 34
    10 r8 |                                =  o 35
     9 .  :                                :  . 36
     8 r7 +  b  +  +                       |  o 37
     7 .  =                                _  . 38
          _  |  :  =  g  |  :  =  _  |  :  =
     6 o     .  o  .  r6 .  .  o  .  g5 .     o 39
             5  4  3  2  1 44 43 42 41 40
    "#);
}

#[test]
fn in_the_terminal_turning_moves_what_turns_and_nothing_else() {
    let mut scene = landed();
    scene.tokens.clear();
    let table = scene.plan.turntable.clone().expect("there is one");
    let at = |scene: &Scene, turned: u16| {
        let grid = cells(&Scene { turned, ..scene.clone() }, Pointing::default(), false);
        (0..scene.plan.spaces.len()).map(|index| grid.place(index).expect("a place")).collect::<Vec<_>>()
    };
    let (before, after) = (at(&scene, 0), at(&scene, 1));
    for (index, space) in scene.plan.spaces.iter().enumerate() {
        let turns = table.spaces.iter().any(|turning| turning.id == space.id);
        assert_eq!(before[index] != after[index], turns, "{}", space.id);
    }
    assert_eq!(at(&scene, 44), before, "a whole turn changes nothing");
}

#[test]
fn in_the_terminal_men_and_coloured_spaces_have_different_signs() {
    let scene = landed();
    for pick in [|glyph: (char, char)| glyph.0, |glyph: (char, char)| glyph.1] {
        let men: BTreeSet<_> = scene.plan.tokens.iter().map(|art| pick(art.glyph)).collect();
        let spaces: BTreeSet<_> = scene.plan.spaces.iter().map(|space| pick(space.glyph)).collect();
        assert_eq!(men.len(), scene.plan.tokens.len());
        assert!(men.is_disjoint(&spaces), "{men:?} {spaces:?}");
    }
}
