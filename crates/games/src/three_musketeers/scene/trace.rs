//! Outlines in small units, drawn at any place and size.

use kernel::scene::{Fill, Point, Shape, Stroke};
use std::fmt::Write;

/// An outline under construction, in units of `scale` around `origin`.
pub(super) struct Trace {
    origin: Point,
    scale: (f32, f32),
    d: String,
}

impl Trace {
    /// Units of `scale` around `origin`.
    pub(super) fn at(origin: Point, scale: f32) -> Self {
        Trace { origin, scale: (scale, scale), d: String::new() }
    }

    /// The same, mirrored if `mirror` is set.
    pub(super) fn mirrored(origin: Point, scale: f32, mirror: bool) -> Self {
        Trace { origin, scale: (if mirror { -scale } else { scale }, scale), d: String::new() }
    }

    fn put(mut self, command: char, points: &[Point]) -> Self {
        self.d.push(command);
        for (index, (x, y)) in points.iter().enumerate() {
            let (x, y) = (self.origin.0 + x * self.scale.0, self.origin.1 + y * self.scale.1);
            let _ = write!(self.d, "{}{} {}", if index == 0 { "" } else { " " }, round(x), round(y));
        }
        self
    }

    pub(super) fn go(self, x: f32, y: f32) -> Self {
        self.put('M', &[(x, y)])
    }

    pub(super) fn line(self, x: f32, y: f32) -> Self {
        self.put('L', &[(x, y)])
    }

    pub(super) fn lines(self, points: &[Point]) -> Self {
        points.iter().fold(self, |trace, (x, y)| trace.line(*x, *y))
    }

    pub(super) fn bend(self, by: Point, to: Point) -> Self {
        self.put('Q', &[by, to])
    }

    pub(super) fn curve(self, by: Point, and: Point, to: Point) -> Self {
        self.put('C', &[by, and, to])
    }

    pub(super) fn close(mut self) -> Self {
        self.d.push('Z');
        self
    }

    /// A box by two corners.
    pub(super) fn block(self, from: Point, to: Point) -> Self {
        self.go(from.0, from.1).lines(&[(to.0, from.1), to, (from.0, to.1)]).close()
    }

    /// Filled, without an edge.
    pub(super) fn fill(self, ink: &'static str) -> Shape {
        Shape::Path { d: self.d, fill: Fill::Ink(ink), stroke: None }
    }

    /// Filled, with an edge.
    pub(super) fn edged(self, ink: &'static str, edge: &'static str, width: f32) -> Shape {
        Shape::Path { d: self.d, fill: Fill::Ink(ink), stroke: Some(Stroke::line(edge, width)) }
    }

    /// Filled with lines.
    pub(super) fn hatched(self, ink: &'static str, angle: f32, gap: f32, width: f32) -> Shape {
        Shape::Path { d: self.d, fill: Fill::Hatch { ink, angle, gap, width }, stroke: None }
    }

    /// The edge alone.
    pub(super) fn stroke(self, ink: &'static str, width: f32) -> Shape {
        Shape::Path { d: self.d, fill: Fill::None, stroke: Some(Stroke::line(ink, width)) }
    }
}

/// Three decimals are enough for pieces drawn with radius 1.
fn round(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}
