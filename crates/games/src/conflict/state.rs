//! The position: where 48 pieces are, whose throw it is, the dice, the phase.

use super::pacts::Pacts;

pub use super::action::{Action, Mover, Taken, Throw};

/// Squares along one side of the map.
pub const SIDE: usize = 28;
/// Squares of the map, those that are not in play included.
pub const SQUARES: usize = SIDE * SIDE;

crate::colours::colours! {
    /// A colour with its corner, clockwise from the north-west.
    pub enum Colour {
        /// North-west.
        Red = "red",
        /// North-east.
        Orange = "orange",
        /// South-east.
        Yellow = "yellow",
        /// South-west.
        Green = "green",
    }
}

/// All colours, clockwise.
pub const COLOURS: [Colour; 4] = Colour::ALL;

impl Colour {
    /// The colour across the board.
    pub const fn opposite(self) -> Self {
        COLOURS[(self as usize + 2) % 4]
    }

    /// The next colour clockwise.
    pub const fn next(self) -> Self {
        COLOURS[(self as usize + 1) % 4]
    }
}

/// Several colours, as bits.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct ColourSet(pub(super) u8);

impl ColourSet {
    /// None.
    pub const EMPTY: ColourSet = ColourSet(0);

    /// Is the colour among them?
    #[inline]
    pub const fn contains(self, colour: Colour) -> bool {
        self.0 >> colour as u8 & 1 != 0
    }

    /// The same set with this colour added.
    #[must_use]
    pub const fn with(self, colour: Colour) -> Self {
        ColourSet(self.0 | 1 << colour as u8)
    }

    /// The same set without this colour.
    #[must_use]
    pub const fn without(self, colour: Colour) -> Self {
        ColourSet(self.0 & !(1 << colour as u8))
    }

    /// How many.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Are there none?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The colours, clockwise.
    pub fn iter(self) -> impl Iterator<Item = Colour> + Clone + use<> {
        COLOURS.into_iter().filter(move |colour| self.contains(*colour))
    }
}

impl FromIterator<Colour> for ColourSet {
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> Self {
        colours.into_iter().fold(ColourSet::EMPTY, ColourSet::with)
    }
}

/// What a piece is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Two of each colour, over land and water.
    Plane,
    /// Four of each colour, on land.
    Artillery,
    /// The anti-aircraft gun: one of each colour, on land.
    Gun,
    /// Five of each colour, on water.
    Ship,
}

/// All kinds.
pub const KINDS: [Kind; 4] = [Kind::Plane, Kind::Artillery, Kind::Gun, Kind::Ship];

/// Pieces of a colour (CF-5).
pub const PIECES: usize = 12;

/// The first slot of each kind, and one past the last.
const SLOTS: [usize; 5] = [0, 2, 6, 7, PIECES];

impl Kind {
    /// The kind as an index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word in notation and positions.
    pub const fn word(self) -> &'static str {
        ["plane", "art", "gun", "ship"][self as usize]
    }

    /// The word in sentences.
    pub const fn name(self) -> &'static str {
        ["plane", "artillery", "anti-aircraft gun", "ship"][self as usize]
    }

    /// The kind with this word, in any of the ways people write it.
    pub fn called(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "plane" | "p" | "airplane" | "aeroplane" => Some(Kind::Plane),
            "art" | "a" | "artillery" => Some(Kind::Artillery),
            "gun" | "g" | "aa" | "anti-aircraft gun" => Some(Kind::Gun),
            "ship" | "s" | "battleship" => Some(Kind::Ship),
            _ => None,
        }
    }

    /// How many of them a colour has (CF-5).
    pub const fn count(self) -> usize {
        SLOTS[self as usize + 1] - SLOTS[self as usize]
    }

    /// How many of them begin in the reserve (CF-6).
    pub const fn in_reserve(self) -> usize {
        [1, 1, 0, 2][self as usize]
    }

    /// Its slots in a colour's row of pieces.
    #[inline]
    pub const fn slots(self) -> std::ops::Range<usize> {
        SLOTS[self as usize]..SLOTS[self as usize + 1]
    }

    /// The kind of a slot.
    #[inline]
    pub const fn of_slot(slot: usize) -> Self {
        const OF: [Kind; PIECES] = [
            Kind::Plane,
            Kind::Plane,
            Kind::Artillery,
            Kind::Artillery,
            Kind::Artillery,
            Kind::Artillery,
            Kind::Gun,
            Kind::Ship,
            Kind::Ship,
            Kind::Ship,
            Kind::Ship,
            Kind::Ship,
        ];
        OF[slot % PIECES]
    }
}

/// A square of the map, counted by rows from the north-west.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(pub(super) u16);

impl Square {
    /// The square in this column and row.
    pub const fn at(column: usize, row: usize) -> Self {
        Square((row * SIDE + column) as u16)
    }

    /// The square as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column, from the west.
    #[inline]
    pub const fn column(self) -> usize {
        self.0 as usize % SIDE
    }

    /// Its row, from the north.
    #[inline]
    pub const fn row(self) -> usize {
        self.0 as usize / SIDE
    }

    /// All squares.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES as u16).map(Square)
    }

    /// King's steps to another square on an open map.
    #[inline]
    pub fn apart(self, other: Square) -> usize {
        self.column().abs_diff(other.column()).max(self.row().abs_diff(other.row()))
    }

    /// The up to eight squares around it.
    pub fn around(self) -> impl Iterator<Item = Square> + use<> {
        let (x, y) = (self.column() as i32, self.row() as i32);
        let steps = (0..9).filter(|step| *step != 4).map(move |step| (x + step % 3 - 1, y + step / 3 - 1));
        let inside = |at: i32| (0..SIDE as i32).contains(&at);
        steps.filter(move |(x, y)| inside(*x) && inside(*y)).map(|(x, y)| Square::at(x as usize, y as usize))
    }

    /// Its name: a column letter, `a` to `z`, `aa`, `bb`, and the row, counted from 1.
    pub fn name(self) -> String {
        format!("{}{}", column_name(self.column()), self.row() + 1)
    }

    /// The square with this name, ignoring case.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let (letters, digits) = name.split_at(digits);
        let column = (0..SIDE).find(|column| column_name(*column) == letters)?;
        let plain = digits.len() <= 2 && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        let row: usize = digits.parse().ok().filter(|_| plain)?;
        (1..=SIDE).contains(&row).then(|| Square::at(column, row - 1))
    }
}

/// The letters of a column.
pub fn column_name(column: usize) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    if column < 26 { letter.to_string() } else { format!("{letter}{letter}") }
}

/// Where a piece is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// On the map.
    Field(Square),
    /// Waiting in its home field.
    Home,
    /// In the reserve.
    Reserve,
    /// Held by this colour.
    Held(Colour),
}

/// A place as stored: the index of a square, or one of these codes after the last square.
pub(super) const HOME: u16 = SQUARES as u16;
pub(super) const RESERVE: u16 = HOME + 1;
pub(super) const HELD: u16 = HOME + 2;

impl Place {
    #[inline]
    pub(super) const fn code(self) -> u16 {
        match self {
            Place::Field(square) => square.0,
            Place::Home => HOME,
            Place::Reserve => RESERVE,
            Place::Held(colour) => HELD + colour as u16,
        }
    }

    #[inline]
    pub(super) const fn of(code: u16) -> Self {
        match code {
            HOME => Place::Home,
            RESERVE => Place::Reserve,
            _ if code < HOME => Place::Field(Square(code)),
            _ => Place::Held(COLOURS[(code - HELD) as usize % 4]),
        }
    }
}

/// The phase of a match.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Throwing for the first turn (CF-8).
    Opening,
    /// Before a turn's first throw: a pact may be offered or cancelled (CF-39).
    Pact,
    /// A player has been offered a pact and answers (CF-39).
    Answer,
    /// A player is about to throw (CF-9).
    Throw,
    /// A seven: a piece may come from the reserve (CF-26).
    Seven,
    /// The first move of a throw.
    Move,
    /// The second move, with the die that is left.
    Second,
    /// A third double: a piece goes into the reserve (CF-25).
    Forfeit,
    /// Over: one side is left (CF-32).
    Won,
    /// Over: no end in sight (CF-33).
    Drawn,
}

/// A code for no place at all.
pub(super) const NOWHERE: u16 = u16::MAX;

/// A position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// For each colour, where its pieces are; pieces of a kind are in ascending order,
    /// so that equal positions are equal states.
    pub(super) pieces: [[u16; PIECES]; 4],
    /// Throws so far.
    pub(super) throws: u16,
    /// Throws since the last capture, loss or retirement.
    pub(super) quiet: u16,
    /// The square of the piece moved by the first die, or [`NOWHERE`].
    pub(super) moved: u16,
    /// The dice, the higher first; 0 for none yet.
    pub(super) dice: [u8; 2],
    /// The die left for the second move.
    pub(super) die: u8,
    /// Doubles thrown earlier in this turn.
    pub(super) doubles: u8,
    /// Has an action been played since the last throw?
    pub(super) acted: bool,
    /// Whose turn it is.
    pub(super) turn: Colour,
    /// Who has not been retired; when it is over, who has won or shares the draw.
    pub(super) alive: ColourSet,
    /// Opening: who still throws for the first turn.
    pub(super) open: ColourSet,
    /// Opening: what they have thrown, 0 for nothing yet.
    pub(super) first: [u8; 4],
    /// Who has a pact with whom (CF-39).
    pub(super) pacts: Pacts,
    /// Who has been offered a pact and answers now (CF-39).
    pub(super) asked: Option<Colour>,
    /// The phase.
    pub(super) phase: Phase,
}

impl State {
    /// The phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// Who has not been retired.
    pub fn alive(&self) -> ColourSet {
        self.alive
    }

    /// The dice thrown last, the higher first; 0 for none yet.
    pub fn dice(&self) -> [u8; 2] {
        self.dice
    }

    /// How many throws have been made.
    pub fn throws(&self) -> u16 {
        self.throws
    }

    /// Who has a pact with whom (CF-39).
    pub fn pacts(&self) -> Pacts {
        self.pacts
    }

    /// Where the piece in this slot is.
    #[inline]
    pub fn place(&self, colour: Colour, slot: usize) -> Place {
        Place::of(self.pieces[colour.index()][slot % PIECES])
    }

    /// All pieces of a colour: slot, kind, place.
    pub fn pieces(&self, colour: Colour) -> impl Iterator<Item = (usize, Kind, Place)> + use<'_> {
        (0..PIECES).map(move |slot| (slot, Kind::of_slot(slot), self.place(colour, slot)))
    }

    /// How many pieces of this kind are at this place.
    pub fn count(&self, colour: Colour, kind: Kind, place: Place) -> usize {
        let code = place.code();
        self.pieces[colour.index()][kind.slots()].iter().filter(|at| **at == code).count()
    }

    /// The piece on a square.
    pub fn on(&self, square: Square) -> Option<(Colour, usize)> {
        COLOURS.into_iter().find_map(|colour| {
            let slot = self.pieces[colour.index()].iter().position(|at| *at == square.0)?;
            Some((colour, slot))
        })
    }

    /// Are the dice of an earlier throw still shown, with nothing left to play?
    #[inline]
    pub(super) fn dice_lie_idle(&self) -> bool {
        matches!(self.phase, Phase::Opening | Phase::Pact | Phase::Answer | Phase::Throw)
    }

    /// How many pieces of the colour are in the field or in the home field.
    #[inline]
    pub(super) fn ready(&self, colour: Colour) -> usize {
        self.pieces[colour.index()].iter().filter(|at| **at <= HOME).count()
    }

    /// Does the colour have a piece in field, home field or reserve?
    #[inline]
    pub(super) fn has_pieces(&self, colour: Colour) -> bool {
        self.pieces[colour.index()].iter().any(|at| *at <= RESERVE)
    }

    /// Is a piece of the colour in the reserve?
    #[inline]
    pub(super) fn has_reserve(&self, colour: Colour) -> bool {
        self.pieces[colour.index()].contains(&RESERVE)
    }

    /// Moves a piece to another place; the pieces of its kind stay in order.
    #[inline]
    pub(super) fn put(&mut self, colour: Colour, slot: usize, code: u16) {
        let slots = Kind::of_slot(slot).slots();
        let row = &mut self.pieces[colour.index()];
        let mut at = slot;
        while at > slots.start && row[at - 1] > code {
            row[at] = row[at - 1];
            at -= 1;
        }
        while at + 1 < slots.end && row[at + 1] < code {
            row[at] = row[at + 1];
            at += 1;
        }
        row[at] = code;
    }

    /// Moves every piece of a colour that is at one place to another.
    pub(super) fn put_all(&mut self, colour: Colour, from: impl Fn(u16) -> bool, to: u16) {
        for kind in KINDS {
            let row = &mut self.pieces[colour.index()][kind.slots()];
            row.iter_mut().filter(|at| from(**at)).for_each(|at| *at = to);
            row.sort_unstable();
        }
    }

    /// The slot of a piece at this place, of this kind.
    #[inline]
    pub(super) fn slot_at(&self, colour: Colour, kind: Kind, code: u16) -> Option<usize> {
        kind.slots().find(|slot| self.pieces[colour.index()][*slot] == code)
    }
}
