//! Computer players for any game that implements the kernel's traits.
//!
//! [`PlayerKind`] names the players, [`player`] makes them, and [`Level`] says how strong they are. A player sees
//! only what its seat may know ([`kernel::Game::redact`]). Given the same seed and the same match, it chooses the
//! same action on every machine. Evaluation functions belong to the games, matches between players to `lab`.
#![forbid(unsafe_code)]

mod greedy;
mod kind;
mod levelled;
mod random;
mod rng;
mod search;

pub use kind::{Level, PlayerKind, UnknownKind};
pub use levelled::Limits;
pub use rng::Rng;
pub use search::{AlphaBeta, Expectimax, Rollouts, WIN, is_won};

use kernel::{Evaluate, FullGame, Game, Play, Seat};

/// Somebody who decides for a seat.
pub trait Player<G: FullGame>: Send {
    /// What the seat should do now; `None` when it has nothing to do.
    fn choose(&mut self, game: &G, play: &Play<G>, seat: Seat) -> Option<Thought<G>>;
}

/// A decision with what led to it.
#[derive(Debug)]
pub struct Thought<G: Game> {
    /// What to do.
    pub action: G::Action,
    /// How good it looks for the seat, in hundredths of a man; beyond
    /// ±[`WIN`]/2 the match is seen to its end ([`is_won`]).
    pub value: i32,
    /// How many turns were looked ahead in full.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The play that is expected, beginning with the action.
    pub line: Vec<G::Action>,
}

impl<G: Game> Clone for Thought<G> {
    fn clone(&self) -> Self {
        Thought { line: self.line.clone(), ..*self }
    }
}

impl<G: Game> Thought<G> {
    /// An action nobody thought about.
    pub(crate) fn unthinking(action: G::Action) -> Self {
        Thought { action, value: 0, depth: 0, nodes: 0, line: vec![action] }
    }
}

/// A player of this kind. What it does depends on the seed and on nothing
/// outside the match.
pub fn player<G: FullGame>(kind: PlayerKind, seed: u64) -> Box<dyn Player<G>> {
    match kind {
        PlayerKind::Random => Box::new(random::Random::new(seed)),
        PlayerKind::Greedy => Box::new(greedy::Greedy::new(seed)),
        PlayerKind::Level(level) => Box::new(levelled::Levelled::new(level, seed)),
    }
}

/// The seat's legal actions that are for computers; empty when it is not to act.
pub(crate) fn actions_of<G: Evaluate>(game: &G, state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, seat, &mut actions);
    actions.retain(|action| game.for_computers(state, seat, *action));
    actions
}
