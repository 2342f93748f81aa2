//! What computer players think of a position. Taste, not law.

use super::moves::is_jump;
use super::{ATTACK, Action, Side, State, ThreeMusketeers};
use kernel::{Evaluate, Seat};

/// A man is worth this much.
const MAN: i32 = 100;

impl Evaluate for ThreeMusketeers {
    fn evaluate(&self, state: &State, seat: Seat) -> i32 {
        let spare = state.attackers.count_ones() as i32 - self.needed as i32;
        let inside = (state.attackers & self.net.castle).count_ones() as i32;
        let score = spare * MAN + inside * MAN / 2;
        if seat == ATTACK { score } else { -score }
    }

    fn promise(&self, _state: &State, _seat: Seat, action: Action) -> i32 {
        i32::from(action != Action::PASS && is_jump(action)) * MAN
    }

    fn calm(&self, state: &State) -> bool {
        state.side == Side::Attack || !self.can_jump(state, state.musketeers)
    }

    fn key(&self, state: &State) -> u64 {
        state.key()
    }
}
