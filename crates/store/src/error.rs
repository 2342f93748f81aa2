//! What can go wrong in a store, in words that say what to do about it. Errors of a database library end here: the rest
//! of the house sees only [`StoreError`].

use std::path::PathBuf;

use crate::Version;

/// Why a store did not do what it was asked. Nothing was written, unless the variant says that it may have been.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Someone else appended first.
    #[error(
        "the match has moved on: this was meant for version {expected}, it stands at {actual}; read the rest and decide again"
    )]
    Conflict {
        /// The version the writer had seen.
        expected: Version,
        /// The version the stream really has.
        actual: Version,
    },
    /// The file exists and is something else than a store of ours. It was not altered.
    #[error("{path} is not a Boxtop store: {detail}. Nothing in it was changed; {hint}", path = path.display())]
    NotAStore {
        /// The file.
        path: PathBuf,
        /// What was found.
        detail: String,
        /// What to do.
        hint: String,
    },
    /// The file is, or was, a store and is damaged. It was not altered by opening it.
    #[error("{path} is damaged: {detail}. Opening it changed nothing; {hint}", path = path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What was found.
        detail: String,
        /// What to do.
        hint: String,
    },
    /// The file was written by a later Boxtop. It was not altered.
    #[error(
        "{path} was written by a newer Boxtop (schema {found}, this one knows up to {known}). Nothing in it was changed; \
         start the newer TypedGame, or choose another file",
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
    /// The file could not be opened or made.
    #[error("cannot open {path}: {detail}; {hint}", path = path.display())]
    CannotOpen {
        /// The file.
        path: PathBuf,
        /// What the system said.
        detail: String,
        /// What to do.
        hint: String,
    },
    /// The store can be read and not written.
    #[error("{path} may only be read; allow writing to the file and its folder and start again", path = path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// There is no room for the append. The store goes on, and takes appends again as soon as there is room.
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
    /// The file was deleted, replaced or cut short while it was open. What was asked may stand in a file that nobody
    /// will ever read, so it does not count; nothing more is taken.
    #[error(
        "{path} is lost: {detail}. Nothing more is acknowledged; put the file back and start again",
        path = path.display()
    )]
    Lost {
        /// The file.
        path: PathBuf,
        /// What became of it.
        detail: String,
    },
    /// The store has been closed.
    #[error("the store is closed; open it again to go on")]
    Closed,
    /// The request can never succeed as it is: a fault of the caller.
    #[error("bad request: {0}")]
    BadRequest(String),
    /// Anything else the database said. Whether an append was written is only known by sending it again with its key.
    #[error("the database failed: {0}; if it was an append, send it again with the same key")]
    Database(String),
}
