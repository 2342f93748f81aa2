//! Fills a stock with what was found, in order: no two equal, and not too many of one kind.

use super::examine::Found;
use super::{id_of, puzzle_of};
use kernel::puzzle::Puzzle;
use std::collections::{BTreeMap, BTreeSet};

/// A stock that is being filled.
pub(super) struct Filling {
    count: usize,
    puzzles: Vec<Puzzle>,
    ids: BTreeSet<String>,
    /// Puzzles that the greedy player solves.
    easy: usize,
    /// Puzzles of each kind.
    kinds: BTreeMap<String, usize>,
}

impl Filling {
    pub(super) fn new(count: usize) -> Self {
        Filling { count, puzzles: Vec::new(), ids: BTreeSet::new(), easy: 0, kinds: BTreeMap::new() }
    }

    /// Takes the puzzle unless the stock has it already or has enough like it: at most half are solved by the greedy
    /// player, and at most two thirds are of one kind.
    pub(super) fn offer(&mut self, found: Found) {
        let easy = found.difficulty == 1;
        let of_kind = self.kinds.get(&found.kind).copied().unwrap_or(0);
        let too_easy = easy && 2 * (self.easy + 1) > self.count.max(2);
        let too_alike = 3 * (of_kind + 1) > 2 * self.count.max(3);
        if self.is_full() || too_easy || too_alike || !self.ids.insert(id_of(&found.exercise)) {
            return;
        }
        self.easy += usize::from(easy);
        self.kinds.insert(found.kind.clone(), of_kind + 1);
        self.puzzles.push(puzzle_of(found));
    }

    pub(super) fn len(&self) -> usize {
        self.puzzles.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.puzzles.len() >= self.count
    }

    pub(super) fn into_puzzles(self) -> Vec<Puzzle> {
        self.puzzles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::exercise::{Exercise, Reason};

    fn found(at: u32, difficulty: u8, kind: &str) -> Found {
        let exercise = Exercise {
            players: 2,
            options: Default::default(),
            board: None,
            rules_version: 1,
            start: Some(at.into()),
            before: Vec::new(),
            seat: "red".into(),
            judged: Vec::new(),
            reason: Reason { text: String::new(), rules: Vec::new() },
            line: Vec::new(),
        };
        Found { exercise, difficulty, kind: kind.into() }
    }

    #[test]
    fn a_stock_has_no_puzzle_twice_and_not_too_many_of_one_kind() {
        let mut filling = Filling::new(6);
        filling.offer(found(1, 2, "plain"));
        filling.offer(found(1, 2, "plain"));
        assert_eq!(filling.len(), 1, "the same position twice");
        (2..9).for_each(|at| filling.offer(found(at, 1, "take")));
        assert_eq!(filling.len(), 4, "half may be easy");
        (10..20).for_each(|at| filling.offer(found(at, 3, "take")));
        assert_eq!(filling.len(), 5, "two thirds may be of one kind");
        (20..30).for_each(|at| filling.offer(found(at, 3, "gain")));
        assert!(filling.is_full());
        assert_eq!(filling.into_puzzles().len(), 6);
    }
}
