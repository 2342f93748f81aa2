//! The position: four barges, four commandos, the counters, the phase.
//!
//! Everything of a player is stored by colour, in the order of the turns. The face of a
//! counter is not part of the state before it has been turned up.

use super::board::{MOST_FACES, MOST_OBJECTIVES};
use kernel::{Seat, SeatSet};

crate::colours::colours! {
    /// A colour, in the order of the turns (RC-11).
    pub enum Colour {
        /// First to move.
        Red = "red" 'R',
        /// Second.
        Black = "black" 'B',
        /// Third.
        Green = "green" 'G',
        /// Last.
        Orange = "orange" 'O',
    }
}

/// All colours, in the order of the turns.
pub const COLOURS: [Colour; 4] = Colour::ALL;

impl Colour {
    /// The colour with this index, modulo 4.
    #[inline]
    pub(super) const fn at(index: u8) -> Self {
        COLOURS[(index & 3) as usize]
    }
}

/// The phase of a match.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Seats spin for the first choice of colour (RC-10).
    Lots,
    /// Seats choose their colours (RC-10).
    Colours,
    /// By night: a player spins, to cross the water or to raid.
    Night,
    /// By night: a player walks the number they have spun (RC-16).
    Walk,
    /// The round after the whistle: a player spins to get back to the barge (RC-24).
    Escape,
    /// The round after the whistle: a player still aboard spins for a step home (RC-26).
    HeadStart,
    /// By day: a player spins on the way home (RC-28).
    Day,
    /// Everybody is home: counters are turned up (RC-34).
    Reveal,
    /// Over.
    Over,
}

/// A barge in its dock; below are the waves.
pub(super) const IN_DOCK: u8 = 64;
/// A barge that is home and off the board.
pub(super) const AT_HOME: u8 = 65;
/// A barge that was lost with its commando.
pub(super) const CAPTURED: u8 = 66;
/// A colour that nobody leads.
pub(super) const ABSENT: u8 = 67;
/// A commando on its barge; below are the circles.
pub(super) const ABOARD: u8 = 255;
/// Nothing spun yet, nobody's seat.
pub(super) const NONE: u8 = 255;

/// Where a barge is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Berth {
    /// Nobody leads this colour.
    Absent,
    /// In its dock, not yet out.
    Dock,
    /// On this wave.
    Wave(u8),
    /// Home again, off the board.
    Home,
    /// Taken with its commando.
    Captured,
}

/// A position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Arrow circles of objectives with a counter left.
    pub(super) stocked: u128,
    /// Waves with a barge.
    pub(super) taken: u64,
    /// Rounds that have ended with a commando ashore (RC-27).
    pub(super) rounds: u16,
    /// Colours whose barges are in a dock or on the water, as bits.
    pub(super) fleet: u8,
    /// The phase.
    pub(super) phase: Phase,
    /// Night, walk, escape, head start, day, reveal: whose turn it is; otherwise 0.
    pub(super) turn: u8,
    /// The last cell that was spun, [`NONE`] for none yet.
    pub(super) spun: u8,
    /// Escape: number of spins made.
    pub(super) spins: u8,
    /// Escape: the sum of these spins.
    pub(super) sum: u8,
    /// Escape, head start: the colour that came first after the whistle and begins the
    /// return; otherwise 0.
    pub(super) resume: u8,
    /// Lots: who still spins; otherwise nobody.
    pub(super) open: SeatSet,
    /// Colours: who chooses; otherwise seat 0.
    pub(super) asked: Seat,
    /// Lots: each seat's number in this round, 0 for none yet.
    pub(super) first: [u8; 4],
    /// Each colour's seat, [`NONE`] when nobody leads it (yet).
    pub(super) seats: [u8; 4],
    /// Each colour's barge.
    pub(super) barges: [u8; 4],
    /// Each colour's commando.
    pub(super) men: [u8; 4],
    /// Counters that each colour has taken.
    pub(super) haul: [u8; 4],
    /// Each colour's place in coming home, 0 for none.
    pub(super) places: [u8; 4],
    /// Counters left on each objective.
    pub(super) left: [u8; MOST_OBJECTIVES],
    /// Each colour's counters that have been turned up, by kind.
    pub(super) faces: [[u8; MOST_FACES]; 4],
}

impl State {
    /// The phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is, where a colour has one.
    pub fn turn(&self) -> Option<Colour> {
        let has_none = matches!(self.phase, Phase::Lots | Phase::Colours | Phase::Over);
        (!has_none).then(|| Colour::at(self.turn))
    }

    /// The seat that leads the colour.
    pub fn seat(&self, colour: Colour) -> Option<Seat> {
        let seat = self.seats[colour.index()];
        (seat != NONE).then_some(Seat(seat))
    }

    /// The colour that the seat has chosen.
    pub fn colour(&self, seat: Seat) -> Option<Colour> {
        COLOURS.into_iter().find(|colour| self.seats[colour.index()] == seat.0)
    }

    /// Where the colour's barge is.
    pub fn barge(&self, colour: Colour) -> Berth {
        match self.barges[colour.index()] {
            IN_DOCK => Berth::Dock,
            AT_HOME => Berth::Home,
            CAPTURED => Berth::Captured,
            wave if wave < IN_DOCK => Berth::Wave(wave),
            _ => Berth::Absent,
        }
    }

    /// The circle that the colour's commando stands on, if it is ashore.
    pub fn ashore(&self, colour: Colour) -> Option<u8> {
        let man = self.men[colour.index()];
        (man != ABOARD).then_some(man)
    }

    /// How many counters the colour has taken.
    pub fn haul(&self, colour: Colour) -> u8 {
        self.haul[colour.index()]
    }

    /// How many counters are left on an objective.
    pub fn left(&self, objective: usize) -> u8 {
        self.left.get(objective).copied().unwrap_or(0)
    }

    /// The colour's place in coming home, from 1; `None` when it is not home.
    pub fn place(&self, colour: Colour) -> Option<u8> {
        Some(self.places[colour.index()]).filter(|place| *place > 0)
    }

    /// The colour's counters that have been turned up, by kind.
    pub fn turned_up(&self, colour: Colour) -> &[u8; MOST_FACES] {
        &self.faces[colour.index()]
    }

    /// How many of the colour's counters have been turned up.
    #[inline]
    pub(super) fn turned(&self, colour: Colour) -> u8 {
        self.faces[colour.index()].iter().sum()
    }

    /// Is this colour in play?
    #[inline]
    pub(super) fn plays(&self, colour: Colour) -> bool {
        self.seats[colour.index()] != NONE
    }

    /// Is the colour's barge in a dock or on the water?
    #[inline]
    pub(super) fn afloat(&self, colour: Colour) -> bool {
        self.fleet >> colour.index() & 1 != 0
    }

    /// Puts a colour's barge into its dock.
    pub(super) fn launch(&mut self, colour: Colour) {
        self.barges[colour.index()] = IN_DOCK;
        self.fleet |= 1 << colour.index();
    }

    /// Takes a colour's barge off the water, home or into captivity.
    pub(super) fn retire(&mut self, colour: Colour, to: u8) {
        self.sail(colour, to);
        self.fleet &= !(1 << colour.index());
    }

    /// Moves a colour's barge to a wave, or leaves it where it is.
    #[inline]
    pub(super) fn sail(&mut self, colour: Colour, to: u8) {
        let bit = |barge: u8| u64::from(barge < IN_DOCK) << (barge & 63);
        let from = self.barges[colour.index()];
        self.taken = self.taken & !bit(from) | bit(to);
        self.barges[colour.index()] = to;
    }

    #[inline]
    pub(super) fn is_free(&self, wave: u8) -> bool {
        self.taken >> wave & 1 == 0
    }
}

/// One decision of one seat.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// The seat chooses this colour.
    Choose(Colour),
    /// The commando walks to this arrow circle and takes a counter.
    Take(u8),
    /// The commando walks to this circle and takes nothing.
    Walk(u8),
}

/// A spin, or a counter that is turned up.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The dial stops at this cell.
    Spin(u8),
    /// A counter shows this face.
    Face(u8),
}
