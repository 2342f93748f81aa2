//! All tables from one database to another: a migration in batches, each a transaction that also notes how far it is, so
//! that it can be continued after any interruption; or a restore in one transaction, all or nothing.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::database::BATCH;
use super::tables::{self, TABLES, Table};
use super::{DataError, Database, Location};
use crate::StoreError;
use crate::sql::{Connection, Found, unreadable, values};

/// How far a copy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The table that is being copied.
    pub table: &'static str,
    /// Number of rows that are copied, of all tables.
    pub rows: u64,
    /// Number of rows that the source had at the start.
    pub total: u64,
}

// ---- Where a copy is ----

/// The place up to which everything is copied. It is kept in the target.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Cursor {
    /// The table that is being copied; none after the last one.
    table: Option<String>,
    /// The key of the last row that is copied; none before the first one.
    after: Option<Vec<Json>>,
    /// Number of rows that are copied, of all tables.
    rows: u64,
}

impl Cursor {
    fn start() -> Self {
        Self { table: TABLES.first().map(|table| table.name.to_owned()), after: None, rows: 0 }
    }

    fn table(&self) -> Option<&'static Table> {
        tables::find(self.table.as_deref()?)
    }

    /// The next rows of the source, and the place after them.
    async fn next(&self, source: &mut Database, table: &'static Table) -> Result<(Vec<Vec<Json>>, Self), StoreError> {
        let rows = table.rows_after(&mut source.connection(), self.after.as_deref(), BATCH).await;
        let rows = source.told(rows)?;
        let count = self.rows + rows.len() as u64;
        let next = match rows.last() {
            Some(last) if rows.len() == BATCH => {
                Self { table: self.table.clone(), after: Some(table.key_of(last).to_vec()), rows: count }
            }
            _ => Self { table: following(table).map(|next| next.name.to_owned()), after: None, rows: count },
        };
        Ok((rows, next))
    }
}

fn following(table: &Table) -> Option<&'static Table> {
    TABLES.iter().skip_while(|other| other.name != table.name).nth(1)
}

// ---- The mark of an unfinished migration ----

/// Is there an unfinished migration in the database?
pub(crate) async fn migration_is_unfinished(connection: &mut Connection<'_>) -> Found<bool> {
    let sql = match connection {
        Connection::Sqlite(_) => "SELECT 1 FROM sqlite_schema WHERE name = 'boxtop_migration'",
        Connection::Postgres(_) => "SELECT 1 WHERE to_regclass('boxtop_migration') IS NOT NULL",
    };
    Ok(connection.row(sql, &[]).await?.is_some())
}

/// A server does not open an unfinished migration.
pub(crate) fn unfinished(place: &Path) -> StoreError {
    let hint = "run the same boxtop migrate again, which goes on where it was";
    let detail = "a migration into it is not finished".to_owned();
    StoreError::CannotOpen { path: place.to_owned(), detail, hint: hint.to_owned() }
}

/// Marks a store without matches and accounts. What a server may have left there, such as its signing key, goes.
async fn mark(connection: &mut Connection<'_>, source: &str, cursor: &Cursor) -> Found<()> {
    let place = serde_json::to_string(cursor).map_err(unreadable)?;
    connection.begin().await?;
    clear(connection).await?;
    connection.execute("CREATE TABLE boxtop_migration (source TEXT NOT NULL, place TEXT NOT NULL)", &[]).await?;
    connection.execute("INSERT INTO boxtop_migration VALUES ($1, $2)", values![source, &place]).await?;
    connection.commit().await
}

async fn marked(connection: &mut Connection<'_>) -> Found<Option<(String, Cursor)>> {
    if !migration_is_unfinished(connection).await? {
        return Ok(None);
    }
    let row = connection.row("SELECT source, place FROM boxtop_migration", &[]).await?;
    let read = |row: crate::sql::Row| {
        let place: String = row.get("place")?;
        Ok((row.get("source")?, serde_json::from_str(&place).map_err(unreadable)?))
    };
    row.map(read).transpose()
}

async fn note(connection: &mut Connection<'_>, cursor: &Cursor) -> Found<()> {
    let place = serde_json::to_string(cursor).map_err(unreadable)?;
    connection.execute("UPDATE boxtop_migration SET place = $1", values![&place]).await.map(drop)
}

async fn clear(connection: &mut Connection<'_>) -> Found<()> {
    for table in TABLES.iter().rev() {
        table.clear(connection).await?;
    }
    Ok(())
}

// ---- A migration ----

/// A copy of everything from one store to another, in batches. It may be interrupted at any time and begun again with the
/// same stores: the target knows how far it is. Servers do not open the target until it is finished.
#[derive(Debug)]
pub struct Migration {
    source: Database,
    target: Database,
    cursor: Cursor,
    total: u64,
}

impl Migration {
    /// Begins a migration into an empty store, or goes on with one. No server may use the stores.
    pub async fn begin(from: &Location, to: &Location) -> Result<Self, DataError> {
        if same_place(from, to) {
            return Err(StoreError::BadRequest("source and target are the same store".to_owned()).into());
        }
        let mut source = Database::open(from).await?;
        source.must_be_idle().await?;
        let name = source_name(&mut source).await?;
        let mut target = Database::open_target(to).await?;
        target.must_be_idle().await?;
        let known = marked(&mut target.connection()).await;
        let cursor = match target.told(known)? {
            Some((other, _)) if other != name => return Err(DataError::OtherMigration(to.to_string())),
            Some((_, cursor)) => cursor,
            None if !target.is_empty().await? => return Err(DataError::NotEmpty(to.to_string())),
            None => {
                let cursor = Cursor::start();
                let made = mark(&mut target.connection(), &name, &cursor).await;
                target.told(made)?;
                cursor
            }
        };
        let total = source.rows().await?;
        Ok(Self { source, target, cursor, total })
    }

    /// How far it is; `None` when everything is copied.
    #[must_use]
    pub fn progress(&self) -> Option<Copied> {
        let table = self.cursor.table()?.name;
        Some(Copied { table, rows: self.cursor.rows, total: self.total.max(self.cursor.rows) })
    }

    /// Copies the next rows; returns how far it is then.
    pub async fn step(&mut self) -> Result<Option<Copied>, DataError> {
        let Some(table) = self.cursor.table() else { return Ok(None) };
        let (rows, next) = self.cursor.next(&mut self.source, table).await?;
        let written = write(&mut self.target.connection(), table, &rows, &next).await;
        if written.is_err() {
            drop(self.target.connection().roll_back().await);
        }
        self.target.told(written)?;
        self.cursor = next;
        Ok(self.progress())
    }

    /// Compares the number and a checksum of the rows of every table. If the source has changed since its rows were read,
    /// the target is emptied.
    pub async fn compare(&mut self) -> Result<(), DataError> {
        let compared = compare(&mut self.source, &mut self.target).await;
        if matches!(compared, Err(DataError::Changed(_))) {
            self.start_over().await?;
        }
        compared
    }

    async fn start_over(&mut self) -> Result<(), StoreError> {
        let cursor = Cursor::start();
        let cleared = async {
            let mut connection = self.target.connection();
            connection.begin().await?;
            clear(&mut connection).await?;
            note(&mut connection, &cursor).await?;
            connection.commit().await
        };
        let cleared = cleared.await;
        self.cursor = cursor;
        self.target.told(cleared)
    }

    /// The target, to check what was copied.
    pub fn target(&mut self) -> &mut Database {
        &mut self.target
    }

    /// Lets servers open the target.
    pub async fn finish(mut self) -> Result<(), DataError> {
        carry_alive(&mut self.source, &mut self.target).await?;
        let unmarked = self.target.connection().execute("DROP TABLE boxtop_migration", &[]).await;
        self.target.told(unmarked)?;
        self.source.close().await?;
        Ok(self.target.close().await?)
    }
}

/// Writes rows and the place after them, in one transaction.
async fn write(connection: &mut Connection<'_>, table: &Table, rows: &[Vec<Json>], next: &Cursor) -> Found<()> {
    connection.begin().await?;
    table.insert(connection, rows, false).await?;
    note(connection, next).await?;
    connection.commit().await
}

fn same_place(one: &Location, other: &Location) -> bool {
    match (one, other) {
        (Location::File(one), Location::File(other)) => {
            one == other || one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
        }
        _ => one.to_string() == other.to_string(),
    }
}

/// Tells one source from another: the name in a file, the address of a database.
async fn source_name(source: &mut Database) -> Result<String, StoreError> {
    if let Location::Database(_) = source.location() {
        return Ok(source.location().to_string());
    }
    let row = source.connection().row("SELECT id FROM identity", &[]).await;
    let name = row.and_then(|row| row.ok_or(sqlx::Error::RowNotFound)?.get("id"));
    source.told(name)
}

/// Has every table the same rows in both?
async fn compare(source: &mut Database, target: &mut Database) -> Result<(), DataError> {
    for table in TABLES {
        if source.digest(table).await? != target.digest(table).await? {
            return Err(DataError::Changed(table.name.to_owned()));
        }
    }
    Ok(())
}

// ---- A restore ----

/// Whether what is in the target may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacing {
    /// The target must be empty.
    Nothing,
    /// Everything in the target is replaced.
    Everything,
}

/// Copies an unpacked backup into a database, in one transaction. No server may use the database.
pub async fn restore(
    mut backup: Database,
    to: &Location,
    replacing: Replacing,
    progress: &mut (dyn FnMut(Copied) + Send),
) -> Result<(), DataError> {
    let mut target = Database::open(to).await?;
    target.must_be_idle().await?;
    if replacing == Replacing::Nothing && !target.is_empty().await? {
        return Err(DataError::NotEmpty(to.to_string()));
    }
    let restored = copy_all(&mut backup, &mut target, progress).await;
    let ended = match restored {
        Ok(()) => target.connection().commit().await,
        Err(_) => target.connection().roll_back().await,
    };
    restored?;
    target.told(ended)?;
    backup.close().await?;
    Ok(target.close().await?)
}

/// Begins a transaction and copies everything.
async fn copy_all(
    backup: &mut Database,
    target: &mut Database,
    progress: &mut (dyn FnMut(Copied) + Send),
) -> Result<(), DataError> {
    let emptied = async {
        let mut connection = target.connection();
        connection.begin().await?;
        if let Connection::Postgres(_) = connection {
            // A server that starts now waits.
            connection.execute("LOCK TABLE stream, person IN EXCLUSIVE MODE", &[]).await?;
        }
        clear(&mut connection).await
    };
    let emptied = emptied.await;
    target.told(emptied)?;
    let (mut cursor, total) = (Cursor::start(), backup.rows().await?);
    while let Some(table) = cursor.table() {
        let (rows, next) = cursor.next(backup, table).await?;
        let written = table.insert(&mut target.connection(), &rows, false).await;
        target.told(written)?;
        cursor = next;
        progress(Copied { table: table.name, rows: cursor.rows, total });
    }
    carry_alive(backup, target).await?;
    compare(backup, target).await
}

/// The time until a server uses the target is an outage, in which clocks stand still. A source that does not know when moves
/// could last be taken knows at least its last change.
async fn carry_alive(source: &mut Database, target: &mut Database) -> Result<(), StoreError> {
    let sql = "SELECT CASE WHEN at_ms > 0 THEN at_ms ELSE (SELECT COALESCE(MAX(updated_ms), 0) FROM stream) END AS at_ms \
               FROM alive";
    let row = source.connection().row(sql, &[]).await;
    let at_ms: Option<i64> = source.told(row.and_then(|row| row.map(|row| row.get("at_ms")).transpose()))?;
    let set = "UPDATE alive SET at_ms = $1";
    let carried = target.connection().execute(set, values![at_ms.unwrap_or_default()]).await;
    target.told(carried).map(drop)
}
