//! Features for trained values: each player's way, counters and odds as the evaluation sees them.
//!
//! The seat whose turn it is comes first. Faces of counters that have not been turned up are in no state, so they are in
//! no feature either.

use super::RangerCommandos;
use super::state::{Berth, Colour, Phase, State};
use crate::inputs::Inputs;
use kernel::math::ln;
use kernel::{FeatureSet, Seat};

/// Raised when an input changes its meaning.
const VERSION: u32 = 1;
/// Inputs of one seat, and of the whole position beside its seats.
const PER_SEAT: usize = 26;
const SHARED: usize = 8;
/// Odds are clamped to this distance from 0 and 1 before their logarithm is taken.
const SURE: f32 = 0.002;
/// Rounds and counters after which more make no difference to an input.
const LONG: i32 = 60;
const MANY: i32 = 24;

impl RangerCommandos {
    /// The features of matches like this one.
    pub(super) fn described(&self) -> FeatureSet {
        let board = &*self.board;
        let places = (&board.dial, &board.waves, &board.docks, &board.landings, &board.circles);
        let rest = (&board.lines, &board.objectives, &board.faces, &self.options, self.rules_version);
        FeatureSet::new(PER_SEAT * usize::from(self.players) + SHARED, VERSION, &(places, rest))
    }

    /// Writes the features; the seat whose turn it is comes first.
    pub(super) fn write_features(&self, state: &State, inputs: &mut [f32]) -> Seat {
        let on_turn = state.seat(Colour::at(state.turn)).filter(|_| state.turn().is_some());
        let first = on_turn.unwrap_or(state.asked);
        let odds = self.winning(state);
        let mut inputs = Inputs::new(inputs);
        for seat in first.round(self.players) {
            match state.colour(seat) {
                Some(colour) => self.write_colour(state, colour, odds[colour.index()], &mut inputs),
                None => (0..PER_SEAT).for_each(|_| inputs.number(0.0)),
            }
        }
        let phases = [Phase::Colours, Phase::Night, Phase::Escape, Phase::HeadStart, Phase::Day, Phase::Reveal];
        phases.iter().for_each(|phase| inputs.flag(state.phase == *phase));
        inputs.share(i32::from(state.rounds).min(LONG), LONG);
        inputs.share(state.left.iter().map(|left| i32::from(*left)).sum::<i32>().min(MANY), MANY);
        first
    }

    /// 26 inputs.
    fn write_colour(&self, state: &State, colour: Colour, odds: f32, inputs: &mut Inputs<'_>) {
        inputs.one_of(colour.index(), 4);
        let rank = (colour.index() + 4 - usize::from(state.turn & 3)) & 3;
        inputs.one_of(rank, 4);
        inputs.number(odds);
        let odds = odds.clamp(SURE, 1.0 - SURE);
        inputs.number(ln(odds / (1.0 - odds)) / 4.0);
        let survival = self.survival(state, colour);
        inputs.number(survival);
        if matches!(state.phase, Phase::Night | Phase::Walk) {
            let (outlook, lands) = self.outlook(state, colour, &self.raiders(state));
            inputs.number(outlook.survival);
            inputs.number(outlook.points / 200.0);
            inputs.number(outlook.gain / 4.0);
            inputs.number(lands);
        } else {
            [survival, 0.0, 0.0, 1.0].into_iter().for_each(|number| inputs.number(number));
        }
        inputs.flag(self.landing(state, colour).is_some());
        inputs.number(self.turns_to_landing_if_afloat(state, colour) / 20.0);
        inputs.share(i32::from(state.haul(colour)), 6);
        inputs.share(i32::from(state.turned(colour)), 6);
        inputs.flag(state.ashore(colour).is_some());
        let berth = state.barge(colour);
        inputs.number(if matches!(berth, Berth::Wave(_)) { self.turns_home(state, colour) / 20.0 } else { 0.0 });
        inputs.flag(berth == Berth::Home);
        inputs.flag(berth == Berth::Captured);
        inputs.share(state.place(colour).map_or(0, i32::from), 4);
        inputs.number(self.prize_now(state, colour) / 100.0);
        inputs.number(f32::from(self.score(state, colour)) / 200.0);
    }

    /// Turns that the colour's barge needs to a landing; 0 if it is not on the water.
    fn turns_to_landing_if_afloat(&self, state: &State, colour: Colour) -> f32 {
        match state.barge(colour) {
            Berth::Dock | Berth::Wave(_) => self.turns_to_landing(state, colour).min(40.0),
            _ => 0.0,
        }
    }
}
