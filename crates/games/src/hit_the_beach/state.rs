//! The position: sixteen divisions, eight support pieces, the defenders, the die and
//! the turn.

use kernel::{Seat, SeatSet};

crate::colours::colours! {
    /// A colour, clockwise from the north-west.
    pub enum Colour {
        /// North-west on the board in the box.
        Red = "red" 'R',
        /// North-east.
        Green = "green" 'G',
        /// South-east.
        Black = "black" 'K',
        /// South-west.
        Blue = "blue" 'B',
    }
}

/// All colours, clockwise.
pub const COLOURS: [Colour; 4] = Colour::ALL;

/// A place that a division can stand on, as an index into the compiled board.
/// Brown circles come first, so that a set of them fits into 64 bits.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Space(pub u8);

impl Space {
    /// The space as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The space as a bit among all spaces.
    #[inline]
    pub fn bit(self) -> u128 {
        1u128.wrapping_shl(u32::from(self.0))
    }

    /// The space as a bit among brown circles; 0 for any other space.
    #[inline]
    pub fn brown_bit(self) -> u64 {
        1u64.checked_shl(u32::from(self.0)).unwrap_or(0)
    }
}

/// No space.
pub(super) const NOWHERE: Space = Space(u8::MAX);

/// The two kinds of division (HB-4).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Division {
    /// Square base; makes landings.
    Marine,
    /// Round base.
    Army,
}

/// Both kinds of division.
pub const DIVISIONS: [Division; 2] = [Division::Marine, Division::Army];

impl Division {
    /// The word in sentences and notation.
    pub const fn word(self) -> &'static str {
        ["marine", "army"][self as usize]
    }

    /// Which of a colour's four divisions are of this kind.
    #[inline]
    pub(super) const fn slots(self) -> [usize; 2] {
        [self as usize * 2, self as usize * 2 + 1]
    }

    /// The kind of a colour's division.
    #[inline]
    pub(super) const fn of(slot: usize) -> Self {
        if slot < 2 { Division::Marine } else { Division::Army }
    }
}

/// The two support pieces (HB-4).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Support {
    /// The ship.
    Ship,
    /// The aeroplane.
    Plane,
}

/// Both support pieces.
pub const SUPPORTS: [Support; 2] = [Support::Ship, Support::Plane];

impl Support {
    /// The word in notation.
    pub const fn word(self) -> &'static str {
        ["ship", "plane"][self as usize]
    }

    /// The word in sentences.
    pub const fn name(self) -> &'static str {
        ["ship", "aeroplane"][self as usize]
    }
}

/// The phase of a match.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Throwing for the first turn (HB-7).
    Opening,
    /// The next seat throws the die.
    Throw,
    /// The seat uses the throw.
    Move,
    /// The seat places a removed defender (HB-26).
    Place,
    /// A division stands on the objective.
    Won,
    /// The last throw has been used (HB-29).
    Drawn,
}

/// One decision.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A division on the board goes to a space.
    March {
        /// Where it stands.
        from: Space,
        /// Where it goes.
        to: Space,
    },
    /// A division leaves its start circle.
    SetOut {
        /// Which kind.
        division: Division,
        /// Where it goes.
        to: Space,
    },
    /// A support piece goes to a beach.
    Support {
        /// Which one.
        piece: Support,
        /// The circle of the beach.
        beach: Space,
    },
    /// The removed defender goes to a circle.
    Place(Space),
    /// The throw stays unused.
    Pass,
}

/// An outcome of the die.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Throw {
    /// For the first turn, by this seat.
    First(Seat, u8),
    /// For a turn.
    Turn(u8),
}

/// A position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Spaces with a division, start circles not counted.
    pub(super) taken: u128,
    /// Brown circles with a defender.
    pub(super) defenders: u64,
    /// By colour: two marines and two armies, each pair in order of spaces.
    pub(super) at: [[Space; 4]; 4],
    /// By colour, ship and aeroplane: 0 at the start circle, 1 or 2 at that beach.
    pub(super) support: [[u8; 2]; 4],
    /// Pips thrown for the first turn in this round; 0 for none yet.
    pub(super) first: [u8; 4],
    /// Throws made for turns.
    pub(super) throws: u16,
    /// The last throw; 0 for none yet.
    pub(super) die: u8,
    pub(super) phase: Phase,
    /// Whose turn it is, or the winner.
    pub(super) seat: Seat,
    /// Contenders for the first turn.
    pub(super) open: SeatSet,
    /// Where the defender that is being placed was removed.
    pub(super) freed: Space,
}

impl State {
    /// The phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is, or the winner.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The last throw of the die; 0 for none yet.
    pub fn die(&self) -> u8 {
        self.die
    }

    /// Throws made for turns.
    pub fn throws(&self) -> u16 {
        self.throws
    }

    /// Does a defender stand here?
    #[inline]
    pub fn has_defender(&self, space: Space) -> bool {
        self.defenders & space.brown_bit() != 0
    }

    /// The divisions of a colour: kind and where.
    pub fn divisions(&self, colour: Colour) -> impl Iterator<Item = (Division, Space)> + use<> {
        let at = self.at[colour.index()];
        (0..4).map(move |slot| (Division::of(slot), at[slot]))
    }

    /// The division on a space that is not a start circle.
    pub fn division_on(&self, space: Space) -> Option<(Colour, Division)> {
        if self.taken & space.bit() == 0 {
            return None;
        }
        COLOURS.into_iter().find_map(|colour| {
            let slot = self.at[colour.index()].iter().position(|at| *at == space)?;
            Some((colour, Division::of(slot)))
        })
    }

    /// Moves a division without checks, keeping its pair in order.
    #[inline]
    pub(super) fn shift(&mut self, colour: Colour, slot: usize, to: Space) {
        let at = &mut self.at[colour.index()];
        at[slot & 3] = to;
        let pair = slot & 2;
        if at[pair] > at[pair + 1] {
            at.swap(pair, pair + 1);
        }
    }
}
