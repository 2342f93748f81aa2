//! The transposition table.

use super::judge::SEEN;

/// How a stored value relates to the true one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The stored value is the true one.
    Exact,
    /// The true value is at least the stored one.
    AtLeast,
    /// The true value is at most the stored one.
    AtMost,
}

/// An entry for a position.
#[derive(Copy, Clone, Debug)]
pub(super) struct Entry<A> {
    key: u64,
    value: i32,
    age: u16,
    depth: i8,
    bound: Bound,
    action: Option<A>,
}

impl<A: Copy> Entry<A> {
    /// The value, if it decides a search of this depth and window.
    pub(super) fn decides(&self, depth: i32, ply: i32, alpha: i32, beta: i32) -> Option<i32> {
        if i32::from(self.depth) < depth {
            return None;
        }
        let value = from_here(self.value, -ply);
        let decided = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        decided.then_some(value)
    }

    /// The best action found.
    pub(super) fn action(&self) -> Option<A> {
        self.action
    }
}

/// Endings are stored by their distance from the position, not from the root.
fn from_here(value: i32, ply: i32) -> i32 {
    if value >= SEEN {
        value + ply
    } else if value <= -SEEN {
        value - ply
    } else {
        value
    }
}

/// A table of positions. Each decision starts with an empty one, so that a choice depends
/// only on the match and not on earlier searches.
#[derive(Debug)]
pub(super) struct TranspositionTable<A> {
    slots: Vec<Option<Entry<A>>>,
    shift: u32,
    age: u16,
}

impl<A: Copy> TranspositionTable<A> {
    /// Room for about this many positions.
    pub(super) fn new(positions: u64) -> Self {
        let bits = (u64::BITS - positions.max(2).leading_zeros()).clamp(4, 20);
        TranspositionTable { slots: vec![None; 1 << bits], shift: u64::BITS - bits, age: 0 }
    }

    /// Empties the table.
    pub(super) fn clear(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.slots.fill(None);
        }
    }

    fn slot(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    /// The entry of the position.
    pub(super) fn find(&self, key: u64) -> Option<Entry<A>> {
        self.slots[self.slot(key)].filter(|entry| entry.key == key && entry.age == self.age)
    }

    /// Stores the position, unless the slot holds another that was searched deeper.
    pub(super) fn keep(&mut self, key: u64, depth: i32, ply: i32, value: i32, bound: Bound, action: Option<A>) {
        let slot = self.slot(key);
        let depth = depth.clamp(-1, 100) as i8;
        if let Some(old) = self.slots[slot]
            && old.age == self.age
            && old.key != key
            && old.depth > depth + 2
        {
            return;
        }
        let value = from_here(value, ply);
        self.slots[slot] = Some(Entry { key, value, age: self.age, depth, bound, action });
    }
}
