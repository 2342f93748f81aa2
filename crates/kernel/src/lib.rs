#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod board;
pub mod dynamic;
mod game;
mod options;
mod play;
mod playing;
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
pub use playing::{Faults, Match};
pub use refusal::{Fault, Refusal};
pub use rulebook::{Rule, RuleBook, RuleId, Standing};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use words::counted;
