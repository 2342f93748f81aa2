//! What every game of the box shares.
//!
//! Here belong the traits a game fulfils ([`Game`], [`Explain`], [`Notation`],
//! [`Positions`], [`Show`], [`Evaluate`]), the small vocabulary they speak in
//! (seats, turns, outcomes, options, refusals, rules, scenes, records), and the
//! [`door`]: the same game with its types erased, for pages, terminals and bots.
//!
//! Here does not belong: anything that knows a particular game, a file, a clock,
//! a thread, a random number, a colour on a screen or a database.
#![forbid(unsafe_code)]

pub mod board;
pub mod door;
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
    Best, FullGame, Evaluate, Explain, Game, GameInfo, History, Sentence, SharedRules, Measure, Mixer, Never, Notation, Outcome,
    Positions, SeatInfo, Show, Turn, Viewer, sample_weighted,
};
pub use options::{Chosen, OptionKind, OptionSpec, OptionValue, Options, number_in, switch_in};
pub use play::Play;
pub use refusal::{Fault, Refusal};
pub use rulebook::{Rule, RuleBook, RuleId, Standing};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use words::counted;
