//! Work too long for one transaction, done in small steps between the batches of moves: indexing the events from before
//! there was an index of people, and deleting accounts. Pending work is in the file, so it continues after a restart.

use std::collections::VecDeque;

use serde_json::json;
use sqlx::{Row, SqliteConnection};
use tokio::sync::oneshot;

use crate::mention::{FIELD, mentioned};
use crate::sql::{Connection, Found, deletion};
use crate::{Changed, StoreError};

/// Number of events in one step of indexing.
const INDEXED_A_STEP: i64 = 2_000;

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
        let leaving = deletion::pending(&mut Connection::Sqlite(connection)).await?;
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
            Some(Chore::Forget { id, .. }) => deletion::step(&mut Connection::Sqlite(connection), id).await?,
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

/// Indexes all events that are not indexed yet.
pub(super) async fn index_all(connection: &mut SqliteConnection) -> Found<()> {
    while !index_some(connection).await? {}
    Ok(())
}

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
