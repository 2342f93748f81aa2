//! The end of a match whose table the host closes: its events are appended in the transaction of the host's action.

use sqlx::PgConnection;

use super::batch;
use super::hints::Notify;
use crate::moderation::Outdated;
use crate::sql::{Connection, Found, values};
use crate::{Append, Hint, HostAction, Version};

/// Tells other nodes of the end of a match whose table the host closes. Sent at the commit.
pub(super) async fn tell_of_closing(
    connection: &mut Connection<'_>,
    action: &HostAction,
    notify: Option<&Notify>,
) -> Found<()> {
    let HostAction::Close { append: Some(append), .. } = action else { return Ok(()) };
    let Some(Notify { channel, stamp }) = notify else { return Ok(()) };
    let reached = Version(append.expected.0.saturating_add(append.events.len() as u64));
    let hint = Hint { stream: append.stream.clone(), version: reached, message: None };
    let sql = "SELECT pg_notify($1, $2)";
    connection.execute(sql, values![channel, &format!("{stamp} {}", hint.text())]).await.map(drop)
}

/// Appends in an open transaction. If the match has another version than expected, nothing is written.
pub(crate) async fn append_within(connection: &mut PgConnection, append: Append, now_ms: i64) -> Found<Outdated> {
    let stream = append.stream.clone();
    let written = batch::write(connection, &[(append, now_ms)], None).await?;
    if written.contains(stream.as_str()) {
        return Ok(Ok(()));
    }
    let sql = "SELECT version FROM stream WHERE id = $1";
    let row = Connection::Postgres(connection).row(sql, values![stream.as_str()]).await?;
    Ok(Err(row.map(|row| row.version("version")).transpose()?.unwrap_or(Version::NONE)))
}
