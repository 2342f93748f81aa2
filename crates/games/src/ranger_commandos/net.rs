//! The board as tables: steps on the water, ends of walks, ways back.
//!
//! They are made once for a board and the options of a match. Waves are bits of a
//! `u64`, circles bits of a `u128`.

use super::RcOptions;
use super::board::{Direction, Kind, MOST_CELLS, MOST_CIRCLES, MOST_STEPS, MOST_WAVES, RcBoard};
use super::moves::bits;
use super::state::IN_DOCK;
use crate::walk::{Next, walk};

/// There is no way.
pub(super) const NO_WAY: u8 = 255;
/// No landing on this wave.
pub(super) const NO_LANDING: u8 = 255;

/// Where a barge may be: a wave, or [`IN_DOCK`] and its colour.
pub(super) const PLACES: usize = MOST_WAVES + 4;

/// Where each place leads for every cell of the dial; a barge that cannot go there stays.
pub(super) type Steps = [[u8; PLACES]; MOST_CELLS];

/// The tables that the engine uses.
pub(super) struct Net {
    /// Number of circles.
    pub(super) circles: u8,
    /// For each cell, the step by night.
    pub(super) night: Steps,
    /// For each cell, the step by day.
    pub(super) day: Steps,
    /// For each cell, its number.
    pub(super) numbers: [u8; MOST_CELLS],
    /// Waves in front of docks.
    pub(super) front_set: u64,
    /// For each place, its landing or [`NO_LANDING`].
    pub(super) landing: [u8; PLACES],
    /// Circles with a sentry.
    pub(super) sentries: u128,
    /// Circles with an arrow.
    pub(super) arrows: u128,
    /// For each circle with an arrow, its objective.
    pub(super) objective: [u8; MOST_CIRCLES],
    /// For each start and number, the circles on which a walk may end. A start is
    /// a circle, or the number of circles and a landing.
    pub(super) ends: Vec<[u128; MOST_STEPS + 1]>,
    /// For each landing and circle, the steps to a barge that lies there.
    pub(super) back: Vec<[u8; MOST_CIRCLES]>,
    /// For each two circles, the steps between them.
    pub(super) far: Vec<[u8; MOST_CIRCLES]>,
    /// For each circle, the open lines that leave it: line and circle.
    pub(super) ways: Vec<Vec<(u8, u8)>>,
}

impl Net {
    pub(super) fn new(board: &RcBoard, options: &RcOptions) -> Self {
        let mut net = Net {
            circles: board.circles.len() as u8,
            night: steps(board, |cell| cell.night),
            day: steps(board, |cell| cell.day),
            numbers: [1; MOST_CELLS],
            front_set: 0,
            landing: [NO_LANDING; PLACES],
            sentries: 0,
            arrows: 0,
            objective: [0; MOST_CIRCLES],
            ends: Vec::new(),
            back: Vec::new(),
            far: Vec::new(),
            ways: ways(board, options.closed_lines),
        };
        for (index, cell) in board.dial.iter().enumerate() {
            net.numbers[index] = cell.number;
        }
        net.front_set = board.docks.iter().fold(0, |set, dock| set | 1 << dock.front);
        for (index, landing) in board.landings.iter().enumerate() {
            net.landing[usize::from(landing.wave)] = index as u8;
        }
        for (index, circle) in board.circles.iter().enumerate() {
            match circle.kind {
                Kind::Sentry => net.sentries |= 1 << index,
                Kind::Arrow => net.arrows |= 1 << index,
                Kind::Safe => {}
            }
            net.objective[index] = circle.objective.unwrap_or(0);
        }
        net.ends = net.all_ends(board, options);
        net.back = board.landings.iter().map(|landing| net.distances(&landing.first, 1)).collect();
        net.far = (0..net.circles).map(|circle| net.distances(&[circle], 0)).collect();
        net
    }

    /// RC-16 to RC-18 for every start and number.
    fn all_ends(&self, board: &RcBoard, options: &RcOptions) -> Vec<[u128; MOST_STEPS + 1]> {
        let most = board.dial.iter().map(|cell| usize::from(cell.number)).max().unwrap_or(1);
        let from_circles = (0..self.circles).map(|start| (Some(start), self.next(start)));
        let from_barges = board.landings.iter().map(|landing| (None, set(&landing.first)));
        let mut all = Vec::new();
        for (start, first) in from_circles.chain(from_barges) {
            all.push(if options.retrace { self.roam(start, first, most) } else { self.walk(start, first, most) });
        }
        if options.up_to {
            for ends in &mut all {
                (1..MOST_STEPS).for_each(|number| ends[number + 1] |= ends[number]);
            }
        }
        all
    }

    /// The circles one line away from this one.
    fn next(&self, circle: u8) -> u128 {
        self.ways[usize::from(circle)].iter().fold(0, |set, (_, to)| set | 1 << to)
    }

    /// Ends of walks that use no line twice, when the first step leads to one of these circles.
    fn walk(&self, start: Option<u8>, first: u128, most: usize) -> [u128; MOST_STEPS + 1] {
        let mut ends = [0; MOST_STEPS + 1];
        let mut from = |circle: u8, walked: usize| {
            walk(
                circle,
                most - walked,
                (),
                |at| self.links(at),
                |way, ()| {
                    let to = way[way.len() - 1];
                    if start == Some(to) {
                        return Next::Back;
                    }
                    ends[walked + way.len()] |= 1 << to;
                    Next::On(())
                },
            );
        };
        match start {
            Some(start) => from(start, 0),
            None => bits(first).for_each(|circle| from(circle, 1)),
        }
        if start.is_none() {
            ends[1] |= first;
        }
        ends
    }

    /// The open lines that leave a circle: where they lead, and their numbers.
    pub(super) fn links(&self, circle: u8) -> impl Iterator<Item = (u8, u8)> + use<'_> {
        self.ways[usize::from(circle)].iter().map(|&(line, to)| (to, line))
    }

    /// The same when lines may be used again (`retrace`, RC-17).
    fn roam(&self, start: Option<u8>, first: u128, most: usize) -> [u128; MOST_STEPS + 1] {
        let forbidden = start.map_or(0, |start| 1 << start);
        let mut ends = [0; MOST_STEPS + 1];
        ends[1] = first & !forbidden;
        for number in 2..=most {
            ends[number] = bits(ends[number - 1]).fold(0, |set, circle| set | self.next(circle)) & !forbidden;
        }
        ends
    }

    /// Steps from every circle to the nearest of `first`, plus `steps`.
    fn distances(&self, first: &[u8], steps: u8) -> [u8; MOST_CIRCLES] {
        let mut back = [NO_WAY; MOST_CIRCLES];
        let mut queue: Vec<u8> = first.to_vec();
        first.iter().for_each(|circle| back[usize::from(*circle)] = steps);
        let mut next = 0;
        while let Some(&circle) = queue.get(next) {
            next += 1;
            for &(_, to) in &self.ways[usize::from(circle)] {
                if back[usize::from(to)] == NO_WAY {
                    back[usize::from(to)] = back[usize::from(circle)] + 1;
                    queue.push(to);
                }
            }
        }
        back
    }

    /// The start of a walk from this barge and man.
    #[inline]
    pub(super) fn start(&self, wave: u8, man: u8) -> usize {
        if man < self.circles {
            usize::from(man)
        } else {
            usize::from(self.circles) + usize::from(self.landing[usize::from(wave & 63)])
        }
    }

    /// Circles on which a walk of this number may end.
    #[inline]
    pub(super) fn ends(&self, start: usize, number: u8) -> u128 {
        self.ends.get(start).map_or(0, |ends| ends[usize::from(number).min(MOST_STEPS)])
    }
}

fn steps(board: &RcBoard, way: fn(&super::board::Cell) -> Direction) -> Steps {
    let mut steps = [[IN_DOCK; PLACES]; MOST_CELLS];
    for (cell, row) in board.dial.iter().zip(&mut steps) {
        for (wave, to) in (0..MOST_WAVES as u8).zip(row.iter_mut()) {
            *to = board.step(wave, way(cell)).unwrap_or(wave);
        }
        // RC-13: the only way out of the dock is east.
        let east = way(cell) == Direction::E;
        for (dock, to) in board.docks.iter().zip(&mut row[MOST_WAVES..]) {
            *to = if east { dock.front } else { IN_DOCK };
        }
    }
    steps
}

/// These circles as a set.
fn set(circles: &[u8]) -> u128 {
    circles.iter().fold(0, |set, circle| set | 1 << circle)
}

fn ways(board: &RcBoard, closed_lines: bool) -> Vec<Vec<(u8, u8)>> {
    let mut ways = vec![Vec::new(); board.circles.len()];
    for (index, line) in board.lines.iter().enumerate() {
        if !(line.closed && closed_lines) {
            let (from, to) = line.ends;
            ways[usize::from(from)].push((index as u8, to));
            ways[usize::from(to)].push((index as u8, from));
        }
    }
    ways
}
