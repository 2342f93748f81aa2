//! The board file: what a person may write, and how mistakes are reported.

use crate::three_musketeers::board::TmBoard;
use kernel::Board;
use testkit::board_file;

/// Changes the standard board; `‹` marks where a fault must be reported.
fn check(changes: &[(&str, &str)], wanted: &[&str]) {
    board_file::check::<TmBoard>(changes, wanted);
}

/// TM-1, TM-2
#[test]
fn the_standard_board_has_no_faults() {
    check(&[], &[]);
}

/// TM-1
#[test]
fn an_unknown_key_is_reported_with_its_place() {
    check(&[("ranks = 9", "ranks = 9\n‹colour = \"red\"")], &["`colour` means nothing here"]);
    check(&[("rank = 9\n", "rank = 9\n‹filse = \"a\"\n")], &["`filse` means nothing here"]);
    check(&[("number = 1", "‹numbre = 1")], &["`numbre` means nothing here"]);
    check(&[("start = [", "‹begin = 3\nstart = [")], &["`begin` means nothing here"]);
}

/// TM-1
#[test]
fn a_missing_key_is_reported_with_its_place() {
    check(&[("format = 1\n", ""), ("# The board", "‹# The board")], &["`format` is missing"]);
    check(&[("name = \"The board in the box\"\n", ""), ("# The board", "‹# The board")], &["`name` is missing"]);
    check(&[("[[points]]\nrank = 8\n", "‹[[points]]\n")], &["`rank` is missing"]);
    check(&[("[[roads]]\nkind = \"wide\"\nnumber = 1\n", "‹[[roads]]\nnumber = 1\n")], &["`kind` is missing"]);
    check(&[("[musketeers]", "‹[musketeers]"), ("evidence = \"told\"\n", "")], &["`evidence` is missing"]);
}

/// TM-1
#[test]
fn a_value_of_the_wrong_type_is_reported_with_its_place() {
    check(&[("format = 1", "format = ‹\"1\"")], &["`format` is not a whole number"]);
    check(&[("game = \"three-musketeers\"", "game = ‹3")], &["`game` holds something that is not a text"]);
    check(&[("number = 1\n", "number = ‹1.5\n")], &["`number` is not a whole number"]);
    check(&[("start = [\"c7\", \"e7\", \"g7\"]", "start = [\"c7\", ‹7, \"e7\", \"g7\"]")], &["not a text"]);
    check(
        &[("\"b9-c9-d9-e9-f9-g9-h9\"", "\"b9-c9-d9-e9-f9-g9-h9\", ‹false")],
        &["`along` holds something that is not a text"],
    );
}

/// TM-1
#[test]
fn boards_of_another_game_or_format_are_refused() {
    check(&[("format = 1", "format = ‹2")], &["format 2 is not known"]);
    check(&[("\"three-musketeers\"", "‹\"conflict\"")], &["the board of another game"]);
}

/// TM-1
#[test]
fn a_point_that_is_unknown_outside_or_named_twice_is_reported() {
    check(&[("files = \"bcdefgh\"", "files = \"‹jbcdefgh\"")], &["j9 lies outside the board"]);
    check(&[("files = \"bcdefgh\"", "files = \"bcdef‹bgh\"")], &["b9 is named twice"]);
    check(&[("\"e7\", \"g7\"]", "‹\"b8\", \"g7\"]")], &["`b8` is not a point of this board"]);
    check(&[("\"a7-b7-c7\"", "\"a7-‹b8-b7-c7\"")], &["`b8` is not a point of this board"]);
    check(&[("\"a7-b7-c7\"", "\"a7-b7-c7-‹\"")], &["`` is not a point of this board"]);
}

/// TM-1
#[test]
fn files_and_ranks_must_fit_the_board() {
    check(&[("files = \"abcdefghi\"", "files = ‹\"abcdefghijkl\"")], &["not letters in order from a"]);
    check(&[("files = \"abcdefghi\"", "files = ‹\"abd\"")], &["not letters in order from a"]);
    check(&[("files = \"abcdefghi\"", "files = ‹\"\"")], &["not letters in order from a"]);
    check(&[("ranks = 9", "ranks = ‹12")], &["cannot have 12 ranks"]);
    check(&[("ranks = 9", "ranks = ‹0")], &["cannot have 0 ranks"]);
    check(&[("ranks = 9", "ranks = ‹-9223372036854775808")], &["a board cannot have"]);
    check(&[("ranks = 9", "ranks = ‹99999999999999999999")], &["`ranks` is not a whole number"]);
}

/// TM-2
#[test]
fn a_road_that_is_drawn_twice_too_long_or_of_no_kind_is_reported() {
    check(&[("\"a7-b7-c7\"", "\"a7-b7-c7\", ‹\"b7-a7\"")], &["b7-a7 is drawn twice"]);
    check(&[("\"a7-b7-c7\"", "\"a7-b7-c7\", ‹\"a7-c7\"")], &["a7-c7 is not one step"]);
    check(&[("\"a7-b7-c7\"", "\"a7-b7-c7\", ‹\"a7\"")], &["a road joins at least two points"]);
    check(&[("kind = \"green\"", "kind = ‹\"purple\"")], &["`purple` is no kind of road"]);
    check(&[("number = 1\n", "number = ‹100\n")], &["a road's number is from 1 to 99"]);
    check(&[("number = 1\n", "number = ‹0x7fffffffffffffff\n")], &["a road's number is from 1 to 99"]);
}

/// TM-1, TM-2
#[test]
fn unknown_evidence_and_areas_are_reported() {
    check(&[("evidence = \"seen\"", "evidence = ‹\"dreamt\"")], &["`dreamt` is not a kind of evidence"]);
    check(&[("evidence = \"told\"", "evidence = ‹\"Told\"")], &["`Told` is not a kind of evidence"]);
    check(&[("area = \"castle\"", "area = ‹\"moat\"")], &["`moat` is no area"]);
}

/// TM-3
#[test]
fn three_musketeers_begin_on_three_castle_points() {
    check(&[("\"c7\", \"e7\", \"g7\"", "‹\"b7\", \"e7\", \"g7\"")], &["b7 is not in the castle"]);
    check(
        &[("[musketeers]", "‹[musketeers]"), ("\"c7\", \"e7\", \"g7\"", "\"c7\", \"g7\"")],
        &["three musketeers begin"],
    );
    check(
        &[("[musketeers]", "‹[musketeers]"), ("\"c7\", \"e7\", \"g7\"", "\"c7\", \"e7\", \"e7\"")],
        &["three musketeers begin"],
    );
}

/// TM-1, TM-2
#[test]
fn all_faults_are_reported_at_once() {
    check(
        &[
            ("format = 1", "format = ‹7"),
            ("files = \"bcdefgh\"", "files = \"bcdefg‹zh\""),
            ("start = [\"c7\",", "start = [‹\"a7\","),
            ("\"a7-b7-c7\"", "\"a7-b7-c7\", ‹\"a7-c7\""),
            ("kind = \"green\"", "‹lanes = 2\nkind = ‹\"grey\""),
        ],
        &["format 7", "z9 lies outside", "a7 is not in the castle", "a7-c7 is not one step", "`lanes`", "`grey`"],
    );
}

/// TM-1
#[test]
fn broken_toml_is_reported_with_every_place() {
    let text = TmBoard::STANDARD.replacen("ranks = 9", "ranks = = 9", 1).replacen("number = 5", "number 5", 1);
    let found = board_file::faults::<TmBoard>(&text);
    let lines: Vec<_> = found
        .iter()
        .filter(|fault| fault.what.starts_with("this is not TOML"))
        .map(|fault| fault.line_column(&text).unwrap().0)
        .collect();
    let line_of = |part: &str| text.lines().position(|line| line == part).unwrap() + 1;
    assert!(lines.contains(&line_of("ranks = = 9")), "{found:?}");
    assert!(lines.contains(&line_of("number 5")), "{found:?}");
}

/// TM-1
#[test]
fn a_duplicate_key_is_reported() {
    let text = TmBoard::STANDARD.replacen("ranks = 9", "ranks = 9\nranks = 9", 1);
    let found = board_file::faults::<TmBoard>(&text);
    let second = text.lines().position(|line| line == "ranks = 9").unwrap() + 2;
    assert!(
        found.iter().any(|fault| fault.what.contains("duplicate") && fault.line_column(&text) == Some((second, 1))),
        "{found:?}"
    );
}

/// TM-1
#[test]
fn empty_and_nonsense_files_are_reported_too() {
    let deep = format!("points = {}", "[".repeat(20_000));
    let garbage: String =
        (0..4_000u32).map(|n| char::from_u32(n.wrapping_mul(2_654_435_761) % 0xD7FF).unwrap_or('?')).collect();
    board_file::check_nonsense::<TmBoard>(
        &["format", "game", "name", "files", "ranks", "points", "musketeers", "roads"],
        &["[[points]]", "points = 1\nroads = 2\nmusketeers = []", &deep, &garbage],
    );
}

/// TM-1, TM-2
#[test]
fn an_unplayable_board_is_reported_as_a_whole() {
    let tiny = "format = 1\ngame = \"three-musketeers\"\nname = \"tiny\"\nfiles = \"abc\"\nranks = 2\n\
        [[points]]\nrank = 2\nfiles = \"abc\"\narea = \"castle\"\nevidence = \"invented\"\n\
        [[points]]\nrank = 1\nfiles = \"ab\"\narea = \"field\"\nevidence = \"invented\"\n\
        [musketeers]\nstart = [\"a2\", \"b2\", \"c2\"]\nevidence = \"invented\"\n\
        [[roads]]\nkind = \"blue\"\nalong = [\"a2-b2-c2\"]\nevidence = \"invented\"\n";
    board_file::check_whole_text::<TmBoard>(
        tiny,
        &[
            "the castle has fewer than four points",
            "the field has 2 points, fewer than the castle",
            "no road leads to a1, b1",
        ],
    );
}

/// TM-1, TM-2
#[test]
fn no_typing_mistake_panics() {
    board_file::check_slips::<TmBoard>(3_000, |board| {
        assert!(board.points.len() >= 4 && board.net.musketeers.count_ones() == 3);
    });
}
