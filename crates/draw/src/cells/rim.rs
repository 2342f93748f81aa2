//! Names around a ring: on a board with a turntable, the names of the fixed spaces are written outside of
//! them.

use super::Grid;
use kernel::scene::{Plan, Space};

/// Room for the names at the left and at the right, and above and below.
pub(super) const ROOM: (usize, usize) = (3, 1);

/// The side of the ring that a space is on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Side {
    Left,
    Right,
    Top,
    Foot,
}

/// The spaces that do not turn.
fn fixed(plan: &Plan) -> impl Iterator<Item = (usize, &Space)> {
    let turns = |id: &str| plan.turntable.iter().flat_map(|table| &table.spaces).any(|space| space.id == id);
    plan.spaces.iter().enumerate().filter(move |(_, space)| !turns(&space.id))
}

fn side(plan: &Plan, (column, row): (u16, u16)) -> Option<Side> {
    let ends = |pick: fn(&Space) -> u16| {
        let all = || fixed(plan).map(move |(_, space)| pick(space));
        (all().min(), all().max())
    };
    let ((left, right), (top, foot)) = (ends(|space| space.cell.0), ends(|space| space.cell.1));
    [(Some(column) == left, Side::Left), (Some(column) == right, Side::Right), (Some(row) == top, Side::Top)]
        .into_iter()
        .chain([(Some(row) == foot, Side::Foot)])
        .find_map(|(there, side)| there.then_some(side))
}

/// Writes the names, if the board has a turntable.
pub(super) fn write(plan: &Plan, grid: &mut Grid) {
    if plan.turntable.is_none() {
        return;
    }
    for (index, space) in fixed(plan) {
        let (Some((x, y)), Some(side)) = (grid.place(index), side(plan, space.cell)) else { continue };
        let wide = space.id.chars().count();
        let (x, y) = match side {
            Side::Left => (x.saturating_sub(1 + wide), y),
            Side::Right => (x + 2, y),
            Side::Top => (x.saturating_sub(wide / 2), y.saturating_sub(1)),
            Side::Foot => (x.saturating_sub(wide / 2), y + 1),
        };
        (x..).zip(space.id.chars()).for_each(|(x, ch)| grid.put(x, y, ch, None, false));
    }
}
