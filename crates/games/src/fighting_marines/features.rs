//! Features for trained values: the armies, the captives, the purses and the next stop.
//!
//! The seat that throws next comes first. The next stop is looked at over the eleven totals, as in the evaluation:
//! how many men will be able to enter, how many will be in danger, and how likely it is that the army is complete.

use super::board::Pad;
use super::state::{Action, Phase, RANKS, Rank, State};
use super::{FightingMarines, TOTALS};
use crate::inputs::Inputs;
use kernel::{FeatureSet, Game, MAX_SEATS, Seat};

/// Raised when an input changes its meaning.
const VERSION: u32 = 1;
/// Inputs of one seat, and of the whole position beside its seats.
const PER_SEAT: usize = 34;
const SHARED: usize = 4;
/// Numbers of men who are not yet on the platform that have an input each.
const MISSING: [i32; 8] = [0, 1, 2, 3, 4, 6, 8, 11];
/// Chip points that matter: the ransom of a whole army.
const PLENTY: i32 = 40;
/// Throws before the limit from which it matters.
const LIMIT_IN_SIGHT: i32 = 32;
/// Sum of the weights of all totals.
const WEIGHTS: i32 = 36;

/// Sums over the next stop, in thirty-sixths.
#[derive(Copy, Clone, Default)]
struct NextStop {
    entries: i32,
    fills: i32,
    dangers: i32,
    completes: i32,
    enters: i32,
    enters_two: i32,
    safe: i32,
}

impl FightingMarines {
    /// The features of matches like this one.
    pub(super) fn described(&self) -> FeatureSet {
        let sections: Vec<_> = self.board.sections.iter().map(|part| (part.from, part.to, &part.circles)).collect();
        let platform: String = self.board.platform.iter().map(|(pad, _): &(Pad, _)| pad.letter()).collect();
        let seats = usize::from(self.players);
        let inputs = (PER_SEAT + 1) * seats + SHARED;
        FeatureSet::new(inputs, VERSION, &(self.board.spaces, sections, platform, &self.options))
    }

    /// Writes the features; the seat that throws next comes first.
    pub(super) fn write_features(&self, state: &State, inputs: &mut [f32]) -> Seat {
        let first = if state.phase == Phase::Throw { state.thrower } else { state.thrower.next(self.players) };
        let next = self.next_stops(state);
        let mut inputs = Inputs::new(inputs);
        for seat in first.round(self.players) {
            self.write_seat(state, seat, &mut inputs);
            write_next(&next[seat.index()], self.army() as i32, &mut inputs);
        }
        inputs.one_of(first.index(), usize::from(self.players));
        inputs.flag(state.phase == Phase::Opening);
        inputs.flag(state.phase == Phase::Regroup);
        let limit = i32::from(self.options.throw_limit);
        let left = if limit > 0 { (limit - i32::from(state.throws)).clamp(0, LIMIT_IN_SIGHT) } else { LIMIT_IN_SIGHT };
        inputs.share(LIMIT_IN_SIGHT - left, LIMIT_IN_SIGHT);
        inputs.flag(limit > 0 && left <= 1);
        first
    }

    /// 27 inputs: where the seat's men are, what it holds and what it can pay.
    fn write_seat(&self, state: &State, seat: Seat, inputs: &mut Inputs<'_>) {
        let army = self.army() as i32;
        let colours = self.colours(seat);
        let sum = |count: &dyn Fn(usize) -> u32| colours.iter().map(|c| count(c.index())).sum::<u32>() as i32;
        let landed = self.landed(state, seat) as i32;
        inputs.share(landed, army);
        inputs.at_most(army - landed, &MISSING);
        inputs.share(sum(&|c| (state.platform[c] & self.board.net.neutral).count_ones()), 2);
        inputs.share(sum(&|c| state.circles[c].count_ones()), army);
        let in_corner = |rank: Rank| sum(&|c| u32::from(state.corner[c].count(rank)));
        inputs.share(RANKS.into_iter().map(in_corner).sum(), army);
        let empty = sum(&|c| (self.board.net.circles[c] & !state.circles[c]).count_ones());
        inputs.share(empty, army);
        let held = self.held(state, seat);
        let purse = state.purse(seat);
        let (mut all, mut redeemable) = (0, 0);
        for rank in RANKS {
            let lost = sum(&|c| state.captives.iter().map(|squads| u32::from(squads[c].count(rank))).sum());
            inputs.share(lost, 4);
            all += lost;
            redeemable += if held.has(rank) || purse >= rank.price() { lost } else { 0 };
        }
        inputs.share(all, army);
        inputs.share(redeemable, army);
        inputs.flag(all > 0);
        for rank in RANKS {
            let hostages = state.captives[seat.index()].iter().map(|squad| i32::from(squad.count(rank))).sum();
            inputs.share(hostages, 4);
            inputs.flag(hostages > 0);
        }
        inputs.share(i32::from(purse).min(PLENTY), PLENTY);
        inputs.flag(state.phase == Phase::Regroup && state.open.contains(seat));
    }

    /// The next stop, over the eleven totals.
    fn next_stops(&self, state: &State) -> [NextStop; MAX_SEATS] {
        let mut sums = [NextStop::default(); MAX_SEATS];
        let mut next = *state;
        for (total, weight) in TOTALS {
            next.arrow = self.board.net.behind(total % self.board.spaces, state.arrow);
            let stops = self.next_stop(&next);
            let weight = weight as i32;
            for seat in self.all_seats().iter() {
                let (stop, sum) = (&stops[seat.index()], &mut sums[seat.index()]);
                let complete = stop.dangers == 0 && self.landed(state, seat) + stop.entries == self.army();
                sum.entries += weight * stop.entries as i32;
                sum.fills += weight * stop.fills;
                sum.dangers += weight * stop.dangers as i32;
                sum.completes += weight * i32::from(complete);
                sum.enters += weight * i32::from(stop.entries > 0);
                sum.enters_two += weight * i32::from(stop.entries > 1);
                sum.safe += weight * i32::from(stop.dangers == 0);
            }
        }
        sums
    }

    /// What the seats do in an assault: all who can enter do so. The seat `waiting` passes.
    pub(super) fn after_entries(&self, state: &State, waiting: Option<Seat>) -> State {
        let mut after = *state;
        while after.phase == Phase::Assault {
            let Some(seat) = after.open.iter().next() else { break };
            let action = if waiting == Some(seat) { Action::Pass } else { self.any_entry(&after, seat) };
            self.apply(&mut after, &mut (), seat, action);
        }
        after
    }
}

/// 7 inputs: the next stop.
fn write_next(next: &NextStop, army: i32, inputs: &mut Inputs<'_>) {
    inputs.share(next.entries, WEIGHTS * army / 2);
    inputs.share(next.fills, WEIGHTS * army * 8);
    inputs.share(next.dangers, WEIGHTS * army / 4);
    inputs.share(next.completes, WEIGHTS);
    inputs.share(next.enters, WEIGHTS);
    inputs.share(next.enters_two, WEIGHTS);
    inputs.share(next.safe, WEIGHTS);
}
