//! Waves and circles: sentries, arrows and safe ones differ by shape as well as by
//! colour.

use super::super::board::Kind;
use crate::drawing::path;
use kernel::scene::{Fill, Point, Shape, Stroke};

/// Size of a circle.
pub(super) const CIRCLE_R: f32 = 20.0;

fn ring(r: f32, fill: Fill, stroke: Stroke) -> Shape {
    Shape::Circle { at: (0.0, 0.0), r, fill, stroke: Some(stroke) }
}

/// A wave of the sea.
pub(super) fn wave() -> Vec<Shape> {
    let crest = |y: f32, half: f32, width: f32| {
        let step = half / 2.0;
        let d = format!("M-{half} {y}q{0} -7 {step} 0q{0} 7 {step} 0q{0} -7 {step} 0q{0} 7 {step} 0", step / 2.0);
        path(d, Fill::None, Some(Stroke::line("swell", width)))
    };
    vec![crest(-6.0, 17.0, 2.2), crest(1.0, 24.0, 2.8), crest(8.0, 15.0, 2.2)]
}

/// A circle of the land; `towards` is where its arrow points.
pub(super) fn circle(kind: Kind, towards: Point) -> Vec<Shape> {
    let edge = Stroke::line("night", 2.4);
    match kind {
        Kind::Sentry => {
            let mut shapes = vec![ring(CIRCLE_R - 1.0, Fill::Ink("guard"), edge)];
            shapes.extend(sentry());
            shapes
        }
        Kind::Arrow => vec![
            ring(CIRCLE_R + 2.0, Fill::Ink("flare"), edge),
            ring(CIRCLE_R - 2.0, Fill::None, Stroke::line("cream", 1.6)),
            path(arrow(towards), Fill::Ink("cream"), Some(Stroke::line("night", 1.2))),
        ],
        Kind::Safe => vec![
            ring(CIRCLE_R + 1.0, Fill::Ink("flare"), edge),
            ring(CIRCLE_R - 4.0, Fill::Ink("cream"), Stroke::line("night", 1.4)),
            // A tick: letters would be too small to read.
            path("M-7.5 0.6L-2.2 6.2L8.2 -6.4", Fill::None, Some(Stroke::line("night", 4.2))),
        ],
    }
}

/// A man with a helmet and a rifle.
fn sentry() -> Vec<Shape> {
    vec![
        path(
            "M-6.4 14.4L-5.4 0.6Q-5 -3.6 -1.8 -4L1.8 -4Q5 -3.6 5.4 0.6L6.4 14.4Q0 17.6 -6.4 14.4Z",
            Fill::Ink("night"),
            None,
        ),
        Shape::Circle { at: (0.0, -7.6), r: 3.3, fill: Fill::Ink("night"), stroke: None },
        path("M-5.4 -8.2Q-4.6 -13.6 0 -13.6Q4.6 -13.6 5.4 -8.2Z", Fill::Ink("night"), None),
        path("M8.4 -13.6L8.4 11", Fill::None, Some(Stroke::line("night", 1.8))),
        path("M4.6 1.4L9 3.4", Fill::None, Some(Stroke::line("night", 2.6))),
        path("M-2.6 0.6L2.6 8", Fill::None, Some(Stroke::line("guard", 1.3))),
    ]
}

/// An arrow through the middle that points this way.
fn arrow((x, y): Point) -> String {
    let length = x.hypot(y).max(1.0);
    let (dx, dy) = (x / length, y / length);
    let outline = [(-13.0, 3.2), (2.0, 3.2), (2.0, 9.4), (15.0, 0.0), (2.0, -9.4), (2.0, -3.2), (-13.0, -3.2)];
    let points = outline.map(|(along, aside)| format!("{:.2} {:.2}", along * dx - aside * dy, along * dy + aside * dx));
    format!("M{}Z", points.join("L"))
}
