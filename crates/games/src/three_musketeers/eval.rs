//! What computer players think of a position. Taste, not law.

use super::moves::is_jump;
use super::{ATTACK, Action, Ending, Side, State, ThreeMusketeers};
use kernel::{Evaluate, Outcome, Seat};

/// A man is worth this much.
const MAN: i32 = 100;
/// Quiet turns before the limit from which on searches count them.
const PATIENCE_IN_SIGHT: u16 = 16;

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

    fn counters(&self, state: &State) -> u64 {
        // TM-20 matters to a search only when it can be reached within it.
        let limit = self.options.quiet_limit;
        let near = limit > 0 && state.quiet.saturating_add(PATIENCE_IN_SIGHT) >= limit;
        if near { (u64::from(state.quiet) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) } else { 0 }
    }

    fn circle(&self) -> Option<Outcome> {
        self.outcome_of(Ending::Repeated)
    }
}
