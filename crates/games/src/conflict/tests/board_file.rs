//! The board file: what a person may write, and how mistakes are reported.

use crate::conflict::board::CfBoard;
use testkit::board_file;

/// Changes the standard board; `‹` marks where a fault must be reported.
fn check(changes: &[(&str, &str)], wanted: &[&str]) {
    board_file::check::<CfBoard>(changes, wanted);
}

/// CF-1
#[test]
fn the_standard_board_has_no_faults() {
    check(&[], &[]);
}

/// CF-1
#[test]
fn an_unknown_or_missing_key_is_reported_with_its_place() {
    check(&[("game = \"conflict\"", "game = \"conflict\"\n‹knobs = 4")], &["`knobs` means nothing here"]);
    check(&[("at = \"c3\"", "at = \"c3\"\n‹wide = 2")], &["`wide` means nothing here"]);
    check(&[("format = 1\n", ""), ("# The board of", "‹# The board of")], &["`format` is missing"]);
    check(&[("[[circles]]\ncolour = \"red\"\nat = \"c3\"", "‹[[circles]]\ncolour = \"red\"")], &["`at` is missing"]);
}

/// CF-1
#[test]
fn a_value_of_the_wrong_kind_is_reported_with_its_place() {
    check(&[("format = 1", "format = ‹\"1\"")], &["`format` is not a whole number"]);
    check(&[("format = 1", "format = ‹2")], &["format 2 is not known"]);
    check(&[("game = \"conflict\"", "game = ‹\"chess\"")], &["the board of another game"]);
    check(&[("at = [\"g7\"", "at = [‹7")], &["`at` holds something that is not a text"]);
    check(&[("evidence = \"seen\"", "evidence = ‹\"dreamt\"")], &["`dreamt` is not a kind of evidence"]);
}

/// CF-1
#[test]
fn the_map_is_written_in_known_letters_and_is_whole() {
    check(&[("RRRLrLLL", "RRRLr‹xLL")], &["`x` is no kind of square"]);
    check(&[("\"RRRRLLLLL", "‹\"RRRRLLLL")], &["this row has 27 letters"]);
    check(&[("[map]", "‹[map]"), ("  \"GGGGLLLLLLLLLLLLLLLLLLLLYYYY\",\n", "")], &["the map has 27 rows"]);
}

/// CF-2
#[test]
fn every_colour_has_one_circle_where_the_map_has_one() {
    check(&[("at = \"c3\"", "at = ‹\"c4\"")], &["the map has no circle on c4"]);
    check(&[("at = \"c3\"", "at = ‹\"zz3\"")], &["there is no square `zz3`"]);
    check(&[("colour = \"orange\"\nat = \"z3\"", "colour = \"orange\"\nat = ‹\"c3\"")], &["another colour's circle"]);
    check(&[("colour = \"orange\"\nat = \"z3\"", "colour = ‹\"red\"\nat = \"z3\"")], &["red has a circle already"]);
    check(&[("colour = \"red\"\nat = \"c3\"", "colour = ‹\"blue\"\nat = \"c3\"")], &["`blue` is no colour"]);
    board_file::check_whole::<CfBoard>(
        &[("[[circles]]\ncolour = \"red\"\nat = \"c3\"\nevidence = \"seen\"\n", "")],
        &["red has no circle", "the circle on c3 belongs to nobody"],
    );
}

/// CF-4
#[test]
fn mines_lie_in_the_water_each_once() {
    check(&[("at = [\"g7\"", "at = [‹\"g1\"")], &["g1 is not water"]);
    check(&[("at = [\"g7\", \"j8\"", "at = [\"g7\", ‹\"g7\"")], &["g7 is named twice"]);
    check(&[("at = [\"v7\"", "at = [‹\"g7\"")], &["g7 is named twice"]);
    check(&[("colour = \"orange\"\nat = [", "colour = ‹\"red\"\nat = [")], &["red has mines already"]);
    board_file::check_whole::<CfBoard>(
        &[("[[mines]]\ncolour = \"red\"\nat = [\"g7\", \"j8\", \"h10\"]\nevidence = \"seen\"\n", "")],
        &["red has no mines"],
    );
    let many: Vec<_> =
        (6..=18).map(|row| format!("\"f{row}\"")).filter(|name| !["\"f14\""].contains(&name.as_str())).collect();
    let many = format!("at = [{}, \"g6\"]", many.join(", "));
    check(
        &[(
            "[[mines]]\ncolour = \"red\"\nat = [\"g7\", \"j8\", \"h10\"]",
            &format!("‹[[mines]]\ncolour = \"red\"\n{many}"),
        )],
        &["red has 13 mines"],
    );
}

/// CF-3
#[test]
fn bridges_are_land_and_lanes_are_in_play() {
    check(&[("at = [\"o6\"", "at = [‹\"p6\"")], &["p6 cannot be part of it"]);
    check(&[("at = [\"d2\"", "at = [‹\"a1\"")], &["a1 cannot be part of it"]);
}

/// CF-1
#[test]
fn all_faults_are_reported_at_once() {
    check(
        &[
            ("format = 1", "format = ‹7"),
            ("RRRLrLLL", "RRRLr‹?LL"),
            ("at = \"z3\"", "at = ‹\"z33\""),
            ("at = [\"v7\"", "at = [‹\"v77\""),
            ("at = [\"o6\"", "‹tolls = 2\nat = [\"o6\""),
        ],
        &["format 7", "`?` is no kind of square", "no square `z33`", "no square `v77`", "`tolls`"],
    );
}

/// CF-1
#[test]
fn empty_and_nonsense_files_are_reported_too() {
    board_file::check_nonsense::<CfBoard>(
        &["format", "game", "name", "map", "circles", "mines", "bridges", "lanes"],
        &["[[circles]]", "map = 1\ncircles = 2\nmines = []", "[map]\nrows = [\"ä\"]"],
    );
}

/// CF-1, CF-21
#[test]
fn another_map_can_be_played() {
    let text = board_file::changed::<CfBoard>(&[("LLLLLWWWWWLL####LLWWWWWLLLLL", "LLLLLLLLLLLL####LLWWWWWLLLLL")]);
    let config = kernel::dynamic::MatchConfig { players: 2, board: Some(text), ..Default::default() };
    testkit::laws::check::<crate::conflict::Conflict>(
        &kernel::dynamic::MatchConfig {
            options: [("throw_limit".to_owned(), kernel::OptionValue::Number(12))].into(),
            ..config
        },
        2,
        1,
    );
}

/// CF-1
#[test]
fn no_typing_mistake_panics() {
    board_file::check_slips::<CfBoard>(96, |_| ());
}
