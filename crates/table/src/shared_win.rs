//! How the win is shared when a match ends without a result of its game.

use kernel::dynamic::DynMatch;
use kernel::{Outcome, Seat, SeatSet};

/// The win shared evenly by the sides of these seats; both seats of a side have the same share.
pub(crate) fn shared_win(game_match: &dyn DynMatch, winners: SeatSet) -> Outcome {
    let is_first_of_side =
        |seat: &Seat| game_match.partner(*seat).is_none_or(|other| !winners.contains(other) || seat.0 < other.0);
    let sides = winners.iter().filter(is_first_of_side).count();
    let mut outcome = Outcome::shared(SeatSet::EMPTY);
    for seat in winners.iter() {
        outcome.shares[seat.index()] = 1.0 / sides as f64;
    }
    outcome
}

/// The win of the remaining players when the players of some seats are gone. Eliminated players have no share.
pub(crate) fn claimed_win(game_match: &dyn DynMatch, gone: SeatSet) -> Outcome {
    shared_win(game_match, gone.iter().fold(game_match.contenders(), SeatSet::without))
}
