//! Any legal action, all alike.

use crate::{Luck, Player, Thought, actions_of};
use kernel::{Boxed, Play, Seat, Viewer};

/// Plays at random.
pub(crate) struct Random {
    luck: Luck,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random { luck: Luck::new(seed) }
    }
}

impl<G: Boxed> Player<G> for Random {
    fn choose(&mut self, game: &G, play: &Play<G>, seat: Seat) -> Option<Thought<G>> {
        let known = game.hide(&play.state, Viewer::Seat(seat));
        let actions = actions_of(game, &known, seat);
        self.luck.one(&actions).map(Thought::unthinking)
    }
}
