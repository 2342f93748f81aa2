//! How one phase follows another, and when the match is over.
//!
//! Everything that happens automatically is here: a seat with nothing to do is
//! skipped, a phase closes, the match ends. Each step is reported as a [`Note`] for
//! the log; simulators pass [`ignore_note`].

use super::FightingMarines;
use super::state::{Action, MEN, Phase, State};
use crate::first_turn::{self, Round};
use kernel::{Game, Outcome, Seat, SeatSet};

/// Something that happened automatically.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Note {
    /// These tied for the first turn and throw again (FM-8).
    Tied(SeatSet),
    /// This seat has the first turn (FM-8).
    First(Seat),
    /// This seat can do nothing in the assault (FM-11).
    Idle(Seat),
    /// This seat has nothing left to do in the phase.
    Done(Seat),
    /// This seat has nothing to do in the regroup phase (FM-19).
    Skipped(Seat),
}

/// Ignores notes, for callers that write no log.
#[inline(always)]
pub(super) fn ignore_note(_: Note) {}

impl FightingMarines {
    /// Who throws next for the first turn.
    pub(super) fn next_first(&self, state: &State) -> Option<Seat> {
        first_turn::next(state.open.iter(), &state.first)
    }

    /// FM-8: when all have thrown, the highest has the first turn; if several, they throw again.
    pub(super) fn settle_opening(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        if state.phase != Phase::Opening {
            return;
        }
        match first_turn::settle(state.open.iter(), &mut state.first) {
            Round::Open => {}
            Round::Level(level) => {
                state.open = level;
                note(Note::Tied(level));
            }
            Round::First(seat) => {
                (state.open, state.thrower, state.phase) = (SeatSet::EMPTY, seat, Phase::Throw);
                note(Note::First(seat));
            }
        }
    }

    /// FM-9 and FM-11: the platform turns, and everybody who can enter may.
    #[inline]
    pub(super) fn turn_platform(&self, state: &mut State, total: u8, note: &mut impl FnMut(Note)) {
        state.thrown = total;
        state.throws = state.throws.saturating_add(1);
        state.arrow = self.board.net.behind(total % self.board.spaces, state.arrow);
        state.phase = Phase::Assault;
        state.open = SeatSet::EMPTY;
        for seat in (0..self.players).map(Seat) {
            if self.can_enter(state, seat) {
                state.open = state.open.with(seat);
            } else {
                note(Note::Idle(seat));
            }
        }
        self.settle_assault(state, note);
    }

    #[inline]
    pub(super) fn after_assault(&self, state: &mut State, seat: Seat, action: Action, note: &mut impl FnMut(Note)) {
        let passed = action == Action::Pass;
        if passed || !self.can_enter(state, seat) {
            state.open = state.open.without(seat);
            if !passed {
                note(Note::Done(seat));
            }
            self.settle_assault(state, note);
        }
    }

    /// FM-10, FM-25: when nobody is left to move, there is victory or the regroup phase.
    #[inline]
    pub(super) fn settle_assault(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        if !state.open.is_empty() || self.settle_victory(state) {
            return;
        }
        state.phase = Phase::Regroup;
        state.open = self.all_seats();
        self.ask_from(state, state.thrower, note);
    }

    #[inline]
    pub(super) fn after_regroup(&self, state: &mut State, seat: Seat, action: Action, note: &mut impl FnMut(Note)) {
        let passed = action == Action::Pass;
        if passed || !self.can_regroup(state, seat) {
            state.open = state.open.without(seat);
            if !passed {
                note(Note::Done(seat));
            }
            self.ask_from(state, seat.next(self.players), note);
        }
    }

    /// FM-19: asks the next seat that has something to do, from this one on round the ring.
    #[inline]
    pub(super) fn ask_from(&self, state: &mut State, seat: Seat, note: &mut impl FnMut(Note)) {
        for seat in seat.round(self.players) {
            if !state.open.contains(seat) {
                continue;
            }
            if self.can_regroup(state, seat) {
                state.asked = seat;
                return;
            }
            state.open = state.open.without(seat);
            note(Note::Skipped(seat));
        }
        self.close_regroup(state);
    }

    /// FM-24, FM-28 and FM-9: the stop is over.
    #[inline]
    fn close_regroup(&self, state: &mut State) {
        state.asked = Seat(0);
        state.fresh = [0; 4];
        if self.options.eager && self.settle_victory(state) {
            return;
        }
        if self.options.throw_limit > 0 && state.throws >= self.options.throw_limit {
            return self.end(state, Phase::Spent, self.leaders(state));
        }
        state.thrower = state.thrower.next(self.players);
        state.phase = Phase::Throw;
    }

    /// How many men of the seat stand on the platform.
    #[inline]
    pub(super) fn landed(&self, state: &State, seat: Seat) -> u32 {
        self.colours(seat).iter().map(|colour| state.landed(*colour)).sum()
    }

    /// How many men a seat leads.
    pub(super) fn army(&self) -> u32 {
        MEN * self.colours(Seat(0)).len() as u32
    }

    /// FM-25 and FM-26: the seats whose men are all on the platform; only the first
    /// from the thrower on, unless victory is shared.
    pub(super) fn victors(&self, state: &State) -> SeatSet {
        let mut victors = SeatSet::EMPTY;
        for seat in state.thrower.round(self.players) {
            if self.landed(state, seat) == self.army() && (victors.is_empty() || self.options.shared_victory) {
                victors = victors.with(seat);
            }
        }
        victors
    }

    /// FM-28: the seats with the most men on the platform.
    pub(super) fn leaders(&self, state: &State) -> SeatSet {
        let most = self.all_seats().iter().map(|seat| self.landed(state, seat)).max();
        let leaders = self.all_seats().iter().filter(|seat| Some(self.landed(state, *seat)) == most);
        leaders.fold(SeatSet::EMPTY, SeatSet::with)
    }

    #[inline]
    fn settle_victory(&self, state: &mut State) -> bool {
        let army = self.army();
        if !(0..self.players).any(|seat| self.landed(state, Seat(seat)) == army) {
            return false;
        }
        self.end(state, Phase::Victory, self.victors(state));
        true
    }

    /// FM-27: the winners take the pool; the remainder stays in the box.
    fn end(&self, state: &mut State, phase: Phase, winners: SeatSet) {
        state.phase = phase;
        state.open = winners;
        let share = state.pool / winners.len().max(1) as u16;
        for seat in winners.iter() {
            state.purses[seat.index()] += share;
        }
        state.pool = 0;
    }

    pub(super) fn outcome_of(&self, state: &State) -> Option<Outcome> {
        match state.phase {
            Phase::Victory | Phase::Spent => Some(Outcome::shared(state.open)),
            _ => None,
        }
    }
}
