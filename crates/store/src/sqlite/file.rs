//! The file of a SQLite store: how to connect to it, how a new one comes into being, and whether an existing one is ours
//! and whole. Nothing here writes to a file that already exists, and nothing opens it other than through SQLite: closing
//! a second handle would drop SQLite's locks on it. Files are for their owner's eyes only.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::fault::{Fault, cannot_open, corrupt, not_a_store};
use super::{SqliteOptions, schema};
use crate::StoreError;
use crate::data::{migration_is_unfinished, unfinished};

/// Files up to this size are checked completely on opening, which takes a few hundredths of a second.
const SMALL: u64 = 32 << 20;
const PAGE: u64 = 4096;
/// How long to wait for another program's lock.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Create the file.
    Make,
    /// Write to the file.
    Write,
    /// Read while our own writer is open.
    ReadLive,
    /// Read a file that may not be ours, or is read-only, without leaving a trace.
    Read,
}

/// How to connect. Commits wait for the disk (`synchronous = FULL`, on a Mac the slow and honest way).
pub(super) fn connect_options(path: &Path, access: Access) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(PATIENCE)
        .foreign_keys(true)
        .disable_statement_logging();
    match access {
        Access::Make => durable(options).create_if_missing(true),
        Access::Write => durable(options),
        Access::ReadLive => options.read_only(true),
        Access::Read => options.read_only(true).immutable(at_rest(path)),
    }
}

/// As [`connect_options`] for writing, within the configured limits.
pub(super) fn write_options(path: &Path, options: &SqliteOptions) -> SqliteConnectOptions {
    let connect = connect_options(path, Access::Write);
    match options.largest_file {
        Some(bytes) => connect.pragma("max_page_count", bytes.div_ceil(PAGE).clamp(1, u32::MAX.into()).to_string()),
        None => connect,
    }
}

fn durable(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options
        .page_size(PAGE as u32)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("fullfsync", "ON")
        .pragma("checkpoint_fullfsync", "ON")
        .pragma("temp_store", "MEMORY") // else a statement of many rows keeps its way back in a file
        .pragma("journal_size_limit", SMALL.to_string())
}

/// The file is closed and complete: there is no log.
fn at_rest(path: &Path) -> bool {
    !beside(path, "-wal").exists() && !beside(path, "-journal").exists()
}

/// `games.db` → `games.db-wal`
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

/// SQLite gives a meaning to relative names such as `:memory:` and `file:…`; absolute ones are just names.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, StoreError> {
    std::path::absolute(path).map_err(|error| cannot_open(path, error.to_string()))
}

/// Makes sure that there is a valid store at the path. A new one is checked like any other: another process
/// may have been faster. Only a migration may open an unfinished migration.
pub(super) async fn find_or_make(path: &Path, migrating: bool) -> Result<(), StoreError> {
    let failed = |error: io::Error| cannot_open(path, error.to_string());
    if !path.try_exists().map_err(failed)? {
        make(path).await?;
    }
    inspect(path, migrating).await?;
    for suffix in ["", "-wal", "-shm"] {
        keep_private(&beside(path, suffix));
    }
    Ok(())
}

/// Removes the permissions of other users. Logs get the permissions of their file.
#[cfg(unix)]
fn keep_private(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(found) = fs::metadata(path) else { return };
    let mode = found.permissions().mode();
    if mode & 0o077 == 0 {
        return;
    }
    let own = fs::Permissions::from_mode(mode & 0o700);
    if let Err(error) = fs::set_permissions(path, own) {
        tracing::warn!(path = %path.display(), %error, "other users can read the store, and its permissions could not be changed");
    }
}

#[cfg(not(unix))]
fn keep_private(_: &Path) {}

// ---- An existing file ----

/// Checks an existing file without changing it.
pub(super) async fn inspect(path: &Path, migrating: bool) -> Result<(), StoreError> {
    let found = fs::metadata(path).map_err(|error| cannot_open(path, error.to_string()))?;
    if !found.is_file() {
        return Err(not_a_store(path, "it is not a file"));
    }
    if found.len() == 0 {
        return Err(not_a_store(path, "it is empty"));
    }
    let fault = |error| StoreError::from(Fault::new(path, error));
    let mut connection = connect_options(path, Access::Read).connect().await.map_err(fault)?;
    let verdict = match inspect_inside(path, found.len(), &mut connection).await {
        Ok(()) if !migrating => refuse_unfinished(path, &mut connection).await,
        verdict => verdict,
    };
    connection.close().await.map_err(fault)?;
    verdict
}

async fn inspect_inside(path: &Path, length: u64, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let fault = |error| StoreError::from(Fault::new(path, error));
    let owner = schema::application_id(connection).await.map_err(fault)?;
    if owner != schema::APPLICATION_ID {
        return Err(not_a_store(path, "it is a SQLite database of another program"));
    }
    let (found, known) = (schema::version(connection).await.map_err(fault)?, schema::NEWEST);
    if found > known {
        return Err(StoreError::NewerSchema { path: path.to_owned(), found, known });
    }
    check_length(path, length, connection).await?;
    if length > SMALL { Ok(()) } else { check_pages(path, connection).await }
}

async fn refuse_unfinished(path: &Path, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    match migration_is_unfinished(&mut crate::sql::Connection::Sqlite(connection)).await {
        Ok(false) => Ok(()),
        Ok(true) => Err(unfinished(path)),
        Err(error) => Err(Fault::new(path, error).into()),
    }
}

/// SQLite does not notice a truncated last page. With a log, a shorter file is valid.
async fn check_length(path: &Path, length: u64, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let page: i64 = sqlx::query_scalar("PRAGMA page_size")
        .fetch_one(connection)
        .await
        .map_err(|error| StoreError::from(Fault::new(path, error)))?;
    let whole = u64::try_from(page).is_ok_and(|page| length.is_multiple_of(page));
    if whole || !at_rest(path) { Ok(()) } else { Err(corrupt(path, "its end is missing")) }
}

async fn check_pages(path: &Path, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let found: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(connection)
        .await
        .map_err(|error| StoreError::from(Fault::new(path, error)))?;
    if found == "ok" { Ok(()) } else { Err(corrupt(path, found)) }
}

// ---- A new file ----

/// Creates a store under another name and renames it when it is complete. So a file of that name is always a
/// complete store, even after a kill, and of two processes that start together only one creates it.
async fn make(path: &Path) -> Result<(), StoreError> {
    let failed = |error: io::Error| cannot_open(path, error.to_string());
    if let Some(folder) = path.parent() {
        private_folder().create(folder).map_err(failed)?;
    }
    let draft = draft_name(path);
    let made = build(&draft).await.map_err(|error| StoreError::from(Fault::new(path, error)));
    let made = made.and_then(|()| publish(&draft, path).map_err(failed));
    discard(&draft);
    made
}

/// Creates folders that are private to their owner.
fn private_folder() -> fs::DirBuilder {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// An empty file that only its owner may read, for SQLite to fill.
pub(crate) fn private_file(path: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// A unique name for a draft.
pub(crate) fn draft_name(path: &Path) -> PathBuf {
    static DRAFTS: AtomicU64 = AtomicU64::new(0);
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    beside(path, &format!(".new-{}-{number}", std::process::id()))
}

pub(super) async fn build(draft: &Path) -> Result<(), sqlx::Error> {
    private_file(draft)?;
    let mut connection = connect_options(draft, Access::Make).connect().await?;
    schema::make(&mut connection).await?;
    connection.close().await
}

fn publish(draft: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(draft, path) {
        Ok(()) => sync_folder(path),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()), // another process was faster
        Err(_) => fs::rename(draft, path).and_then(|()| sync_folder(path)),   // a file system without links
    }
}

/// Makes the new name itself survive a power cut, where folders can be synced at all.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => fs::File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

/// A leftover file is harmless.
pub(crate) fn discard(draft: &Path) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let _ = fs::remove_file(beside(draft, suffix));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kill cannot show whether commits wait for the disk; only a power cut could. So check the setting.
    #[tokio::test]
    async fn commits_wait_for_the_disk() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games.db");
        find_or_make(&path, false).await.expect("a store");
        let mut connection = write_options(&path, &SqliteOptions::default()).connect().await.expect("a connection");
        for (question, answer) in [
            ("SELECT synchronous FROM pragma_synchronous", "2"),
            ("SELECT journal_mode FROM pragma_journal_mode", "wal"),
            ("SELECT foreign_keys FROM pragma_foreign_keys", "1"),
            ("SELECT timeout FROM pragma_busy_timeout", "5000"),
            ("SELECT fullfsync FROM pragma_fullfsync", "1"),
        ] {
            let sql = format!("SELECT CAST(({question}) AS TEXT)");
            let found: String =
                sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&mut connection).await.expect(question);
            assert_eq!(found, answer, "{question}");
        }
    }
}
