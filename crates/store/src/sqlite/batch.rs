//! One transaction for many appends: look up what they need to know, decide about one after the other in memory, write
//! what was decided with few statements, commit. Each append gets its own answer; a conflict is an answer, not a failure.
//! Queues and connections are `writer.rs`'s business.

use std::collections::{BTreeSet, HashMap};

use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};

use super::{stream, unreadable, version};
use crate::append::Verdict;
use crate::{Append, Appended, Clock, Head, StoreError, StreamId, Version};

/// Rows in one statement. Small enough that every length a statement comes in stays prepared.
const ROWS: usize = 32;

/// What became of a batch.
pub(super) struct Done {
    /// One for each append, in order.
    pub(super) answers: Vec<Result<Appended, StoreError>>,
    /// Something was written.
    pub(super) committed: bool,
}

/// Decides about appends in their order and writes those that fit. On an error nothing was written, and the caller has
/// to end the transaction.
pub(super) async fn commit(
    connection: &mut SqliteConnection,
    appends: Vec<Append>,
    clock: &Clock,
) -> Result<Done, sqlx::Error> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let mut ledger = Ledger::load(connection, &appends).await?;
    let answers = appends.into_iter().map(|append| ledger.enter(append, clock)).collect();
    let committed = !ledger.events.is_empty();
    ledger.write(connection).await?;
    let end = if committed { "COMMIT" } else { "ROLLBACK" };
    sqlx::query(end).execute(&mut *connection).await?;
    Ok(Done { answers, committed })
}

/// What is known of the streams of one batch, and what is to be written.
#[derive(Default)]
struct Ledger {
    streams: HashMap<StreamId, Entry>,
    /// The versions that keys have reached.
    reached: HashMap<(StreamId, String), Version>,
    events: Vec<Event>,
}

/// A stream as it is, or will be with this batch.
#[derive(Default)]
struct Entry {
    version: Version,
    /// As they stand in the file; `None` for a stream that is not there yet.
    kept_owners: Option<Vec<String>>,
    news: Option<News>,
}

/// What this batch changes of a stream.
struct News {
    head: Head,
    first_ms: i64,
    last_ms: i64,
}

struct Event {
    stream: StreamId,
    version: Version,
    at_ms: i64,
    key: Option<String>,
    body: String,
}

// ---- Decide ----

impl Ledger {
    /// Decides about one append. Those after it see what it did.
    fn enter(&mut self, append: Append, clock: &Clock) -> Result<Appended, StoreError> {
        let actual = self.streams.get(&append.stream).map_or(Version::NONE, |entry| entry.version);
        match append.judge(actual, self.reached_by(&append))? {
            Verdict::Repeated(answer) => Ok(answer),
            Verdict::Write(answer) => {
                self.plan(append, answer.version, clock.now_ms());
                Ok(answer)
            }
        }
    }

    fn reached_by(&self, append: &Append) -> Option<Version> {
        let key = append.key.clone()?;
        self.reached.get(&(append.stream.clone(), key)).copied()
    }

    fn plan(&mut self, append: Append, reached: Version, at_ms: i64) {
        let Append { stream, expected, key, events, head } = append;
        for (version, body) in (expected.0 + 1..).map(Version).zip(events) {
            let key = key.clone().filter(|_| version == reached);
            self.events.push(Event { stream: stream.clone(), version, at_ms, key, body });
        }
        self.reached.extend(key.map(|key| ((stream.clone(), key), reached)));
        let entry = self.streams.entry(stream).or_default();
        let first_ms = entry.news.as_ref().map_or(at_ms, |news| news.first_ms);
        entry.version = reached;
        entry.news = Some(News { head, first_ms, last_ms: at_ms });
    }
}

// ---- Look up ----

impl Ledger {
    async fn load(connection: &mut SqliteConnection, appends: &[Append]) -> Result<Self, sqlx::Error> {
        let mut ledger = Self::default();
        let streams: BTreeSet<_> = appends.iter().map(|append| append.stream.as_str()).collect();
        for some in Vec::from_iter(streams).chunks(ROWS) {
            ledger.load_streams(connection, some).await?;
        }
        let keys = appends.iter().filter_map(|append| Some((append.stream.as_str(), append.key.as_deref()?)));
        for some in Vec::from_iter(keys).chunks(ROWS) {
            ledger.load_keys(connection, some).await?;
        }
        Ok(ledger)
    }

    async fn load_streams(&mut self, connection: &mut SqliteConnection, names: &[&str]) -> Result<(), sqlx::Error> {
        let mut query = QueryBuilder::<Sqlite>::new("SELECT id, version, owners FROM stream WHERE id IN (");
        let mut list = query.separated(", ");
        for name in names {
            list.push_bind(*name);
        }
        query.push(")");
        for row in query.build().fetch_all(connection).await? {
            let owners = serde_json::from_str(row.try_get("owners")?).map_err(unreadable)?;
            let entry = Entry { version: version(&row, "version")?, kept_owners: Some(owners), news: None };
            self.streams.insert(stream(&row, "id")?, entry);
        }
        Ok(())
    }

    /// Written with `OR`, for which SQLite uses the index; for `IN (VALUES …)` it reads the whole table.
    async fn load_keys(&mut self, connection: &mut SqliteConnection, keys: &[(&str, &str)]) -> Result<(), sqlx::Error> {
        let mut query = QueryBuilder::<Sqlite>::new("SELECT stream, key, version FROM event WHERE ");
        for (index, (stream, key)) in keys.iter().enumerate() {
            query.push(if index == 0 { "(stream = " } else { " OR (stream = " }).push_bind(*stream);
            query.push(" AND key = ").push_bind(*key).push(")");
        }
        for row in query.build().fetch_all(connection).await? {
            self.reached.insert((stream(&row, "stream")?, row.try_get("key")?), version(&row, "version")?);
        }
        Ok(())
    }
}

// ---- Write ----

impl Ledger {
    /// Streams go first: events and owners refer to them.
    async fn write(self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let changed = self.streams.iter().filter_map(|(name, entry)| Some((name, entry, entry.news.as_ref()?)));
        let changed = Vec::from_iter(changed);
        for some in changed.chunks(ROWS) {
            write_streams(connection, some).await?;
        }
        let (gone, new) = owner_changes(&changed);
        for some in gone.chunks(ROWS) {
            remove_owners(connection, some).await?;
        }
        for some in new.chunks(ROWS) {
            add_owners(connection, some).await?;
        }
        for some in self.events.chunks(ROWS) {
            write_events(connection, some).await?;
        }
        Ok(())
    }
}

async fn write_streams(
    connection: &mut SqliteConnection,
    changed: &[(&StreamId, &Entry, &News)],
) -> Result<(), sqlx::Error> {
    let mut query = QueryBuilder::<Sqlite>::new(
        "INSERT INTO stream (id, game, open, title, owners, version, created_ms, updated_ms) ",
    );
    query.push_values(changed, |mut row, (name, entry, news)| {
        row.push_bind(name.as_str())
            .push_bind(&news.head.game)
            .push_bind(news.head.open)
            .push_bind(&news.head.title)
            .push_bind(serde_json::json!(news.head.owners).to_string())
            .push_bind(number(entry.version))
            .push_bind(news.first_ms)
            .push_bind(news.last_ms);
    });
    query.push(
        " ON CONFLICT (id) DO UPDATE SET game = excluded.game, open = excluded.open, title = excluded.title, \
         owners = excluded.owners, version = excluded.version, updated_ms = excluded.updated_ms",
    );
    query.build().execute(connection).await.map(drop)
}

/// A stream and one of its owners.
type Owned<'a> = (&'a StreamId, &'a str);

/// Who owns a stream no longer, and who does now. Most appends change nothing of it.
fn owner_changes<'a>(changed: &[(&'a StreamId, &'a Entry, &'a News)]) -> (Vec<Owned<'a>>, Vec<Owned<'a>>) {
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    for (name, entry, news) in changed {
        let (kept, owners) = (entry.kept_owners.as_deref().unwrap_or_default(), &news.head.owners);
        gone.extend(kept.iter().filter(|owner| !owners.contains(owner)).map(|owner| (*name, owner.as_str())));
        new.extend(owners.iter().filter(|owner| !kept.contains(owner)).map(|owner| (*name, owner.as_str())));
    }
    (gone, new)
}

async fn remove_owners(connection: &mut SqliteConnection, gone: &[Owned<'_>]) -> Result<(), sqlx::Error> {
    let mut query = QueryBuilder::<Sqlite>::new("DELETE FROM owner WHERE ");
    for (index, (stream, owner)) in gone.iter().enumerate() {
        query.push(if index == 0 { "(name = " } else { " OR (name = " }).push_bind(*owner);
        query.push(" AND stream = ").push_bind(stream.as_str()).push(")");
    }
    query.build().execute(connection).await.map(drop)
}

async fn add_owners(connection: &mut SqliteConnection, new: &[Owned<'_>]) -> Result<(), sqlx::Error> {
    let mut query = QueryBuilder::<Sqlite>::new("INSERT INTO owner (name, stream) ");
    query.push_values(new, |mut row, (stream, owner)| {
        row.push_bind(*owner).push_bind(stream.as_str());
    });
    query.push(" ON CONFLICT DO NOTHING"); // an owner may be named twice
    query.build().execute(connection).await.map(drop)
}

async fn write_events(connection: &mut SqliteConnection, events: &[Event]) -> Result<(), sqlx::Error> {
    let mut query = QueryBuilder::<Sqlite>::new("INSERT INTO event (stream, version, at_ms, key, body) ");
    query.push_values(events, |mut row, event| {
        row.push_bind(event.stream.as_str())
            .push_bind(number(event.version))
            .push_bind(event.at_ms)
            .push_bind(event.key.as_deref())
            .push_bind(event.body.as_str());
    });
    query.build().execute(connection).await.map(drop)
}

/// A version counts events that were really written; it stays far below the limit.
fn number(version: Version) -> i64 {
    i64::try_from(version.0).unwrap_or(i64::MAX)
}
