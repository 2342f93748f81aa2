//! The exact search: every end of every simple path, where enemies, mines or narrow
//! ground make the tables of `reach` insufficient.
//!
//! A path enters no square twice (CF-11) and takes every enemy it passes (CF-16), so the
//! search runs once for each set of enemies: those of the set must be met, all others are
//! walls. A window holds the ends not found yet, and the search backtracks as soon as none
//! of them is near enough. The last three steps are not walked but computed for all
//! squares at once on a patch of seven by seven.

use super::reach::{Ground, MIDDLE, Window, flood, square_at};
use super::state::{SIDE, Square};

/// The largest number of enemies near a piece that is searched set by set.
pub(super) const MOST_SETS: usize = 8;

/// The number of last steps that are computed at once.
const AT_ONCE: usize = 3;

/// A search from one square.
pub(super) struct PathSearch<'g> {
    ground: &'g Ground,
    from: Square,
    /// Squares that may be passed, without those of the path so far.
    pass: Window,
    /// Mines that end the path.
    mines: Window,
    /// Are there any?
    mined: bool,
    /// Ends not found yet.
    open: Window,
    /// Squares to be met.
    must: [(u8, u8); MOST_SETS],
}

impl<'g> PathSearch<'g> {
    #[inline]
    pub(super) fn new(ground: &'g Ground, from: Square, pass: Window, mines: Window, open: Window) -> Self {
        PathSearch { ground, from, pass, mines, mined: !mines.is_empty(), open, must: [(0, 0); MOST_SETS] }
    }

    /// Finds every end of a path of this many steps that meets the squares in `must`.
    #[inline]
    pub(super) fn run(&mut self, steps: usize, must: u8) {
        if steps > AT_ONCE + 1 && must == 0 {
            self.sweep(steps);
            if self.open.is_empty() {
                return;
            }
        }
        self.go(MIDDLE, MIDDLE, steps, must);
    }

    /// Goes straight in all directions first: that finds most ends with few steps.
    fn sweep(&mut self, steps: usize) {
        let ahead = |at: usize, way: usize, step: usize| at + way * step - step;
        for (down, right) in [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)] {
            let place = |step: usize| (ahead(MIDDLE, down, step), ahead(MIDDLE, right, step));
            let far = steps - AT_ONCE;
            if (1..=far).all(|step| self.pass.has(place(step).0, place(step).1)) {
                (1..=far).for_each(|step| self.pass.clear(place(step).0, place(step).1));
                self.count_out(place(far).0, place(far).1, AT_ONCE, 0);
                (1..=far).for_each(|step| self.pass.set(place(step).0, place(step).1));
            }
        }
    }

    /// The ends that were not found.
    #[inline]
    pub(super) fn left(&self) -> &Window {
        &self.open
    }

    fn go(&mut self, row: usize, column: usize, left: usize, must: u8) {
        let one_at_most = must & must.wrapping_sub(1) == 0;
        if left <= AT_ONCE && one_at_most && fits(row) && fits(column) {
            return self.count_out(row, column, left, must);
        }
        if left == 1 {
            return self.last_step(row, column, must);
        }
        if self.mined {
            self.blow_up(row, column, must);
        }
        for next in row - 1..=row + 1 {
            let mut steps = self.pass.0[next & 15] & 0b111 << (column - 1);
            while steps != 0 {
                let at = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                let rest = if must == 0 { 0 } else { must & !self.met(next, at) };
                if self.hopeful(next, at, left - 1, rest) {
                    self.pass.clear(next, at);
                    self.go(next, at, left - 1, rest);
                    self.pass.set(next, at);
                }
            }
        }
    }

    /// A mine beside the path ends it, with steps left over.
    fn blow_up(&mut self, row: usize, column: usize, must: u8) {
        let beside = (row - 1..=row + 1).flat_map(|row| (column - 1..=column + 1).map(move |column| (row, column)));
        for (row, column) in beside.filter(|(row, column)| self.mines.has(*row, *column)) {
            if must & !self.met(row, column) == 0 {
                self.open.clear(row, column);
            }
        }
    }

    /// The last step, where a patch would not fit.
    fn last_step(&mut self, row: usize, column: usize, must: u8) {
        let beside = (row - 1..=row + 1).flat_map(|row| (column - 1..=column + 1).map(move |column| (row, column)));
        for (row, column) in beside {
            let there = self.pass.has(row, column) || self.mines.has(row, column);
            if there && must & !self.met(row, column) == 0 {
                self.open.clear(row, column);
            }
        }
    }

    /// The last steps, with at most one square to be met, for all squares at once.
    #[inline]
    fn count_out(&mut self, row: usize, column: usize, left: usize, must: u8) {
        let open = Patch::cut(&self.open, row, column);
        if open == 0 {
            return;
        }
        let pass = Patch::cut(&self.pass, row, column);
        let mines = if self.mined { Patch::cut(&self.mines, row, column) } else { 0 };
        let patch = Patch { pass, mines, open };
        let found = if must == 0 {
            patch.ends(left)
        } else {
            let (there, across) = self.must[must.trailing_zeros() as usize];
            let from_corner = |at: u8, middle: usize| (usize::from(at) + 3).wrapping_sub(middle);
            let (down, right) = (from_corner(there, row), from_corner(across, column));
            // A square more than three steps away can no longer be met.
            if down > 6 || right > 6 {
                return;
            }
            patch.ends_meeting(1 << (8 * down + right), left)
        };
        let found = found & open;
        if found != 0 {
            Patch::cut_out(&mut self.open, row, column, found);
        }
    }

    /// The bit of this square among those to be met; 0 if it is not one of them.
    #[inline]
    fn met(&self, row: usize, column: usize) -> u8 {
        let place = (row as u8, column as u8);
        self.must.iter().position(|must| *must == place).map_or(0, |at| 1 << at)
    }

    /// Can an end not found yet be reached from here in this many steps?
    #[inline]
    fn hopeful(&self, row: usize, column: usize, left: usize, mut must: u8) -> bool {
        if must == 0 {
            return left <= AT_ONCE || self.within(row, column, left);
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

    /// A square and everything within this many steps of it.
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

    /// Is an end not found yet within this many steps?
    #[inline(always)]
    fn within(&self, row: usize, column: usize, steps: usize) -> bool {
        let ball = self.ground.ball(square_at(self.from, row, column), steps);
        let mut rows = MIDDLE - steps..=MIDDLE + steps;
        rows.any(|at| shifted(ball.0[at & 15], column) & self.open.0[(at + row - MIDDLE) & 15] != 0)
    }
}

/// Does a patch around this row or column lie inside a window?
#[inline(always)]
fn fits(at: usize) -> bool {
    (4..=10).contains(&at)
}

/// A row of a window, shifted so that its middle is at `column`.
#[inline(always)]
fn shifted(row: u16, column: usize) -> u16 {
    (u32::from(row) << column >> MIDDLE) as u16
}

/// Seven by seven squares around the end of a path, eight bits a row; the path's own
/// squares are in none of the sets.
struct Patch {
    pass: u64,
    mines: u64,
    open: u64,
}

/// The squares around the middle of a patch.
const BESIDE: u64 = 0b111 << 18 | 0b101 << 26 | 0b111 << 34;

/// Three ways to split the squares around the middle in two, so that one of them
/// separates any two squares.
const PARTS: [u64; 3] = parts();

const fn parts() -> [u64; 3] {
    let (mut parts, mut left, mut number) = ([0; 3], BESIDE, 0);
    while left != 0 {
        let bit = left & left.wrapping_neg();
        let mut part = 0;
        while part < 3 {
            if number >> part & 1 != 0 {
                parts[part] |= bit;
            }
            part += 1;
        }
        left &= left - 1;
        number += 1;
    }
    parts
}

/// Every square beside one of these.
#[inline(always)]
const fn beside(squares: u64) -> u64 {
    let sides = squares << 1 | squares >> 1;
    let row = sides | squares;
    sides | row << 8 | row >> 8
}

impl Patch {
    /// The part of a window around a place: rows of 16 bits are packed into rows of 8.
    #[inline(always)]
    fn cut(window: &Window, row: usize, column: usize) -> u64 {
        let half = |rows: &[u16]| {
            let four = rows.iter().rev().fold(0, |four, row| four << 16 | u64::from(*row));
            let four = four >> (column - 3) & 0x007f_007f_007f_007f;
            let four = (four | four >> 8) & 0x0000_ffff_0000_ffff;
            (four | four >> 16) & 0xffff_ffff
        };
        let rows = &window.0[row - 3..row + 5];
        (half(&rows[..4]) | half(&rows[4..8]) << 32) & 0x007f_7f7f_7f7f_7f7f
    }

    /// Removes the squares of a patch from a window.
    #[inline(always)]
    fn cut_out(window: &mut Window, row: usize, column: usize, patch: u64) {
        let rows = &mut window.0[row - 3..row + 4];
        for (at, row) in rows.iter_mut().enumerate() {
            *row &= !(((patch >> (8 * at) & 0x7f) << (column - 3)) as u16);
        }
    }

    /// The ends of paths from the middle after one to three steps.
    #[inline(always)]
    fn ends(&self, left: usize) -> u64 {
        let one = BESIDE & self.pass;
        if left == 1 {
            return one | BESIDE & self.mines;
        }
        let two = beside(one) & self.pass;
        let blown = (BESIDE | beside(one)) & self.mines;
        if left == 2 {
            return two | blown;
        }
        // After three steps a path is back at its own first square or at any other square
        // beside one of the second; the first can only be a square beside the middle.
        let three = beside(two) & self.pass;
        let blown = blown | beside(two) & self.mines;
        let mut found = three & !BESIDE | blown;
        if self.open & BESIDE & three != 0 {
            for part in PARTS {
                // A path that begins in one part and ends in the other has not come back.
                let there = beside(beside(one & part) & self.pass) & !part;
                let back = beside(beside(one & !part) & self.pass) & part;
                found |= (there | back) & BESIDE & self.pass;
            }
        }
        found
    }

    /// The same for paths that meet a square on their way or at their end.
    #[inline]
    fn ends_meeting(&self, foe: u64, left: usize) -> u64 {
        let pass = self.pass & !foe;
        let one = BESIDE & pass;
        let two = beside(one) & pass;
        if self.mines & foe != 0 {
            // On a mine it is met at the end of the path, after any number of steps.
            let reached = [BESIDE, beside(one), beside(two)];
            let reached = reached[..left].iter().fold(0, |all, reached| all | reached);
            return reached & foe;
        }
        let last = [BESIDE, beside(one), beside(two)][left - 1] & foe;
        let mut found = last;
        if left == 1 {
            return found;
        }
        let around = beside(foe);
        // Met by the first step.
        if foe & BESIDE != 0 {
            let next = around & pass;
            found |= around & self.mines;
            found |= if left == 2 { next } else { beside(next) & (pass | self.mines) };
        }
        // Met by the second of three: the last must not lead back to the first.
        let ways = one & around;
        if left == 3 && ways != 0 {
            let ends = around & (pass | self.mines);
            found |= if ways & (ways - 1) == 0 { ends & !ways } else { ends };
        }
        found
    }
}

/// The surroundings of a piece to move.
pub(super) struct Around<'a> {
    /// The ground it moves on.
    pub(super) ground: &'a Ground,
    /// Where it starts.
    pub(super) from: Square,
    /// Squares it may not end on.
    pub(super) own: Window,
    /// Squares it may not enter.
    pub(super) walls: Window,
    /// Mines that end its move.
    pub(super) mines: Window,
    /// Where it could end without other pieces.
    pub(super) ends: Window,
    /// Squares with enemies that it takes, except for those it can only end on.
    pub(super) foes: &'a [(u8, u8)],
}

impl Around<'_> {
    fn pass(&self) -> Window {
        let mut pass = self.ground.field.around(self.from).without(&self.walls).without(&self.mines);
        pass.clear(MIDDLE, MIDDLE);
        pass
    }

    /// For few enemies: finds every end for every set of them. `found` gets the set as bits
    /// of `foes`, and its ends.
    pub(super) fn each_set(&self, die: usize, mut found: impl FnMut(usize, &Window)) {
        let count = self.foes.len();
        let mut must = [(0, 0); MOST_SETS];
        must[..count].copy_from_slice(self.foes);
        let meetable = meetable(self.foes, die);
        let (everywhere, stops) = (self.pass(), self.mines.without(&self.walls));
        let all_ends = self.ends.without(&self.own).without(&self.walls);
        for set in (0..1usize << count).filter(|set| meetable[set / 64] >> (set % 64) & 1 != 0) {
            let mut others = Window::EMPTY;
            for (at, (row, column)) in self.foes.iter().enumerate() {
                if set >> at & 1 == 0 {
                    others.set(usize::from(*row), usize::from(*column));
                }
            }
            let (pass, stops) = (everywhere.without(&others), stops.without(&others));
            let mut open = all_ends.without(&others).and(&flood(&pass, &stops, die));
            let mut search = PathSearch::new(self.ground, self.from, pass, stops, open);
            search.must = must;
            for (at, (row, column)) in self.foes.iter().enumerate() {
                let (row, column) = (usize::from(*row), usize::from(*column));
                if set >> at & 1 != 0 {
                    let away = row.abs_diff(MIDDLE).max(column.abs_diff(MIDDLE));
                    open = open.and(&search.near(row, column, die - away));
                }
            }
            search.open = open;
            search.run(die, set as u8);
            let ends = open.without(&search.open);
            if !ends.is_empty() {
                found(set, &ends);
            }
        }
    }

    /// For many enemies: walks every path. `found` gets the enemies met, as bits of `foes`,
    /// and the end; the same pair may come several times.
    pub(super) fn each_path(&self, die: usize, found: &mut impl FnMut(u64, Square)) {
        let (mut pass, stops) = (self.pass(), self.mines.without(&self.walls));
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

    /// Every end, if enemies count as squares to pass.
    pub(super) fn all_ends(&self, die: usize) -> Window {
        let (pass, stops) = (self.pass(), self.mines.without(&self.walls));
        let open = self.ends.without(&self.own).and(&flood(&pass, &stops, die));
        let mut search = PathSearch::new(self.ground, self.from, pass, stops, open);
        search.run(die, 0);
        open.without(&search.open)
    }
}

/// The sets of squares that can be met within this many king's steps from the middle, as bits.
fn meetable(foes: &[(u8, u8)], die: usize) -> [u64; 4] {
    let apart = |a: (u8, u8), b: (u8, u8)| usize::from(a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)));
    let middle = (MIDDLE as u8, MIDDLE as u8);
    let mut sets = [0; 4];
    sets[0] = 1;
    match foes {
        [] => {}
        [_] => sets[0] = 0b11,
        [one, two] => {
            let first = apart(middle, *one).min(apart(middle, *two));
            sets[0] = if first + apart(*one, *two) <= die { 0b1111 } else { 0b0111 };
        }
        _ => {
            let mut steps = [[u8::MAX; MOST_SETS]; 1 << MOST_SETS];
            for set in 1..1usize << foes.len() {
                for last in (0..foes.len()).filter(|last| set >> last & 1 != 0) {
                    let before = set & !(1 << last);
                    let through = (0..foes.len()).filter(|at| before >> at & 1 != 0);
                    let ways = through.map(|at| usize::from(steps[before][at]) + apart(foes[at], foes[last]));
                    let least = if before == 0 { apart(middle, foes[last]) } else { ways.min().unwrap_or(die + 1) };
                    steps[set][last] = least.min(die + 1) as u8;
                    sets[set / 64] |= u64::from(least <= die) << (set % 64);
                }
            }
        }
    }
    sets
}

/// A king's steps never leave the rim of a window, and windows never leave the map's.
const _: () = assert!(MIDDLE < 8 && SIDE + 2 * MIDDLE <= 64);
