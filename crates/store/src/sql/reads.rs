//! Reading events and lists of matches.

use sqlx::AssertSqlSafe;

use super::{Connection, Found, Row, Value, unreadable, values};
use crate::{Filter, ListEntry, Listed, Stored, StreamId, Version, shared_text};

/// The events after a version, in order.
pub(crate) async fn events(connection: &mut Connection<'_>, stream: &StreamId, after: Version) -> Found<Vec<Stored>> {
    let sql = "SELECT version, at_ms, key, body, shared_field, shared_hash, shared_text.text AS shared_text \
               FROM event LEFT JOIN shared_text ON shared_text.hash = event.shared_hash \
               WHERE stream = $1 AND version > $2 ORDER BY version";
    connection.rows(sql, values![stream.as_str(), after]).await?.iter().map(stored).collect()
}

fn stored(row: &Row) -> Found<Stored> {
    Ok(Stored { version: row.version("version")?, at_ms: row.get("at_ms")?, key: row.get("key")?, body: body(row)? })
}

/// An event's text, with its shared text restored.
fn body(row: &Row) -> Found<String> {
    let body: String = row.get("body")?;
    let Some(hash) = row.get::<Option<String>>("shared_hash")? else { return Ok(body) };
    let (field, text): (String, String) = (row.get("shared_field")?, row.get("shared_text")?);
    Ok(shared_text::put_back(&body, &field, &hash, &text))
}

/// The matches that fit the filter, the last updated first.
pub(crate) async fn list(connection: &mut Connection<'_>, filter: &Filter) -> Found<Vec<Listed>> {
    let Query { sql, values } = list_query(filter);
    connection.rows(AssertSqlSafe(sql), &values).await?.iter().map(listed).collect()
}

/// The match with this name, as lists show it.
pub(crate) async fn listed_as(connection: &mut Connection<'_>, stream: &StreamId) -> Found<Option<Listed>> {
    let sql = format!("{SELECT}stream WHERE id = $1");
    connection.row(AssertSqlSafe(sql), values![stream.as_str()]).await?.as_ref().map(listed).transpose()
}

/// Some matches after this one, in the order of their names.
pub(crate) async fn list_by_name(
    connection: &mut Connection<'_>,
    after: Option<&StreamId>,
    limit: usize,
) -> Found<Vec<Listed>> {
    let sql = format!("{SELECT}stream WHERE id > $1 ORDER BY id LIMIT {limit}");
    // Every name comes after the empty one.
    let after = after.map_or("", StreamId::as_str);
    connection.rows(AssertSqlSafe(sql), values![after]).await?.iter().map(listed).collect()
}

/// What lists show of a match, from a table to be named.
const SELECT: &str = "SELECT stream.id, stream.game, stream.open, stream.title, stream.owners, stream.version, \
                      stream.created_ms, stream.updated_ms FROM ";

/// A query that is put together. Everything from outside is a parameter.
struct Query {
    sql: String,
    values: Vec<Value>,
}

impl Query {
    fn push(&mut self, sql: &str) {
        self.sql += sql;
    }

    /// Adds SQL that ends with this parameter.
    fn push_with(&mut self, sql: &str, value: impl Into<Value>) {
        self.values.push(value.into());
        self.sql += &format!("{sql}${}", self.values.len());
    }
}

/// An owner has few matches among many: they are looked up first (in SQLite, `CROSS JOIN` keeps that order).
fn list_query(filter: &Filter) -> Query {
    let mut query = Query { sql: SELECT.to_owned(), values: Vec::new() };
    match &filter.owner {
        Some(owner) => {
            query.push_with("owner CROSS JOIN stream WHERE stream.id = owner.stream AND owner.name = ", owner);
        }
        None => query.push("stream WHERE 1 = 1"),
    }
    if let Some(game) = &filter.game {
        query.push_with(" AND stream.game = ", game);
    }
    if let Some(open) = filter.open {
        query.push_with(" AND stream.open = ", open);
    }
    if let Some((updated_ms, stream)) = &filter.after {
        query.push_with(" AND (stream.updated_ms < ", *updated_ms);
        query.push_with(" OR (stream.updated_ms = ", *updated_ms);
        query.push_with(" AND stream.id > ", stream.as_str());
        query.push("))");
    }
    query.push_with(" ORDER BY stream.updated_ms DESC, stream.id LIMIT ", i64::from(filter.limit));
    query
}

fn listed(row: &Row) -> Found<Listed> {
    let entry = ListEntry {
        game: row.get("game")?,
        open: row.get("open")?,
        title: row.get("title")?,
        owners: serde_json::from_str(&row.get::<String>("owners")?).map_err(unreadable)?,
    };
    Ok(Listed {
        stream: row.stream("id")?,
        entry,
        version: row.version("version")?,
        created_ms: row.get("created_ms")?,
        updated_ms: row.get("updated_ms")?,
    })
}
