//! Proofs of forced wins in games of two seats without chance or hidden information.
//!
//! [`ProofSearch`] finds out whether a seat can force a win, and with which [`Strategy`]; [`check_strategy`] checks one
//! without any search. A win is proven if it does not depend on the past. There are two kinds:
//!
//! - A **finite** strategy ends every line in a limited number of actions and never repeats a position, so that rules
//!   on repetition cannot matter, if no earlier position counts. Counters such as one of quiet turns go on from the
//!   state that is searched.
//! - A **holding** strategy is for the seat that wins endless play ([`kernel::Evaluate::endless_winner`]). It keeps the
//!   other seat from any other ending for ever, whatever came before.
//!
//! ```
//! use boxtop_players::{ProofSearch, Verdict};
//! use games::three_musketeers::{ATTACK, Setup, ThreeMusketeers};
//! use kernel::{Positions, dynamic::{MatchConfig, TypedMatch}};
//!
//! let opened = TypedMatch::<ThreeMusketeers>::open(&MatchConfig::default()).map_err(kernel::Faults)?;
//! let start = opened.current_play().state;
//! let mut go_on = |_| true;
//! let found = ProofSearch::new(2_000).run(&**opened.game(), &start, ATTACK, &mut go_on)?;
//! assert_eq!(found.verdict, Verdict::Open, "the opening is far too deep for 2,000 positions");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod dfpn;
mod graph;
mod strategy;

pub use check::{Checked, Flaw, check_strategy};
pub use strategy::{Strategy, StrategyKind, StrategyNode};

use check::check_aim;
use dfpn::{Aim, Budget, Search, seat_of};
use graph::{Graph, NoGraph};
use kernel::{FullGame, Game, Never, Seat, Viewer};
use std::any::TypeId;
use std::fmt;

/// Number of steps that the check of a found strategy may take, for each position of the search.
const CHECKS_PER_NODE: u64 = 16;

/// A search for a forced win, limited by a number of positions.
#[derive(Copy, Clone, Debug)]
pub struct ProofSearch {
    nodes: u64,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// The answer.
    pub verdict: Verdict,
    /// Number of positions searched.
    pub nodes: u64,
    /// Was the search stopped from outside, before its limit?
    pub stopped: bool,
}

/// Can a seat force a win?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Yes, with this strategy.
    Won(Strategy),
    /// No: the opponent can prevent it.
    NotWon,
    /// Neither was shown within the limit, or the answer depends on rules against endless play.
    Open,
}

/// Why a position cannot be searched.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Unprovable {
    /// The game has chance, hidden information, or more than two seats.
    Game,
    /// The match is over.
    Over,
}

impl fmt::Display for Unprovable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unprovable::Game => "only games of two seats without chance or hidden information have forced wins",
            Unprovable::Over => "the match is over in this position",
        })
    }
}

impl std::error::Error for Unprovable {}

impl ProofSearch {
    /// A search of this many positions at most. It takes about 60 bytes of memory for each.
    pub fn new(nodes: u64) -> Self {
        ProofSearch { nodes }
    }

    /// Searches for a forced win of the seat. `watch` is told the number of positions from time to time and says
    /// whether to go on. The same state always has the same answer.
    pub fn run<G: FullGame>(
        self,
        game: &G,
        state: &G::State,
        seat: Seat,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Findings, Unprovable> {
        if !suits_proofs(game, state) {
            return Err(Unprovable::Game);
        }
        if seat_of(game, state).is_none() {
            return Err(Unprovable::Over);
        }
        let other = Seat(1 - seat.0.min(1));
        let holds = game.endless_winner() == Some(seat);
        let aim = Aim { reacher: if holds { other } else { seat }, winner: seat };
        let budget = Budget { nodes: 0, most: self.nodes, stopped: false, watch };
        let mut search = Search::new(game, aim, budget);
        let verdict = decide(&mut search, state, seat);
        let nodes = search.budget.nodes;
        Ok(Findings { verdict, nodes, stopped: search.budget.stopped && nodes < self.nodes })
    }
}

/// Searches until the answer is certain or the budget is spent.
fn decide<G: FullGame>(search: &mut Search<'_, '_, G>, state: &G::State, seat: Seat) -> Verdict {
    let (game, aim, root) = (search.game, search.aim, search.game.timeless(state));
    let mut before = 0;
    loop {
        let numbers = search.solve(&root);
        if numbers.is_reached() {
            return reached(search, state, &root);
        }
        if !numbers.is_avoided() {
            return Verdict::Open;
        }
        match Graph::of_avoider(search, &root) {
            Ok(graph) if aim.reacher != seat => {
                return Verdict::Won(graph.written(game, StrategyKind::Holding, seat));
            }
            // Rules against endless play can only make it harder to win for the seat that they are against.
            Ok(_) if game.endless_winner().is_some() => return Verdict::NotWon,
            Ok(_) | Err(NoGraph::Stopped) => return Verdict::Open,
            // Two positions with the same key could contradict each other for ever.
            Err(NoGraph::Contradiction) if search.budget.nodes == before => return Verdict::Open,
            Err(NoGraph::Contradiction) => {
                before = search.budget.nodes;
                search.next_round();
            }
        }
    }
}

/// The aim is reached, unless a rule against endless play ends the match earlier.
fn reached<G: FullGame>(search: &mut Search<'_, '_, G>, state: &G::State, root: &G::State) -> Verdict {
    let (game, aim) = (search.game, search.aim);
    let strategy = Graph::of_reacher(search, root).written(game, StrategyKind::Finite, aim.reacher);
    let steps = search.budget.nodes.saturating_mul(CHECKS_PER_NODE).max(1 << 16);
    match check_aim(game, state, aim, &strategy, steps) {
        Err(_) => Verdict::Open,
        Ok(_) if aim.reacher == aim.winner => Verdict::Won(strategy),
        Ok(_) => Verdict::NotWon,
    }
}

/// Is this a game of two seats without chance or hidden information?
fn suits_proofs<G: Game>(game: &G, state: &G::State) -> bool {
    let no_chance = TypeId::of::<G::Chance>() == TypeId::of::<Never>();
    game.players() == 2 && no_chance && game.redact(state, Viewer::Spectator) == *state
}
