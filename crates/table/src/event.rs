//! What can be asked of a table, and what can happen at it.
//!
//! Events are stored for ever: a field may be added with a default, none may
//! change its meaning.

use kernel::Chosen;
use kernel::door::Deal;
use serde::{Deserialize, Serialize};

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// Nobody yet: whoever has the link may sit down.
    Open,
    /// A person, known by a key that is a fingerprint of his secret.
    Person {
        /// The fingerprint.
        key: String,
        /// The name others see.
        name: String,
    },
    /// A computer player.
    Computer {
        /// Its level, such as `general`.
        level: String,
    },
}

impl Occupant {
    /// The name others see.
    pub fn name(&self) -> String {
        match self {
            Occupant::Open => "open seat".into(),
            Occupant::Person { name, .. } => name.clone(),
            Occupant::Computer { level } => format!("Computer ({level})"),
        }
    }

    /// Who plays on for somebody who has given up.
    pub fn relief() -> Self {
        Occupant::Computer { level: "captain".into() }
    }

    /// The person's key.
    pub fn key(&self) -> Option<&str> {
        match self {
            Occupant::Person { key, .. } => Some(key),
            _ => None,
        }
    }
}

/// A series of games between the same people, with seats changed each time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Contest {
    /// Which game this is, from 1.
    pub game: u8,
    /// Of how many.
    pub of: u8,
    /// Points won before this game, by seat of this game: points of the game's
    /// account where it keeps one, otherwise games won.
    pub points: Vec<f32>,
}

/// What is needed to open a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// The match's unguessable id.
    pub id: String,
    /// Players, options, board.
    pub deal: Deal,
    /// Who sits where, in the order of the seats.
    pub seats: Vec<Occupant>,
    /// The contest it belongs to.
    pub contest: Option<Contest>,
    /// The match before it, when it is a rematch.
    pub previous: Option<String>,
    /// A position to begin from.
    pub start: Option<serde_json::Value>,
    /// Is it shown to strangers while a seat is open?
    pub listed: bool,
    /// Fresh random bytes: the secret seed of the dice.
    pub entropy: [u8; 32],
}

/// How a table was opened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Opened {
    /// Version of the event format.
    pub format: u32,
    /// The match's id.
    pub id: String,
    /// The game's slug.
    pub game: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Fingerprint of the board file.
    pub board_hash: String,
    /// The board file, when it is not the one in the box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many play.
    pub players: u8,
    /// All options.
    pub options: Chosen,
    /// Who sits where.
    pub seats: Vec<Occupant>,
    /// The contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<Contest>,
    /// The match before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The position it began from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<serde_json::Value>,
    /// Is it shown to strangers while a seat is open? Otherwise it is found by its link only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
    /// The secret seed of the dice: never leaves the server before the end.
    pub seed: String,
    /// Its fingerprint, for everyone.
    pub commitment: String,
}

/// Something that happened, as it is stored.
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
        /// What he adds to the dice.
        nonce: String,
    },
    /// A seat acted.
    Acted {
        /// The seat's id.
        seat: String,
        /// One action in notation.
        action: String,
    },
    /// Chance came out.
    Threw {
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
    },
    /// Another match follows this one.
    Followed {
        /// Its id.
        by: String,
    },
}

/// What can be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Sit down at an open seat.
    Sit {
        /// The seat's id; `None` for the first that is open.
        seat: Option<String>,
        /// Who.
        who: Occupant,
        /// What he adds to the dice.
        nonce: String,
    },
    /// Act: one action, or several typed in one go.
    Act {
        /// The seat's id.
        seat: String,
        /// In notation.
        text: String,
    },
    /// Throw: chance is to act, and the table draws.
    Throw {
        /// The seat whose hand throws; nobody for the table's own hand, which
        /// throws for computers and where nobody's hand is asked for.
        seat: Option<String>,
    },
    /// Take back, at home.
    TakeBack {
        /// The seat that asks.
        seat: String,
    },
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
}
