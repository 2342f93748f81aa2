//! The terminal application: `boxtop play`.
//!
//! - [`App`] is a state machine without terminal, clock or disk.
//! - [`screen`] draws it with ratatui; `terminal` runs it on a real one.
//! - [`lines`] is the same game as a conversation in lines, for pipes, scripts
//!   and screen readers.
//! - [`Venue`] is a table as both of them know it. [`Local`] is the one of this
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
mod interpreter;
mod ledger;
pub mod lines;
mod local;
mod look;
mod markdown;
mod messages;
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
pub mod venue;

pub use app::{App, Effect, Key, Message, Note, Overlay, Tone, Words};
pub use archive::{Archive, OWNER};
pub use chooser::{Choice, Chooser, Menu};
pub use clocks::ClockFace;
pub use local::{Chair, Local, Side, Wish};
pub use look::{Look, Part, Surroundings};
pub use outcome::perform;
pub use seen::{Abroad, Seen, Sitter};
pub use start::{Begin, Setup, ask_game, choose, run, unfinished_game, visit};
pub use toss::{Omen, Toss};
pub use trouble::Trouble;
pub use typed::Typed;
pub use venue::{Answer, Bell, Venue};

/// Markdown as plain text in lines of at most `width` characters.
pub fn plain_text(markdown: &str, width: usize) -> String {
    text::wrap(&markdown::plain(markdown), width).join("\n")
}
