//! The analysis of finished matches: chances of winning, mistakes, luck, turning points.
//!
//! [`Analyser`] takes a record of a match that is over and works in slices: each [`DynAnalyser::step`] looks at one
//! position, so that a caller can show progress and stop. Its result, [`Analysis`], is the one evaluation that charts,
//! lists and numbers are made from. `docs/analysis.md` says what each number means.
//!
//! Everything here is pure: limits are numbers of positions, random numbers follow from the match, and floating-point
//! numbers are only added, subtracted, multiplied, divided and compared, in a fixed order. So the same record gives the
//! same analysis on every machine.
//!
//! ```
//! use boxtop_analysis::{Analyser, Budget};
//! use games::three_musketeers::ThreeMusketeers;
//! use kernel::{dynamic::MatchConfig, record::Record};
//!
//! let game = games::three_musketeers();
//! let board = boxtop_analysis::board_hash(game.standard_board());
//! let running = Record::blank(game.info(), board, &MatchConfig::players(2), vec![]);
//! let refused = Analyser::<ThreeMusketeers>::new(game, &running, Budget::full("three-musketeers"));
//! assert!(refused.is_err_and(|error| error.to_string().contains("not over")));
//! ```
#![forbid(unsafe_code)]

mod analyser;
mod budget;
mod chart;
mod decisions;
mod estimate;
mod names;
mod playout;
mod practice;
mod ranking;
mod reasons;
mod report;
mod search;
mod source;
mod summary;

pub use analyser::{Analyser, DynAnalyser, Progress};
pub use budget::Budget;
pub use chart::chart;
pub use estimate::{Estimate, Evaluation, Shares};
pub use names::{with_names_of, without_names};
pub use practice::{Contrast, chances, contrast};
pub use protocol::{AnalysedAction, AnalysedDecision, AnalysedSeat, AnalysedStep, AnalysedThrow, Analysis, Verdict};
pub use ranking::{Care, Ranked, Ranking, alike, rank};
pub use report::report;
pub use source::CannotAnalyse;
pub use table::board_hash;

/// The version of the calculation. Every change that may change a number raises it.
pub const VERSION: u32 = 2;
