//! What computer players think of a position. Taste, not law.
use super::HitTheBeach;
use super::board::HbBoard;
use super::state::State;
use kernel::{Evaluate, Seat};
pub(super) struct Chart {}
impl Chart { pub(super) fn new(_: &HbBoard) -> Self { Chart {} } }
impl Evaluate for HitTheBeach {
    fn evaluate(&self, _state: &State, _seat: Seat) -> i32 { 0 }
    fn key(&self, _state: &State) -> u64 { 0 }
}
