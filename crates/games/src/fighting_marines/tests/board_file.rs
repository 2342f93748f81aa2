//! The board file: what a person may write, and how slips of the pen are told.

use crate::fighting_marines::board::FmBoard;
use kernel::{Board, BoardFault};
use proptest::prelude::*;
use testkit::board_file::{changed, check_marked};

fn faults(text: &str) -> Vec<BoardFault> {
    testkit::board_file::faults::<FmBoard>(text)
}

/// Changes the standard file and checks its faults. In the changed text `‹`
/// stands before every place where a fault must be told, in the order of the
/// file; `wanted` tells what each must say. No other fault may be told.
fn check(changes: &[(&str, &str)], wanted: &[&str]) {
    check_marked::<FmBoard>(&changed::<FmBoard>(changes), wanted);
}

/// Changes the standard file and checks the faults of the whole.
fn check_whole(changes: &[(&str, &str)], wanted: &[&str]) {
    let text = changed::<FmBoard>(changes);
    let found: Vec<_> = faults(&text).into_iter().map(|fault| (fault.at, fault.what)).collect();
    let wanted: Vec<_> = wanted.iter().map(|what| (None, (*what).to_owned())).collect();
    assert_eq!(found, wanted);
}

/// FM-1, FM-2
#[test]
fn the_board_in_the_box_has_no_faults() {
    check(&[], &[]);
}

/// FM-1
#[test]
fn a_key_that_means_nothing_or_is_missing_is_told_where_it_stands() {
    check(&[("spaces = 44", "spaces = 44\n‹knobs = 4")], &["`knobs` means nothing here"]);
    check(&[("from = 1\n", "from = 1\n‹width = 11\n")], &["`width` means nothing here"]);
    check(&[("format = 1\n", ""), ("# The board of", "‹# The board of")], &["`format` is missing"]);
    check(&[("[[sections]]\ncolour = \"red\"\n", "‹[[sections]]\n")], &["`colour` is missing"]);
    check(
        &[("[[circles]]\ncolour = \"red\"\nat = [2, 4, 6, 8, 10]\n", "‹[[circles]]\ncolour = \"red\"\n")],
        &["`at` is missing"],
    );
}

/// FM-1
#[test]
fn a_value_of_the_wrong_kind_is_told_where_it_stands() {
    check(&[("format = 1", "format = ‹\"1\"")], &["`format` is not a whole number"]);
    check(&[("format = 1", "format = ‹2")], &["format 2 is not known"]);
    check(&[("\"fighting-marines\"", "‹\"conflict\"")], &["the board of another game"]);
    check(&[("at = [2, 4,", "at = [2, ‹\"4\",")], &["`at` holds something that is not a whole number"]);
    check(&[("at = [2, 4, 6, 8, 10]", "at = ‹2")], &["`at` is not a list"]);
}

/// FM-1
#[test]
fn the_ring_has_its_limits() {
    for size in ["11", "65", "0", "-4"] {
        check(&[("spaces = 44", &format!("spaces = ‹{size}"))], &["spaces cannot be"]);
    }
}

/// FM-1
#[test]
fn sections_are_told_when_they_do_not_go_round_the_ring() {
    check(&[("colour = \"red\"\nfrom", "colour = ‹\"purple\"\nfrom")], &["`purple` is no colour of this game"]);
    check(&[("to = 44", "to = ‹45")], &["there is no base space 45"]);
    check(
        &[("[[sections]]\ncolour = \"black\"\nfrom = 12", "‹[[sections]]\ncolour = \"black\"\nfrom = 11")],
        &["black does not begin after the section of red"],
    );
    check(
        &[(
            "[[sections]]\ncolour = \"black\"\nfrom = 12\nto = 22",
            "‹[[sections]]\ncolour = \"black\"\nfrom = 22\nto = 12",
        )],
        &["ends before it begins"],
    );
    check(&[("colour = \"black\"\nfrom", "colour = ‹\"red\"\nfrom")], &["red has a section already"]);
    check_whole(&[("from = 12", "from = 13"), ("at = [13,", "at = [14,")], &["no section holds 12"]);
}

/// FM-1
#[test]
fn circles_lie_in_their_own_section_each_once_and_not_too_many() {
    check(&[("at = [2, 4, 6, 8, 10]", "at = [2, 4, 6, 8, ‹12]")], &["12 lies outside the section of red"]);
    check(&[("at = [2, 4, 6, 8, 10]", "at = [2, 4, 6, 8, ‹4]")], &["4 is named twice"]);
    check(&[("at = [2, 4, 6, 8, 10]", "at = [2, 4, 6, 8, ‹0]")], &["there is no base space 0"]);
    check(
        &[("[[circles]]\ncolour = \"red\"\nat = [2, 4, 6, 8, 10]", "‹[[circles]]\ncolour = \"red\"\nat = []")],
        &["red has 0 circles"],
    );
    check(
        &[(
            "[[circles]]\ncolour = \"red\"\nat = [2, 4, 6, 8, 10]",
            "‹[[circles]]\ncolour = \"red\"\nat = [1, 2, 3, 4, 5, 6, 7, 8, 9]",
        )],
        &["red has 9 circles"],
    );
    check(
        &[("colour = \"black\"\nat = [13, 15, 17, 19, 21]", "colour = ‹\"red\"\nat = [1, 3]")],
        &["red has circles already"],
    );
}

/// FM-2
#[test]
fn the_platform_is_written_in_known_letters_with_one_arrow_first() {
    check(&[("spaces = \"RB\"", "spaces = \"R‹b\"")], &["`b` is no kind of space"]);
    check(&[("spaces = \"RB\"", "spaces = \"R‹^\"")], &["there is one arrow, and it comes first"]);
    check_whole(&[("spaces = \"RB\"", "spaces = \"RBB\"")], &["the platform has 45 spaces and the base 44"]);
    check_whole(&[("spaces = \"^\"", "spaces = \"R\"")], &["the platform does not begin with the arrow"]);
    let ring = "GYRBGYRBGYRBGYRBGYRBG";
    check_whole(
        &[(ring, &ring.replace('Y', "B")), ("YRBGYRBGYRBGYRBGYR", "GRBGGRBGGRBGGRBGGR")],
        &["no platform space is yellow"],
    );
}

/// FM-1, FM-2
#[test]
fn evidence_has_its_own_words() {
    check(&[("evidence = \"inferred\"", "evidence = ‹\"dreamt\"")], &["`dreamt` is no kind of evidence"]);
}

/// FM-1, FM-2
#[test]
fn every_kind_of_fault_is_told_in_one_go() {
    check(
        &[
            ("format = 1", "format = ‹7"),
            ("to = 44", "to = ‹99"),
            ("at = [13, 15,", "at = [13, ‹13, ‹3,"),
            ("spaces = \"RB\"", "‹lanes = 2\nspaces = \"‹QB\""),
        ],
        &["format 7", "no base space 99", "13 is named twice", "3 lies outside the section of black", "`lanes`", "`Q`"],
    );
}

/// FM-1
#[test]
fn nothing_and_nonsense_are_told_too() {
    let found = faults("");
    for key in ["format", "game", "name", "spaces", "sections", "circles", "platform"] {
        assert!(found.iter().any(|fault| fault.what == format!("`{key}` is missing here")), "{key}: {found:?}");
    }
    assert_eq!(found.len(), 7, "{found:?}");
    for nonsense in ["\0\0\0", "]]]]", "é = 'ü", "[[sections]]", "sections = 1\ncircles = 2\nplatform = []"] {
        assert!(!faults(nonsense).is_empty(), "{nonsense:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// FM-1
    #[test]
    fn a_slip_of_the_pen_never_panics_and_faults_lie_inside_the_text(
        kind in 0..4u8, place in 0..6_000usize, letter in any::<char>(), number in -3..300i64,
    ) {
        let text = FmBoard::STANDARD;
        let at = (0..=place % text.len()).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let rest: String = text[at..].chars().skip(1).collect();
        let mutated = match kind {
            0 => format!("{}{letter}{}", &text[..at], &text[at..]),
            1 => format!("{}{rest}", &text[..at]),
            2 => format!("{}{number}{rest}", &text[..at]),
            _ => text.lines().enumerate().filter(|(n, _)| *n != place % 80).map(|(_, line)| format!("{line}\n")).collect(),
        };
        if let Err(found) = FmBoard::load(&mutated) {
            prop_assert!(!found.is_empty());
            for fault in found {
                prop_assert!(fault.at.is_none_or(|span| span.start <= mutated.len()));
            }
        }
    }
}
