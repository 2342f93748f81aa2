#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod board;
mod choice;
pub mod dynamic;
mod evaluate;
pub mod exercise;
mod explain;
mod game;
mod hashing;
pub mod lesson;
pub mod math;
mod options;
mod outcome;
mod play;
mod playing;
pub mod puzzle;
pub mod record;
mod refusal;
mod rulebook;
mod sampling;
pub mod scene;
mod seat;
mod words;

pub use board::{Board, BoardFault, Evidence};
pub use choice::Choice;
pub use evaluate::{Evaluate, FeatureSet};
pub use explain::{Explain, FullGame, Notation, Positions, Sentence, Show};
pub use game::{Difficulty, Game, GameInfo, History, Never, SeatInfo, SharedRules, Turn, Viewer, players_in_words};
pub use hashing::Mixer;
pub use options::{Chosen, OptionKind, OptionSpec, OptionType, OptionValue, Options};
pub use outcome::Outcome;
pub use play::{Bookmark, Known, Play};
pub use playing::{Faults, Match};
pub use refusal::{Fault, Refusal};
pub use rulebook::{Rule, RuleBook, RuleId, Standing};
pub use sampling::{Best, Pick, pick_once, sample_weighted};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use words::{Voice, capital, counted, listed};
