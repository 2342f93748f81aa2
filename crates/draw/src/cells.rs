//! A scene as cells of a terminal: characters with inks, no escape codes.
//!
//! Spaces stand on the plan's own grid of [`Space::cell`]s, four columns and two
//! rows apart where lines run between them, so that there is room for the lines:
//! plain ones `─ │ ╱ ╲`, cased ones `═ ║`, dashed ones `┄ ┆`. Brackets around a
//! space tell what it is: `[ ]` the cursor, `{ }` the chosen piece, `( )` a target,
//! `< >` the last move. Everything has a form in ASCII as well.
//!
//! A board with a turntable is drawn as it has been turned, by [`Plan::cell`], and the
//! spaces that stand still have their names written around it. Dice and dials are text:
//! [`throw()`].

mod rim;
mod roads;
mod throw;

pub use throw::throw;

use crate::svg::Theme;
use kernel::scene::{Mark, Plan, Scene, Space, Spot};
use std::fmt::Write;

/// Where the player points.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Pointing<'a> {
    /// The space under the cursor.
    pub cursor: Option<&'a str>,
    /// The space of the piece that was chosen.
    pub chosen: Option<&'a str>,
    /// Spaces that may be chosen next.
    pub targets: &'a [&'a str],
}

/// One character of the terminal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The character.
    pub ch: char,
    /// Its ink; the terminal's own colour when `None`.
    pub ink: Option<&'static str>,
    /// Whether it stands out.
    pub bold: bool,
    /// The space it belongs to, as an index into the plan's spaces: the space
    /// itself and one cell left and right of it.
    pub space: Option<usize>,
}

const BLANK: Cell = Cell { ch: ' ', ink: None, bold: false, space: None };

/// The scene as rows of cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    width: usize,
    height: usize,
    cells: Vec<Cell>,
    places: Vec<(usize, usize)>,
    colours: Vec<(&'static str, [u8; 3], [u8; 3])>,
}

impl Grid {
    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The rows from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.width.max(1))
    }

    /// The cell in this column and row.
    pub fn cell(&self, x: usize, y: usize) -> Option<&Cell> {
        (x < self.width).then(|| self.cells.get(y * self.width + x)).flatten()
    }

    /// Column and row of the plan's space with this index.
    pub fn place(&self, space: usize) -> Option<(usize, usize)> {
        self.places.get(space).copied()
    }

    /// The colour of an ink: red, green, blue.
    pub fn colour(&self, ink: &str, theme: Theme) -> Option<[u8; 3]> {
        let (_, light, dark) = self.colours.iter().find(|(name, ..)| *name == ink)?;
        Some(if theme == Theme::Light { *light } else { *dark })
    }

    /// The characters alone, a line a row, without blanks at the ends.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for row in self.rows() {
            let line: String = row.iter().map(|cell| cell.ch).collect();
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    fn put(&mut self, x: usize, y: usize, ch: char, ink: Option<&'static str>, bold: bool) {
        if x < self.width
            && let Some(cell) = self.cells.get_mut(y * self.width + x)
        {
            *cell = Cell { ch, ink, bold, space: cell.space };
        }
    }
}

/// The scene as cells; `plain` keeps to ASCII.
pub fn cells(scene: &Scene, pointing: Pointing<'_>, plain: bool) -> Grid {
    let plan = &scene.plan;
    let names = Names::of(plan);
    let mut grid = blank(plan, scene.turned, &names);
    roads::draw(plan, &mut grid, plain);
    names.write(plan, &mut grid);
    rim::write(plan, &mut grid);
    for (index, space) in plan.spaces.iter().enumerate() {
        let (x, y) = grid.places[index];
        for near in x.saturating_sub(1)..=x + 1 {
            if let Some(cell) = grid.cells.get_mut(y * grid.width + near) {
                cell.space = Some(index);
            }
        }
        let sign = occupant(scene, space).unwrap_or((space.glyph, None));
        grid.put(x, y, pick(sign.0, plain), sign.1, sign.1.is_some());
    }
    for (id, mark) in &scene.marks {
        self::mark(plan, &mut grid, id, *mark, plain);
    }
    point(plan, &mut grid, pointing);
    grid
}

fn pick(glyph: (char, char), plain: bool) -> char {
    if plain { glyph.1 } else { glyph.0 }
}

/// Columns and rows from one space to the next: lines and the names around a ring need room.
fn pitch(plan: &Plan) -> (usize, usize) {
    match (&plan.turntable, plan.ways.is_empty()) {
        (_, false) => (4, 2),
        (Some(_), true) => (3, 1),
        (None, true) => (2, 1),
    }
}

fn blank(plan: &Plan, turned: u16, names: &Names) -> Grid {
    let (dx, dy) = pitch(plan);
    let (aside, above) = if plan.turntable.is_some() { rim::ROOM } else { (0, 0) };
    let left = names.left() + aside;
    let place = |space: &Space| {
        let (column, row) = plan.cell(&space.id, turned).unwrap_or(space.cell);
        (left + usize::from(column) * dx, above + usize::from(row) * dy)
    };
    let places: Vec<_> = plan.spaces.iter().map(place).collect();
    let width = places.iter().map(|place| place.0).max().unwrap_or(0) + 2 + aside;
    let foot = if names.columns.iter().any(Option::is_some) { 2 } else { above };
    let height = places.iter().map(|place| place.1).max().unwrap_or(0) + 1 + foot;
    let colours = crate::svg::all_inks(plan).map(|ink| (ink.name, rgb(ink.light), rgb(ink.dark))).collect();
    Grid { width, height, cells: vec![BLANK; width * height], places, colours }
}

fn rgb(hex: &str) -> [u8; 3] {
    let part = |at: usize| hex.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0);
    [part(1), part(3), part(5)]
}

/// What stands on a space: its sign and its ink.
fn occupant(scene: &Scene, space: &Space) -> Option<((char, char), Option<&'static str>)> {
    let here = |at: &Spot| matches!(at, Spot::Space(id) if *id == space.id);
    let token = scene.tokens.iter().find(|token| here(&token.at))?;
    let art = scene.plan.token(token.kind)?;
    Some((art.glyph, Some(art.ink)))
}

fn index_of(plan: &Plan, id: &str) -> Option<usize> {
    plan.spaces.iter().position(|space| space.id == id)
}

fn brackets(plan: &Plan, grid: &mut Grid, id: &str, (left, right): (char, char)) {
    let Some(&(x, y)) = index_of(plan, id).and_then(|index| grid.places.get(index)) else { return };
    grid.put(x - 1, y, left, Some("mark"), true);
    grid.put(x + 1, y, right, Some("mark"), true);
}

fn mark(plan: &Plan, grid: &mut Grid, id: &str, mark: Mark, plain: bool) {
    let Some(&(x, y)) = index_of(plan, id).and_then(|index| grid.places.get(index)) else { return };
    let mut beside = |ch| grid.put(x + 1, y, ch, Some("mark"), true);
    match mark {
        Mark::LastFrom | Mark::LastTo => brackets(plan, grid, id, ('<', '>')),
        Mark::LastTaken => beside('*'),
        Mark::Must => beside('!'),
        Mark::Held => beside('#'),
        Mark::Target => brackets(plan, grid, id, ('(', ')')),
        Mark::Step(number) => beside(char::from(b'0' + number % 10)),
        Mark::Arrow { columns, rows } => {
            let (column, row) = (columns.signum(), rows.signum());
            let ahead = |at: usize, sign: i8, by: usize| at.saturating_add_signed(isize::from(sign) * by as isize);
            let (dx, dy) = pitch(plan);
            let glyph = arrow(column, row);
            grid.put(ahead(x, column, dx / 2), ahead(y, row, dy / 2), pick(glyph, plain), Some("mark"), true);
        }
    }
}

fn arrow(column: i8, row: i8) -> (char, char) {
    match (column, row) {
        (0, -1) => ('↑', '^'),
        (1, -1) => ('↗', '^'),
        (1, 0) => ('→', '>'),
        (1, 1) => ('↘', 'v'),
        (0, 1) => ('↓', 'v'),
        (-1, 1) => ('↙', 'v'),
        (-1, 0) => ('←', '<'),
        (-1, -1) => ('↖', '^'),
        _ => ('•', '*'),
    }
}

fn point(plan: &Plan, grid: &mut Grid, pointing: Pointing<'_>) {
    for target in pointing.targets {
        brackets(plan, grid, target, ('(', ')'));
    }
    if let Some(chosen) = pointing.chosen {
        brackets(plan, grid, chosen, ('{', '}'));
    }
    if let Some(cursor) = pointing.cursor {
        brackets(plan, grid, cursor, ('[', ']'));
    }
}

/// The names of columns and rows, where all spaces in one agree on it; a turntable
/// takes its spaces from one to the other, so there they have none.
struct Names {
    columns: Vec<Option<String>>,
    rows: Vec<Option<String>>,
}

impl Names {
    fn of(plan: &Plan) -> Self {
        let count = |pick: fn(&Space) -> u16| plan.spaces.iter().map(pick).max().map_or(0, |last| last + 1);
        let letters = |space: &Space| space.id.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let digits = |space: &Space| space.id.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
        let shared = |here: Vec<&Space>, name: &dyn Fn(&Space) -> String| {
            let first = name(here.first()?);
            (!first.is_empty() && here.iter().all(|space| name(space) == first)).then_some(first)
        };
        let column = |at| plan.spaces.iter().filter(|space| space.cell.0 == at).collect();
        let row = |at| plan.spaces.iter().filter(|space| space.cell.1 == at).collect();
        if plan.turntable.is_some() {
            return Names { columns: Vec::new(), rows: Vec::new() };
        }
        Names {
            columns: (0..count(|space| space.cell.0)).map(|at| shared(column(at), &letters)).collect(),
            rows: (0..count(|space| space.cell.1)).map(|at| shared(row(at), &digits)).collect(),
        }
    }

    /// The column of the first space.
    fn left(&self) -> usize {
        self.rows.iter().flatten().map(String::len).max().map_or(1, |width| width + 2)
    }

    fn write(&self, plan: &Plan, grid: &mut Grid) {
        let (dx, dy) = pitch(plan);
        let left = self.left();
        let foot = grid.height - 1;
        let mut word = |x: usize, y: usize, text: &str| {
            (x..).zip(text.chars()).for_each(|(x, ch)| grid.put(x, y, ch, None, false));
        };
        for (row, name) in self.rows.iter().enumerate() {
            word(0, row * dy, name.as_deref().unwrap_or_default());
        }
        for (column, name) in self.columns.iter().enumerate() {
            word(left + column * dx, foot, name.as_deref().unwrap_or_default());
        }
    }
}
