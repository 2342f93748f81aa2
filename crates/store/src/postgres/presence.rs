//! Who is connected to which match, at all nodes: tables that are not logged.

use std::collections::BTreeMap;
use std::time::Duration;

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

use super::Postgres;
use crate::sql::{Found, unreadable, values};
use crate::{PresenceChange, Seen, SharedPresence, StoreFuture, StreamId};

/// Maximum number of rows that one statement removes.
const ROWS: i64 = 5_000;

/// Renews the node and writes what has changed there.
const UPDATE: &str = "WITH \
    alive AS (INSERT INTO node (name, ends) VALUES ($1, now() + $2 * interval '1 millisecond') \
        ON CONFLICT (name) DO UPDATE SET ends = excluded.ends) \
    INSERT INTO presence (stream, person, node, here, since) \
    SELECT row.stream, row.person, $1, row.here, now() FROM unnest($3::text[], $4::text[], $5::bool[]) \
        AS row (stream, person, here) \
    ON CONFLICT (stream, person, node) DO UPDATE SET here = excluded.here, since = excluded.since";

/// People of a node that is gone have left when its time was over.
const ELSEWHERE: &str = "SELECT person, \
    here AND COALESCE(node.ends > now(), FALSE) AS here, \
    (EXTRACT(EPOCH FROM now() - CASE WHEN here THEN COALESCE(node.ends, since) ELSE since END) * 1000)::bigint AS left_ms \
    FROM presence LEFT JOIN node ON node.name = presence.node WHERE stream = $1 AND presence.node <> $2";

const SPECTATORS: &str = "SELECT stream, COUNT(DISTINCT person) AS people FROM presence \
    JOIN node ON node.name = presence.node AND node.ends > now() \
    WHERE here AND stream = ANY($1) \
    AND NOT EXISTS (SELECT 1 FROM owner WHERE owner.stream = presence.stream AND owner.name = presence.person) \
    GROUP BY stream";

const CLEAN_UP: &str = "WITH old AS (SELECT stream, person, presence.node FROM presence \
    LEFT JOIN node ON node.name = presence.node \
    WHERE (NOT here AND since < now() - $1 * interval '1 millisecond') \
    OR COALESCE(node.ends, since) < now() - $1 * interval '1 millisecond' LIMIT $2), \
    gone AS (DELETE FROM node WHERE ends < now() - $1 * interval '1 millisecond' \
        AND NOT EXISTS (SELECT 1 FROM presence WHERE presence.node = node.name)) \
    DELETE FROM presence USING old \
    WHERE presence.stream = old.stream AND presence.person = old.person AND presence.node = old.node";

impl SharedPresence for Postgres {
    fn update<'a>(&'a self, changes: &'a [PresenceChange], time: Duration) -> StoreFuture<'a, ()> {
        Box::pin(async move { repeated!(self, held => update(&mut held, &self.node, changes, time)) })
    }

    fn seen_elsewhere<'a>(&'a self, stream: &'a StreamId) -> StoreFuture<'a, Vec<Seen>> {
        Box::pin(async move { repeated!(self, held => seen_elsewhere(&mut held, &self.node, stream)) })
    }

    fn spectators<'a>(&'a self, streams: &'a [StreamId]) -> StoreFuture<'a, Vec<(StreamId, usize)>> {
        Box::pin(async move { repeated!(self, held => spectators(&mut held, streams)) })
    }

    fn clean_up(&self, older: Duration) -> StoreFuture<'_, u64> {
        Box::pin(async move { self.execute(CLEAN_UP, values![milliseconds(older), ROWS]).await })
    }
}

async fn update(connection: &mut PgConnection, node: &str, changes: &[PresenceChange], time: Duration) -> Found<()> {
    let (streams, people, here) = columns(changes);
    let query = sqlx::query(UPDATE).bind(node).bind(milliseconds(time));
    query.bind(streams).bind(people).bind(here).execute(connection).await.map(drop)
}

async fn seen_elsewhere(connection: &mut PgConnection, node: &str, stream: &StreamId) -> Found<Vec<Seen>> {
    let rows = sqlx::query(ELSEWHERE).bind(stream.as_str()).bind(node).fetch_all(connection).await?;
    rows.iter().map(seen).collect()
}

async fn spectators(connection: &mut PgConnection, streams: &[StreamId]) -> Found<Vec<(StreamId, usize)>> {
    let names: Vec<&str> = streams.iter().map(StreamId::as_str).collect();
    let count = |row: &PgRow| {
        let people = usize::try_from(row.try_get::<i64, _>("people")?).map_err(unreadable)?;
        Ok((StreamId::new(row.try_get::<String, _>("stream")?).map_err(unreadable)?, people))
    };
    sqlx::query(SPECTATORS).bind(names).fetch_all(connection).await?.iter().map(count).collect()
}

/// The columns of changes, the last one for each person at a match, in an order that all nodes share.
fn columns(changes: &[PresenceChange]) -> (Vec<&str>, Vec<&str>, Vec<bool>) {
    let last: BTreeMap<_, _> =
        changes.iter().map(|change| ((change.stream.as_str(), change.person.as_str()), change.here)).collect();
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    for ((stream, person), here) in last {
        columns.0.push(stream);
        columns.1.push(person);
        columns.2.push(here);
    }
    columns
}

fn seen(row: &PgRow) -> Found<Seen> {
    let left = Duration::from_millis(u64::try_from(row.try_get::<i64, _>("left_ms")?).unwrap_or(0));
    let here: bool = row.try_get("here")?;
    Ok(Seen { person: row.try_get("person")?, left: (!here).then_some(left) })
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
