//! Deleting a person in small steps: their messages are emptied, events that name them get an alias, and lists lose
//! them. Pending deletions are rows of `leaving`, so any later step, after a restart or at another node, continues them.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Connection, Found, unreadable, values};
use crate::people::{FORGOTTEN, retitled, without};

/// Number of events, messages and matches in one step.
const CHANGED_A_STEP: i64 = 100;

/// The people who are being deleted.
pub(crate) async fn pending(connection: &mut Connection<'_>) -> Found<Vec<String>> {
    let rows = connection.rows("SELECT person FROM leaving ORDER BY person", &[]).await?;
    rows.iter().map(|row| row.get("person")).collect()
}

/// One step, in its own transaction; `true` if nothing is left. On an error nothing was written, and the caller has to
/// end the transaction.
pub(crate) async fn step(connection: &mut Connection<'_>, id: &str) -> Found<bool> {
    connection.begin().await?;
    let sql = match connection {
        Connection::Sqlite(_) => "SELECT alias FROM leaving WHERE person = $1",
        // Other nodes wait until this step is done.
        Connection::Postgres(_) => "SELECT alias FROM leaving WHERE person = $1 FOR UPDATE",
    };
    let Some(row) = connection.row(sql, values![id]).await? else {
        connection.roll_back().await?;
        return Ok(true);
    };
    let alias: String = row.get("alias")?;
    let blanked = blank_messages(connection, id).await?;
    let erasure = Erasure::find(connection, id, &alias).await?;
    let done = blanked == 0 && erasure.streams.is_empty();
    match done {
        true => drop(connection.execute("DELETE FROM leaving WHERE person = $1", values![id]).await?),
        false => erasure.write(connection, id).await?,
    }
    connection.commit().await?;
    Ok(done)
}

async fn blank_messages(connection: &mut Connection<'_>, id: &str) -> Found<u64> {
    let sql = "UPDATE message SET person = $2, name = $2, text = '', key = NULL WHERE (stream, number) IN \
               (SELECT stream, number FROM message WHERE person = $1 LIMIT $3)";
    connection.execute(sql, values![id, FORGOTTEN, CHANGED_A_STEP]).await
}

/// What one step will write.
#[derive(Default)]
struct Erasure {
    /// Stream, version, and the event without the person; `None` if it does not name them after all.
    events: Vec<(String, i64, Option<String>)>,
    /// Streams, with the names that were removed from them.
    streams: BTreeMap<String, Vec<String>>,
}

impl Erasure {
    /// Some events that name the person; then some matches of which only the list still does.
    async fn find(connection: &mut Connection<'_>, id: &str, alias: &str) -> Found<Self> {
        let mut erasure = Self::default();
        let sql = "SELECT mention.stream, mention.version, event.body FROM mention LEFT JOIN event \
                   ON event.stream = mention.stream AND event.version = mention.version \
                   WHERE mention.person = $1 ORDER BY mention.stream, mention.version LIMIT $2";
        for row in connection.rows(sql, values![id, CHANGED_A_STEP]).await? {
            let (stream, version): (String, i64) = (row.get("stream")?, row.get("version")?);
            let body: Option<String> = row.get("body")?;
            let names = erasure.streams.entry(stream.clone()).or_default();
            let body = body.and_then(|body| without(&body, id, alias, names));
            erasure.events.push((stream, version, body));
        }
        if erasure.events.is_empty() {
            let sql = "SELECT stream FROM owner WHERE name = $1 LIMIT $2";
            for row in connection.rows(sql, values![id, CHANGED_A_STEP]).await? {
                erasure.streams.insert(row.get("stream")?, Vec::new());
            }
        }
        Ok(erasure)
    }

    async fn write(self, connection: &mut Connection<'_>, id: &str) -> Found<()> {
        // Streams first, in order, as appends take them: so a step and an append never wait for each other.
        for (stream, names) in &self.streams {
            strike_from_list(connection, stream, id, names).await?;
        }
        for (stream, version, body) in &self.events {
            if let Some(body) = body {
                let sql = "UPDATE event SET body = $3 WHERE stream = $1 AND version = $2";
                connection.execute(sql, values![stream, *version, body]).await?;
            }
            let sql = "DELETE FROM mention WHERE person = $1 AND stream = $2 AND version = $3";
            connection.execute(sql, values![id, stream, *version]).await?;
        }
        Ok(())
    }
}

/// What lists show of a match, without the person.
async fn strike_from_list(connection: &mut Connection<'_>, stream: &str, id: &str, names: &[String]) -> Found<()> {
    let sql = match connection {
        Connection::Sqlite(_) => "SELECT title, owners FROM stream WHERE id = $1",
        Connection::Postgres(_) => "SELECT title, owners FROM stream WHERE id = $1 FOR UPDATE",
    };
    let Some(row) = connection.row(sql, values![stream]).await? else { return Ok(()) };
    let title = retitled(&row.get::<String>("title")?, names);
    let owners: Vec<String> = serde_json::from_str(&row.get::<String>("owners")?).map_err(unreadable)?;
    let (gone, kept): (Vec<_>, Vec<_>) = owners.into_iter().partition(|owner| owner.contains(id));
    let sql = "UPDATE stream SET title = $2, owners = $3 WHERE id = $1";
    connection.execute(sql, values![stream, &title, &json!(kept).to_string()]).await?;
    // An owner that was found here is removed even if the match's own list did not have it.
    for name in gone.iter().map(String::as_str).chain([id]) {
        connection.execute("DELETE FROM owner WHERE stream = $1 AND name = $2", values![stream, name]).await?;
    }
    Ok(())
}
