//! The best action by the game's heuristic, or by the evaluation after it.

use crate::{Player, Rng, Thought, actions_of, levelled::value_after};
use kernel::{Evaluate, FullGame, Known, Play, Seat};

/// Takes the best action without searching, at random among equals.
pub(crate) struct Greedy {
    rng: Rng,
}

impl Greedy {
    pub(crate) fn new(seed: u64) -> Self {
        Greedy { rng: Rng::new(seed) }
    }
}

impl<G: FullGame> Player<G> for Greedy {
    fn choose(&mut self, game: &G, known: &Known<G>) -> Option<Thought<G>> {
        let valued = by_heuristic(game, known);
        let best = valued.iter().map(|(_, value)| *value).max()?;
        let equals: Vec<_> = valued.iter().filter(|(_, value)| *value == best).map(|(action, _)| *action).collect();
        let action = self.rng.one(&equals)?;
        Some(Thought { value: best, depth: 1, nodes: valued.len() as u64, ..Thought::unthinking(action) })
    }
}

/// Every action that computers may choose, in the order of the rules, with its value by the game's heuristic or by the
/// evaluation after it.
pub fn by_heuristic<G: FullGame>(game: &G, known: &Known<G>) -> Vec<(G::Action, i32)> {
    let (seat, mut known) = (known.seat(), known.clone().into_play());
    let actions = actions_of(game, &known.state, seat);
    actions.into_iter().map(|action| (action, worth(game, &mut known, seat, action))).collect()
}

/// The value of the action by the heuristic, or by the evaluation after it.
fn worth<G: Evaluate>(game: &G, known: &mut Play<G>, seat: Seat, action: G::Action) -> i32 {
    if let Some(worth) = game.heuristic(&known.state, seat, action) {
        return worth;
    }
    value_after(game, known, seat, action)
}
