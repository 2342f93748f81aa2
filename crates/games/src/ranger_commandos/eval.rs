//! What computer players think of a position. Taste, not law.

use super::RangerCommandos;
use super::state::State;
use kernel::{Evaluate, Seat};

impl Evaluate for RangerCommandos {
    fn evaluate(&self, _state: &State, _seat: Seat) -> i32 {
        0
    }

    fn key(&self, state: &State) -> u64 {
        let _ = state;
        0
    }
}
