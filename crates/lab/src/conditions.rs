//! Under which conditions an experiment ran: what is needed to repeat it.

use kernel::dynamic::{MatchSetup, TypedMatch};
use kernel::{Board, Chosen, FullGame};
use serde::Serialize;

/// What is needed to repeat an experiment, besides the program.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Conditions {
    /// The version of the rules.
    pub rules_version: u32,
    /// All options of the game with their values.
    pub options: Chosen,
    /// The hash of the board file, as in records.
    pub board_hash: String,
    /// The RNG seed.
    pub seed: u64,
    /// The number of threads, which changes the duration but no result.
    pub threads: usize,
    /// What thinking times measure: `cpu`, or `wall` if the system does not report a thread's processor time.
    pub clock: &'static str,
}

impl Conditions {
    pub(crate) fn of<G: FullGame>(game_match: &TypedMatch<G>, seed: u64, threads: usize) -> Self {
        let config = game_match.config();
        Conditions {
            rules_version: config.rules_version,
            options: config.options.clone(),
            board_hash: table::board_hash(config.board.as_deref().unwrap_or(G::Board::STANDARD)),
            seed,
            threads: crate::number_of_threads(threads),
            clock: crate::stopwatch::clock(),
        }
    }
}
