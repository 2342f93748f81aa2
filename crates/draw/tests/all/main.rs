//! Tests that drawings are complete, well-formed, safe and legible.

mod cells;
mod inks;
mod png;
mod svg;
mod throw;
mod turntable;

use boxtop_draw as draw;
use games::three_musketeers::ThreeMusketeers;
use kernel::Viewer;
use kernel::dynamic::{DynGame, DynMatch, MatchConfig, TypedGame};
use kernel::scene::Scene;

const PICTURES: [&str; 6] = ["start", "first-moves", "wide-roads", "jump", "series", "won"];

fn game() -> TypedGame<ThreeMusketeers> {
    TypedGame::new()
}

fn open(board: Option<String>) -> Box<dyn DynMatch> {
    game().open(&MatchConfig { board, ..MatchConfig::default() }).expect("a match")
}

fn opening() -> Scene {
    open(None).scene(Viewer::Spectator)
}

/// A match after some moves, with men in the tray.
fn middle() -> Scene {
    let mut game_match = open(None);
    for ply in 0..30 {
        let kernel::Turn::Seats(seats) = game_match.turn() else { break };
        let seat = seats.iter().next().expect("somebody is to act");
        let moves = game_match.legal_moves(seat);
        game_match.play(seat, &moves[ply * 7 % moves.len()].action).expect("it is legal");
    }
    game_match.scene(Viewer::Spectator)
}

/// A small custom board: nine castle points, ten in the field.
fn small(name: &str) -> Scene {
    let board = format!(
        r#"
format = 1
game = "three-musketeers"
name = '''{name}'''
files = "abcd"
ranks = 5
points = [
  {{ rank = 5, files = "bc", area = "castle", evidence = "invented" }},
  {{ rank = 4, files = "abcd", area = "castle", evidence = "invented" }},
  {{ rank = 3, files = "abcd", area = "field", evidence = "invented" }},
  {{ rank = 2, files = "abcd", area = "field", evidence = "invented" }},
]
musketeers = {{ start = ["b5", "b4", "c4"], evidence = "invented" }}
roads = [
  {{ kind = "wide", number = 12, along = ["a4-b4-c4-d4"], evidence = "invented" }},
  {{ kind = "wide", along = ["a2-b2"], evidence = "invented" }},
  {{ kind = "blue", along = ["a4-a3-a2", "b5-b4-b3-b2", "c5-c4-c3-c2", "d4-d3-d2", "a4-b5"], evidence = "invented" }},
  {{ kind = "green", along = ["b5-c5", "a3-b3-c3-d3"], evidence = "invented" }},
]
"#
    );
    open(Some(board)).scene(Viewer::Spectator)
}
