//! Moving the data of stores: backups, copies from one database to another, and single matches.
//!
//! - `location.rs`: where a store is.
//! - `tables.rs`: which tables and columns there are to move; a new one has to be declared there.
//! - `database.rs`: one connection to a store of either kind, for moving data.
//! - `whole_match.rs`: one match with everything that belongs to it, read and written verbatim.
//! - `copy.rs`: all tables from one database to another, in batches that can be continued.
//! - `draft.rs`: a file that gets its name only when it is complete.
//! - `dump.rs`: the dumps of PostgreSQL's own tools.
//!
//! A backup is a SQLite file or a dump of `pg_dump`. [`unpack`] turns either into a SQLite file: to verify a backup, to
//! restore it, and to bring back single matches. So a backup of one kind of store can be restored into the other.

mod copy;
mod database;
mod draft;
mod dump;
mod location;
mod tables;
mod whole_match;

pub(crate) use copy::{migration_is_unfinished, unfinished};
use std::path::{Path, PathBuf};

pub use copy::{Copied, Migration, Replacing, restore};
pub use database::{Counts, Database};
pub use draft::Draft;
pub use location::Location;
pub use whole_match::{Inserted, WholeMatch};

use crate::{StoreError, sqlite};

/// Why data was not moved. Unless the variant says otherwise, nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// A store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A backup is not what was once written.
    #[error("{path} is damaged: {what}. Nothing was changed; use another backup", path = path.display())]
    Damaged {
        /// The backup.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// The target has matches or accounts already.
    #[error("{0} is not empty; choose an empty place")]
    NotEmpty(String),
    /// Servers use the place.
    #[error("{place} is in use by {connections} connections of Boxtop servers; stop them first")]
    InUse {
        /// The database.
        place: String,
        /// Number of connections.
        connections: i64,
    },
    /// The target has an unfinished copy of another source.
    #[error("{0} has an unfinished migration from another source; finish that one, or choose an empty place")]
    OtherMigration(String),
    /// What was copied differs from the source.
    #[error(
        "the source changed while it was copied (table {0}); stop its servers and run the same command again, which \
         starts over"
    )]
    Changed(String),
    /// One of PostgreSQL's own programs is missing, too old, or failed.
    #[error("{0}")]
    Tool(String),
}

/// Writes a consistent copy of a store to the draft, while servers may write to it: a SQLite file with a checksum, or a
/// dump of `pg_dump`.
pub async fn back_up(from: &Location, draft: &Draft) -> Result<(), DataError> {
    match from {
        Location::File(path) => Ok(sqlite::backup::copy(path, draft.path()).await?),
        Location::Database(url) => dump::write(url, draft.path()).await,
    }
}

/// Turns a backup of either kind into a SQLite file with the newest schema. Checks the backup on the way; the backup
/// itself is only read.
pub async fn unpack(backup: &Path, draft: &Draft) -> Result<(), DataError> {
    if dump::is_dump(backup)? {
        return dump::unpack(backup, draft.path()).await;
    }
    match sqlite::backup::unpack(backup, draft.path()).await {
        Err(StoreError::Corrupt { path, detail, .. }) => Err(DataError::Damaged { path, what: detail }),
        unpacked => Ok(unpacked?),
    }
}
