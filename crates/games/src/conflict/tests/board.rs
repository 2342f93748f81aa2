//! The standard board is the one the rules describe.

use super::drawn::*;
use crate::conflict::board::{CfBoard, Terrain};
use crate::conflict::{COLOURS, Kind, SIDE, Square};
use crate::testing::board;
use kernel::Evidence;

fn count(board: &CfBoard, wanted: impl Fn(Terrain) -> bool) -> usize {
    Square::all().filter(|square| wanted(board.terrain(*square))).count()
}

/// CF-1
#[test]
fn the_map_has_land_water_and_a_reserve() {
    let board = board::<CfBoard>();
    assert_eq!(board.map.len(), SIDE * SIDE);
    assert_eq!(count(&board, |terrain| terrain == Terrain::Reserve), 16);
    assert_eq!(count(&board, |terrain| terrain == Terrain::Circle), 4);
    assert_eq!(count(&board, |terrain| terrain == Terrain::Water), 18 * 18 - 8 * 8 - 20 + 8);
    let island = (10..18).flat_map(|row| (10..18).map(move |column| Square::at(column, row)));
    assert!(
        island.filter(|square| board.terrain(*square) != Terrain::Reserve).all(|s| board.terrain(s) == Terrain::Land)
    );
}

/// CF-2
#[test]
fn each_corner_has_a_home_field_of_ten_and_two_of_four() {
    let board = board::<CfBoard>();
    for colour in COLOURS {
        assert_eq!(count(&board, |terrain| terrain == Terrain::Camp(colour)), 10);
        assert_eq!(count(&board, |terrain| terrain == Terrain::Dock(colour)), 8);
    }
    let circles = COLOURS.map(|colour| board.circle(colour).name());
    assert_eq!(circles, ["c3", "z3", "z26", "c26"]);
}

/// CF-1, CF-2, CF-4
#[test]
fn the_corners_are_mirror_images_and_the_bridges_half_a_turn_apart() {
    let board = board::<CfBoard>();
    let plain = |square: Square| match board.terrain(square) {
        Terrain::Camp(_) => 'c',
        Terrain::Dock(_) => 'd',
        terrain => terrain.letter(),
    };
    for square in Square::all() {
        let (x, y) = (square.column(), square.row());
        assert_eq!(plain(square), plain(Square::at(SIDE - 1 - x, SIDE - 1 - y)), "{}", square.name());
        if x < 5 && y < 5 {
            assert_eq!(plain(square), plain(Square::at(SIDE - 1 - x, y)), "{}", square.name());
        }
    }
    let turned = |square: &Square| Square::at(SIDE - 1 - square.column(), SIDE - 1 - square.row());
    for (one, other) in [(0, 2), (1, 3)] {
        let mut half: Vec<_> = board.mines[one].0.iter().map(turned).collect();
        half.sort_unstable();
        assert_eq!(half, board.mines[other].0);
    }
}

/// CF-3
#[test]
fn bridges_are_zigzags_of_five_squares_that_touch_at_their_corners() {
    let board = board::<CfBoard>();
    assert_eq!(board.bridges.len(), 4);
    for bridge in &board.bridges {
        assert_eq!(bridge.squares.len(), 5);
        for pair in bridge.squares.windows(2) {
            let (one, two) = (pair[0], pair[1]);
            assert!(one.column().abs_diff(two.column()) == 1 && one.row().abs_diff(two.row()) == 1);
            // The two squares between them are water, so that ships pass.
            let between = [Square::at(one.column(), two.row()), Square::at(two.column(), one.row())];
            assert!(between.iter().all(|square| board.terrain(*square) == Terrain::Water), "{}", bridge.name);
        }
    }
}

/// CF-2
#[test]
fn lanes_lead_from_the_circle_two_squares_outwards() {
    let board = board::<CfBoard>();
    assert_eq!(board.lanes.len(), 8);
    assert!(board.lanes.iter().all(|lane| lane.evidence == Evidence::Told));
    for colour in COLOURS {
        let circle = board.circle(colour);
        let open = |kind: Kind| circle.around().filter(|square| board.terrain(*square).is_open_to(kind)).count();
        assert_eq!((open(Kind::Artillery), open(Kind::Ship), open(Kind::Plane)), (2, 1, 3));
    }
}

/// CF-1
#[test]
fn squares_are_named_by_column_and_row() {
    for square in Square::all() {
        assert_eq!(Square::named(&square.name()), Some(square));
    }
    assert_eq!(Square::at(0, 0).name(), "a1");
    assert_eq!(Square::at(27, 27).name(), "bb28");
    assert_eq!(Square::named("AA5"), Some(Square::at(26, 4)));
    for wrong in ["", "a", "5", "a0", "a29", "a05", "ab5", "cc5", "a5x", "a+5", "ä5", "a5555555555555"] {
        assert_eq!(Square::named(wrong), None, "{wrong}");
    }
}

/// CF-12
#[test]
fn distances_to_a_circle_are_right() {
    let game = opening(4);
    let net = game.game().net();
    let away = |kind, name: &str| net.steps_to(kind, crate::conflict::Colour::Yellow, Square::named(name).unwrap());
    assert_eq!(away(Kind::Plane, "z26"), 0);
    assert_eq!(away(Kind::Artillery, "y27"), 1);
    assert_eq!(away(Kind::Ship, "w23"), 3);
    assert_eq!(away(Kind::Ship, "k3"), u8::MAX);
    assert!(away(Kind::Artillery, "c3") > away(Kind::Plane, "c3"));
}
