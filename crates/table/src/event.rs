//! The stored events of a match.
//!
//! Events are stored for ever: a field may be added with a default, but none may change its meaning.

use crate::occupant::Occupant;
use crate::order::Opened;
use crate::outage::Outage;
use serde::{Deserialize, Serialize};

/// What a player proposes to the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "snake_case")]
pub enum Proposal {
    /// Undo the last steps.
    #[serde(rename = "back")]
    Undo {
        /// Number of steps.
        steps: u32,
    },
    /// End the match as a draw.
    Draw,
    /// Let a computer play for an absent player.
    #[serde(rename = "relief")]
    Computer {
        /// Their seat.
        absent: String,
        /// The computer's level.
        level: String,
    },
    /// Go on with a new device, because the one that holds the seat's chain is lost.
    Device {
        /// The anchor of the new device's chain.
        anchor: String,
    },
    /// Play another match with the same people; asked only when this one is over.
    Rematch,
}

/// An event with its time, as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stamped {
    /// When it happened, in milliseconds since 1970 by the server's clock; 0 if unknown.
    #[serde(default)]
    pub at: i64,
    /// Milliseconds that counted on the clock of the seat that acted: the time since the clock
    /// started, less the lag that was forgiven. `None` if no clock ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<i64>,
    /// An outage during which clocks stood still. The event is the arrival of a player whose clock runs, and says
    /// nothing else; no other event has an outage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused: Option<Outage>,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

impl From<Event> for Stamped {
    fn from(event: Event) -> Self {
        Stamped { at: 0, spent: None, paused: None, event }
    }
}

/// Something that happened at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The table was opened.
    Opened(Box<Opened>),
    /// Somebody sat down and added to the dice.
    Sat {
        /// The seat's id.
        seat: String,
        /// The person or computer that sat down.
        who: Occupant,
        /// Their nonce, with dice of version 2.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        nonce: String,
    },
    /// A seat's device committed to its contribution to the dice.
    Committed {
        /// The seat's id.
        seat: String,
        /// The anchor of its chain, in hexadecimal.
        anchor: String,
    },
    /// A seat's device revealed its link of a round.
    Revealed {
        /// The seat's id.
        seat: String,
        /// The link, in hexadecimal.
        link: String,
    },
    /// A seat that was already taken added to the dice.
    Added {
        /// The seat's id.
        seat: String,
        /// Its nonce.
        nonce: String,
    },
    /// A player left before the match had begun; the seat is open again.
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
        /// The link of the seat that threw or drew, in hexadecimal, if its device sent one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<String>,
    },
    /// A player threw their own dice and entered the result.
    Entered {
        /// The seat whose throw it was.
        seat: String,
        /// The outcome in notation.
        outcome: String,
    },
    /// The last steps were undone.
    TookBack {
        /// The seat that asked.
        seat: String,
        /// Number of steps.
        steps: u32,
    },
    /// A player resigned.
    Resigned {
        /// The seat's id.
        seat: String,
        /// Who plays the seat from now on; without one the match is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relief: Option<Occupant>,
        /// The ids of the seats that share the win, if the match is over. Old events name none:
        /// then all others share it.
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
    /// A player asked the others a question.
    Asked {
        /// The seat that asks.
        seat: String,
        /// The proposal.
        #[serde(rename = "motion")]
        proposal: Proposal,
    },
    /// A player answered the question. A no ends it; the asker's own no withdraws it.
    Answered {
        /// The seat that answers.
        seat: String,
        /// Whether they agree.
        yes: bool,
    },
    /// All players who are not eliminated agreed to a draw.
    Drawn {
        /// The ids of the seats that share the win. Old events name none: then all seats share it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        winners: Vec<String>,
    },
    /// A computer plays for an absent player.
    Relieved {
        /// The seat's id.
        seat: String,
        /// The computer.
        who: Occupant,
    },
    /// A player came back to the seat that a computer played for them.
    Returned {
        /// The seat's id.
        seat: String,
    },
    /// Another match follows this one.
    Followed {
        /// Its id.
        by: String,
    },
    /// A player that the match waits for is present.
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
    /// The match ended without a result: a player did not come back, and the other one chose that; or the host closed
    /// the table.
    Aborted {
        /// The seat that ended it; the first one if the host did.
        seat: String,
        /// Why the host closed the table, if they did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A player did not come back, and the other one opened the seat to someone else.
    Vacated {
        /// The seat's id.
        seat: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json, to_value};

    /// Servers from before hosts could close tables read the event as the end of a match without a result.
    #[test]
    fn a_match_that_the_host_ended_is_stored_like_any_without_a_result() {
        let by = |reason: Option<&str>| Event::Aborted { seat: "red".into(), reason: reason.map(str::to_owned) };
        assert_eq!(to_value(by(None)).unwrap(), json!({ "event": "aborted", "seat": "red" }));
        let closed = json!({ "event": "aborted", "seat": "red", "reason": "Spam" });
        assert_eq!(to_value(by(Some("Spam"))).unwrap(), closed);
        assert_eq!(from_value::<Event>(closed).unwrap(), by(Some("Spam")));
        assert_eq!(from_value::<Event>(json!({ "event": "aborted", "seat": "red" })).unwrap(), by(None));
    }

    #[test]
    fn questions_are_stored_under_their_old_names() {
        let check = |proposal: Proposal, stored: serde_json::Value| {
            let event = Event::Asked { seat: "red".into(), proposal };
            let json = json!({ "event": "asked", "seat": "red", "motion": stored });
            assert_eq!(to_value(&event).unwrap(), json);
            assert_eq!(from_value::<Event>(json).unwrap(), event);
        };
        check(Proposal::Undo { steps: 2 }, json!({ "for": "back", "steps": 2 }));
        check(Proposal::Draw, json!({ "for": "draw" }));
        let computer = Proposal::Computer { absent: "black".into(), level: "captain".into() };
        check(computer, json!({ "for": "relief", "absent": "black", "level": "captain" }));
        check(Proposal::Rematch, json!({ "for": "rematch" }));
    }
}
