//! Any legal action, uniformly at random.

use crate::{Player, Rng, Thought, actions_of};
use kernel::{FullGame, Known};

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
    fn choose(&mut self, game: &G, known: &Known<G>) -> Option<Thought<G>> {
        let actions = actions_of(game, known.state(), known.seat());
        self.rng.one(&actions).map(Thought::unthinking)
    }
}
