//! Any legal action, all alike.

use crate::{Player, Rng, Thought, actions_of};
use kernel::{FullGame, Play, Seat, Viewer};

/// Plays at random.
pub(crate) struct Random {
    rng: Rng,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random { rng: Rng::new(seed) }
    }
}

impl<G: FullGame> Player<G> for Random {
    fn choose(&mut self, game: &G, play: &Play<G>, seat: Seat) -> Option<Thought<G>> {
        let known = game.redact(&play.state, Viewer::Seat(seat));
        let actions = actions_of(game, &known, seat);
        self.rng.one(&actions).map(Thought::unthinking)
    }
}
