//! Features for trained values: how far each division has come, and the next throws.
//!
//! The seat that throws or places next comes first. Distances are those of the evaluation: steps to the objective on
//! the board as it stands, with a toll for each defender.

use super::HitTheBeach;
use super::board::{DIE, MOST_SPACES};
use super::state::{DIVISIONS, Phase, SUPPORTS, Space, State};
use crate::inputs::Inputs;
use kernel::{FeatureSet, Seat};

/// Raised when an input changes its meaning.
const VERSION: u32 = 1;
/// Inputs of one seat, and of the whole position beside its seats.
const PER_SEAT: usize = 29;
const SHARED: usize = 4;
/// Steps of a long way, and the value of a division on the objective.
const LONG: i32 = 80;
const WORTH: i32 = 1_400;
/// Defenders at the start, about.
const DEFENDERS: i32 = 24;
/// Throws before the limit from which it matters.
const LIMIT_IN_SIGHT: i32 = 32;

impl HitTheBeach {
    /// The features of matches like this one.
    pub(super) fn described(&self) -> FeatureSet {
        let board = &*self.board;
        let marked: Vec<Space> = board.marked.iter().map(|(space, _)| *space).collect();
        let kinds: Vec<_> = board.places.iter().map(|place| place.kind).collect();
        let ways: Vec<Vec<Space>> =
            board.joints.iter().map(|joints| joints.iter().map(|(space, _)| *space).collect()).collect();
        let beaches = (board.net.own_beaches, board.net.starts, board.net.objective);
        let inputs = (PER_SEAT + 1) * usize::from(self.players) + SHARED;
        FeatureSet::new(inputs, VERSION, &(kinds, ways, marked, beaches, &self.options))
    }

    /// Writes the features; the seat that throws or places next comes first.
    pub(super) fn write_features(&self, state: &State, inputs: &mut [f32]) -> Seat {
        let first = if state.phase == Phase::Opening { Seat(0) } else { state.seat };
        let mut danger = [0; MOST_SPACES];
        let next = self.next_throws(state, &mut danger);
        let mut inputs = Inputs::new(inputs);
        for seat in first.round(self.players) {
            self.write_seat(state, seat, &danger, &mut inputs);
            let (wins, blows) = next[seat.index()];
            inputs.share(wins, DIE as i32);
            inputs.flag(wins > 0);
            inputs.share(blows, DIE as i32);
        }
        inputs.one_of(first.index(), usize::from(self.players));
        inputs.flag(state.phase == Phase::Opening);
        inputs.flag(state.phase == Phase::Place);
        inputs.share(state.defenders.count_ones() as i32, DEFENDERS);
        let limit = i32::from(self.options.throw_limit);
        let left = if limit > 0 { (limit - i32::from(state.throws)).clamp(0, LIMIT_IN_SIGHT) } else { LIMIT_IN_SIGHT };
        inputs.share(LIMIT_IN_SIGHT - left, LIMIT_IN_SIGHT);
        first
    }

    /// 26 inputs: the seat's divisions, its beaches and its support.
    fn write_seat(&self, state: &State, seat: Seat, danger: &[u8; MOST_SPACES], inputs: &mut Inputs<'_>) {
        let colour = self.colour(seat);
        let distances = self.distances(state, colour);
        let at = state.at[colour.index()];
        let start = self.board.net.starts[colour.index()];
        let steps = |slot: usize| i32::from(distances[at[slot].index()]);
        let threat = |slot: usize| i32::from(danger[at[slot].index()]).min(DIE as i32);
        for division in DIVISIONS {
            let [mut near, mut far] = division.slots();
            if steps(far) < steps(near) {
                std::mem::swap(&mut near, &mut far);
            }
            for slot in [near, far] {
                inputs.share(steps(slot).min(LONG), LONG);
                inputs.share(threat(slot), DIE as i32);
                inputs.flag(at[slot] == start);
            }
        }
        let mut worth = [0, 1, 2, 3].map(|slot| (self.worth_of(steps(slot) as usize), threat(slot)));
        worth.sort_unstable_by(|one, other| other.cmp(one));
        for (worth, threat) in worth {
            inputs.share(worth, WORTH);
            inputs.number(worth as f32 / WORTH as f32 * (threat as f32 / DIE as f32));
        }
        let next = self.next_landing(state, colour);
        for beach in self.board.net.own_beaches[colour.index()] {
            inputs.flag(state.has_defender(beach));
            inputs.flag(next == Some(beach));
        }
        for piece in SUPPORTS {
            inputs.flag(next.is_some() && self.support_at(state, colour, piece) == next);
        }
    }
}
