//! A store in one SQLite file, the default for a server on one machine.
//!
//! - `file.rs`: creating a file, and checking that an existing one is a valid store, without changing it.
//! - `schema.rs`: the tables, and migrations.
//! - `writer.rs`: the only task that writes, and its queue.
//! - `alive.rs`: when moves could last be taken, and outages.
//! - `batch.rs`: one transaction for all waiting requests.
//! - `chores.rs`: long work, in small steps between batches.
//! - `backup.rs`: copies of the file, also while it is written.
//! - `guard.rs`: checks that the file is still the one that was opened.
//! - `fault.rs`: SQLite's error codes as errors of the store.
//!
//! This file has the public interface and the reads. SQL is only in these files.

mod alive;
pub(crate) mod backup;
mod batch;
mod chores;
mod fault;
mod file;
mod guard;
mod schema;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::sqlite::{SqlitePool, SqlitePoolOptions, SqliteRow};
use sqlx::{ConnectOptions, Row, SqliteConnection};

use self::fault::Fault;
use self::file::Access;
pub(crate) use self::file::{discard as remove_file, draft_name, private_file, sync_folder};
use self::writer::Writer;
use crate::moderation::Outdated;
use crate::sql::{Connection, Pooled, SqlStore, reads, unreadable};
use crate::{
    AccountStore, AnalysisStore, Append, Appended, Beat, Change, Changed, Clock, EventLog, EventStore, Filter, Listed,
    ModerationStore, Pulse, StoreError, StoreFuture, StoreMetrics, Stored, StreamId, Version,
};

/// Options of a SQLite store.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// The clock for the times of events.
    pub clock: Clock,
    /// How large the file may grow, in bytes, rounded up to whole pages of 4 KiB; beyond it appends are
    /// [`StoreError::DiskFull`]. A file that is larger already keeps its size. `None`: as large as the disk allows.
    pub largest_file: Option<u64>,
    /// Maximum number of concurrent reads.
    pub readers: u32,
    /// Runs the writer on its own thread, for busy servers. Otherwise it is a task of the runtime.
    pub own_thread: bool,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        Self { clock: Clock::system(), largest_file: None, readers: 4, own_thread: false }
    }
}

/// Stores events in a SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    reads: SqlitePool,
    clock: Clock,
    metrics: Arc<StoreMetrics>,
    /// `None` if the file is read-only.
    writer: Option<Writer>,
}

impl Sqlite {
    /// Opens a store, and creates the file and its folders if they are missing. A file that is not a store, is damaged or
    /// comes from a newer Boxtop is refused and not changed. A read-only file is opened for reading.
    ///
    /// Must be called in a Tokio runtime, which runs the writer.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_with(path, SqliteOptions::default()).await
    }

    /// As [`Sqlite::open`], with options.
    pub async fn open_with(path: impl AsRef<Path>, options: SqliteOptions) -> Result<Self, StoreError> {
        let path = file::absolute(path.as_ref())?;
        file::find_or_make(&path, false).await?;
        let metrics = Arc::<StoreMetrics>::default();
        let writer = Writer::open(&path, &options, metrics.clone()).await?;
        if writer.is_none() {
            tracing::warn!(path = %path.display(), "the store may only be read");
        }
        let reads = read_pool(&path, options.readers, writer.is_some());
        Ok(Self { path, reads, clock: options.clock, metrics, writer })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Is the file read-only? Then every append is [`StoreError::ReadOnly`].
    pub fn is_read_only(&self) -> bool {
        self.writer.is_none()
    }

    /// The number of transactions committed since opening. Appends that wait together share one.
    pub fn commits(&self) -> u64 {
        self.writer.as_ref().map_or(0, Writer::commits)
    }

    /// Reads the whole file and checks it for damage. Opening does this for small files only.
    pub async fn check(&self) -> Result<(), StoreError> {
        let found: String =
            sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&self.reads).await.map_err(self.fault())?;
        if found == "ok" { Ok(()) } else { Err(fault::corrupt(&self.path, found)) }
    }

    fn fault(&self) -> impl Fn(sqlx::Error) -> StoreError {
        |error| {
            let error = StoreError::from(Fault::new(&self.path, error));
            self.metrics.failed(&error);
            error
        }
    }

    async fn append_queued(&self, append: Append) -> Result<Appended, StoreError> {
        append.check()?;
        match &self.writer {
            Some(writer) => writer.append(append).await,
            None if self.reads.is_closed() => Err(StoreError::Closed),
            None => Err(StoreError::ReadOnly { path: self.path.clone() }),
        }
    }

    async fn remove_queued(&self, stream: &StreamId, version: Version) -> Result<bool, StoreError> {
        match &self.writer {
            Some(writer) => writer.remove(stream.clone(), version).await,
            None if self.reads.is_closed() => Err(StoreError::Closed),
            None => Err(StoreError::ReadOnly { path: self.path.clone() }),
        }
    }

    async fn change_queued(&self, change: Change) -> Result<Changed, StoreError> {
        change.check()?;
        match &self.writer {
            Some(writer) => writer.change(change).await,
            None if self.reads.is_closed() => Err(StoreError::Closed),
            None => Err(StoreError::ReadOnly { path: self.path.clone() }),
        }
    }

    async fn beat_queued(&self, beat: Beat) -> Result<Pulse, StoreError> {
        match &self.writer {
            Some(writer) => writer.beat_alive(beat).await,
            None if self.reads.is_closed() => Err(StoreError::Closed),
            None => Err(StoreError::ReadOnly { path: self.path.clone() }),
        }
    }

    async fn read_events(&self, stream: &StreamId, after: Version) -> Result<Vec<Stored>, StoreError> {
        let mut connection = self.reads.acquire().await.map_err(self.fault())?;
        reads::events(&mut Connection::Sqlite(&mut connection), stream, after).await.map_err(self.fault())
    }

    async fn list_streams(&self, filter: Filter) -> Result<Vec<Listed>, StoreError> {
        let mut connection = self.reads.acquire().await.map_err(self.fault())?;
        reads::list(&mut Connection::Sqlite(&mut connection), &filter).await.map_err(self.fault())
    }

    /// Writes something and reads it back.
    async fn beat_and_read(&self) -> Result<(), StoreError> {
        let written = match &self.writer {
            Some(writer) => writer.beat().await?,
            None if self.reads.is_closed() => return Err(StoreError::Closed),
            None => return Err(StoreError::ReadOnly { path: self.path.clone() }),
        };
        let sql = "SELECT beat FROM heartbeat";
        let read: i64 = sqlx::query_scalar(sql).fetch_one(&self.reads).await.map_err(self.fault())?;
        if read >= written { Ok(()) } else { Err(fault::corrupt(&self.path, "what was written cannot be read back")) }
    }

    /// Closes the readers first, so that the writer is alone at the final checkpoint.
    async fn close_all(&self) -> Result<(), StoreError> {
        self.reads.close().await;
        match &self.writer {
            Some(writer) => writer.close().await,
            None => Ok(()),
        }
    }
}

impl EventLog for Sqlite {
    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        Box::pin(async move {
            let appended = self.append_queued(append).await?;
            tracing::trace!(target: "boxtop::life", "append");
            Ok(appended)
        })
    }

    fn read<'a>(&'a self, stream: &'a StreamId, after: Version) -> StoreFuture<'a, Vec<Stored>> {
        Box::pin(self.read_events(stream, after))
    }
}

impl EventStore for Sqlite {
    fn list(&self, filter: Filter) -> StoreFuture<'_, Vec<Listed>> {
        Box::pin(self.list_streams(filter))
    }

    fn remove<'a>(&'a self, stream: &'a StreamId, version: Version) -> StoreFuture<'a, bool> {
        Box::pin(self.remove_queued(stream, version))
    }

    fn people(&self) -> &dyn AccountStore {
        self
    }

    fn moderation(&self) -> &dyn ModerationStore {
        self
    }

    fn analyses(&self) -> &dyn AnalysisStore {
        self
    }

    fn health(&self) -> StoreFuture<'_, ()> {
        Box::pin(self.beat_and_read())
    }

    fn beat(&self, beat: Beat) -> StoreFuture<'_, Pulse> {
        Box::pin(self.beat_queued(beat))
    }

    fn metrics(&self) -> Arc<StoreMetrics> {
        self.metrics.clone()
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(self.close_all())
    }
}

impl SqlStore for Sqlite {
    fn connection(&self) -> StoreFuture<'_, Pooled> {
        Box::pin(async move { self.reads.acquire().await.map(Pooled::Sqlite).map_err(self.fault()) })
    }

    fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    fn error(&self, error: sqlx::Error) -> StoreError {
        self.fault()(error)
    }

    fn change_accounts(&self, change: Change) -> StoreFuture<'_, Changed> {
        Box::pin(self.change_queued(change))
    }
}

/// Appends in an open transaction. If the match has another version than expected, nothing is written.
pub(crate) async fn append_within(
    connection: &mut SqliteConnection,
    append: Append,
    now_ms: i64,
) -> Result<Outdated, sqlx::Error> {
    match batch::write_within(connection, append, now_ms).await? {
        Ok(_) => Ok(Ok(())),
        Err(StoreError::Conflict { actual, .. }) => Ok(Err(actual)),
        Err(other) => Err(unreadable(other)),
    }
}

// ---- Moving data ----

/// A connection for moving data. The file is brought up to date; one for a migration is created if it is missing.
pub(crate) async fn connect(path: &Path, migrating: bool) -> Result<SqliteConnection, StoreError> {
    let path = &file::absolute(path)?;
    match migrating {
        true => file::find_or_make(path, true).await?,
        false => file::inspect(path, false).await?,
    }
    let connected = async {
        let mut connection = file::connect_options(path, Access::Write).connect().await?;
        schema::bring_up_to_date(&mut connection).await?;
        chores::index_all(&mut connection).await?;
        Ok(connection)
    };
    connected.await.map_err(|error| store_error(path, error))
}

/// A connection to a file that nobody else knows, created with empty tables if it may be.
pub(crate) async fn connect_draft(path: &Path, create: bool) -> Result<SqliteConnection, StoreError> {
    let connected = async {
        if create {
            file::build(path).await?;
        }
        backup::draft_options(path).connect().await
    };
    connected.await.map_err(|error| store_error(path, error))
}

/// The database's error as an error of the store in this file.
pub(crate) fn store_error(path: &Path, error: sqlx::Error) -> StoreError {
    Fault::new(path, error).into()
}

/// Connections are opened on demand and then kept.
fn read_pool(path: &Path, readers: u32, live: bool) -> SqlitePool {
    let access = if live { Access::ReadLive } else { Access::Read };
    SqlitePoolOptions::new()
        .max_connections(readers.max(1))
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_lazy_with(file::connect_options(path, access))
}

fn version(row: &SqliteRow, column: &str) -> Result<Version, sqlx::Error> {
    let number: i64 = row.try_get(column)?;
    u64::try_from(number).map(Version).map_err(unreadable)
}

fn stream(row: &SqliteRow, column: &str) -> Result<StreamId, sqlx::Error> {
    let name: String = row.try_get(column)?;
    StreamId::new(name).map_err(unreadable)
}
