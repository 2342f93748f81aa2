//! Rivals, enemies, and closed circles.

use super::Conflict;
use super::middle::MIDDLE;
use super::state::{Colour, ColourSet, State};

impl Conflict {
    /// All players left but the colour and its partner: their mines are live for it (CF-21).
    #[inline]
    pub(super) fn rivals(&self, state: &State, colour: Colour) -> ColourSet {
        let rivals = state.alive.without(colour);
        if self.partners { rivals.without(colour.opposite()) } else { rivals }
    }

    /// The colours whose circles this one may not enter: its ally's, and the middle's while it is sheltered.
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

    /// The colours whose circles this one may take: its enemies, unless their circle is closed.
    #[inline]
    pub(super) fn targets(&self, state: &State, colour: Colour) -> ColourSet {
        ColourSet(self.enemies(state, colour).0 & !self.closed(state, colour).0)
    }

    /// The colours whose pieces this one may take: its rivals, except its ally (CF-39).
    #[inline]
    pub(super) fn enemies(&self, state: &State, colour: Colour) -> ColourSet {
        let rivals = self.rivals(state, colour);
        if !self.options.pacts {
            return rivals;
        }
        state.pacts.ally(colour).map_or(rivals, |ally| rivals.without(ally))
    }
}
