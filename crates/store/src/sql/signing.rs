//! Keys that sign receipts: reads, and the statements of each change. The caller makes them one transaction.

use super::{Connection, Found, Row, values};
use crate::SiteKey;

/// All keys: the one in use first, then the last retired.
pub(crate) async fn keys(connection: &mut Connection<'_>) -> Found<Vec<SiteKey>> {
    let sql = "SELECT * FROM signing_key ORDER BY retired_ms IS NOT NULL, retired_ms DESC, created_ms DESC, id";
    connection.rows(sql, &[]).await?.iter().map(key).collect()
}

fn key(row: &Row) -> Found<SiteKey> {
    Ok(SiteKey {
        id: row.get("id")?,
        public: row.get("public")?,
        secret: row.get("secret")?,
        created_ms: row.get("created_ms")?,
        retired_ms: row.get("retired_ms")?,
    })
}

/// Stores a key if none is in use; the number of rows added. If two nodes come at once, the index of the key in use lets
/// only one of them add a row.
pub(crate) async fn add_first(connection: &mut Connection<'_>, key: &SiteKey, now_ms: i64) -> Found<u64> {
    let sql = "INSERT INTO signing_key (id, public, secret, created_ms) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    connection.execute(sql, values![&key.id, &key.public, &key.secret, now_ms]).await
}

/// Retires the key in use, erases its secret and stores another one; the number of rows added.
pub(crate) async fn rotate(connection: &mut Connection<'_>, key: &SiteKey, now_ms: i64) -> Found<u64> {
    if let Connection::Sqlite(_) = connection {
        // The old secret is overwritten in the file as well.
        connection.execute("PRAGMA secure_delete = ON", &[]).await?;
    }
    let sql = "UPDATE signing_key SET secret = NULL, retired_ms = $1 WHERE retired_ms IS NULL";
    connection.execute(sql, values![now_ms]).await?;
    add_first(connection, key, now_ms).await
}
