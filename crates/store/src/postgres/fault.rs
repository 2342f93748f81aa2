//! Errors of PostgreSQL as errors of the store. Codes: <https://www.postgresql.org/docs/15/errcodes-appendix.html>.

use std::borrow::Cow;

use crate::StoreError;

/// What to do about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remedy {
    /// Nothing was written, and the same statement can succeed at once: another node was in the way.
    Repeat,
    /// Connect again, perhaps to another server. Whether the statement was carried out is not known.
    Reconnect,
    /// Nothing helps; the error goes to the caller.
    Report,
}

/// Two transactions in each other's way, or rows that another node wrote at the same moment.
const REPEATED: [&str; 5] = ["40001", "40P01", "55P03", "23505", "23503"];
/// The server goes down or starts, is now a standby, or ended the session.
const RECONNECTED: [&str; 7] = ["57P01", "57P02", "57P03", "57P05", "25006", "25P03", "57014"];
const DISK_FULL: &str = "53100";

pub(super) fn remedy(error: &sqlx::Error) -> Remedy {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => {
            Remedy::Reconnect
        }
        sqlx::Error::PoolTimedOut => Remedy::Reconnect,
        sqlx::Error::Database(_) => match code(error).as_deref() {
            Some(code) if REPEATED.contains(&code) => Remedy::Repeat,
            Some(code) if RECONNECTED.contains(&code) || code.starts_with("08") || code.starts_with("53") => {
                Remedy::Reconnect
            }
            _ => Remedy::Report,
        },
        _ => Remedy::Report,
    }
}

fn code(error: &sqlx::Error) -> Option<Cow<'_, str>> {
    error.as_database_error()?.code()
}

/// The error for the caller. `place` is the address without its password.
pub(super) fn store_error(place: &str, error: &sqlx::Error) -> StoreError {
    if matches!(error, sqlx::Error::PoolClosed) {
        return StoreError::Closed;
    }
    if code(error).as_deref() == Some(DISK_FULL) {
        return StoreError::DiskFull { path: place.into() };
    }
    match remedy(error) {
        Remedy::Reconnect => StoreError::Unreachable { place: place.to_owned(), detail: error.to_string() },
        Remedy::Repeat | Remedy::Report => StoreError::Database(error.to_string()),
    }
}
