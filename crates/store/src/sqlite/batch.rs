//! One transaction for many appends: read what they need, decide one by one in memory, write and commit. It takes two
//! statements for any number of appends, because on a busy machine every call of SQLite's thread waits. Each append gets
//! its own result; a conflict is a result, not an error. Queue and connection are in `writer.rs`.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use serde::Serialize;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::{stream, version};
use crate::mention::mentioned;
use crate::shared_text::{self, SharedText};
use crate::sql::unreadable;
use crate::{Append, Appended, Clock, ListEntry, StoreError, StreamId, Version};
use eventlog::Verdict;

/// The result of a batch.
pub(super) struct Done {
    /// One for each append, in order.
    pub(super) answers: Vec<Result<Appended, StoreError>>,
    /// Something was written.
    pub(super) committed: bool,
}

/// Decides the appends in order and writes those that fit. On an error nothing was written, and the caller has
/// to end the transaction.
pub(super) async fn commit(
    connection: &mut SqliteConnection,
    appends: Vec<Append>,
    clock: &Clock,
) -> Result<Done, sqlx::Error> {
    let mut ledger = Ledger::load(connection, &appends, &LOOK_UP).await?;
    let answers = appends.into_iter().map(|append| ledger.enter(append, clock)).collect();
    let committed = !ledger.events.is_empty();
    if committed {
        ledger.write(connection).await?;
    } else {
        sqlx::query("ROLLBACK").execute(connection).await?;
    }
    Ok(Done { answers, committed })
}

/// Writes one append in an open transaction; nothing if the stream has another version than expected.
pub(super) async fn write_within(
    connection: &mut SqliteConnection,
    append: Append,
    now_ms: i64,
) -> Result<Result<Appended, StoreError>, sqlx::Error> {
    let mut ledger = Ledger::load(connection, std::slice::from_ref(&append), LOOK_UP_ALONE).await?;
    let answer = ledger.enter(append, &Clock::new(move || now_ms));
    if !ledger.events.is_empty() {
        ledger.write_as(connection, None, &WRITE_WITHIN).await?;
    }
    Ok(answer)
}

/// The streams of one batch, and what to write.
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
    /// The stored row; `None` for a new stream.
    kept_owners: Option<Vec<String>>,
    news: Option<News>,
}

/// What this batch changes in a stream.
struct News {
    entry: ListEntry,
    first_ms: i64,
    last_ms: i64,
}

struct Event {
    stream: StreamId,
    version: Version,
    at_ms: i64,
    key: Option<String>,
    body: String,
    /// The text removed from the body, which is stored once for all events that have it.
    shared: Option<SharedText>,
}

// ---- Decide ----

impl Ledger {
    /// Decides one append. Later ones see its effect.
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
        let Append { stream, expected, key, events, entry: listed } = append;
        for (version, body) in (expected.0 + 1..).map(Version).zip(events) {
            let key = key.clone().filter(|_| version == reached);
            let (body, shared) = shared_text::take_out(&body).map_or((body, None), |(short, text)| (short, Some(text)));
            self.events.push(Event { stream: stream.clone(), version, at_ms, key, body, shared });
        }
        self.reached.extend(key.map(|key| ((stream.clone(), key), reached)));
        let entry = self.streams.entry(stream).or_default();
        let first_ms = entry.news.as_ref().map_or(at_ms, |news| news.first_ms);
        entry.version = reached;
        entry.news = Some(News { entry: listed, first_ms, last_ms: at_ms });
    }
}

// ---- Look up ----

/// What the batch needs to know: its streams, and which of its keys have been used. In one statement, for every
/// statement is a conversation with SQLite's thread. Written with `CROSS JOIN`, which looks up what is named first
/// instead of reading the whole table.
const LOOK_UP_ALONE: &str = "SELECT stream.id AS stream, NULL AS key, stream.version, stream.owners \
    FROM json_each($1) AS named CROSS JOIN stream ON stream.id = named.value \
    UNION ALL \
    SELECT event.stream, event.key, event.version, NULL \
    FROM json_each($2) AS named CROSS JOIN event \
    ON event.stream = named.value ->> 0 AND event.key = named.value ->> 1 AND event.key IS NOT NULL";

/// The same, after it has begun the transaction.
static LOOK_UP: LazyLock<String> = LazyLock::new(|| format!("BEGIN IMMEDIATE; {LOOK_UP_ALONE}"));

impl Ledger {
    /// Reads what the appends need to know.
    async fn load(
        connection: &mut SqliteConnection,
        appends: &[Append],
        look_up: &'static str,
    ) -> Result<Self, sqlx::Error> {
        let streams: BTreeSet<_> = appends.iter().map(|append| append.stream.as_str()).collect();
        let keys = appends.iter().filter_map(|append| Some((append.stream.as_str(), append.key.as_deref()?)));
        let rows =
            sqlx::query(look_up).bind(json(&streams)?).bind(json(&Vec::from_iter(keys))?).fetch_all(connection).await?;
        let mut ledger = Self::default();
        for row in &rows {
            ledger.note(row)?;
        }
        Ok(ledger)
    }

    /// A stream as it stands, or a key that has been used.
    fn note(&mut self, row: &SqliteRow) -> Result<(), sqlx::Error> {
        let (stream, version) = (stream(row, "stream")?, version(row, "version")?);
        match row.try_get("key")? {
            Some(key) => {
                self.reached.insert((stream, key), version);
            }
            None => {
                let owners = serde_json::from_str(row.try_get("owners")?).map_err(unreadable)?;
                self.streams.insert(stream, Entry { version, kept_owners: Some(owners), news: None });
            }
        }
        Ok(())
    }
}

// ---- Write ----

/// The streams of a batch. They go first: events and owners refer to them. `WHERE true` keeps SQLite from reading
/// `ON CONFLICT` as a part of the join.
const WRITE_STREAMS: &str = "INSERT INTO stream (id, game, open, title, owners, version, created_ms, updated_ms) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7 \
    FROM json_each($1) WHERE true \
    ON CONFLICT (id) DO UPDATE SET game = excluded.game, open = excluded.open, title = excluded.title, \
    owners = excluded.owners, version = excluded.version, updated_ms = excluded.updated_ms; ";

/// What most batches do not have: other owners, long texts, events that name people. An owner may be named twice.
const WRITE_REST: &str = "DELETE FROM owner WHERE (name, stream) IN (SELECT value ->> 1, value ->> 0 FROM json_each($3)); \
    INSERT INTO owner (name, stream) SELECT value ->> 1, value ->> 0 FROM json_each($4) WHERE true ON CONFLICT DO NOTHING; \
    INSERT INTO shared_text (hash, text) SELECT value ->> 0, value ->> 1 FROM json_each($5) WHERE true \
    ON CONFLICT DO NOTHING; \
    INSERT INTO mention (person, stream, version) \
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($6) WHERE true ON CONFLICT DO NOTHING; ";

/// The events.
const WRITE_EVENTS: &str = "INSERT INTO event (stream, version, at_ms, key, body, shared_field, shared_hash) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 \
    FROM json_each($2)";

/// A batch of moves only, and a batch of anything, with the end of the transaction.
static WRITE_MOVES: LazyLock<String> = LazyLock::new(|| format!("{WRITE_STREAMS}{WRITE_EVENTS}; COMMIT"));
static WRITE_ALL: LazyLock<String> = LazyLock::new(|| format!("{WRITE_STREAMS}{WRITE_REST}{WRITE_EVENTS}; COMMIT"));
/// The same without the end of the transaction.
static WRITE_WITHIN: LazyLock<String> = LazyLock::new(|| format!("{WRITE_STREAMS}{WRITE_REST}{WRITE_EVENTS}"));

impl Ledger {
    /// Writes and commits in one statement.
    async fn write(self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        self.write_as(connection, Some(&WRITE_MOVES), &WRITE_ALL).await
    }

    /// Writes with one of these statements: the first one if there are only moves.
    async fn write_as(
        self,
        connection: &mut SqliteConnection,
        write_moves: Option<&'static str>,
        write_all: &'static str,
    ) -> Result<(), sqlx::Error> {
        let changed = self.streams.iter().filter_map(|(name, entry)| Some((name, entry, entry.news.as_ref()?)));
        let changed = Vec::from_iter(changed);
        let (gone, new) = owner_changes(&changed);
        let streams = changed.iter().map(|(name, entry, news)| stream_row(name, entry, news));
        let streams = streams.collect::<Result<Vec<_>, _>>()?;
        let events: Vec<_> = self.events.iter().map(event_row).collect();
        let texts = self.events.iter().filter_map(|event| event.shared.as_ref());
        let texts: Vec<_> = texts.map(|shared| (&shared.hash, &shared.text)).collect();
        let mentions: Vec<_> = self.events.iter().flat_map(mention_rows).collect();
        let moves_only = gone.is_empty() && new.is_empty() && texts.is_empty() && mentions.is_empty();
        let (streams, events) = (json(&streams)?, json(&events)?);
        if let Some(write_moves) = write_moves.filter(|_| moves_only) {
            return sqlx::query(write_moves).bind(streams).bind(events).execute(connection).await.map(drop);
        }
        sqlx::query(write_all)
            .bind(streams)
            .bind(events)
            .bind(json(&gone)?)
            .bind(json(&new)?)
            .bind(json(&texts)?)
            .bind(json(&mentions)?)
            .execute(connection)
            .await
            .map(drop)
    }
}

/// A stream and one of its owners.
type Owned<'a> = (&'a str, &'a str);

/// Removed and added owners of a stream. Most appends have none.
fn owner_changes<'a>(changed: &[(&'a StreamId, &'a Entry, &'a News)]) -> (Vec<Owned<'a>>, Vec<Owned<'a>>) {
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    for (name, entry, news) in changed {
        let (kept, owners) = (entry.kept_owners.as_deref().unwrap_or_default(), &news.entry.owners);
        gone.extend(kept.iter().filter(|owner| !owners.contains(owner)).map(|owner| (name.as_str(), owner.as_str())));
        new.extend(owners.iter().filter(|owner| !kept.contains(owner)).map(|owner| (name.as_str(), owner.as_str())));
    }
    (gone, new)
}

/// A row of the table of streams.
fn stream_row<'a>(name: &'a StreamId, entry: &Entry, news: &'a News) -> Result<impl Serialize + use<'a>, sqlx::Error> {
    let ListEntry { game, open, title, owners } = &news.entry;
    let (version, owners) = (number(entry.version), json(owners)?);
    Ok((name.as_str(), game, open, title, owners, version, news.first_ms, news.last_ms))
}

/// A row of the table of events.
fn event_row(event: &Event) -> impl Serialize + use<'_> {
    let shared = event.shared.as_ref().map(|shared| (shared.field.as_str(), shared.hash.as_str())).unzip();
    let key = event.key.as_deref();
    (event.stream.as_str(), number(event.version), event.at_ms, key, event.body.as_str(), shared.0, shared.1)
}

/// The index rows for the people that an event names.
fn mention_rows(event: &Event) -> impl Iterator<Item = impl Serialize + use<'_>> + use<'_> {
    let (stream, version) = (event.stream.as_str(), number(event.version));
    mentioned(&event.body).into_iter().map(move |person| (person, stream, version))
}

/// Rows as one value, so that a statement is the same for any number of them.
fn json(rows: &impl Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(rows).map_err(|error| sqlx::Error::Encode(Box::new(error)))
}

/// A version counts events that were really written; it stays far below the limit.
fn number(version: Version) -> i64 {
    i64::try_from(version.0).unwrap_or(i64::MAX)
}
