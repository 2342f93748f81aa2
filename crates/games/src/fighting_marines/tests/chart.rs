//! The sheet's chart: a game in play, and eight statements about it.

use super::drawn::*;
use crate::fighting_marines::rules;
use kernel::Show;
use kernel::dynamic::PresentMatch;
use kernel::scene::Mark;

/// The men where the chart has them. Its neutrals face 8 and 30, so the arrow is at 27.
fn chart() -> Table {
    arrow(4, 27)
        .men("red", "2 8 10 / 26")
        .men("black", "17 / 8")
        .men("yellow", "26 30 32")
        .men("green", "41 / 2")
        .assault("red yellow")
        .table()
}

/// The rule that keeps the man from entering.
fn refused(id: &str, action: &str) -> String {
    let table = chart();
    table.why(seat(&table, id), action).expect_err(action).rule.to_string()
}

/// FM-1, FM-2, FM-3
#[test]
fn the_neutrals_of_the_chart_face_8_and_30_when_the_arrow_is_at_27() {
    let table = chart();
    let board = &table.game().board;
    let facing = |base: u8| board.platform[usize::from(board.net.facing(base - 1, 26))].0.letter();
    assert_eq!([2, 8, 10, 17, 26, 30, 32, 41].map(facing), ['B', 'N', 'R', 'Y', 'R', 'N', 'Y', 'R']);
}

/// FM-12
#[test]
fn space_17_black_cannot_move() {
    // Black has nobody who can do anything, so he is passed; asked alone, the rule is the colour.
    assert_eq!(to_act(&chart()), "red yellow");
    assert_eq!(legal(&chart(), "black"), [""; 0]);
    let table = arrow(4, 27).men("black", "13 17").men("red", "2 / 13").assault("black").table();
    assert_eq!(legal(&table, "black"), ["13x", "pass"]);
    let refusal = table.why(seat(&table, "black"), "17>").unwrap_err();
    assert_eq!((refusal.rule, refusal.what.as_str()), (rules::OWN_COLOUR, "The space before 17 is yellow, not black."));
}

/// FM-14, FM-15
#[test]
fn space_26_yellow_captures_red_on_a_red_space() {
    let mut table = chart();
    play(&mut table, "yellow 26x");
    let men = written(&table).men;
    assert_eq!(men["red"].held["yellow"], ["private"]);
    assert_eq!(men["yellow"].platform, ["p43 private"]);
}

/// FM-13
#[test]
fn space_30_yellow_moves_onto_the_neutral_space() {
    let mut table = chart();
    play(&mut table, "yellow 30>");
    assert_eq!(written(&table).men["yellow"].platform, ["p3 private"]);
}

/// FM-12
#[test]
fn space_32_yellow_moves_onto_his_own_colour() {
    let mut table = chart();
    play(&mut table, "yellow 32>");
    assert_eq!(written(&table).men["yellow"].platform, ["p5 private"]);
}

/// FM-12
#[test]
fn space_41_green_cannot_move() {
    assert_eq!(legal(&chart(), "green"), [""; 0]);
    let table = arrow(4, 27).men("green", "35 41").men("red", "2 / 35").assault("green").table();
    let refusal = table.why(seat(&table, "green"), "41>").unwrap_err();
    assert_eq!((refusal.rule, refusal.what.as_str()), (rules::OWN_COLOUR, "The space before 41 is red, not green."));
}

/// FM-14
#[test]
fn space_2_red_captures_green_on_a_black_space() {
    let mut table = chart();
    play(&mut table, "red 2x");
    let men = written(&table).men;
    assert_eq!(men["green"].held["red"], ["private"]);
    assert!(men["red"].platform.contains(&"p19 private".to_owned()), "{men:?}");
}

/// FM-16, FM-13
#[test]
fn space_8_red_cannot_capture_black_on_neutral_but_can_join_him() {
    assert_eq!(refused("red", "8x"), "FM-16");
    let mut table = chart();
    play(&mut table, "red 8>");
    let men = written(&table).men;
    assert!(men["red"].platform.contains(&"p25 private".to_owned()), "{men:?}");
    assert_eq!(men["black"].platform, ["p25 private"]);
}

/// FM-12
#[test]
fn space_10_red_moves_onto_his_own_colour() {
    let mut table = chart();
    play(&mut table, "red 10>");
    assert!(written(&table).men["red"].platform.contains(&"p27 private".to_owned()));
}

/// FM-11
#[test]
fn red_and_yellow_have_exactly_these_choices() {
    assert_eq!(legal(&chart(), "red"), ["10>", "2x", "8>", "pass"]);
    assert_eq!(legal(&chart(), "yellow"), ["26x", "30>", "32>", "pass"]);
}

/// FM-1
#[test]
fn the_picture_of_the_chart_shows_the_same_men() {
    let table = chart();
    let picture = table.game().picture("chart").expect("it is drawn");
    let on_board = |tokens: &[kernel::scene::Token]| {
        let mut men: Vec<_> = tokens
            .iter()
            .filter(|token| matches!(token.at, kernel::scene::Spot::Space(_)))
            .map(|token| (token.kind, token.at.clone()))
            .collect();
        men.sort();
        men
    };
    assert_eq!(on_board(&picture.tokens), on_board(&table.scene(kernel::Viewer::Spectator).tokens));
    let steps: Vec<_> = picture.marks.iter().map(|(space, mark)| (space.as_str(), *mark)).collect();
    assert_eq!(steps[0], ("17", Mark::Step(1)));
    assert_eq!(steps[7], ("10", Mark::Step(8)));
}
