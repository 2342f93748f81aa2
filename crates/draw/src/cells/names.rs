//! The names of columns and rows, where all spaces in one agree on it, and of single
//! spaces where they do not; a turntable takes its spaces from one to the other, so
//! there they have none.

use super::{Grid, Pitch};
use kernel::scene::{Plan, Space};

/// The names of columns and rows.
pub(super) struct Names {
    columns: Vec<Option<String>>,
    rows: Vec<Option<String>>,
    /// How many spaces there are, and how many of them these names tell.
    told: (usize, usize),
}

impl Names {
    pub(super) fn of(plan: &Plan) -> Self {
        if plan.turntable.is_some() {
            return Names { columns: Vec::new(), rows: Vec::new(), told: (0, 0) };
        }
        let count = |pick: fn(&Space) -> u16| plan.spaces.iter().map(pick).max().map_or(0, |last| last + 1);
        let letters = |space: &Space| space.id.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let digits = |space: &Space| space.id.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
        let shared = |here: Vec<&Space>, name: &dyn Fn(&Space) -> String| {
            let first = name(here.first()?);
            (!first.is_empty() && here.iter().all(|space| name(space) == first)).then_some(first)
        };
        let column = |at| plan.spaces.iter().filter(|space| space.cell.0 == at).collect();
        let row = |at| plan.spaces.iter().filter(|space| space.cell.1 == at).collect();
        let columns: Vec<_> = (0..count(|space| space.cell.0)).map(|at| shared(column(at), &letters)).collect();
        let rows: Vec<_> = (0..count(|space| space.cell.1)).map(|at| shared(row(at), &digits)).collect();
        let tells = |space: &&Space| {
            let (column, row) = (&columns[usize::from(space.cell.0)], &rows[usize::from(space.cell.1)]);
            column.is_some() && row.is_some()
        };
        let told = (plan.spaces.len(), plan.spaces.iter().filter(tells).count());
        if 2 * told.1 < told.0 {
            // A name that stands by chance would only confuse.
            return Names { columns: Vec::new(), rows: Vec::new(), told };
        }
        Names { columns, rows, told }
    }

    /// Do columns and rows tell less than half of the spaces?
    pub(super) fn are_few(&self) -> bool {
        2 * self.told.1 < self.told.0
    }

    /// The column of the first space.
    pub(super) fn left(&self) -> usize {
        match self.margin() {
            0 => 1,
            margin => margin + 1,
        }
    }

    /// The columns at the left that the names of rows take, with a blank.
    pub(super) fn margin(&self) -> usize {
        self.rows.iter().flatten().map(String::len).max().map_or(0, |width| width + 1)
    }

    /// The rows at the foot that the names of columns take: names as wide as the pitch
    /// run downwards.
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

/// Writes a space's own name under it, if there is room for it.
pub(super) fn write_own(space: &Space, (x, y): (usize, usize), grid: &mut Grid, pitch: Pitch) {
    let wide = space.id.chars().count();
    if wide < pitch.across {
        word(grid, (x.saturating_sub(wide / 2), y + 1), &space.id);
    }
}

fn word(grid: &mut Grid, (x, y): (usize, usize), text: &str) {
    (x..).zip(text.chars()).for_each(|(x, ch)| grid.put(x, y, ch, None, false));
}
