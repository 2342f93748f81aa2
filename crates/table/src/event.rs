//! What can happen at a table, as it is stored.
//!
//! Events are stored for ever: a field may be added with a default, none may
//! change its meaning.

use crate::occupant::Occupant;
use crate::order::Opened;
use serde::{Deserialize, Serialize};

/// What people ask each other for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "snake_case")]
pub enum Motion {
    /// That the last steps be taken back.
    Back {
        /// How many of those that stand.
        steps: u32,
    },
    /// That the match end here, shared by everybody.
    Draw,
    /// That a computer play for somebody who is absent.
    Relief {
        /// Their seat.
        absent: String,
        /// The computer's level.
        level: String,
    },
    /// That the same people play another match; only asked when this one is over.
    Rematch,
}

/// An event with its time, as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stamped {
    /// When, in milliseconds since 1970 by the server's clock; 0 where nobody wrote it down.
    #[serde(default)]
    pub at: i64,
    /// What counted on the clock of who acted, in milliseconds, when a clock ran:
    /// the time since it began to run without the lag that was forgiven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<i64>,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

impl From<Event> for Stamped {
    fn from(event: Event) -> Self {
        Stamped { at: 0, spent: None, event }
    }
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The table was opened.
    Opened(Box<Opened>),
    /// Somebody sat down and added to the dice.
    Sat {
        /// The seat's id.
        seat: String,
        /// Who.
        who: Occupant,
        /// Their nonce for the dice.
        nonce: String,
    },
    /// Somebody who sat there already added to the dice.
    Added {
        /// The seat's id.
        seat: String,
        /// What.
        nonce: String,
    },
    /// Somebody went before the match had begun; the seat is open again.
    Left {
        /// The seat's id.
        seat: String,
    },
    /// A seat acted.
    Acted {
        /// The seat's id.
        seat: String,
        /// One action in notation.
        action: String,
    },
    /// The table's dice were thrown.
    Threw {
        /// The outcome in notation.
        outcome: String,
    },
    /// A person threw their own dice and entered what fell.
    Entered {
        /// The seat whose throw it was.
        seat: String,
        /// The outcome in notation.
        outcome: String,
    },
    /// The last steps were taken back.
    TookBack {
        /// The seat that asked.
        seat: String,
        /// How many steps.
        steps: u32,
    },
    /// A seat gave up.
    Resigned {
        /// The seat's id.
        seat: String,
        /// Who plays the seat from now on; without one the match is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relief: Option<Occupant>,
        /// The ids of those who share the win, when the match is over; events that name nobody
        /// are of a time when all others shared it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        winners: Vec<String>,
    },
    /// A seat's time ran out.
    Flagged {
        /// The seat's id.
        seat: String,
        /// Who plays the seat from now on; without one the match is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relief: Option<Occupant>,
        /// As for [`Event::Resigned`].
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        winners: Vec<String>,
    },
    /// Somebody asked the others for something.
    Asked {
        /// The seat that asks.
        seat: String,
        /// For what.
        motion: Motion,
    },
    /// Somebody answered what was asked; a no ends it, and so does the asker's own.
    Answered {
        /// The seat that answers.
        seat: String,
        /// Whether they agree.
        yes: bool,
    },
    /// Everybody who is not out agreed to end the match shared.
    Drawn {
        /// The ids of those who share it; events that name nobody are of a time when all seats shared it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        winners: Vec<String>,
    },
    /// A computer plays for somebody who is absent.
    Relieved {
        /// The seat's id.
        seat: String,
        /// The computer.
        who: Occupant,
    },
    /// Somebody who was relieved came back to their seat.
    Returned {
        /// The seat's id.
        seat: String,
    },
    /// Another match follows this one.
    Followed {
        /// Its id.
        by: String,
    },
    /// A player for whom the match waits was seen at the table.
    Arrived {
        /// The seat's id.
        seat: String,
    },
    /// A seat's time ran out, and the other player chooses what follows.
    TimeUp {
        /// The seat's id.
        seat: String,
    },
    /// A player did not come back, and the other one claimed the win.
    Claimed {
        /// The seat that claimed it.
        seat: String,
        /// The seats of the player who was gone.
        absent: Vec<String>,
    },
    /// A player did not come back, and the other one ended the match without a result.
    Aborted {
        /// The seat that ended it.
        seat: String,
    },
    /// A player did not come back, and the other one opened the seat to someone else.
    Vacated {
        /// The seat's id.
        seat: String,
    },
}
