//! The men, drawn with radius 1. A letter shows the colour as well, and the shape shows
//! the rank: discs for privates, shields for captains, stars for colonels.

use super::super::state::{COLOURS, Colour, RANKS, Rank};
use super::inks;
use crate::drawing::star;
use kernel::scene::{Face, Fill, Shape, Stroke, TokenArt};

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
    let outline = match rank {
        Rank::Private => DISC.to_owned(),
        Rank::Captain => SHIELD.to_owned(),
        Rank::Colonel => star(1.3, 0.78),
    };
    // A dark and a light rim set him off from any background, also from his own colour.
    let layer = |fill, edge, width| Shape::Path {
        d: outline.clone(),
        fill: Fill::Ink(fill),
        stroke: Some(Stroke::line(edge, width)),
    };
    let mut shapes = vec![layer("rim", "rim", 0.24), layer(ink, "cream", 0.12)];
    if rank == Rank::Captain {
        let bars = Shape::Path {
            d: "M-0.5 -0.64L0.5 -0.64M-0.5 -0.4L0.5 -0.4".into(),
            fill: Fill::None,
            stroke: Some(Stroke::line(on, 0.12)),
        };
        shapes.push(bars);
    }
    shapes.push(Shape::Text {
        at: (0.0, if rank == Rank::Captain { 0.52 } else { 0.39 }),
        text: colour.letter().into(),
        size: if rank == Rank::Private { 1.1 } else { 0.98 },
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

const DISC: &str = "M-0.86 0A0.86 0.86 0 1 1 0.86 0A0.86 0.86 0 1 1 -0.86 0Z";
const SHIELD: &str = "M-0.82 -0.88L0.82 -0.88L0.82 0.12Q0.82 0.76 0 1.02Q-0.82 0.76 -0.82 0.12Z";
