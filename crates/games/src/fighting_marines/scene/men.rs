//! The men, drawn with radius 1: the colour is told by its letter as well, the
//! rank by the shape: discs for privates, shields for captains, stars for colonels.

use super::super::state::{COLOURS, Colour, RANKS, Rank};
use super::inks;
use kernel::scene::{Face, Fill, Shape, Stroke, TokenArt};
use std::f32::consts::PI;
use std::fmt::Write;

/// The kind of a man.
pub(super) fn kind(colour: Colour, rank: Rank) -> &'static str {
    const KINDS: [[&str; 3]; 4] = [
        ["red-private", "red-captain", "red-colonel"],
        ["black-private", "black-captain", "black-colonel"],
        ["yellow-private", "yellow-captain", "yellow-colonel"],
        ["green-private", "green-captain", "green-colonel"],
    ];
    KINDS[colour.index()][rank.index()]
}

/// All twelve kinds.
pub(super) fn men() -> Vec<TokenArt> {
    let all = COLOURS.into_iter().flat_map(|colour| RANKS.map(|rank| (colour, rank)));
    all.map(|(colour, rank)| art(colour, rank)).collect()
}

fn art(colour: Colour, rank: Rank) -> TokenArt {
    let (ink, on) = (inks::of(colour), inks::on(colour));
    let mut shapes = match rank {
        Rank::Private => vec![disc(0.86, ink, Some(Stroke::line("cream", 0.14))), ring(0.95)],
        Rank::Captain => vec![outline(SHIELD.to_owned(), ink, 0.14), outline(SHIELD.to_owned(), ink, 0.0)],
        Rank::Colonel => vec![outline(star(1.22, 0.72), ink, 0.14)],
    };
    if rank == Rank::Captain {
        let bar = |y: f32| Shape::Path {
            d: format!("M-0.5 {y}L0.5 {y}"),
            fill: Fill::None,
            stroke: Some(Stroke::line(on, 0.13)),
        };
        shapes.extend([bar(-0.68), bar(-0.46)]);
    }
    shapes.push(Shape::Text {
        at: (0.0, if rank == Rank::Captain { 0.42 } else { 0.34 }),
        text: colour.letter().into(),
        size: if rank == Rank::Private { 1.0 } else { 0.86 },
        ink: on,
        face: Face::Display,
        spread: 0.0,
    });
    TokenArt { kind: kind(colour, rank), shapes, glyph: glyph(colour, rank), ink }
}

/// Small letters are privates, capitals captains, and colonels have signs of their own.
fn glyph(colour: Colour, rank: Rank) -> (char, char) {
    let c = colour.index();
    match rank {
        Rank::Private => (colour.letter().to_ascii_lowercase(), colour.letter().to_ascii_lowercase()),
        Rank::Captain => (colour.letter(), colour.letter()),
        Rank::Colonel => (['Ⓡ', 'Ⓑ', 'Ⓨ', 'Ⓖ'][c], ['@', '#', '&', '%'][c]),
    }
}

const SHIELD: &str = "M-0.84 -0.92L0.84 -0.92L0.84 0.1Q0.84 0.78 0 1.06Q-0.84 0.78 -0.84 0.1Z";

fn disc(r: f32, ink: &'static str, stroke: Option<Stroke>) -> Shape {
    Shape::Circle { at: (0.0, 0.0), r, fill: Fill::Ink(ink), stroke }
}

fn ring(r: f32) -> Shape {
    Shape::Circle { at: (0.0, 0.0), r, fill: Fill::None, stroke: Some(Stroke::line("line", 0.07)) }
}

fn outline(d: String, ink: &'static str, edge: f32) -> Shape {
    let stroke = if edge > 0.0 { Stroke::line("cream", edge) } else { Stroke::line("line", 0.06) };
    Shape::Path { d, fill: Fill::Ink(ink), stroke: Some(stroke) }
}

fn star(outer: f32, inner: f32) -> String {
    let mut d = String::new();
    for point in 0..10 {
        let r = if point % 2 == 0 { outer } else { inner };
        let (sin, cos) = (PI * point as f32 / 5.0).sin_cos();
        let _ = write!(d, "{}{:.3} {:.3}", if point == 0 { 'M' } else { 'L' }, r * sin, -r * cos);
    }
    d + "Z"
}
