//! What a table can be asked to do.

use crate::absence::AbsentChoice;
use crate::occupant::Occupant;
use kernel::dynamic::DynAction;

/// The time of a command.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// Milliseconds since 1970 by the server's clock.
    pub at: i64,
    /// The lag of the sender's connection in milliseconds, as the caller has measured
    /// it; the table decides how much of it is forgiven.
    pub lag: u32,
}

impl Now {
    /// This moment, without lag.
    pub fn at(at: i64) -> Self {
        Now { at, lag: 0 }
    }
}

/// What can be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchCommand {
    /// Sit down at an open seat.
    Sit {
        /// The seat's id; `None` for the first that is open.
        seat: Option<String>,
        /// Who.
        who: Occupant,
        /// Their nonce for the dice: 16 to 64 hexadecimal digits.
        nonce: String,
    },
    /// Add to the dice, for somebody who sat there when the table was opened.
    AddNonce {
        /// The seat's id.
        seat: String,
        /// The nonce: 16 to 64 hexadecimal digits.
        nonce: String,
    },
    /// Go before the match has begun.
    Leave {
        /// The seat's id.
        seat: String,
    },
    /// Act: one action, or several typed in one go.
    Act {
        /// The seat's id.
        seat: String,
        /// In notation.
        text: String,
    },
    /// Act as a computer player chose: one action, judged and never read from text.
    Choose {
        /// The seat's id.
        seat: String,
        /// The action.
        action: DynAction,
    },
    /// Throw: chance is to act, and the table draws.
    Throw {
        /// The seat whose hand throws; nobody for the table's own hand, which
        /// throws for computers and where nobody's hand is asked for.
        seat: Option<String>,
    },
    /// Enter what your own dice have shown.
    ThrowOwn {
        /// The seat whose throw it is.
        seat: String,
        /// The outcome in notation.
        outcome: String,
    },
    /// Take back what one may take back without asking.
    TakeBack {
        /// The seat that asks.
        seat: String,
    },
    /// Ask the others to let one take back more than that.
    AskBack {
        /// The seat that asks.
        seat: String,
        /// How many steps; `None` for the seat's last action and everything since.
        steps: Option<u32>,
    },
    /// Offer to end the match shared.
    OfferDraw {
        /// The seat that offers.
        seat: String,
    },
    /// Propose that a computer play for somebody. The caller
    /// knows whether they are absent.
    Relieve {
        /// The seat that proposes.
        seat: String,
        /// The seat of the absent.
        absent: String,
        /// The computer's level.
        level: String,
    },
    /// Answer what was asked; the asker takes it back with a no.
    Answer {
        /// The seat that answers.
        seat: String,
        /// Whether it agrees.
        yes: bool,
    },
    /// Come back to a seat that a computer plays meanwhile.
    Return {
        /// The seat's id.
        seat: String,
        /// The key of who comes.
        key: String,
    },
    /// See whose time has run out; nothing happens when it is nobody's.
    Flag,
    /// Give up.
    Resign {
        /// The seat's id.
        seat: String,
    },
    /// Go on to another match.
    Follow {
        /// Its id.
        by: String,
    },
    /// Offer another match, or accept the one that was offered. The match must be over.
    OfferRematch {
        /// The seat that offers.
        seat: String,
    },
    /// Note that a player is present. Nothing happens unless the match waits for them.
    Arrive {
        /// The player's key.
        key: String,
    },
    /// Choose what follows when the other player is gone or out of time.
    Absent {
        /// The seat that chooses.
        seat: String,
        /// What follows.
        choice: AbsentChoice,
        /// When the other player was last present, as the caller knows it, in milliseconds since 1970.
        last_seen: Option<i64>,
    },
}
