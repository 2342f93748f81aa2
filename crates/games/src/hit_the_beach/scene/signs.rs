//! The signs of spaces, drawn around the origin.

use super::super::state::{Colour, Division, Support};
use super::frame::word;
use super::map::disc;
use super::{inks, pieces};
use crate::drawing::path;
use kernel::scene::{Face, Fill, Point, Shape, Stroke};
use std::f32::consts::PI;
use std::fmt::Write;

const ORIGIN: Point = (0.0, 0.0);

fn name(text: &str, r: f32, ink: &'static str) -> Option<Shape> {
    let size = if text.len() > 2 { r * 0.8 } else { r * 0.96 };
    (!text.is_empty()).then(|| word((0.0, size * 0.36), text, size, ink, Face::Text, 0.0))
}

/// A white dot.
pub(super) fn sea(r: f32, text: &str) -> Vec<Shape> {
    let mut shapes = vec![disc(ORIGIN, r, Fill::Ink("dot"), Some(Stroke::line("route", r * 0.14)))];
    shapes.extend(name(text, r, "deep"));
    shapes
}

/// A brown circle.
pub(super) fn land(r: f32, text: &str) -> Vec<Shape> {
    let mut shapes = vec![
        disc(ORIGIN, r, Fill::Ink("brown"), Some(Stroke::line("ink", r * 0.12))),
        disc(ORIGIN, r * 0.84, Fill::None, Some(Stroke::line("sand", r * 0.08))),
    ];
    shapes.extend(name(text, r, "cream"));
    shapes
}

/// A brown circle with a yellow centre, where a defender begins.
pub(super) fn marked(r: f32, text: &str) -> Vec<Shape> {
    let mut shapes = vec![
        disc(ORIGIN, r, Fill::Ink("brown"), Some(Stroke::line("ink", r * 0.12))),
        disc(ORIGIN, r * 0.7, Fill::Ink("gold"), None),
    ];
    shapes.extend(name(text, r * 0.9, "ink"));
    shapes
}

/// The red circle with a star.
pub(super) fn objective(r: f32, text: &str) -> Vec<Shape> {
    let mut star = String::new();
    for point in 0..10 {
        let (sin, cos) = (PI * point as f32 / 5.0).sin_cos();
        let far = r * if point % 2 == 0 { 0.78 } else { 0.42 };
        let _ = write!(star, "{}{:.2} {:.2}", if point == 0 { 'M' } else { 'L' }, far * sin, -far * cos);
    }
    let mut shapes = vec![
        disc(ORIGIN, r * 1.16, Fill::Ink("cream"), Some(Stroke::line("ink", r * 0.08))),
        disc(ORIGIN, r, Fill::Ink("objective"), None),
        path(star + "Z", Fill::Ink("cream"), None),
    ];
    shapes.extend(name(text, r * 0.62, "objective"));
    shapes
}

/// A start circle.
pub(super) fn start(r: f32, colour: Colour) -> Vec<Shape> {
    vec![
        disc(ORIGIN, r, Fill::Ink("cream"), Some(Stroke::line("ink", r * 0.08))),
        disc(ORIGIN, r * 0.8, Fill::Ink(inks::of(colour)), None),
        word((0.0, r * 0.02), "START", r * 0.36, "cream", Face::Text, 0.0),
        word((0.0, r * 0.52), &colour.letter().to_string(), r * 0.52, "cream", Face::Display, 0.0),
    ]
}

/// The place of a support piece in a beach area.
pub(super) fn berth(r: f32, piece: Support, colour: Colour) -> Vec<Shape> {
    let stroke = Stroke { ink: inks::of(colour), width: r * 0.1, dash: vec![r * 0.24, r * 0.14] };
    vec![
        disc(ORIGIN, r * 1.1, Fill::Ink("surf"), None),
        path(scaled(outline(piece), r * 0.86), Fill::None, Some(stroke)),
    ]
}

/// The place of a waiting division: its base, faintly.
pub(super) fn waiting(r: f32, division: Division) -> Vec<Shape> {
    let stroke = Stroke { ink: "line", width: r * 0.09, dash: vec![r * 0.24, r * 0.16] };
    let s = r * 0.72;
    let base = match division {
        Division::Marine => path(format!("M-{s} -{s}L{s} -{s}L{s} {s}L-{s} {s}Z"), Fill::None, Some(stroke)),
        Division::Army => disc(ORIGIN, r * 0.76, Fill::None, Some(stroke)),
    };
    vec![Shape::Faint(0.55, vec![base])]
}

/// The place of a waiting support piece: its outline, faintly.
pub(super) fn waiting_support(r: f32, piece: Support) -> Vec<Shape> {
    let stroke = Stroke { ink: "line", width: r * 0.09, dash: vec![r * 0.24, r * 0.16] };
    vec![Shape::Faint(0.55, vec![path(scaled(outline(piece), r * 0.8), Fill::None, Some(stroke))])]
}

fn outline(piece: Support) -> &'static str {
    match piece {
        Support::Ship => pieces::HULL,
        Support::Plane => pieces::WINGS,
    }
}

/// A path scaled by a factor.
fn scaled(d: &str, by: f32) -> String {
    let mut out = String::new();
    let mut number = String::new();
    let flush = |number: &mut String, out: &mut String| {
        if let Ok(value) = number.parse::<f32>() {
            let _ = write!(out, "{:.2}", value * by);
        }
        number.clear();
    };
    for letter in d.chars() {
        if letter.is_ascii_digit() || letter == '.' || letter == '-' {
            number.push(letter);
        } else {
            flush(&mut number, &mut out);
            out.push(letter);
        }
    }
    flush(&mut number, &mut out);
    out
}

/// A shape moved by an offset.
pub(super) fn moved(shape: Shape, (x, y): Point) -> Shape {
    match shape {
        Shape::Circle { at, r, fill, stroke } => Shape::Circle { at: (at.0 + x, at.1 + y), r, fill, stroke },
        Shape::Text { at, text, size, ink, face, spread } => {
            Shape::Text { at: (at.0 + x, at.1 + y), text, size, ink, face, spread }
        }
        Shape::Path { d, fill, stroke } => Shape::Path { d: shifted(&d, x, y), fill, stroke },
        Shape::Faint(opacity, shapes) => {
            Shape::Faint(opacity, shapes.into_iter().map(|shape| moved(shape, (x, y))).collect())
        }
    }
}

/// A path of `M`, `L` and `Z` moved by an offset.
fn shifted(d: &str, x: f32, y: f32) -> String {
    let mut out = String::new();
    for part in d.split_inclusive(['M', 'L', 'Z']) {
        let (numbers, command) = part.split_at(part.trim_end_matches(['M', 'L', 'Z']).len());
        let mut pair = numbers.split_whitespace().filter_map(|number| number.parse::<f32>().ok());
        if let (Some(a), Some(b)) = (pair.next(), pair.next()) {
            let _ = write!(out, "{:.2} {:.2}", a + x, b + y);
        }
        out.push_str(command);
    }
    out
}
