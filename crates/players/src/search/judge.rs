//! Values of positions and of finished matches.

use crate::rng::mix;
use kernel::{Evaluate, Outcome, Seat};

/// The value of a win now. A win `n` actions later is worth `n` less, so that the
/// search takes the shortest way to a win and the longest to a loss.
pub const WIN: i32 = 1_000_000;

/// Evaluations stay below this; above it an ending is in sight.
pub(crate) const SEEN: i32 = WIN / 2;

/// Is this the value of a forced win?
pub const fn is_won(value: i32) -> bool {
    value > SEEN
}

/// The value of an outcome for the seat, `ply` actions from now.
pub(crate) fn ended(outcome: &Outcome, seat: Seat, ply: i32) -> i32 {
    match outcome.winner() {
        Some(winner) if winner == seat => WIN - ply,
        Some(_) => ply - WIN,
        None => shared(outcome, seat),
    }
}

/// A shared win lies between: 0 if the shares are even.
fn shared(outcome: &Outcome, seat: Seat) -> i32 {
    let mine = outcome.share(seat);
    let best_other = (0..kernel::MAX_SEATS as u8)
        .map(Seat)
        .filter(|other| *other != seat)
        .fold(0.0_f64, |best, other| best.max(outcome.share(other)));
    ((mine - best_other) * f64::from(SEEN / 2)) as i32
}

/// A game's evaluation, with noise.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Judge {
    noise: u32,
    seed: u64,
}

impl Judge {
    /// The game's evaluation without noise.
    pub(crate) const fn plain() -> Self {
        Judge { noise: 0, seed: 0 }
    }

    /// The evaluation with an error of up to `noise`, always the same for the same
    /// seed and position.
    pub(crate) fn new(noise: u32, seed: u64) -> Self {
        Judge { noise, seed: mix(seed) }
    }

    /// The value of the state for the seat.
    #[inline]
    pub(crate) fn value<G: Evaluate>(&self, game: &G, state: &G::State, seat: Seat) -> i32 {
        let value = game.evaluate(state, seat).clamp(1 - SEEN / 2, SEEN / 2 - 1);
        if self.noise == 0 {
            return value;
        }
        let spread = 2 * u64::from(self.noise) + 1;
        let drawn = ((mix(game.hash_key(state) ^ self.seed) >> 32) * spread) >> 32;
        let off = drawn as i32 - self.noise as i32;
        if seat == Seat(0) { value + off } else { value - off }
    }
}
