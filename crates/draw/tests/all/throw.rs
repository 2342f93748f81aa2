//! Dice and dials.

use super::svg::with_class;
use super::*;
use draw::svg::{self, Look, Theme};
use kernel::scene::Throw;
use resvg::usvg::roxmltree::Document;

fn circles(text: &str) -> usize {
    Document::parse(text).expect("well-formed").descendants().filter(|node| node.tag_name().name() == "circle").count()
}

fn eight() -> Vec<(String, u32)> {
    let label = |n: u32| if n == 3 { "<b>&".to_owned() } else { format!("N{n}") };
    (1..=8).map(|n| (label(n), if n == 8 { 9 } else { 1 })).collect()
}

#[test]
fn a_die_has_its_pips_and_beyond_nine_a_number() {
    let plan = opening().plan;
    for pips in 0..=9 {
        assert_eq!(circles(&svg::die(&plan, pips, Look::page("t")).into_string()), usize::from(pips), "{pips}");
    }
    let twenty = svg::die(&plan, 20, Look::page("t")).into_string();
    assert!(circles(&twenty) == 0 && twenty.contains(">20</text>"));
}

#[test]
fn all_faces_can_be_used_by_id_and_no_two_are_alike() {
    let text = svg::dice(&opening().plan, Look::page("t")).into_string();
    let document = Document::parse(&text).expect("well-formed");
    let faces: Vec<_> = document.descendants().filter(|node| node.tag_name().name() == "symbol").collect();
    let ids: Vec<_> = faces.iter().filter_map(|face| face.attribute("id")).collect();
    assert_eq!(ids, ["t-die-1", "t-die-2", "t-die-3", "t-die-4", "t-die-5", "t-die-6"]);
    let looks: std::collections::BTreeSet<_> = faces.iter().map(|face| &text[face.range()]).map(|t| &t[30..]).collect();
    assert_eq!(looks.len(), 6);
}

#[test]
fn sectors_are_as_wide_as_their_weight_and_the_pointer_finds_them() {
    let (plan, sectors) = (opening().plan, eight());
    for at in 0..sectors.len() {
        let text = svg::dial(&plan, &sectors, Some(at), Look::page("t")).into_string();
        let document = Document::parse(&text).expect("well-formed, wicked labels too");
        let turns: Vec<f32> = with_class(&document, "sector")
            .map(|node| node.attribute("data-turn").and_then(|turn| turn.parse().ok()).expect("a number"))
            .collect();
        // Seven sectors of a sixteenth, and one of nine.
        assert_eq!(turns, [11.25, 33.75, 56.25, 78.75, 101.25, 123.75, 146.25, 258.75]);
        let pointer = with_class(&document, "pointer").next().expect("one pointer");
        assert_eq!(pointer.attribute("transform"), Some(format!("rotate({})", turns[at]).as_str()));
        let hit: Vec<_> = with_class(&document, "hit").filter_map(|node| node.attribute("data-sector")).collect();
        assert_eq!(hit, [at.to_string()]);
    }
}

#[test]
fn odd_dials_are_drawn_too() {
    let plan = opening().plan;
    let one = [("all".to_owned(), 1)];
    for (sectors, at) in
        [(&[][..], None), (&one[..], Some(0)), (&one[..], Some(7)), (&[("none".to_owned(), 0)][..], None)]
    {
        let text = svg::dial(&plan, sectors, at, Look::page("t")).into_string();
        assert!(Document::parse(&text).is_ok() && !text.contains("NaN"), "{sectors:?}");
    }
}

#[test]
fn a_picture_shows_what_was_thrown_below_everything_else() {
    let mut scene = opening();
    let bare = svg::picture(&scene, Theme::Light);
    for (throw, class) in [(Throw::Dice(vec![2, 5, 6]), "die"), (Throw::Dial { sectors: eight(), at: Some(2) }, "dial")]
    {
        scene.throw = Some(throw);
        let text = svg::picture(&scene, Theme::Light);
        let document = Document::parse(&text).expect("well-formed");
        let height = |text: &str| {
            let document = Document::parse(text).expect("well-formed");
            document.root_element().attribute("height").and_then(|h| h.parse::<f32>().ok()).expect("a height")
        };
        assert!(height(&text) > height(&bare) + 50.0);
        assert_eq!(with_class(&document, class).count(), if class == "die" { 3 } else { 1 });
        assert!(draw::png::png(&scene, Theme::Dark, 300).is_ok());
    }
}

#[test]
fn dice_in_characters() {
    insta::assert_snapshot!(draw::cells::throw(&Throw::Dice(vec![1, 2, 3, 4, 5, 6]), false).join("\n"), @r#"
    ╭───────╮ ╭───────╮ ╭───────╮ ╭───────╮ ╭───────╮ ╭───────╮
    │       │ │     ● │ │     ● │ │ ●   ● │ │ ●   ● │ │ ●   ● │
    │   ●   │ │       │ │   ●   │ │       │ │   ●   │ │ ●   ● │
    │       │ │ ●     │ │ ●     │ │ ●   ● │ │ ●   ● │ │ ●   ● │
    ╰───────╯ ╰───────╯ ╰───────╯ ╰───────╯ ╰───────╯ ╰───────╯
    "#);
    insta::assert_snapshot!(draw::cells::throw(&Throw::Dice(vec![5, 8, 12]), true).join("\n"), @r#"
    +-------+ +-------+ +-------+
    | o   o | | o o o | |       |
    |   o   | | o   o | |  12   |
    | o   o | | o o o | |       |
    +-------+ +-------+ +-------+
    "#);
    assert!(draw::cells::throw(&Throw::Dice(vec![]), true).is_empty());
}

#[test]
fn a_dial_in_characters() {
    let sectors = vec![("N·2·S".to_owned(), 1), ("advance".to_owned(), 3), ("none".to_owned(), 0)];
    let dial = Throw::Dial { sectors, at: Some(1) };
    insta::assert_snapshot!(draw::cells::throw(&dial, false).join("\n"), @r#"
      N·2·S    1 of 4   ■■■■
    ▶ advance  3 of 4   ■■■■■■■■■■■■
      none     0 of 4
    "#);
    let plain = draw::cells::throw(&dial, true).join("\n");
    assert!(plain.is_ascii() && plain.contains("> advance"), "{plain}");
}
