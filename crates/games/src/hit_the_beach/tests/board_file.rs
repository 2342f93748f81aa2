//! The board file: what it may contain, and how mistakes are reported.

use crate::hit_the_beach::HitTheBeach;
use crate::hit_the_beach::board::HbBoard;
use kernel::Board;
use kernel::dynamic::MatchConfig;
use testkit::board_file;

/// Changes the board in the box; `‹` stands where a fault must be reported.
fn check(changes: &[(&str, &str)], wanted: &[&str]) {
    board_file::check::<HbBoard>(changes, wanted);
}

/// The line of the file that begins with this.
fn line(begins: &str) -> &'static str {
    let found = HbBoard::STANDARD.lines().find(|line| line.trim_start().starts_with(begins));
    found.unwrap_or_else(|| panic!("no line begins with {begins}"))
}

/// HB-1, HB-2
#[test]
fn the_board_in_the_box_has_no_faults() {
    check(&[], &[]);
}

/// HB-1
#[test]
fn unknown_and_missing_keys_are_reported_where_they_stand() {
    check(&[("format = 1", "format = 1\n‹knobs = 4")], &["`knobs` means nothing here"]);
    check(&[("format = 1\n", ""), ("# The board of", "‹# The board of")], &["`format` is missing"]);
    check(&[("{ name = \"R1\",", "{ name = \"R1\", ‹width = 3,")], &["`width` means nothing here"]);
    check(&[("{ name = \"R1\", kind = \"sea\",", "‹{ name = \"R1\",")], &["`kind` is missing"]);
}

/// HB-1
#[test]
fn a_value_of_the_wrong_type_is_reported_where_it_stands() {
    check(&[("format = 1", "format = ‹\"1\"")], &["`format` is not a whole number"]);
    check(&[("format = 1", "format = ‹2")], &["format 2 is not known"]);
    check(&[("\"hit-the-beach\"", "‹\"conflict\"")], &["the board of another game"]);
    check(&[("size = [1400, 1000]", "size = [‹14, 1000]")], &["a drawing of 14 by 1000 is not allowed"]);
    check(&[("size = [1400, 1000]", "size = [‹1400, 1000, 3]")], &["`size` is two numbers"]);
    check(&[("kind = \"sea\"", "kind = ‹\"swamp\"")], &["`swamp` is not a kind of space"]);
}

/// HB-31
#[test]
fn names_can_be_typed_and_differ() {
    let along = ("[\"R1\", \"R23\", \"W1\"]", "[\"R1\", ‹\"R23\", \"W1\"]");
    for name in ["R 23", "23R", "R-23", "R23456789", ""] {
        let what = format!("`{name}` cannot be a name");
        check(&[("name = \"R23\"", &format!("name = ‹\"{name}\"")), along], &[&what, "there is no space `R23`"]);
    }
    check(&[("name = \"R23\"", "name = ‹\"Ship\""), along], &["means something else", "there is no space `R23`"]);
    check(&[("name = \"R23\"", "name = ‹\"r22\""), along], &["r22 is named twice", "there is no space `R23`"]);
}

/// HB-1
#[test]
fn spaces_lie_on_the_drawing_and_have_their_own_cells() {
    let r1 = line("{ name = \"R1\"");
    let out = r1.replace("at = [84, 244]", "at = [‹84, 1244]");
    check(&[(r1, &out)], &["84, 1244 lies outside the drawing"]);
    let r2 = line("{ name = \"R2\"");
    let same = r2.replace("cell = [2, 1]", "cell = [‹1, 1]");
    check(&[(r2, &same)], &["the cell 1, 1 is already used"]);
    let far = r2.replace("cell = [2, 1]", "cell = [‹2, 64]");
    check(&[(r2, &far)], &["there is no cell 2, 64"]);
}

/// HB-28
#[test]
fn there_is_one_objective() {
    let w2 = line("{ name = \"W1\"");
    let second = w2.replace("\"sea\"", "‹\"objective\"");
    check(&[(w2, &second)], &["there is already an objective"]);
    let hq = line("{ name = \"HQ\"");
    board_file::check_whole::<HbBoard>(&[(hq, &hq.replace("\"objective\"", "\"sea\""))], &["there is no objective"]);
}

/// HB-6, HB-14
#[test]
fn every_colour_has_one_start_circle_joined_to_the_objective() {
    let start = line("{ name = \"SG\"");
    check(
        &[(start, &start.replace("\"green\"", "‹\"purple\"")), ("[\"SG\", \"G1\"]", "[‹\"SG\", \"G1\"]")],
        &["`purple` is not a colour", "there is no space `SG`"],
    );
    check(
        &[(start, &start.replace("\"green\"", "‹\"red\"")), ("[\"SG\", \"G1\"]", "[‹\"SG\", \"G1\"]")],
        &["red already has a start circle", "there is no space `SG`"],
    );
    board_file::check_whole::<HbBoard>(
        &[("    { along = [\"SG\", \"G1\"], evidence = \"inferred\" },\n", "")],
        &["no way leads from SG to the objective"],
    );
}

/// HB-2
#[test]
fn every_colour_has_two_beaches_with_a_defender() {
    let beach = line("{ circle = \"G6\"");
    check(&[(beach, &beach.replace("\"G6\"", "‹\"G1\""))], &["G1 is not a brown circle on an island"]);
    check(&[(beach, &beach.replace("\"G6\"", "‹\"R6\""))], &["R6 is already a beach"]);
    check(&[(beach, &beach.replace("\"G6\"", "‹\"Z9\""))], &["there is no space `Z9`"]);
    check(&[(beach, &beach.replace("\"green\"", "‹\"red\""))], &["red already has two beaches"]);
    board_file::check_whole::<HbBoard>(&[(&format!("{beach}\n"), "")], &["green has 1 beaches"]);
    check(
        &[(beach, &beach.replace("{ circle", "‹{ circle")), ("\"R13\", \"G6\", \"G13\"", "\"R13\", \"G13\"")],
        &["the beach G6 has no defender"],
    );
}

/// HB-5
#[test]
fn defenders_begin_on_brown_circles_one_each() {
    check(&[("\"B16\", \"W5\"", "\"B16\", ‹\"W1\"")], &["W1 is not a brown circle"]);
    check(&[("\"B16\", \"W5\"", "\"B16\", ‹\"HQ\"")], &["HQ is not a brown circle"]);
    check(&[("\"B16\", \"W5\"", "\"B16\", ‹\"B16\"")], &["B16 already has a defender"]);
}

/// HB-1, HB-12
#[test]
fn lines_join_existing_spaces_once() {
    check(&[("[\"R8\", \"W2\"]", "[\"R8\", ‹\"Z2\"]")], &["there is no space `Z2`"]);
    check(&[("[\"R8\", \"W2\"]", "[\"R8\", \"W2\", ‹\"R8\"]")], &["W2 and R8 are already joined"]);
    check(&[("[\"R8\", \"W2\"]", "[\"R8\", \"W2\", ‹\"W2\"]")], &["a line from W2 to itself"]);
    check(&[("{ along = [\"R8\", \"W2\"]", "‹{ along = [\"R8\"]")], &["a line joins two spaces or more"]);
    let full = "[\"R8\", \"W2\", \"N1\", \"E1\", \"W2\", \"S1\", \"W1\", \"W2\", ‹\"HQ\"]";
    check(
        &[("[\"R8\", \"W2\"]", full), ("[\"B8\", \"W2\"]", "[\"B8\", ‹\"W2\"]")],
        &["W2 already has 5 lines", "W2 already has 5 lines"],
    );
}

/// HB-26
#[test]
fn there_is_room_for_every_defender_and_division() {
    let mut text = HbBoard::STANDARD.to_owned();
    for name in ["R7", "R8", "R9", "G7", "G8", "G9", "K7", "K8"] {
        text =
            text.replace(&format!("name = \"{name}\", kind = \"land\""), &format!("name = \"{name}\", kind = \"sea\""));
    }
    let found = board_file::faults::<HbBoard>(&text);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].what.as_str(), found[0].hint.as_str()),
        ("only 28 brown circles are not on a beach", "With 14 defenders at least 30 are needed.")
    );
}

/// HB-1
#[test]
fn the_number_of_spaces_is_limited() {
    let spaces = |count: usize, kind: &str| {
        let more = (0..count).map(|n| {
            format!("    {{ name = \"X{n}\", kind = \"{kind}\", at = [1, 1], cell = [{}, {}], evidence = \"invented\" }},\n", 20 + n % 40, n / 40)
        });
        HbBoard::STANDARD.replacen("spaces = [\n", &format!("spaces = [\n{}", more.collect::<String>()), 1)
    };
    assert_eq!(board_file::faults::<HbBoard>(&spaces(18, "sea"))[0].what, "there are 129 spaces");
    assert_eq!(board_file::faults::<HbBoard>(&spaces(17, "sea")), []);
    assert_eq!(board_file::faults::<HbBoard>(&spaces(17, "land")), []);
    assert_eq!(board_file::faults::<HbBoard>(&spaces(22, "sea"))[0].what, "there are 129 spaces");
    assert!(board_file::faults::<HbBoard>(&spaces(2_000, "sea"))[0].what.starts_with("there are 2107 spaces"));
}

/// HB-1
#[test]
fn coasts_are_lists_of_points_on_the_drawing() {
    let island = line("{ name = \"the west island\"");
    check(
        &[(island, "    ‹{ name = \"reef\", coast = [1, 2, 3, 4], evidence = \"invented\" },")],
        &["not a list of points"],
    );
    check(
        &[(island, "    { name = \"reef\", coast = [1, 2, 3, 4, ‹5, 1006], evidence = \"invented\" },")],
        &["5, 1006 lies outside the drawing"],
    );
}

/// HB-1
#[test]
fn many_faults_are_reported_at_once() {
    check(
        &[
            ("format = 1", "format = ‹3"),
            ("kind = \"objective\"", "kind = ‹\"castle\""),
            ("\"B16\", \"W5\"", "\"B16\", ‹\"Z5\""),
            ("[\"R8\", \"W2\"]", "[\"R8\", ‹\"Z2\"]"),
        ],
        &["format 3", "`castle`", "`Z5`", "`Z2`"],
    );
}

/// HB-1, HB-13
#[test]
fn another_board_can_be_played() {
    // A triangle of sea around R1, a short cut from R5 to the small island, no coasts.
    let mut text = board_file::changed::<HbBoard>(&[
        (
            "[\"R1\", \"R23\", \"W1\"]",
            "[\"R1\", \"R23\", \"W1\"], evidence = \"invented\" },\n    { along = [\"R23\", \"R2\"]",
        ),
        ("[\"R8\", \"W2\"]", "[\"R8\", \"W2\"], evidence = \"invented\" },\n    { along = [\"R5\", \"W2\"]"),
        ("name = \"The board in the box\"", "name = \"Another one\""),
    ]);
    let islands = text.find("islands = [").unwrap();
    let end = islands + text[islands..].find("\n]").unwrap();
    text.replace_range(islands..end, "islands = [");
    let options = [("throw_limit".to_owned(), kernel::OptionValue::Number(150))].into();
    testkit::laws::check::<HitTheBeach>(
        &MatchConfig { players: 4, options, board: Some(text), ..MatchConfig::default() },
        60,
        5,
    );
}

/// HB-1
#[test]
fn no_mistake_makes_the_reader_panic() {
    board_file::check_slips::<HbBoard>(100, |_| ());
}
