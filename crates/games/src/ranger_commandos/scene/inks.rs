//! The inks: moonlit water, khaki land, four strong colours.

use super::super::state::Colour;
use kernel::scene::Ink;

/// The ink of a colour's pieces.
pub(super) fn of(colour: Colour) -> &'static str {
    colour.word()
}

/// The ink for text on a colour.
pub(super) fn on(colour: Colour) -> &'static str {
    match colour {
        Colour::Orange => "night",
        _ => "cream",
    }
}

/// All inks, for the light and the dark theme.
pub(super) fn inks() -> Vec<Ink> {
    let ink = |name, light, dark| Ink { name, light, dark };
    vec![
        ink("paper", "#f4ead0", "#10161f"),
        ink("line", "#15233a", "#e8dec2"),
        ink("night", "#12203a", "#0a1322"),
        ink("cream", "#fdf2d2", "#f6e9c4"),
        ink("sea", "#2c5d84", "#17344f"),
        ink("deep", "#244f73", "#122a42"),
        ink("swell", "#a9cbe0", "#6a96b5"),
        ink("home", "#d8c48c", "#565338"),
        ink("land", "#c3b57e", "#45452f"),
        ink("shade", "#a8995f", "#35361f"),
        ink("sand", "#e9d9a5", "#6f6a48"),
        ink("track", "#3b3521", "#e0d4a8"),
        ink("ghost", "#8d8156", "#6b6848"),
        ink("works", "#2a3243", "#141a25"),
        ink("roof", "#66708a", "#5d6780"),
        ink("wall", "#98a0b3", "#848da3"),
        ink("lamp", "#f6c75a", "#f0bd4a"),
        ink("guard", "#c4dded", "#9cc0d8"),
        ink("flare", "#ec7f2d", "#e27c34"),
        ink("red", "#c4262a", "#d6423e"),
        ink("black", "#22252e", "#363b48"),
        ink("green", "#2b7a4b", "#349160"),
        ink("orange", "#f39a1f", "#f3a337"),
    ]
}
