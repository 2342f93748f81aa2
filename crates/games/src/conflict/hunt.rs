//! The exact search: every end of every simple path, where enemies, mines or narrow
//! ground disturb the tables of `reach`.
//!
//! A path enters no square twice (CF-11) and takes whatever it passes (CF-16), so ends
//! are looked for once for each set of enemies: those of the set must be met, all
//! others are walls. Squares still wanted are kept in a window, and the search turns
//! back as soon as none of them is near enough.

use super::reach::{Ground, MIDDLE, Window, flood, square_at};
use super::state::{SIDE, Square};

/// Up to so many enemies near a piece are searched set by set.
pub(super) const MOST_SETS: usize = 6;

/// A search from one square.
pub(super) struct Hunt<'g> {
    ground: &'g Ground,
    from: Square,
    /// Squares that may be passed; those of the path so far are taken out.
    pass: Window,
    /// Mines that end the path.
    mines: Window,
    /// Ends not found yet.
    open: Window,
    /// Squares to be met.
    must: [(u8, u8); MOST_SETS],
}

impl<'g> Hunt<'g> {
    #[inline]
    pub(super) fn new(ground: &'g Ground, from: Square, pass: Window, mines: Window, open: Window) -> Self {
        Hunt { ground, from, pass, mines, open, must: [(0, 0); MOST_SETS] }
    }

    /// The same with squares to be met.
    #[inline]
    fn meeting(mut self, must: [(u8, u8); MOST_SETS]) -> Self {
        self.must = must;
        self
    }

    /// Looks for every end of a path of so many steps that meets the squares in `must`.
    #[inline]
    pub(super) fn search(&mut self, steps: usize, must: u8) {
        self.go(MIDDLE, MIDDLE, steps, must);
    }

    /// The ends that were not found.
    #[inline]
    pub(super) fn left(&self) -> &Window {
        &self.open
    }

    fn go(&mut self, row: usize, column: usize, left: usize, must: u8) {
        self.finish(row, column, must, left == 1);
        if left == 1 {
            return;
        }
        for next in row - 1..=row + 1 {
            let mut steps = self.pass.0[next & 15] & 0b111 << (column - 1);
            while steps != 0 {
                let at = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                let rest = if must == 0 { 0 } else { must & !self.met(next, at) };
                if left == 2 && rest == 0 {
                    self.finish(next, at, 0, true);
                } else if self.hopeful(next, at, left - 1, rest) {
                    self.pass.clear(next, at);
                    self.go(next, at, left - 1, rest);
                    self.pass.set(next, at);
                }
            }
        }
    }

    /// Ends one step on: on any square when it is the `last` step, otherwise on a mine.
    #[inline(always)]
    fn finish(&mut self, row: usize, column: usize, must: u8, last: bool) {
        let whole = if last { u16::MAX } else { 0 };
        if must == 0 {
            let beside = [0b111u16, 0b101, 0b111].map(|bits| bits << (column - 1));
            for (at, bits) in (row - 1..).zip(beside) {
                let there = (self.pass.0[at & 15] & whole | self.mines.0[at & 15]) & bits;
                self.open.0[at & 15] &= !there;
            }
        } else if must & (must - 1) == 0 {
            let (there, at) = self.must[must.trailing_zeros() as usize];
            let (there, at) = (usize::from(there), usize::from(at));
            let on = self.mines.has(there, at) || last && self.pass.has(there, at);
            if on && there.abs_diff(row).max(at.abs_diff(column)) == 1 {
                self.open.clear(there, at);
            }
        }
    }

    /// Which of the squares to be met this is, as a bit.
    #[inline]
    fn met(&self, row: usize, column: usize) -> u8 {
        let place = (row as u8, column as u8);
        self.must.iter().position(|must| *must == place).map_or(0, |at| 1 << at)
    }

    /// Can a wanted end still be reached from here in so many steps?
    #[inline]
    fn hopeful(&self, row: usize, column: usize, left: usize, mut must: u8) -> bool {
        if must == 0 {
            return self.within(row, column, left, &self.open);
        }
        let mut open = self.open;
        while must != 0 {
            let at = must.trailing_zeros() as usize;
            must &= must - 1;
            let (there, across) = (usize::from(self.must[at].0), usize::from(self.must[at].1));
            let away = there.abs_diff(row).max(across.abs_diff(column));
            if away > left {
                return false;
            }
            open = open.and(&self.near(there, across, left - away));
        }
        !open.is_empty()
    }

    /// A square and everything within so many steps of it.
    #[inline]
    fn near(&self, row: usize, column: usize, steps: usize) -> Window {
        let mut near = Window::EMPTY;
        if steps > 0 {
            let ball = self.ground.ball(square_at(self.from, row, column), steps);
            for at in MIDDLE - steps..=MIDDLE + steps {
                near.0[(at + row - MIDDLE) & 15] = shifted(ball.0[at & 15], column);
            }
        }
        near.set(row, column);
        near
    }

    /// Is one of these squares within so many steps?
    #[inline(always)]
    fn within(&self, row: usize, column: usize, steps: usize, squares: &Window) -> bool {
        let ball = self.ground.ball(square_at(self.from, row, column), steps);
        let rows = MIDDLE - steps..=MIDDLE + steps;
        rows.into_iter().any(|at| shifted(ball.0[at & 15], column) & squares.0[(at + row - MIDDLE) & 15] != 0)
    }
}

/// A row of a window moved so that its middle comes to `column`.
#[inline(always)]
fn shifted(row: u16, column: usize) -> u16 {
    (u32::from(row) << column >> MIDDLE) as u16
}

/// What stands around a piece that is to move.
pub(super) struct Around<'a> {
    /// What it moves on.
    pub(super) ground: &'a Ground,
    /// Where it starts.
    pub(super) from: Square,
    /// Squares it may not end on.
    pub(super) own: Window,
    /// Squares it may not enter.
    pub(super) walls: Window,
    /// Mines that end its move.
    pub(super) mines: Window,
    /// Where it could end if nothing stood around.
    pub(super) ends: Window,
    /// Squares with enemies that it takes.
    pub(super) foes: &'a [(u8, u8)],
}

impl Around<'_> {
    /// Finds every end for every set of enemies, when there are few of them: the set as
    /// bits of `foes`, and its ends.
    pub(super) fn each_set(&self, die: usize, mut found: impl FnMut(usize, &Window)) {
        let count = self.foes.len();
        let mut must = [(0, 0); MOST_SETS];
        must[..count].copy_from_slice(self.foes);
        let shortest = Shortest::new(self.foes, die);
        for set in (0..1usize << count).filter(|set| shortest.within(*set)) {
            let mut walls = self.walls;
            for (at, (row, column)) in self.foes.iter().enumerate() {
                if set >> at & 1 == 0 {
                    walls.set(usize::from(*row), usize::from(*column));
                }
            }
            let mut pass = self.ground.field.around(self.from).without(&walls).without(&self.mines);
            pass.clear(MIDDLE, MIDDLE);
            let stops = self.mines.without(&walls);
            let mut open = self.ends.without(&self.own).without(&walls);
            let mut hunt = Hunt::new(self.ground, self.from, pass, stops, open).meeting(must);
            for (at, (row, column)) in self.foes.iter().enumerate() {
                let (row, column) = (usize::from(*row), usize::from(*column));
                if set >> at & 1 != 0 {
                    let away = row.abs_diff(MIDDLE).max(column.abs_diff(MIDDLE));
                    open = open.and(&hunt.near(row, column, die - away));
                }
            }
            open = open.and(&flood(&pass, &stops, die));
            if open.is_empty() {
                continue;
            }
            hunt.open = open;
            hunt.search(die, set as u8);
            let ends = open.without(&hunt.open);
            if !ends.is_empty() {
                found(set, &ends);
            }
        }
    }

    /// Walks every path there is, for a crowd: each end with the enemies met, as bits of
    /// `foes`; the same may come several times.
    pub(super) fn each_path(&self, die: usize, found: &mut impl FnMut(u64, Square)) {
        let mut pass = self.ground.field.around(self.from).without(&self.walls).without(&self.mines);
        pass.clear(MIDDLE, MIDDLE);
        let stops = self.mines.without(&self.walls);
        self.walk((MIDDLE, MIDDLE), die, 0, &mut pass, &stops, found);
    }

    fn walk(
        &self,
        (row, column): (usize, usize),
        left: usize,
        met: u64,
        pass: &mut Window,
        stops: &Window,
        found: &mut impl FnMut(u64, Square),
    ) {
        for (next, at) in (row - 1..=row + 1).flat_map(|next| (column - 1..=column + 1).map(move |at| (next, at))) {
            let stop = stops.has(next, at);
            if !stop && !pass.has(next, at) {
                continue;
            }
            let foe = self.foes.iter().position(|foe| *foe == (next as u8, at as u8));
            let met = foe.map_or(met, |foe| met | 1 << foe);
            if stop || left == 1 {
                if !self.own.has(next, at) {
                    found(met, square_at(self.from, next, at));
                }
            } else {
                pass.clear(next, at);
                self.walk((next, at), left - 1, met, pass, stops, found);
                pass.set(next, at);
            }
        }
    }

    /// Every end there is when enemies are no more than squares to pass.
    pub(super) fn all_ends(&self, die: usize) -> Window {
        let mut pass = self.ground.field.around(self.from).without(&self.walls).without(&self.mines);
        pass.clear(MIDDLE, MIDDLE);
        let stops = self.mines.without(&self.walls);
        let open = self.ends.without(&self.own).and(&flood(&pass, &stops, die));
        let mut hunt = Hunt::new(self.ground, self.from, pass, stops, open);
        hunt.search(die, 0);
        open.without(&hunt.open)
    }
}

/// The least number of king's steps from the middle through each set of squares.
struct Shortest {
    steps: [[u8; MOST_SETS]; 1 << MOST_SETS],
    die: usize,
    count: usize,
}

impl Shortest {
    fn new(foes: &[(u8, u8)], die: usize) -> Self {
        let count = foes.len();
        let mut steps = [[u8::MAX; MOST_SETS]; 1 << MOST_SETS];
        let apart = |a: (u8, u8), b: (u8, u8)| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1));
        let middle = (MIDDLE as u8, MIDDLE as u8);
        for set in 1..1usize << count {
            for last in (0..count).filter(|last| set >> last & 1 != 0) {
                let before = set & !(1 << last);
                steps[set][last] = if before == 0 {
                    apart(middle, foes[last])
                } else {
                    let through = (0..count).filter(|at| before >> at & 1 != 0);
                    let ways = through.map(|at| steps[before][at].saturating_add(apart(foes[at], foes[last])));
                    ways.min().unwrap_or(u8::MAX)
                };
            }
        }
        Shortest { steps, die, count }
    }

    fn within(&self, set: usize) -> bool {
        set == 0 || self.steps[set][..self.count].iter().any(|steps| usize::from(*steps) <= self.die)
    }
}

/// A king's steps never leave the rim of a window, and windows never leave the map's.
const _: () = assert!(MIDDLE < 8 && SIDE + 2 * MIDDLE <= 64);
