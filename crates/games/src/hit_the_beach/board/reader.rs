//! Reads the board file part by part and lists every fault with its place.

use super::order::Order;
use super::{ALL_DIVISIONS, Harbour, HbBoard, Island, Kind, MOST_CIRCLES, MOST_LINES, MOST_SPACES, Net, Place, Road};
use crate::boardfile::{self, At, Faults, Table};
use crate::hit_the_beach::state::{COLOURS, Colour};
use kernel::scene::Point;
use kernel::{BoardFault, Evidence};
use std::ops::Range;

/// Maximum length of a name.
const LONGEST_NAME: usize = 6;
/// Width and height of a drawing.
const SIZES: std::ops::RangeInclusive<i64> = 200..=4_000;
/// Number of columns and rows for terminals.
const MOST_CELLS: i64 = 64;
/// Maximum number of points of a coast.
const MOST_COAST: usize = 200;
/// Words that mean something else in notation.
const RESERVED: [&str; 15] = [
    "pass", "m", "a", "s", "p", "d", "marine", "army", "ship", "plane", "def", "start", "hand", "defender", "airplane",
];

pub(super) fn load(text: &str) -> Result<HbBoard, Vec<BoardFault>> {
    let mut faults = Faults::default();
    let root = boardfile::parse(text, &mut faults);
    let mut reader = Reader { faults, size: None, places: Vec::new(), cells: Vec::new() };
    let board = reader.board(Table::new(root.get_ref(), 0..text.len().min(1)));
    reader.faults.or(board)
}

/// A beach as read, before the spaces have their numbers.
pub(super) struct Landing {
    pub(super) colour: Colour,
    pub(super) circle: usize,
    pub(super) berths: [Point; 2],
    pub(super) cells: [(u16, u16); 2],
    pub(super) evidence: Evidence,
    pub(super) span: Range<usize>,
}

/// A harbour as read.
struct Home {
    place: usize,
    berths: Point,
    cell: (u16, u16),
}

struct Reader {
    faults: Faults,
    size: Option<(i64, i64)>,
    places: Vec<Place>,
    cells: Vec<(u16, u16)>,
}

/// A line as read, by places in the file.
type Joined = (usize, usize, Evidence);

impl Reader {
    fn board(&mut self, mut root: Table<'_, '_>) -> Option<HbBoard> {
        root.header(crate::hit_the_beach::INFO.slug, &mut self.faults);
        let name = root.text("name", &mut self.faults);
        self.size = self.drawing_size(&mut root);
        let spaces = root.tables("spaces", &mut self.faults);
        if spaces.len() > MOST_SPACES {
            self.faults.whole(format!("there are {} spaces", spaces.len()), format!("At most {MOST_SPACES}."));
        }
        spaces.into_iter().take(MOST_SPACES).for_each(|table| self.space(table));
        let mut homes: [Option<Home>; 4] = Default::default();
        for table in root.tables("starts", &mut self.faults) {
            self.start(table, &mut homes);
        }
        let mut landings = Vec::new();
        for table in root.tables("beaches", &mut self.faults) {
            landings.extend(self.beach(table, &landings));
        }
        let mut marked = Vec::new();
        for table in root.tables("defenders", &mut self.faults) {
            self.defenders(table, &mut marked);
        }
        let mut lines = Vec::new();
        for table in root.tables("lines", &mut self.faults) {
            self.lines(table, &mut lines);
        }
        let islands = root.tables("islands", &mut self.faults);
        let islands = islands.into_iter().filter_map(|table| self.island(table)).collect();
        let facts = root.facts(&mut self.faults);
        root.finish(&mut self.faults);
        self.whole(&homes, &landings, &marked, &lines);
        let size = self.size?;
        if !self.faults.is_empty() {
            return None;
        }
        let order = Order::new(&self.places);
        let places = order.sorted(&self.places);
        let roads: Vec<_> = lines
            .iter()
            .map(|(from, to, evidence)| Road { from: order.of(*from), to: order.of(*to), evidence: *evidence })
            .collect();
        let beaches = order.beaches(landings)?;
        let marked: Vec<_> = marked.iter().map(|(place, evidence)| (order.of(*place), *evidence)).collect();
        let joints = super::joints(places.len(), &roads);
        let net = Net::new(
            &places.iter().map(|place| place.kind).collect::<Vec<_>>(),
            &joints,
            beaches.each_ref().map(|pair| pair.each_ref().map(|beach| beach.circle)),
            marked.iter().fold(0, |set, (circle, _)| set | circle.brown_bit()),
        );
        let [a, b, c, d] = homes.map(|home| {
            home.map(|home| Harbour { circle: order.of(home.place), berths: home.berths, cell: home.cell })
        });
        Some(HbBoard {
            name: name?.value,
            size: (size.0 as f32, size.1 as f32),
            places,
            roads,
            joints,
            harbours: [a?, b?, c?, d?],
            beaches,
            marked,
            islands,
            facts,
            net,
        })
    }

    fn drawing_size(&mut self, root: &mut Table<'_, '_>) -> Option<(i64, i64)> {
        let (width, height, span) = self.pair(root, "size")?;
        let fits = SIZES.contains(&width) && SIZES.contains(&height);
        if !fits {
            let hint = format!("From {} to {} either way.", SIZES.start(), SIZES.end());
            self.faults.at(&span, format!("a drawing of {width} by {height} is not allowed"), hint);
        }
        fits.then_some((width, height))
    }

    /// Two whole numbers.
    fn pair(&mut self, table: &mut Table<'_, '_>, key: &'static str) -> Option<(i64, i64, Range<usize>)> {
        let numbers = table.numbers(key, &mut self.faults)?;
        if let [a, b] = numbers.as_slice() {
            return Some((a.value, b.value, a.span.start..b.span.end));
        }
        let span = match (numbers.first(), numbers.last()) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => table.span().clone(),
        };
        self.faults.at(&span, format!("`{key}` is two numbers"), format!("Write {key} = [3, 4]."));
        None
    }

    /// A point of the drawing.
    fn point(&mut self, table: &mut Table<'_, '_>, key: &'static str) -> Option<Point> {
        let (x, y, span) = self.pair(table, key)?;
        if let Some((width, height)) = self.size
            && !((0..=width).contains(&x) && (0..=height).contains(&y))
        {
            let hint = format!("It is {width} wide and {height} high.");
            self.faults.at(&span, format!("{x}, {y} lies outside the drawing"), hint);
        }
        Some((x as f32, y as f32))
    }

    /// Columns and rows for terminals, `count` of them in a row; each is used once.
    fn cell(&mut self, table: &mut Table<'_, '_>, key: &'static str, count: i64) -> Option<(u16, u16)> {
        let (column, row, span) = self.pair(table, key)?;
        if !(0..=MOST_CELLS - count).contains(&column) || !(0..MOST_CELLS).contains(&row) {
            let hint = format!("Columns and rows are 0 to {}.", MOST_CELLS - 1);
            self.faults.at(&span, format!("there is no cell {column}, {row}"), hint);
            return None;
        }
        for column in column..column + count {
            let cell = (column as u16, row as u16);
            if self.cells.contains(&cell) {
                let what = format!("the cell {column}, {row} is already used");
                self.faults.at(&span, what, "Every place needs its own cell.");
                break;
            }
            self.cells.push(cell);
        }
        Some((column as u16, row as u16))
    }

    fn name(&mut self, table: &mut Table<'_, '_>) -> Option<String> {
        let name = table.text("name", &mut self.faults)?;
        let plain = name.value.chars().all(|letter| letter.is_ascii_alphanumeric());
        let begins = name.value.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if !plain || !begins || name.value.len() > LONGEST_NAME {
            let hint = format!("Up to {LONGEST_NAME} letters and digits, a letter first.");
            self.faults.at(&name.span, format!("`{}` cannot be a name", name.value), hint);
        } else if RESERVED.iter().any(|word| word.eq_ignore_ascii_case(&name.value)) {
            let what = format!("`{}` means something else where moves are written", name.value);
            self.faults.at(&name.span, what, "Choose another name.");
        } else if self.places.iter().any(|place| place.name.eq_ignore_ascii_case(&name.value)) {
            self.faults.at(
                &name.span,
                format!("{} is named twice", name.value),
                "Names must differ in more than case.",
            );
        }
        Some(name.value)
    }

    fn kind(&mut self, table: &mut Table<'_, '_>) -> Option<Kind> {
        let word = table.text("kind", &mut self.faults)?;
        let kind = match word.value.as_str() {
            "sea" => Kind::Sea,
            "land" => Kind::Land,
            "atoll" => Kind::Atoll,
            "objective" => Kind::Objective,
            other => {
                let what = format!("`{other}` is not a kind of space");
                self.faults.at(&word.span, what, "It is sea, land, atoll or objective.");
                return None;
            }
        };
        if kind == Kind::Objective && self.places.iter().any(|place| place.kind == kind) {
            self.faults.at(&word.span, "there is already an objective", "A board has one.");
        }
        Some(kind)
    }

    fn colour(&mut self, table: &mut Table<'_, '_>) -> Option<At<Colour>> {
        let word = table.text("colour", &mut self.faults)?;
        let colour = Colour::called(&word.value);
        if colour.is_none() {
            let what = format!("`{}` is not a colour of this game", word.value);
            self.faults.at(&word.span, what, "It is red, green, black or blue.");
        }
        colour.map(|value| At { value, span: word.span })
    }

    /// The space of this name, which must be listed before.
    fn known(&mut self, name: &At<String>) -> Option<usize> {
        let found = self.places.iter().position(|place| place.name.eq_ignore_ascii_case(&name.value));
        if found.is_none() {
            self.faults.at(&name.span, format!("there is no space `{}`", name.value), "Name it under spaces first.");
        }
        found
    }

    fn space(&mut self, mut table: Table<'_, '_>) {
        let name = self.name(&mut table);
        let kind = self.kind(&mut table);
        let at = self.point(&mut table, "at");
        let cell = self.cell(&mut table, "cell", 1);
        let evidence = table.evidence(&mut self.faults);
        table.finish(&mut self.faults);
        let Some(name) = name else { return };
        self.places.push(Place {
            name,
            kind: kind.unwrap_or(Kind::Sea),
            at: at.unwrap_or_default(),
            cell: cell.unwrap_or_default(),
            evidence: evidence.unwrap_or(Evidence::Invented),
        });
    }

    fn start(&mut self, mut table: Table<'_, '_>, homes: &mut [Option<Home>; 4]) {
        let name = self.name(&mut table);
        let colour = self.colour(&mut table);
        let at = self.point(&mut table, "at");
        let cell = self.cell(&mut table, "cell", 1);
        let berths = self.point(&mut table, "berths");
        let berth_cell = self.cell(&mut table, "berth_cell", 6);
        let evidence = table.evidence(&mut self.faults);
        table.finish(&mut self.faults);
        let (Some(name), Some(colour)) = (name, colour) else { return };
        if homes[colour.value.index()].is_some() {
            let what = format!("{} already has a start circle", colour.value.word());
            return self.faults.at(&colour.span, what, "Each colour has one.");
        }
        homes[colour.value.index()] = Some(Home {
            place: self.places.len(),
            berths: berths.unwrap_or_default(),
            cell: berth_cell.unwrap_or_default(),
        });
        self.places.push(Place {
            name,
            kind: Kind::Start(colour.value),
            at: at.unwrap_or_default(),
            cell: cell.unwrap_or_default(),
            evidence: evidence.unwrap_or(Evidence::Invented),
        });
    }

    fn beach(&mut self, mut table: Table<'_, '_>, landings: &[Landing]) -> Option<Landing> {
        let name = table.text("circle", &mut self.faults);
        let colour = self.colour(&mut table);
        let ship = self.point(&mut table, "ship");
        let ship_cell = self.cell(&mut table, "ship_cell", 1);
        let plane = self.point(&mut table, "plane");
        let plane_cell = self.cell(&mut table, "plane_cell", 1);
        let evidence = table.evidence(&mut self.faults);
        let span = table.span().clone();
        table.finish(&mut self.faults);
        let (name, colour) = (name?, colour?);
        let circle = self.known(&name)?;
        if self.places[circle].kind != Kind::Land {
            let what = format!("{} is not a brown circle on an island", name.value);
            self.faults.at(&name.span, what, "A beach has one.");
        }
        if landings.iter().any(|landing| landing.circle == circle) {
            self.faults.at(&name.span, format!("{} is already a beach", name.value), "");
        }
        if landings.iter().filter(|landing| landing.colour == colour.value).count() == 2 {
            let what = format!("{} already has two beaches", colour.value.word());
            self.faults.at(&colour.span, what, "Each colour has two.");
        }
        Some(Landing {
            colour: colour.value,
            circle,
            berths: [ship.unwrap_or_default(), plane.unwrap_or_default()],
            cells: [ship_cell.unwrap_or_default(), plane_cell.unwrap_or_default()],
            evidence: evidence.unwrap_or(Evidence::Invented),
            span,
        })
    }

    fn defenders(&mut self, mut table: Table<'_, '_>, marked: &mut Vec<(usize, Evidence)>) {
        let names = table.texts("at", &mut self.faults);
        let evidence = table.evidence(&mut self.faults).unwrap_or(Evidence::Invented);
        table.finish(&mut self.faults);
        for name in names {
            let Some(place) = self.known(&name) else { continue };
            if !self.places[place].kind.is_brown() {
                let what = format!("{} is not a brown circle", name.value);
                self.faults.at(&name.span, what, "Defenders stand on brown circles.");
            } else if marked.iter().any(|(known, _)| *known == place) {
                self.faults.at(&name.span, format!("{} already has a defender", name.value), "");
            } else {
                marked.push((place, evidence));
            }
        }
    }

    fn lines(&mut self, mut table: Table<'_, '_>, lines: &mut Vec<Joined>) {
        let names = table.texts("along", &mut self.faults);
        let evidence = table.evidence(&mut self.faults).unwrap_or(Evidence::Invented);
        let span = table.span().clone();
        table.finish(&mut self.faults);
        if names.len() < 2 {
            return self.faults.at(&span, "a line joins two spaces or more", "Write along = [\"R1\", \"R2\"].");
        }
        let known: Vec<_> = names.iter().map(|name| self.known(name)).collect();
        for (pair, name) in known.windows(2).zip(&names[1..]) {
            let [Some(from), Some(to)] = *pair else { continue };
            let ends = |line: &Joined| (line.0 == from && line.1 == to) || (line.0 == to && line.1 == from);
            if from == to {
                self.faults.at(&name.span, format!("a line from {} to itself", name.value), "");
            } else if lines.iter().any(ends) {
                let what = format!("{} and {} are already joined", self.places[from].name, self.places[to].name);
                self.faults.at(&name.span, what, "Only one line may join two spaces.");
            } else if let Some(full) = [from, to].into_iter().find(|place| crowded(lines, *place)) {
                let what = format!("{} already has {MOST_LINES} lines", self.places[full].name);
                self.faults.at(&name.span, what, format!("At most {MOST_LINES} lines meet."));
            } else {
                lines.push((from, to, evidence));
            }
        }
    }

    fn island(&mut self, mut table: Table<'_, '_>) -> Option<Island> {
        let name = table.text("name", &mut self.faults);
        let coast = table.numbers("coast", &mut self.faults);
        let evidence = table.evidence(&mut self.faults);
        let span = table.span().clone();
        table.finish(&mut self.faults);
        let coast = coast?;
        if coast.len() % 2 != 0 || !(6..=2 * MOST_COAST).contains(&coast.len()) {
            let hint = format!("From 3 to {MOST_COAST} points, two numbers each.");
            self.faults.at(&span, "this coast is not a list of points", hint);
        }
        if let Some((width, height)) = self.size {
            for pair in coast.chunks_exact(2) {
                if !((0..=width).contains(&pair[0].value) && (0..=height).contains(&pair[1].value)) {
                    let what = format!("{}, {} lies outside the drawing", pair[0].value, pair[1].value);
                    self.faults.at(&(pair[0].span.start..pair[1].span.end), what, "");
                }
            }
        }
        let points = coast.chunks_exact(2).map(|pair| (pair[0].value as f32, pair[1].value as f32)).collect();
        Some(Island { name: name?.value, coast: points, evidence: evidence.unwrap_or(Evidence::Invented) })
    }

    /// Checks that need the whole board.
    fn whole(
        &mut self,
        homes: &[Option<Home>; 4],
        landings: &[Landing],
        marked: &[(usize, Evidence)],
        lines: &[Joined],
    ) {
        if !self.faults.is_empty() {
            return;
        }
        for landing in landings.iter().filter(|landing| !marked.iter().any(|(place, _)| *place == landing.circle)) {
            let what = format!("the beach {} has no defender", self.places[landing.circle].name);
            self.faults.at(&landing.span, what, "Name its circle under defenders.");
        }
        for colour in COLOURS {
            if homes[colour.index()].is_none() {
                self.faults.whole(format!("{} has no start circle", colour.word()), "Add it under starts.");
            }
            let beaches = landings.iter().filter(|landing| landing.colour == colour).count();
            if beaches != 2 {
                self.faults.whole(format!("{} has {beaches} beaches", colour.word()), "Each colour has two.");
            }
        }
        let brown = self.places.iter().filter(|place| place.kind.is_brown()).count();
        if brown > MOST_CIRCLES {
            self.faults.whole(format!("there are {brown} brown circles"), format!("At most {MOST_CIRCLES}."));
        }
        if self.places.len() > MOST_SPACES {
            self.faults.whole(format!("there are {} spaces", self.places.len()), format!("At most {MOST_SPACES}."));
        }
        let needed = marked.len() + ALL_DIVISIONS;
        let inland = brown.saturating_sub(landings.len());
        if inland < needed {
            let what =
                format!("only {} not on a beach", kernel::counted(inland, "brown circle is", "brown circles are"));
            self.faults.whole(what, {
                let defenders = kernel::counted(marked.len(), "defender", "defenders");
                format!("With {defenders} at least {needed} are needed.")
            });
        }
        self.ways(lines);
    }

    /// Checks that a way leads from every start circle to the objective.
    fn ways(&mut self, lines: &[Joined]) {
        let Some(objective) = self.places.iter().position(|place| place.kind == Kind::Objective) else {
            return self.faults.whole("there is no objective", "Add a space of that kind.");
        };
        let mut reached = vec![objective];
        let mut at = 0;
        while at < reached.len() {
            let here = reached[at];
            at += 1;
            // No move crosses a start circle, so no way leads through one.
            if matches!(self.places[here].kind, Kind::Start(_)) {
                continue;
            }
            for (from, to, _) in lines {
                let next = if *from == here { *to } else { *from };
                if (*from == here || *to == here) && !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
        for (index, place) in self.places.iter().enumerate() {
            if let Kind::Start(colour) = place.kind
                && !reached.contains(&index)
            {
                let what = format!("no way leads from {} to the objective", place.name);
                self.faults.whole(what, format!("Join the start circle of {}.", colour.word()));
            }
        }
    }
}

fn crowded(lines: &[Joined], place: usize) -> bool {
    lines.iter().filter(|line| line.0 == place || line.1 == place).count() == MOST_LINES
}
