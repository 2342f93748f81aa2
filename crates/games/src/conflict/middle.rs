//! What the middle of three players gets for having two neighbours (CF-38).

use super::Conflict;
use super::state::{Colour, ColourSet, HOME, RESERVE, State};

/// The colour between the two others.
pub(super) const MIDDLE: Colour = Colour::Orange;

/// Number of throws from the start of the match during which a sheltered circle is closed.
pub(super) const SHELTER: u16 = 100;

kernel::choice! {
    /// How the middle of three is compensated.
    pub enum Middle {
        /// Not at all.
        None = "none",
        /// All twelve pieces wait in its home field.
        Home = "home",
        /// It has the first turn.
        First = "first",
        /// Both.
        HomeFirst = "home_first",
        /// Nobody else enters its circle during the first throws while all three are in the match.
        Shelter = "shelter",
    }
}

impl Conflict {
    /// CF-6, CF-8, CF-38: changes the starting position for the middle of three.
    pub(super) fn compensate(&self, state: &mut State) {
        if self.players != 3 {
            return;
        }
        if matches!(self.options.middle, Middle::Home | Middle::HomeFirst) {
            state.put_all(MIDDLE, |at| at == RESERVE, HOME);
        }
        if matches!(self.options.middle, Middle::First | Middle::HomeFirst) {
            (state.open, state.turn) = (ColourSet::EMPTY, MIDDLE);
            self.begin_turn(state);
        }
    }

    /// Is the circle of the middle closed to the others now?
    #[inline]
    pub(super) fn sheltered(&self, state: &State) -> bool {
        self.shelters && state.throws <= SHELTER && state.alive.len() == 3
    }
}
