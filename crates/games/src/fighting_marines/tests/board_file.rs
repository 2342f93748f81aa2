//! The board file: what it may contain, and how mistakes are reported.

use crate::fighting_marines::board::FmBoard;
use testkit::board_file;

/// Changes the board in the box; `‹` stands where a fault must be reported.
fn check(changes: &[(&str, &str)], wanted: &[&str]) {
    board_file::check::<FmBoard>(changes, wanted);
}

/// FM-1, FM-2
#[test]
fn the_board_in_the_box_has_no_faults() {
    check(&[], &[]);
}

/// FM-1
#[test]
fn unknown_and_missing_keys_are_reported_where_they_stand() {
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
fn a_value_of_the_wrong_type_is_reported_where_it_stands() {
    check(&[("format = 1", "format = ‹\"1\"")], &["`format` is not a whole number"]);
    check(&[("format = 1", "format = ‹2")], &["format 2 is not known"]);
    check(&[("\"fighting-marines\"", "‹\"conflict\"")], &["the board of another game"]);
    check(&[("at = [2, 4,", "at = [2, ‹\"4\",")], &["`at` holds something that is not a whole number"]);
    check(&[("at = [2, 4, 6, 8, 10]", "at = ‹2")], &["`at` is not a list"]);
}

/// FM-1
#[test]
fn the_number_of_spaces_is_limited() {
    for size in ["11", "65", "0", "-4"] {
        check(&[("spaces = 44", &format!("spaces = ‹{size}"))], &["a ring cannot have"]);
    }
}

/// FM-1
#[test]
fn sections_must_go_round_the_ring() {
    check(&[("colour = \"red\"\nfrom", "colour = ‹\"purple\"\nfrom")], &["`purple` is not a colour of this game"]);
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
    board_file::check_whole::<FmBoard>(
        &[("from = 12", "from = 13"), ("at = [13,", "at = [14,")],
        &["no section contains 12"],
    );
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
    check(&[("spaces = \"RB\"", "spaces = \"R‹b\"")], &["`b` is not a kind of space"]);
    check(&[("spaces = \"RB\"", "spaces = \"R‹^\"")], &["there is one arrow, and it comes first"]);
    board_file::check_whole::<FmBoard>(
        &[("spaces = \"RB\"", "spaces = \"RBB\"")],
        &["the platform has 45 spaces and the base 44"],
    );
    board_file::check_whole::<FmBoard>(
        &[("spaces = \"^\"", "spaces = \"R\"")],
        &["the platform does not begin with the arrow"],
    );
    let ring = "GYRBGYRBGYRBGYRBGYRBG";
    board_file::check_whole::<FmBoard>(
        &[(ring, &ring.replace('Y', "B")), ("YRBGYRBGYRBGYRBGYR", "GRBGGRBGGRBGGRBGGR")],
        &["no platform space is yellow"],
    );
}

/// FM-1, FM-2
#[test]
fn unknown_evidence_is_reported() {
    check(&[("evidence = \"inferred\"", "evidence = ‹\"dreamt\"")], &["`dreamt` is not a kind of evidence"]);
}

/// FM-1, FM-2
#[test]
fn all_faults_are_reported_at_once() {
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
fn empty_and_nonsense_files_are_reported() {
    board_file::check_nonsense::<FmBoard>(
        &["format", "game", "name", "spaces", "sections", "circles", "platform"],
        &["[[sections]]", "sections = 1\ncircles = 2\nplatform = []"],
    );
}

/// FM-1
#[test]
fn no_mistake_makes_the_reader_panic() {
    board_file::check_slips::<FmBoard>(512, |_| ());
}
