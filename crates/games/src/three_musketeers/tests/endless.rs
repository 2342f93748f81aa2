//! Repetition and patience (TM-19, TM-20), and their options.

use super::drawn::*;
use crate::three_musketeers::Ending;
use crate::three_musketeers::Side::Attack;

const MUSKETEERS_WIN: (f64, f64) = (0.0, 1.0);
const TIE: (f64, f64) = (0.5, 0.5);

/// A position in which both sides can shuffle back and forth.
const SHUFFLE: &str = "
    9   . . . . . . .
    8     . . M . .
    7 o . . . . . . . .
    6 . . . . . . . . .
    5 . . M . M . . . .
    4 . . . . . . . . .
    3 . . o o o o o o o
    2     o o o o o
    1     o o o o o
      a b c d e f g h i";

/// Moves that lead back to the same position.
const ROUND: &str = "a7-b7 e8-e9 b7-a7 e9-e8";

fn shuffle(options: &[(&str, kernel::OptionValue)]) -> Table {
    position_with(options, SHUFFLE, Attack)
}

/// TM-19
#[test]
fn the_musketeers_win_when_a_position_comes_up_for_the_third_time() {
    let mut table = shuffle(&[]);
    play(&mut table, ROUND);
    goes_on(&table);
    play(&mut table, "a7-b7 e8-e9 b7-a7");
    goes_on(&table);
    play(&mut table, "e9-e8");
    check_ending(&table, Ending::Repeated, "TM-19", MUSKETEERS_WIN);
}

/// TM-19
#[test]
fn with_the_option_draw_the_third_time_is_a_tie() {
    let mut table = shuffle(&[("repetition", word("draw"))]);
    play(&mut table, ROUND);
    play(&mut table, ROUND);
    check_ending(&table, Ending::Repeated, "TM-19", TIE);
}

/// TM-19
#[test]
fn the_same_men_with_the_other_side_to_move_are_another_position() {
    let mut table = shuffle(&[]);
    // A musketeer that takes three steps to come back changes whose turn it is: the men are
    // as at the start three times, but only twice with the attack to move.
    play(&mut table, "a7-b7 e8-d8 b7-a7 d8-e9 a7-b7 e9-e8 b7-a7 e8-d8 a7-b7 d8-e9 b7-a7 e9-e8");
    goes_on(&table);
}

/// TM-19
#[test]
fn a_step_forward_resets_repetition() {
    let mut table = shuffle(&[]);
    play(&mut table, ROUND);
    play(&mut table, "g3-g4 e8-e9 a7-b7 e9-e8 b7-a7");
    assert_eq!(table.current_play().state.since, 4);
    goes_on(&table);
}

/// TM-19
#[test]
fn a_written_position_remembers_earlier_positions() {
    use kernel::Viewer;
    use kernel::dynamic::{DynMatch, PresentMatch};
    let mut table = shuffle(&[]);
    play(&mut table, ROUND);
    play(&mut table, "a7-b7 e8-e9 b7-a7");
    let mut again = opening();
    again.place(table.position(Viewer::Referee)).unwrap();
    play(&mut again, "e9-e8");
    check_ending(&again, Ending::Repeated, "TM-19", MUSKETEERS_WIN);
}

/// TM-20
#[test]
fn after_the_last_quiet_turn_the_musketeers_win_at_once() {
    let mut table = shuffle(&[("quiet_limit", number(3))]);
    play(&mut table, "a7-b7 e8-e9 b7-a7 e9-f9");
    goes_on(&table);
    play(&mut table, "a7-b7");
    check_ending(&table, Ending::Patience, "TM-20", MUSKETEERS_WIN);
}

/// TM-20
#[test]
fn the_hundredth_quiet_turn_ends_the_match() {
    let mut table = opening();
    let mut setup = setup(SHUFFLE, Attack);
    setup.quiet = 98;
    place(&mut table, &setup);
    play(&mut table, "a7-b7 e8-e9");
    goes_on(&table);
    play(&mut table, "b7-a7");
    check_ending(&table, Ending::Patience, "TM-20", MUSKETEERS_WIN);
}

/// TM-20
#[test]
fn a_step_forward_resets_the_count() {
    let mut table = shuffle(&[("quiet_limit", number(3))]);
    play(&mut table, "a7-b7 e8-e9 b7-a7 e9-f9 g3-g4 f9-e9");
    assert_eq!(table.current_play().state.quiet, 0);
    play(&mut table, "a7-b7 e9-e8 b7-a7 e8-d8");
    goes_on(&table);
}

/// TM-20
#[test]
fn a_capture_resets_the_count() {
    let mut table = table(&[("quiet_limit", number(3))]);
    let mut setup = setup(
        "
        9   . . . . . . .
        8     . . M . .
        7 . o M . . . . . o
        6 . . . . . . . . .
        5 . . . . . M . . .
        4 . . . . . . . . .
        3 . . o o o o o o o
        2     o o o o o
        1     o o o o o",
        Attack,
    );
    setup.quiet = 1;
    place(&mut table, &setup);
    play(&mut table, "i7-h7");
    assert_eq!(table.current_play().state.quiet, 2);
    play(&mut table, "c7xa7");
    assert_eq!(table.current_play().state.quiet, 0);
    play(&mut table, "h7-i7 e8-e9 i7-h7 e9-f9");
    goes_on(&table);
    assert_eq!(table.current_play().state.quiet, 2);
}

/// TM-20
#[test]
fn with_the_limit_at_zero_patience_never_runs_out() {
    let mut table = table(&[("quiet_limit", number(0))]);
    let mut setup = setup(SHUFFLE, Attack);
    setup.quiet = u16::MAX;
    place(&mut table, &setup);
    play(&mut table, "a7-b7 e8-e9 b7-a7");
    goes_on(&table);
}

/// TM-20, TM-19
#[test]
fn on_the_last_quiet_turn_a_third_repetition_takes_precedence() {
    let options = [("quiet_limit", number(5)), ("repetition", word("draw"))];
    let begun_on_c7 = SHUFFLE.replace("7 o . .", "7 . . o");
    let mut table = position_with(&options, &begun_on_c7, Attack);
    // A man on b7 and a musketeer on e8 after the first, the third and the fifth turn.
    play(&mut table, "c7-b7 e8-e9 b7-a7 e9-e8 a7-b7 e8-d8 b7-a7 d8-e8");
    goes_on(&table);
    play(&mut table, "a7-b7");
    assert_eq!(table.current_play().state.quiet, 5);
    check_ending(&table, Ending::Repeated, "TM-19", TIE);
}

/// TM-20, TM-18
#[test]
fn on_the_last_quiet_turn_surrounding_takes_precedence() {
    let mut table = opening();
    let mut setup = setup(
        "
        9   M o o . o o M
        8     o . . . o
        7 o . o o . o . . .
        6 o o . . . . . . .
        5 M o o . . . . . .
        4 o o . . . . . . .
        3 o o . . . . . . .
        2     . . . . .
        1     . . . . .",
        Attack,
    );
    setup.quiet = 99;
    place(&mut table, &setup);
    let mut other = table.clone();
    play(&mut table, "b3-c3");
    check_ending(&table, Ending::SurroundedOpen, "TM-18", TIE);
    play(&mut other, "d9-e9");
    check_ending(&other, Ending::Patience, "TM-20", MUSKETEERS_WIN);
}
