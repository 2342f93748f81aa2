//! Shapes that the scenes of several games use.

use kernel::scene::{Fill, Shape, Stroke};
use std::f32::consts::PI;
use std::fmt::Write;

/// A shape from the path data of SVG.
pub(crate) fn path(d: impl Into<String>, fill: Fill, stroke: Option<Stroke>) -> Shape {
    Shape::Path { d: d.into(), fill, stroke }
}

/// The path of a star with five points.
pub(crate) fn star(outer: f32, inner: f32) -> String {
    let mut d = String::new();
    for point in 0..10 {
        let r = if point % 2 == 0 { outer } else { inner };
        let (sin, cos) = (PI * point as f32 / 5.0).sin_cos();
        let _ = write!(d, "{}{:.3} {:.3}", if point == 0 { 'M' } else { 'L' }, r * sin, -r * cos);
    }
    d + "Z"
}
