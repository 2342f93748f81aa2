//! A match as events: command → decide → events → apply.
//!
//! A [`Table`] is the state of a match as its events have made it: [`Table::open`] makes the first event,
//! [`Table::decide`] turns a command into events or declines it, [`Table::after`] gives the match after
//! them, and [`Table::fold`] rebuilds a match from stored events. Nothing here writes to a disk, reads a
//! clock or draws a random number: the caller passes in the time ([`Now`]) and entropy, and stores the events
//! before anybody sees them.
//!
//! An action is read from text and judged once, when it is decided. The [`DecidedEvent`] carries the checked
//! action, so applying it does not read the text again.
//!
//! Everything that follows from events alone is here too: fair dice ([`dice`]), clocks
//! ([`TimeControl`]), questions between players ([`Question`]), the view of a person ([`View`]),
//! the record, its replay, statistics of everybody's luck ([`luck()`]), and lessons ([`LessonRun`]).
#![forbid(unsafe_code)]

mod absence;
mod apply;
mod branch;
mod chains;
mod clock;
mod command;
mod contest;
mod decide;
mod decline;
mod devices;
pub mod dice;
mod event;
mod exercise;
mod explain;
mod history;
mod lesson;
mod luck;
mod moment;
mod occupant;
mod opening;
mod order;
mod outage;
mod practice;
mod question;
mod record;
mod rematch;
mod replay;
mod shared_win;
mod table;
mod transcript;
mod undo;
mod view;

pub use absence::{Absence, AbsenceReason, AbsentChoice, PRESENCE_NOTED_EVERY};
pub use branch::order_from;
pub use clock::{ClockView, LAG_A_MOVE, LAG_QUOTA, LAG_REGAINED, TimeControl};
pub use command::{MatchCommand, Now};
pub use decide::DecidedEvent;
pub use decline::{Corrupt, Decline};
pub use devices::{NextLink, SentWith};
pub use event::{Event, Proposal, Stamped};
pub use exercise::{ExerciseFault, ExerciseRun, NoExercise, Tried, exercise_at};
pub use lesson::{Attempt, Judgement, LessonFault, LessonRun};
pub use luck::{Luck, luck};
pub use moment::{Moment, Past};
pub use occupant::Occupant;
pub use order::{Branch, Contest, DiceFrom, Opened, Order};
pub use outage::Outage;
pub use practice::LEARNER;
pub use question::Question;
pub use replay::{Replay, ReplayError, ThrowChecked, replay};
pub use table::Table;
pub use transcript::heads;
pub use view::{Entry, MOST_LEGAL_MOVES, View};

use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal.
pub fn fingerprint(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// SHA-256 of a board file; line ends do not matter.
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

/// Bytes from hexadecimal; `None` if the text is not hexadecimal.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}
