//! A store in PostgreSQL 15 or newer, for a server of any number of nodes.
//!
//! - `address.rs`: the servers, and finding the one that takes writes.
//! - `schema.rs`: the tables, and migrations.
//! - `writer.rs`: the task that appends, and its queue.
//! - `batch.rs`: one statement for all waiting appends.
//! - `closing.rs`: the end of a match whose table the host closes.
//! - `hints.rs`: hearing of what other nodes append.
//! - `fault.rs`: PostgreSQL's error codes as errors of the store.
//!
//! No node owns a match: nodes append at the version they have seen, and the database decides who was first. What SQLite
//! and PostgreSQL read and change alike is in `sql`.

mod address;
mod batch;
mod closing;
mod fault;
mod hints;
mod schema;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::{Connection as _, PgConnection};

use self::address::Address;
use self::batch::Hints;
pub(crate) use self::closing::append_within;
use self::closing::tell_of_closing;
use self::fault::{Remedy, remedy, store_error};
use self::hints::NotifyListener;
use self::schema::Unfit;
use self::writer::Writer;
use crate::sql::{Connection, Found, Pooled, SqlStore, Value, deletion, people, reads, removal, unreadable, values};
use crate::{
    AccountStore, Append, Appended, Change, Changed, Clock, EventLog, EventStore, Filter, Hint, Listed, Listener,
    ModerationStore, Place, SharedStore, StoreError, StoreFuture, StoreMetrics, Stored, StreamId, Version,
};

/// A connection that was not used for this time is checked before it is used again.
const TRUSTED: Duration = Duration::from_secs(1);
/// The pause before a failed transaction is repeated.
const PAUSE: Duration = Duration::from_millis(30);

/// Options of a PostgreSQL store.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// The clock for the times of events.
    pub clock: Clock,
    /// Maximum number of connections besides the one that appends.
    pub connections: u32,
    /// How long a request waits for the database to come back before it fails.
    pub patience: Duration,
    /// Tells other nodes of what is written, by NOTIFY.
    pub hints: bool,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        Self { clock: Clock::system(), connections: 8, patience: Duration::from_secs(8), hints: true }
    }
}

/// Stores events in PostgreSQL.
#[derive(Debug)]
pub struct Postgres {
    address: Address,
    pool: PgPool,
    clock: Clock,
    patience: Duration,
    /// Tells this store's hints and leases from those of others.
    node: String,
    hints: Option<Hints>,
    metrics: Arc<StoreMetrics>,
    writer: Writer,
}

impl Postgres {
    /// Opens the store at this address, and creates its tables if they are missing:
    /// `postgres://USER:PASSWORD@HOST/DATABASE`. Several hosts, with commas between them, are tried in turn for the one that
    /// takes writes; `?schema=NAME` names the schema with the tables.
    ///
    /// Must be called in a Tokio runtime, which runs the writer.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_with(url, PostgresOptions::default()).await
    }

    /// As [`Postgres::open`], with options.
    pub async fn open_with(url: &str, options: PostgresOptions) -> Result<Self, StoreError> {
        let address: Address = url.parse()?;
        let place = address.to_string();
        let mut connection = address.connect().await.map_err(|error| cannot_open(&place, &error))?;
        schema::bring_up_to_date(&mut connection, &address.schema, &place).await.map_err(|unfit| match unfit {
            Unfit::Newer(error) => error,
            Unfit::Database(error) => cannot_open(&place, &error),
        })?;
        let node = node_name();
        let hints = options.hints.then(|| Hints { channel: channel(&address), sender: node.clone() });
        let pool = pool(&address, options.connections);
        let (clock, patience, metrics) = (options.clock, options.patience, Arc::<StoreMetrics>::default());
        let writer =
            Writer::start(address.clone(), connection, clock.clone(), hints.clone(), patience, metrics.clone());
        let store = Self { address, pool, clock, patience, node, hints, metrics, writer };
        store.finish_deletions();
        Ok(store)
    }

    /// The address, without its password.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// The number of statements that wrote appends since opening. Appends that wait together share one.
    pub fn commits(&self) -> u64 {
        self.writer.commits()
    }

    /// The number of appends that wait in the queue.
    pub fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    fn error(&self, error: &sqlx::Error) -> StoreError {
        let error = store_error(&self.address.to_string(), error);
        self.metrics.failed(&error);
        error
    }

    /// A connection to the server that takes writes.
    async fn acquire(&self) -> Result<PoolConnection<sqlx::Postgres>, StoreError> {
        let until = Instant::now() + self.patience;
        loop {
            let error = match self.pool.acquire().await {
                Ok(connection) => return Ok(connection),
                Err(error) => error,
            };
            if remedy(&error) != Remedy::Reconnect || Instant::now() >= until {
                return Err(self.error(&error));
            }
            // Perhaps another server takes writes now.
            if let Ok((server, connection)) = self.address.writable().await {
                self.pool.set_connect_options(server);
                drop(connection.close().await);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Deletions that a stopped node has left are finished in the background.
    fn finish_deletions(&self) {
        let (pool, address) = (self.pool.clone(), self.address.clone());
        tokio::spawn(async move {
            if let Err(error) = finish_deletions(&pool).await {
                tracing::warn!(%error, %address, "pending deletions could not be finished; the next start tries again");
            }
        });
    }

    async fn change_now(&self, change: Change) -> Result<Changed, StoreError> {
        change.check()?;
        let leaving = match &change {
            Change::Forget { id, .. } => Some(id.clone()),
            _ => None,
        };
        let locks = locks(&self.address.schema, &change);
        let hints = self.hints.clone();
        // A lost connection is reported: whether the change was made is not known, and it may not be made twice.
        let changed = self.transact(Transaction::Change { locks, change, hints }, &[Remedy::Repeat]).await?;
        if let Some(id) = leaving {
            let step = Transaction::DeletionStep(id);
            while self.transact(step.clone(), &[Remedy::Repeat, Remedy::Reconnect]).await? != Changed::Done {}
        }
        Ok(changed)
    }

    async fn remove_now(&self, stream: &StreamId, version: Version) -> Result<bool, StoreError> {
        let removal = Transaction::Removal(stream.clone(), version);
        Ok(self.transact(removal, &[Remedy::Repeat]).await? == Changed::Done)
    }

    /// Runs a transaction, and again after errors with these remedies.
    async fn transact(&self, transaction: Transaction, repeated: &[Remedy]) -> Result<Changed, StoreError> {
        let mut retry = Retry { remedies: repeated, ..self.retry() };
        loop {
            let mut held = self.acquire().await?;
            match transaction.clone().run(&mut held, self.clock.now_ms()).await {
                Ok(done) => return Ok(done),
                Err(error) => retry.after(held, error).await?,
            }
        }
    }

    async fn changes_since_place(&self, place: Option<Place>) -> Result<(Vec<Hint>, Place), StoreError> {
        let mut retry = self.retry();
        loop {
            let mut held = self.acquire().await?;
            match changes_since(&mut held, place).await {
                Ok(changes) => return Ok(changes),
                Err(error) => retry.after(held, error).await?,
            }
        }
    }

    /// Runs one statement that may be run twice.
    async fn execute(&self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        let mut retry = self.retry();
        loop {
            let mut held = self.acquire().await?;
            match Connection::Postgres(&mut held).execute(sql, values).await {
                Ok(changed) => return Ok(changed),
                Err(error) => retry.after(held, error).await?,
            }
        }
    }

    /// For what may be done twice.
    fn retry(&self) -> Retry<'_> {
        let remedies = &[Remedy::Repeat, Remedy::Reconnect];
        Retry { place: &self.address, remedies, until: Instant::now() + self.patience }
    }

    /// Writes something.
    async fn beat(&self) -> Result<(), StoreError> {
        self.execute("UPDATE heartbeat SET beat = beat + 1", &[]).await.map(drop)
    }
}

/// A name that no other store in use has, here or on another machine.
fn node_name() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}-{:x}-{}", std::process::id(), since.as_nanos(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The matches that were changed by transactions from a place on, and the place before every transaction that still runs:
/// what those will write comes after it.
async fn changes_since(connection: &mut PgConnection, place: Option<Place>) -> Found<(Vec<Hint>, Place)> {
    let mut connection = Connection::Postgres(connection);
    let sql = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS place";
    let next = connection.row(sql, &[]).await?.map(|row| row.get::<i64>("place")).transpose()?.unwrap_or(0);
    let next = Place(u64::try_from(next).map_err(unreadable)?);
    let Some(Place(place)) = place else { return Ok((Vec::new(), next)) };
    let sql = "SELECT id, version, (SELECT MAX(number) FROM message WHERE message.stream = stream.id) AS message \
               FROM stream WHERE changed_in >= $1::text::xid8";
    let rows = connection.rows(sql, values![&place.to_string()]).await?;
    let hint = |row: &crate::sql::Row| {
        let message = row.get::<Option<i64>>("message")?.map(u64::try_from).transpose().map_err(unreadable)?;
        Ok(Hint { stream: row.stream("id")?, version: row.version("version")?, message })
    };
    Ok((rows.iter().map(hint).collect::<Found<_>>()?, next))
}

/// Whether a failed statement is sent again.
struct Retry<'a> {
    place: &'a Address,
    /// Only after errors with these remedies.
    remedies: &'a [Remedy],
    until: Instant,
}

impl Retry<'_> {
    /// Waits a moment if the statement should be sent again; otherwise the error is the answer.
    async fn after(&mut self, held: PoolConnection<sqlx::Postgres>, error: sqlx::Error) -> Result<(), StoreError> {
        // A new connection is sure to begin with nothing.
        drop(held.detach().close_hard().await);
        if !self.remedies.contains(&remedy(&error)) || Instant::now() >= self.until {
            return Err(store_error(&self.place.to_string(), &error));
        }
        tokio::time::sleep(PAUSE).await;
        Ok(())
    }
}

fn channel(address: &Address) -> String {
    format!("{}_hints", address.schema)
}

/// Connections are opened on demand and then kept.
fn pool(address: &Address, connections: u32) -> PgPool {
    PgPoolOptions::new()
        .max_connections(connections.max(2))
        .acquire_timeout(Duration::from_secs(5))
        .test_before_acquire(false)
        .before_acquire(|connection, about| {
            Box::pin(async move {
                if about.idle_for >= TRUSTED {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .after_connect(|connection, _| {
            Box::pin(async move {
                let standby: bool = sqlx::query_scalar("SELECT pg_is_in_recovery()").fetch_one(connection).await?;
                if standby { Err(address::timed_out("it is a standby, which takes no writes")) } else { Ok(()) }
            })
        })
        .connect_lazy_with(address.first())
}

async fn finish_deletions(pool: &PgPool) -> Found<()> {
    let mut held = pool.acquire().await?;
    let mut connection = Connection::Postgres(&mut held);
    for id in deletion::pending(&mut connection).await? {
        while !deletion::step(&mut connection, &id).await? {}
    }
    Ok(())
}

/// What a change must have to itself, in a fixed order: its person, the messages of its table, a link, and for a claim all
/// names, because two people may claim names that look alike.
fn locks(schema: &str, change: &Change) -> Vec<String> {
    let names = match change {
        Change::Claim { id, .. } => vec!["names", id.as_str()],
        Change::Meet { id, .. }
        | Change::Rename { id, .. }
        | Change::AddSecret { id, .. }
        | Change::DropAll { id }
        | Change::AddLink { id, .. }
        | Change::AddReset { id, .. }
        | Change::Forget { id, .. } => vec![id.as_str()],
        Change::AddToken(token) => vec![token.person.as_str()],
        Change::DropToken { person, .. } => vec![person.as_str()],
        Change::UseLink { hash, .. }
        | Change::UseReset { hash, .. }
        | Change::DropSecret { hash }
        | Change::TouchToken { hash } => vec![hash.as_str()],
        Change::Say(message) => vec![message.table.as_str()],
        Change::Report(_) => vec!["reports"],
        // Entries of the audit log are numbered without gaps.
        Change::Moderate(_) => vec!["audit"],
    };
    names.into_iter().map(|name| format!("{schema}/{name}")).collect()
}

/// Everything that is written, except appends.
#[derive(Clone)]
enum Transaction {
    /// A change of accounts, with what it must have to itself, and who is told of messages.
    Change { locks: Vec<String>, change: Change, hints: Option<Hints> },
    /// One step of deleting a person: `Done` after the last one.
    DeletionStep(String),
    /// Removes a match at this version: `Nothing` if it is at another.
    Removal(StreamId, Version),
}

impl Transaction {
    async fn run(self, connection: &mut PgConnection, now_ms: i64) -> Found<Changed> {
        let mut connection = Connection::Postgres(connection);
        let done = match self {
            Transaction::Change { locks, change, hints } => {
                lock(&mut connection, &locks, &change, hints.as_ref()).await?;
                return people::commit(&mut connection, change, now_ms).await;
            }
            Transaction::DeletionStep(id) => deletion::step(&mut connection, &id).await?,
            Transaction::Removal(stream, version) => removal::remove(&mut connection, &stream, version).await?,
        };
        Ok(if done { Changed::Done } else { Changed::Nothing })
    }
}

/// Begins the transaction of a change while no other node makes one that it could disturb. A message counts as a change
/// of its match, so that other nodes find it.
async fn lock(connection: &mut Connection<'_>, locks: &[String], change: &Change, hints: Option<&Hints>) -> Found<()> {
    connection.begin().await?;
    for lock in locks {
        let sql = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
        connection.execute(sql, values![lock]).await?;
    }
    let message = match change {
        Change::Say(message) => message,
        Change::Moderate(moderation) => return tell_of_closing(connection, &moderation.action, hints).await,
        _ => return Ok(()),
    };
    let stream = message.table.as_str();
    let sql = "UPDATE stream SET changed_in = pg_current_xact_id() WHERE id = $1";
    connection.execute(sql, values![stream]).await?;
    let Some(Hints { channel, sender }) = hints else { return Ok(()) };
    // Sent at the commit; no other node can number a message of this table before it.
    let sql = "SELECT pg_notify($1, $2 || ' ' || $3 || ' 0 ' || (SELECT COALESCE(MAX(number), 0) + 1 FROM message \
               WHERE stream = $3))";
    connection.execute(sql, values![channel, sender, stream]).await.map(drop)
}

fn cannot_open(place: &str, error: &sqlx::Error) -> StoreError {
    let hint = "see that the server runs, that the address is right, and that the user may create tables";
    StoreError::CannotOpen { path: place.into(), detail: error.to_string(), hint: hint.to_owned() }
}

impl EventLog for Postgres {
    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        Box::pin(async move {
            append.check()?;
            let appended = self.writer.append(append).await?;
            tracing::trace!(target: "boxtop::life", "append");
            Ok(appended)
        })
    }

    fn read<'a>(&'a self, stream: &'a StreamId, after: Version) -> StoreFuture<'a, Vec<Stored>> {
        Box::pin(async move {
            let mut retry = self.retry();
            loop {
                let mut held = self.acquire().await?;
                match reads::events(&mut Connection::Postgres(&mut held), stream, after).await {
                    Ok(events) => return Ok(events),
                    Err(error) => retry.after(held, error).await?,
                }
            }
        })
    }
}

impl EventStore for Postgres {
    fn list(&self, filter: Filter) -> StoreFuture<'_, Vec<Listed>> {
        Box::pin(async move {
            let mut retry = self.retry();
            loop {
                let mut held = self.acquire().await?;
                match reads::list(&mut Connection::Postgres(&mut held), &filter).await {
                    Ok(listed) => return Ok(listed),
                    Err(error) => retry.after(held, error).await?,
                }
            }
        })
    }

    fn remove<'a>(&'a self, stream: &'a StreamId, version: Version) -> StoreFuture<'a, bool> {
        Box::pin(self.remove_now(stream, version))
    }

    fn people(&self) -> &dyn AccountStore {
        self
    }

    fn moderation(&self) -> &dyn ModerationStore {
        self
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        Some(self)
    }

    fn health(&self) -> StoreFuture<'_, ()> {
        Box::pin(self.beat())
    }

    fn metrics(&self) -> Arc<StoreMetrics> {
        self.metrics.clone()
    }

    /// The writer goes first: what waits is still written.
    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.writer.close().await;
            self.pool.close().await;
            Ok(())
        })
    }
}

impl SharedStore for Postgres {
    fn listen(&self) -> Box<dyn Listener> {
        let (address, channel) = (self.address.clone(), channel(&self.address));
        Box::new(NotifyListener::new(self.pool.clone(), address, channel, self.node.clone()))
    }

    fn place(&self) -> StoreFuture<'_, Place> {
        Box::pin(async move { Ok(self.changes_since_place(None).await?.1) })
    }

    fn changes_since(&self, place: Place) -> StoreFuture<'_, (Vec<Hint>, Place)> {
        Box::pin(self.changes_since_place(Some(place)))
    }

    fn lease<'a>(&'a self, name: &'a str, time: Duration) -> StoreFuture<'a, bool> {
        let sql = "INSERT INTO lease (name, node, ends) VALUES ($1, $2, now() + $3 * interval '1 millisecond') \
                   ON CONFLICT (name) DO UPDATE SET node = excluded.node, ends = excluded.ends \
                   WHERE lease.node = excluded.node OR lease.ends < now()";
        let time = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        Box::pin(async move { Ok(self.execute(sql, values![name, &self.node, time]).await? > 0) })
    }

    fn release<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()> {
        let sql = "DELETE FROM lease WHERE name = $1 AND node = $2";
        Box::pin(async move { self.execute(sql, values![name, &self.node]).await.map(drop) })
    }
}

impl SqlStore for Postgres {
    fn connection(&self) -> StoreFuture<'_, Pooled> {
        Box::pin(async move { self.acquire().await.map(Pooled::Postgres) })
    }

    fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    fn error(&self, error: sqlx::Error) -> StoreError {
        Postgres::error(self, &error)
    }

    fn change_accounts(&self, change: Change) -> StoreFuture<'_, Changed> {
        Box::pin(self.change_now(change))
    }
}
