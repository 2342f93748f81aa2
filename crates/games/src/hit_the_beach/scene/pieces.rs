//! The pieces, drawn with radius 1. The shape shows the kind: marines have square
//! bases, armies round ones; ship, aeroplane and defender are silhouettes. A letter
//! shows the colour as well.

use super::super::state::{COLOURS, Colour, Division, Support};
use super::inks;
use crate::drawing::path;
use kernel::scene::{Face, Fill, Shape, Stroke, TokenArt};

/// The kind of the defenders' token.
pub(super) const DEFENDER: &str = "defender";

/// The kind of a division's token.
pub(super) fn division(colour: Colour, kind: Division) -> &'static str {
    const KINDS: [[&str; 2]; 4] = [
        ["red-marine", "red-army"],
        ["green-marine", "green-army"],
        ["black-marine", "black-army"],
        ["blue-marine", "blue-army"],
    ];
    KINDS[colour.index()][kind as usize]
}

/// The kind of a support piece's token.
pub(super) fn support(colour: Colour, piece: Support) -> &'static str {
    const KINDS: [[&str; 2]; 4] = [
        ["red-ship", "red-plane"],
        ["green-ship", "green-plane"],
        ["black-ship", "black-plane"],
        ["blue-ship", "blue-plane"],
    ];
    KINDS[colour.index()][piece as usize]
}

/// All seventeen kinds.
pub(super) fn pieces() -> Vec<TokenArt> {
    let mut pieces: Vec<_> = COLOURS.into_iter().flat_map(|c| [marine(c), army(c), ship(c), plane(c)]).collect();
    pieces.push(defender());
    pieces
}

/// Signs in the terminal: letters for divisions, shapes for support.
fn art(kind: &'static str, colour: Colour, glyph: (char, char), shapes: Vec<Shape>) -> TokenArt {
    TokenArt { kind, shapes, glyph, ink: inks::of(colour) }
}

/// A base: dark rim, cream edge, the colour inside.
fn base(outer: &str, inner: &str, colour: Colour) -> Vec<Shape> {
    vec![
        path(outer, Fill::Ink("cream"), Some(Stroke::line("ink", 0.1))),
        path(inner, Fill::Ink(inks::of(colour)), None),
    ]
}

fn letter(colour: Colour, y: f32, size: f32, ink: &'static str) -> Shape {
    let text = colour.letter().into();
    Shape::Text { at: (0.0, y), text, size, ink, face: Face::Display, spread: 0.0 }
}

fn marine(colour: Colour) -> TokenArt {
    let mut shapes =
        base("M-0.94 -0.94L0.94 -0.94L0.94 0.94L-0.94 0.94Z", "M-0.78 -0.78L0.78 -0.78L0.78 0.78L-0.78 0.78Z", colour);
    // Two bars across the foot: a landing craft's ramp.
    let bar = |y: f32| path(format!("M-0.6 {y}L0.6 {y}"), Fill::None, Some(Stroke::line("cream", 0.13)));
    shapes.extend([bar(0.44), bar(0.64), letter(colour, 0.2, 1.0, "cream")]);
    art(division(colour, Division::Marine), colour, (colour.letter(), colour.letter()), shapes)
}

fn army(colour: Colour) -> TokenArt {
    let disc = |r: f32| format!("M-{r} 0A{r} {r} 0 1 1 {r} 0A{r} {r} 0 1 1 -{r} 0Z");
    let mut shapes = base(&disc(1.0), &disc(0.83), colour);
    let ring = path(disc(0.66), Fill::None, Some(Stroke::line("cream", 0.09)));
    shapes.extend([ring, letter(colour, 0.33, 0.94, "cream")]);
    let small = colour.letter().to_ascii_lowercase();
    art(division(colour, Division::Army), colour, (small, small), shapes)
}

/// A transport seen from the side.
pub(super) const HULL: &str = "M-1.05 0.18L-0.5 0.18L-0.5 -0.12L-0.3 -0.12L-0.3 -0.66L0.06 -0.66L0.06 -0.4L0.34 -0.4L0.34 -0.12L0.52 0.18L1.08 0.06L0.82 0.7L-0.82 0.7Z";
/// An aeroplane seen from above, flying to the right and up.
pub(super) const WINGS: &str = "M0 -1.05L0.15 -0.84L0.19 -0.34L1.06 0.04L1.06 0.3L0.17 0.18L0.12 0.62L0.4 0.8L0.4 0.98L0 0.9L-0.4 0.98L-0.4 0.8L-0.12 0.62L-0.17 0.18L-1.06 0.3L-1.06 0.04L-0.19 -0.34L-0.15 -0.84Z";

fn silhouette(d: &str, colour: Colour) -> Vec<Shape> {
    vec![
        path(d, Fill::None, Some(Stroke::line("ink", 0.36))),
        path(d, Fill::Ink(inks::of(colour)), Some(Stroke::line("cream", 0.2))),
        path(d, Fill::Ink(inks::of(colour)), None),
    ]
}

fn ship(colour: Colour) -> TokenArt {
    let mut shapes = silhouette(HULL, colour);
    shapes.push(letter(colour, 0.62, 0.56, "cream"));
    art(support(colour, Support::Ship), colour, ('♆', 'S'), shapes)
}

fn plane(colour: Colour) -> TokenArt {
    let mut shapes = silhouette(WINGS, colour);
    shapes.push(letter(colour, 0.2, 0.5, "cream"));
    art(support(colour, Support::Plane), colour, ('✈', 'P'), shapes)
}

/// A pillbox.
fn defender() -> TokenArt {
    let dome = "M-0.98 0.74L-0.98 0.3Q-0.86 -0.86 0 -0.88Q0.86 -0.86 0.98 0.3L0.98 0.74Z";
    let slit = "M-0.62 0.02L0.62 0.02L0.7 0.3L-0.7 0.3Z";
    let shapes = vec![
        path(dome, Fill::Ink("gold"), Some(Stroke::line("ink", 0.14))),
        path("M-0.98 0.52L0.98 0.52", Fill::None, Some(Stroke::line("ink", 0.08))),
        path(slit, Fill::Ink("ink"), None),
        path("M-0.5 -0.34Q0 -0.72 0.5 -0.34", Fill::None, Some(Stroke::line("ink", 0.08))),
    ];
    TokenArt { kind: DEFENDER, shapes, glyph: ('◆', 'D'), ink: "gold" }
}
