//! Names and notation (TM-23).

use super::drawn::*;
use crate::three_musketeers::board::TmBoard;
use crate::three_musketeers::{ATTACK, Action};
use kernel::dynamic::DynMatch;
use kernel::{Board, Notation};

/// TM-23
#[test]
fn ranks_count_from_the_attackers_rear_and_files_from_the_left() {
    let board = TmBoard::load(TmBoard::STANDARD).unwrap();
    for (name, column, row) in [("b9", 1, 0), ("a7", 0, 2), ("e5", 4, 4), ("i3", 8, 6), ("c1", 2, 8), ("g1", 6, 8)] {
        let point = board.point(name).unwrap();
        assert_eq!((point.column(), point.row()), (column, row), "{name}");
        assert_eq!(board.name_of(point), name);
    }
    for name in
        ["a9", "i9", "b8", "h8", "a1", "j5", "a0", "a10", "", "5", "aa", "a-1", "a+7", "é5", "a99999999999999999999"]
    {
        assert_eq!(board.point(name), None, "{name}");
    }
}

/// TM-23
#[test]
fn a_move_may_be_typed_in_several_ways() {
    for typed in ["d6-d7", "D6-D7", " d6 d7 ", "d6xd7", "d6–d7", "d6:d7", "d6--d7"] {
        let mut table = opening();
        let played = table.play(ATTACK, typed).unwrap_or_else(|refusal| panic!("{typed}: {refusal}"));
        assert_eq!(serde_json::to_string(&played[0].step).unwrap(), r#"{"seat":"attack","action":"d6-d7"}"#, "{typed}");
    }
}

/// TM-23, TM-16
#[test]
fn a_pass_is_written_pass() {
    let table = opening();
    let state = table.current_play().state;
    assert_eq!(table.game().write(&state, Action::PASS), "pass");
    assert_eq!(table.game().read(&state, ATTACK, " Pass "), Ok(Action::PASS));
}

/// TM-23, TM-11
#[test]
fn a_series_is_split_into_its_jumps() {
    let table = opening();
    let game = table.game();
    assert_eq!(game.split("e7xe5xg5"), ["e7xe5", "e5xg5"]);
    assert_eq!(game.split(" E7 E5 G5 E5 "), ["e7xe5", "e5xg5", "g5xe5"]);
    assert_eq!(game.split("d6-d7"), ["d6-d7"]);
    assert_eq!(game.split("pass"), ["pass"]);
    assert_eq!(game.split(""), [""]);
}

/// TM-23
#[test]
fn every_pair_of_points_is_written_and_read_back() {
    let table = opening();
    let (game, state) = (table.game(), table.current_play().state);
    for from in game.board.points.keys() {
        for to in game.board.points.keys().filter(|to| *to != from) {
            let action = Action { from: *from, to: *to };
            assert_eq!(game.read(&state, ATTACK, &game.write(&state, action)), Ok(action));
        }
    }
}
