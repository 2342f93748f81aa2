//! Converts SQLite's error codes to errors of the store. Codes: <https://www.sqlite.org/rescode.html>.

use std::path::{Path, PathBuf};

use crate::StoreError;

const BUSY: i32 = 5;
const LOCKED: i32 = 6;
const READ_ONLY: i32 = 8;
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const CANNOT_OPEN: i32 = 14;
const NOT_A_DATABASE: i32 = 26;
/// The extended code for "the shared memory file could not grow", which a full disk causes as well.
const NO_ROOM_FOR_INDEX: i32 = 4874;

/// An error of the database, and the file it happened to.
#[derive(Debug)]
pub(super) struct Fault {
    path: PathBuf,
    error: sqlx::Error,
}

impl Fault {
    pub(super) fn new(path: &Path, error: sqlx::Error) -> Self {
        Self { path: path.to_owned(), error }
    }

    /// The file, or the folder of its log, is not writable.
    pub(super) fn forbids_writing(&self) -> bool {
        matches!(self.code().map(primary), Some(READ_ONLY | CANNOT_OPEN))
    }

    fn code(&self) -> Option<i32> {
        self.error.as_database_error()?.code()?.parse().ok()
    }
}

/// The low byte is the kind, the rest the details.
fn primary(code: i32) -> i32 {
    code & 0xff
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> Self {
        if matches!(fault.error, sqlx::Error::PoolClosed) {
            return Self::Closed;
        }
        let detail = fault.error.to_string();
        if matches!(fault.error, sqlx::Error::Io(_)) {
            return cannot_open(&fault.path, detail);
        }
        let code = fault.code();
        let path = fault.path;
        if code == Some(NO_ROOM_FOR_INDEX) {
            return Self::DiskFull { path };
        }
        match code.map(primary) {
            Some(FULL) => Self::DiskFull { path },
            Some(BUSY | LOCKED) => Self::Busy { path },
            Some(READ_ONLY) => Self::ReadOnly { path },
            Some(CORRUPT) => corrupt(&path, detail),
            Some(NOT_A_DATABASE) => not_a_store(&path, "it is not a SQLite database"),
            Some(CANNOT_OPEN) => cannot_open(&path, detail),
            _ => Self::Database(detail),
        }
    }
}

pub(super) fn corrupt(path: &Path, detail: impl Into<String>) -> StoreError {
    let hint = "put back a copy of it, or move it away and a new store will be made";
    StoreError::Corrupt { path: path.to_owned(), detail: detail.into(), hint: hint.to_owned() }
}

pub(super) fn not_a_store(path: &Path, detail: impl Into<String>) -> StoreError {
    let hint = "choose another file, or move it away and a new store will be made";
    StoreError::NotAStore { path: path.to_owned(), detail: detail.into(), hint: hint.to_owned() }
}

pub(super) fn cannot_open(path: &Path, detail: impl Into<String>) -> StoreError {
    let hint = "see that the folder exists and that this program may write to it";
    StoreError::CannotOpen { path: path.to_owned(), detail: detail.into(), hint: hint.to_owned() }
}
