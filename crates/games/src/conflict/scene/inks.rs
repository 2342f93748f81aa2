//! The inks: brown, blue, vermilion and cream of the original box, and four strong colours.

use super::super::state::Colour;
use kernel::scene::{Fill, Ink};

/// The ink of a colour's corner and pieces.
pub(super) fn of(colour: Colour) -> &'static str {
    colour.word()
}

/// The ink that is legible on a colour.
pub(super) fn on(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow | Colour::Orange => "night",
        Colour::Red | Colour::Green => "cream",
    }
}

/// Hatching that shows a colour without colours: each has its own direction.
pub(super) fn hatch(colour: Colour, gap: f32, width: f32) -> Fill {
    let angle = [45.0, 0.0, 90.0, 135.0][colour.index()];
    Fill::Hatch { ink: on(colour), angle, gap, width }
}

/// All inks, for light and dark themes.
pub(super) fn inks() -> Vec<Ink> {
    let ink = |name, light, dark| Ink { name, light, dark };
    vec![
        ink("paper", "#f3e6c6", "#1a1614"),
        ink("line", "#231b1a", "#eadcb9"),
        ink("night", "#231b1a", "#1d1716"),
        ink("cream", "#f8eed3", "#f4e8ca"),
        ink("land", "#d3a773", "#6b4c2f"),
        ink("land-grid", "#a97a46", "#94704a"),
        ink("hill", "#96602f", "#8c6a45"),
        ink("sea", "#5f9ab8", "#1f445c"),
        ink("sea-grid", "#3f7a9b", "#3a6d8b"),
        ink("wave", "#d3e6e2", "#4b809b"),
        ink("shoal", "#a9d0d6", "#2f607a"),
        ink("coast", "#4a2f1c", "#d9bd8d"),
        ink("plank", "#7b4a22", "#c79358"),
        ink("plain", "#cdbb93", "#3a322b"),
        ink("red", "#c5301c", "#d8452f"),
        ink("orange", "#ea8a1f", "#f09a35"),
        ink("yellow", "#f3cd3b", "#f2d04c"),
        ink("green", "#2f6f47", "#3d8a5a"),
    ]
}
