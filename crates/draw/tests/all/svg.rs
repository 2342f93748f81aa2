use super::*;
use draw::svg::{self, Look, Theme};
use kernel::scene::{Mark, Spot};
use resvg::usvg::roxmltree::{Document, Node};
use std::collections::BTreeSet;

pub(super) fn with_class<'a>(document: &'a Document<'_>, class: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    let has = move |node: &Node<'_, '_>| {
        node.attribute("class").is_some_and(|words| words.split_whitespace().any(|word| word == class))
    };
    document.descendants().filter(has)
}

#[test]
fn every_space_way_and_token_is_drawn_once() {
    for scene in [opening(), middle(), small("small")] {
        let text = svg::page(&scene, "x").into_string();
        let document = Document::parse(&text).expect("well-formed");
        let spaces: Vec<_> = with_class(&document, "space").filter_map(|node| node.attribute("data-space")).collect();
        assert_eq!(spaces, scene.plan.spaces.iter().map(|space| space.id.as_str()).collect::<Vec<_>>());
        assert_eq!(with_class(&document, "way").count(), scene.plan.ways.len());
        let tokens: BTreeSet<_> =
            with_class(&document, "token").filter_map(|node| node.attribute("data-token")).collect();
        assert_eq!(tokens.len(), scene.tokens.len(), "ids are unique");
        assert_eq!(with_class(&document, "token").count(), scene.tokens.len());
    }
}

#[test]
fn spaces_and_ways_have_their_evidence() {
    let text = svg::page(&opening(), "x").into_string();
    let document = Document::parse(&text).expect("well-formed");
    let words = kernel::Evidence::ALL.map(kernel::Evidence::word);
    for class in ["space", "way", "region"] {
        for node in with_class(&document, class) {
            assert!(node.attribute("data-evidence").is_some_and(|word| words.contains(&word)), "{node:?}");
        }
    }
}

#[test]
fn a_token_stands_where_its_space_is() {
    let scene = middle();
    let text = svg::page(&scene, "x").into_string();
    let document = Document::parse(&text).expect("well-formed");
    for token in &scene.tokens {
        let id = token.id.to_string();
        let drawn = with_class(&document, "token").find(|node| node.attribute("data-token") == Some(&id));
        let drawn = drawn.expect("the token is drawn");
        if let Spot::Space(space) = &token.at {
            let place = with_class(&document, "space").find(|node| node.attribute("data-space") == Some(space));
            assert_eq!(drawn.attribute("transform"), place.and_then(|node| node.attribute("transform")));
            assert_eq!(drawn.attribute("data-at"), Some(space.as_str()));
        }
    }
}

#[test]
fn men_in_a_tray_stay_inside_the_drawing() {
    let scene = middle();
    let (width, height) = svg::size(&scene);
    let r = scene.plan.token_r;
    let off = scene.tokens.iter().filter(|token| matches!(token.at, Spot::Tray(..)));
    assert!(off.clone().count() > 1, "somebody was taken");
    for token in off {
        let (x, y) = svg::spot(&scene, &token.at).expect("trays have places");
        assert!(x < width - r / 2.0 && y > scene.plan.size.1 && y < height - r / 2.0);
    }
}

#[test]
fn nothing_needs_a_style_attribute_or_a_script() {
    let page = svg::page(&middle(), "x").into_string();
    assert!(!page.contains(" style=") && !page.contains("<style") && !page.contains("<script"));
}

#[test]
fn ids_have_the_given_prefix_and_every_reference_exists() {
    let text = svg::page(&middle(), "left").into_string();
    let document = Document::parse(&text).expect("well-formed");
    let ids: Vec<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "no id twice");
    assert!(ids.iter().all(|id| id.starts_with("left-")));
    for reference in text.split("url(#").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(ids.contains(&reference), "{reference}");
    }
    for reference in text.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(ids.contains(&reference), "{reference}");
    }
}

#[test]
fn a_picture_stands_alone() {
    for theme in [Theme::Light, Theme::Dark] {
        let text = svg::picture(&middle(), theme);
        assert!(!text.contains("var("));
        let document = Document::parse(&text).expect("well-formed");
        let root = document.root_element();
        assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        assert!(root.attribute("width").is_some() && root.attribute("height").is_some());
    }
}

#[test]
fn every_ink_that_is_used_has_a_value() {
    let scene = middle();
    let (page, css) = (svg::page(&scene, "x").into_string(), svg::ink_css(&scene.plan));
    for name in page.split("var(").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert_eq!(css.matches(&format!("{name}:#")).count(), 4, "{name}: light and dark, by system and by choice");
    }
}

#[test]
fn names_are_escaped() {
    let name = "<script>alert(1)</script> & \"quotes\"";
    let mut scene = small(name);
    scene.headline = name.into();
    scene.trays[0].note = name.into();
    for text in [svg::page(&scene, "x").into_string(), svg::picture(&scene, Theme::Light)] {
        assert!(!text.contains("<script"));
        let document = Document::parse(&text).expect("well-formed");
        assert!(document.descendants().any(|node| node.is_text() && node.text() == Some(name)));
    }
}

#[test]
fn all_pictures_of_the_how_to_play_page_exist() {
    let page = game().info().how_to_play;
    let asked: Vec<_> = page.split("](picture:").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert_eq!(asked, PICTURES);
    for name in PICTURES {
        let scene = game().picture(name).expect(name);
        assert!(!scene.tokens.is_empty() && !scene.headline.is_empty());
        let text = svg::page(&scene, name).into_string();
        let document = Document::parse(&text).expect("well-formed");
        assert_eq!(with_class(&document, "mark").count(), scene.marks.len(), "{name}");
        assert_eq!(scene.marks.is_empty(), name == "start");
    }
    assert!(game().picture("no-such-picture").is_none());
}

#[test]
fn the_pictures_show_what_can_be_played() {
    let game_match = open(None);
    let first: Vec<_> = game_match.legal_moves(kernel::Seat(0)).into_iter().map(|legal| legal.gesture.steps).collect();
    let scene = game().picture("first-moves").expect("drawn");
    let arrows: Vec<_> = scene.marks.iter().map(|(from, _)| from.clone()).collect();
    assert_eq!(arrows, first.iter().map(|steps| steps[0].clone()).collect::<Vec<_>>());
}

/// A match set up as the picture shows it.
fn set_up(scene: &Scene, to_act: &str) -> Box<dyn DynMatch> {
    let men = |kind: &str| -> Vec<&str> {
        let here = scene.tokens.iter().filter(|token| token.kind == kind);
        here.filter_map(|token| if let Spot::Space(space) = &token.at { Some(space.as_str()) } else { None }).collect()
    };
    let mut game_match = open(None);
    let position = serde_json::json!({
        "attackers": men("attacker"), "musketeers": men("musketeer"), "to_act": to_act
    });
    game_match.place(position).expect("a position that can be");
    game_match
}

#[test]
fn the_series_can_be_jumped_as_it_is_numbered() {
    let scene = game().picture("series").expect("drawn");
    let mut game_match = set_up(&scene, "musketeers");
    let stops: Vec<_> =
        scene.marks.iter().filter(|(_, mark)| matches!(mark, Mark::Step(_))).map(|(space, _)| space.clone()).collect();
    let played = game_match.play(kernel::Seat(1), &format!("c7x{}", stops.join("x"))).expect("legal");
    assert_eq!(played.len(), 3);
    assert!(!game_match.mid_turn(), "nothing is left to jump");
    let taken = scene.marks.iter().filter(|(_, mark)| *mark == Mark::LastTaken);
    let after = game_match.scene(Viewer::Spectator);
    for (space, _) in taken {
        assert!(!after.tokens.iter().any(|token| token.at == Spot::Space(space.clone())), "{space} is empty");
    }
}

#[test]
fn the_jump_is_the_only_move_and_the_won_castle_is_won() {
    let jump = set_up(&game().picture("jump").expect("drawn"), "musketeers");
    let moves: Vec<_> = jump.legal_moves(kernel::Seat(1)).into_iter().map(|legal| legal.action).collect();
    assert_eq!(moves, ["e7xe5"]);
    let won = set_up(&game().picture("won").expect("drawn"), "musketeers");
    assert_eq!(won.outcome().and_then(|outcome| outcome.winner()), Some(kernel::Seat(0)));
}

#[test]
fn legends_can_be_drawn_alone() {
    let plan = &opening().plan;
    for style in &plan.way_styles {
        let text = svg::swatch(plan, style, Look::page("k")).into_string();
        assert!(Document::parse(&text).is_ok() && text.contains(style.label));
    }
    for art in &plan.tokens {
        let text = svg::figure(plan, art.kind, Look::page("k")).into_string();
        assert!(Document::parse(&text).is_ok_and(|document| document.root_element().has_children()));
    }
    assert!(svg::figure(plan, "dragon", Look::page("k")).into_string().is_empty());
}

#[test]
fn a_page_can_put_up_marks_itself() {
    let text = svg::signs(&opening().plan, Look::page("t")).into_string();
    let document = Document::parse(&text).expect("well-formed");
    for word in ["last-from", "last-to", "last-taken", "must", "held", "target"] {
        let id = format!("t-mark-{word}");
        let sign = document.descendants().find(|node| node.attribute("id") == Some(&id)).expect(word);
        assert!(sign.has_children() && matches!(sign.attribute("data-layer"), Some("under" | "over")));
    }
}

#[test]
fn every_mark_has_a_different_shape() {
    let text = svg::signs(&opening().plan, Look::page("t")).into_string();
    let shapes: Vec<_> = text.split("data-layer").skip(1).filter_map(|sign| sign.split(" d=\"").nth(1)).collect();
    let outlines: BTreeSet<_> = shapes.iter().filter_map(|shape| shape.split('"').next()).collect();
    assert_eq!(outlines.len(), 6);
}
