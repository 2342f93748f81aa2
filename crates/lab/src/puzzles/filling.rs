//! Fills a stock with what was found, in order: no two equal, and not too many of one kind.

use super::examine::Found;
use super::{id_of, puzzle_of};
use kernel::puzzle::Puzzle;
use std::collections::{BTreeMap, BTreeSet};

/// A stock that is being filled.
#[derive(Default)]
pub(super) struct Filling {
    count: usize,
    puzzles: Vec<Puzzle>,
    ids: BTreeSet<String>,
    /// Puzzles that the greedy player solves.
    easy: usize,
    /// Puzzles of each kind, with each number of players above the smallest, and with each best action.
    kinds: BTreeMap<String, usize>,
    crowded: usize,
    best: BTreeMap<String, usize>,
    /// The judged actions of each puzzle: two positions with the same ones are hardly different.
    judged: BTreeSet<Vec<String>>,
}

impl Filling {
    pub(super) fn new(count: usize) -> Self {
        Filling { count, easy: 0, ..Filling::default() }
    }

    /// Takes the puzzle unless the stock has it already or has enough like it: at most half are solved by the greedy
    /// player, at most nine tenths are of one kind, at most two fifths have more than two sides, and at most a tenth have
    /// the same best action.
    pub(super) fn offer(&mut self, found: Found) {
        let (easy, crowded) = (found.difficulty == 1, found.exercise.players > 2);
        let best = found.exercise.best().next().unwrap_or_default().to_owned();
        let (of_kind, of_best) = (self.kinds.get(&found.kind).copied(), self.best.get(&best).copied());
        let (of_kind, of_best) = (of_kind.unwrap_or(0), of_best.unwrap_or(0));
        let enough = easy && 2 * (self.easy + 1) > self.count.max(2)
            || crowded && 5 * (self.crowded + 1) > 2 * self.count.max(3)
            || 10 * (of_kind + 1) > 9 * self.count.max(2)
            || of_best + 1 > (self.count / 10).max(2);
        if self.is_full() || enough || !self.is_new(&found) {
            return;
        }
        self.easy += usize::from(easy);
        self.crowded += usize::from(crowded);
        self.kinds.insert(found.kind.clone(), of_kind + 1);
        self.best.insert(best, of_best + 1);
        self.puzzles.push(puzzle_of(found));
    }

    fn is_new(&mut self, found: &Found) -> bool {
        let mut judged: Vec<String> = found.exercise.judged.iter().map(|judged| judged.notation.clone()).collect();
        if let [_best, others @ ..] = judged.as_mut_slice() {
            others.sort();
        }
        self.ids.insert(id_of(&found.exercise)) && self.judged.insert(judged)
    }

    pub(super) fn len(&self) -> usize {
        self.puzzles.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.puzzles.len() >= self.count
    }

    /// The puzzles. If fewer were found than wanted, the last easy ones are left out until at most half are easy.
    pub(super) fn into_puzzles(mut self) -> Vec<Puzzle> {
        while 2 * self.easy > self.puzzles.len().max(2) {
            let Some(last) = self.puzzles.iter().rposition(|puzzle| puzzle.difficulty == 1) else { break };
            self.puzzles.remove(last);
            self.easy -= 1;
        }
        self.puzzles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::exercise::{Exercise, Judged, Reason};

    fn found(at: u32, difficulty: u8, kind: &str) -> Found {
        let judged = [(format!("best {at}"), 0.0), ("other".into(), 0.1)].map(Judged::from).into();
        let exercise = Exercise {
            players: 2,
            options: Default::default(),
            board: None,
            rules_version: 1,
            start: Some(at.into()),
            before: Vec::new(),
            seat: "red".into(),
            judged,
            reason: Reason { text: String::new(), rules: Vec::new() },
            line: Vec::new(),
        };
        Found { exercise, difficulty, kind: kind.into() }
    }

    #[test]
    fn a_stock_has_no_puzzle_twice_and_not_too_many_of_one_kind() {
        let mut filling = Filling::new(10);
        filling.offer(found(1, 2, "plain"));
        filling.offer(found(1, 2, "plain"));
        assert_eq!(filling.len(), 1, "the same position twice");
        (2..12).for_each(|at| filling.offer(found(at, 1, "take")));
        assert_eq!(filling.len(), 6, "half may be easy");
        (12..30).for_each(|at| filling.offer(found(at, 3, "take")));
        assert!(filling.is_full(), "nine tenths may be of one kind");
        let mut filling = Filling::new(10);
        (1..30).for_each(|at| filling.offer(found(at, 3, "take")));
        assert_eq!(filling.len(), 9);
        (30..40).for_each(|at| filling.offer(found(at, 3, "gain")));
        assert!(filling.is_full());
        assert_eq!(filling.into_puzzles().len(), 10);
    }
}
