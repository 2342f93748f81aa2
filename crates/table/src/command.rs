//! The commands of a match.

use crate::absence::AbsentChoice;
use crate::occupant::Occupant;
use kernel::dynamic::DynAction;

/// The time of a command.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// Milliseconds since 1970 by the server's clock.
    pub at: i64,
    /// Lag of the sender's connection in milliseconds, as measured by the caller. The table
    /// decides how much of it is forgiven.
    pub lag: u32,
}

impl Now {
    /// This moment, without lag.
    pub fn at(at: i64) -> Self {
        Now { at, lag: 0 }
    }
}

/// A command to a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchCommand {
    /// Sit down at an open seat.
    Sit {
        /// The seat's id; `None` for the first that is open.
        seat: Option<String>,
        /// The person or computer that sits down.
        who: Occupant,
        /// Their nonce, with dice of version 2: 16 to 64 hexadecimal digits.
        nonce: String,
        /// The anchor of their device's chain, with dice of version 3: 64 hexadecimal digits. Without it, they bring nothing.
        anchor: Option<String>,
    },
    /// Commit a seat's device to its contribution to the dice.
    Commit {
        /// The seat's id.
        seat: String,
        /// The anchor of the device's chain.
        anchor: String,
    },
    /// Reveal the device's link of this round.
    Reveal {
        /// The seat's id.
        seat: String,
        /// The link.
        link: String,
    },
    /// Go on with a new device. The other people are asked.
    NewDevice {
        /// The seat's id.
        seat: String,
        /// The anchor of the new device's chain.
        anchor: String,
    },
    /// Add a nonce to the dice, for a seat that was taken when the table was opened.
    AddNonce {
        /// The seat's id.
        seat: String,
        /// The nonce: 16 to 64 hexadecimal digits.
        nonce: String,
    },
    /// Leave the seat before the match has begun.
    Leave {
        /// The seat's id.
        seat: String,
    },
    /// Play an action, or several typed on one line.
    Act {
        /// The seat's id.
        seat: String,
        /// The action in notation.
        text: String,
    },
    /// Play the action that a computer player chose. It is judged, but never read from text.
    Choose {
        /// The seat's id.
        seat: String,
        /// The action.
        action: DynAction,
    },
    /// Throw the table's dice.
    Throw {
        /// The seat that throws; `None` if the table throws by itself, for a computer or for no
        /// seat.
        seat: Option<String>,
        /// The link of the seat's device, if it has one.
        link: Option<String>,
    },
    /// Enter a throw of your own dice.
    ThrowOwn {
        /// The seat whose throw it is.
        seat: String,
        /// The outcome in notation.
        outcome: String,
    },
    /// Undo what the seat can undo without asking.
    TakeBack {
        /// The seat's id.
        seat: String,
    },
    /// Ask the others for an undo that needs their consent.
    AskBack {
        /// The seat that asks.
        seat: String,
        /// How many steps; `None` for the seat's last action and everything since.
        steps: Option<u32>,
    },
    /// Offer a draw.
    OfferDraw {
        /// The seat that offers.
        seat: String,
    },
    /// Propose that a computer plays for an absent player. The caller knows whether they are
    /// absent.
    Relieve {
        /// The seat that proposes.
        seat: String,
        /// The seat of the absent player.
        absent: String,
        /// The computer's level.
        level: String,
    },
    /// Answer the open question. The seat that asked withdraws it with a no.
    Answer {
        /// The seat that answers.
        seat: String,
        /// Whether it agrees.
        yes: bool,
    },
    /// Come back to a seat that a computer plays for you.
    Return {
        /// The seat's id.
        seat: String,
        /// The key of the person who comes back.
        key: String,
    },
    /// Write outages into the match and do nothing else. The caller passes them in with any command.
    NoteOutages,
    /// Check the clocks. Nothing happens unless somebody's time has run out.
    Flag,
    /// Resign.
    Resign {
        /// The seat's id.
        seat: String,
    },
    /// Link to the next match between the same people.
    Follow {
        /// Its id.
        by: String,
    },
    /// Offer a rematch, or accept the one that is offered. The match must be over.
    OfferRematch {
        /// The seat that offers.
        seat: String,
    },
    /// Note that a player is present. Nothing happens unless the match waits for them.
    Arrive {
        /// The player's key.
        key: String,
    },
    /// End the match without a result, because the host closes the table. Nothing happens if it is over.
    Close {
        /// Why, in the host's words.
        reason: String,
    },
    /// Choose what follows when the other player is gone or out of time.
    Absent {
        /// The seat that chooses.
        seat: String,
        /// What follows.
        choice: AbsentChoice,
        /// When the other player was last present, if the caller knows, in milliseconds since 1970.
        last_seen: Option<i64>,
    },
}
