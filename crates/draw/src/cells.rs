//! A scene as cells of a terminal: characters with inks, no escape codes.
//!
//! Spaces are on the plan's grid of [`Space::cell`]s, four columns and two rows apart if there are lines
//! between them: plain lines `─ │ ╱ ╲`, cased lines `═ ║`, dashed lines `┄ ┆`. Brackets mark a space:
//! `[ ]` the cursor, `{ }` the chosen piece, `( )` a target, `< >` the last move. Everything has an ASCII
//! form as well.
//!
//! A turntable is drawn as it is turned, by [`Plan::cell`], and the names of the fixed spaces are written
//! around it. If columns and rows have no names, [`named`] writes the name of each space under it. Dice and
//! dials are text: [`throw()`].

mod names;
mod rim;
mod roads;
mod signs;
mod throw;

pub use signs::Signs;
pub use throw::throw;

use crate::svg::Theme;
use kernel::scene::{Fill, Mark, Plan, Scene, Shape, Space, Spot, Tone};
use names::Names;
use std::fmt::Write;

/// What the player points at.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Pointing<'a> {
    /// The space under the cursor.
    pub cursor: Option<&'a str>,
    /// The space of the chosen piece.
    pub chosen: Option<&'a str>,
    /// Spaces that may be chosen next, with their tone.
    pub targets: &'a [(&'a str, Tone)],
}

/// One character of the terminal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The character.
    pub ch: char,
    /// Its ink; `None` for the terminal's default colour.
    pub ink: Option<&'static str>,
    /// Is it bold?
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
    /// Columns at the left and rows at the bottom with the names of rows and columns.
    margin: (usize, usize),
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

    /// Number of columns at the left and rows at the bottom with the names of rows and columns. They stay
    /// visible if only a part of the board is shown.
    pub fn margin(&self) -> (usize, usize) {
        self.margin
    }

    /// The colour of an ink: red, green, blue.
    pub fn colour(&self, ink: &str, theme: Theme) -> Option<[u8; 3]> {
        let (_, light, dark) = self.colours.iter().find(|(name, ..)| *name == ink)?;
        Some(if theme == Theme::Light { *light } else { *dark })
    }

    /// The characters only, one line per row, without trailing blanks.
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

/// The scene as cells; `plain` for ASCII.
pub fn cells(scene: &Scene, pointing: Pointing<'_>, plain: bool) -> Grid {
    drawn(scene, pointing, plain, Pitch::of(&scene.plan))
}

/// The scene as cells, with the name of each space under it if columns and rows have no names.
pub fn named(scene: &Scene, pointing: Pointing<'_>, plain: bool) -> Grid {
    let pitch = Pitch::of(&scene.plan);
    let own = Names::of(&scene.plan).are_few();
    drawn(scene, pointing, plain, if own { pitch.with_names() } else { pitch })
}

fn drawn(scene: &Scene, pointing: Pointing<'_>, plain: bool, pitch: Pitch) -> Grid {
    let plan = &scene.plan;
    let names = Names::of(plan);
    let mut grid = blank(plan, scene.turned, &names, pitch);
    roads::draw(plan, &mut grid, plain, pitch);
    names.write(&mut grid, pitch);
    rim::write(plan, &mut grid);
    for (index, space) in plan.spaces.iter().enumerate() {
        if pitch.own_names {
            names::write_own(space, grid.places[index], &mut grid, pitch);
        }
        stand(scene, index, &mut grid, plain, pitch);
    }
    let signs = Signs::of(plan, plain);
    for (id, mark) in &scene.marks {
        self::mark(plan, &mut grid, id, *mark, &signs, pitch);
    }
    point(plan, &mut grid, pointing, &signs);
    // The steps of a path are shown on targets too.
    for (id, mark) in scene.marks.iter().filter(|(_, mark)| matches!(mark, Mark::Step(_))) {
        self::mark(plan, &mut grid, id, *mark, &signs, pitch);
    }
    grid
}

fn pick(glyph: (char, char), plain: bool) -> char {
    if plain { glyph.1 } else { glyph.0 }
}

/// Columns and rows from one space to the next. Lines and names need room.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Pitch {
    across: usize,
    down: usize,
    /// Is the name of each space written under it?
    own_names: bool,
}

/// Maximum number of columns of a board with lines at the wide pitch.
const WIDE: u16 = 20;

impl Pitch {
    fn of(plan: &Plan) -> Self {
        let columns = plan.spaces.iter().map(|space| space.cell.0 + 1).max().unwrap_or(0);
        let (across, down) = match (&plan.turntable, plan.ways.is_empty()) {
            (_, false) if columns > WIDE => (3, 2),
            (_, false) => (4, 2),
            (Some(_), true) => (3, 1),
            (None, true) => (2, 1),
        };
        Pitch { across, down, own_names: false }
    }

    fn with_names(self) -> Self {
        Pitch { down: self.down + 1, own_names: true, ..self }
    }
}

fn blank(plan: &Plan, turned: u16, names: &Names, pitch: Pitch) -> Grid {
    let (aside, above) = if plan.turntable.is_some() { rim::ROOM } else { (0, 0) };
    let left = names.left() + aside;
    let place = |space: &Space| {
        let (column, row) = plan.cell(&space.id, turned).unwrap_or(space.cell);
        (left + usize::from(column) * pitch.across, above + usize::from(row) * pitch.down)
    };
    let places: Vec<_> = plan.spaces.iter().map(place).collect();
    let width = places.iter().map(|place| place.0).max().unwrap_or(0) + 2 + aside;
    let foot = names.foot(pitch);
    let under = if pitch.own_names { 1 } else { above };
    let height = places.iter().map(|place| place.1).max().unwrap_or(0) + 1 + if foot > 0 { 1 + foot } else { under };
    let colours = crate::svg::all_inks(plan).map(|ink| (ink.name, rgb(ink.light), rgb(ink.dark))).collect();
    Grid { width, height, cells: vec![BLANK; width * height], places, margin: (names.margin(), foot), colours }
}

/// Draws the pieces on a space, or the sign of the space.
fn stand(scene: &Scene, index: usize, grid: &mut Grid, plain: bool, pitch: Pitch) {
    let Some(space) = scene.plan.spaces.get(index) else { return };
    let (x, y) = grid.places[index];
    for near in x.saturating_sub(1)..=x + 1 {
        if let Some(cell) = grid.cells.get_mut(y * grid.width + near) {
            cell.space = Some(index);
        }
    }
    let men = occupants(scene, space);
    if men.is_empty() {
        let ink = own_ink(space, grid);
        grid.put(x, y, pick(space.glyph, plain), ink, false);
    }
    // Several pieces are side by side, as many as there is room for.
    for (at, (glyph, ink)) in (x..).zip(men).take(pitch.across.saturating_sub(1)) {
        grid.put(at, y, pick(glyph, plain), Some(ink), true);
    }
}

/// The ink of an empty space: the first in its drawing that is not grey.
fn own_ink(space: &Space, grid: &Grid) -> Option<&'static str> {
    let colourful = |ink: &&'static str| {
        grid.colour(ink, Theme::Light)
            .is_some_and(|[red, green, blue]| red.max(green).max(blue) - red.min(green).min(blue) >= COLOURFUL)
    };
    inks(&space.shapes).into_iter().find(colourful)
}

/// Minimum difference between the strongest and the weakest component of a colour that is not grey.
const COLOURFUL: u8 = 64;

/// The inks of a drawing: fills before edges, from the bottom to the top.
fn inks(shapes: &[Shape]) -> Vec<&'static str> {
    let (mut fills, mut edges) = (Vec::new(), Vec::new());
    for shape in shapes {
        match shape {
            Shape::Path { fill, stroke, .. } | Shape::Circle { fill, stroke, .. } => {
                if let Fill::Ink(ink) | Fill::Hatch { ink, .. } = fill {
                    fills.push(*ink);
                }
                edges.extend(stroke.as_ref().map(|stroke| stroke.ink));
            }
            Shape::Text { .. } => {}
            Shape::Faint(_, inside) => edges.extend(inks(inside)),
        }
    }
    fills.extend(edges);
    fills
}

fn rgb(hex: &str) -> [u8; 3] {
    let part = |at: usize| hex.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0);
    [part(1), part(3), part(5)]
}

/// The pieces on a space, each with its sign and ink.
fn occupants(scene: &Scene, space: &Space) -> Vec<((char, char), &'static str)> {
    let here = |at: &Spot| matches!(at, Spot::Space(id) if *id == space.id);
    let men = scene.tokens.iter().filter(|token| here(&token.at));
    men.filter_map(|token| scene.plan.token(token.kind)).map(|art| (art.glyph, art.ink)).collect()
}

fn index_of(plan: &Plan, id: &str) -> Option<usize> {
    plan.spaces.index_of(id)
}

fn brackets(plan: &Plan, grid: &mut Grid, id: &str, (left, right): (char, char)) {
    let Some(&(x, y)) = index_of(plan, id).and_then(|index| grid.places.get(index)) else { return };
    grid.put(x - 1, y, left, Some("mark"), true);
    grid.put(x + 1, y, right, Some("mark"), true);
}

fn mark(plan: &Plan, grid: &mut Grid, id: &str, mark: Mark, signs: &Signs, pitch: Pitch) {
    let Some(&(x, y)) = index_of(plan, id).and_then(|index| grid.places.get(index)) else { return };
    let mut beside = |ch| grid.put(x + 1, y, ch, Some("mark"), true);
    match mark {
        Mark::LastFrom | Mark::LastTo => brackets(plan, grid, id, ('<', '>')),
        Mark::LastTaken => beside(signs.taken),
        Mark::Must => beside(signs.must),
        Mark::Held => beside(signs.held),
        Mark::Target => brackets(plan, grid, id, ('(', ')')),
        Mark::Step(number) => beside(char::from(b'0' + number % 10)),
        Mark::Arrow { columns, rows } => {
            let (column, row) = (columns.signum(), rows.signum());
            let ahead = |at: usize, sign: i8, by: usize| at.saturating_add_signed(isize::from(sign) * by as isize);
            let (dx, dy) = (pitch.across, pitch.down);
            let glyph = arrow(column, row);
            grid.put(ahead(x, column, dx / 2), ahead(y, row, dy / 2), pick(glyph, signs.plain), Some("mark"), true);
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

fn point(plan: &Plan, grid: &mut Grid, pointing: Pointing<'_>, signs: &Signs) {
    for (target, _) in pointing.targets {
        brackets(plan, grid, target, ('(', ')'));
    }
    // If targets touch, the sign of a tone replaces the bracket of the next.
    for (target, tone) in pointing.targets.iter().filter(|(_, tone)| *tone != Tone::Plain) {
        let place = index_of(plan, target).and_then(|index| grid.place(index));
        place.into_iter().for_each(|(x, y)| grid.put(x + 1, y, signs.end(*tone), Some("mark"), true));
    }
    if let Some(chosen) = pointing.chosen {
        brackets(plan, grid, chosen, ('{', '}'));
    }
    if let Some(cursor) = pointing.cursor {
        brackets(plan, grid, cursor, ('[', ']'));
    }
}
