//! A match as events: command → decide → events → apply.
//!
//! A [`Table`] is what its events make of it: [`Table::open`] makes the first
//! one, [`Table::decide`] turns a command into events or declines it,
//! [`Table::apply`] folds an event in. Nothing here writes to a disk, knows a
//! clock or draws a random number: the caller brings the time ([`Now`]) and entropy,
//! stores the events before he applies them, and tells the others afterwards.
//!
//! Here also belong what follows from events alone: fair dice ([`dice`]), clocks
//! ([`Pace`]), what people agree on ([`Pending`]), the view a person gets ([`View`]),
//! the record, its replay, and luck looked at afterwards ([`luck()`]).
#![forbid(unsafe_code)]

mod absence;
mod branch;
mod clock;
mod contest;
pub mod dice;
mod event;
mod explain;
mod luck;
mod moment;
mod motion;
mod paper;
mod rematch;
mod replay;
mod table;
mod trace;
mod undo;
mod view;

pub use absence::{Absence, AbsentChoice, Gone, PRESENCE_NOTED_EVERY};
pub use branch::order_from;
pub use clock::{ClockView, LAG_A_MOVE, LAG_QUOTA, LAG_REGAINED, Pace};
pub use event::{Branch, Command, Contest, DiceFrom, Event, Motion, Now, Occupant, Opened, Order, Stamped};
pub use luck::{Luck, luck};
pub use moment::{Moment, Past};
pub use motion::Pending;
pub use replay::{Replay, ReplayError, ThrowChecked, replay};
pub use table::{Corrupt, Decline, Table};
pub use view::{Entry, MOST_OFFERS, View};

use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal.
pub fn fingerprint(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The fingerprint of a board file; line ends do not matter.
pub fn board_hash(text: &str) -> String {
    fingerprint(text.replace("\r\n", "\n").as_bytes())
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Bytes from hexadecimal; `None` when it is not.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}
