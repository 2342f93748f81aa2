#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod budget;
mod clock;
mod general_v1;
mod greedy;
mod kind;
mod levelled;
mod profile;
mod random;
mod rng;
mod search;
mod solved;
mod uct;
pub mod values;

pub use budget::{BadBudget, Budget};
pub use clock::Clock;
pub use greedy::by_heuristic;
pub use kind::{Level, PlayerKind, UnknownKind};
pub use levelled::Limits;
pub use profile::{SearchMethod, SearchProfile};
pub use rng::Rng;
pub use search::{AlphaBeta, Expectimax, Rollouts, WIN, is_won};
pub use search::{
    Checked, Findings, Flaw, ProofSearch, Strategy, StrategyKind, StrategyNode, Unprovable, Verdict, check_strategy,
};
pub use uct::Uct;

pub use levelled::suits_alpha_beta;
pub use search::winning_odds;

use kernel::{Evaluate, FullGame, Game, Known, Seat};

/// A computer player.
pub trait Player<G: FullGame>: Send {
    /// Chooses an action for the seat whose knowledge is given; `None` if the seat is not to act.
    fn choose(&mut self, game: &G, known: &Known<G>) -> Option<Thought<G>>;
}

/// A decision, and what the search found.
#[derive(Debug)]
pub struct Thought<G: Game> {
    /// The action.
    pub action: G::Action,
    /// Its value for the seat, in centi-men; beyond ±[`WIN`]/2 the end of the match is in sight ([`is_won`]).
    pub value: i32,
    /// Search depth in whole turns.
    pub depth: u32,
    /// Number of positions searched.
    pub nodes: u64,
    /// Did the wall clock end the search before its budget was spent? Then another machine may choose differently.
    pub stopped_by_clock: bool,
    /// The expected line of play, starting with the action.
    pub line: Vec<G::Action>,
}

impl<G: Game> Clone for Thought<G> {
    fn clone(&self) -> Self {
        Thought { line: self.line.clone(), ..*self }
    }
}

impl<G: Game> Thought<G> {
    /// An action chosen without a search.
    pub(crate) fn unthinking(action: G::Action) -> Self {
        Thought { action, value: 0, depth: 0, nodes: 0, stopped_by_clock: false, line: vec![action] }
    }
}

/// A player of this kind. Its choices depend only on the RNG seed and the match.
pub fn player<G: FullGame>(kind: PlayerKind, seed: u64) -> Box<dyn Player<G>> {
    timed_player(kind, seed, Clock::NONE)
}

/// A player of this kind that also stops when a level's time has passed on this clock.
pub fn timed_player<G: FullGame>(kind: PlayerKind, seed: u64, clock: Clock) -> Box<dyn Player<G>> {
    match kind {
        PlayerKind::Random => Box::new(random::Random::new(seed)),
        PlayerKind::Greedy => Box::new(greedy::Greedy::new(seed)),
        PlayerKind::Level(level) => Box::new(levelled::Levelled::new(level, seed, clock)),
        PlayerKind::GeneralV1 => Box::new(general_v1::GeneralV1::new(seed, clock)),
        PlayerKind::GeneralV1Times(times) => Box::new(general_v1::GeneralV1::times(seed, clock, times.into())),
        PlayerKind::Uct(budget) => Box::new(Uct::new(budget, seed).timed(clock)),
    }
}

/// A level with limits of its own instead of those of its game's profile, for measurements. The limits are for the
/// search that the profile names and for alpha-beta, whichever fits the match.
pub fn limited_player<G: FullGame>(profile: SearchProfile, limits: Limits, seed: u64) -> Box<dyn Player<G>> {
    Box::new(levelled::Levelled::with_limits(profile, [limits; 2], seed, Clock::NONE))
}

/// The seat's legal actions that computers may choose; empty if it is not to act.
pub(crate) fn actions_of<G: Evaluate>(game: &G, state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, seat, &mut actions);
    actions.retain(|action| game.for_computers(state, seat, *action));
    actions
}
