//! The outages that a store knows, the same in SQLite and PostgreSQL.

use super::{Connection, Found, values};
use crate::Outage;
use crate::outage::{KEPT, ms};

/// Maximum number of outages that are read at once; a node that knows none gets the last ones.
const MOST: i64 = 1_000;

/// The outages after a number, in order, by the store's clock.
pub(crate) async fn after(connection: &mut Connection<'_>, known: i64) -> Found<Vec<Outage>> {
    let sql = "SELECT until_ms, from_ms FROM outage WHERE until_ms > $1 ORDER BY until_ms DESC LIMIT $2";
    let rows = connection.rows(sql, values![known, MOST]).await?;
    let outage = |row: &super::Row| {
        let (from_ms, until_ms) = (row.get("from_ms")?, row.get("until_ms")?);
        Ok(Outage { number: until_ms, from_ms, until_ms })
    };
    rows.iter().rev().map(outage).collect()
}

/// Notes an outage, and forgets those that no clock needs any more.
pub(crate) async fn note(connection: &mut Connection<'_>, outage: &Outage) -> Found<()> {
    let sql = "INSERT INTO outage (until_ms, from_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    connection.execute(sql, values![outage.until_ms, outage.from_ms]).await?;
    let old = outage.until_ms.saturating_sub(ms(KEPT));
    connection.execute("DELETE FROM outage WHERE until_ms < $1", values![old]).await.map(drop)
}
