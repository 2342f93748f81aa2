//! The names of columns and rows, if all spaces in one share it, and otherwise of single spaces. On a board
//! with a turntable they have no names, because spaces change their column and row.

use super::{Grid, Pitch};
use kernel::scene::{Plan, Space};

/// The names of columns and rows.
pub(super) struct Names {
    columns: Vec<Option<String>>,
    rows: Vec<Option<String>>,
    /// Number of spaces, and number of spaces that these names identify.
    named: (usize, usize),
}

impl Names {
    pub(super) fn of(plan: &Plan) -> Self {
        if plan.turntable.is_some() {
            return Names { columns: Vec::new(), rows: Vec::new(), named: (0, 0) };
        }
        let count = |pick: fn(&Space) -> u16| plan.spaces.iter().map(pick).max().map_or(0, |last| last + 1);
        let letters = |space: &Space| space.id.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let digits = |space: &Space| space.id.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
        let shared = |here: Vec<&Space>, name: &dyn Fn(&Space) -> String| {
            let first = name(here.first()?);
            (!first.is_empty() && here.iter().all(|space| name(space) == first)).then_some(first)
        };
        let column = |at| plan.spaces.iter().filter(|space| space.cell.0 == at && is_coordinate(&space.id)).collect();
        let row = |at| plan.spaces.iter().filter(|space| space.cell.1 == at && is_coordinate(&space.id)).collect();
        let columns: Vec<_> = (0..count(|space| space.cell.0)).map(|at| shared(column(at), &letters)).collect();
        let rows: Vec<_> = (0..count(|space| space.cell.1)).map(|at| shared(row(at), &digits)).collect();
        let is_named = |space: &&Space| {
            let (column, row) = (&columns[usize::from(space.cell.0)], &rows[usize::from(space.cell.1)]);
            column.is_some() && row.is_some() && is_coordinate(&space.id)
        };
        let named = (plan.spaces.len(), plan.spaces.iter().filter(is_named).count());
        if 2 * named.1 < named.0 {
            // A few names by coincidence would only confuse.
            return Names { columns: Vec::new(), rows: Vec::new(), named };
        }
        Names { columns, rows, named }
    }

    /// Do columns and rows identify less than half of the spaces?
    pub(super) fn are_few(&self) -> bool {
        2 * self.named.1 < self.named.0
    }

    /// The column of the first space.
    pub(super) fn left(&self) -> usize {
        match self.margin() {
            0 => 1,
            margin => margin + 1,
        }
    }

    /// Number of columns at the left for the names of rows, with a blank.
    pub(super) fn margin(&self) -> usize {
        self.rows.iter().flatten().map(String::len).max().map_or(0, |width| width + 1)
    }

    /// Number of rows at the bottom for the names of columns: names as wide as the pitch are written
    /// downwards.
    pub(super) fn foot(&self, pitch: Pitch) -> usize {
        let longest = self.columns.iter().flatten().map(String::len).max().unwrap_or(0);
        if longest < pitch.across { longest.min(1) } else { longest }
    }

    pub(super) fn write(&self, grid: &mut Grid, pitch: Pitch) {
        for (row, name) in self.rows.iter().enumerate() {
            word(grid, (0, row * pitch.down), name.as_deref().unwrap_or_default());
        }
        let foot = self.foot(pitch);
        let top = grid.height.saturating_sub(foot);
        for (column, name) in self.columns.iter().enumerate() {
            let (x, name) = (self.left() + column * pitch.across, name.as_deref().unwrap_or_default());
            if foot > 1 {
                (top..).zip(name.chars()).for_each(|(y, ch)| grid.put(x, y, ch, None, false));
            } else {
                word(grid, (x, top), name);
            }
        }
    }
}

/// Is the id letters and then digits? Places beside the map, such as those of pieces in reserve, have other ids.
fn is_coordinate(id: &str) -> bool {
    let digits = id.trim_start_matches(|c: char| c.is_alphabetic());
    !digits.is_empty() && digits.len() < id.len() && digits.chars().all(|c| c.is_ascii_digit())
}

/// Writes the name of a space under it, if there is room.
pub(super) fn write_own(space: &Space, (x, y): (usize, usize), grid: &mut Grid, pitch: Pitch) {
    let wide = space.id.chars().count();
    if wide < pitch.across {
        word(grid, (x.saturating_sub(wide / 2), y + 1), &space.id);
    }
}

fn word(grid: &mut Grid, (x, y): (usize, usize), text: &str) {
    (x..).zip(text.chars()).for_each(|(x, ch)| grid.put(x, y, ch, None, false));
}
