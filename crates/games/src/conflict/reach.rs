//! Sets of squares as bits, and tables of all moves without enemies.
//!
//! A [`Field`] is a set of squares of the whole map, a [`Window`] a set of the squares
//! around a piece: no move leads farther than six squares. The geometry of paths on empty
//! ground (CF-11, CF-12) and around mines (CF-21) belongs here; enemies belong in `path_search`.

use super::path_search::PathSearch;
use super::state::{SIDE, SQUARES, Square};

/// The farthest a die goes.
pub(super) const FAR: usize = 6;
/// The middle row and column of a window.
pub(super) const MIDDLE: usize = 7;
/// The bits of a row of a window that are within reach.
const INSIDE: u16 = 0b0011_1111_1111_1110;

/// Squares around a piece: row `i`, bit `j` is the square `i - 7` rows down and `j - 7`
/// columns right of it. Rows and bits 1 to 13 are used; a rim of zeros makes shifts safe.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Window(pub(super) [u16; 16]);

impl Window {
    pub(super) const EMPTY: Window = Window([0; 16]);

    /// The four quarters as words, for counting.
    #[inline(always)]
    fn words(&self) -> [u64; 4] {
        let word = |at: usize| {
            u64::from(self.0[at])
                | u64::from(self.0[at + 1]) << 16
                | u64::from(self.0[at + 2]) << 32
                | u64::from(self.0[at + 3]) << 48
        };
        [word(0), word(4), word(8), word(12)]
    }

    #[inline(always)]
    pub(super) fn and(&self, other: &Window) -> Window {
        let mut rows = self.0;
        rows.iter_mut().zip(other.0).for_each(|(row, other)| *row &= other);
        Window(rows)
    }

    #[inline(always)]
    pub(super) fn or(&self, other: &Window) -> Window {
        let mut rows = self.0;
        rows.iter_mut().zip(other.0).for_each(|(row, other)| *row |= other);
        Window(rows)
    }

    #[inline(always)]
    pub(super) fn without(&self, other: &Window) -> Window {
        let mut rows = self.0;
        rows.iter_mut().zip(other.0).for_each(|(row, other)| *row &= !other);
        Window(rows)
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        let words = self.words();
        words[0] | words[1] | words[2] | words[3] == 0
    }

    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    pub(super) fn has(&self, row: usize, column: usize) -> bool {
        self.0[row & 15] >> column & 1 != 0
    }

    #[inline(always)]
    pub(super) fn set(&mut self, row: usize, column: usize) {
        self.0[row & 15] |= 1 << column;
    }

    #[inline(always)]
    pub(super) fn clear(&mut self, row: usize, column: usize) {
        self.0[row & 15] &= !(1 << column);
    }

    /// Row and column of every square in it.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let rows = self.0;
        (0..16).flat_map(move |row| {
            let mut bits = rows[row];
            std::iter::from_fn(move || {
                let column = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some((row, column))
            })
        })
    }

    /// Row and column of the square with this number, counted as [`Window::iter`] goes.
    #[inline]
    pub(super) fn nth(&self, mut number: u32) -> Option<(usize, usize)> {
        for (row, bits) in self.0.iter().enumerate() {
            let count = bits.count_ones();
            if number < count {
                let mut bits = *bits;
                (0..number).for_each(|_| bits &= bits - 1);
                return Some((row, bits.trailing_zeros() as usize));
            }
            number -= count;
        }
        None
    }

    /// Everything within one king's step, itself included.
    #[inline(always)]
    pub(super) fn spread(&self) -> Window {
        let mut wide = [0u16; 16];
        wide.iter_mut().zip(self.0).for_each(|(wide, row)| *wide = row | row << 1 | row >> 1);
        let mut rows = [0u16; 16];
        for row in 1..15 {
            rows[row] = wide[row - 1] | wide[row] | wide[row + 1];
        }
        Window(rows)
    }
}

/// The square at a row and column of the window around `middle`, which must be on the map.
#[inline(always)]
pub(super) fn square_at(middle: Square, row: usize, column: usize) -> Square {
    let index = middle.index() + row * SIDE + column - MIDDLE * SIDE - MIDDLE;
    Square(index as u16)
}

/// Row and column of a square in the window around `middle`, if it is inside.
#[inline]
pub(super) fn place_in(middle: Square, square: Square) -> Option<(usize, usize)> {
    (middle.apart(square) <= FAR).then(|| {
        let (row, column) = (square.row() + MIDDLE - middle.row(), square.column() + MIDDLE - middle.column());
        (row, column)
    })
}

/// A set of squares of the map; rows and columns have a rim of seven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Field([u64; SIDE + 2 * MIDDLE + 2]);

impl Field {
    pub(super) const EMPTY: Field = Field([0; SIDE + 2 * MIDDLE + 2]);

    #[inline(always)]
    pub(super) fn set(&mut self, square: Square) {
        self.0[square.row() + MIDDLE] |= 1 << (square.column() + MIDDLE);
    }

    #[inline(always)]
    pub(super) fn has(&self, square: Square) -> bool {
        self.0[square.row() + MIDDLE] >> (square.column() + MIDDLE) & 1 != 0
    }

    /// The part around a square.
    #[inline(always)]
    pub(super) fn around(&self, middle: Square) -> Window {
        let (top, left) = (middle.row(), middle.column());
        let mut rows = [0u16; 16];
        for (row, bits) in rows.iter_mut().zip(&self.0[top..top + 16]) {
            *row = (bits >> left) as u16 & INSIDE;
        }
        (rows[0], rows[14], rows[15]) = (0, 0, 0);
        Window(rows)
    }
}

impl FromIterator<Square> for Field {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut field = Field::EMPTY;
        squares.into_iter().for_each(|square| field.set(square));
        field
    }
}

/// The squares that can be reached from the middle of a window in at most `steps` steps over
/// `pass`; `stops` can be entered but not passed. The middle itself is not included.
#[inline]
pub(super) fn flood(pass: &Window, stops: &Window, steps: usize) -> Window {
    let mut reached = Window::EMPTY;
    reached.set(MIDDLE, MIDDLE);
    let mut stopped = Window::EMPTY;
    for _ in 0..steps {
        let next = reached.spread();
        stopped = stopped.or(&next.and(stops));
        reached = reached.or(&next.and(pass));
    }
    let mut all = reached.or(&stopped);
    all.clear(MIDDLE, MIDDLE);
    all
}

/// The squares that a kind of piece moves on, with tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ground {
    /// Its squares.
    pub(super) field: Field,
    /// For each square of the map, its number among these squares.
    number: Vec<u16>,
    /// For each of them and each die, all squares within that many steps.
    balls: Vec<[Window; FAR]>,
    /// For each set of hostile mines, each square and each die, the ends of moves without
    /// enemies; grounds without mines have one set.
    ends: Vec<Vec<[Window; FAR]>>,
}

/// The number of a square that is not on this ground.
const NONE: u16 = u16::MAX;

impl Ground {
    /// Tables of a ground; `mines` are the squares that end a move, by colour.
    pub(super) fn new(squares: impl Iterator<Item = Square>, mines: Option<&[Field; 4]>) -> Self {
        let mut number = vec![NONE; SQUARES];
        let mut all = Vec::new();
        for square in squares {
            number[square.index()] = all.len() as u16;
            all.push(square);
        }
        let field: Field = all.iter().copied().collect();
        let ball = |square: &Square| {
            let pass = field.around(*square);
            std::array::from_fn(|die| flood(&pass, &Window::EMPTY, die + 1))
        };
        let balls = all.iter().map(ball).collect();
        let mut ground = Ground { field, number, balls, ends: Vec::new() };
        let sets = if mines.is_some() { 16 } else { 1 };
        for set in 0..sets {
            let ends = all.iter().map(|square| ground.compile(*square, set, mines)).collect();
            ground.ends.push(ends);
        }
        ground
    }

    /// The ends of moves without enemies from a square, for each die.
    fn compile(&self, square: Square, set: usize, mines: Option<&[Field; 4]>) -> [Window; FAR] {
        let near = mines.map_or(Window::EMPTY, |mines| around_mines(mines, set as u8, square));
        // If no mine is near, the table without mines is the same.
        if let Some(first) = self.ends.first().filter(|_| near.is_empty()) {
            return first[usize::from(self.number[square.index()])];
        }
        let mut pass = self.field.around(square).without(&near);
        pass.clear(MIDDLE, MIDDLE);
        std::array::from_fn(|die| {
            let open = flood(&pass, &near, die + 1);
            let mut search = PathSearch::new(self, square, pass, near, open);
            search.run(die + 1, 0);
            open.without(search.left())
        })
    }

    /// All squares within this many steps, 1 to 6; the square must be on this ground.
    #[inline(always)]
    pub(super) fn ball(&self, square: Square, steps: usize) -> &Window {
        &self.balls[usize::from(self.number[square.index()])][steps - 1]
    }

    /// The ends of moves by a die without enemies, if the mines of these colours are hostile.
    #[inline(always)]
    pub(super) fn ends(&self, square: Square, die: usize, hostile: u8) -> &Window {
        let set = &self.ends[if self.ends.len() > 1 { usize::from(hostile & 15) } else { 0 }];
        &set[usize::from(self.number[square.index()])][die - 1]
    }

    /// Is the square on this ground?
    #[inline]
    pub(super) fn has(&self, square: Square) -> bool {
        self.number[square.index()] != NONE
    }
}

/// The mines of a set of colours around a square.
#[inline]
pub(super) fn around_mines(mines: &[Field; 4], set: u8, square: Square) -> Window {
    let mut near = Window::EMPTY;
    for (colour, mines) in mines.iter().enumerate() {
        if set >> colour & 1 != 0 {
            near = near.or(&mines.around(square));
        }
    }
    near
}
