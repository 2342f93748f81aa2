//! The terminal application: `boxtop play`.
//!
//! - [`App`] is a state machine without terminal, clock or disk.
//! - [`screen`] draws it with ratatui; `terminal` runs it on a real one.
//! - [`lines`] is the same game as a conversation in lines, for pipes, scripts
//!   and screen readers.
//! - [`Local`] is the table: every event is in the store of the house
//!   ([`Archive`]) before it is shown.
//!
//! Here does not belong: a rule of any game, or how a board looks in cells
//! (that is `draw`).
#![forbid(unsafe_code)]

mod app;
mod archive;
mod board;
mod chooser;
mod ledger;
pub mod lines;
mod local;
mod look;
mod outcome;
pub mod screen;
mod seen;
mod signs;
mod start;
mod terminal;
mod text;
mod think;
mod toss;
mod trouble;
mod typed;

pub use app::{App, Effect, Key, Message, Note, Overlay, Tone};
pub use archive::{Archive, OWNER};
pub use chooser::{Choice, Chooser, Menu};
pub use local::{Chair, Local, Side, Wish};
pub use look::{Look, Part};
pub use outcome::perform;
pub use seen::{Seen, Sitter};
pub use start::{Begin, Setup, ask_game, run, unfinished_game};
pub use toss::{Omen, Toss};
pub use trouble::Trouble;
pub use typed::Typed;
