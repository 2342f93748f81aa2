//! When a match is over, and who has won (TM-13 to TM-20).

use super::board::points_of;
use super::rules;
use super::{ATTACK, MUSKETEERS, Repetition, Rescue, Side, State, ThreeMusketeers};
use kernel::{Outcome, RuleId, SeatSet};

/// How a match ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The match is not over.
    None,
    /// Too few attackers are left (TM-13).
    Reduced,
    /// Attackers stand on every castle point (TM-14).
    Stormed,
    /// The castle is full but for imprisoned musketeers, and the attack can advance no further (TM-15).
    Imprisoned,
    /// A rescue was possible, but no musketeer jumped for too long (TM-16).
    Unrescued,
    /// The attack cannot move (TM-17).
    Stuck,
    /// All three are surrounded and the castle is full (TM-18).
    SurroundedFull,
    /// All three are surrounded and the castle is not full (TM-18).
    SurroundedOpen,
    /// The same position for the third time (TM-19).
    Repeated,
    /// The attack shuffled too long (TM-20).
    Patience,
}

impl Ending {
    /// The rule that ended the match.
    pub fn rule(self) -> Option<RuleId> {
        Some(match self {
            Ending::None => return None,
            Ending::Reduced => rules::REDUCED,
            Ending::Stormed => rules::STORMED,
            Ending::Imprisoned => rules::CASTLE_FULL,
            Ending::Unrescued => rules::RESCUE,
            Ending::Stuck => rules::STUCK,
            Ending::SurroundedFull | Ending::SurroundedOpen => rules::SURROUNDED,
            Ending::Repeated => rules::REPETITION,
            Ending::Patience => rules::PATIENCE,
        })
    }
}

/// The occurrence of a position that ends the match (TM-19).
const REPETITIONS: usize = 3;
/// Turns of the attack without a jump after which a rescue has failed (TM-16).
pub(super) const LONGEST_WAIT: u8 = 50;
/// The least number of turns since a step forward or a capture before a position can be repeated.
const SHORTEST_REPETITION: u16 = 4;

impl ThreeMusketeers {
    /// Determines the ending of a set-up position at the beginning of a turn, and remembers the position.
    pub(super) fn settle(&self, state: &mut State, history: &mut Vec<u64>) {
        self.settle_played(state, history);
        if state.attackers.count_ones() < self.needed {
            state.ending = Ending::Reduced;
        }
    }

    /// Determines the ending after a move, at the beginning of a turn, and remembers the
    /// position. Jumps have checked TM-13 already: only a jump can bring it about.
    #[inline]
    pub(super) fn settle_played(&self, state: &mut State, history: &mut Vec<u64>) {
        state.ending = self.ending_of_position(state);
        if self.options.rescue == Rescue::InAnyWay && self.settle_wait(state) {
            return; // TM-19 and TM-20 do not count meanwhile.
        }
        history.push(state.key());
        if state.ending == Ending::None {
            state.ending = self.ending_of_past(state, history);
        }
    }

    /// Updates the wait for a rescue (TM-16) and returns whether the attack waits.
    fn settle_wait(&self, state: &mut State) -> bool {
        if state.side == Side::Attack {
            state.waiting = state.ending == Ending::None && self.stands_full(state);
            state.waited = if state.waiting { state.waited } else { 0 };
        }
        if state.ending == Ending::None && state.waited >= LONGEST_WAIT {
            state.ending = Ending::Unrescued;
        }
        state.rescue_awaited()
    }

    /// The ending that follows from the position alone, if there are enough men.
    #[inline]
    pub(super) fn ending_of_position(&self, state: &State) -> Ending {
        if self.net.castle & !state.attackers == 0 {
            return Ending::Stormed;
        }
        match state.side {
            Side::Musketeers => self.ending_for_musketeers(state),
            Side::Attack => self.ending_for_attack(state),
        }
    }

    fn ending_for_musketeers(&self, state: &State) -> Ending {
        if self.can_move(state, state.musketeers) {
            Ending::None
        } else if self.net.castle & !state.men() == 0 {
            Ending::SurroundedFull
        } else {
            Ending::SurroundedOpen
        }
    }

    fn ending_for_attack(&self, state: &State) -> Ending {
        if self.attack_can_advance(state) {
            return Ending::None;
        }
        if self.stands_full(state) {
            if self.rescue_possible(state) { Ending::None } else { Ending::Imprisoned }
        } else if self.attack_can_sidestep(state) {
            Ending::None
        } else if self.can_move(state, state.musketeers) {
            Ending::Stuck
        } else {
            Ending::SurroundedOpen
        }
    }

    /// Does every castle point hold an attacker or an imprisoned musketeer (TM-15)?
    pub(super) fn castle_full(&self, state: &State) -> bool {
        let inside = state.musketeers & self.net.castle;
        self.net.castle & !state.men() == 0 && points_of(inside).all(|point| !self.can_move(state, point.bit()))
    }

    /// Is the castle full but for prisoners, with no move of the attack that keeps the game going (TM-15)?
    fn stands_full(&self, state: &State) -> bool {
        let may_go_on = || !self.options.forward_only && self.attack_can_sidestep(state);
        !self.attack_can_advance(state) && self.castle_full(state) && !may_go_on()
    }

    /// Is a rescue possible (TM-16)?
    fn rescue_possible(&self, state: &State) -> bool {
        match self.options.rescue {
            Rescue::AtOnce => self.can_jump(state, state.musketeers),
            Rescue::InAnyWay => points_of(state.musketeers).any(|point| self.can_reach_a_jump(state, point.bit())),
        }
    }

    /// The ending that follows from earlier positions.
    #[inline]
    fn ending_of_past(&self, state: &State, history: &[u64]) -> Ending {
        let limit = self.options.quiet_limit;
        if state.since < SHORTEST_REPETITION {
            return if limit > 0 && state.quiet >= limit { Ending::Patience } else { Ending::None };
        }
        let Some((now, past)) = history.split_last() else { return Ending::None };
        let reach = past.len().saturating_sub(usize::from(state.since));
        // The same side is to move every other turn.
        let again = past[reach..].iter().rev().skip(1).step_by(2).filter(|key| *key == now).count();
        if again + 1 >= REPETITIONS {
            return Ending::Repeated;
        }
        if limit > 0 && state.quiet >= limit { Ending::Patience } else { Ending::None }
    }

    /// The outcome of an ending.
    pub(super) fn outcome_of(&self, ending: Ending) -> Option<Outcome> {
        Some(match ending {
            Ending::None => return None,
            Ending::Stormed | Ending::Imprisoned | Ending::Unrescued | Ending::SurroundedFull => Outcome::win(ATTACK),
            Ending::Reduced | Ending::Stuck | Ending::Patience => Outcome::win(MUSKETEERS),
            Ending::SurroundedOpen => Outcome::shared(SeatSet::first(2)),
            Ending::Repeated => match self.options.repetition {
                Repetition::Musketeers => Outcome::win(MUSKETEERS),
                Repetition::Draw => Outcome::shared(SeatSet::first(2)),
            },
        })
    }
}
