//! Work too long for one transaction, done in small steps between the batches of moves: indexing the events from before
//! there was an index of people, and deleting accounts. Pending work is in the file, so it continues after a restart.

use std::collections::{BTreeMap, VecDeque};

use serde_json::json;
use sqlx::{Row, SqliteConnection};
use tokio::sync::oneshot;

use super::unreadable;
use crate::mention::{FIELD, mentioned};
use crate::people::{FORGOTTEN, retitled, without};
use crate::{Changed, StoreError};

/// Number of events in one step of indexing.
const INDEXED_A_STEP: i64 = 2_000;
/// Number of events, messages and matches in one step of a deletion.
const CHANGED_A_STEP: i64 = 100;

type Found<T> = Result<T, sqlx::Error>;
type Caller = oneshot::Sender<Result<Changed, StoreError>>;

/// What is left to do, in order.
#[derive(Default)]
pub(super) struct Chores {
    queue: VecDeque<Chore>,
}

enum Chore {
    /// Index the events from before the index.
    Index,
    /// Delete a person. A deletion from before a restart has no caller.
    Forget { id: String, caller: Option<Caller> },
}

impl Chores {
    /// Pending work of an earlier run. Deletions need the complete index, so it comes first.
    pub(super) async fn left(connection: &mut SqliteConnection) -> Found<Self> {
        let unindexed: bool =
            sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM unindexed)").fetch_one(&mut *connection).await?;
        let leaving: Vec<String> = sqlx::query_scalar("SELECT person FROM leaving").fetch_all(&mut *connection).await?;
        let forget = leaving.into_iter().map(|id| Chore::Forget { id, caller: None });
        Ok(Self { queue: unindexed.then_some(Chore::Index).into_iter().chain(forget).collect() })
    }

    /// Adds the deletion of a marked person.
    pub(super) fn forget(&mut self, id: String, caller: Caller) {
        self.queue.push_back(Chore::Forget { id, caller: Some(caller) });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Is there work to finish before closing? Indexing can wait, and so can deletions that need it.
    pub(super) fn is_pressing(&self) -> bool {
        matches!(self.queue.front(), Some(Chore::Forget { .. }))
    }

    /// Does one step of the first chore. On an error nothing was written, and the caller has to end the transaction.
    pub(super) async fn step(&mut self, connection: &mut SqliteConnection) -> Found<()> {
        let done = match self.queue.front() {
            None => return Ok(()),
            Some(Chore::Index) => index_some(connection).await?,
            Some(Chore::Forget { id, .. }) => forget_some(connection, id).await?,
        };
        if done && let Some(Chore::Forget { caller: Some(caller), .. }) = self.queue.pop_front() {
            let _ = caller.send(Ok(Changed::Done)); // a caller may have gone away
        }
        Ok(())
    }

    /// Reports a failure to the waiting callers. The work is retried anyway.
    pub(super) fn failed(&mut self, error: &StoreError) {
        for chore in &mut self.queue {
            if let Chore::Forget { caller, .. } = chore
                && let Some(caller) = caller.take()
            {
                let _ = caller.send(Err(error.clone())); // a caller may have gone away
            }
        }
    }
}

// ---- The index ----

/// Indexes the next events; `true` if there are no more.
async fn index_some(connection: &mut SqliteConnection) -> Found<bool> {
    let cursor = "BEGIN IMMEDIATE; SELECT stream, version FROM unindexed";
    let Some(row) = sqlx::query(cursor).fetch_optional(&mut *connection).await? else {
        sqlx::query("ROLLBACK").execute(connection).await?;
        return Ok(true);
    };
    let from: (String, i64) = (row.try_get(0)?, row.try_get(1)?);
    let sql = "SELECT stream, version FROM event WHERE (stream, version) > ($1, $2) \
               ORDER BY stream, version LIMIT 1 OFFSET $3";
    let query = sqlx::query(sql).bind(&from.0).bind(from.1).bind(INDEXED_A_STEP - 1);
    let last = query.fetch_optional(&mut *connection).await?;
    let last = last.map(|row| Found::Ok((row.try_get::<String, _>(0)?, row.try_get::<i64, _>(1)?))).transpose()?;
    let rows = mentions_between(connection, &from, last.as_ref()).await?;
    let sql = "INSERT INTO mention (person, stream, version) \
               SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($1) WHERE true ON CONFLICT DO NOTHING; \
               DELETE FROM unindexed; \
               INSERT INTO unindexed SELECT value ->> 0, value ->> 1 FROM json_each($2); \
               COMMIT";
    let query = sqlx::query(sql).bind(json!(rows).to_string()).bind(json!(Vec::from_iter(&last)).to_string());
    query.execute(connection).await?;
    Ok(last.is_none())
}

/// Who is named where, in the events after one up to another.
async fn mentions_between(
    connection: &mut SqliteConnection,
    from: &(String, i64),
    last: Option<&(String, i64)>,
) -> Found<Vec<(String, String, i64)>> {
    // No stream has the last Unicode character as its name.
    let end = last.cloned().unwrap_or(("\u{10ffff}".to_owned(), 0));
    let sql = "SELECT stream, version, body FROM event \
               WHERE (stream, version) > ($1, $2) AND (stream, version) <= ($3, $4) AND instr(body, $5) > 0";
    let query = sqlx::query(sql).bind(&from.0).bind(from.1).bind(&end.0).bind(end.1).bind(FIELD);
    let mut rows = Vec::new();
    for row in query.fetch_all(connection).await? {
        let (stream, version): (String, i64) = (row.try_get("stream")?, row.try_get("version")?);
        let people = mentioned(row.try_get("body")?);
        rows.extend(people.into_iter().map(|person| (person, stream.clone(), version)));
    }
    Ok(rows)
}

// ---- Deleting a person ----

/// What one step of a deletion will write.
#[derive(Default)]
struct Erasure {
    /// Stream, version, and the event without the person.
    events: Vec<(String, i64, String)>,
    /// Streams, with the names that were removed from them.
    streams: BTreeMap<String, Vec<String>>,
}

/// Removes the person from some messages, events and matches; `true` if nothing is left.
async fn forget_some(connection: &mut SqliteConnection, id: &str) -> Found<bool> {
    let sql = "BEGIN IMMEDIATE; SELECT alias FROM leaving WHERE person = $1";
    let Some(alias) = sqlx::query_scalar::<_, String>(sql).bind(id).fetch_optional(&mut *connection).await? else {
        sqlx::query("ROLLBACK").execute(connection).await?;
        return Ok(true);
    };
    let blanked = blank_messages(connection, id).await?;
    let erasure = Erasure::find(connection, id, &alias).await?;
    let done = blanked == 0 && erasure.streams.is_empty();
    if done {
        let sql = "DELETE FROM leaving WHERE person = $1; COMMIT";
        sqlx::query(sql).bind(id).execute(connection).await?;
    } else {
        erasure.write(connection, id).await?;
    }
    Ok(done)
}

async fn blank_messages(connection: &mut SqliteConnection, id: &str) -> Found<u64> {
    let sql = "UPDATE message SET person = $2, name = $2, text = '', key = NULL WHERE (stream, number) IN \
               (SELECT stream, number FROM message WHERE person = $1 LIMIT $3)";
    let query = sqlx::query(sql).bind(id).bind(FORGOTTEN).bind(CHANGED_A_STEP);
    Ok(query.execute(connection).await?.rows_affected())
}

impl Erasure {
    /// Some events that name the person; then some matches of which only the list still does.
    async fn find(connection: &mut SqliteConnection, id: &str, alias: &str) -> Found<Self> {
        let mut erasure = Self::default();
        let sql = "SELECT mention.stream, mention.version, event.body FROM mention LEFT JOIN event \
                   ON event.stream = mention.stream AND event.version = mention.version \
                   WHERE mention.person = $1 ORDER BY mention.stream, mention.version LIMIT $2";
        for row in sqlx::query(sql).bind(id).bind(CHANGED_A_STEP).fetch_all(&mut *connection).await? {
            let (stream, version): (String, i64) = (row.try_get("stream")?, row.try_get("version")?);
            let body: Option<String> = row.try_get("body")?;
            let names = erasure.streams.entry(stream.clone()).or_default();
            let body = body.and_then(|body| without(&body, id, alias, names)).unwrap_or_default();
            erasure.events.push((stream, version, body));
        }
        if erasure.events.is_empty() {
            let sql = "SELECT stream FROM owner WHERE name = $1 LIMIT $2";
            let owned: Vec<String> =
                sqlx::query_scalar(sql).bind(id).bind(CHANGED_A_STEP).fetch_all(connection).await?;
            erasure.streams.extend(owned.into_iter().map(|stream| (stream, Vec::new())));
        }
        Ok(erasure)
    }

    async fn write(self, connection: &mut SqliteConnection, id: &str) -> Found<()> {
        let heads = self.heads(connection, id).await?;
        let sql = "UPDATE event SET body = \
                   (SELECT value ->> 2 FROM json_each($1) WHERE value ->> 0 = stream AND value ->> 1 = version) \
                   WHERE (stream, version) IN \
                   (SELECT value ->> 0, value ->> 1 FROM json_each($1) WHERE value ->> 2 <> ''); \
                   DELETE FROM mention WHERE (person, stream, version) IN \
                   (SELECT $2, value ->> 0, value ->> 1 FROM json_each($1)); \
                   UPDATE stream SET \
                   title = (SELECT value ->> 1 FROM json_each($3) WHERE value ->> 0 = stream.id), \
                   owners = (SELECT value ->> 2 FROM json_each($3) WHERE value ->> 0 = stream.id) \
                   WHERE id IN (SELECT value ->> 0 FROM json_each($3)); \
                   DELETE FROM owner WHERE stream IN (SELECT value FROM json_each($4)) AND instr(name, $2) > 0; \
                   COMMIT";
        let streams: Vec<&String> = self.streams.keys().collect();
        let query = sqlx::query(sql).bind(json!(self.events).to_string()).bind(id);
        query.bind(json!(heads).to_string()).bind(json!(streams).to_string()).execute(connection).await.map(drop)
    }

    /// What lists show of these matches, without the person: stream, title and owners.
    async fn heads(&self, connection: &mut SqliteConnection, id: &str) -> Found<Vec<(String, String, String)>> {
        let sql = "SELECT stream.id, stream.title, stream.owners FROM json_each($1) AS named \
                   CROSS JOIN stream ON stream.id = named.value";
        let streams: Vec<&String> = self.streams.keys().collect();
        let mut heads = Vec::new();
        for row in sqlx::query(sql).bind(json!(streams).to_string()).fetch_all(connection).await? {
            let stream: String = row.try_get("id")?;
            let names = self.streams.get(&stream).map(Vec::as_slice).unwrap_or_default();
            let title = retitled(row.try_get("title")?, names);
            let mut owners: Vec<String> = serde_json::from_str(row.try_get("owners")?).map_err(unreadable)?;
            owners.retain(|owner| !owner.contains(id));
            heads.push((stream, title, json!(owners).to_string()));
        }
        Ok(heads)
    }
}
