//! Statements that are the same for SQLite and PostgreSQL, written once: [`Connection`] runs them in either, and a
//! [`Row`] reads the same from both. What differs (batches, migrations, errors) is in `sqlite` and `postgres`.

pub(crate) mod analyses;
pub(crate) mod deletion;
pub(crate) mod moderation;
pub(crate) mod outages;
pub(crate) mod people;
pub(crate) mod puzzles;
pub(crate) mod reads;
pub(crate) mod removal;
pub(crate) mod signing;

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Decode, PgConnection, Postgres, Row as _, SqlSafeStr, Sqlite, SqliteConnection, Type};

use crate::moderation::Outdated;
use crate::{
    Account, AccountData, AccountStore, Activity, AnalysisKey, AnalysisStore, Append, AuditEntry, Change, Changed,
    Message, ModerationStore, PuzzleResult, Report, Restrictions, SecretOwner, SiteKey, Statistics, StoreError,
    StoreFuture, StreamId, Token, Version,
};

/// The result of a statement.
pub(crate) type Found<T> = Result<T, sqlx::Error>;

/// A connection to either database.
pub(crate) enum Connection<'a> {
    /// To a SQLite file.
    Sqlite(&'a mut SqliteConnection),
    /// To a PostgreSQL server.
    Postgres(&'a mut PgConnection),
}

/// A parameter of a statement.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    MaybeText(Option<String>),
    Number(i64),
    MaybeNumber(Option<i64>),
    Flag(bool),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Value::Text(text.clone())
    }
}

impl From<&Option<String>> for Value {
    fn from(text: &Option<String>) -> Self {
        Value::MaybeText(text.clone())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Number(number)
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Value::MaybeNumber(number)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}

impl From<Version> for Value {
    /// A version counts events that were really written; one beyond any number of events stays beyond it.
    fn from(version: Version) -> Self {
        Value::Number(i64::try_from(version.0).unwrap_or(i64::MAX))
    }
}

/// Parameters of several types: `values![id, now_ms]`.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        &[$($crate::sql::Value::from($value)),*]
    };
}
pub(crate) use values;

/// The statement with its parameters, for the database that its use implies.
macro_rules! bound {
    ($sql:expr, $values:expr) => {
        $values.iter().fold(sqlx::query($sql), |query, value| match value.clone() {
            Value::Text(text) => query.bind(text),
            Value::MaybeText(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
            Value::MaybeNumber(number) => query.bind(number),
            Value::Flag(flag) => query.bind(flag),
        })
    };
}

impl Connection<'_> {
    /// All rows of a query.
    pub(crate) async fn rows(&mut self, sql: impl SqlSafeStr, values: &[Value]) -> Found<Vec<Row>> {
        Ok(match self {
            Connection::Sqlite(connection) => {
                bound!(sql, values).fetch_all(&mut **connection).await?.into_iter().map(Row::Sqlite).collect()
            }
            Connection::Postgres(connection) => {
                bound!(sql, values).fetch_all(&mut **connection).await?.into_iter().map(Row::Postgres).collect()
            }
        })
    }

    /// The first row of a query, if it has one.
    pub(crate) async fn row(&mut self, sql: impl SqlSafeStr, values: &[Value]) -> Found<Option<Row>> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Runs a statement; the number of rows that it changed.
    pub(crate) async fn execute(&mut self, sql: impl SqlSafeStr, values: &[Value]) -> Found<u64> {
        Ok(match self {
            Connection::Sqlite(connection) => bound!(sql, values).execute(&mut **connection).await?.rows_affected(),
            Connection::Postgres(connection) => bound!(sql, values).execute(&mut **connection).await?.rows_affected(),
        })
    }

    /// Appends in the open transaction. If the match has another version than expected, nothing is written.
    pub(crate) async fn append(&mut self, append: Append, now_ms: i64) -> Found<Outdated> {
        match self {
            Connection::Sqlite(connection) => crate::sqlite::append_within(connection, append, now_ms).await,
            Connection::Postgres(connection) => crate::postgres::append_within(connection, append, now_ms).await,
        }
    }

    /// Begins a transaction that writes.
    pub(crate) async fn begin(&mut self) -> Found<()> {
        let sql = match self {
            // Without IMMEDIATE, two transactions that read before they write would fail each other.
            Connection::Sqlite(_) => "BEGIN IMMEDIATE",
            Connection::Postgres(_) => "BEGIN",
        };
        self.execute(sql, &[]).await.map(drop)
    }

    /// Ends a transaction and keeps what it wrote.
    pub(crate) async fn commit(&mut self) -> Found<()> {
        self.execute("COMMIT", &[]).await.map(drop)
    }

    /// Ends a transaction and drops what it wrote.
    pub(crate) async fn roll_back(&mut self) -> Found<()> {
        self.execute("ROLLBACK", &[]).await.map(drop)
    }
}

/// A row of either database.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    /// The value of a column.
    pub(crate) fn get<T>(&self, column: &str) -> Found<T>
    where
        T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>,
    {
        match self {
            Row::Sqlite(row) => row.try_get(column),
            Row::Postgres(row) => row.try_get(column),
        }
    }

    /// The version in a column.
    pub(crate) fn version(&self, column: &str) -> Found<Version> {
        u64::try_from(self.get::<i64>(column)?).map(Version).map_err(unreadable)
    }

    /// The name of a stream in a column.
    pub(crate) fn stream(&self, column: &str) -> Found<StreamId> {
        StreamId::new(self.get::<String>(column)?).map_err(unreadable)
    }
}

/// A row with invalid content.
pub(crate) fn unreadable(error: impl std::error::Error + Send + Sync + 'static) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(error))
}

// ---- Accounts of either store ----

/// A connection for reading, from a store's pool.
pub(crate) enum Pooled {
    /// To a SQLite file.
    Sqlite(PoolConnection<Sqlite>),
    /// To a PostgreSQL server.
    Postgres(PoolConnection<Postgres>),
}

impl Pooled {
    fn connection(&mut self) -> Connection<'_> {
        match self {
            Pooled::Sqlite(connection) => Connection::Sqlite(connection),
            Pooled::Postgres(connection) => Connection::Postgres(connection),
        }
    }
}

/// What a store in a database brings for accounts.
pub(crate) trait SqlStore: Send + Sync {
    /// A connection for reading.
    fn connection(&self) -> StoreFuture<'_, Pooled>;

    /// The time now, in milliseconds since 1970.
    fn now_ms(&self) -> i64;

    /// The database's error as an error of the store.
    fn error(&self, error: sqlx::Error) -> StoreError;

    /// Makes a change of accounts durable.
    fn change_accounts(&self, change: Change) -> StoreFuture<'_, Changed>;
}

/// Reads with a connection of the pool.
macro_rules! read {
    ($store:ident, $module:ident::$read:ident($($argument:expr),*)) => {
        Box::pin(async move {
            let mut pooled = $store.connection().await?;
            $module::$read(&mut pooled.connection(), $($argument),*).await.map_err(|error| $store.error(error))
        })
    };
}

impl<S: SqlStore> AccountStore for S {
    fn holder<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, SecretOwner> {
        read!(self, people::holder(hash))
    }

    fn claimant<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Account>> {
        read!(self, people::claimant(name))
    }

    fn namesake<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Account>> {
        read!(self, people::namesake(name))
    }

    fn bearer<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Option<(Account, Token)>> {
        read!(self, people::bearer(hash))
    }

    fn link<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Option<Account>> {
        read!(self, people::link(hash, self.now_ms()))
    }

    fn reset<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Option<Account>> {
        read!(self, people::reset(hash, self.now_ms()))
    }

    fn puzzle_results<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Vec<PuzzleResult>> {
        read!(self, puzzles::results(id))
    }

    fn account_data<'a>(&'a self, id: &'a str) -> StoreFuture<'a, AccountData> {
        read!(self, people::account_data(id))
    }

    fn messages<'a>(&'a self, table: &'a StreamId, after: u64, limit: u32, all: bool) -> StoreFuture<'a, Vec<Message>> {
        read!(self, people::messages(table, after, limit, all))
    }

    fn change(&self, change: Change) -> StoreFuture<'_, Changed> {
        self.change_accounts(change)
    }
}

impl<S: SqlStore> AnalysisStore for S {
    fn analysis<'a>(&'a self, key: &'a AnalysisKey) -> StoreFuture<'a, Option<String>> {
        read!(self, analyses::analysis(key))
    }

    fn uploaded_record<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<String>> {
        read!(self, analyses::uploaded_record(id, self.now_ms()))
    }
}

impl<S: SqlStore> ModerationStore for S {
    fn revision(&self) -> StoreFuture<'_, u64> {
        read!(self, moderation::revision())
    }

    fn restrictions(&self) -> StoreFuture<'_, Restrictions> {
        read!(self, moderation::restrictions())
    }

    fn reports(&self, all: bool) -> StoreFuture<'_, Vec<Report>> {
        read!(self, moderation::reports(all))
    }

    fn audit(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<AuditEntry>> {
        read!(self, moderation::audit(after, limit))
    }

    fn people_called<'a>(&'a self, name: &'a str, limit: u32) -> StoreFuture<'a, Vec<Account>> {
        read!(self, moderation::people_called(name, limit))
    }

    fn signing_keys(&self) -> StoreFuture<'_, Vec<SiteKey>> {
        read!(self, signing::keys())
    }

    fn statistics(&self) -> StoreFuture<'_, Statistics> {
        read!(self, moderation::statistics(self.now_ms()))
    }

    fn activity<'a>(&'a self, since_ms: i64, moves: &'a str) -> StoreFuture<'a, Activity> {
        read!(self, moderation::activity(since_ms, moves))
    }
}
