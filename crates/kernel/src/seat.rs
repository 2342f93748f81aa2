//! Seats and sets of seats.

use std::fmt;

/// The highest number of seats in any game.
pub const MAX_SEATS: usize = 4;

/// A place at the table, counted from 0 in the game's own order.
///
/// ```
/// use boxtop_kernel::Seat;
///
/// let points = [10, 20, 0, 0];
/// assert_eq!(points[Seat(1).index()], 20);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into arrays of [`MAX_SEATS`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The next seat at a table with this number of players.
    ///
    /// ```
    /// use boxtop_kernel::Seat;
    ///
    /// assert_eq!(Seat(0).next(3), Seat(1));
    /// assert_eq!(Seat(2).next(3), Seat(0));
    /// ```
    #[inline]
    #[must_use]
    pub const fn next(self, players: u8) -> Seat {
        Seat(if self.0 + 1 >= players { 0 } else { self.0 + 1 })
    }

    /// All seats at a table with this number of players, this one first.
    ///
    /// ```
    /// use boxtop_kernel::Seat;
    ///
    /// assert_eq!(Seat(2).round(4).collect::<Vec<_>>(), [Seat(2), Seat(3), Seat(0), Seat(1)]);
    /// ```
    #[inline]
    pub fn round(self, players: u8) -> impl Iterator<Item = Seat> + use<> {
        (0..players).map(move |step| {
            let at = self.0 + step;
            Seat(if at >= players { at - players } else { at })
        })
    }
}

/// Several seats, as bits.
///
/// ```
/// use boxtop_kernel::{Seat, SeatSet};
///
/// let all = SeatSet::first(3);
/// assert_eq!(all.without(Seat(1)).iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
/// assert_eq!((0..3).map(Seat).collect::<SeatSet>(), all);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Just this seat.
    pub const fn only(seat: Seat) -> Self {
        SeatSet(1 << seat.0)
    }

    /// The first `n` seats.
    pub const fn first(n: u8) -> Self {
        SeatSet(((1u16 << n) - 1) as u8)
    }

    /// Is the seat among them?
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The same set with this seat added.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// The same set without this seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// Is the set empty?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        (0..8).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set = SeatSet::EMPTY.with(Seat(0)).with(Seat(3));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat(0), Seat(3)]);
        assert_eq!(set.without(Seat(0)), SeatSet::only(Seat(3)));
        assert_eq!(SeatSet::first(4).len(), 4);
    }
}
