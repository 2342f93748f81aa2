//! Coordinates of the drawing: two rings about one centre, for any number of spaces.

use super::super::state::Colour;
use kernel::scene::Point;
use std::f32::consts::TAU;

/// Width and height of the whole drawing.
pub(super) const SIZE: Point = (1000.0, 1000.0);
/// The middle of both rings.
pub(super) const CENTRE: Point = (500.0, 500.0);
/// Outer edge of the band with the numbers.
pub(super) const RIM: f32 = 496.0;
/// Where the numbers of the base stand.
pub(super) const NUMBERS: f32 = 479.5;
/// Outer edge of the coloured base.
pub(super) const BASE_RIM: f32 = 464.0;
/// Where the circles lie.
pub(super) const CIRCLES: f32 = 437.0;
/// Inner edge of the coloured base.
pub(super) const BASE_INNER: f32 = 410.0;
/// Outer edge of the platform.
pub(super) const PLATFORM_RIM: f32 = 406.0;
/// Where men stand on the platform.
pub(super) const STANDS: f32 = 377.0;
/// Where the letters of the platform's colours stand, free of men.
pub(super) const LETTERS: f32 = 335.0;
/// Inner edge of the platform's coloured spaces.
pub(super) const PLATFORM_INNER: f32 = 320.0;
/// From one place of a neutral space to the next, inwards.
pub(super) const DEPTH: f32 = 51.0;
/// Inner end of a neutral space.
pub(super) const NEUTRAL_INNER: f32 = STANDS - 3.0 * DEPTH - 27.0;
/// The cap over the spindle.
pub(super) const HUB: f32 = 184.0;
/// The middle of a corner, from both edges of the board.
pub(super) const CORNER: f32 = 68.0;
/// Half the side of a corner.
pub(super) const CORNER_HALF: f32 = 57.0;

/// Maximum radius of a man.
const MAX_R: f32 = 25.0;
/// Minimum number of columns and rows of the ring in the terminal.
const MIN_SIDE: u16 = 12;

/// The measures of one board's drawing.
pub(super) struct Layout {
    pub(super) spaces: u8,
}

impl Layout {
    /// The point `spaces` spaces clockwise from the bottom, at a distance of `radius` from the centre.
    /// Space `n` lies between `n - 1` and `n`.
    pub(super) fn at(&self, spaces: f32, radius: f32) -> Point {
        let (sin, cos) = (TAU * spaces / f32::from(self.spaces)).sin_cos();
        (CENTRE.0 - radius * sin, CENTRE.1 + radius * cos)
    }

    /// The middle of a base space.
    pub(super) fn base(&self, number: u8) -> Point {
        self.at(f32::from(number) - 0.5, CIRCLES)
    }

    /// A place on a platform space that has not been turned.
    pub(super) fn platform(&self, index: u8, depth: u16) -> Point {
        self.at(f32::from(index) - 0.5, STANDS - DEPTH * f32::from(depth))
    }

    /// Radius of a man: as large as a platform space allows.
    pub(super) fn token_r(&self) -> f32 {
        (0.465 * TAU * STANDS / f32::from(self.spaces)).min(MAX_R)
    }

    /// The middle of a colour's corner, on the side of its section.
    pub(super) fn corner(colour: Colour) -> Point {
        let (far_x, far_y) = (SIZE.0 - CORNER, SIZE.1 - CORNER);
        match colour {
            Colour::Red => (CORNER, far_y),
            Colour::Black => (CORNER, CORNER),
            Colour::Yellow => (far_x, CORNER),
            Colour::Green => (far_x, far_y),
        }
    }

    /// Cells along one side of the terminal's ring.
    fn side(&self) -> u16 {
        (u16::from(self.spaces).div_ceil(4) + 1).max(MIN_SIDE)
    }

    /// The cell on the rim of the terminal's platform in front of base space `step`
    /// (0 is the last), and the direction inwards. The ring is a square walked
    /// clockwise from the middle of its lower side, one cell in from the edge.
    fn rim(&self, step: u8) -> ((i16, i16), (i16, i16)) {
        let side = self.side() as i16;
        let all = 4 * (side - 1);
        let place = (step as i16 + self.spaces as i16 - 1) % self.spaces as i16;
        let along = (i32::from(place) * i32::from(all) / i32::from(self.spaces)) as i16;
        let (first, last) = (1, side);
        let walked = (along + (side - 1) - (side / 2 - 1)) % all;
        let (part, way) = (walked / (side - 1), walked % (side - 1));
        let (x, y) = match part {
            0 => (last - way, last),
            1 => (first, last - way),
            2 => (first + way, first),
            _ => (last, first + way),
        };
        let inwards = |at: i16| i16::from(at == first) - i16::from(at == last);
        ((x, y), (inwards(x), inwards(y)))
    }

    /// Column and row of a platform place whose space faces base space `step`.
    pub(super) fn cell(&self, step: u8, depth: u16) -> (u16, u16) {
        let ((x, y), (dx, dy)) = self.rim(step);
        let depth = depth as i16;
        ((x + depth * dx) as u16, (y + depth * dy) as u16)
    }

    /// Column and row of a base space: right outside the platform.
    pub(super) fn base_cell(&self, number: u8) -> (u16, u16) {
        let ((x, y), (dx, dy)) = self.rim(number % self.spaces);
        ((x - dx) as u16, (y - dy) as u16)
    }
}
