//! Paths to show: one good-looking path of a move, found by walking square by square.
//!
//! This applies the rules of moving (CF-11 to CF-23) without the tables, for the judge,
//! the notation and the scene. The move generator does not use it.

use super::Conflict;
use super::state::{Colour, Kind, Square, State, Taken};
use crate::walk::{Next, walk};
use std::collections::BTreeSet;

/// What a step to a square means for a piece.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Not for this kind of piece (CF-12).
    Closed,
    /// A circle that is closed to the mover (CF-38, CF-39).
    Barred,
    /// An anti-aircraft gun, which a plane may not end on, and may pass or not (CF-19).
    Gun { passed: bool },
    /// An empty square, or a piece of the mover's own side to pass over (CF-13).
    Free { own: bool },
    /// An enemy is taken (CF-16).
    Enemy(Colour, usize),
}

/// A piece about to move, and the position it moves in.
#[derive(Copy, Clone)]
pub(super) struct Walk<'g> {
    pub(super) game: &'g Conflict,
    pub(super) state: &'g State,
    pub(super) kind: Kind,
    pub(super) start: Square,
}

/// What the search looks for.
struct Goal {
    to: Square,
    taken: Taken,
    /// Squares of the pieces to be taken.
    must: Vec<Square>,
}

impl Walk<'_> {
    /// What a step to the square means for this piece.
    pub(super) fn step(&self, square: Square) -> Step {
        if !self.game.board.terrain(square).is_open_to(self.kind) {
            return Step::Closed;
        }
        if self.is_barred(square) {
            return Step::Barred;
        }
        match self.state.on(square) {
            None => Step::Free { own: false },
            Some((colour, slot)) if self.game.enemies(self.state, self.state.turn).contains(colour) => {
                let blocks = self.kind == Kind::Plane && Kind::of_slot(slot) == Kind::Gun;
                let passed = self.game.options.overfly_guns;
                if blocks { Step::Gun { passed } } else { Step::Enemy(colour, slot) }
            }
            Some(_) => Step::Free { own: true },
        }
    }

    /// Is it a circle that the mover may not enter (CF-38, CF-39)?
    fn is_barred(&self, square: Square) -> bool {
        let mut closed = self.game.closed(self.state, self.state.turn).iter();
        closed.any(|owner| self.game.board.circle(owner) == square)
    }

    /// Does the path end here, even with steps left (CF-21)?
    pub(super) fn blows_up(&self, square: Square) -> bool {
        self.kind == Kind::Ship && self.game.mined(self.state, self.kind, square).is_some()
    }

    /// A path by the die that ends there and takes exactly these pieces.
    pub(super) fn find(&self, die: u8, to: Square, taken: Taken) -> Option<Vec<Square>> {
        if to == self.start || !matches!(self.step(to), Step::Free { own: false } | Step::Enemy(..)) {
            return None;
        }
        let must: Option<Vec<Square>> = taken.iter().map(|(colour, slot)| self.square_of(colour, slot)).collect();
        let goal = Goal { to, taken, must: must? };
        let mut path = vec![self.start];
        if self.search(&goal, die.into(), &mut path) { Some(path.split_off(1)) } else { None }
    }

    /// The square of a piece, if this one may take it.
    fn square_of(&self, colour: Colour, slot: usize) -> Option<Square> {
        match self.state.place(colour, slot) {
            super::Place::Field(square) => (self.step(square) == Step::Enemy(colour, slot)).then_some(square),
            _ => None,
        }
    }

    fn search(&self, goal: &Goal, left: usize, path: &mut Vec<Square>) -> bool {
        let here = path[path.len() - 1];
        let mut next: Vec<Square> = here.around().filter(|square| !path.contains(square)).collect();
        let aim = goal.must.iter().filter(|must| !path.contains(must)).min_by_key(|must| must.apart(here));
        let aim = *aim.unwrap_or(&goal.to);
        next.sort_by_key(|square| awkwardness(path, *square, aim, left - 1));
        for square in next {
            let taken = match self.step(square) {
                Step::Closed | Step::Barred | Step::Gun { passed: false } => continue,
                Step::Free { .. } | Step::Gun { passed: true } => true,
                Step::Enemy(colour, slot) => goal.taken.contains(colour, slot),
            };
            let ends = left == 1 || self.blows_up(square);
            if !taken || !goal.is_near(square, left - 1, path) || ends != (square == goal.to) {
                continue;
            }
            path.push(square);
            let done = ends && goal.must.iter().all(|must| path.contains(must));
            if done || !ends && self.search(goal, left - 1, path) {
                return true;
            }
            path.pop();
        }
        false
    }

    /// The captures of a path; `None` if it is not legal.
    pub(super) fn along(&self, way: &[Square]) -> Option<Taken> {
        let (mut here, mut taken) = (self.start, Taken::NONE);
        for (number, square) in way.iter().enumerate() {
            let twice = *square == self.start || way[..number].contains(square);
            let over = number > 0 && self.blows_up(here);
            if here.apart(*square) != 1 || twice || over {
                return None;
            }
            match self.step(*square) {
                Step::Closed | Step::Barred | Step::Gun { passed: false } => return None,
                Step::Free { .. } | Step::Gun { passed: true } => {}
                Step::Enemy(colour, slot) => taken = taken.and(Taken::one(colour, slot)),
            }
            here = *square;
        }
        Some(taken)
    }

    /// Does the path have as many steps as the die shows, or fewer up to a mine (CF-11, CF-21)?
    pub(super) fn uses(&self, die: u8, way: &[Square]) -> bool {
        let die = usize::from(die);
        way.len() == die || way.len() < die && way.last().is_some_and(|end| self.blows_up(*end))
    }

    /// Every end of every path by a die, with its captures; slow.
    pub(super) fn all(&self, die: u8) -> BTreeSet<(Square, Taken)> {
        let mut found = BTreeSet::new();
        self.ends(die, |end, taken| {
            found.insert((end, taken));
            false
        });
        found
    }

    /// Is there any move by this die?
    pub(super) fn any(&self, die: u8) -> bool {
        self.ends(die, |_, _| true)
    }

    /// Tries every path by a die until an end is good, with what it takes.
    fn ends(&self, die: u8, mut good: impl FnMut(Square, Taken) -> bool) -> bool {
        let links = |at: Square| at.around().map(|square| (square, square));
        let path = walk(self.start, die.into(), Taken::NONE, links, |way, taken| {
            let square = way[way.len() - 1];
            let (taken, own) = match self.step(square) {
                _ if square == self.start => return Next::Back,
                Step::Closed | Step::Barred | Step::Gun { passed: false } => return Next::Back,
                Step::Gun { passed: true } => (taken, true),
                Step::Free { own } => (taken, own),
                Step::Enemy(colour, slot) => (taken.and(Taken::one(colour, slot)), false),
            };
            match way.len() == usize::from(die) || self.blows_up(square) {
                true if !own && good(square, taken) => Next::Done,
                true => Next::Back,
                false => Next::On(taken),
            }
        });
        path.is_some()
    }
}

impl Goal {
    /// Can everything still be reached from here, counted in king's steps on an open map?
    fn is_near(&self, square: Square, left: usize, path: &[Square]) -> bool {
        let through = |must: &Square| *must == square || path.contains(must);
        let by_way = |must: &Square| square.apart(*must) + must.apart(self.to) <= left;
        square.apart(self.to) <= left && self.must.iter().all(|must| through(must) || by_way(must))
    }
}

/// How awkward a step looks; lower is better. Paths should use up their steps evenly, go
/// straight and turn gently.
fn awkwardness(path: &[Square], next: Square, aim: Square, left: usize) -> (usize, usize, usize) {
    let here = path[path.len() - 1];
    // Spare steps are better spent early than in a knot at the end.
    let spare = left.saturating_sub(next.apart(aim));
    let turn = match path.len().checked_sub(2).map(|before| path[before]) {
        None => 0,
        Some(before) => {
            let way = |a: usize, b: usize| b as i32 - a as i32;
            let (dx, dy) = (way(before.column(), here.column()), way(before.row(), here.row()));
            let (ex, ey) = (way(here.column(), next.column()), way(here.row(), next.row()));
            (dx - ex).unsigned_abs() as usize + (dy - ey).unsigned_abs() as usize
        }
    };
    let straight = next.column().abs_diff(aim.column()) + next.row().abs_diff(aim.row());
    (spare.saturating_sub(1), turn, straight)
}
