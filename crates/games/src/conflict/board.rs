//! The board: `board.toml` read and checked, then compiled into grounds.
//!
//! A map always has 28 by 28 squares. A board file may change them freely, as long as each
//! colour has its circle and its mines are in the water.

use super::reach::{Field, Ground};
use super::state::{COLOURS, Colour, ColourSet, Kind, SIDE, SQUARES, Square};
use crate::boardfile::{self, At, Faults, Table};
use kernel::scene::Fact;
use kernel::{Board, BoardFault, Evidence};
use std::sync::{Arc, OnceLock};

/// The highest number of mines of a colour.
pub const MOST_MINES: usize = 12;

/// What a square of the map is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Terrain {
    /// Brown.
    Land,
    /// Blue.
    Water,
    /// A home circle: land and water at once.
    Circle,
    /// The reserve: not in play.
    Reserve,
    /// Where land pieces and planes of a colour wait: not in play.
    Camp(Colour),
    /// Where its ships wait: not in play.
    Dock(Colour),
}

impl Terrain {
    /// The letter in the file.
    pub fn letter(self) -> char {
        match self {
            Terrain::Land => 'L',
            Terrain::Water => 'W',
            Terrain::Circle => '@',
            Terrain::Reserve => '#',
            Terrain::Camp(colour) => ['R', 'O', 'Y', 'G'][colour.index()],
            Terrain::Dock(colour) => ['r', 'o', 'y', 'g'][colour.index()],
        }
    }

    fn read(letter: char) -> Option<Self> {
        let open = [Terrain::Land, Terrain::Water, Terrain::Circle, Terrain::Reserve];
        let closed = COLOURS.into_iter().flat_map(|colour| [Terrain::Camp(colour), Terrain::Dock(colour)]);
        open.into_iter().chain(closed).find(|terrain| terrain.letter() == letter)
    }

    /// Can land pieces stand here?
    pub fn is_land(self) -> bool {
        matches!(self, Terrain::Land | Terrain::Circle)
    }

    /// Can ships stand here?
    pub fn is_water(self) -> bool {
        matches!(self, Terrain::Water | Terrain::Circle)
    }

    /// Can a piece of this kind stand here (CF-12)?
    pub fn is_open_to(self, kind: Kind) -> bool {
        match kind {
            Kind::Plane => self.is_land() || self.is_water(),
            Kind::Artillery | Kind::Gun => self.is_land(),
            Kind::Ship => self.is_water(),
        }
    }
}

/// Squares that belong together, with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// Its name.
    pub name: String,
    /// Its squares, in order.
    pub squares: Vec<Square>,
    /// How we know it.
    pub evidence: Evidence,
}

/// A board, read and checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CfBoard {
    /// Its name in the file.
    pub name: String,
    /// Every square, by rows from the north-west.
    pub map: Vec<Terrain>,
    /// How we know the map.
    pub map_evidence: Evidence,
    /// Each colour's home circle.
    pub circles: [(Square, Evidence); 4],
    /// Each colour's mines.
    pub mines: [(Vec<Square>, Evidence); 4],
    /// Land across the water.
    pub bridges: Vec<Stretch>,
    /// The lanes out of the corners.
    pub lanes: Vec<Stretch>,
    /// Other statements about the board, with their evidence.
    pub facts: Vec<Fact>,
    /// The tables of the engine.
    pub(super) net: Arc<Net>,
}

/// The board as tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Net {
    /// Land and circles.
    land: Ground,
    /// Water and circles, around mines.
    sea: Ground,
    /// Everything in play.
    air: Ground,
    /// Each colour's mines.
    pub(super) mines: [Field; 4],
    /// For each square, the colour whose mine it is.
    pub(super) mine_of: Vec<Option<Colour>>,
    /// For each square, the colour whose circle it is.
    pub(super) circle_of: Vec<Option<Colour>>,
    /// Steps from each square to each circle, for land pieces, ships and planes.
    pub(super) away: [[Vec<u8>; 4]; 3],
    /// For land pieces, ships and planes and for each set of colours, steps from each square to the nearest of their circles.
    nearest: [[Vec<u8>; 16]; 3],
}

/// The distance of squares that cannot be reached.
pub(super) const UNREACHABLE: u8 = u8::MAX;

/// The ground a kind moves on: 0 land, 1 sea, 2 air.
#[inline]
pub(super) const fn ground_of(kind: Kind) -> usize {
    [2, 0, 0, 1][kind.index()]
}

impl Net {
    fn new(map: &[Terrain], circles: &[(Square, Evidence); 4], mines: &[(Vec<Square>, Evidence); 4]) -> Self {
        let squares = |kind: Kind| Square::all().filter(move |square| map[square.index()].is_open_to(kind));
        let fields: [Field; 4] = std::array::from_fn(|colour| mines[colour].0.iter().copied().collect());
        let mut mine_of = vec![None; SQUARES];
        let mut circle_of = vec![None; SQUARES];
        for colour in COLOURS {
            mines[colour.index()].0.iter().for_each(|square| mine_of[square.index()] = Some(colour));
            circle_of[circles[colour.index()].0.index()] = Some(colour);
        }
        let away: [[Vec<u8>; 4]; 3] = [Kind::Artillery, Kind::Ship, Kind::Plane]
            .map(|kind| std::array::from_fn(|colour| distances(map, kind, circles[colour].0)));
        Net {
            nearest: away.each_ref().map(|away| std::array::from_fn(|set| nearest_of(away, ColourSet(set as u8)))),
            land: Ground::new(squares(Kind::Artillery), None),
            sea: Ground::new(squares(Kind::Ship), Some(&fields)),
            air: Ground::new(squares(Kind::Plane), None),
            mines: fields,
            mine_of,
            circle_of,
            away,
        }
    }

    /// The ground a kind of piece moves on.
    #[inline]
    pub(super) fn ground(&self, kind: Kind) -> &Ground {
        match kind {
            Kind::Plane => &self.air,
            Kind::Artillery | Kind::Gun => &self.land,
            Kind::Ship => &self.sea,
        }
    }

    /// Steps from a square to a colour's circle.
    #[inline]
    pub(super) fn steps_to(&self, kind: Kind, colour: Colour, square: Square) -> u8 {
        self.away[ground_of(kind)][colour.index()][square.index()]
    }

    /// Steps from a square to the nearest circle of these colours.
    #[inline]
    pub(super) fn steps_to_nearest(&self, kind: Kind, colours: ColourSet, square: Square) -> u8 {
        self.nearest[ground_of(kind)][usize::from(colours.0 & 15)][square.index()]
    }
}

/// For each square, the least of the distances to the circles of these colours.
fn nearest_of(away: &[Vec<u8>; 4], colours: ColourSet) -> Vec<u8> {
    let steps = |square: Square| colours.iter().map(|colour| away[colour.index()][square.index()]).min();
    Square::all().map(|square| steps(square).unwrap_or(UNREACHABLE)).collect()
}

/// Steps from every square to this one for a kind of piece.
fn distances(map: &[Terrain], kind: Kind, to: Square) -> Vec<u8> {
    let mut away = vec![UNREACHABLE; SQUARES];
    away[to.index()] = 0;
    let mut queue = std::collections::VecDeque::from([to]);
    while let Some(square) = queue.pop_front() {
        for next in square.around().filter(|next| map[next.index()].is_open_to(kind)) {
            if away[next.index()] == UNREACHABLE {
                away[next.index()] = away[square.index()].saturating_add(1);
                queue.push_back(next);
            }
        }
    }
    away
}

impl CfBoard {
    /// What the square is.
    #[inline]
    pub fn terrain(&self, square: Square) -> Terrain {
        self.map[square.index()]
    }

    /// A colour's home circle.
    #[inline]
    pub fn circle(&self, colour: Colour) -> Square {
        self.circles[colour.index()].0
    }

    /// The stretch that a square belongs to.
    pub fn stretch(&self, square: Square) -> Option<&Stretch> {
        self.bridges.iter().chain(&self.lanes).find(|stretch| stretch.squares.contains(&square))
    }
}

impl Board for CfBoard {
    const STANDARD: &'static str = include_str!("board.toml");

    fn load(text: &str) -> Result<Self, Vec<BoardFault>> {
        // The tables of the standard board are made once; they depend only on its text.
        static STANDARD: OnceLock<CfBoard> = OnceLock::new();
        if let Some(board) = STANDARD.get().filter(|_| text == Self::STANDARD) {
            return Ok(board.clone());
        }
        let mut faults = Faults::default();
        let root = boardfile::parse(text, &mut faults);
        let mut reader = Reader { faults };
        let board = reader.board(Table::new(root.get_ref(), 0..text.len().min(1)));
        let board = reader.faults.or(board)?;
        if text == Self::STANDARD {
            let _ = STANDARD.set(board.clone());
        }
        Ok(board)
    }
}

/// A value for each colour, filled in while the file is read.
type EachColour<T> = [Option<T>; 4];

/// Reads the file section by section.
struct Reader {
    faults: Faults,
}

impl Reader {
    fn board(&mut self, mut root: Table<'_, '_>) -> Option<CfBoard> {
        root.header(super::INFO.slug, &mut self.faults);
        let name = root.text("name", &mut self.faults);
        let map = root.table("map", &mut self.faults).and_then(|table| self.map(table));
        let squares = map.as_ref().map(|(map, _)| map.as_slice());
        let mut circles: EachColour<(Square, Evidence)> = Default::default();
        for table in root.tables("circles", &mut self.faults) {
            self.circle(table, squares, &mut circles);
        }
        let mut mines: EachColour<(Vec<Square>, Evidence)> = Default::default();
        for table in root.tables("mines", &mut self.faults) {
            self.mines(table, squares, &mut mines);
        }
        let bridges = self.stretches(&mut root, "bridges", squares);
        let lanes = self.stretches(&mut root, "lanes", squares);
        let facts = root.facts(&mut self.faults);
        root.finish(&mut self.faults);
        self.whole(squares, &circles, &mines);
        let (map, map_evidence) = map?;
        if !self.faults.is_empty() {
            return None;
        }
        let circles: [(Square, Evidence); 4] = circles.into_iter().collect::<Option<Vec<_>>>()?.try_into().ok()?;
        let mines: [(Vec<Square>, Evidence); 4] = mines.into_iter().collect::<Option<Vec<_>>>()?.try_into().ok()?;
        let net = Arc::new(Net::new(&map, &circles, &mines));
        Some(CfBoard { name: name?.value, map, map_evidence, circles, mines, bridges, lanes, facts, net })
    }

    fn map(&mut self, mut table: Table<'_, '_>) -> Option<(Vec<Terrain>, Evidence)> {
        let rows = table.texts("rows", &mut self.faults);
        let evidence = table.evidence(&mut self.faults);
        let span = table.span().clone();
        table.finish(&mut self.faults);
        if rows.len() != SIDE {
            let what = format!("the map has {}", kernel::counted(rows.len(), "row", "rows"));
            self.faults.at(&span, what, format!("It has {SIDE} rows of {SIDE} letters."));
        }
        let mut map = Vec::with_capacity(SQUARES);
        for row in &rows {
            self.row(row, &mut map);
        }
        (map.len() == SQUARES && rows.len() == SIDE).then_some((map, evidence.unwrap_or(Evidence::Invented)))
    }

    fn row(&mut self, row: &At<String>, map: &mut Vec<Terrain>) {
        let count = row.value.chars().count();
        if count != SIDE {
            let what = format!("this row has {}", kernel::counted(count, "letter", "letters"));
            self.faults.at(&row.span, what, format!("Every row has {SIDE}."));
        }
        for (offset, letter) in row.value.char_indices() {
            let terrain = Terrain::read(letter);
            if terrain.is_none() {
                let at = row.span.start + 1 + offset;
                let hint = "It is L W @ # or a letter of a waiting area, R O Y G or r o y g.";
                self.faults.at(&(at..at + letter.len_utf8()), format!("`{letter}` is no kind of square"), hint);
            }
            map.extend(terrain);
        }
    }

    fn colour(&mut self, table: &mut Table<'_, '_>) -> Option<At<Colour>> {
        let word = table.text("colour", &mut self.faults)?;
        let colour = Colour::called(&word.value);
        if colour.is_none() {
            let what = format!("`{}` is no colour of this game", word.value);
            self.faults.at(&word.span, what, "It is red, orange, yellow or green.");
        }
        colour.map(|value| At { value, span: word.span })
    }

    /// A square of the map by its name.
    fn square(&mut self, name: &At<String>) -> Option<Square> {
        let square = Square::named(&name.value);
        if square.is_none() {
            let what = format!("there is no square `{}`", name.value);
            self.faults.at(&name.span, what, "Columns are a to z, aa and bb, rows 1 to 28.");
        }
        square
    }

    fn circle(
        &mut self,
        mut table: Table<'_, '_>,
        map: Option<&[Terrain]>,
        circles: &mut EachColour<(Square, Evidence)>,
    ) {
        let colour = self.colour(&mut table);
        let name = table.text("at", &mut self.faults);
        let evidence = table.evidence(&mut self.faults).unwrap_or(Evidence::Invented);
        table.finish(&mut self.faults);
        let (Some(colour), Some(name)) = (colour, name) else { return };
        let Some(square) = self.square(&name) else { return };
        if map.is_some_and(|map| map[square.index()] != Terrain::Circle) {
            self.faults.at(&name.span, format!("the map has no circle on {}", name.value), "Write @ there.");
        }
        if circles.iter().flatten().any(|(other, _)| *other == square) {
            self.faults.at(&name.span, format!("{} is another colour's circle", name.value), "");
        }
        if circles[colour.value.index()].is_some() {
            let what = format!("{} has a circle already", colour.value.word());
            return self.faults.at(&colour.span, what, "Each colour has one.");
        }
        circles[colour.value.index()] = Some((square, evidence));
    }

    fn mines(
        &mut self,
        mut table: Table<'_, '_>,
        map: Option<&[Terrain]>,
        mines: &mut EachColour<(Vec<Square>, Evidence)>,
    ) {
        let colour = self.colour(&mut table);
        let names = table.texts("at", &mut self.faults);
        let evidence = table.evidence(&mut self.faults).unwrap_or(Evidence::Invented);
        let span = table.span().clone();
        table.finish(&mut self.faults);
        let Some(colour) = colour else { return };
        let mut squares: Vec<Square> = Vec::new();
        for name in &names {
            let Some(square) = self.square(name) else { continue };
            if map.is_some_and(|map| map[square.index()] != Terrain::Water) {
                self.faults.at(&name.span, format!("{} is not water", name.value), "Mines lie in the water.");
            }
            if squares.contains(&square) || mines.iter().flatten().any(|(others, _)| others.contains(&square)) {
                self.faults.at(&name.span, format!("{} is named twice", name.value), "A square holds one mine.");
            } else {
                squares.push(square);
            }
        }
        if mines[colour.value.index()].is_some() {
            let what = format!("{} has mines already", colour.value.word());
            return self.faults.at(&colour.span, what, "Name them in one block.");
        }
        if names.len() > MOST_MINES {
            let what = format!("{} has {}", colour.value.word(), kernel::counted(names.len(), "mine", "mines"));
            self.faults.at(&span, what, format!("{MOST_MINES} at most."));
        }
        squares.sort_unstable();
        mines[colour.value.index()] = Some((squares, evidence));
    }

    fn stretches(&mut self, root: &mut Table<'_, '_>, key: &'static str, map: Option<&[Terrain]>) -> Vec<Stretch> {
        let mut stretches = Vec::new();
        for mut table in root.tables(key, &mut self.faults) {
            let name = table.text("name", &mut self.faults);
            let names = table.texts("at", &mut self.faults);
            let evidence = table.evidence(&mut self.faults).unwrap_or(Evidence::Invented);
            table.finish(&mut self.faults);
            let mut squares = Vec::new();
            for name in &names {
                let Some(square) = self.square(name) else { continue };
                let fits = |terrain: Terrain| match key {
                    "bridges" => terrain == Terrain::Land,
                    _ => matches!(terrain, Terrain::Land | Terrain::Water),
                };
                if map.is_some_and(|map| !fits(map[square.index()])) {
                    let hint = if key == "bridges" { "Bridges are land." } else { "Lanes are land or water." };
                    self.faults.at(&name.span, format!("{} cannot be part of it", name.value), hint);
                }
                squares.push(square);
            }
            stretches.extend(name.map(|name| Stretch { name: name.value, squares, evidence }));
        }
        stretches
    }

    /// Checks that need the whole board.
    fn whole(
        &mut self,
        map: Option<&[Terrain]>,
        circles: &EachColour<(Square, Evidence)>,
        mines: &EachColour<(Vec<Square>, Evidence)>,
    ) {
        let (Some(map), true) = (map, self.faults.is_empty()) else { return };
        for colour in COLOURS {
            let word = colour.word();
            if circles[colour.index()].is_none() {
                self.faults.whole(format!("{word} has no circle"), "Add a [[circles]] block.");
            }
            if mines[colour.index()].is_none() {
                self.faults.whole(format!("{word} has no mines"), "Add a [[mines]] block; its list may be empty.");
            }
        }
        let drawn = Square::all().filter(|square| map[square.index()] == Terrain::Circle);
        for square in drawn {
            if !circles.iter().flatten().any(|(circle, _)| *circle == square) {
                let what = format!("the circle on {} belongs to nobody", square.name());
                self.faults.whole(what, "Name it in a [[circles]] block.");
            }
        }
    }
}
