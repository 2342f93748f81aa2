//! The board file: what it may contain, and how mistakes are reported.

use crate::ranger_commandos::board::RcBoard;
use kernel::Board;
use testkit::board_file;

/// Changes the board in the box; `‹` stands where a fault must be reported.
fn check(changes: &[(&str, &str)], wanted: &[&str]) {
    board_file::check::<RcBoard>(changes, wanted);
}

/// RC-1, RC-4
#[test]
fn the_board_in_the_box_has_no_faults() {
    check(&[], &[]);
}

/// RC-1
#[test]
fn unknown_and_missing_keys_are_reported_where_they_stand() {
    check(&[("format = 1", "format = 1\n‹knobs = 4")], &["`knobs` means nothing here"]);
    check(&[("[[dial]]\nnight = \"N\"\n", "‹[[dial]]\n")], &["`night` is missing"]);
    check(&[("format = 1\n", ""), ("# The board of", "‹# The board of")], &["`format` is missing"]);
    check(&[("look = \"docks\"\n", "look = \"docks\"\n‹colour = \"grey\"\n")], &["`colour` means nothing here"]);
}

/// RC-1
#[test]
fn a_value_of_the_wrong_type_is_reported_where_it_stands() {
    check(&[("format = 1", "format = ‹2")], &["format 2 is not known"]);
    check(&[("\"ranger-commandos\"", "‹\"conflict\"")], &["the board of another game"]);
    check(&[("number = 2\nday = \"S\"", "number = ‹\"2\"\nday = \"S\"")], &["`number` is not a whole number"]);
    check(&[("evidence = \"seen\"", "evidence = ‹\"dreamt\"")], &["`dreamt` is not a kind of evidence"]);
}

/// RC-8
#[test]
fn faults_of_the_dial_are_reported() {
    check(&[("night = \"NE\"\nnumber = 3", "night = ‹\"up\"\nnumber = 3")], &["`up` is not a direction"]);
    check(&[("number = 2\nday = \"S\"", "number = ‹7\nday = \"S\"")], &["7 steps is not allowed"]);
    check(&[("day = \"S\"\n", "day = \"S\"\nwidth = ‹0\n")], &["0 as a width is not allowed"]);
    check(
        &[("[[dial]]\nnight = \"NE\"\nnumber = 5", "‹[[dial]]\nnight = \"NE\"\nnumber = 3")],
        &["this cell is already on the dial"],
    );
}

/// RC-1
#[test]
fn faults_of_the_sea_are_reported_at_their_letter() {
    check(&[("\".~.~.~.~.~.~\", # row 5", "\".~.~‹w~.~.~.~\", # row 5")], &["`w` is not known here"]);
    check(&[("\".~.~.~.~.~.~\", # row 5", "\".~‹~~.~.~.~.~\", # row 5")], &["c5 lies between the waves"]);
    check(&[("\".~.~.~.~.~.~\", # row 5", "\".~.~.~.~.~.~‹~\", # row 5")], &["a row has at most 12 places"]);
    check(&[("# row 17\n]", "# row 17\n  ‹\"~\",\n]")], &["there are more than 9 rows"]);
}

/// RC-2
#[test]
fn faults_of_the_docks_are_reported() {
    check(&[("colour = \"red\"\n", "colour = ‹\"pink\"\n")], &["`pink` is not a colour of this game"]);
    check(&[("colour = \"green\"\n", "colour = ‹\"red\"\n")], &["red already has a dock"]);
    check(&[("front = \"a3\"", "front = ‹\"a4\"")], &["there is no wave a4"]);
    check(&[("front = \"a7\"", "front = ‹\"a3\"")], &["a3 already lies in front of another dock"]);
    board_file::check_whole::<RcBoard>(
        &[("[[docks]]\ncolour = \"black\"\nfront = \"a15\"\nevidence = \"seen\"\n", "")],
        &["black has no dock"],
    );
}

/// RC-3
#[test]
fn faults_of_the_landings_are_reported() {
    check(&[("wave = \"l1\"", "wave = ‹\"m1\"")], &["there is no wave m1"]);
    check(&[("wave = \"k3\"", "wave = ‹\"l1\"")], &["l1 is already a landing"]);
    check(&[("first = [\"n1\", \"n3\"]", "first = [\"n1\", ‹\"n2\"]")], &["there is no circle n2"]);
    check(&[("first = [\"n1\", \"n3\"]", "first = [\"n1\", ‹\"n1\"]")], &["n1 is named twice"]);
    check(
        &[("[[landings]]\nwave = \"l1\"\nfirst = [\"n1\", \"n3\"]", "‹[[landings]]\nwave = \"l1\"\nfirst = []")],
        &["this landing leads nowhere"],
    );
    board_file::check_whole::<RcBoard>(
        &[("wave = \"l1\"", "wave = \"a3\"")],
        &["a3 is a landing and lies in front of a dock"],
    );
}

/// RC-4
#[test]
fn faults_of_circles_and_lines_are_reported() {
    check(&[("\"o.o.>.o.o.\", # row 1", "\"o.o.>.o‹?o.\", # row 1")], &["`?` is not known here"]);
    check(&[("\"n1-o2\"", "‹\"n1-o3\"")], &["there is no circle o3"]);
    check(&[("\"n1-o2\"", "‹\"n1 o2\"")], &["`n1 o2` is not a line"]);
    check(&[("\"n1-o2\"", "‹\"n1-n1\"")], &["this line ends where it begins"]);
    check(&[("\"n1-o2\", ", "\"n1-o2\", ‹\"o2-n1\", ")], &["o2-n1 is drawn twice"]);
}

/// RC-5
#[test]
fn faults_of_the_objectives_are_reported() {
    check(&[("entry = \"r1\"", "entry = ‹\"n1\"")], &["n1 has no arrow"]);
    check(&[("entry = \"n5\"", "entry = ‹\"r1\"")], &["the arrow of r1 already points into another objective"]);
    check(&[("site = \"r0\"", "site = ‹\"a0\"")], &["a0 is not a place on land"]);
    check(&[("site = \"r0\"", "site = ‹\"n1\"")], &["there is already something at n1"]);
    check(&[("look = \"oil\"", "look = ‹\"zoo\"")], &["`zoo` is not a look of a building"]);
    check(&[("counters = 6", "counters = ‹10")], &["10 counters is not allowed"]);
    check(&[("name = \"Oil Storage\"", "name = ‹\"Air Field\"")], &["there is already a Air Field"]);
    board_file::check_whole::<RcBoard>(
        &[("\"o.o.>.o.o.\", # row 1", "\"o.o.>.>.o.\", # row 1")],
        &["the arrow of t1 points nowhere"],
    );
    board_file::check_whole::<RcBoard>(
        &[("counters = 6", "counters = 5")],
        &["the objectives hold 33 counters, and there are 34 faces"],
    );
}

/// RC-6
#[test]
fn faults_of_the_faces_are_reported() {
    check(&[("name = \"star\"", "name = ‹\"a star\"")], &["`a star` cannot be the name of a face"]);
    check(&[("name = \"50\"", "name = ‹\"STAR\"")], &["`STAR` is named twice"]);
    check(&[("points = 100", "points = ‹501")], &["501 points is not allowed"]);
    check(&[("count = 1\n", "count = ‹0\n")], &["0 counters of a kind is not allowed"]);
}

/// RC-12, RC-28
#[test]
fn every_barge_must_be_able_to_cross_and_to_come_home() {
    board_file::check_whole::<RcBoard>(
        &[
            ("night = \"E\"\nnumber = 4", "night = \"N\"\nnumber = 4"),
            ("night = \"E\"\nnumber = 2", "night = \"N\"\nnumber = 1"),
        ],
        &["no cell of the dial points east by night"],
    );
    let text = ["W\"", "SW\"", "NW\""]
        .iter()
        .fold(RcBoard::STANDARD.to_owned(), |text, day| text.replace(&format!("day = \"{day}"), "day = \"N\""));
    let found = board_file::faults::<RcBoard>(&text);
    assert!(found.iter().any(|fault| fault.what == "from l9 no dock can be reached"), "{found:?}");
}

/// RC-4
#[test]
fn many_faults_are_reported_at_once_in_order() {
    check(
        &[
            ("number = 2\nday = \"S\"", "number = ‹9\nday = \"S\""),
            ("front = \"a3\"", "front = ‹\"z3\""),
            ("\"n1-o2\"", "‹\"n1-q1\""),
            ("look = \"oil\"", "look = ‹\"zoo\""),
        ],
        &[
            "9 steps is not allowed",
            "there is no wave z3",
            "there is no circle q1",
            "`zoo` is not a look of a building",
        ],
    );
}

/// RC-4
#[test]
fn no_mistake_makes_the_reader_panic() {
    board_file::check_slips::<RcBoard>(100, |_| ());
}
