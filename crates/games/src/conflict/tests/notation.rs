//! Reading and writing notation.

use super::drawn::*;
use crate::conflict::{Action, Kind, Mover, Square, Taken};
use kernel::dynamic::DynMatch;
use kernel::{Notation, Seat};
use proptest::prelude::*;

fn read(table: &Table, text: &str) -> Result<String, String> {
    let (game, state) = (table.game(), table.current_play().state);
    let action = game.read(&state, Seat(0), text).map_err(|refusal| refusal.to_string())?;
    Ok(game.write(&state, action))
}

fn somewhere() -> Table {
    empty(2)
        .pieces("red", "art k3, plane x12, ship w8 / ship plane")
        .pieces("yellow", "art l3, art m3, plane x13")
        .dice(4, 2)
        .table()
}

/// CF-37
#[test]
fn moves_are_written_and_read_back() {
    let table = somewhere();
    for text in ["2:k3-k5", "2:k3xl3-m4", "2:k3xl3xm3", "4:ship-g7", "2:plane-e1", "2:x12xx13-x14", "4:w8-w7"] {
        let shown = text.replace("4:w8-w7", "4:x8-w7");
        assert_eq!(read(&table, &shown), Ok(shown.clone()), "{text}");
    }
    assert_eq!(read(&table, "  2:K3XL3-M4 "), Ok("2:k3xl3-m4".into()), "ignoring case");
}

/// CF-37
#[test]
fn the_column_x_is_a_letter_like_any_other() {
    let table = somewhere();
    let action = table.game().read(&table.current_play().state, Seat(0), "2:x12xx13-x14").unwrap();
    let Action::Move { mover, to, taken, .. } = action else { panic!("{action:?}") };
    assert_eq!((mover, to), (Mover::Field(Square::named("x12").unwrap()), Square::named("x14").unwrap()));
    assert_eq!(taken.len(), 1);
}

/// CF-37, CF-16
#[test]
fn a_path_is_read_square_by_square_and_takes_what_it_passes() {
    let table = somewhere();
    assert_eq!(read(&table, "4:k3-l3-l4-m4-m3"), Ok("4:k3xl3xm3".into()));
    assert_eq!(read(&table, "4:k3-k4-l4-m4-n3"), Ok("4:k3-n3".into()));
    assert_eq!(read(&table, "k3-k4-l4-m4-n3"), Ok("4:k3-n3".into()), "a path needs no die");
    assert_eq!(read(&table, "2:ship-d4-e5"), Ok("2:ship-e5".into()));
}

/// CF-37, CF-11
#[test]
fn a_broken_path_is_refused_with_the_place() {
    let table = somewhere();
    let check = |text: &str, wanted: &str| assert_eq!(read(&table, text), Err(wanted.to_owned()), "{text}");
    check("4:k3-k4-k6-k7-k8", "k6 is not next to k4. (CF-11)");
    check("4:k3-k4-l4-k4-k5", "The path enters k4 twice. (CF-11)");
    check("4:k3-k4-k5-k6-k7", "k6 is not open to an artillery piece. (CF-12)");
    check("4:k3-k4-k5-l5", "This path has 3 steps, and the die shows 4. (CF-11)");
}

/// CF-37
#[test]
fn the_die_may_be_left_out_when_only_one_move_leads_there() {
    let table = empty(2).pieces("red", "art k3, art aa10").pieces("yellow", "art l3").dice(4, 1).table();
    assert_eq!(read(&table, "k3-o3").unwrap_err().split(' ').next(), Some("2"), "with and without l3");
    assert_eq!(read(&table, "k3xl3-o3"), Ok("4:k3xl3-o3".into()));
    assert_eq!(read(&table, "aa10-aa14"), Ok("4:aa10-aa14".into()));
    assert_eq!(
        read(&table, "aa10-aa11").unwrap_err(),
        "2 moves lead there; 4:aa10-aa11 is one of them. (CF-37) Write 4:aa10-aa11 or 1:aa10-aa11."
    );
}

/// CF-37
#[test]
fn two_moves_may_be_typed_at_once() {
    let mut table = somewhere();
    let steps = table.play(Seat(0), "2:k3-k5 4:ship-g7").unwrap();
    assert_eq!(steps.len(), 2);
    assert_eq!(written(&table).turn, "yellow");
}

/// CF-25, CF-26, CF-37
#[test]
fn actions_of_the_reserve_are_read() {
    let mut table = empty(2).pieces("red", "art k3").table();
    play(&mut table, "5-2");
    assert_eq!(read(&table, "+ship"), Ok("+ship".into()));
    assert_eq!(read(&table, "+Battleship"), Ok("+ship".into()));
    assert_eq!(read(&table, "pass"), Ok("pass".into()));
    assert_eq!(read(&table, "k3-reserve"), Ok("k3-reserve".into()));
    assert_eq!(read(&table, "art-reserve"), Ok("art-reserve".into()));
}

/// CF-37
#[test]
fn throws_are_read_in_either_order() {
    let mut table = empty(2).pieces("red", "art k3").table();
    table.apply_chance("2-5").unwrap();
    assert_eq!(written(&table).dice, [5, 2]);
    let mut wrong = empty(2).table();
    for text in ["", "7", "7-1", "0-3", "5", "5-", "5-3-1", "+5-3", "é-1"] {
        assert!(wrong.apply_chance(text).is_err(), "{text}");
    }
    let mut first = opening(2);
    for text in ["red 13", "red 1", "yellow 5", "red", "red x", "5-3"] {
        assert!(first.apply_chance(text).is_err(), "{text}");
    }
    first.apply_chance("12").unwrap();
}

/// CF-37
#[test]
fn unreadable_text_is_refused_with_a_hint() {
    let table = somewhere();
    for text in [
        "",
        "?",
        "k3",
        "k3-",
        "-k3",
        "7:k3-k5",
        "0:k3-k5",
        "2:",
        "2:k3",
        "2:k3+k5",
        "2:tank-k5",
        "+tank",
        "é–x",
        "2:k3-k99",
        "::",
        "x-reserve",
    ] {
        let refusal = read(&table, text).unwrap_err();
        assert!(refusal.contains("CF-37"), "{text}: {refusal}");
    }
    assert_eq!(read(&table, "2:k3xk4-k5").unwrap_err(), "There is nothing to take on k4. (CF-16)");
    // Empty squares are read as a path.
    assert_eq!(read(&table, "k3-k4-m9").unwrap_err(), "m9 is not next to k4. (CF-11)");
}

/// CF-37
#[test]
fn impossible_actions_can_be_written_too() {
    let table = somewhere();
    let (game, state) = (table.game(), table.current_play().state);
    let odd = Action::Move { die: 9, mover: Mover::Home(Kind::Gun), to: Square::at(0, 0), taken: Taken::NONE };
    assert_eq!(game.write(&state, odd), "9:gun-a1");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// CF-37
    #[test]
    fn no_text_panics(text in "[0-9a-z:x+\\- ,é]{0,24}") {
        let table = somewhere();
        let (game, state) = (table.game(), table.current_play().state);
        for part in game.split(&text) {
            if let Ok(action) = game.read(&state, Seat(0), &part) {
                let _ = kernel::Explain::judge(&**game, &state, Seat(0), action);
                let _ = game.write(&state, action);
            }
        }
        let _ = game.read_chance(&state, &text);
        let mut opened = opening(2);
        let _ = opened.apply_chance(&text);
    }
}
