//! The layout: 28 by 28 squares, with a rim for their names.

use super::super::board::{CfBoard, Terrain};
use super::super::state::{SIDE, Square};
use kernel::scene::Point;

/// Width of a square.
pub(super) const CELL: f32 = 34.0;
/// Width of the rim.
pub(super) const RIM: f32 = 24.0;
/// Width and height of the map.
pub(super) const MAP: f32 = CELL * SIDE as f32;
/// Width and height of the whole drawing.
pub(super) const SIZE: f32 = MAP + 2.0 * RIM;

/// The north-west corner of a square, in whole squares.
pub(super) fn corner(column: usize, row: usize) -> Point {
    (RIM + CELL * column as f32, RIM + CELL * row as f32)
}

/// The middle of a square.
pub(super) fn middle(square: Square) -> Point {
    let (x, y) = corner(square.column(), square.row());
    (x + CELL / 2.0, y + CELL / 2.0)
}

/// A number with at most one decimal.
pub(super) fn num(value: f32) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// A point of an outline.
pub(super) fn point((x, y): Point) -> String {
    format!("{} {}", num(x), num(y))
}

/// Squares as one outline, with a bar for each run in a row.
pub(super) fn bars(board: &CfBoard, inside: impl Fn(Terrain) -> bool) -> String {
    let mut d = String::new();
    for row in 0..SIDE {
        let mut column = 0;
        while column < SIDE {
            let begin = column;
            while column < SIDE && inside(board.terrain(Square::at(column, row))) {
                column += 1;
            }
            if column > begin {
                let ((x, y), right) = (corner(begin, row), num(corner(column, row).0));
                let bottom = num(y + CELL);
                d += &format!("M{}H{right}V{bottom}H{}Z", point((x, y)), num(x));
            }
            column += 1;
        }
    }
    d
}

/// All edges between squares of which one is inside and the other is not; the rim counts as `beyond`.
pub(super) fn edges(board: &CfBoard, inside: impl Fn(Terrain) -> bool, beyond: bool) -> String {
    let at = |column: i32, row: i32| match (usize::try_from(column), usize::try_from(row)) {
        (Ok(column), Ok(row)) if column < SIDE && row < SIDE => inside(board.terrain(Square::at(column, row))),
        _ => beyond,
    };
    let side = SIDE as i32;
    let mut d = String::new();
    for line in 0..=side {
        for flat in [true, false] {
            let cut = |at_step: i32| match flat {
                true => at(at_step, line - 1) != at(at_step, line),
                false => at(line - 1, at_step) != at(line, at_step),
            };
            let mut step = 0;
            while step < side {
                let begin = step;
                while step < side && cut(step) {
                    step += 1;
                }
                if step > begin {
                    let place = |along: i32| match flat {
                        true => corner(along as usize, line as usize),
                        false => corner(line as usize, along as usize),
                    };
                    d += &format!("M{}L{}", point(place(begin)), point(place(step)));
                }
                step += 1;
            }
        }
    }
    d
}

/// A number from 0 to 99 that looks random and is always the same for a square.
pub(super) fn speckle(square: Square, salt: u32) -> u32 {
    let mut mixed = (square.index() as u32 + 1).wrapping_mul(0x9E37_79B9) ^ salt.wrapping_mul(0x85EB_CA6B);
    mixed ^= mixed >> 15;
    mixed = mixed.wrapping_mul(0x2C1B_3C6D);
    mixed ^= mixed >> 12;
    mixed % 100
}
