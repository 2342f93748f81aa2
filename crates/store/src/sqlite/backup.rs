//! Copies of a file: a backup while other processes write to it, and a backup made into a store again.
//!
//! A backup is a complete SQLite file of the same schema, with one more table: a checksum of everything in it. It has no
//! log, so that it is one file.

use std::path::Path;

use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};

use super::fault::{cannot_open, corrupt};
use super::file::{self, Access, connect_options};
use super::{chores, schema, store_error};
use crate::StoreError;
use crate::sql::Found;

/// The table with the checksum of a backup.
const SEAL: &str = "boxtop_backup";

/// Copies a file to a new one. SQLite reads one state of it, whatever is written meanwhile, and writers do not wait.
pub(crate) async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let from = file::absolute(from)?;
    file::inspect(&from, false).await?;
    vacuum_into(&from, to).await?;
    let sealed = async {
        let mut connection = draft_options(to).connect().await?;
        let digest = digest(&mut connection).await?;
        let sql = format!("CREATE TABLE {SEAL} (digest TEXT NOT NULL); INSERT INTO {SEAL} VALUES ('{digest}')");
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await?;
        connection.close().await
    };
    sealed.await.map_err(|error| store_error(to, error))
}

/// Makes a store of a backup, or of any copy of a file that is closed: checks it, copies it, and brings the copy up to
/// date. The copy has a name of its own.
pub(crate) async fn unpack(backup: &Path, to: &Path) -> Result<(), StoreError> {
    let backup = &file::absolute(backup)?;
    file::inspect(backup, false).await?;
    check(backup).await?;
    vacuum_into(backup, to).await?;
    let renewed = async {
        let mut connection = draft_options(to).connect().await?;
        sqlx::raw_sql(AssertSqlSafe(format!("DROP TABLE IF EXISTS {SEAL}"))).execute(&mut connection).await?;
        schema::bring_up_to_date(&mut connection).await?;
        chores::index_all(&mut connection).await?;
        let renamed = "UPDATE identity SET id = lower(hex(randomblob(16)))";
        sqlx::query(renamed).execute(&mut connection).await?;
        connection.close().await
    };
    renewed.await.map_err(|error| store_error(to, error))
}

/// Reads the whole file and compares it with its checksum, if it has one.
async fn check(path: &Path) -> Result<(), StoreError> {
    let checked = async {
        let mut connection = connect_options(path, Access::Read).connect().await?;
        let found: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut connection).await?;
        let whole = found == "ok" && is_as_sealed(&mut connection).await?;
        connection.close().await?;
        Ok((whole, found))
    };
    match checked.await.map_err(|error| store_error(path, error))? {
        (true, _) => Ok(()),
        (false, found) if found == "ok" => Err(corrupt(path, "its content does not match its checksum")),
        (false, found) => Err(corrupt(path, found)),
    }
}

async fn is_as_sealed(connection: &mut SqliteConnection) -> Found<bool> {
    let sql = format!("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '{SEAL}')");
    if !sqlx::query_scalar::<_, bool>(AssertSqlSafe(sql)).fetch_one(&mut *connection).await? {
        return Ok(true);
    }
    let sql = format!("SELECT digest FROM {SEAL}");
    let sealed: Option<String> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_optional(&mut *connection).await?;
    Ok(sealed == Some(digest(connection).await?))
}

/// A checksum of the definitions and the rows of all tables, except the one that keeps it.
async fn digest(connection: &mut SqliteConnection) -> Found<String> {
    let mut hash = Sha256::new();
    let sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name <> $1 AND name NOT LIKE 'sqlite%' \
               ORDER BY name";
    for table in sqlx::query(sql).bind(SEAL).fetch_all(&mut *connection).await? {
        hash.update(table.try_get::<String, _>("sql")?);
        add_rows(connection, table.try_get("name")?, &mut hash).await?;
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Adds the rows of a table to a checksum, in the order of their keys, or of their numbers if they have no key.
async fn add_rows(connection: &mut SqliteConnection, table: &str, hash: &mut Sha256) -> Found<()> {
    let columns = sqlx::query("SELECT name, pk FROM pragma_table_info($1)").bind(table);
    let (mut quoted, mut keys) = (Vec::new(), Vec::new());
    for column in columns.fetch_all(&mut *connection).await? {
        let (name, place): (String, i64) = (column.try_get("name")?, column.try_get("pk")?);
        quoted.push(format!("quote(\"{name}\")"));
        keys.extend((place > 0).then(|| (place, format!("\"{name}\""))));
    }
    keys.sort();
    let keys: Vec<String> = keys.into_iter().map(|(_, name)| name).collect();
    let order = if keys.is_empty() { "rowid".to_owned() } else { keys.join(", ") };
    let sql = format!("SELECT {} FROM \"{table}\" ORDER BY {order}", quoted.join(" || ',' || "));
    let mut rows = sqlx::query_scalar::<_, String>(AssertSqlSafe(sql)).fetch(connection);
    while let Some(row) = rows.try_next().await? {
        hash.update(row);
        hash.update("\n");
    }
    Ok(())
}

// ---- Files ----

/// Copies one state of the file into a new one, which only its owner may read.
async fn vacuum_into(from: &Path, to: &Path) -> Result<(), StoreError> {
    file::private_file(to).map_err(|error| cannot_open(to, error.to_string()))?;
    let name = to.to_str().ok_or_else(|| cannot_open(to, "its name is not UTF-8"))?;
    let mut connection = reading(from).await.map_err(|error| store_error(from, error))?;
    let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(&mut connection).await;
    copied.map_err(|error| store_error(to, error))?;
    connection.close().await.map_err(|error| store_error(from, error))
}

/// A connection that only reads, as a process beside those that write. If the file may be written, its log is used with
/// all of SQLite's locks; otherwise it is read as it is.
async fn reading(path: &Path) -> Found<SqliteConnection> {
    match connect_options(path, Access::Write).connect().await {
        Ok(connection) => Ok(connection),
        Err(_) => connect_options(path, Access::Read).connect().await,
    }
}

/// For a file that nobody else knows yet. It keeps no log, so that it is one file.
pub(crate) fn draft_options(path: &Path) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new().filename(path).synchronous(SqliteSynchronous::Full);
    options.foreign_keys(false).disable_statement_logging()
}
