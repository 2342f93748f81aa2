//! Who sits at a seat.

use serde::{Deserialize, Serialize};

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// Nobody yet: anyone with the link may sit down.
    Open,
    /// A person, identified by a key: the fingerprint of their secret.
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

    /// The computer that plays on for a player who resigned.
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
