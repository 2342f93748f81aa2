//! Writes words: as text in a font of the reader's machine, or as outlines of the fonts in the program.

use super::inks::Look;
use super::shapes::{decimals, num};
use kernel::scene::{Face, Point};
use maud::{Markup, html};

/// Font families of headings and of lettering on the board.
const DISPLAY: &str = "'Rokkitt','Copperplate','Copperplate Gothic Light','Rockwell','Book Antiqua','Palatino',Georgia,'DejaVu Serif','Liberation Serif',serif";
/// Font families of other text.
const TEXT: &str = "'Cabin',system-ui,'Segoe UI',Roboto,'Helvetica Neue','Liberation Sans','DejaVu Sans',sans-serif";

/// How words are written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Letters {
    /// As text, in a font that the reader's machine has.
    Text,
    /// As outlines of the program's own fonts, which look the same everywhere.
    #[cfg(feature = "outlines")]
    Outlines,
}

/// A word or a few, and how they look.
pub(super) struct Words<'a> {
    pub(super) text: &'a str,
    pub(super) at: Point,
    pub(super) size: f32,
    pub(super) face: Face,
    pub(super) bold: bool,
    /// Is `at` the middle of the words, or where they start?
    pub(super) centred: bool,
    /// Room between letters.
    pub(super) spread: f32,
    pub(super) colour: String,
    pub(super) class: Option<&'static str>,
    pub(super) transform: Option<String>,
    /// Does the group around the words set their font?
    pub(super) inherits: bool,
}

impl<'a> Words<'a> {
    /// Centred words in bold text.
    pub(super) fn bold(text: &'a str, at: Point, size: f32, colour: String) -> Self {
        Words {
            text,
            at,
            size,
            face: Face::Text,
            bold: true,
            centred: true,
            spread: 0.0,
            colour,
            class: None,
            transform: None,
            inherits: false,
        }
    }
}

pub(super) fn family(face: Face) -> &'static str {
    match face {
        Face::Display => DISPLAY,
        Face::Text => TEXT,
    }
}

/// Words as the look wants them.
pub(super) fn write(words: &Words<'_>, look: Look<'_>) -> Markup {
    match look.letters {
        Letters::Text => text(words),
        #[cfg(feature = "outlines")]
        Letters::Outlines => outlined(words),
    }
}

fn text(words: &Words<'_>) -> Markup {
    html! {
        text class=[words.class] transform=[words.transform.as_deref()] x=(num(words.at.0)) y=(num(words.at.1))
            font-size=(decimals(words.size, 3)) fill=(words.colour)
            font-family=[(!words.inherits).then(|| family(words.face))] font-weight=[words.bold.then_some("bold")]
            letter-spacing=[(words.spread != 0.0).then(|| num(words.spread))]
            text-anchor=[words.centred.then_some("middle")] { (words.text) }
    }
}

#[cfg(feature = "outlines")]
fn outlined(words: &Words<'_>) -> Markup {
    let d = crate::outlines::outlines(words.text, words.face, words.bold, words.size, words.spread);
    let x = words.at.0 - if words.centred { d.width / 2.0 } else { 0.0 };
    let place = super::shapes::translate((x, words.at.1));
    let transform = words.transform.as_ref().map_or_else(|| place.clone(), |outer| format!("{outer} {place}"));
    html! { path d=(d.path) transform=(transform) fill=(words.colour) {} }
}
