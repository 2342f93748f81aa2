//! The result of a match.

use crate::{MAX_SEATS, Seat, SeatSet};

/// The result of a match: each seat's share of the win, from 0 to 1.
///
/// ```
/// use boxtop_kernel::{Outcome, Seat, SeatSet};
///
/// let won = Outcome::win(Seat(1));
/// assert_eq!((won.share(Seat(0)), won.share(Seat(1))), (0.0, 1.0));
/// assert_eq!(won.winner(), Some(Seat(1)));
///
/// let drawn = Outcome::shared(SeatSet::first(2));
/// assert_eq!(drawn.share(Seat(0)), 0.5);
/// assert_eq!(drawn.winner(), None);
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Outcome {
    /// 1 for a win, 0 for a loss, a fraction for a shared win.
    pub shares: [f64; MAX_SEATS],
}

impl Outcome {
    /// A win for this seat alone.
    pub fn win(seat: Seat) -> Self {
        let mut shares = [0.0; MAX_SEATS];
        shares[seat.index()] = 1.0;
        Outcome { shares }
    }

    /// A win shared evenly by these seats.
    pub fn shared(seats: SeatSet) -> Self {
        let mut shares = [0.0; MAX_SEATS];
        for seat in seats.iter() {
            shares[seat.index()] = 1.0 / seats.len() as f64;
        }
        Outcome { shares }
    }

    /// The seat's share.
    pub fn share(&self, seat: Seat) -> f64 {
        self.shares[seat.index()]
    }

    /// The result as the player of this seat reads it, at the beginning of a sentence.
    ///
    /// ```
    /// use boxtop_kernel::{Outcome, Seat, SeatSet};
    ///
    /// assert_eq!(Outcome::win(Seat(1)).said_to(Seat(0)), "You lose");
    /// assert_eq!(Outcome::shared(SeatSet::first(2)).said_to(Seat(0)), "You share the win");
    /// ```
    pub fn said_to(&self, seat: Seat) -> &'static str {
        match self.share(seat) {
            share if share >= 1.0 => "You win",
            share if share > 0.0 => "You share the win",
            _ => "You lose",
        }
    }

    /// The winner, if there is exactly one.
    pub fn winner(&self) -> Option<Seat> {
        let mut winners = (0..MAX_SEATS).filter(|&seat| self.shares[seat] >= 1.0);
        let first = winners.next()?;
        winners.next().is_none().then_some(Seat(first as u8))
    }
}
