//! The board: reads and checks a file that people can edit, and compiles it into tables.
//!
//! [`HbBoard`] is the board as written; [`Net`] has the tables that the engine uses.
//! Nothing here changes during a match.

mod net;
mod order;
mod reader;

pub use net::{Net, Reach, Trail};

use super::state::{Colour, Space};
use kernel::scene::{Fact, Point};
use kernel::{Board, BoardFault, Evidence};

/// The die's highest number, and so the length of the longest move.
pub const DIE: usize = 6;
/// Maximum number of spaces, start circles and objective included.
pub const MOST_SPACES: usize = 128;
/// Maximum number of brown circles.
pub const MOST_CIRCLES: usize = 64;
/// Maximum number of lines at one space.
pub const MOST_LINES: usize = 5;
/// Divisions of all colours.
pub const ALL_DIVISIONS: usize = 16;

/// The kind of a space.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A brown circle on an island, on a beach or not.
    Land,
    /// The brown circle of an atoll.
    Atoll,
    /// The red circle.
    Objective,
    /// A white dot.
    Sea,
    /// A start circle of this colour.
    Start(Colour),
}

impl Kind {
    /// Is it a brown circle?
    pub fn is_brown(self) -> bool {
        matches!(self, Kind::Land | Kind::Atoll)
    }
}

/// A space as the file has it.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// Its name on the board.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Where it is drawn.
    pub at: Point,
    /// Column and row for terminals.
    pub cell: (u16, u16),
    /// How we know it.
    pub evidence: Evidence,
}

/// A beach: its circle and the places of its support pieces.
#[derive(Clone, PartialEq, Debug)]
pub struct Beach {
    /// Its colour.
    pub colour: Colour,
    /// Its brown circle.
    pub circle: Space,
    /// Where ship and aeroplane are drawn.
    pub berths: [Point; 2],
    /// Their columns and rows for terminals.
    pub cells: [(u16, u16); 2],
    /// How we know it.
    pub evidence: Evidence,
}

/// Where a colour's pieces wait.
#[derive(Clone, PartialEq, Debug)]
pub struct Harbour {
    /// The start circle.
    pub circle: Space,
    /// Where the first of six pieces is drawn; the others stand to the right of it.
    pub berths: Point,
    /// Its column and row for terminals.
    pub cell: (u16, u16),
}

/// A line between two spaces.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Road {
    /// From this space.
    pub from: Space,
    /// To this space.
    pub to: Space,
    /// How we know it.
    pub evidence: Evidence,
}

/// An island as it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Island {
    /// Its name.
    pub name: String,
    /// Points around its coast.
    pub coast: Vec<Point>,
    /// How we know it.
    pub evidence: Evidence,
}

/// The board of one match.
#[derive(Clone, PartialEq, Debug)]
pub struct HbBoard {
    /// Its name in the file.
    pub name: String,
    /// Width and height of the drawing.
    pub size: Point,
    /// All spaces by index: brown circles, the objective, dots, start circles.
    pub places: Vec<Place>,
    /// All lines.
    pub roads: Vec<Road>,
    /// By space: the neighbours with the number of the line to each.
    pub joints: Vec<Vec<(Space, usize)>>,
    /// Each colour's harbour.
    pub harbours: [Harbour; 4],
    /// Each colour's two beaches, the first one first.
    pub beaches: [[Beach; 2]; 4],
    /// Circles with a defender at the start.
    pub marked: Vec<(Space, Evidence)>,
    /// Coasts.
    pub islands: Vec<Island>,
    /// Further facts, with the evidence for each.
    pub facts: Vec<Fact>,
    /// The tables that the engine uses.
    pub net: Net,
}

impl HbBoard {
    /// The space with this name, ignoring case.
    pub fn called(&self, name: &str) -> Option<Space> {
        let found = self.places.iter().position(|place| place.name.eq_ignore_ascii_case(name))?;
        Some(Space(found as u8))
    }

    /// The space as written.
    pub fn place(&self, space: Space) -> &Place {
        &self.places[space.index() % self.places.len()]
    }

    /// Its name on the board.
    pub fn name(&self, space: Space) -> &str {
        &self.place(space).name
    }

    /// The beach whose circle this is.
    pub fn beach(&self, circle: Space) -> Option<&Beach> {
        self.beaches.iter().flatten().find(|beach| beach.circle == circle)
    }

    /// All spaces with their indices.
    pub fn spaces(&self) -> impl Iterator<Item = (Space, &Place)> {
        (0u8..).map(Space).zip(&self.places)
    }

    /// The spaces that a line joins to this one, with the number of the line.
    pub fn beside(&self, space: Space) -> &[(Space, usize)] {
        self.joints.get(space.index()).map_or(&[], Vec::as_slice)
    }
}

/// By space: the neighbours with the number of the line to each.
fn joints(places: usize, roads: &[Road]) -> Vec<Vec<(Space, usize)>> {
    let mut joints = vec![Vec::new(); places];
    for (number, road) in roads.iter().enumerate() {
        joints[road.from.index()].push((road.to, number));
        joints[road.to.index()].push((road.from, number));
    }
    joints
}

impl Board for HbBoard {
    const STANDARD: &'static str = include_str!("board.toml");

    fn load(text: &str) -> Result<Self, Vec<BoardFault>> {
        reader::load(text)
    }
}
