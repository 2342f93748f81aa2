//! The inks: navy and paper of the box, and four strong colours.

use super::super::state::Colour;
use kernel::scene::Ink;

/// The ink of a colour's spaces and men.
pub(super) fn of(colour: Colour) -> &'static str {
    colour.word()
}

/// The ink that is read on a colour.
pub(super) fn on(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow => "navy",
        _ => "cream",
    }
}

/// All inks, by day and by night.
pub(super) fn inks() -> Vec<Ink> {
    let ink = |name, light, dark| Ink { name, light, dark };
    vec![
        ink("paper", "#f6ecd2", "#161c28"),
        ink("line", "#14213d", "#e9dfc4"),
        ink("navy", "#14305f", "#0c1c3a"),
        ink("cream", "#fdf1d0", "#fdf1d0"),
        ink("deck", "#d9cfb2", "#2a3448"),
        ink("hub", "#14305f", "#203f75"),
        ink("red", "#c92a25", "#d8423a"),
        ink("black", "#23242b", "#4a4d59"),
        ink("yellow", "#f2b91c", "#f2c43c"),
        ink("green", "#2a7a4e", "#35945f"),
    ]
}
