//! Coordinates of the drawing: sea and land have different column widths but the
//! same rows.

use kernel::scene::Point;

/// Width and height of the whole drawing.
pub(super) const SIZE: Point = (1460.0, 1076.0);
/// Distance from one row or column of the land to the next.
pub(super) const PITCH: f32 = 54.0;
/// The north-west corner of the land's grid.
pub(super) const LAND: Point = (836.0, 122.0);
/// Distance from one column of the sea to the next; its rows are two rows of the land apart.
pub(super) const SEA_PITCH: f32 = 46.0;
/// The first column of the sea.
pub(super) const SEA_X: f32 = 204.0;
/// Where barges lie in their docks.
pub(super) const DOCK_X: f32 = 108.0;

/// Column of the terminal where the land's first column stands; before it lie
/// docks, sea and shore.
const LAND_COLUMN: i8 = 14;

/// A place of the land or along its edge.
pub(super) fn land((x, y): (i8, i8)) -> Point {
    (LAND.0 + PITCH * f32::from(x), LAND.1 + PITCH * f32::from(y))
}

/// A place of the sea.
pub(super) fn sea((x, y): (i8, i8)) -> Point {
    (SEA_X + SEA_PITCH * f32::from(x), row(y))
}

/// The height of a row of the sea.
pub(super) fn row(y: i8) -> f32 {
    LAND.1 + 2.0 * PITCH * f32::from(y)
}

/// Column and row in the terminal of a place of the land.
pub(super) fn land_cell((x, y): (i8, i8)) -> (u16, u16) {
    ((x + LAND_COLUMN) as u16, (y + 1) as u16)
}

/// Column and row in the terminal of a place of the sea.
pub(super) fn sea_cell((x, y): (i8, i8)) -> (u16, u16) {
    ((x + 1) as u16, (2 * y + 1) as u16)
}

/// Column and row in the terminal of a dock.
pub(super) fn dock_cell(y: i8) -> (u16, u16) {
    (0, (2 * y + 1) as u16)
}
