//! The pieces, drawn with radius 1. The shape of the plate shows the colour as well — a disc
//! for Red, a diamond for Orange, a square for Yellow, a shield for Green — and the figure on
//! it shows the kind.

use super::super::state::{COLOURS, Colour, KINDS, Kind};
use super::inks;
use crate::drawing::path;
use kernel::scene::{Fill, Shape, Stroke, TokenArt};

/// The kind of a token.
pub(super) fn kind(colour: Colour, kind: Kind) -> &'static str {
    const NAMES: [[&str; 4]; 4] = [
        ["red-plane", "red-artillery", "red-gun", "red-ship"],
        ["orange-plane", "orange-artillery", "orange-gun", "orange-ship"],
        ["yellow-plane", "yellow-artillery", "yellow-gun", "yellow-ship"],
        ["green-plane", "green-artillery", "green-gun", "green-ship"],
    ];
    NAMES[colour.index()][kind.index()]
}

/// All sixteen kinds.
pub(super) fn pieces() -> Vec<TokenArt> {
    COLOURS.into_iter().flat_map(|colour| KINDS.map(|kind| art(colour, kind))).collect()
}

fn art(colour: Colour, piece: Kind) -> TokenArt {
    let mut shapes = plate(colour);
    shapes.extend(figure(piece, inks::on(colour), inks::of(colour)));
    TokenArt { kind: kind(colour, piece), shapes, glyph: glyph(colour, piece), ink: inks::of(colour) }
}

/// Letters of the kinds; each colour has its own, so that they differ without colours.
fn glyph(colour: Colour, kind: Kind) -> (char, char) {
    const LETTERS: [[char; 4]; 4] =
        [['P', 'A', 'G', 'S'], ['Q', 'B', 'H', 'T'], ['p', 'a', 'g', 's'], ['q', 'b', 'h', 't']];
    let letter = LETTERS[colour.index()][kind.index()];
    (letter, letter)
}

/// The plate of a colour: a dark edge, a light one, the colour.
fn plate(colour: Colour) -> Vec<Shape> {
    const OUTLINES: [&str; 4] = [
        "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1 -1 0Z",
        "M0 -1.2L1.2 0L0 1.2L-1.2 0Z",
        "M-0.94 -0.94H0.94V0.94H-0.94Z",
        "M-0.95 -0.98H0.95V0.2Q0.95 0.8 0 1.16Q-0.95 0.8 -0.95 0.2Z",
    ];
    let d = OUTLINES[colour.index()];
    vec![
        path(d, Fill::Ink("night"), Some(Stroke::line("night", 0.24))),
        path(d, Fill::Ink(inks::of(colour)), Some(Stroke::line("cream", 0.1))),
    ]
}

/// The figure on the plate.
fn figure(kind: Kind, ink: &'static str, ground: &'static str) -> Vec<Shape> {
    let solid = |d: &str| path(d, Fill::Ink(ink), None);
    let stroke = |d: &str, ink: &'static str, width: f32| path(d, Fill::None, Some(Stroke::line(ink, width)));
    let disc = |at: (f32, f32), r: f32, ink: &'static str, edge: Option<Stroke>| Shape::Circle {
        at,
        r,
        fill: Fill::Ink(ink),
        stroke: edge,
    };
    match kind {
        Kind::Plane => vec![
            solid(
                "M0 -0.74Q0.13 -0.7 0.13 -0.4L0.13 -0.26L0.78 0.06V0.26L0.13 0.13L0.1 0.46L0.32 0.62V0.76L0 0.68\
                 L-0.32 0.76V0.62L-0.1 0.46L-0.13 0.13L-0.78 0.26V0.06L-0.13 -0.26L-0.13 -0.4Q-0.13 -0.7 0 -0.74Z",
            ),
            stroke("M-0.24 -0.72H0.24", ink, 0.07),
            disc((0.0, -0.24), 0.07, ground, None),
        ],
        Kind::Artillery => vec![
            solid("M-0.3 -0.02L0.62 -0.56L0.74 -0.36L-0.16 0.2Z"),
            solid("M-0.2 0.1L-0.74 0.56L-0.62 0.68L0.02 0.3Z"),
            disc((-0.02, 0.24), 0.36, ink, None),
            disc((-0.02, 0.24), 0.24, ground, None),
            stroke("M-0.02 0V0.48M-0.26 0.24H0.22M-0.19 0.07L0.15 0.41M0.15 0.07L-0.19 0.41", ink, 0.08),
            disc((-0.02, 0.24), 0.08, ink, None),
        ],
        Kind::Gun => vec![
            solid("M-0.42 0.52H0.42L0.56 0.7H-0.56Z"),
            solid("M-0.14 0.1H0.14L0.26 0.54H-0.26Z"),
            solid("M-0.26 0.18L0.2 -0.78L0.4 -0.7L0.04 0.3Z"),
            solid("M-0.46 0.04L-0.06 -0.8L0.08 -0.74L-0.3 0.12Z"),
            stroke("M0.42 -0.36A0.44 0.44 0 0 1 0.52 0.14", ink, 0.08),
            disc((0.0, 0.16), 0.16, ink, Some(Stroke::line(ground, 0.07))),
        ],
        Kind::Ship => vec![
            solid("M-0.84 0.2H0.86Q0.78 0.58 0.5 0.62H-0.62Q-0.76 0.46 -0.84 0.2Z"),
            solid("M-0.5 0.16V-0.02H-0.3V-0.28H-0.12V-0.66H0.02V-0.28H0.18V-0.1H0.46V0.16Z"),
            stroke("M-0.05 -0.62V-0.8M-0.24 -0.48H0.14", ink, 0.07),
            stroke("M0.4 0.02L0.8 -0.1M-0.44 0.04L-0.8 -0.06", ink, 0.09),
            stroke("M-0.6 0.36H0.62", ground, 0.06),
        ],
    }
}
