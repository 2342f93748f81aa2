//! The scene: what a person sees, without a screen.
//!
//! A [`Plan`] is the board's part that never changes and is drawn once; a
//! [`Scene`] adds tokens with stable ids, highlights, trays, dice and words.
//! Shapes are plain vector data in inks named by the plan, so that one drawing
//! serves page, picture and print; the terminal uses [`Space::cell`] and glyphs.
//! Here does not belong: SVG, escape codes, pixels.

use crate::{Evidence, Seat, Sentence};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

/// A point of the drawing, in the plan's own units.
pub type Point = (f32, f32);

/// A colour by name, for light and for dark surroundings.
#[derive(Clone, PartialEq, Debug)]
pub struct Ink {
    /// Name used by shapes.
    pub name: &'static str,
    /// `#rrggbb` on light pages and in pictures.
    pub light: &'static str,
    /// `#rrggbb` on dark pages.
    pub dark: &'static str,
}

/// How an area is filled.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Fill {
    /// Not at all.
    None,
    /// With an ink.
    Ink(&'static str),
    /// With lines of an ink, for telling areas apart without colour.
    Hatch {
        /// The ink of the lines.
        ink: &'static str,
        /// Degrees from the horizontal.
        angle: f32,
        /// Distance between lines.
        gap: f32,
        /// Width of a line.
        width: f32,
    },
}

/// How an outline is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Stroke {
    /// Its ink.
    pub ink: &'static str,
    /// Its width.
    pub width: f32,
    /// Lengths of dash and gap in turn; empty for a whole line.
    pub dash: Vec<f32>,
}

impl Stroke {
    /// A whole line.
    pub fn line(ink: &'static str, width: f32) -> Self {
        Stroke { ink, width, dash: Vec::new() }
    }
}

/// Which face letters are set in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Face {
    /// For headings and the board's own lettering.
    Display,
    /// For everything that is read.
    Text,
}

/// A piece of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// An outline in the path language of SVG (`M L C Q A Z` with numbers).
    Path {
        /// The outline.
        d: String,
        /// Its inside.
        fill: Fill,
        /// Its edge.
        stroke: Option<Stroke>,
    },
    /// A circle.
    Circle {
        /// Its middle.
        at: Point,
        /// Its radius.
        r: f32,
        /// Its inside.
        fill: Fill,
        /// Its edge.
        stroke: Option<Stroke>,
    },
    /// A word, middled on its point.
    Text {
        /// Its middle, on the base line.
        at: Point,
        /// The word.
        text: String,
        /// Height of the letters' em.
        size: f32,
        /// Its ink.
        ink: &'static str,
        /// Its face.
        face: Face,
        /// Space added between letters.
        spread: f32,
    },
    /// Shapes drawn faint, from 0 to 1.
    Faint(f32, Vec<Shape>),
}

/// A place that a token can stand on.
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    /// Its id in gestures. It is no word for people unless it is the name as well.
    pub id: String,
    /// What people call it: the name printed on the board, or words where none is printed. Spaces with
    /// one name are one place to the rules, drawn apart for the eye: like pieces there are interchangeable.
    pub name: String,
    /// What it is, for the screen reader and the overlay: "castle point".
    pub label: String,
    /// Where it is.
    pub at: Point,
    /// Its size.
    pub r: f32,
    /// Its look: drawn around the origin.
    pub shapes: Vec<Shape>,
    /// How we know it.
    pub evidence: Evidence,
    /// Column and row for the terminal and for arrow keys.
    pub cell: (u16, u16),
    /// Its sign when empty, in the terminal: drawn and plain.
    pub glyph: (char, char),
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
    /// What the legend says of it.
    pub label: &'static str,
    /// Strokes from the bottom to the top (a casing and its inside, for instance).
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
    /// Its sign in the terminal: drawn and plain.
    pub glyph: (char, char),
    /// The ink that colours it in the terminal.
    pub ink: &'static str,
}

/// The part of the board that never changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Width and height of the drawing.
    pub size: Point,
    /// All colours.
    pub inks: Vec<Ink>,
    /// What lies under everything: sea, paper, castle.
    pub backdrop: Vec<Shape>,
    /// Areas.
    pub regions: Vec<Region>,
    /// Kinds of lines.
    pub way_styles: Vec<WayStyle>,
    /// Lines.
    pub ways: Vec<Way>,
    /// Spaces.
    pub spaces: Spaces,
    /// The part that turns, if there is one; [`Scene::turned`] tells how far.
    pub turntable: Option<Turntable>,
    /// What lies over the board and under the tokens: lettering, coordinates.
    pub lettering: Vec<Shape>,
    /// The pieces.
    pub tokens: Vec<TokenArt>,
    /// How large a token is on the board.
    pub token_r: f32,
    /// What else is to be said of how we know this board.
    pub facts: Vec<Fact>,
    /// The space where each seat is at home, in games whose pieces wait beside the board: a
    /// screen that shows only a part of the board begins there.
    pub homes: Vec<(Seat, String)>,
}

/// All spaces of a plan in their order, each found at once by its id.
#[derive(Clone, Debug, Default)]
pub struct Spaces {
    all: Vec<Space>,
    places: HashMap<String, usize>,
}

impl Spaces {
    /// Where in the order the space with this id is.
    pub fn index_of(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }
}

impl From<Vec<Space>> for Spaces {
    fn from(all: Vec<Space>) -> Self {
        // Of two with the same id the first is meant.
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

/// A statement about a board that belongs to no single space or line, with how we know it.
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

    /// The space where the seat is at home, if there is one.
    pub fn home(&self, seat: Seat) -> Option<&str> {
        self.homes.iter().find(|(owner, _)| *owner == seat).map(|(_, space)| space.as_str())
    }

    /// What people call the space with this id.
    pub fn named(&self, id: &str) -> Option<&str> {
        self.space(id).map(|space| space.name.as_str())
    }

    /// Where the space lies after so many steps of the turntable.
    pub fn place(&self, id: &str, turned: u16) -> Option<Point> {
        let at = self.space(id)?.at;
        let turns = |table: &&Turntable| table.spaces.iter().any(|space| space.id == id);
        Some(self.turntable.as_ref().filter(turns).map_or(at, |table| table.turn(at, turned)))
    }

    /// The space's column and row after so many steps of the turntable.
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
/// with spaces of its own. Everything of it is placed and drawn as it lies when
/// it has not been turned; tokens that stand on it stay upright.
#[derive(Clone, PartialEq, Debug)]
pub struct Turntable {
    /// What it turns about.
    pub centre: Point,
    /// How many steps make a whole turn.
    pub steps: u16,
    /// Its look, under its spaces.
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
    /// The step it lies on when nothing has been turned.
    pub step: u16,
    /// How many places inwards from the rim, for [`Turntable::cells`].
    pub depth: u16,
}

impl Turntable {
    /// The angle of so many steps in degrees, clockwise.
    pub fn angle(&self, turned: u16) -> f32 {
        360.0 * f32::from(turned % self.steps.max(1)) / f32::from(self.steps.max(1))
    }

    /// Where a point of it comes to lie.
    pub fn turn(&self, (x, y): Point, turned: u16) -> Point {
        let (sin, cos) = self.angle(turned).to_radians().sin_cos();
        let (dx, dy) = (x - self.centre.0, y - self.centre.1);
        (self.centre.0 + dx * cos - dy * sin, self.centre.1 + dx * sin + dy * cos)
    }
}

/// Where a token is.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// On the board.
    Space(String),
    /// In a tray, at this place of the row.
    Tray(String, u16),
}

/// A piece. Its id stays the same as long as it is the same piece to the eye.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Stable id; filled in by [`follow`].
    pub id: u16,
    /// Its kind, one of the plan's [`TokenArt`]s.
    pub kind: &'static str,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// What a screen reader says: "musketeer".
    pub label: String,
    /// Where it is.
    pub at: Spot,
}

/// A place beside the board for what is off it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tray {
    /// Its id.
    pub id: String,
    /// Its heading.
    pub label: String,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// What it says, such as "12 of 34 still to take".
    pub note: String,
}

/// Why a space or token is marked.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// The last move came from here.
    LastFrom,
    /// The last move went here.
    LastTo,
    /// Something was taken here.
    LastTaken,
    /// This piece must act.
    Must,
    /// This piece cannot move.
    Held,
    /// Something can go here.
    Target,
    /// What stands here can go this many columns right and rows down, counted in [`Space::cell`]s.
    Arrow {
        /// Columns to the right.
        columns: i8,
        /// Rows down.
        rows: i8,
    },
    /// The place of this space in an order: the stops of a series, the numbers of roads.
    Step(u8),
}

impl Mark {
    /// The word for it in classes and attributes.
    pub fn word(self) -> &'static str {
        match self {
            Mark::LastFrom => "last-from",
            Mark::LastTo => "last-to",
            Mark::LastTaken => "last-taken",
            Mark::Must => "must",
            Mark::Held => "held",
            Mark::Target => "target",
            Mark::Arrow { .. } => "arrow",
            Mark::Step(_) => "step",
        }
    }
}

/// What a seat needs to win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// The seat.
    pub seat: Seat,
    /// The sentence.
    pub line: Sentence,
}

/// Everything that can be seen at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The board.
    pub plan: Arc<Plan>,
    /// The pieces.
    pub tokens: Vec<Token>,
    /// What is off the board.
    pub trays: Vec<Tray>,
    /// Marked spaces.
    pub marks: Vec<(String, Mark)>,
    /// Whose turn it is and what is open, as a sentence.
    pub headline: String,
    /// What each side needs.
    pub needs: Vec<Need>,
    /// Dice, dial or nothing.
    pub throw: Option<Throw>,
    /// How many steps the plan's [`Turntable`] has been turned; 0 where there is none.
    pub turned: u16,
    /// The light the board lies in, `night` or `day`, where a game knows one.
    pub mood: Option<&'static str>,
    /// Where each seat stands in the course of the game, in a word or two for its name plate
    /// ("The raid"); empty where all seats always stand alike.
    pub standings: Vec<(Seat, &'static str)>,
}

impl Scene {
    /// What people call a space or a tray.
    pub fn named(&self, id: &str) -> &str {
        let tray = || self.trays.iter().find(|tray| tray.id == id).map(|tray| tray.label.as_str());
        self.plan.named(id).or_else(tray).unwrap_or("this place")
    }

    /// Other spaces that may be pointed at instead of this one: where a piece like the one here stands
    /// at the same place.
    pub fn interchangeable(&self, id: &str) -> Vec<String> {
        let Some(name) = self.plan.named(id) else { return Vec::new() };
        let on = |token: &&Token| matches!(&token.at, Spot::Space(at) if at == id);
        let here: Vec<&Token> = self.tokens.iter().filter(on).collect();
        let like = |token: &&Token| here.iter().any(|one| alike(one, token));
        let others = self.tokens.iter().filter(like).filter_map(|token| match &token.at {
            Spot::Space(at) if at != id && self.plan.named(at) == Some(name) => Some(at.clone()),
            _ => None,
        });
        others.collect()
    }

    /// Leaves nothing but the board and what stands on it.
    pub fn clear_trays(&mut self) {
        self.tokens.retain(|token| matches!(token.at, Spot::Space(_)));
        self.trays.clear();
    }

    /// Makes a picture of it, with a sentence and marks of its own and nothing that is to be done.
    pub fn into_picture(mut self, headline: &str, marks: Vec<(String, Mark)>) -> Self {
        self.needs.clear();
        self.throw = None;
        self.headline = headline.to_owned();
        self.marks = marks;
        self
    }
}

/// What chance showed last, and what it is thrown with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Throw {
    /// Dice by their pips.
    Dice(Vec<u8>),
    /// A dial: the sectors' labels with their weights, and the one it points at, once it was spun.
    Dial {
        /// Label and weight of each sector.
        sectors: Vec<(String, u32)>,
        /// Where the pointer stopped; `None` before the first spin.
        at: Option<usize>,
    },
}

/// How an action is made by pointing: ids of spaces, trays or tokens in order.
/// An empty list is a button.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gesture {
    /// What is pointed at, in order.
    pub steps: Vec<String>,
    /// What the button or list entry says.
    pub label: String,
    /// The way it goes, space by space up to the end, where the way is worth
    /// showing; shown as numbered steps.
    pub path: Vec<String>,
    /// What it brings, for marking its end.
    pub tone: Tone,
    /// The die it is played by, where there are several to choose from.
    pub die: Option<u8>,
    /// The kind of token it moves, where the first step is a tray that holds several.
    pub kind: Option<&'static str>,
    /// Spaces that may be pointed at instead of a step, each with the number of the step from 0: pieces
    /// that are interchangeable with the one meant. Filled in for all games alike by the session.
    pub same: Vec<(usize, String)>,
}

impl Gesture {
    /// An action made by pointing at these in order.
    pub fn new(steps: Vec<String>, label: impl Into<String>) -> Self {
        Gesture { steps, label: label.into(), ..Gesture::default() }
    }

    /// A button.
    pub fn button(label: impl Into<String>) -> Self {
        Gesture::new(Vec::new(), label)
    }

    /// Everything that may be pointed at as this step, what is meant first; nothing behind the last step.
    pub fn choices(&self, step: usize) -> impl Iterator<Item = &String> {
        let others = self.same.iter().filter(move |(at, _)| *at == step).map(|(_, id)| id);
        self.steps.get(step).into_iter().chain(others)
    }

    /// May this be pointed at as this step?
    pub fn takes(&self, step: usize, id: &str) -> bool {
        self.choices(step).any(|choice| choice == id)
    }

    /// Does it begin with these, pointed at in order?
    pub fn begins_with(&self, pointed: &[String]) -> bool {
        pointed.iter().enumerate().all(|(step, id)| self.takes(step, id))
    }

    /// Shows the way it goes.
    #[must_use]
    pub fn along(mut self, path: Vec<String>) -> Self {
        self.path = path;
        self
    }

    /// Marks what it brings.
    #[must_use]
    pub fn bringing(mut self, tone: Tone) -> Self {
        self.tone = tone;
        self
    }

    /// Says which die it is played by.
    #[must_use]
    pub fn by_die(mut self, die: u8) -> Self {
        self.die = Some(die);
        self
    }

    /// Says which kind of token of a tray it moves.
    #[must_use]
    pub fn of_kind(mut self, kind: &'static str) -> Self {
        self.kind = Some(kind);
        self
    }
}

/// What an action brings, as far as an eye on the board should see it before it is made.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Tone {
    /// Nothing beside the move.
    #[default]
    Plain,
    /// Something is gained: a counter, a place, a chip.
    Gain,
    /// Something of somebody else's is taken or sent back.
    Take,
    /// Something is lost or put in danger.
    Harm,
    /// The match is won.
    Win,
}

impl Tone {
    /// The word for it in classes and attributes.
    pub fn word(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Gain => "gain",
            Tone::Take => "take",
            Tone::Harm => "harm",
            Tone::Win => "win",
        }
    }
}

/// Gives the tokens of a new scene the ids they had in the old one: first those
/// that stayed, then by kind and seat those that moved, in order of their places;
/// what is new gets new ids.
pub fn follow(old: &[Token], new: &mut [Token]) {
    let mut free: Vec<Option<&Token>> = old.iter().map(Some).collect();
    let mut pending = Vec::new();
    for token in new.iter_mut() {
        token.id = 0;
    }
    for (index, token) in new.iter_mut().enumerate() {
        let same = |was: &&Token| alike(was, token) && was.at == token.at;
        match free.iter_mut().find(|was| was.as_ref().is_some_and(same)) {
            Some(was) => token.id = was.take().map_or(0, |was| was.id),
            None => pending.push(index),
        }
    }
    let mut next = old.iter().map(|token| token.id).max().unwrap_or(0);
    for index in pending {
        let token = &mut new[index];
        let moved = |was: &&Token| alike(was, token);
        let id = free.iter_mut().find(|was| was.as_ref().is_some_and(moved)).and_then(Option::take);
        token.id = id.map_or_else(
            || {
                next += 1;
                next
            },
            |was| was.id,
        );
    }
}

/// What changed between two followed rows of tokens, as marks on spaces.
pub fn changes(before: &[Token], after: &[Token]) -> Vec<(String, Mark)> {
    let mut marks = Vec::new();
    for was in before {
        let now = after.iter().find(|token| token.id == was.id).map(|token| &token.at);
        if now == Some(&was.at) {
            continue;
        }
        let on_board = matches!(now, Some(Spot::Space(_)));
        if let Spot::Space(from) = &was.at {
            marks.push((from.clone(), if on_board { Mark::LastFrom } else { Mark::LastTaken }));
        }
        if let Some(Spot::Space(to)) = now {
            marks.push((to.clone(), Mark::LastTo));
        }
    }
    marks
}

fn alike(a: &Token, b: &Token) -> bool {
    a.kind == b.kind && a.seat == b.seat
}

#[cfg(test)]
mod tests {
    use super::*;

    fn men(at: &[&str]) -> Vec<Token> {
        let man =
            |at: &&str| Token { id: 0, kind: "man", seat: None, label: "man".into(), at: Spot::Space((*at).into()) };
        at.iter().map(man).collect()
    }

    #[test]
    fn what_lies_on_a_turntable_turns_with_it_and_nothing_else_does() {
        let space = |id: &str, at, cell| Space {
            id: id.into(),
            name: id.into(),
            label: id.into(),
            at,
            r: 1.0,
            shapes: Vec::new(),
            evidence: Evidence::Invented,
            cell,
            glyph: ('.', '.'),
        };
        let turning = |id: &str, step| Turning { id: id.into(), step, depth: 0 };
        let plan = Plan {
            size: (20.0, 20.0),
            inks: Vec::new(),
            backdrop: Vec::new(),
            regions: Vec::new(),
            way_styles: Vec::new(),
            ways: Vec::new(),
            spaces: vec![space("still", (10.0, 1.0), (1, 0)), space("north", (10.0, 5.0), (1, 1))].into(),
            lettering: Vec::new(),
            tokens: Vec::new(),
            token_r: 1.0,
            facts: Vec::new(),
            homes: Vec::new(),
            turntable: Some(Turntable {
                centre: (10.0, 10.0),
                steps: 4,
                shapes: Vec::new(),
                spaces: vec![turning("north", 0)],
                cells: vec![vec![(1, 1)], vec![(2, 2)], vec![(1, 3)], vec![(0, 2)]],
            }),
        };
        assert_eq!(plan.place("still", 1), Some((10.0, 1.0)));
        assert_eq!(plan.place("north", 0), Some((10.0, 5.0)));
        let (x, y) = plan.place("north", 1).unwrap();
        assert!((x - 15.0).abs() < 1e-4 && (y - 10.0).abs() < 1e-4, "a quarter clockwise is east: {x} {y}");
        assert_eq!([0, 1, 5, 7].map(|turned| plan.cell("north", turned)), [(1, 1), (2, 2), (2, 2), (0, 2)].map(Some));
        assert_eq!((plan.cell("still", 3), plan.cell("nowhere", 0)), (Some((1, 0)), None));
    }

    #[test]
    fn a_gesture_takes_every_piece_that_is_interchangeable_with_the_one_meant() {
        let space = |id: &str, name: &str| Space {
            id: id.into(),
            name: name.into(),
            label: id.into(),
            at: (0.0, 0.0),
            r: 1.0,
            shapes: Vec::new(),
            evidence: Evidence::Invented,
            cell: (0, 0),
            glyph: ('.', '.'),
        };
        let spaces =
            [space("wait-1", "harbour"), space("wait-2", "harbour"), space("wait-3", "harbour"), space("a1", "a1")];
        let plan = Plan {
            homes: Vec::new(),
            size: (1.0, 1.0),
            inks: Vec::new(),
            backdrop: Vec::new(),
            regions: Vec::new(),
            way_styles: Vec::new(),
            ways: Vec::new(),
            spaces: spaces.into_iter().collect(),
            turntable: None,
            lettering: Vec::new(),
            tokens: Vec::new(),
            token_r: 1.0,
            facts: Vec::new(),
        };
        let mut tokens = men(&["wait-1", "wait-2", "wait-3", "a1"]);
        tokens[2].kind = "ship";
        let scene = Scene {
            plan: Arc::new(plan),
            tokens,
            trays: vec![Tray { id: "hand".into(), label: "In hand".into(), seat: None, note: String::new() }],
            marks: Vec::new(),
            headline: String::new(),
            needs: Vec::new(),
            throw: None,
            turned: 0,
            mood: None,
            standings: Vec::new(),
        };
        assert_eq!(scene.interchangeable("wait-2"), ["wait-1"], "not the ship, and not the man elsewhere");
        assert_eq!(scene.interchangeable("a1"), [""; 0]);
        assert_eq!(["wait-3", "a1", "hand", "x"].map(|id| scene.named(id)), ["harbour", "a1", "In hand", "this place"]);
        let gesture =
            Gesture { same: vec![(0, "wait-1".into())], ..Gesture::new(vec!["wait-2".into(), "a1".into()], "") };
        assert!(gesture.takes(0, "wait-1") && gesture.takes(0, "wait-2") && !gesture.takes(1, "wait-1"));
        assert!(gesture.begins_with(&["wait-1".into(), "a1".into()]) && !gesture.begins_with(&["a1".into()]));
        assert_eq!(gesture.choices(0).collect::<Vec<_>>(), ["wait-2", "wait-1"]);
    }

    #[test]
    fn a_token_that_moves_keeps_its_id() {
        let mut before = men(&["a1", "b1", "c1"]);
        follow(&[], &mut before);
        assert_eq!(before.iter().map(|t| t.id).collect::<Vec<_>>(), [1, 2, 3]);
        let mut after = men(&["a1", "b2", "c1", "d1"]);
        follow(&before, &mut after);
        assert_eq!(after.iter().map(|t| t.id).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }
}
