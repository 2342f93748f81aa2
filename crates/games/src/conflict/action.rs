//! Actions and throws: one decision of a seat, one outcome of the dice.

use super::state::{COLOURS, Colour, Kind, PIECES, Square};
use kernel::Seat;

/// The piece to move: one on the map, or one of a kind in the home field.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mover {
    /// The piece on this square.
    Field(Square),
    /// A piece of this kind in the home field.
    Home(Kind),
}

/// The pieces taken by a move: a bit for each colour and slot.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Taken(pub(super) u64);

impl Taken {
    /// Nothing.
    pub const NONE: Taken = Taken(0);

    /// Just this piece.
    #[inline]
    pub const fn one(colour: Colour, slot: usize) -> Self {
        Taken(1 << (colour as usize * PIECES + slot))
    }

    /// Is nothing taken?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Is this piece taken?
    #[inline]
    pub const fn contains(self, colour: Colour, slot: usize) -> bool {
        self.0 & Taken::one(colour, slot).0 != 0
    }

    /// Both together.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Taken) -> Self {
        Taken(self.0 | other.0)
    }

    /// The pieces one by one: colour and slot.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Colour, usize)> {
        let mut left = self.0 & (u64::MAX >> (64 - 4 * PIECES));
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some((COLOURS[bit / PIECES], bit % PIECES))
        })
    }
}

/// One decision.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Moves a piece by one die (CF-11). A loss on a mine follows from the end.
    Move {
        /// The number of the die.
        die: u8,
        /// The piece.
        mover: Mover,
        /// Where it ends.
        to: Square,
        /// What it takes.
        taken: Taken,
    },
    /// On a seven, a piece of this kind comes from the reserve (CF-26).
    Bring(Kind),
    /// On a seven, nothing comes from the reserve.
    Stay,
    /// After a third double, this piece goes into the reserve (CF-25).
    Retreat(Mover),
    /// Before the throw, a pact is offered to this colour (CF-39).
    Propose(Colour),
    /// Before the throw, the player cancels their pact (CF-39).
    Cancel,
    /// Before the throw, no pact is offered or cancelled.
    GoOn,
    /// A pact that was offered is accepted (CF-39).
    Accept,
    /// A pact that was offered is declined (CF-39).
    Decline,
}

/// An outcome of the dice.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Throw {
    /// A seat's total for the first turn.
    First(Seat, u8),
    /// Two dice, the higher first.
    Dice(u8, u8),
}
