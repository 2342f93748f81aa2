//! Removing a match with everything about it.

use super::{Connection, Found, values};
use crate::{StreamId, Version};

/// Removes a match if it is still at this version, with the texts that no other match has, in its own transaction.
/// On an error nothing was removed, and the caller has to end the transaction.
pub(crate) async fn remove(connection: &mut Connection<'_>, stream: &StreamId, version: Version) -> Found<bool> {
    connection.begin().await?;
    let found = match connection {
        Connection::Sqlite(_) => "SELECT 1 FROM stream WHERE id = $1 AND version = $2",
        Connection::Postgres(_) => "SELECT 1 FROM stream WHERE id = $1 AND version = $2 FOR UPDATE",
    };
    if connection.row(found, values![stream.as_str(), version]).await?.is_none() {
        connection.roll_back().await?;
        return Ok(false);
    }
    let texts = "SELECT DISTINCT shared_hash FROM event WHERE stream = $1 AND shared_hash IS NOT NULL";
    let texts = connection.rows(texts, values![stream.as_str()]).await?;
    for sql in [
        "DELETE FROM event WHERE stream = $1",
        "DELETE FROM owner WHERE stream = $1",
        "DELETE FROM mention WHERE stream = $1",
        "DELETE FROM message WHERE stream = $1",
        "DELETE FROM restriction WHERE stream = $1",
        "DELETE FROM stream WHERE id = $1",
    ] {
        connection.execute(sql, values![stream.as_str()]).await?;
    }
    for row in texts {
        let unused = "DELETE FROM shared_text WHERE hash = $1 \
                      AND NOT EXISTS (SELECT 1 FROM event WHERE shared_hash = $1)";
        connection.execute(unused, values![&row.get::<String>("shared_hash")?]).await?;
    }
    connection.commit().await?;
    Ok(true)
}
