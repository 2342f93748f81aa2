//! Move ordering: which actions to try first.

use kernel::{Evaluate, Seat};
use std::hash::{Hash, Hasher};

/// Actions that did well elsewhere in the search.
#[derive(Debug)]
pub(super) struct Order<A> {
    killers: Vec<[Option<A>; 2]>,
    history: Vec<i32>,
}

const HISTORY_BITS: u32 = 12;
const REMEMBERED: i32 = 1 << 30;
const SCORE_UNIT: i32 = 1 << 16;
const KILLER: i32 = 1 << 15;
const MOST_HISTORY: i32 = 1 << 14;

/// An action with its rank; higher is tried earlier.
pub(super) type Ranked<A> = (i32, A);

impl<A: Copy + Eq + Hash> Order<A> {
    pub(super) fn new() -> Self {
        Order { killers: Vec::new(), history: vec![0; 2 << HISTORY_BITS] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers.clear();
        self.history.fill(0);
    }

    /// The rank of an action; higher is tried earlier.
    pub(super) fn rank<G: Evaluate<Action = A>>(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        ply: usize,
        remembered: Option<A>,
        action: A,
    ) -> i32 {
        if remembered == Some(action) {
            return REMEMBERED;
        }
        let score = game.order_score(state, seat, action) * SCORE_UNIT / 100;
        let killer = self.killers.get(ply).is_some_and(|killers| killers.contains(&Some(action)));
        score + i32::from(killer) * KILLER + self.history[slot(seat, action)]
    }

    /// Records an action that caused a beta cutoff, and the actions tried before it.
    pub(super) fn refuted(&mut self, seat: Seat, ply: usize, depth: i32, action: A, tried: &[Ranked<A>]) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let bonus = (depth * depth).clamp(1, 400);
        self.credit(seat, action, bonus);
        for (_, failed) in tried {
            self.credit(seat, *failed, -bonus);
        }
    }

    /// Adds with diminishing returns, so that entries stay bounded.
    fn credit(&mut self, seat: Seat, action: A, bonus: i32) {
        let entry = &mut self.history[slot(seat, action)];
        *entry += bonus * 16 - *entry * bonus.abs() / (MOST_HISTORY / 16);
    }
}

/// Swaps the best remaining action to the front.
pub(super) fn bring_best<A>(ranked: &mut [Ranked<A>]) {
    let best = (1..ranked.len()).fold(0, |best, at| if ranked[at].0 > ranked[best].0 { at } else { best });
    if !ranked.is_empty() {
        ranked.swap(0, best);
    }
}

fn slot<A: Hash>(seat: Seat, action: A) -> usize {
    let mut fold = Fold(0);
    action.hash(&mut fold);
    (seat.index() & 1) << HISTORY_BITS | (fold.finish() >> (u64::BITS - HISTORY_BITS)) as usize
}

/// A hash of few bytes, the same on every machine.
struct Fold(u64);

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u8(*byte));
    }

    fn write_u8(&mut self, byte: u8) {
        self.0 = (self.0.rotate_left(7) ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
