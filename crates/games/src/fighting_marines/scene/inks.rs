//! The inks: navy and paper of the box, and four strong colours.

use super::super::state::Colour;
use kernel::scene::Ink;

/// The ink of a colour's spaces and men.
pub(super) fn of(colour: Colour) -> &'static str {
    colour.word()
}

/// The ink for text on a colour.
pub(super) fn on(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow => "rim",
        _ => "cream",
    }
}

/// All inks, for the light and the dark theme.
pub(super) fn inks() -> Vec<Ink> {
    let ink = |name, light, dark| Ink { name, light, dark };
    vec![
        ink("paper", "#f6ecd2", "#161c28"),
        ink("line", "#14213d", "#e9dfc4"),
        ink("navy", "#14305f", "#0e2145"),
        ink("cream", "#fdf1d0", "#f4e7c3"),
        ink("rim", "#101a33", "#0a1122"),
        ink("deck", "#d8c79b", "#39435a"),
        ink("plank", "#b59f6c", "#2b3347"),
        ink("gold", "#f2b91c", "#cf9c2c"),
        ink("sky", "#fdf1d0", "#e3d2a2"),
        ink("sea", "#1d4f86", "#1a416f"),
        ink("red", "#c92a25", "#bf2f28"),
        ink("black", "#23242b", "#3f424d"),
        ink("yellow", "#f2b91c", "#eebc33"),
        ink("green", "#23704a", "#247046"),
    ]
}
