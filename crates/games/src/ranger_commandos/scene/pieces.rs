//! The pieces, drawn with radius 1: barges, commandos, piles and faces of counters.
//!
//! A commando stands off centre, each colour towards another corner, so that several
//! on one circle, and one on its barge, are all visible.

use super::super::board::Face as CounterFace;
use super::super::state::{COLOURS, Colour};
use super::inks;
use crate::drawing::{path, star};
use kernel::scene::{Face, Fill, Point, Shape, Stroke, TokenArt};

/// The kind of a colour's barge.
pub(super) fn barge(colour: Colour) -> &'static str {
    ["red-barge", "black-barge", "green-barge", "orange-barge"][colour.index()]
}

/// The kind of a colour's commando.
pub(super) fn commando(colour: Colour) -> &'static str {
    ["red-commando", "black-commando", "green-commando", "orange-commando"][colour.index()]
}

/// A counter face down.
pub(super) const COUNTER: &str = "counter";

/// The kind of a pile of counters, from 1 to 9.
pub(super) fn pile(count: u8) -> &'static str {
    const PILES: [&str; 9] = ["pile-1", "pile-2", "pile-3", "pile-4", "pile-5", "pile-6", "pile-7", "pile-8", "pile-9"];
    PILES[usize::from(count.clamp(1, 9) - 1)]
}

/// The kind of a counter that shows this face.
pub(super) fn face(kind: usize) -> &'static str {
    ["face-1", "face-2", "face-3", "face-4", "face-5", "face-6", "face-7", "face-8"][kind & 7]
}

/// Where a colour's commando stands on a space.
fn corner(colour: Colour) -> Point {
    [(-0.34, -0.3), (0.34, -0.3), (-0.34, 0.34), (0.34, 0.34)][colour.index()]
}

/// All kinds of pieces.
pub(super) fn pieces(faces: &[CounterFace]) -> Vec<TokenArt> {
    let mut pieces: Vec<TokenArt> = COLOURS.into_iter().map(barge_art).collect();
    pieces.extend(COLOURS.into_iter().map(commando_art));
    pieces.extend((1..=9).map(pile_art));
    pieces.push(TokenArt { kind: COUNTER, shapes: back((0.0, 0.0), 0.84), glyph: ('●', 'c'), ink: "line" });
    pieces.extend(faces.iter().enumerate().map(|(kind, of)| face_art(kind, of)));
    pieces
}

fn disc(at: Point, r: f32, ink: &'static str, stroke: Option<Stroke>) -> Shape {
    Shape::Circle { at, r, fill: Fill::Ink(ink), stroke }
}

fn word(at: Point, text: impl Into<String>, size: f32, ink: &'static str) -> Shape {
    Shape::Text { at, text: text.into(), size, ink, face: Face::Display, spread: 0.0 }
}

/// A flat barge seen from above, the same at both ends; bands show its colour as well.
fn barge_art(colour: Colour) -> TokenArt {
    const HULL: &str =
        "M-1.5 -0.74L1.34 -0.74Q1.86 -0.4 1.9 0Q1.86 0.4 1.34 0.74L-1.5 0.74Q-1.86 0.4 -1.9 0Q-1.86 -0.4 -1.5 -0.74Z";
    const DECK: &str = "M-1.14 -0.52L1.14 -0.52L1.14 0.52L-1.14 0.52Z";
    let on = inks::on(colour);
    let mut shapes = vec![
        path(HULL, Fill::Ink(inks::of(colour)), Some(Stroke::line("cream", 0.16))),
        path(HULL, Fill::None, Some(Stroke::line("night", 0.06))),
        path(DECK, Fill::Ink("sand"), Some(Stroke::line("night", 0.06))),
        path("M-1.14 -0.17L1.14 -0.17M-1.14 0.17L1.14 0.17", Fill::None, Some(Stroke::line("shade", 0.06))),
    ];
    let bar = |x: f32| path(format!("M{x} -0.5L{x} 0.5"), Fill::None, Some(Stroke::line(on, 0.1)));
    match colour {
        Colour::Red => shapes.extend([1.4, -1.4].map(bar)),
        Colour::Black => {}
        Colour::Green => shapes.extend([1.32, 1.56, -1.32, -1.56].map(bar)),
        Colour::Orange => shapes.extend([1.48, -1.48].map(|x| disc((x, 0.0), 0.2, on, None))),
    }
    let glyph = colour.letter().to_ascii_lowercase();
    TokenArt { kind: barge(colour), shapes, glyph: (glyph, glyph), ink: inks::of(colour) }
}

/// A peg with a helmet and the letter of its colour.
fn commando_art(colour: Colour) -> TokenArt {
    let ((x, y), ink, on) = (corner(colour), inks::of(colour), inks::on(colour));
    let shapes = vec![
        disc((x, y), 0.72, "night", None),
        disc((x, y), 0.66, ink, Some(Stroke::line("cream", 0.1))),
        path(
            format!("M{:.3} {:.3}A0.54 0.54 0 0 1 {:.3} {:.3}", x - 0.46, y - 0.28, x + 0.46, y - 0.28),
            Fill::None,
            Some(Stroke::line(on, 0.12)),
        ),
        word((x, y + 0.36), colour.letter(), 0.98, on),
    ];
    TokenArt { kind: commando(colour), shapes, glyph: (colour.letter(), colour.letter()), ink }
}

/// The back of a counter.
fn back(at: Point, r: f32) -> Vec<Shape> {
    vec![
        disc(at, r, "night", Some(Stroke::line("cream", 0.12 * r))),
        Shape::Circle { at, r: r * 0.62, fill: Fill::None, stroke: Some(Stroke::line("lamp", 0.14 * r)) },
        disc(at, r * 0.2, "lamp", None),
    ]
}

/// Rows of up to three.
fn pile_art(count: u8) -> TokenArt {
    let rows = count.div_ceil(3);
    let mut shapes = Vec::new();
    for row in 0..rows {
        // The first rows are the fuller ones.
        let here = (count + rows - 1 - row) / rows;
        for place in 0..here {
            let x = 0.86 * (f32::from(place) - f32::from(here - 1) / 2.0);
            let y = 0.8 * (f32::from(row) - f32::from(rows - 1) / 2.0);
            shapes.extend(back((x, y), 0.42));
        }
    }
    let digit = char::from(b'0' + count);
    TokenArt { kind: pile(count), shapes, glyph: (digit, digit), ink: "line" }
}

fn face_art(kind: usize, of: &CounterFace) -> TokenArt {
    let mut shapes = vec![
        disc((0.0, 0.0), 0.86, "cream", Some(Stroke::line("night", 0.1))),
        Shape::Circle { at: (0.0, 0.0), r: 0.7, fill: Fill::None, stroke: Some(Stroke::line("flare", 0.06)) },
    ];
    let digits = of.points.to_string();
    if of.name == "star" {
        shapes.push(path(star(0.62, 0.27), Fill::Ink("flare"), Some(Stroke::line("night", 0.05))));
    } else if of.points > 0 {
        let size = if digits.len() > 2 { 0.62 } else { 0.84 };
        shapes.push(word((0.0, size * 0.36), digits, size, "night"));
    }
    let glyph = match of.points {
        _ if of.name == "star" => ('★', '*'),
        0 => ('○', 'o'),
        points => [points / 10, points].into_iter().find(|n| (1..10).contains(n)).map_or(('#', '#'), |n| {
            let digit = char::from(b'0' + n as u8);
            (digit, digit)
        }),
    };
    TokenArt { kind: face(kind), shapes, glyph, ink: "line" }
}
