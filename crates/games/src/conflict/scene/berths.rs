//! Where pieces lie that are not on the map: a square of the home field for each piece, and a pile in the reserve for
//! each kind. By the rules these are two places (CF-5); the squares are chosen here.

use super::super::Conflict;
use super::super::board::{CfBoard, Terrain};
use super::super::state::{Colour, KINDS, Kind, PIECES, SIDE, Square};
use super::layout::{self, CELL};
use kernel::Evidence;
use kernel::scene::Space;

/// The slots in the order in which they get squares, those that begin in the reserve last.
const CAMP: [usize; 7] = [0, 2, 3, 4, 6, 5, 1];
const DOCK: [usize; 5] = [7, 8, 9, 10, 11];

/// How far each piece of a pile lies above and left of the one below it.
const PILE: f32 = 4.0;

/// The id of a piece's place in the home field.
pub(super) fn home_berth(colour: Colour, slot: usize) -> String {
    format!("home-{}-{}", colour.word(), slot + 1)
}

/// The id of a place in the pile of this kind in the reserve, counted from the bottom.
pub(super) fn reserve_berth(colour: Colour, kind: Kind, height: usize) -> String {
    let pile = format!("reserve-{}-{}", colour.word(), kind.word());
    if height == 0 { pile } else { format!("{pile}-{}", height + 1) }
}

/// The kind of the colour's piece that lies at this place of the home field.
pub(super) fn kind_at_home(colour: Colour, id: &str) -> Option<Kind> {
    (0..PIECES).find(|slot| home_berth(colour, *slot) == id).map(Kind::of_slot)
}

/// The kind of the colour's pieces that lie at this place of the reserve.
pub(super) fn kind_in_reserve(colour: Colour, id: &str) -> Option<Kind> {
    KINDS
        .into_iter()
        .find(|kind| kind.slots().enumerate().any(|(height, _)| reserve_berth(colour, *kind, height) == id))
}

/// The places of all colours in play.
pub(super) fn spaces(game: &Conflict) -> Vec<Space> {
    let board = game.board.as_ref();
    game.in_play().flat_map(|colour| home(board, colour).into_iter().chain(reserve(board, colour))).collect()
}

fn home(board: &CfBoard, colour: Colour) -> Vec<Space> {
    let squares = |terrain: Terrain| -> Vec<Square> {
        Square::all().filter(|square| board.terrain(*square) == terrain).collect()
    };
    let circle = board.circle(colour);
    let far = |square: &Square, from: Square| {
        let apart = |a: usize, b: usize| a.abs_diff(b).pow(2);
        apart(square.column(), from.column()) + apart(square.row(), from.row())
    };
    let (mut camp, mut dock) = (squares(Terrain::Camp(colour)), squares(Terrain::Dock(colour)));
    // The letter of the colour stands in the outer corner of the camp.
    let corner = Square::at(outer(circle.column()), outer(circle.row()));
    camp.sort_by_key(|square| std::cmp::Reverse(far(square, corner)));
    dock.sort_by_key(|square| far(square, circle));
    // A board may have fewer squares than pieces.
    let places = |slots: &[usize], squares: &[Square]| -> Vec<Space> {
        let square = |at: usize| squares.get(at % squares.len().max(1)).copied().unwrap_or(circle);
        slots.iter().enumerate().map(|(at, slot)| home_space(colour, *slot, square(at))).collect()
    };
    [places(&CAMP, &camp), places(&DOCK, &dock)].concat()
}

/// The outer column or row of the half in which this one lies.
fn outer(line: usize) -> usize {
    if line < SIDE / 2 { 0 } else { SIDE - 1 }
}

fn home_space(colour: Colour, slot: usize, square: Square) -> Space {
    let label = format!("place of {} in the home field of {}", Kind::of_slot(slot).name(), colour.name());
    berth(home_berth(colour, slot), format!("{}’s home field", colour.name()), label, square)
}

/// The quarter of the reserve on the side of the colour's corner.
fn reserve(board: &CfBoard, colour: Colour) -> Vec<Space> {
    let circle = board.circle(colour);
    let near = |line: usize, own: usize| (line < SIDE / 2) == (own < SIDE / 2);
    let own = |square: &Square| near(square.column(), circle.column()) && near(square.row(), circle.row());
    let reserve = Square::all().filter(|square| board.terrain(*square) == Terrain::Reserve);
    let quarter: Vec<Square> = reserve.filter(own).collect();
    let space = |kind: Kind, height: usize| {
        let square = quarter.get(kind.index() % quarter.len().max(1)).copied().unwrap_or(circle);
        let label = format!("place of {} in the reserve of {}", kind.name(), colour.name());
        let name = format!("{}’s reserve", colour.name());
        let shift = -(height as f32) * PILE;
        let space = berth(reserve_berth(colour, kind, height), name, label, square);
        Space { at: (space.at.0 + shift, space.at.1 + shift), ..space }
    };
    // The bottom of a pile comes last, so that a terminal, where a pile is one cell, shows what lies there.
    KINDS.into_iter().flat_map(|kind| (0..kind.slots().len()).rev().map(move |height| space(kind, height))).collect()
}

fn berth(id: String, name: String, label: String, square: Square) -> Space {
    Space {
        id,
        name,
        label,
        at: layout::middle(square),
        r: CELL / 2.0,
        shapes: Vec::new(),
        evidence: Evidence::Invented,
        cell: (square.column() as u16, square.row() as u16),
        glyph: ('▫', '+'),
    }
}
