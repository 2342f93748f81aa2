//! When moves could last be taken, in one row, and the outages that follow from it.

use crate::outage::Alive;
use crate::sql::{Connection, Found, outages, values};
use crate::{Beat, Pulse};

/// Notes a beat and the outage that it ends, in one transaction. On an error the caller has to end it.
pub(super) async fn beat(connection: &mut Connection<'_>, beat: Beat, now_ms: i64, restarted: bool) -> Found<Pulse> {
    connection.begin().await?;
    let row = connection.row("SELECT at_ms, resting FROM alive", &[]).await?;
    let before = match row {
        Some(row) => Alive { at_ms: row.get("at_ms")?, resting: row.get("resting")? },
        None => Alive::default(),
    };
    let (after, pulse) = before.beat(beat, now_ms, restarted);
    connection.execute("UPDATE alive SET at_ms = $1, resting = $2", values![after.at_ms, after.resting]).await?;
    for outage in &pulse.outages {
        outages::note(connection, outage).await?;
    }
    let unknown = outages::after(connection, beat.known).await?;
    connection.commit().await?;
    Ok(Pulse { outages: unknown, ..pulse })
}
