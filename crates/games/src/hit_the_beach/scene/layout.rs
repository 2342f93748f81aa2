//! Coordinates of a board's drawing, for any size.

use super::super::board::HbBoard;
use super::super::state::Colour;
use super::map::{from_line, inside};
use kernel::scene::Point;

/// Width and height that the drawing was designed for.
const DESIGNED: Point = (1400.0, 1000.0);
/// Distance from one waiting piece to the next.
const BERTH_PITCH: f32 = 56.0;
/// Maximum radius of a token, as a part of the smallest distance between two spaces.
const TOKEN_PART: f32 = 0.405;

/// The measures of a drawing.
pub(super) struct Layout<'a> {
    pub(super) board: &'a HbBoard,
    /// One unit of the design.
    pub(super) unit: f32,
    /// Size of a token.
    pub(super) token_r: f32,
}

pub(super) fn apart(a: Point, b: Point) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

impl<'a> Layout<'a> {
    pub(super) fn new(board: &'a HbBoard) -> Self {
        let unit = (board.size.0 / DESIGNED.0).min(board.size.1 / DESIGNED.1);
        let mut nearest = f32::INFINITY;
        for (index, place) in board.places.iter().enumerate() {
            for other in &board.places[..index] {
                nearest = nearest.min(apart(place.at, other.at));
            }
        }
        let token_r = (nearest * TOKEN_PART).clamp(10.0 * unit, 24.0 * unit);
        Layout { board, unit, token_r }
    }

    /// Where a colour's piece waits.
    pub(super) fn berth(&self, colour: Colour, number: u16) -> Point {
        let first = self.board.harbours[colour.index()].berths;
        (first.0 + f32::from(number) * BERTH_PITCH * self.unit, first.1)
    }

    /// Points all over the board, in staggered rows.
    pub(super) fn grid(&self, step: f32) -> impl Iterator<Item = Point> {
        let (w, h) = self.board.size;
        let (columns, rows) = ((w / step) as usize, (h / step) as usize);
        (1..rows).flat_map(move |row| {
            let shift = if row % 2 == 0 { 0.0 } else { step / 2.0 };
            (1..columns).map(move |column| (column as f32 * step + shift, row as f32 * step))
        })
    }

    /// Does the point lie on an island?
    pub(super) fn is_land(&self, at: Point) -> bool {
        self.board.islands.iter().any(|island| inside(&island.coast, at))
    }

    /// Distance to the nearest coast.
    pub(super) fn coast_off(&self, at: Point) -> f32 {
        let coasts = self.board.islands.iter().flat_map(|island| {
            let coast = &island.coast;
            (0..coast.len()).map(move |n| from_line(at, coast[n], coast[(n + 1) % coast.len()]))
        });
        coasts.fold(f32::INFINITY, f32::min)
    }

    /// Distance to the nearest space, line, beach or harbour.
    pub(super) fn clearance(&self, at: Point) -> f32 {
        let spaces = self.board.places.iter().map(|place| apart(at, place.at));
        let roads =
            self.board.roads.iter().map(|road| {
                from_line(at, self.board.place(road.from).at, self.board.place(road.to).at) + 14.0 * self.unit
            });
        let beaches = self.board.beaches.iter().flatten().flat_map(|beach| {
            let circle = self.board.place(beach.circle).at;
            beach.berths.map(|berth| from_line(at, berth, circle) - 8.0 * self.unit)
        });
        let harbours = super::super::state::COLOURS
            .map(|colour| from_line(at, self.berth(colour, 0), self.berth(colour, 5)) - 14.0 * self.unit);
        spaces.chain(roads).chain(beaches).chain(harbours).fold(f32::INFINITY, f32::min)
    }
}
