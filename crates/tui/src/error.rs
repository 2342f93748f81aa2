//! Errors of the terminal application, with messages for its user.

use store::StoreError;
use table::{Corrupt, Decline, LessonFault};

/// Why something was not done; nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum TuiError {
    /// The command line is wrong.
    #[error("{0}")]
    Usage(String),
    /// The table declined: a rule forbids it, or it is not the moment.
    #[error("{0}")]
    Declined(#[from] Decline),
    /// Another program played on in the same match; it was read again.
    #[error("this match was continued elsewhere; here is its current state")]
    MovedOn,
    /// The store failed: the action was not carried out.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The stored events do not make a match.
    #[error("match {id} is in the store but cannot be played: {why}")]
    Corrupt {
        /// The match.
        id: String,
        /// What is wrong with it.
        why: Corrupt,
    },
    /// An exercise cannot be set up.
    #[error("{0}")]
    Exercise(#[from] table::ExerciseFault),
    /// The terminal, a pipe or the system failed.
    #[error("{what}: {why}")]
    System {
        /// What was tried.
        what: &'static str,
        /// What the system said.
        why: std::io::Error,
    },
    /// The last request has not been answered yet.
    #[error("your last action has not been answered yet; wait a moment")]
    AwaitingAnswer,
    /// The table of a server cannot be used any more.
    #[error("{0}")]
    Lost(String),
    /// A lesson cannot be played, which is a bug.
    #[error("{0}")]
    Lesson(#[from] LessonFault),
    /// A computer player gave no move, which is a bug.
    #[error("{0}")]
    Computer(String),
}

impl TuiError {
    /// Maps an I/O error to a [`TuiError::System`].
    pub(crate) fn system(what: &'static str) -> impl FnOnce(std::io::Error) -> TuiError {
        move |why| TuiError::System { what, why }
    }

    /// Is the command line to blame?
    pub fn is_usage(&self) -> bool {
        matches!(self, TuiError::Usage(_))
    }
}
