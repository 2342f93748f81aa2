//! The inks: teal sea, sand and jungle of the box, and four strong colours.

use super::super::state::Colour;
use kernel::scene::{Fill, Ink};

/// The ink of a colour's pieces and beaches.
pub(super) fn of(colour: Colour) -> &'static str {
    colour.word()
}

/// The pattern of a colour, for people who cannot tell the colours apart.
pub(super) fn pattern(colour: Colour) -> Fill {
    let (angle, gap) = match colour {
        Colour::Red => (45.0, 9.0),
        Colour::Green => (0.0, 8.0),
        Colour::Black => (90.0, 8.0),
        Colour::Blue => (135.0, 9.0),
    };
    Fill::Hatch { ink: of(colour), angle, gap, width: 2.4 }
}

/// All inks, for the light and the dark theme.
pub(super) fn inks() -> Vec<Ink> {
    let ink = |name, light, dark| Ink { name, light, dark };
    vec![
        ink("paper", "#fff6df", "#141b1c"),
        ink("line", "#17211f", "#efe6cc"),
        ink("frame", "#f26a2b", "#c2521f"),
        ink("sea", "#2f9fa6", "#0d3f4a"),
        ink("swell", "#1c8791", "#155561"),
        ink("shoal", "#58bdb9", "#155360"),
        ink("shallow", "#8ad6c9", "#1f6a73"),
        ink("surf", "#fff9ea", "#cfe0d6"),
        ink("sand", "#f6d990", "#c2a264"),
        ink("land", "#9dbb6b", "#4a6b40"),
        ink("leaf", "#6d9347", "#36532f"),
        ink("rock", "#55703a", "#6e8a58"),
        ink("route", "#15242b", "#e6ddc0"),
        ink("brown", "#7b4a25", "#6f4424"),
        ink("cream", "#fff6df", "#fff1d2"),
        ink("dot", "#ffffff", "#e9f3f0"),
        ink("deep", "#0c4a55", "#0c4a55"),
        ink("ink", "#17211f", "#10191a"),
        ink("gold", "#f9c928", "#f4c02a"),
        ink("objective", "#d4271f", "#d8352c"),
        ink("red", "#c62f2a", "#d94a40"),
        ink("green", "#1f7f45", "#2f9a58"),
        ink("black", "#2a2c31", "#3b3f47"),
        ink("blue", "#2450ad", "#3f6fd6"),
    ]
}
