//! The best by the game's rule of thumb, or else the action after which the
//! position looks best.

use crate::search::{Judge, ended};
use crate::{Player, Rng, Thought, actions_of};
use kernel::{Evaluate, FullGame, Play, Seat, Viewer};

/// Takes what looks best at once; among equals luck decides.
pub(crate) struct Greedy {
    rng: Rng,
}

impl Greedy {
    pub(crate) fn new(seed: u64) -> Self {
        Greedy { rng: Rng::new(seed) }
    }
}

impl<G: FullGame> Player<G> for Greedy {
    fn choose(&mut self, game: &G, play: &Play<G>, seat: Seat) -> Option<Thought<G>> {
        let mut known =
            Play::<G> { state: game.redact(&play.state, Viewer::Seat(seat)), history: play.history.clone() };
        let actions = actions_of(game, &known.state, seat);
        let mut best = i32::MIN;
        let mut equals = Vec::new();
        for &action in &actions {
            let value = worth(game, &mut known, seat, action);
            if value > best {
                best = value;
                equals.clear();
            }
            if value == best {
                equals.push(action);
            }
        }
        let action = self.rng.one(&equals)?;
        Some(Thought { action, value: best, depth: 1, nodes: actions.len() as u64, line: vec![action] })
    }
}

/// What the action is worth by the rule of thumb, or else what comes of it.
fn worth<G: Evaluate>(game: &G, known: &mut Play<G>, seat: Seat, action: G::Action) -> i32 {
    if let Some(worth) = game.heuristic(&known.state, seat, action) {
        return worth;
    }
    let before = known.bookmark();
    known.apply(game, seat, action);
    let value = match game.outcome(&known.state) {
        Some(outcome) => ended(&outcome, seat, 1),
        None => Judge::plain().value(game, &known.state, seat),
    };
    known.back_to(before);
    value
}
