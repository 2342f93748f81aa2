//! The plan: the part of a board that never changes.

use super::{Ink, Point, Shape, Stroke};
use crate::{Evidence, Seat};
use std::collections::HashMap;
use std::ops::Deref;

/// A place that a token can stand on.
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    /// Its id in gestures. People see it only if it is the name as well.
    pub id: String,
    /// What people call it: the name printed on the board, or words if none is printed. Spaces with the
    /// same name are one place in the rules, drawn separately: pieces of one kind there are interchangeable.
    pub name: String,
    /// What it is, for the screen reader and the overlay: "castle point".
    pub label: String,
    /// Its centre.
    pub at: Point,
    /// Its radius.
    pub r: f32,
    /// Its shapes, drawn around the origin.
    pub shapes: Vec<Shape>,
    /// How we know it.
    pub evidence: Evidence,
    /// Column and row for the terminal and for arrow keys.
    pub cell: (u16, u16),
    /// Its character in the terminal when empty: Unicode and ASCII.
    pub glyph: (char, char),
}

impl Space {
    /// A round space with this id as its name, this label, place and size, and column and row for the terminal.
    pub fn new(id: impl Into<String>, label: impl Into<String>, at: Point, r: f32, cell: (u16, u16)) -> Self {
        let (id, label) = (id.into(), label.into());
        let (evidence, glyph) = (Evidence::Invented, ('·', '.'));
        Space { name: id.clone(), id, label, at, r, shapes: Vec::new(), evidence, cell, glyph }
    }
}

/// A line between two spaces.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// From this space.
    pub from: String,
    /// To this space.
    pub to: String,
    /// Which of the plan's [`WayStyle`]s.
    pub style: &'static str,
    /// How we know it.
    pub evidence: Evidence,
}

/// How a kind of line looks.
#[derive(Clone, PartialEq, Debug)]
pub struct WayStyle {
    /// Its name.
    pub name: &'static str,
    /// Its text in the legend.
    pub label: &'static str,
    /// Strokes from the bottom to the top (an edge and the line inside it, for instance).
    pub strokes: Vec<Stroke>,
}

/// An area of the board with a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Region {
    /// Its id.
    pub id: String,
    /// Its name.
    pub label: String,
    /// Its look.
    pub shapes: Vec<Shape>,
    /// How we know it.
    pub evidence: Evidence,
}

/// The look of a kind of token, drawn around the origin with radius 1.
#[derive(Clone, PartialEq, Debug)]
pub struct TokenArt {
    /// The kind.
    pub kind: &'static str,
    /// Its look.
    pub shapes: Vec<Shape>,
    /// Its character in the terminal: Unicode and ASCII.
    pub glyph: (char, char),
    /// The ink that colours it in the terminal.
    pub ink: &'static str,
}

/// The part of the board that never changes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plan {
    /// Width and height of the drawing.
    pub size: Point,
    /// All colours.
    pub inks: Vec<Ink>,
    /// Drawn under everything: sea, paper, castle.
    pub backdrop: Vec<Shape>,
    /// Areas.
    pub regions: Vec<Region>,
    /// Kinds of lines.
    pub way_styles: Vec<WayStyle>,
    /// Lines.
    pub ways: Vec<Way>,
    /// Spaces.
    pub spaces: Spaces,
    /// The part that turns, if there is one; [`super::Scene::turned`] says how far it has turned.
    pub turntable: Option<Turntable>,
    /// Drawn over the board and under the tokens: lettering, coordinates.
    pub lettering: Vec<Shape>,
    /// The pieces.
    pub tokens: Vec<TokenArt>,
    /// How large a token is on the board.
    pub token_r: f32,
    /// Other statements about the board, with their evidence.
    pub facts: Vec<Fact>,
    /// Each seat's home space, in games whose pieces wait beside the board: a screen that shows
    /// only a part of the board begins there.
    pub homes: Vec<(Seat, String)>,
}

/// All spaces of a plan in their order, with an index by id.
#[derive(Clone, Debug, Default)]
pub struct Spaces {
    all: Vec<Space>,
    places: HashMap<String, usize>,
}

impl Spaces {
    /// The index of the space with this id.
    pub fn index_of(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }
}

impl From<Vec<Space>> for Spaces {
    fn from(all: Vec<Space>) -> Self {
        // If two spaces have the same id, the first one counts.
        let places = all.iter().enumerate().rev().map(|(at, space)| (space.id.clone(), at)).collect();
        Spaces { all, places }
    }
}

impl FromIterator<Space> for Spaces {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> Self {
        Vec::from_iter(spaces).into()
    }
}

impl Deref for Spaces {
    type Target = [Space];

    fn deref(&self) -> &[Space] {
        &self.all
    }
}

impl<'a> IntoIterator for &'a Spaces {
    type Item = &'a Space;
    type IntoIter = std::slice::Iter<'a, Space>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl PartialEq for Spaces {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

/// A statement about a board that belongs to no single space or line, with its evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The statement.
    pub what: String,
    /// How we know it.
    pub evidence: Evidence,
}

impl Plan {
    /// The space with this id.
    pub fn space(&self, id: &str) -> Option<&Space> {
        self.spaces.get(self.spaces.index_of(id)?)
    }

    /// The seat's home space, if there is one.
    pub fn home(&self, seat: Seat) -> Option<&str> {
        self.homes.iter().find(|(owner, _)| *owner == seat).map(|(_, space)| space.as_str())
    }

    /// What people call the space with this id.
    pub fn named(&self, id: &str) -> Option<&str> {
        self.space(id).map(|space| space.name.as_str())
    }

    /// The position of the space after the turntable has turned this many steps.
    pub fn place(&self, id: &str, turned: u16) -> Option<Point> {
        let at = self.space(id)?.at;
        let turns = |table: &&Turntable| table.spaces.iter().any(|space| space.id == id);
        Some(self.turntable.as_ref().filter(turns).map_or(at, |table| table.turn(at, turned)))
    }

    /// The space's column and row after the turntable has turned this many steps.
    pub fn cell(&self, id: &str, turned: u16) -> Option<(u16, u16)> {
        let still = self.space(id)?.cell;
        let Some(table) = &self.turntable else { return Some(still) };
        let Some(space) = table.spaces.iter().find(|space| space.id == id) else { return Some(still) };
        let step = (usize::from(space.step) + usize::from(turned)) % table.cells.len().max(1);
        table.cells.get(step)?.get(usize::from(space.depth)).copied()
    }

    /// The look of this kind of token.
    pub fn token(&self, kind: &str) -> Option<&TokenArt> {
        self.tokens.iter().find(|art| art.kind == kind)
    }

    /// Spaces joined to this one by a line, with the style of the line.
    pub fn neighbours(&self, id: &str) -> Vec<(&str, &'static str)> {
        let ends = self.ways.iter().filter_map(|way| {
            let other = if way.from == id {
                &way.to
            } else if way.to == id {
                &way.from
            } else {
                return None;
            };
            Some((other.as_str(), way.style))
        });
        ends.collect()
    }
}

/// A part of the board that turns clockwise about its centre in fixed steps,
/// with its own spaces. Its spaces and shapes are given as they are before it
/// turns; tokens on it stay upright.
#[derive(Clone, PartialEq, Debug)]
pub struct Turntable {
    /// The point it turns about.
    pub centre: Point,
    /// The number of steps in a whole turn.
    pub steps: u16,
    /// Its shapes, drawn under its spaces.
    pub shapes: Vec<Shape>,
    /// The plan's spaces that lie on it.
    pub spaces: Vec<Turning>,
    /// Column and row of each step's places for the terminal, from the rim inwards.
    pub cells: Vec<Vec<(u16, u16)>>,
}

/// A space of a [`Turntable`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turning {
    /// The space's id.
    pub id: String,
    /// The step it lies on before the turntable turns.
    pub step: u16,
    /// How many places inwards from the rim, for [`Turntable::cells`].
    pub depth: u16,
}

impl Turntable {
    /// The angle of this many steps in degrees, clockwise.
    pub fn angle(&self, turned: u16) -> f32 {
        360.0 * f32::from(turned % self.steps.max(1)) / f32::from(self.steps.max(1))
    }

    /// The position of a point on it after this many steps.
    pub fn turn(&self, (x, y): Point, turned: u16) -> Point {
        let (sin, cos) = self.angle(turned).to_radians().sin_cos();
        let (dx, dy) = (x - self.centre.0, y - self.centre.1);
        (self.centre.0 + dx * cos - dy * sin, self.centre.1 + dx * sin + dy * cos)
    }
}
