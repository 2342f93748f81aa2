//! Why a command was not carried out, or a match could not be loaded.

use eventlog::StoreError;
use table::{Corrupt, Decline};

/// Why nothing was done. Unless it is a [`MatchError::Store`] that says otherwise, nothing has changed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MatchError {
    /// The match declines the command: a rule forbids it, or it is not the moment.
    #[error(transparent)]
    Declined(#[from] Decline),
    /// The match has moved on since the sender looked.
    #[error("the match has moved on to version {version}; look at it again, then act")]
    Stale {
        /// The version it has now.
        version: u64,
    },
    /// The match has not reached the version that the sender says they have seen.
    #[error("the match has not reached version {seen}; it is at version {version}")]
    Future {
        /// The version that was sent.
        seen: u64,
        /// The version it has now.
        version: u64,
    },
    /// The idempotency key was used for another request.
    #[error("this idempotency key was used for another request; use a new random key for each request")]
    ReusedKey,
    /// The log has no such match.
    #[error("there is no such match")]
    NoMatch,
    /// The game of the match is unknown.
    #[error("there is no game called “{0}”")]
    UnknownGame(String),
    /// The stored events cannot be applied.
    #[error(transparent)]
    Corrupt(#[from] Corrupt),
    /// The log failed.
    #[error(transparent)]
    Store(StoreError),
    /// The program is too busy to load the match now.
    #[error("the server is busy; try again in a moment")]
    Busy,
}

impl From<StoreError> for MatchError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict { actual, .. } => MatchError::Stale { version: actual.0 },
            other => MatchError::Store(other),
        }
    }
}
