//! The board: reads and checks `board.toml`, and reports every fault with its place.
//!
//! This is the board as written: dial, waves, docks, landings, circles,
//! lines, objectives, faces; `file`, `places` and `whole` read and check it. The
//! engine's tables are made from it in `net`.
//!
//! One grid of names covers sea, shore and land: a letter for the column, a
//! number for the row. Rows of the sea lie two rows of the land apart.

mod file;
mod places;
mod whole;

use crate::boardfile::{self, Faults, Table};
use file::Reader;
use kernel::scene::Fact;
use kernel::{Board, BoardFault, Evidence};

/// Maximum number of columns and rows of the sea.
pub const SEA: (usize, usize) = (12, 9);
/// Maximum number of columns and rows of the land.
pub const LAND: (usize, usize) = (10, 17);
/// Maximum number of waves.
pub const MOST_WAVES: usize = 64;
/// Maximum number of circles.
pub const MOST_CIRCLES: usize = 128;
/// Maximum number of lines.
pub const MOST_LINES: usize = 256;
/// Maximum number of lines that meet in one circle.
pub const MOST_WAYS: usize = 8;
/// Maximum number of cells of the dial.
pub const MOST_CELLS: usize = 16;
/// The greatest number on the dial.
pub const MOST_STEPS: usize = 6;
/// Minimum and maximum number of landings.
pub const LANDINGS: (usize, usize) = (4, 16);
/// Maximum number of objectives.
pub const MOST_OBJECTIVES: usize = 16;
/// Maximum number of counters of an objective.
pub const MOST_COUNTERS: i64 = 9;
/// Maximum number of kinds of faces.
pub const MOST_FACES: usize = 8;
/// Maximum points of a face.
pub const MOST_POINTS: i64 = 500;

/// The column of the grid in which the land begins; before it lies the shore.
const LAND_COLUMN: u8 = 13;

/// A direction on the water.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Direction {
    /// North.
    N,
    /// Northeast.
    NE,
    /// East.
    E,
    /// Southeast.
    SE,
    /// South.
    S,
    /// Southwest.
    SW,
    /// West.
    W,
    /// Northwest.
    NW,
}

/// All directions, clockwise from the north.
pub const DIRECTIONS: [Direction; 8] = [
    Direction::N,
    Direction::NE,
    Direction::E,
    Direction::SE,
    Direction::S,
    Direction::SW,
    Direction::W,
    Direction::NW,
];

impl Direction {
    /// The letters on the dial.
    pub const fn word(self) -> &'static str {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][self as usize]
    }

    /// The word in sentences.
    pub const fn name(self) -> &'static str {
        ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"][self as usize]
    }

    /// One step: columns to the east and rows to the south.
    pub const fn step(self) -> (i8, i8) {
        [(0, -2), (1, -1), (2, 0), (1, 1), (0, 2), (-1, 1), (-2, 0), (-1, -1)][self as usize]
    }

    /// Parses the letters of a direction.
    pub fn called(word: &str) -> Option<Self> {
        DIRECTIONS.into_iter().find(|direction| direction.word().eq_ignore_ascii_case(word))
    }
}

/// One cell of the dial.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The direction on the dark side.
    pub night: Direction,
    /// The number of steps on land.
    pub number: u8,
    /// The direction on the light side.
    pub day: Direction,
    /// Its width, which is its probability weight.
    pub width: u32,
    /// How we know it.
    pub evidence: Evidence,
}

/// A dock of the home coast.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dock {
    /// The wave in front of it.
    pub front: u8,
    /// How we know it.
    pub evidence: Evidence,
}

/// A landing of the enemy coast.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landing {
    /// The wave where a landed barge lies.
    pub wave: u8,
    /// The circles its commando comes to first.
    pub first: Vec<u8>,
    /// How we know it.
    pub evidence: Evidence,
}

/// The kind of a circle.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Light blue: ending here sounds the alarm.
    Sentry,
    /// Orange with an arrow into an objective.
    Arrow,
    /// Orange without one.
    Safe,
}

/// A circle of the land.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circle {
    /// Column and row of the land, from its north-west corner.
    pub at: (i8, i8),
    /// Its kind.
    pub kind: Kind,
    /// The objective its arrow points into.
    pub objective: Option<u8>,
}

/// A dotted line between two circles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The circles it joins.
    pub ends: (u8, u8),
    /// Does it vanish under a building?
    pub closed: bool,
    /// How we know it.
    pub evidence: Evidence,
}

/// How a building is drawn.
pub const LOOKS: [&str; 11] = [
    "docks",
    "seaplanes",
    "radio",
    "munitions",
    "airfield",
    "headquarters",
    "tanks",
    "airplanes",
    "rails",
    "oil",
    "works",
];

/// An enemy installation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// How many counters lie on it at the start.
    pub counters: u8,
    /// Its arrow circle.
    pub entry: u8,
    /// Where it stands, in columns and rows of the land.
    pub site: (i8, i8),
    /// How it is drawn, one of [`LOOKS`].
    pub look: &'static str,
    /// How we know it.
    pub evidence: Evidence,
}

/// A kind of counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// Its name in the file and in notation.
    pub name: String,
    /// The points it scores.
    pub points: u16,
    /// How many there are.
    pub count: u8,
    /// How we know them.
    pub evidence: Evidence,
}

/// The board of one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RcBoard {
    /// Its name in the file.
    pub name: String,
    /// The dial.
    pub dial: Vec<Cell>,
    /// The waves by column and row of the sea.
    pub waves: Vec<(i8, i8)>,
    /// How we know them.
    pub sea: Evidence,
    /// The docks, in the order of the colours.
    pub docks: [Dock; 4],
    /// The landings.
    pub landings: Vec<Landing>,
    /// The circles.
    pub circles: Vec<Circle>,
    /// How we know them.
    pub land: Evidence,
    /// The lines, closed ones too.
    pub lines: Vec<Line>,
    /// The objectives.
    pub objectives: Vec<Objective>,
    /// The faces of the counters.
    pub faces: Vec<Face>,
    /// Further facts, with the evidence for each.
    pub facts: Vec<Fact>,
}

impl RcBoard {
    /// The name of a wave.
    pub fn wave_name(&self, wave: u8) -> String {
        self.waves.get(usize::from(wave)).map_or_else(String::new, |at| sea_name(*at))
    }

    /// The wave of this name.
    pub fn wave_called(&self, name: &str) -> Option<u8> {
        let at = sea_place(grid(name)?)?;
        self.waves.iter().position(|wave| *wave == at).map(|index| index as u8)
    }

    /// The name of a circle.
    pub fn circle_name(&self, circle: u8) -> String {
        self.circles.get(usize::from(circle)).map_or_else(String::new, |circle| land_name(circle.at))
    }

    /// The circle of this name.
    pub fn circle_called(&self, name: &str) -> Option<u8> {
        let at = land_place(grid(name)?)?;
        self.circles.iter().position(|circle| circle.at == at).map(|index| index as u8)
    }

    /// The next wave in this direction.
    pub fn step(&self, wave: u8, direction: Direction) -> Option<u8> {
        let (x, y) = *self.waves.get(usize::from(wave))?;
        let (dx, dy) = direction.step();
        self.waves.iter().position(|at| *at == (x + dx, y + dy)).map(|index| index as u8)
    }

    /// The landing on this wave.
    pub fn landing_at(&self, wave: u8) -> Option<usize> {
        self.landings.iter().position(|landing| landing.wave == wave)
    }

    /// Is the wave in front of a dock?
    pub fn is_front(&self, wave: u8) -> bool {
        self.docks.iter().any(|dock| dock.front == wave)
    }

    /// How many counters there are.
    pub fn counters(&self) -> u16 {
        self.faces.iter().map(|face| u16::from(face.count)).sum()
    }

    /// What all counters are worth together.
    pub fn worth(&self) -> u32 {
        self.faces.iter().map(|face| u32::from(face.points) * u32::from(face.count)).sum()
    }
}

/// A place of the sea by its name in the grid.
pub fn sea_name((x, y): (i8, i8)) -> String {
    named(x, 2 * y + 1)
}

/// A place of the land by its name in the grid.
pub fn land_name((x, y): (i8, i8)) -> String {
    named(x + LAND_COLUMN as i8, y + 1)
}

fn named(column: i8, row: i8) -> String {
    format!("{}{row}", char::from(b'a'.saturating_add_signed(column)))
}

/// Column and row of a name, both counted from 0.
fn grid(name: &str) -> Option<(u8, u8)> {
    let letter = name.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase();
    let digits = &name[1..];
    let plain = !digits.is_empty() && digits.len() <= 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let row = plain.then(|| digits.parse().ok()).flatten()?;
    (digits.len() == 1 || row > 9).then_some((letter - b'a', row))
}

fn sea_place((column, row): (u8, u8)) -> Option<(i8, i8)> {
    let at = (column as i8, (row / 2) as i8);
    (row % 2 == 1 && usize::from(column) < SEA.0 && usize::from(row / 2) < SEA.1).then_some(at)
}

fn land_place((column, row): (u8, u8)) -> Option<(i8, i8)> {
    let column = column.checked_sub(LAND_COLUMN)?;
    let row = row.checked_sub(1)?;
    let inside = usize::from(column) < LAND.0 && usize::from(row) < LAND.1;
    inside.then_some((column as i8, row as i8))
}

/// A place on the land or along its edge.
fn site_place((column, row): (u8, u8)) -> Option<(i8, i8)> {
    let (x, y) = (column as i8 - LAND_COLUMN as i8, row as i8 - 1);
    let inside = (-1..=LAND.0 as i8).contains(&x) && (-1..=LAND.1 as i8).contains(&y);
    inside.then_some((x, y))
}

impl Board for RcBoard {
    const STANDARD: &'static str = include_str!("board.toml");

    fn load(text: &str) -> Result<Self, Vec<BoardFault>> {
        let mut faults = Faults::default();
        let root = boardfile::parse(text, &mut faults);
        let mut reader = Reader { faults };
        let board = reader.board(Table::new(root.get_ref(), 0..text.len().min(1)));
        reader.faults.or(board)
    }
}
