//! A store in PostgreSQL 15 or newer, for a server of any number of nodes.
//!
//! - `address.rs`: the servers, and finding the one that takes writes.
//! - `schema.rs`: the tables, and migrations.
//! - `writer.rs`: the task that appends, and its queue.
//! - `alive.rs`: when a node could last take moves, and outages.
//! - `batch.rs`: one statement for all waiting appends.
//! - `changes.rs`: which matches have changed since a place.
//! - `closing.rs`: the end of a match whose table the host closes.
//! - `hints.rs`: telling other nodes, and hearing of what they append.
//! - `presence.rs`, `limits.rs`: who is where, and rate limits, for all nodes together.
//! - `fault.rs`: PostgreSQL's error codes as errors of the store.
//!
//! No node owns a match: nodes append at the version they have seen, and the database decides who was first. What SQLite
//! and PostgreSQL read and change alike is in `sql`.

/// Runs something that may be run twice, with a connection of the pool, and again after errors that pass.
macro_rules! repeated {
    ($store:expr, $held:ident => $run:expr) => {{
        let mut retry = $store.retry();
        loop {
            let mut $held = $store.acquire().await?;
            match $crate::postgres::address::in_time($run).await {
                Ok(done) => break Ok(done),
                Err(error) => retry.after($held, error).await?,
            }
        }
    }};
}

mod address;
mod alive;
mod batch;
mod changes;
mod closing;
mod fault;
mod hints;
mod limits;
mod presence;
mod schema;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{Connection as _, PgConnection};

use self::address::{Address, in_time};
use self::changes::Timeline;
pub(crate) use self::closing::append_within;
use self::closing::tell_of_closing;
use self::fault::{Remedy, remedy, store_error};
use self::hints::{Carrier, Notify};
use self::schema::Unfit;
use self::writer::Writer;
use crate::data::{migration_is_unfinished, unfinished};
use crate::sql::{Connection, Found, Pooled, SqlStore, Value, deletion, people, reads, removal, values};
use crate::{
    AccountStore, AnalysisStore, Append, Appended, Beat, Change, Changed, Clock, EventLog, EventStore, Filter, Hint,
    HintBus, Listed, Listener, ModerationStore, Place, Pulse, SharedLimits, SharedPresence, SharedStore, StoreError,
    StoreFuture, StoreMetrics, Stored, StreamId, Version,
};

/// A connection that was not used for this time is checked before it is used again.
const TRUSTED: Duration = Duration::from_secs(1);
/// Time to get a connection; then it is checked whether another server takes writes.
const ACQUIRE: Duration = Duration::from_secs(2);
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
    /// Tells other nodes of what is written.
    pub bus: HintBus,
    /// Behaves like a program that knows the schemas up to this one, for tests of updates. `None`: knows them all.
    pub newest_schema: Option<i64>,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        Self {
            clock: Clock::system(),
            connections: 8,
            patience: Duration::from_secs(8),
            bus: HintBus::Notify,
            newest_schema: None,
        }
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
    carrier: Carrier,
    timeline: Timeline,
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
        let (server, connection) = ready(&address, options.newest_schema, false).await?;
        let node = node_name();
        let pool = pool(server, options.connections);
        let (clock, patience, metrics) = (options.clock, options.patience, Arc::<StoreMetrics>::default());
        let carrier = Carrier::new(&options.bus, &address, &node, metrics.clone()).await?;
        let writer = Writer::start(
            address.clone(),
            connection,
            pool.clone(),
            clock.clone(),
            carrier.clone(),
            patience,
            metrics.clone(),
        );
        let timeline = Timeline::default();
        let store = Self { address, pool, clock, patience, node, carrier, timeline, metrics, writer };
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
        let notify = self.carrier.notify();
        // A lost connection is reported: whether the change was made is not known, and it may not be made twice.
        let changed = self.transact(Transaction::Change { locks, change, notify }, &[Remedy::Repeat]).await?;
        if let Changed::Said(message) = &changed {
            let (stream, message) = (message.table.clone(), Some(message.number));
            self.carrier.tell(vec![Hint { stream, version: Version::NONE, message }]);
        }
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
            match in_time(transaction.clone().run(&mut held, self.clock.now_ms())).await {
                Ok(done) => return Ok(done),
                Err(error) => retry.after(held, error).await?,
            }
        }
    }

    /// Runs one statement that may be run twice.
    async fn execute(&self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        repeated!(self, held => Connection::Postgres(&mut held).execute(sql, values))
    }

    /// For what may be done twice.
    fn retry(&self) -> Retry<'_> {
        let remedies = &[Remedy::Repeat, Remedy::Reconnect];
        Retry { place: &self.address, remedies, until: Instant::now() + self.patience }
    }

    async fn write_something(&self) -> Result<(), StoreError> {
        self.execute("UPDATE heartbeat SET beat = beat + 1", &[]).await.map(drop)
    }
}

/// A name that no other store in use has, here or on another machine.
fn node_name() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}-{:x}-{}", std::process::id(), since.as_nanos(), NEXT.fetch_add(1, Ordering::Relaxed))
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

/// Connections are opened on demand and then kept.
fn pool(server: PgConnectOptions, connections: u32) -> PgPool {
    PgPoolOptions::new()
        .max_connections(connections.max(2))
        .acquire_timeout(ACQUIRE)
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
        .connect_lazy_with(server)
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
        Change::Puzzle(result) => vec![result.person.as_str()],
        Change::Report(_) => vec!["reports"],
        // Entries of the audit log are numbered without gaps.
        Change::Moderate(_) => vec!["audit"],
        // A host may change the key at the same time.
        Change::FirstKey(_) => vec!["audit"],
        // Two that remove the oldest ones at once would lock each other's rows.
        Change::KeepAnalysis(_) => vec!["analyses"],
        Change::Upload(_) => vec!["records"],
    };
    names.into_iter().map(|name| format!("{schema}/{name}")).collect()
}

/// Everything that is written, except appends.
#[derive(Clone)]
enum Transaction {
    /// A change of accounts, with what it must have to itself, and who is told of messages.
    Change { locks: Vec<String>, change: Change, notify: Option<Notify> },
    /// One step of deleting a person: `Done` after the last one.
    DeletionStep(String),
    /// Removes a match at this version: `Nothing` if it is at another.
    Removal(StreamId, Version),
}

impl Transaction {
    async fn run(self, connection: &mut PgConnection, now_ms: i64) -> Found<Changed> {
        let mut connection = Connection::Postgres(connection);
        let done = match self {
            Transaction::Change { locks, change, notify } => {
                lock(&mut connection, &locks, &change, notify.as_ref()).await?;
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
async fn lock(
    connection: &mut Connection<'_>,
    locks: &[String],
    change: &Change,
    notify: Option<&Notify>,
) -> Found<()> {
    connection.begin().await?;
    for lock in locks {
        let sql = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
        connection.execute(sql, values![lock]).await?;
    }
    let message = match change {
        Change::Say(message) => message,
        Change::Moderate(moderation) => return tell_of_closing(connection, &moderation.action, notify).await,
        _ => return Ok(()),
    };
    let stream = message.table.as_str();
    let sql = "UPDATE stream SET changed_in = pg_current_xact_id() WHERE id = $1";
    connection.execute(sql, values![stream]).await?;
    let Some(Notify { channel, stamp }) = notify else { return Ok(()) };
    // Sent at the commit; no other node can number a message of this table before it.
    let sql = "SELECT pg_notify($1, $2 || ' ' || $3 || ' 0 ' || (SELECT COALESCE(MAX(number), 0) + 1 FROM message \
               WHERE stream = $3))";
    connection.execute(sql, values![channel, stamp, stream]).await.map(drop)
}

// ---- Moving data ----

/// A connection for moving data, which may take its time. The tables are created or brought up to date.
pub(crate) async fn connect(url: &str, migrating: bool) -> Result<PgConnection, StoreError> {
    let address: Address = url.parse()?;
    let (_, mut connection) = ready(&address, None, migrating).await?;
    let patient = "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0";
    let set = sqlx::raw_sql(patient).execute(&mut connection).await;
    set.map_err(|error| store_error(&address.to_string(), &error))?;
    Ok(connection)
}

/// The server that takes writes and a connection to it, once its tables are up to date. Only a migration may open an
/// unfinished migration.
async fn ready(
    address: &Address,
    newest_schema: Option<i64>,
    migrating: bool,
) -> Result<(PgConnectOptions, PgConnection), StoreError> {
    let place = address.to_string();
    let (server, mut connection) = address.writable().await.map_err(|error| cannot_open(&place, &error))?;
    let made = schema::bring_up_to_date(&mut connection, &address.schema, newest_schema, &place).await;
    made.map_err(|unfit| match unfit {
        Unfit::Newer(error) => error,
        Unfit::Database(error) => cannot_open(&place, &error),
    })?;
    match migration_is_unfinished(&mut Connection::Postgres(&mut connection)).await {
        Ok(true) if !migrating => Err(unfinished(place.as_ref())),
        Ok(_) => Ok((server, connection)),
        Err(error) => Err(cannot_open(&place, &error)),
    }
}

/// The database's error as an error of the store at this address.
pub(crate) fn error_at(url: &str, error: &sqlx::Error) -> StoreError {
    store_error(&shown(url), error)
}

/// The address with its schema and without its password.
pub(crate) fn shown(url: &str) -> String {
    let address = url.parse::<Address>();
    address.map_or_else(|_| "the database".to_owned(), |address| format!("{address}?schema={}", address.schema))
}

/// Refuses an address that cannot be read, without repeating it.
pub(crate) fn check_address(url: &str) -> Result<(), StoreError> {
    url.parse::<Address>().map(drop)
}

/// The schema that an address names.
pub(crate) fn schema_of(url: &str) -> Result<String, StoreError> {
    url.parse::<Address>().map(|address| address.schema)
}

/// The newest schema that this program knows.
pub(crate) const NEWEST: i64 = schema::NEWEST;

/// The environment with which PostgreSQL's own programs find the server that takes writes, password included, and the
/// version of that server.
pub(crate) async fn environment(url: &str) -> Result<(Vec<(&'static str, String)>, u32), StoreError> {
    let address: Address = url.parse()?;
    let place = address.to_string();
    let (server, mut connection) = address.writable().await.map_err(|error| cannot_open(&place, &error))?;
    let sql = "SELECT current_setting('server_version_num')::bigint";
    let version: i64 =
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.map_err(|error| store_error(&place, &error))?;
    drop(connection.close().await);
    Ok((address.environment(&server), u32::try_from(version / 10_000).unwrap_or_default()))
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
        Box::pin(
            async move { repeated!(self, held => reads::events(&mut Connection::Postgres(&mut held), stream, after)) },
        )
    }
}

impl EventStore for Postgres {
    fn list(&self, filter: Filter) -> StoreFuture<'_, Vec<Listed>> {
        Box::pin(async move { repeated!(self, held => reads::list(&mut Connection::Postgres(&mut held), &filter)) })
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

    fn analyses(&self) -> &dyn AnalysisStore {
        self
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        Some(self)
    }

    fn health(&self) -> StoreFuture<'_, ()> {
        Box::pin(self.write_something())
    }

    fn beat(&self, beat: Beat) -> StoreFuture<'_, Pulse> {
        Box::pin(self.beat_alive(beat))
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
        self.carrier.listen(&self.pool, &self.address)
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

    fn presence(&self) -> &dyn SharedPresence {
        self
    }

    fn limits(&self) -> &dyn SharedLimits {
        self
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
