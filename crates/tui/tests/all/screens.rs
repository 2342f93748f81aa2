//! Snapshots of the screen.

use crate::party::{Party, alone, both, game, styled, text};
use boxtop_tui::{Chooser, Key, Look, screen};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use store::{ListEntry, Listed, Version};

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

fn snapshots(name: &str, party: &mut Party) {
    for (width, height) in SIZES {
        let plain = party.text(width, height, Look::PLAIN);
        assert!(plain.is_ascii(), "plain is plain");
        insta::assert_snapshot!(format!("{name}-{width}x{height}-plain"), plain);
        let full = styled(&party.screen(width, height, Look::FULL));
        insta::assert_snapshot!(format!("{name}-{width}x{height}-colour"), full);
    }
}

#[test]
fn the_start() {
    snapshots("start", &mut Party::begin(&alone("attack")));
}

#[test]
fn after_a_move() {
    let mut party = Party::begin(&both());
    party.line("d6-d7");
    party.line("e7-d6");
    snapshots("after-a-move", &mut party);
}

#[test]
fn a_man_in_hand() {
    let mut party = Party::begin(&both());
    party.key(Key::Enter);
    snapshots("in-hand", &mut party);
}

#[test]
fn a_refusal() {
    let mut party = Party::begin(&both());
    party.line("d5-d6");
    snapshots("refusal", &mut party);
}

#[test]
fn the_end() {
    let mut party = Party::begin(&boxtop_tui::NewMatch { contest: true, ..both() });
    party.line("d6-d7");
    party.keys("Ry");
    snapshots("end", &mut party);
}

#[test]
fn a_rule_over_the_board() {
    let mut party = Party::begin(&both());
    party.line("rules tm-10");
    insta::assert_snapshot!("rule", party.text(80, 24, Look::PLAIN));
}

#[test]
fn help_fits_the_smallest_screen() {
    let mut party = Party::begin(&both());
    party.keys("?");
    let shown = party.text(80, 24, Look::PLAIN);
    assert!(shown.contains("resign") && shown.contains("starts a line"), "{shown}");
    insta::assert_snapshot!("help", shown);
}

#[test]
fn moves_are_listed_beside_the_board() {
    let mut party = Party::begin(&both());
    party.keys("m");
    insta::assert_snapshot!("moves", party.text(80, 24, Look::PLAIN));
}

#[test]
fn a_narrow_and_tall_screen_has_the_words_below() {
    let mut party = Party::begin(&both());
    insta::assert_snapshot!("narrow", party.text(46, 40, Look::PLAIN));
}

#[test]
fn a_screen_that_is_too_small_says_what_is_needed() {
    let mut party = Party::begin(&both());
    let shown = party.text(50, 12, Look::PLAIN).replace('\n', " ");
    assert!(shown.contains("this one has 50 by 12"), "{shown}");
}

#[test]
fn every_size_can_be_drawn() {
    let mut party = Party::begin(&alone("musketeers"));
    party.line("nonsense that is long enough to fill more than the two lines there are for it, whatever it may mean");
    for opened in ["", "?", "m", "r", "R"] {
        party.keys(opened);
        for width in [1, 2, 10, 39, 40, 45, 57, 58, 71, 72, 80, 200] {
            for height in [1, 2, 5, 13, 14, 23, 24, 25, 36, 60] {
                party.screen(width, height, Look::FULL);
            }
        }
        party.key(Key::Esc);
    }
}

#[test]
fn without_colours_no_cell_has_a_colour() {
    let mut party = Party::begin(&both());
    party.line("d5-d6");
    let shown = party.screen(80, 24, Look { ascii: false, colour: false });
    assert!(shown.content.iter().all(|cell| cell.fg == ratatui::style::Color::Reset));
}

#[test]
fn unfinished_matches_to_choose_from() {
    let listed = |id: &str, updated_ms| {
        let title = "attack against a captain, 12 moves".into();
        let entry = ListEntry { game: "three-musketeers".into(), open: true, title, owners: vec![] };
        Listed { stream: id.parse().unwrap(), entry, version: Version(3), created_ms: 0, updated_ms }
    };
    let mut chooser =
        Chooser::new(vec![listed("0123456789abcdef", 0), listed("fedcba9876543210", -90_000_000)], 60_000);
    chooser.key(Key::Down);
    let mut terminal = Terminal::new(TestBackend::new(80, 12)).unwrap();
    let name = game().info().title;
    terminal.draw(|frame| screen::draw_chooser(frame, &chooser, name, Look::PLAIN)).unwrap();
    insta::assert_snapshot!("chooser", text(terminal.backend().buffer()));
}
