//! Experiments with many matches.
//!
//! - [`sim`]: matches between given players, summed up or recorded.
//! - [`arena`]: how much stronger is one player than another?
//! - [`sprt`]: is one player stronger than another? Plays until that is decided.
//! - [`chart`]: a drawing of such results.
//! - [`mod@bench`]: how fast are the engines?
//! - [`perft`]: the number of sequences of turns.
//! - [`train`]: values of positions, learned from self-play.
//! - [`puzzles`]: decisions with one clearly best action, found in self-play.
//! - [`proof`]: forced wins, found and checked.
//! - [`stats`] and [`likelihood`]: the statistics they need.
//! - [`watch`]: how a caller follows an experiment and ends it early.
//!
//! Every experiment is repeatable: match `n` of a seed is the same, whatever the number of threads and
//! matches. How players think is in `players`, and printing results is up to the caller.
#![forbid(unsafe_code)]

pub mod arena;
pub mod bench;
pub mod chart;
mod conditions;
mod course;
mod in_order;
pub mod likelihood;
pub mod perft;
pub mod proof;
pub mod puzzles;
mod series;
pub mod sim;
pub mod sprt;
pub mod stats;
mod stopwatch;
mod thinking;
pub mod train;
pub mod watch;

pub use conditions::Conditions;
pub use course::MOST_ACTIONS;
pub use series::Side;
pub use thinking::Pace;

use games::Visitor;
use kernel::Fault;
use kernel::dynamic::{MatchConfig, TypedMatch};
use std::fmt;

/// Why an experiment cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// There is no such game.
    #[error("{}", catalog::unknown_game(.0))]
    Game(String),
    /// The config has faults: options, board or number of players.
    #[error("{}", Listed(.0))]
    MatchConfig(Vec<Fault>),
    /// Players and seats do not match.
    #[error("{title} has {seats} seats, but {} named; name one for each seat", kernel::counted(*named, "player is", "players are"))]
    Seats {
        /// The game's title.
        title: &'static str,
        /// Number of seats.
        seats: usize,
        /// Number of players that were named.
        named: usize,
    },
    /// No matches were asked for.
    #[error("no matches to play: ask for at least one")]
    NoMatches,
    /// The game has no features to learn from.
    #[error("{title} has no features, so no values can be trained for it")]
    NoFeatures {
        /// The game's title.
        title: &'static str,
    },
    /// The network is too large.
    #[error("the hidden layers are not possible: at most 3, each from 1 to 128 wide")]
    Widths,
    /// The checkpoint belongs to other training.
    #[error("the checkpoint was made with other arguments; repeat those, or start without it")]
    OtherPlan,
    /// A hypothesis is out of range.
    #[error("{0} Elo cannot be tested; choose a number between -{most} and {most}", most = likelihood::MOST_ELO)]
    Elo(String),
    /// The hypotheses are in the wrong order.
    #[error("elo1 ({1}) must be greater than elo0 ({0}); the test decides between the two")]
    EloOrder(String, String),
    /// An error rate is no small probability.
    #[error("alpha and beta are probabilities of error; {0} does not lie between 0 and 0.5")]
    ErrorRate(String),
    /// The threads could not be started.
    #[error("the threads could not be started: {0}")]
    Threads(String),
}

struct Listed<'a>(&'a [Fault]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.0.iter().map(Fault::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// Visits the game with this slug, or returns an error if there is none.
fn visit<V: Visitor>(slug: &str, visitor: V) -> Result<V::Output, Unfit> {
    games::visit(slug, visitor).ok_or_else(|| Unfit::Game(slug.to_owned()))
}

/// Opens a match with this config.
fn open_match<G: kernel::FullGame>(config: &MatchConfig) -> Result<TypedMatch<G>, Unfit> {
    TypedMatch::open(config).map_err(Unfit::MatchConfig)
}

/// Maximum number of threads of an experiment. More threads than cores gain nothing, and very many
/// exhaust the machine.
pub const MOST_THREADS: usize = 256;

/// The number of threads that an experiment uses if this many are asked for.
fn number_of_threads(threads: usize) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    if threads == 0 { cores() } else { threads }.min(MOST_THREADS)
}

/// Runs something on this many threads; 0 for one on each core, and never more than
/// [`MOST_THREADS`].
fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> Result<T, Unfit> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(number_of_threads(threads)).build();
    Ok(pool.map_err(|error| Unfit::Threads(error.to_string()))?.install(run))
}
