//! The position: the places of 32 men, the captives, the chips, the phase.

use kernel::{Seat, SeatSet};

crate::colours::colours! {
    /// A colour, in the order of the ring.
    pub enum Colour {
        /// Base spaces 1 to 11 on the board in the box.
        Red = "red" 'R',
        /// 12 to 22.
        Black = "black" 'B',
        /// 23 to 33.
        Yellow = "yellow" 'Y',
        /// 34 to 44.
        Green = "green" 'G',
    }
}

/// All colours, in the order of the ring.
pub const COLOURS: [Colour; 4] = Colour::ALL;

/// A man's rank.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// Five of each colour.
    Private,
    /// Two of each colour.
    Captain,
    /// One of each colour.
    Colonel,
}

/// All ranks, the lowest first.
pub const RANKS: [Rank; 3] = [Rank::Private, Rank::Captain, Rank::Colonel];

impl Rank {
    /// The rank as an index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word in sentences and positions.
    pub const fn word(self) -> &'static str {
        ["private", "captain", "colonel"][self as usize]
    }

    /// The word in notation.
    pub const fn short(self) -> &'static str {
        ["pvt", "cpt", "col"][self as usize]
    }

    /// How many of them a colour has (FM-4).
    pub const fn count(self) -> u8 {
        [5, 2, 1][self as usize]
    }

    /// What it costs to buy him back (FM-21).
    pub const fn price(self) -> u16 {
        [2, 3, 5][self as usize]
    }

    /// Parses a rank, in any of the ways people write it.
    pub fn called(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "p" | "pvt" | "private" => Some(Rank::Private),
            "c" | "cpt" | "capt" | "captain" => Some(Rank::Captain),
            "k" | "col" | "colonel" => Some(Rank::Colonel),
            _ => None,
        }
    }
}

/// Men of a colour, eight in all (FM-4).
pub const MEN: u32 = 8;

/// A number of men of one colour, counted by rank in the bits of a byte.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Squad(u8);

/// The bits of each rank, and what one man adds.
const BITS: [u8; 3] = [0b00_0111, 0b01_1000, 0b10_0000];
const UNIT: [u8; 3] = [0b00_0001, 0b00_1000, 0b10_0000];

impl Squad {
    /// Nobody.
    pub const NONE: Squad = Squad(0);

    /// Is nobody in it?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many of this rank.
    #[inline]
    pub const fn count(self, rank: Rank) -> u8 {
        (self.0 & BITS[rank.index()]) / UNIT[rank.index()]
    }

    /// Is one of this rank in it?
    #[inline]
    pub const fn has(self, rank: Rank) -> bool {
        self.0 & BITS[rank.index()] != 0
    }

    /// A squad that has a rank when one of the two has it; its counts mean nothing.
    #[inline]
    pub(super) const fn or(self, other: Squad) -> Squad {
        Squad(self.0 | other.0)
    }

    /// One more.
    #[inline]
    pub fn add(&mut self, rank: Rank) {
        self.0 = self.0.wrapping_add(UNIT[rank.index()]);
    }

    /// One less. The squad must have a man of this rank.
    #[inline]
    pub fn remove(&mut self, rank: Rank) {
        self.0 = self.0.wrapping_sub(UNIT[rank.index()]);
    }

    /// The men one by one, the lowest rank first.
    pub fn men(self) -> impl Iterator<Item = Rank> {
        RANKS.into_iter().flat_map(move |rank| (0..self.count(rank)).map(move |_| rank))
    }

    /// All bits, for hash keys.
    pub(super) const fn bits(self) -> u8 {
        self.0
    }
}

/// The phase of a match.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Throwing for the first turn (FM-8).
    Opening,
    /// The thrower is about to turn the platform (FM-9).
    Throw,
    /// Everybody may enter and capture (FM-11).
    Assault,
    /// One after the other exchanges, ransoms and fills circles (FM-19).
    Regroup,
    /// Over: a player had all their men on the platform (FM-25).
    Victory,
    /// Over: the last throw has been made (FM-28).
    Spent,
}

/// A colonel who is neither on the platform nor on a circle.
pub(super) const AWAY: u8 = u8::MAX;
/// A colonel on circle number 0; below are the spaces of the platform.
pub(super) const ON_CIRCLE: u8 = 64;

/// A position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// For each colour, the platform spaces its men stand on.
    pub(super) platform: [u64; 4],
    /// For each colour, those of them that hold a captain.
    pub(super) captains: [u64; 4],
    /// For each colour, where its colonel is: a platform space, [`ON_CIRCLE`] and more, or [`AWAY`].
    pub(super) colonel: [u8; 4],
    /// For each colour, its circles with a man.
    pub(super) circles: [u8; 4],
    /// For each colour, its circles with a captain.
    pub(super) circle_captains: [u8; 4],
    /// For each colour, its circles filled in this regroup phase; kept only under `eager`.
    pub(super) fresh: [u8; 4],
    /// For each colour, its men in the corner.
    pub(super) corner: [Squad; 4],
    /// For each seat, the men of each colour that it holds.
    pub(super) captives: [[Squad; 4]; 4],
    /// What each seat has thrown for the first turn in this round; 0 for nothing yet.
    pub(super) first: [u8; 4],
    /// Each seat's chips in points.
    pub(super) purses: [u16; 4],
    /// The chips in the middle.
    pub(super) pool: u16,
    /// Number of times the platform has been turned.
    pub(super) throws: u16,
    /// The base space that the arrow points to, counted from 0.
    pub(super) arrow: u8,
    /// The phase.
    pub(super) phase: Phase,
    /// The seat that throws, or has thrown.
    pub(super) thrower: Seat,
    /// The last throw of the dice; 0 for none yet.
    pub(super) thrown: u8,
    /// Opening: who still throws for the first turn. Assault: who is not done.
    /// Regroup: who has still to be asked, including `asked`. Over: the winners.
    pub(super) open: SeatSet,
    /// Regroup: whose turn it is; otherwise seat 0.
    pub(super) asked: Seat,
}

impl State {
    /// The phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The seat that throws, or has thrown.
    pub fn thrower(&self) -> Seat {
        self.thrower
    }

    /// The seat's chips in points.
    pub fn purse(&self, seat: Seat) -> u16 {
        self.purses[seat.index()]
    }

    /// The chips in the middle.
    pub fn pool(&self) -> u16 {
        self.pool
    }

    /// Number of times the platform has been turned.
    pub fn throws(&self) -> u16 {
        self.throws
    }

    /// How many men of the colour stand on the platform.
    pub fn landed(&self, colour: Colour) -> u32 {
        self.platform[colour.index()].count_ones()
    }

    /// The rank of the colour's man on a platform space.
    pub fn on_platform(&self, colour: Colour, index: u8) -> Option<Rank> {
        let c = colour.index();
        let there = self.platform[c] >> index & 1 != 0;
        there.then(|| match () {
            () if self.colonel[c] == index => Rank::Colonel,
            () if self.captains[c] >> index & 1 != 0 => Rank::Captain,
            () => Rank::Private,
        })
    }

    /// The rank of the colour's man on a circle, by the circle's place in its section.
    pub fn on_circle(&self, colour: Colour, place: u8) -> Option<Rank> {
        let c = colour.index();
        let there = self.circles[c] >> place & 1 != 0;
        there.then(|| match () {
            () if self.colonel[c] == ON_CIRCLE + place => Rank::Colonel,
            () if self.circle_captains[c] >> place & 1 != 0 => Rank::Captain,
            () => Rank::Private,
        })
    }

    /// The colour's men in the corner.
    pub fn corner(&self, colour: Colour) -> Squad {
        self.corner[colour.index()]
    }

    /// The colour's men that the seat holds.
    pub fn captives(&self, holder: Seat, colour: Colour) -> Squad {
        self.captives[holder.index()][colour.index()]
    }

    #[inline]
    pub(super) fn put_on_platform(&mut self, colour: Colour, index: u8, rank: Rank) {
        let c = colour.index();
        self.platform[c] |= 1 << index;
        match rank {
            Rank::Private => {}
            Rank::Captain => self.captains[c] |= 1 << index,
            Rank::Colonel => self.colonel[c] = index,
        }
    }

    #[inline]
    pub(super) fn take_off_platform(&mut self, colour: Colour, index: u8) -> Rank {
        let c = colour.index();
        let bit = 1u64 << index;
        self.platform[c] &= !bit;
        if self.colonel[c] == index {
            self.colonel[c] = AWAY;
            Rank::Colonel
        } else if self.captains[c] & bit != 0 {
            self.captains[c] &= !bit;
            Rank::Captain
        } else {
            Rank::Private
        }
    }

    #[inline]
    pub(super) fn put_on_circle(&mut self, colour: Colour, place: u8, rank: Rank) {
        let c = colour.index();
        self.circles[c] |= 1 << place;
        match rank {
            Rank::Private => {}
            Rank::Captain => self.circle_captains[c] |= 1 << place,
            Rank::Colonel => self.colonel[c] = ON_CIRCLE + place,
        }
    }

    #[inline]
    pub(super) fn take_off_circle(&mut self, colour: Colour, place: u8) -> Rank {
        let c = colour.index();
        let bit = 1u8 << place;
        self.circles[c] &= !bit;
        self.fresh[c] &= !bit;
        if self.colonel[c] == ON_CIRCLE + place {
            self.colonel[c] = AWAY;
            Rank::Colonel
        } else if self.circle_captains[c] & bit != 0 {
            self.circle_captains[c] &= !bit;
            Rank::Captain
        } else {
            Rank::Private
        }
    }
}

/// One decision of one seat. Base spaces are counted from 1, as on the board.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// The man on this circle goes onto the empty or neutral space in front of him.
    Enter(u8),
    /// The man on this circle captures the man in front of him and takes his place.
    Capture(u8),
    /// A man comes back from captivity for another of his rank.
    Exchange {
        /// The colour of the man who comes back.
        mine: Colour,
        /// The rank of both.
        rank: Rank,
        /// Who holds him.
        from: Seat,
        /// The colour of the man who is given.
        give: Colour,
    },
    /// A man comes back from captivity for chips.
    Ransom {
        /// The colour of the man.
        mine: Colour,
        /// His rank.
        rank: Rank,
        /// Who holds him.
        from: Seat,
    },
    /// A man goes from the corner to a circle.
    Fill {
        /// His rank.
        rank: Rank,
        /// The circle.
        at: u8,
    },
    /// Nothing more in this phase.
    Pass,
}

/// What the dice show.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Throw {
    /// The seat's throw for the first turn (FM-8).
    First(Seat, u8),
    /// The throw that turns the platform (FM-9).
    Turn(u8),
}
