//! The board as tables: sets of spaces in bits, and where each throw leads.

use super::super::state::{COLOURS, Space};
use super::{DIE, Kind, MOST_SPACES};
use crate::walk::{Next, walk};
use std::collections::BTreeSet;

/// A way: where it ends, and the brown circles on it that must be free of
/// defenders.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Trail {
    /// Brown circles between its ends.
    pub over: u64,
    /// Where it ends.
    pub end: Space,
}

/// Where a throw leads from a space.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    /// Ends of ways that no defender can block.
    pub free: u128,
    /// Ends of all ways.
    all: u128,
    /// Circles where a defender blocks some way.
    bars: u64,
    first: u32,
    count: u32,
}

/// The tables that the engine uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// Brown circles.
    pub brown: u64,
    /// Brown circles of beaches.
    pub beaches: u64,
    /// Brown circles where a defender may be placed (HB-26).
    pub open_to_defenders: u64,
    /// White dots.
    pub sea: u128,
    /// The objective.
    pub objective: Space,
    /// Each colour's start circle.
    pub starts: [Space; 4],
    /// Each colour's beach circles.
    pub own_beaches: [[Space; 2]; 4],
    /// Where defenders stand at the start.
    pub marked: u64,
    /// Neighbours of each space, as bits.
    pub beside: Vec<u128>,
    /// By [`row`].
    reaches: Box<[Reach; ROWS]>,
    trails: Box<[Trail]>,
}

/// Rows for a space: one for each throw, and two empty ones so that the index is a shift.
const ROWS_EACH: usize = 8;
const ROWS: usize = MOST_SPACES * ROWS_EACH;

/// The row of a space and a throw.
#[inline]
fn row(from: Space, pips: u8) -> usize {
    (from.index() * ROWS_EACH + usize::from(pips)) & (ROWS - 1)
}

impl Net {
    pub(super) fn new(
        kinds: &[Kind],
        joints: &[Vec<(Space, usize)>],
        own_beaches: [[Space; 2]; 4],
        marked: u64,
    ) -> Self {
        let of = |wanted: fn(Kind) -> bool| {
            let spaces = (0u8..).map(Space).zip(kinds).filter(|(_, kind)| wanted(**kind));
            spaces.fold(0u128, |set, (space, _)| set | space.bit())
        };
        let find = |wanted: Kind| Space(kinds.iter().position(|kind| *kind == wanted).unwrap_or(0) as u8);
        let brown = of(Kind::is_brown) as u64;
        let beaches = own_beaches.iter().flatten().fold(0, |set, beach| set | beach.brown_bit());
        let beside = joints.iter().map(|lines| lines.iter().fold(0, |set, (next, _)| set | next.bit())).collect();
        let (reaches, trails) = compile(kinds, joints);
        Net {
            brown,
            beaches,
            open_to_defenders: brown & !beaches,
            sea: of(|kind| kind == Kind::Sea),
            objective: find(Kind::Objective),
            starts: COLOURS.map(|colour| find(Kind::Start(colour))),
            own_beaches,
            marked,
            beside,
            reaches,
            trails,
        }
    }

    /// Where a throw leads from a space when nothing blocks the way.
    #[inline]
    pub fn reach(&self, from: Space, pips: u8) -> &Reach {
        &self.reaches[row(from, pips)]
    }

    /// The ways of a reach that a defender can block.
    #[inline]
    pub fn trails(&self, reach: &Reach) -> &[Trail] {
        &self.trails[reach.first as usize..][..reach.count as usize]
    }

    /// Where a throw leads from a space with these defenders on the board
    /// (HB-9, HB-12 to HB-16). The ends themselves are not checked.
    #[inline]
    pub fn ends(&self, from: Space, pips: u8, defenders: u64) -> u128 {
        let reach = self.reach(from, pips);
        if reach.bars & defenders == 0 {
            return reach.all;
        }
        let mut ends = reach.free;
        for trail in self.trails(reach) {
            if trail.over & defenders == 0 {
                ends |= trail.end.bit();
            }
        }
        ends
    }
}

/// Finds all ways once, when the board is loaded.
fn compile(kinds: &[Kind], joints: &[Vec<(Space, usize)>]) -> (Box<[Reach; ROWS]>, Box<[Trail]>) {
    let mut reaches = Box::new([Reach::default(); ROWS]);
    let mut trails = Vec::new();
    for origin in (0..kinds.len() as u8).map(Space) {
        for (pips, found) in (1..).zip(&ways_from(origin, kinds, joints)) {
            reaches[row(origin, pips)] = sorted(found, &mut trails);
        }
    }
    (reaches, trails.into())
}

/// The ways from a space that walk no line twice (HB-13), by their length: end and circles between.
fn ways_from(origin: Space, kinds: &[Kind], joints: &[Vec<(Space, usize)>]) -> [BTreeSet<(u8, u64)>; DIE] {
    let mut found: [BTreeSet<_>; DIE] = Default::default();
    let links = |at: Space| joints[at.index()].iter().copied();
    walk(origin, DIE, 0, links, |way, over| {
        let next = way[way.len() - 1];
        let kind = kinds[next.index()];
        // HB-14: no move enters or crosses a start circle.
        if matches!(kind, Kind::Start(_)) {
            return Next::Back;
        }
        // HB-13: a loop back to the origin is not a move.
        if next != origin {
            found[way.len() - 1].insert((next.0, over));
        }
        // HB-28: nobody passes over the objective.
        if kind == Kind::Objective {
            return Next::Back;
        }
        Next::On(over | if kind.is_brown() { next.brown_bit() } else { 0 })
    });
    found
}

/// Keeps the ways of each end that no other way makes redundant.
fn sorted(found: &BTreeSet<(u8, u64)>, trails: &mut Vec<Trail>) -> Reach {
    let first = trails.len() as u32;
    let (mut free, mut all, mut bars) = (0, 0, 0);
    for (end, over) in found {
        let redundant = |other: &u64| other != over && other & !over == 0;
        if found.range((*end, 0)..=(*end, u64::MAX)).any(|(_, other)| redundant(other)) {
            continue;
        }
        (all, bars) = (all | Space(*end).bit(), bars | over);
        match over {
            0 => free |= Space(*end).bit(),
            _ => trails.push(Trail { over: *over, end: Space(*end) }),
        }
    }
    Reach { free, all, bars, first, count: trails.len() as u32 - first }
}
