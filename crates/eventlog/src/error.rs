//! Errors of a store, with messages that say what to do. Errors of a database library are converted to [`StoreError`].

use std::path::PathBuf;

use crate::Version;

/// Why a store failed. Nothing was written, unless the variant says that it may have been.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Someone else appended first.
    #[error(
        "the match has moved on: version {expected} was expected, and it is at {actual}; read the new events and decide again"
    )]
    Conflict {
        /// The version the writer had seen.
        expected: Version,
        /// The version the stream really has.
        actual: Version,
    },
    /// The file exists but is not a Boxtop store. It was not changed.
    #[error("{path} is not a Boxtop store: {detail}. Nothing in it was changed; {hint}", path = path.display())]
    NotAStore {
        /// The file.
        path: PathBuf,
        /// What was found.
        detail: String,
        /// What to do.
        hint: String,
    },
    /// The file is a damaged store. Opening it did not change it.
    #[error("{path} is damaged: {detail}. Opening it changed nothing; {hint}", path = path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What was found.
        detail: String,
        /// What to do.
        hint: String,
    },
    /// The file was written by a newer Boxtop. It was not changed.
    #[error(
        "{path} was written by a newer Boxtop (schema {found}, this one knows up to {known}). Nothing in it was changed; \
         start the newer Boxtop, or choose another file",
        path = path.display()
    )]
    NewerSchema {
        /// The file.
        path: PathBuf,
        /// Schema version of the file.
        found: i64,
        /// Newest schema version this program knows.
        known: i64,
    },
    /// The file could not be opened or created.
    #[error("cannot open {path}: {detail}; {hint}", path = path.display())]
    CannotOpen {
        /// The file.
        path: PathBuf,
        /// What the system said.
        detail: String,
        /// What to do.
        hint: String,
    },
    /// The store can be read but not written.
    #[error("{path} is read-only; allow writing to the file and its folder and start again", path = path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// There is no room for the append. The store takes appends again as soon as there is room.
    #[error("no room left to write {path}; free some space and send this again, with the same key", path = path.display())]
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// Another program kept the store locked for too long.
    #[error(
        "another program keeps {path} locked; send this again, with the same key, or stop that program",
        path = path.display()
    )]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The file was deleted, replaced or cut short while it was open. The append may be in a file that nobody will ever
    /// read, so it is not acknowledged; nothing more is written.
    #[error(
        "{path} is lost: {detail}. Nothing more is acknowledged; put the file back and start again",
        path = path.display()
    )]
    Lost {
        /// The file.
        path: PathBuf,
        /// What happened to it.
        detail: String,
    },
    /// The database cannot be reached, or stopped in the middle. Whether an append was written is only known by sending it
    /// again with its key.
    #[error("{place} cannot be reached: {detail}; send this again, with the same key, in a moment")]
    Unreachable {
        /// The address of the database, without its password.
        place: String,
        /// What happened.
        detail: String,
    },
    /// The store has been closed.
    #[error("the store is closed; open it again to go on")]
    Closed,
    /// The request can never succeed: a mistake of the caller.
    #[error("bad request: {0}")]
    BadRequest(String),
    /// Any other database error. Whether an append was written is only known by sending it again with its key.
    #[error("the database failed: {0}; if it was an append, send it again with the same key")]
    Database(String),
}
