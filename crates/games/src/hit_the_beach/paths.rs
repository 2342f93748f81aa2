//! Ways over the board as written, found line by line: for the judge, which says what is
//! in the way, and for the scene, which shows the steps. The engine has all ways in tables.

use super::board::{HbBoard, Kind};
use super::moves::PIPS;
use super::state::Space;
use crate::walk::{Next, walk};

/// A way of exactly `pips` lines, none of them walked twice (HB-9, HB-13), over
/// spaces that may be crossed: the spaces after `from`, up to the end.
pub(super) fn way(
    board: &HbBoard,
    from: Space,
    to: Space,
    pips: u8,
    cross: &dyn Fn(Space) -> bool,
) -> Option<Vec<Space>> {
    if from == to { None } else { walk_by(board, from, pips, cross, |end| end == to) }
}

/// Every space where such a way can end, in order.
pub(super) fn ends(board: &HbBoard, from: Space, pips: u8, cross: &dyn Fn(Space) -> bool) -> Vec<Space> {
    let mut ends = Vec::new();
    walk_by(board, from, pips, cross, |end| {
        ends.push(end);
        false
    });
    ends.sort_unstable();
    ends.dedup();
    ends.retain(|end| *end != from);
    ends
}

/// A way that only start circles and the objective can block (HB-14, HB-28).
pub(super) fn unbarred(board: &HbBoard, from: Space, to: Space, pips: u8) -> Option<Vec<Space>> {
    way(board, from, to, pips, &|space| crossable(board, space))
}

/// Could a move pass here if no defender stood there?
pub(super) fn crossable(board: &HbBoard, space: Space) -> bool {
    !matches!(board.place(space).kind, Kind::Start(_) | Kind::Objective)
}

/// The throws that lead from here to there when no defender is in the way.
pub(super) fn counts(board: &HbBoard, from: Space, to: Space) -> Vec<u8> {
    PIPS.filter(|pips| unbarred(board, from, to, *pips).is_some()).collect()
}

/// Can the end be reached by walking some line twice?
pub(super) fn by_turning_back(board: &HbBoard, from: Space, to: Space, pips: u8) -> bool {
    let mut here = vec![from];
    for step in 1..=pips {
        let mut next: Vec<_> = here.iter().flat_map(|space| board.beside(*space)).map(|(next, _)| *next).collect();
        next.sort_unstable();
        next.dedup();
        next.retain(|space| step == pips || crossable(board, *space));
        here = next;
    }
    here.contains(&to)
}

/// Minimum number of lines from each space to this one, ignoring defenders.
pub(super) fn distances(board: &HbBoard, to: Space) -> Vec<Option<u8>> {
    let mut distances = vec![None; board.places.len()];
    distances[to.index()] = Some(0u8);
    let mut row = vec![to];
    let mut at = 0;
    while at < row.len() {
        let here = row[at];
        at += 1;
        if matches!(board.place(here).kind, Kind::Start(_)) {
            continue;
        }
        let further = distances[here.index()].map(|steps| steps.saturating_add(1));
        for &(next, _) in board.beside(here) {
            if distances[next.index()].is_none() {
                distances[next.index()] = further;
                row.push(next);
            }
        }
    }
    distances
}

/// Walks by this number of lines until an end is good; the spaces of that walk.
fn walk_by(
    board: &HbBoard,
    from: Space,
    pips: u8,
    cross: &dyn Fn(Space) -> bool,
    mut good: impl FnMut(Space) -> bool,
) -> Option<Vec<Space>> {
    let steps = usize::from(pips);
    walk(
        from,
        steps,
        (),
        |at| board.beside(at).iter().copied(),
        |way, ()| {
            let here = way[way.len() - 1];
            match way.len() == steps {
                true if good(here) => Next::Done,
                false if cross(here) => Next::On(()),
                _ => Next::Back,
            }
        },
    )
}
