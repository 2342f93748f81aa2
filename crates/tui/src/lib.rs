//! The terminal application: `boxtop play`, `boxtop learn` and `boxtop puzzle`.
//!
//! - [`App`] is a state machine without terminal, clock or disk.
//! - [`screen`] draws it with ratatui; `terminal` runs it on a real terminal.
//! - [`lines`] is line mode: the same game in lines of text, for pipes, scripts and screen readers.
//! - [`TableSource`] is a table as both of them know it. [`Local`] is a table in this terminal: every
//!   event is in the store ([`Archive`]) before it is shown. Tables of a server are implemented in the
//!   binary, which has the HTTP client.
//!
//! This crate knows no rule of any game. How a board looks in cells is in `draw`.
#![forbid(unsafe_code)]

mod app;
mod archive;
mod board;
mod chooser;
mod clocks;
mod error;
mod interpreter;
mod ledger;
pub mod lines;
mod local;
mod look;
mod markdown;
mod messages;
mod outcome;
pub mod screen;
mod signs;
mod start;
pub mod table_source;
mod table_view;
mod terminal;
mod text;
mod think;
mod throws;
mod typed;

pub use app::{App, ChatLine, Effect, Key, Message, Note, Overlay, Tone};
pub use archive::{Archive, OWNER};
pub use chooser::{Choice, Chooser, Menu};
pub use clocks::ClockFace;
pub use error::TuiError;
pub use local::{Local, NewMatch, SeatChoice, Side};
pub use look::{Look, Part, TerminalInfo};
pub use messages::lost_device;
pub use outcome::perform;
pub use outcome::sentence;
pub use start::{Begin, Setup, ask_game, choose, learn, play_at, puzzle, run, unfinished_game};
pub use table_source::{Analysing, Notify, Reply, TableSource};
pub use table_view::{RemoteInfo, TableSeat, TableView};
pub use throws::{PendingThrow, ThrowPreview};
pub use typed::Typed;

/// Markdown as plain text in lines of at most `width` characters.
pub fn plain_text(markdown: &str, width: usize) -> String {
    text::wrap(&markdown::plain(markdown), width).join("\n")
}
