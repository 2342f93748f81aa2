//! Features for trained values: each colour's pieces, what threatens them, and the ways to the circles.
//!
//! The seat whose turn it is comes first, and the others follow clockwise. Threats are those of the evaluation: how many of
//! the 36 throws take a piece or end on a circle, by whether the target throws first.

use super::Conflict;
use super::board::UNREACHABLE;
use super::eval::{Outlook, throws_with};
use super::reach::FAR;
use super::state::{Colour, HELD, HOME, KINDS, Kind, Phase, RESERVE, Square, State};
use crate::inputs::Inputs;
use kernel::{FeatureSet, Seat};

/// Raised when an input changes its meaning.
const VERSION: u32 = 1;
/// Inputs of one seat, and of the whole position beside its seats.
const PER_SEAT: usize = 38;
const SHARED: usize = 12;
/// All throws of two dice.
const THROWS: i32 = 36;
/// Values of pieces in relation to each other, by kind.
const WORTH: [i32; 4] = [21, 10, 12, 10];
/// The value of all pieces of a colour.
const ARMY: i32 = 144;
/// Steps of a long way.
const LONG: i32 = 32;

/// What threatens a colour's pieces, and how near they are to circles.
#[derive(Default)]
struct Threats {
    /// Pieces that the next throws can take, by value and throws: before the colour throws itself, and after.
    danger: [i32; 2],
    worst: [i32; 2],
    /// Numbers of a die that end on each circle.
    numbers: [u32; 4],
    /// Steps to the nearest circle, nearest piece first.
    steps: Vec<i32>,
}

impl Conflict {
    /// The features of matches like this one.
    pub(super) fn described(&self) -> FeatureSet {
        let board = &*self.board;
        let inputs = PER_SEAT * usize::from(self.players) + SHARED;
        FeatureSet::new(inputs, VERSION, &(&board.map, &board.circles, &board.mines, &self.options))
    }

    /// Writes the features; the seat whose turn it is comes first.
    pub(super) fn write_features(&self, state: &State, inputs: &mut [f32]) -> Seat {
        let first = if state.phase == Phase::Opening { Seat(0) } else { self.seat_of(state.turn).unwrap_or(Seat(0)) };
        let outlook = self.outlook(state);
        let threats = super::state::COLOURS.map(|colour| self.threats(state, &outlook, colour));
        let mut inputs = Inputs::new(inputs);
        for seat in first.round(self.players) {
            let colour = self.colour(seat);
            if state.alive.contains(colour) {
                self.write_pieces(state, colour, &mut inputs);
                self.write_threats(state, &outlook, &threats, colour, &mut inputs);
            } else {
                (0..PER_SEAT).for_each(|_| inputs.number(0.0));
            }
        }
        let second = state.phase == Phase::Second;
        inputs.flag(second);
        inputs.one_of(if second { usize::from(state.die).saturating_sub(1) } else { 6 }, 6);
        inputs.flag(state.phase == Phase::Throw);
        inputs.flag(state.phase == Phase::Opening);
        inputs.flag(state.doubles > 0);
        let share = |count: u16, limit: u16| if limit > 0 { f32::from(count) / f32::from(limit) } else { 0.0 };
        inputs.number(share(state.quiet, self.options.quiet_limit));
        inputs.number(share(state.throws, self.options.throw_limit));
        first
    }

    /// 18 inputs: the colour's pieces by kind and place, and its captives.
    fn write_pieces(&self, state: &State, colour: Colour, inputs: &mut Inputs<'_>) {
        let pieces = &state.pieces[colour.index()];
        let (mut ready, mut waiting) = (0, 0);
        for kind in KINDS {
            let count =
                |place: &dyn Fn(u16) -> bool| pieces[kind.slots()].iter().filter(|at| place(**at)).count() as i32;
            let (field, home, reserve) = (count(&|at| at < HOME), count(&|at| at == HOME), count(&|at| at == RESERVE));
            let all = kind.count() as i32;
            inputs.share(field, all);
            inputs.share(home, all);
            inputs.share(reserve, all);
            ready += WORTH[kind.index()] * (field + home);
            waiting += WORTH[kind.index()] * reserve;
        }
        inputs.share(ready, ARMY);
        inputs.share(waiting, ARMY);
        let held = HELD + colour as u16;
        let captives = state.pieces.iter().flatten().filter(|at| **at == held).count() as i32;
        inputs.share(captives, 12);
        inputs.at_most(state.ready(colour) as i32, &[1, 2, 4]);
    }

    /// 20 inputs: dangers, chances to take a circle and to lose its own, and the nearest ways.
    fn write_threats(
        &self,
        state: &State,
        outlook: &Outlook,
        threats: &[Threats; 4],
        colour: Colour,
        inputs: &mut Inputs<'_>,
    ) {
        let own = &threats[colour.index()];
        for (danger, worst) in own.danger.iter().zip(own.worst) {
            inputs.share(*danger, ARMY * THROWS / 4);
            inputs.share(worst, WORTH[0] * THROWS);
        }
        let chance = |from: Colour, to: Colour| throws_with(threats[from.index()].numbers[to.index()].count_ones());
        let (mut takes, mut loses) = ([0; 2], [0; 2]);
        for foe in self.targets(state, colour).iter() {
            let slot = usize::from(!outlook.throws_before(colour, foe));
            takes[slot] = takes[slot].max(chance(colour, foe));
        }
        for foe in self.enemies(state, colour).iter().filter(|foe| self.targets(state, *foe).contains(colour)) {
            let slot = usize::from(!outlook.throws_before(foe, colour));
            loses[slot] = loses[slot].max(chance(foe, colour));
        }
        for throws in takes.into_iter().chain(loses) {
            inputs.share(throws, THROWS);
            inputs.flag(throws > 0);
        }
        for place in 0..4 {
            inputs.share(own.steps.get(place).copied().unwrap_or(LONG), LONG);
        }
        let near = |steps: i32| own.steps.iter().filter(|other| **other <= steps).count() as i32;
        inputs.share(near(6), 6);
        inputs.share(near(12), 8);
        inputs.share(own.steps.iter().map(|steps| LONG - steps).sum(), 8 * LONG);
        inputs.share(own.steps.len() as i32, 12);
    }

    fn threats(&self, state: &State, outlook: &Outlook, colour: Colour) -> Threats {
        let mut threats = Threats::default();
        if !state.alive.contains(colour) {
            return threats;
        }
        let (foes, targets) = (self.enemies(state, colour), self.targets(state, colour));
        for (slot, &at) in state.pieces[colour.index()].iter().enumerate().filter(|(_, at)| **at <= HOME) {
            let kind = Kind::of_slot(slot);
            let square = if at == HOME { self.board.circle(colour) } else { Square(at) };
            if at < HOME {
                let mut most = [0; 2];
                for foe in foes.iter() {
                    let slot = usize::from(!outlook.throws_before(foe, colour));
                    most[slot] = most[slot].max(self.strikes(outlook, foe, kind, square));
                }
                for (slot, throws) in most.into_iter().enumerate() {
                    let danger = throws * WORTH[kind.index()];
                    threats.danger[slot] += danger;
                    threats.worst[slot] = threats.worst[slot].max(danger);
                }
            }
            let mut nearest = i32::from(UNREACHABLE);
            for foe in targets.iter() {
                let steps = i32::from(self.net().steps_to(kind, foe, square));
                nearest = nearest.min(steps);
                if steps <= FAR as i32 {
                    threats.numbers[foe.index()] |=
                        self.numbers_to(state, colour, kind, square, self.board.circle(foe));
                }
            }
            threats.steps.push(nearest.min(LONG));
        }
        threats.steps.sort_unstable();
        threats
    }
}
