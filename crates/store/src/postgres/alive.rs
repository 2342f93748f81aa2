//! When a node could last take moves, in one row for all nodes, and the outages that follow from it. All times are those
//! of the database's clock, because nodes may have different ones.

use std::time::Duration;

use super::Postgres;
use crate::outage::{KEPT, OUTAGE, ms, translated};
use crate::sql::{Connection, Found, outages, values};
use crate::{Beat, Clock, Pulse, StoreError};

/// The beat, and the outage that it ends, in one statement and so in one transaction. If another node has the row, this
/// one waits for it and then computes the new times again: so one node finds the outage. A gap is cut to the time that
/// this node can vouch for.
const BEAT: &str = "WITH \
    beat AS (UPDATE alive SET before_ms = at_ms, at_ms = (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint \
        RETURNING at_ms, before_ms), \
    gap AS (SELECT at_ms, CASE WHEN before_ms > 0 THEN GREATEST(LEAST(at_ms - before_ms, $2), 0) ELSE 0 END AS gap_ms \
        FROM beat), \
    found AS (INSERT INTO outage (until_ms, from_ms) SELECT at_ms, at_ms - gap_ms FROM gap WHERE gap_ms > $1 \
        ON CONFLICT DO NOTHING), \
    old AS (DELETE FROM outage WHERE until_ms < (SELECT at_ms FROM gap WHERE gap_ms > $1) - $3) \
    SELECT gap_ms FROM gap";

const DATABASE_CLOCK: &str = "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint AS now_ms";

impl Postgres {
    pub(super) async fn beat_alive(&self, beat: Beat) -> Result<Pulse, StoreError> {
        repeated!(self, held => beat_once(&mut Connection::Postgres(&mut held), beat, &self.clock))
    }
}

/// The outages are read by a statement of their own, which sees what another node has found a moment ago.
async fn beat_once(connection: &mut Connection<'_>, beat: Beat, clock: &Clock) -> Found<Pulse> {
    let row = connection.row(BEAT, values![ms(OUTAGE), beat.longest_ms(), ms(KEPT)]).await?;
    let gap = row.map(|row| row.get::<i64>("gap_ms")).transpose()?.unwrap_or(0);
    let gap = Duration::from_millis(u64::try_from(gap).unwrap_or(0));
    let unknown = outages::after(connection, beat.known).await?;
    if unknown.is_empty() {
        return Ok(Pulse { gap, outages: unknown });
    }
    let asked_ms = clock.now_ms();
    let row = connection.row(DATABASE_CLOCK, &[]).await?;
    let database_ms = row.map(|row| row.get("now_ms")).transpose()?.unwrap_or(asked_ms);
    Ok(Pulse { gap, outages: translated(unknown, database_ms, asked_ms, clock) })
}
