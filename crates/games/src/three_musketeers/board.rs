//! The board: `board.toml` read and checked, then compiled into bits.
//!
//! A point is a bit of a `u128`; rows are eleven bits apart, so a board may have
//! up to eleven files and eleven ranks. Roads join points one step apart, and
//! each of the eight directions has masks of the points a road leaves from.

use crate::boardfile::{self, At, Faults, Table};
use kernel::scene::Fact;
use kernel::{Board, BoardFault, Evidence};
use std::collections::BTreeMap;
use std::ops::Range;

/// The highest number of files and ranks.
pub const SIDE: usize = 11;

/// A set of points.
pub type Points = u128;

/// A point: its row from the castle's back row, its column from the left.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(pub u8);

impl Point {
    fn new(column: usize, row: usize) -> Self {
        Point((row * SIDE + column) as u8)
    }

    /// The column, 0 at the left.
    pub fn column(self) -> usize {
        usize::from(self.0) % SIDE
    }

    /// The row, 0 at the castle's back.
    pub fn row(self) -> usize {
        usize::from(self.0) / SIDE
    }

    /// The set of just this point.
    pub fn bit(self) -> Points {
        1 << self.0
    }
}

/// The points of a set, in order.
pub fn points_of(mut set: Points) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let point = Point(set.trailing_zeros() as u8);
            set &= set - 1;
            point
        })
    })
}

/// A direction as the difference of two bit numbers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Direction {
    /// Columns to the right.
    pub dx: i8,
    /// Rows away from the castle.
    pub dy: i8,
}

/// Forward, forward-left, forward-right, left, right, and the three back.
pub const DIRECTIONS: [Direction; 8] = [
    Direction { dx: 0, dy: -1 },
    Direction { dx: -1, dy: -1 },
    Direction { dx: 1, dy: -1 },
    Direction { dx: -1, dy: 0 },
    Direction { dx: 1, dy: 0 },
    Direction { dx: -1, dy: 1 },
    Direction { dx: 1, dy: 1 },
    Direction { dx: 0, dy: 1 },
];

/// The first three of [`DIRECTIONS`] lead forward.
pub const FORWARD: Range<usize> = 0..3;
/// The next two lead sideways.
pub const SIDEWAYS: Range<usize> = 3..5;

impl Direction {
    /// How far bits move in this direction; negative towards the castle.
    pub const fn step(self) -> i32 {
        self.dy as i32 * SIDE as i32 + self.dx as i32
    }
}

/// The set moved by `steps` bits; points outside the board are lost.
#[inline(always)]
pub fn shift(set: Points, steps: i32) -> Points {
    if steps >= 0 { set << steps } else { set >> -steps }
}

/// The kind of a road.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RoadKind {
    /// Forward for the attack, any way for the musketeers.
    Blue,
    /// Blue, and sideways for the attack as well.
    Wide,
    /// For the musketeers only.
    Green,
}

impl RoadKind {
    /// The word in the file.
    pub fn word(self) -> &'static str {
        match self {
            RoadKind::Blue => "blue",
            RoadKind::Wide => "wide",
            RoadKind::Green => "green",
        }
    }
}

/// A piece of road between two neighbouring points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Road {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// Its kind.
    pub kind: RoadKind,
    /// The number of a wide road.
    pub number: Option<u8>,
    /// How we know it.
    pub evidence: Evidence,
}

/// A board, read and checked.
#[derive(Clone, PartialEq, Debug)]
pub struct TmBoard {
    /// Its name in the file.
    pub name: String,
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// Every point with its evidence.
    pub points: BTreeMap<Point, Evidence>,
    /// Every piece of road.
    pub roads: Vec<Road>,
    /// How we know where the musketeers begin.
    pub start_evidence: Evidence,
    /// Other statements about the board, with their evidence.
    pub facts: Vec<Fact>,
    /// The tables of the engine.
    pub net: Net,
}

/// The board as bits.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Net {
    /// All points.
    pub all: Points,
    /// The castle.
    pub castle: Points,
    /// Where the musketeers begin.
    pub musketeers: Points,
    /// For each direction: the points from which an attacker may go that way.
    pub attack_from: [Points; 8],
    /// For each direction: the points from which a musketeer may go that way.
    pub road_from: [Points; 8],
    /// For each direction: the points from which two roads lead straight on.
    pub jump_from: [Points; 8],
    /// Points that a wide road touches.
    pub wide: Points,
}

impl Net {
    fn add(&mut self, road: &Road) {
        for (from, to) in [(road.from, road.to), (road.to, road.from)] {
            let Some(way) = direction_between(from, to) else { continue };
            self.road_from[way] |= from.bit();
            let attack = match road.kind {
                RoadKind::Green => false,
                RoadKind::Blue => FORWARD.contains(&way),
                RoadKind::Wide => FORWARD.contains(&way) || SIDEWAYS.contains(&way),
            };
            if attack {
                self.attack_from[way] |= from.bit();
            }
            if road.kind == RoadKind::Wide {
                self.wide |= from.bit();
            }
        }
    }

    fn join_jumps(&mut self) {
        for (way, direction) in DIRECTIONS.iter().enumerate() {
            let from = self.road_from[way];
            self.jump_from[way] = from & shift(from, -direction.step());
        }
    }

    /// The field: every point that is not castle.
    pub fn field(&self) -> Points {
        self.all & !self.castle
    }
}

/// The index into [`DIRECTIONS`] that leads from one point to a neighbour.
pub fn direction_between(from: Point, to: Point) -> Option<usize> {
    let dx = to.column() as i32 - from.column() as i32;
    let dy = to.row() as i32 - from.row() as i32;
    DIRECTIONS.iter().position(|d| (i32::from(d.dx), i32::from(d.dy)) == (dx, dy))
}

impl TmBoard {
    /// The name of a point, such as `d6`.
    pub fn name_of(&self, point: Point) -> String {
        let file = (b'a' + point.column() as u8) as char;
        format!("{file}{}", self.ranks - point.row().min(self.ranks))
    }

    /// The point with this name, if the board has it.
    pub fn point(&self, name: &str) -> Option<Point> {
        let point = grid_point(name, self.files, self.ranks)?;
        self.points.contains_key(&point).then_some(point)
    }

    /// The road between two points.
    pub fn road(&self, a: Point, b: Point) -> Option<&Road> {
        self.roads.iter().find(|road| (road.from, road.to) == (a, b) || (road.to, road.from) == (a, b))
    }
}

fn grid_point(name: &str, files: usize, ranks: usize) -> Option<Point> {
    let mut letters = name.chars();
    let column = (letters.next()?.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
    let digits = letters.as_str();
    if digits.starts_with('+') {
        return None;
    }
    let rank: usize = digits.parse().ok()?;
    (column < files && (1..=ranks).contains(&rank)).then(|| Point::new(column, ranks - rank))
}

impl Board for TmBoard {
    const STANDARD: &'static str = include_str!("board.toml");

    fn load(text: &str) -> Result<Self, Vec<BoardFault>> {
        let mut faults = Faults::default();
        let root = boardfile::parse(text, &mut faults);
        let mut reader = Reader { faults, files: 0, ranks: 0, points: BTreeMap::new(), castle: 0, unsure: false };
        let board = reader.board(Table::new(root.get_ref(), 0..text.len().min(1)));
        reader.faults.or(board)
    }
}

/// Reads the file section by section.
struct Reader {
    faults: Faults,
    files: usize,
    ranks: usize,
    points: BTreeMap<Point, Evidence>,
    castle: Points,
    /// A fault leaves open which points there are; faults that would only follow
    /// from it are not reported.
    unsure: bool,
}

impl Reader {
    fn grid_known(&self) -> bool {
        self.files > 0 && self.ranks > 0
    }

    fn board(&mut self, mut root: Table<'_, '_>) -> Option<TmBoard> {
        root.header(super::INFO.slug, &mut self.faults);
        let name = root.text("name", &mut self.faults);
        self.grid(&mut root);
        for table in root.tables("points", &mut self.faults) {
            self.points(table);
        }
        let start = root.table("musketeers", &mut self.faults).and_then(|table| self.musketeers(table));
        let mut roads: Vec<Road> = Vec::new();
        for table in root.tables("roads", &mut self.faults) {
            self.roads(table, &mut roads);
        }
        let facts = root.facts(&mut self.faults);
        root.finish(&mut self.faults);
        self.whole(&roads);
        let (musketeers, start_evidence) = start?;
        let mut net = Net { castle: self.castle, musketeers, ..Net::default() };
        net.all = self.points.keys().fold(0, |set, point| set | point.bit());
        roads.iter().for_each(|road| net.add(road));
        net.join_jumps();
        Some(TmBoard {
            name: name?.value,
            files: self.files,
            ranks: self.ranks,
            points: std::mem::take(&mut self.points),
            roads,
            start_evidence,
            facts,
            net,
        })
    }

    fn grid(&mut self, root: &mut Table<'_, '_>) {
        if let Some(files) = root.text("files", &mut self.faults) {
            let count = files.value.len();
            let alphabet: String = (b'a'..).map(char::from).take(count.min(SIDE)).collect();
            let fits = count > 0 && files.value == alphabet;
            if !fits {
                self.faults.at(
                    &files.span,
                    "the files are not letters in order from a",
                    "Up to eleven: \"abcdefghijk\".",
                );
            }
            self.files = if fits { alphabet.len() } else { 0 };
        }
        if let Some(ranks) = root.number("ranks", &mut self.faults) {
            match usize::try_from(ranks.value) {
                Ok(count @ 1..=SIDE) => self.ranks = count,
                _ => {
                    self.faults.at(&ranks.span, format!("a board cannot have {} ranks", ranks.value), "It has 1 to 11.")
                }
            }
        }
    }

    fn points(&mut self, mut table: Table<'_, '_>) {
        let rank = table.number("rank", &mut self.faults);
        let files = table.text("files", &mut self.faults);
        let area = table.text("area", &mut self.faults);
        let evidence = table.evidence(&mut self.faults);
        table.finish(&mut self.faults);
        let castle = area.as_ref().is_some_and(|area| area.value == "castle");
        if let Some(area) = area.filter(|area| !["castle", "field"].contains(&area.value.as_str())) {
            self.faults.at(&area.span, format!("`{}` is no area", area.value), "It is castle or field.");
            self.unsure = true;
        }
        let (Some(rank), Some(files), true) = (rank, files, self.grid_known()) else {
            self.unsure = true;
            return;
        };
        // A point with a mistake in its evidence is still a point.
        let evidence = evidence.unwrap_or(Evidence::Invented);
        for (offset, file) in files.value.char_indices() {
            let name = format!("{file}{}", rank.value);
            let span = files.span.start + 1 + offset..files.span.start + 1 + offset + file.len_utf8();
            match grid_point(&name, self.files, self.ranks) {
                None => self.faults.at(&span, format!("{name} lies outside the board"), ""),
                Some(point) if self.points.insert(point, evidence).is_some() => {
                    self.faults.at(&span, format!("{name} is named twice"), "Name each point once.");
                }
                Some(point) if castle => self.castle |= point.bit(),
                Some(_) => {}
            }
        }
    }

    fn musketeers(&mut self, mut table: Table<'_, '_>) -> Option<(Points, Evidence)> {
        let names = table.texts("start", &mut self.faults);
        let evidence = table.evidence(&mut self.faults);
        let span = table.span().clone();
        table.finish(&mut self.faults);
        let mut start = 0;
        let mut unknown = false;
        for name in &names {
            let Some(point) = self.known(name) else {
                unknown = true;
                continue;
            };
            if self.castle & point.bit() == 0 && !self.unsure {
                self.faults.at(
                    &name.span,
                    format!("{} is not in the castle", name.value),
                    "Musketeers begin inside it.",
                );
            }
            start |= point.bit();
        }
        if unknown {
            return None;
        }
        if names.len() != 3 || start.count_ones() != 3 {
            self.faults.at(&span, "three musketeers begin on three different points", "Name three points.");
            return None;
        }
        Some((start, evidence?))
    }

    fn roads(&mut self, mut table: Table<'_, '_>, roads: &mut Vec<Road>) {
        let kind = table.text("kind", &mut self.faults);
        let along = table.texts("along", &mut self.faults);
        let number = table.number_if("number", &mut self.faults);
        let evidence = table.evidence(&mut self.faults);
        table.finish(&mut self.faults);
        let (Some(kind), Some(evidence)) = (kind, evidence) else { return };
        let known = [RoadKind::Blue, RoadKind::Wide, RoadKind::Green];
        let Some(kind_found) = known.into_iter().find(|known| known.word() == kind.value) else {
            return self.faults.at(
                &kind.span,
                format!("`{}` is no kind of road", kind.value),
                "It is blue, wide or green.",
            );
        };
        let number = number.and_then(|number| match u8::try_from(number.value) {
            Ok(number @ 1..=99) => Some(number),
            _ => {
                self.faults.at(&number.span, "a road's number is from 1 to 99", "");
                None
            }
        });
        for chain in &along {
            for (from, to) in self.chain(chain) {
                let road = Road { from, to, kind: kind_found, number, evidence };
                self.road(chain, road, roads);
            }
        }
    }

    /// The pairs of points that a chain such as `a7-b7-c7` joins.
    fn chain(&mut self, chain: &At<String>) -> Vec<(Point, Point)> {
        let mut offset = chain.span.start + 1;
        let mut points = Vec::new();
        for name in chain.value.split('-') {
            let at = At { value: name.to_owned(), span: offset..offset + name.len() };
            offset += name.len() + 1;
            points.push(self.known(&at));
        }
        if points.len() < 2 {
            self.faults.at(&chain.span, "a road joins at least two points", "Write it as a7-b7-c7.");
        }
        points.windows(2).filter_map(|pair| pair[0].zip(pair[1])).collect()
    }

    fn road(&mut self, chain: &At<String>, road: Road, roads: &mut Vec<Road>) {
        let name = format!("{}-{}", self.name(road.from), self.name(road.to));
        if direction_between(road.from, road.to).is_none() {
            return self.faults.at(&chain.span, format!("{name} is not one step"), "Name every point on the way.");
        }
        let same = |other: &&Road| {
            (other.from, other.to) == (road.from, road.to) || (other.to, other.from) == (road.from, road.to)
        };
        if roads.iter().find(same).is_some() {
            return self.faults.at(&chain.span, format!("{name} is drawn twice"), "Draw each road once.");
        }
        roads.push(road);
    }

    fn known(&mut self, name: &At<String>) -> Option<Point> {
        let point = grid_point(&name.value, self.files, self.ranks).filter(|point| self.points.contains_key(point));
        if point.is_none() && !self.unsure {
            self.faults.at(
                &name.span,
                format!("`{}` is not a point of this board", name.value),
                "Name it under [[points]] first.",
            );
        }
        point
    }

    fn name(&self, point: Point) -> String {
        let file = (b'a' + point.column() as u8) as char;
        format!("{file}{}", self.ranks - point.row())
    }

    /// Checks that need the whole board.
    fn whole(&mut self, roads: &[Road]) {
        if !self.faults.is_empty() {
            return;
        }
        let field = self.points.len() as u32 - self.castle.count_ones();
        if self.castle.count_ones() < 4 {
            self.faults.whole("the castle has fewer than four points", "Three musketeers and a way in need four.");
        }
        if field < self.castle.count_ones() {
            self.faults.whole(
                format!("the field has {}, fewer than the castle", kernel::counted(field, "point", "points")),
                "The attack must have at least as many men as there are castle points.",
            );
        }
        let unjoined: Vec<String> = self
            .points
            .keys()
            .filter(|point| !roads.iter().any(|road| road.from == **point || road.to == **point))
            .map(|point| self.name(*point))
            .collect();
        if !unjoined.is_empty() {
            self.faults
                .whole(format!("no road leads to {}", unjoined.join(", ")), "Join it by a road or leave it out.");
        }
    }
}
