//! The terminal application: `boxtop play`.
//!
//! - [`App`] is a state machine without terminal, clock or disk.
//! - [`screen`] draws it with ratatui; `terminal` runs it on a real one.
//! - [`lines`] is the same game as a conversation in lines, for pipes, scripts
//!   and screen readers.
//! - [`TableSource`] is a table as both of them know it. [`Local`] is the one of this
//!   terminal: every event is in the store of the house ([`Archive`]) before it
//!   is shown. Tables of servers are made by who speaks HTTP.
//!
//! Here does not belong: a rule of any game, or how a board looks in cells
//! (that is `draw`).
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
pub use look::{Look, Part, Surroundings};
pub use outcome::perform;
pub use start::{Begin, Setup, ask_game, choose, play_at, run, unfinished_game};
pub use table_source::{Notify, Reply, TableSource};
pub use table_view::{RemoteInfo, TableSeat, TableView};
pub use throws::{PendingThrow, ThrowPreview};
pub use typed::Typed;

/// Markdown as plain text in lines of at most `width` characters.
pub fn plain_text(markdown: &str, width: usize) -> String {
    text::wrap(&markdown::plain(markdown), width).join("\n")
}
