//! The board: `board.toml` read and checked, every fault told with its place.
//!
//! Here is the board as it is written: dial, waves, docks, landings, circles,
//! lines, objectives, faces. What the engine runs on is made of it in `net`.
//!
//! One grid of names covers sea, shore and land: a letter for the column, a
//! number for the row. Rows of the sea lie two rows of the land apart.

use super::state::{COLOURS, Colour};
use crate::boardfile::{self, At, Faults, Table};
use kernel::scene::Fact;
use kernel::{Board, BoardFault, Evidence};
use std::ops::Range;

/// Columns and rows of the sea, at most.
pub const SEA: (usize, usize) = (12, 9);
/// Columns and rows of the land, at most.
pub const LAND: (usize, usize) = (10, 17);
/// Waves, at most.
pub const MOST_WAVES: usize = 64;
/// Circles, at most.
pub const MOST_CIRCLES: usize = 128;
/// Lines, at most.
pub const MOST_LINES: usize = 256;
/// Lines that meet in one circle, at most.
pub const MOST_WAYS: usize = 8;
/// Cells of the dial, at most.
pub const MOST_CELLS: usize = 16;
/// The greatest number on the dial.
pub const MOST_STEPS: usize = 6;
/// Landings, from and to.
pub const LANDINGS: (usize, usize) = (4, 16);
/// Objectives, at most.
pub const MOST_OBJECTIVES: usize = 16;
/// Counters of an objective, at most.
pub const MOST_COUNTERS: i64 = 9;
/// Kinds of faces, at most.
pub const MOST_FACES: usize = 8;
/// Points of a face, at most.
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

    /// The direction called so.
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
    /// How wide it is.
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
    /// Where a barge lies that has landed.
    pub wave: u8,
    /// The circles its commando comes to first.
    pub first: Vec<u8>,
    /// How we know it.
    pub evidence: Evidence,
}

/// What a circle is.
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
    /// What it is.
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
    /// What its face is called.
    pub name: String,
    /// What it counts.
    pub points: u16,
    /// How many there are.
    pub count: u8,
    /// How we know them.
    pub evidence: Evidence,
}

/// The board of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RcBoard {
    /// What the file calls it.
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
    /// What else is to be said of how we know it.
    pub facts: Vec<Fact>,
}

impl RcBoard {
    /// The name of a wave.
    pub fn wave_name(&self, wave: u8) -> String {
        self.waves.get(usize::from(wave)).map_or_else(String::new, |at| sea_name(*at))
    }

    /// The wave called so.
    pub fn wave_called(&self, name: &str) -> Option<u8> {
        let at = sea_place(grid(name)?)?;
        self.waves.iter().position(|wave| *wave == at).map(|index| index as u8)
    }

    /// The name of a circle.
    pub fn circle_name(&self, circle: u8) -> String {
        self.circles.get(usize::from(circle)).map_or_else(String::new, |circle| land_name(circle.at))
    }

    /// The circle called so.
    pub fn circle_called(&self, name: &str) -> Option<u8> {
        let at = land_place(grid(name)?)?;
        self.circles.iter().position(|circle| circle.at == at).map(|index| index as u8)
    }

    /// The wave to this side of another one.
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

/// A list with a place for each colour, filled while the file is read.
type EachColour<T> = [Option<T>; 4];

/// A map of letters: where each stands in the map and in the file.
type Map = Vec<((i8, i8), char, Range<usize>)>;

/// Reads the file section by section.
struct Reader {
    faults: Faults,
}

impl Reader {
    fn board(&mut self, mut root: Table<'_, '_>) -> Option<RcBoard> {
        self.header(&mut root);
        let name = root.text("name", &mut self.faults);
        let dial = self.dial(&mut root);
        let (waves, sea) = self.sea(&mut root);
        let docks = self.docks(&mut root, &waves);
        let (mut circles, land) = self.land(&mut root);
        let landings = self.landings(&mut root, &waves, &circles);
        let lines = self.lines(&mut root, &circles);
        let objectives = self.objectives(&mut root, &mut circles);
        let faces = self.faces(&mut root);
        let facts = root.facts(&mut self.faults);
        root.finish(&mut self.faults);
        if !self.faults.is_empty() {
            return None;
        }
        let [Some(red), Some(black), Some(green), Some(orange)] = docks else {
            self.missing_docks(&docks);
            return None;
        };
        let docks = [red, black, green, orange];
        let board = RcBoard {
            name: name?.value,
            dial,
            waves,
            sea: sea?,
            docks,
            landings,
            circles,
            land: land?,
            lines,
            objectives,
            faces,
            facts,
        };
        self.whole(&board);
        Some(board)
    }

    fn header(&mut self, root: &mut Table<'_, '_>) {
        if let Some(format) = root.number("format", &mut self.faults)
            && format.value != 1
        {
            self.faults.at(&format.span, format!("format {} is not known", format.value), "Write format = 1.");
        }
        if let Some(game) = root.text("game", &mut self.faults)
            && game.value != "ranger-commandos"
        {
            self.faults.at(&game.span, "this is the board of another game", "Write game = \"ranger-commandos\".");
        }
    }

    /// A number between two bounds.
    fn within(&mut self, number: Option<At<i64>>, what: &str, (least, most): (i64, i64)) -> Option<i64> {
        let number = number?;
        let fits = (least..=most).contains(&number.value);
        if !fits {
            let hint = format!("From {least} to {most}.");
            self.faults.at(&number.span, format!("{} {what} cannot be", number.value), hint);
        }
        fits.then_some(number.value)
    }

    /// No more elements than there is room for.
    fn most(&mut self, count: usize, most: usize, span: &Range<usize>, what: &str) {
        if count == most + 1 {
            self.faults.at(span, format!("there are more than {most} {what}"), "");
        }
    }

    // ---- The dial --------------------------------------------------------

    fn dial(&mut self, root: &mut Table<'_, '_>) -> Vec<Cell> {
        let mut dial: Vec<Cell> = Vec::new();
        for mut table in root.tables("dial", &mut self.faults) {
            let night = self.direction(&mut table, "night");
            let number = table.number("number", &mut self.faults);
            let number = self.within(number, "steps", (1, MOST_STEPS as i64));
            let day = self.direction(&mut table, "day");
            let width = table.number_if("width", &mut self.faults).unwrap_or(At { value: 1, span: 0..0 });
            let width = self.within(Some(width), "as a width", (1, 1_000));
            let evidence = table.evidence(&mut self.faults);
            let span = table.span().clone();
            table.finish(&mut self.faults);
            let (Some(night), Some(number), Some(day), Some(width)) = (night, number, day, width) else { continue };
            let number = number as u8;
            if dial.iter().any(|cell| (cell.night, cell.number, cell.day) == (night, number, day)) {
                self.faults.at(&span, "this cell is on the dial already", "Write it once with a greater width.");
            }
            let evidence = evidence.unwrap_or(Evidence::Invented);
            dial.push(Cell { night, number, day, width: width as u32, evidence });
            self.most(dial.len(), MOST_CELLS, &span, "cells");
        }
        dial
    }

    fn direction(&mut self, table: &mut Table<'_, '_>, key: &'static str) -> Option<Direction> {
        let word = table.text(key, &mut self.faults)?;
        let direction = Direction::called(&word.value);
        if direction.is_none() {
            let what = format!("`{}` is no direction", word.value);
            self.faults.at(&word.span, what, "It is N, NE, E, SE, S, SW, W or NW.");
        }
        direction
    }

    // ---- Maps ------------------------------------------------------------

    /// A map of letters, row by row; dots are empty places.
    fn map(&mut self, rows: &[At<String>], size: (usize, usize), known: &[char]) -> Map {
        let mut map = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            if y == size.1 {
                self.faults.at(&row.span, format!("there are more than {} rows", size.1), "");
                break;
            }
            for (x, (offset, letter)) in row.value.char_indices().enumerate() {
                let at = row.span.start + 1 + offset;
                let span = at..at + letter.len_utf8();
                if x == size.0 {
                    self.faults.at(&span, format!("a row has at most {} places", size.0), "");
                    break;
                }
                if known.contains(&letter) {
                    map.push(((x as i8, y as i8), letter, span));
                } else if letter != '.' {
                    let known: Vec<_> = known.iter().map(char::to_string).collect();
                    let hint = format!("It is {} or a dot.", known.join(", "));
                    self.faults.at(&span, format!("`{letter}` is nothing that is known here"), hint);
                }
            }
        }
        map
    }

    fn sea(&mut self, root: &mut Table<'_, '_>) -> (Vec<(i8, i8)>, Option<Evidence>) {
        let Some(mut table) = root.table("sea", &mut self.faults) else { return (Vec::new(), None) };
        let rows = table.texts("waves", &mut self.faults);
        let evidence = table.evidence(&mut self.faults);
        table.finish(&mut self.faults);
        let mut waves: Vec<(i8, i8)> = Vec::new();
        for (at, _, span) in self.map(&rows, SEA, &['~']) {
            let even = |at: (i8, i8)| (at.0 + at.1) % 2 == 0;
            if waves.first().is_some_and(|first| even(*first) != even(at)) {
                let hint = "Waves lie on every second place, in turn from row to row.";
                self.faults.at(&span, format!("{} lies between the waves", sea_name(at)), hint);
                continue;
            }
            waves.push(at);
            self.most(waves.len(), MOST_WAVES, &span, "waves");
        }
        (waves, evidence)
    }

    fn land(&mut self, root: &mut Table<'_, '_>) -> (Vec<Circle>, Option<Evidence>) {
        let Some(mut table) = root.table("land", &mut self.faults) else { return (Vec::new(), None) };
        let rows = table.texts("circles", &mut self.faults);
        let evidence = table.evidence(&mut self.faults);
        table.finish(&mut self.faults);
        let mut circles = Vec::new();
        for (at, letter, span) in self.map(&rows, LAND, &['o', '>', '+']) {
            let kind = match letter {
                '>' => Kind::Arrow,
                '+' => Kind::Safe,
                _ => Kind::Sentry,
            };
            circles.push(Circle { at, kind, objective: None });
            self.most(circles.len(), MOST_CIRCLES, &span, "circles");
        }
        (circles, evidence)
    }

    // ---- Coasts ----------------------------------------------------------

    fn wave(&mut self, waves: &[(i8, i8)], name: &At<String>) -> Option<u8> {
        let found = grid(&name.value).and_then(sea_place);
        let found = found.and_then(|at| waves.iter().position(|wave| *wave == at));
        if found.is_none() && !waves.is_empty() {
            let hint = "Waves are a column and an odd row, such as a3.";
            self.faults.at(&name.span, format!("there is no wave {}", name.value), hint);
        }
        found.map(|index| index as u8)
    }

    fn circle(&mut self, circles: &[Circle], name: &str, span: &Range<usize>) -> Option<u8> {
        let found = grid(name).and_then(land_place);
        let found = found.and_then(|at| circles.iter().position(|circle| circle.at == at));
        if found.is_none() && !circles.is_empty() {
            let hint = "Circles are a column from n to w and a row, such as n1.";
            self.faults.at(span, format!("there is no circle {name}"), hint);
        }
        found.map(|index| index as u8)
    }

    fn docks(&mut self, root: &mut Table<'_, '_>, waves: &[(i8, i8)]) -> EachColour<Dock> {
        let mut docks: EachColour<Dock> = Default::default();
        for mut table in root.tables("docks", &mut self.faults) {
            let word = table.text("colour", &mut self.faults);
            let front = table.text("front", &mut self.faults);
            let evidence = table.evidence(&mut self.faults);
            table.finish(&mut self.faults);
            let wave = front.as_ref().and_then(|front| self.wave(waves, front));
            let (Some(word), Some(front), Some(wave)) = (word, front, wave) else { continue };
            let Some(colour) = Colour::called(&word.value) else {
                let what = format!("`{}` is no colour of this game", word.value);
                self.faults.at(&word.span, what, "It is red, black, green or orange.");
                continue;
            };
            if docks[colour.index()].is_some() {
                let what = format!("{} has a dock already", colour.word());
                self.faults.at(&word.span, what, "Each colour has one.");
                continue;
            }
            if docks.iter().flatten().any(|dock| dock.front == wave) {
                let what = format!("{} lies in front of another dock already", front.value);
                self.faults.at(&front.span, what, "Each dock has a wave of its own.");
            }
            docks[colour.index()] = Some(Dock { front: wave, evidence: evidence.unwrap_or(Evidence::Invented) });
        }
        docks
    }

    fn missing_docks(&mut self, docks: &EachColour<Dock>) {
        for (colour, _) in COLOURS.iter().zip(docks).filter(|(_, dock)| dock.is_none()) {
            self.faults.whole(format!("{} has no dock", colour.word()), "Add a [[docks]] block.");
        }
    }

    fn landings(&mut self, root: &mut Table<'_, '_>, waves: &[(i8, i8)], circles: &[Circle]) -> Vec<Landing> {
        let mut landings: Vec<Landing> = Vec::new();
        for mut table in root.tables("landings", &mut self.faults) {
            let name = table.text("wave", &mut self.faults);
            let names = table.texts("first", &mut self.faults);
            let evidence = table.evidence(&mut self.faults);
            let span = table.span().clone();
            table.finish(&mut self.faults);
            let mut first = Vec::new();
            for name in &names {
                let Some(circle) = self.circle(circles, &name.value, &name.span) else { continue };
                if first.contains(&circle) {
                    self.faults.at(&name.span, format!("{} is named twice", name.value), "Name each circle once.");
                } else {
                    first.push(circle);
                }
            }
            if names.is_empty() {
                self.faults.at(&span, "this landing leads nowhere", "Name the circles that come first.");
            }
            let wave = name.as_ref().and_then(|name| self.wave(waves, name));
            let (Some(name), Some(wave)) = (name, wave) else { continue };
            if landings.iter().any(|landing| landing.wave == wave) {
                self.faults.at(&name.span, format!("{} is a landing already", name.value), "");
                continue;
            }
            landings.push(Landing { wave, first, evidence: evidence.unwrap_or(Evidence::Invented) });
            self.most(landings.len(), LANDINGS.1, &span, "landings");
        }
        landings
    }

    // ---- Land ------------------------------------------------------------

    fn lines(&mut self, root: &mut Table<'_, '_>, circles: &[Circle]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let open = root.tables("lines", &mut self.faults).into_iter().map(|table| (table, false));
        let open: Vec<_> = open.collect();
        let closed = root.tables_if("closed_lines", &mut self.faults).into_iter().map(|table| (table, true));
        for (mut table, closed) in open.into_iter().chain(closed) {
            let names = table.texts("join", &mut self.faults);
            let evidence = table.evidence(&mut self.faults).unwrap_or(Evidence::Invented);
            table.finish(&mut self.faults);
            for name in &names {
                if let Some(ends) = self.line(name, circles, &lines) {
                    lines.push(Line { ends, closed, evidence });
                    self.most(lines.len(), MOST_LINES, &name.span, "lines");
                }
            }
        }
        lines
    }

    fn line(&mut self, name: &At<String>, circles: &[Circle], lines: &[Line]) -> Option<(u8, u8)> {
        let Some((from, to)) = name.value.split_once('-') else {
            self.faults.at(&name.span, format!("`{}` is no line", name.value), "Write it as n1-o2.");
            return None;
        };
        let from = self.circle(circles, from.trim(), &name.span);
        let to = self.circle(circles, to.trim(), &name.span);
        let ends = from.zip(to)?;
        if ends.0 == ends.1 {
            self.faults.at(&name.span, "this line ends where it begins", "A line joins two circles.");
            return None;
        }
        if lines.iter().any(|line| line.ends == ends || line.ends == (ends.1, ends.0)) {
            self.faults.at(&name.span, format!("{} is drawn twice", name.value), "Name each line once.");
            return None;
        }
        for circle in [ends.0, ends.1] {
            let meet = lines.iter().filter(|line| line.ends.0 == circle || line.ends.1 == circle).count();
            if meet == MOST_WAYS {
                let what =
                    format!("more than {MOST_WAYS} lines meet in {}", land_name(circles[usize::from(circle)].at));
                self.faults.at(&name.span, what, "");
            }
        }
        Some(ends)
    }

    fn objectives(&mut self, root: &mut Table<'_, '_>, circles: &mut [Circle]) -> Vec<Objective> {
        let mut objectives: Vec<Objective> = Vec::new();
        for mut table in root.tables("objectives", &mut self.faults) {
            let name = table.text("name", &mut self.faults);
            let counters = table.number("counters", &mut self.faults);
            let counters = self.within(counters, "counters", (1, MOST_COUNTERS));
            let entry = table.text("entry", &mut self.faults);
            let site = table.text("site", &mut self.faults);
            let look = table.text("look", &mut self.faults);
            let evidence = table.evidence(&mut self.faults).unwrap_or(Evidence::Invented);
            let span = table.span().clone();
            table.finish(&mut self.faults);
            let number = objectives.len() as u8;
            let entry = entry.and_then(|entry| self.entry(&entry, circles, number));
            let site = site.and_then(|site| self.site(&site, circles, &objectives));
            let look = look.and_then(|look| self.look(&look));
            let (Some(name), Some(counters), Some(entry)) = (name, counters, entry) else { continue };
            if objectives.iter().any(|other| other.name.eq_ignore_ascii_case(&name.value)) {
                self.faults.at(&name.span, format!("there is a {} already", name.value), "");
            }
            let (Some(site), Some(look)) = (site, look) else { continue };
            objectives.push(Objective { name: name.value, counters: counters as u8, entry, site, look, evidence });
            self.most(objectives.len(), MOST_OBJECTIVES, &span, "objectives");
        }
        objectives
    }

    fn entry(&mut self, name: &At<String>, circles: &mut [Circle], number: u8) -> Option<u8> {
        let circle = self.circle(circles, &name.value, &name.span)?;
        let there = &mut circles[usize::from(circle)];
        if there.kind != Kind::Arrow {
            let what = format!("{} has no arrow", name.value);
            self.faults.at(&name.span, what, "Draw it as > among the circles.");
            return None;
        }
        if there.objective.is_some() {
            let what = format!("the arrow of {} points into another objective already", name.value);
            self.faults.at(&name.span, what, "Each objective has an arrow of its own.");
            return None;
        }
        there.objective = Some(number);
        Some(circle)
    }

    fn site(&mut self, name: &At<String>, circles: &[Circle], objectives: &[Objective]) -> Option<(i8, i8)> {
        let Some(site) = grid(&name.value).and_then(site_place) else {
            let hint = "Columns m to x, rows 0 to 18.";
            self.faults.at(&name.span, format!("{} is no place on land", name.value), hint);
            return None;
        };
        let taken = circles.iter().any(|circle| circle.at == site) || objectives.iter().any(|other| other.site == site);
        if taken {
            let what = format!("there is something at {} already", name.value);
            self.faults.at(&name.span, what, "A building has a place of its own.");
        }
        (!taken).then_some(site)
    }

    fn look(&mut self, word: &At<String>) -> Option<&'static str> {
        let look = LOOKS.into_iter().find(|look| *look == word.value);
        if look.is_none() {
            let hint = format!("It is {}.", LOOKS.join(", "));
            self.faults.at(&word.span, format!("`{}` is no look of a building", word.value), hint);
        }
        look
    }

    fn faces(&mut self, root: &mut Table<'_, '_>) -> Vec<Face> {
        let mut faces: Vec<Face> = Vec::new();
        for mut table in root.tables("faces", &mut self.faults) {
            let name = table.text("name", &mut self.faults);
            let points = table.number("points", &mut self.faults);
            let points = self.within(points, "points", (0, MOST_POINTS));
            let count = table.number("count", &mut self.faults);
            let count = self.within(count, "counters of a kind", (1, 144));
            let evidence = table.evidence(&mut self.faults).unwrap_or(Evidence::Invented);
            let span = table.span().clone();
            table.finish(&mut self.faults);
            let Some(name) = name else { continue };
            let plain = !name.value.is_empty() && name.value.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if !plain || name.value.len() > 12 {
                let what = format!("`{}` is no name for a face", name.value);
                self.faults.at(&name.span, what, "One word of letters and digits.");
            }
            if faces.iter().any(|face| face.name.eq_ignore_ascii_case(&name.value)) {
                self.faults.at(&name.span, format!("`{}` is named twice", name.value), "Name each face once.");
            }
            let (Some(points), Some(count)) = (points, count) else { continue };
            faces.push(Face { name: name.value, points: points as u16, count: count as u8, evidence });
            self.most(faces.len(), MOST_FACES, &span, "kinds of faces");
        }
        faces
    }

    // ---- The whole -------------------------------------------------------

    /// What only the whole board can be asked.
    fn whole(&mut self, board: &RcBoard) {
        for circle in board.circles.iter().filter(|circle| circle.kind == Kind::Arrow) {
            if circle.objective.is_none() {
                let what = format!("the arrow of {} points nowhere", land_name(circle.at));
                self.faults.whole(what, "Name it as the entry of an objective.");
            }
        }
        let laid: u16 = board.objectives.iter().map(|objective| u16::from(objective.counters)).sum();
        if laid != board.counters() {
            let what = format!("the objectives hold {laid} counters, and there are {} faces", board.counters());
            self.faults.whole(what, "There are as many of one as of the other.");
        }
        if board.landings.len() < LANDINGS.0 {
            let what = format!("there are {} landings", board.landings.len());
            self.faults.whole(what, format!("At least {}.", LANDINGS.0));
        }
        for landing in board.landings.iter().filter(|landing| board.is_front(landing.wave)) {
            let what = format!("{} is a landing and lies in front of a dock", board.wave_name(landing.wave));
            self.faults.whole(what, "Put water between.");
        }
        if self.faults.is_empty() {
            self.passages(board);
        }
    }

    /// Everybody can cross by night and come home by day.
    fn passages(&mut self, board: &RcBoard) {
        let landed = |wave: u8| board.landing_at(wave).is_some();
        let out = board.dial.iter().any(|cell| cell.night == Direction::E);
        if !out {
            self.faults.whole("no cell of the dial points east by night", "Barges leave their docks to the east.");
            return;
        }
        let mut sailed = Vec::new();
        for colour in COLOURS {
            let reached = reach(board, board.docks[colour.index()].front, |cell| cell.night, landed);
            if !reached.iter().any(|wave| landed(*wave)) {
                let what = format!("from the dock of {} no landing can be reached", colour.word());
                self.faults.whole(what, "Look at the waves and at the night directions of the dial.");
            }
            sailed.extend(reached);
        }
        sailed.sort_unstable();
        sailed.dedup();
        for wave in sailed {
            let home = reach(board, wave, |cell| cell.day, |wave| board.is_front(wave));
            if !home.iter().any(|wave| board.is_front(*wave)) {
                let what = format!("from {} no dock can be reached", board.wave_name(wave));
                self.faults.whole(what, "Look at the waves and at the day directions of the dial.");
            }
        }
    }
}

/// All waves that can be reached in these directions; where `stop` says so, nobody goes on.
fn reach(board: &RcBoard, from: u8, way: fn(&Cell) -> Direction, stop: impl Fn(u8) -> bool) -> Vec<u8> {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&wave) = reached.get(next) {
        next += 1;
        if stop(wave) {
            continue;
        }
        for cell in &board.dial {
            if let Some(to) = board.step(wave, way(cell))
                && !reached.contains(&to)
            {
                reached.push(to);
            }
        }
    }
    reached
}
