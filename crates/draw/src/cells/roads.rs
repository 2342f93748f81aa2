//! Lines between spaces, in box-drawing characters.

use super::{Grid, Pitch};
use kernel::scene::{Plan, Way, WayStyle};

/// The kind of a line, shown by its character.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Build {
    Plain,
    Cased,
    Dashed,
}

impl Build {
    fn of(style: &WayStyle) -> Self {
        match style.strokes.as_slice() {
            [_, _, ..] => Build::Cased,
            [only] if !only.dash.is_empty() => Build::Dashed,
            _ => Build::Plain,
        }
    }

    fn across(self, plain: bool, at: usize) -> char {
        match (self, plain) {
            (Build::Plain, false) => '─',
            (Build::Cased, false) => '═',
            (Build::Dashed, false) => '┄',
            (Build::Plain, true) => '-',
            (Build::Cased, true) => '=',
            // Every other one, so that it differs from a plain line.
            (Build::Dashed, true) => [' ', '-'][at % 2],
        }
    }

    fn down(self, plain: bool) -> char {
        match (self, plain) {
            (Build::Plain, false) => '│',
            (Build::Cased, false) => '║',
            (Build::Dashed, false) => '┆',
            (Build::Plain, true) => '|',
            (Build::Cased, true) => '#',
            (Build::Dashed, true) => ':',
        }
    }
}

/// Draws all lines that join neighbouring cells.
pub(super) fn draw(plan: &Plan, grid: &mut Grid, plain: bool, pitch: Pitch) {
    for way in &plan.ways {
        line(plan, grid, way, plain, pitch);
    }
}

fn line(plan: &Plan, grid: &mut Grid, way: &Way, plain: bool, pitch: Pitch) {
    let place = |id| super::index_of(plan, id).and_then(|index| grid.place(index));
    let (Some(from), Some(to)) = (place(&way.from), place(&way.to)) else { return };
    let Some(style) = plan.way_styles.iter().find(|style| style.name == way.style) else { return };
    let (build, ink) = (Build::of(style), style.strokes.last().map(|stroke| stroke.ink));
    let ((left, y), (right, other)) = if from.0 <= to.0 { (from, to) } else { (to, from) };
    match (right - left, y.abs_diff(other)) {
        (0, rows) => {
            let top = y.min(other);
            (1..rows).for_each(|row| grid.put(left, top + row, build.down(plain), ink, false));
        }
        (columns, 0) => {
            (1..columns).for_each(|column| grid.put(left + column, y, build.across(plain, column + 1), ink, false));
        }
        (columns, rows) if (columns, rows) == (pitch.across, pitch.down) => {
            // Below the names, if there are any; if there is no middle, nearer to the upper end.
            let falls = y < other;
            let x = left + if falls { columns / 2 } else { columns.div_ceil(2) };
            slant(grid, (x, y.min(other) + rows.div_ceil(2)), falls, ink, plain);
        }
        _ => {}
    }
}

fn slant(grid: &mut Grid, (x, y): (usize, usize), falls: bool, ink: Option<&'static str>, plain: bool) {
    let (rising, falling, both) = if plain { ('/', '\\', 'X') } else { ('╱', '╲', '╳') };
    let (this, other) = if falls { (falling, rising) } else { (rising, falling) };
    let crossed = grid.cell(x, y).is_some_and(|cell| cell.ch == other);
    grid.put(x, y, if crossed { both } else { this }, ink, false);
}
