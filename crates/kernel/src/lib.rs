//! The traits and types that every game shares.
//!
//! A game implements [`Game`], [`Explain`], [`Notation`], [`Positions`], [`Show`] and [`Evaluate`]. They use a
//! small vocabulary: seats, turns, outcomes, options, refusals, rules, scenes and records. [`dynamic`] is the same
//! game with its types erased, for pages, terminals and bots.
//!
//! The kernel is pure: it knows no particular game and does no I/O, and dice are passed in from outside.
#![forbid(unsafe_code)]

pub mod board;
pub mod dynamic;
mod game;
mod options;
mod play;
pub mod record;
mod refusal;
mod rulebook;
pub mod scene;
mod seat;
mod words;

pub use board::{Board, BoardFault, Evidence};
pub use game::{
    Best, Evaluate, Explain, FullGame, Game, GameInfo, History, Measure, Mixer, Never, Notation, Outcome, Positions,
    SeatInfo, Sentence, SharedRules, Show, Turn, Viewer, sample_weighted,
};
pub use options::{Chosen, OptionKind, OptionSpec, OptionValue, Options, number_in, switch_in};
pub use play::Play;
pub use refusal::{Fault, Refusal};
pub use rulebook::{Rule, RuleBook, RuleId, Standing};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use words::counted;
