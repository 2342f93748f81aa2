//! Who stands how to whom: rivals, enemies, and whose circles are closed.

use super::Conflict;
use super::middle::MIDDLE;
use super::state::{Colour, ColourSet, State};

impl Conflict {
    /// Everybody living but the colour and its partner: whose mines are live for it (CF-21).
    #[inline]
    pub(super) fn rivals(&self, state: &State, colour: Colour) -> ColourSet {
        let rivals = state.alive.without(colour);
        if self.partners { rivals.without(colour.opposite()) } else { rivals }
    }

    /// Whose circles the colour may not enter: of its ally, and of the middle while that is sheltered.
    #[inline]
    pub(super) fn closed(&self, state: &State, colour: Colour) -> ColourSet {
        let mut closed = ColourSet::EMPTY;
        if self.bars {
            if let Some(ally) = state.pacts.ally(colour) {
                closed = closed.with(ally);
            }
            if self.sheltered(state) && colour != MIDDLE {
                closed = closed.with(MIDDLE);
            }
        }
        closed
    }

    /// Whose circles the colour may take: those of its enemies that are not closed to it.
    #[inline]
    pub(super) fn targets(&self, state: &State, colour: Colour) -> ColourSet {
        ColourSet(self.enemies(state, colour).0 & !self.closed(state, colour).0)
    }

    /// Who may be taken by the colour: its rivals, except for the one it has a pact with (CF-39).
    #[inline]
    pub(super) fn enemies(&self, state: &State, colour: Colour) -> ColourSet {
        let rivals = self.rivals(state, colour);
        if !self.options.pacts {
            return rivals;
        }
        state.pacts.ally(colour).map_or(rivals, |ally| rivals.without(ally))
    }
}
