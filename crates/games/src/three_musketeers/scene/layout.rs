//! The layout: the grid, the frame around it, the free ground.

use super::super::board::{Point, Points, TmBoard};

/// Distance between neighbouring points.
pub(super) const STEP: f32 = 80.0;
/// Paper outside the frame.
pub(super) const PAPER: f32 = 10.0;
/// Width of the frame at the sides.
pub(super) const BAND: f32 = 40.0;
/// Height of the top of the frame, which has the title.
pub(super) const HEAD: f32 = 78.0;
/// From the frame to the middle of the first and last file.
const SIDE_ROOM: f32 = 46.0;
/// Sky over the castle's back row.
const SKY: f32 = 146.0;
/// From the last rank to the frame.
const FOOT_ROOM: f32 = 50.0;
/// The strip under the frame with the key to the roads.
pub(super) const KEY: f32 = 40.0;

/// The layout of one board's drawing.
pub(super) struct Layout<'a> {
    pub(super) board: &'a TmBoard,
}

impl Layout<'_> {
    /// A place on the grid; fractions lie between points.
    pub(super) fn place(&self, column: f32, row: f32) -> (f32, f32) {
        (PAPER + BAND + SIDE_ROOM + column * STEP, PAPER + HEAD + SKY + row * STEP)
    }

    /// The place of a point.
    pub(super) fn point(&self, point: Point) -> (f32, f32) {
        self.place(point.column() as f32, point.row() as f32)
    }

    /// The grid's last column and row.
    pub(super) fn last(&self) -> (f32, f32) {
        (self.board.files.saturating_sub(1) as f32, self.board.ranks.saturating_sub(1) as f32)
    }

    /// The picture inside the frame: left, top, right, bottom.
    pub(super) fn inside(&self) -> (f32, f32, f32, f32) {
        let (column, row) = self.last();
        let (right, bottom) = self.place(column, row);
        (PAPER + BAND, PAPER + HEAD, right + SIDE_ROOM, bottom + FOOT_ROOM)
    }

    /// Width and height of the whole drawing.
    pub(super) fn size(&self) -> (f32, f32) {
        let (_, _, right, bottom) = self.inside();
        (right + BAND + PAPER, bottom + BAND + KEY)
    }

    /// For each row of the castle from the top: row, first and last column.
    pub(super) fn castle_rows(&self) -> Vec<(usize, usize, usize)> {
        (0..self.board.ranks).filter_map(|row| self.span(self.board.net.castle, row)).collect()
    }

    fn span(&self, set: Points, row: usize) -> Option<(usize, usize, usize)> {
        let mut columns = super::points_of(set).filter(|point| point.row() == row).map(Point::column);
        let first = columns.next()?;
        Some((row, first, columns.last().unwrap_or(first)))
    }

    /// Grid places without a point, where something may grow.
    pub(super) fn free(&self) -> impl Iterator<Item = (usize, usize)> {
        let taken = |column, row| self.board.points.keys().any(|p| (p.column(), p.row()) == (column, row));
        let all = (0..self.board.ranks).flat_map(|row| (0..self.board.files).map(move |column| (column, row)));
        all.filter(move |(column, row)| !taken(*column, *row))
    }
}
