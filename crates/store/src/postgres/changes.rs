//! The store's own order of changes: which matches were changed by transactions from a place on.

use std::sync::atomic::{AtomicU32, Ordering};

use super::Postgres;
use crate::sql::{Connection, Found, Row, unreadable, values};
use crate::{Hint, Place, StoreError};

/// A promoted standby may use the last transaction numbers of its primary again: those of transactions that wrote nothing,
/// or only to unlogged tables. So after a promotion, changes are read from this many numbers before the place.
const NUMBERS_USED_AGAIN: u64 = 1_000;

/// The place before every transaction that still runs: what those will write comes after it. The file of the write-ahead
/// log begins with the timeline.
const NOW: &str = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS place, \
    pg_walfile_name(pg_current_wal_lsn()) AS wal_file";

const SINCE: &str = "SELECT id, version, (SELECT MAX(number) FROM message WHERE message.stream = stream.id) AS message \
    FROM stream WHERE changed_in >= $1::text::xid8";

/// The timeline of the database when it was last read: each promotion begins another one. 0 before the first time.
#[derive(Debug, Default)]
pub(super) struct Timeline(AtomicU32);

impl Timeline {
    /// The number of the first transaction to look at, for a place of the timeline before this one.
    fn first_number(&self, place: Place, now: u32) -> u64 {
        if self.0.load(Ordering::Relaxed) == now { place.0 } else { place.0.saturating_sub(NUMBERS_USED_AGAIN) }
    }
}

impl Postgres {
    /// The changes since a place and the next place; without a place, no changes.
    pub(super) async fn changes_since_place(&self, place: Option<Place>) -> Result<(Vec<Hint>, Place), StoreError> {
        repeated!(self, held => changes_since(&mut Connection::Postgres(&mut held), place, &self.timeline))
    }
}

async fn changes_since(
    connection: &mut Connection<'_>,
    place: Option<Place>,
    timeline: &Timeline,
) -> Found<(Vec<Hint>, Place)> {
    let row = connection.row(NOW, &[]).await?.ok_or(sqlx::Error::RowNotFound)?;
    let next = Place(u64::try_from(row.get::<i64>("place")?).map_err(unreadable)?);
    let now = timeline_of(&row.get::<String>("wal_file")?);
    let hints = match place {
        Some(place) => {
            let first = timeline.first_number(place, now).to_string();
            connection.rows(SINCE, values![&first]).await?.iter().map(hint).collect::<Found<_>>()?
        }
        None => Vec::new(),
    };
    timeline.0.store(now, Ordering::Relaxed);
    Ok((hints, next))
}

/// The timeline in the name of a file of the write-ahead log: its first eight hexadecimal digits.
fn timeline_of(file: &str) -> u32 {
    file.get(..8).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0)
}

fn hint(row: &Row) -> Found<Hint> {
    let message = row.get::<Option<i64>>("message")?.map(u64::try_from).transpose().map_err(unreadable)?;
    Ok(Hint { stream: row.stream("id")?, version: row.version("version")?, message })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_look_after_a_promotion_begins_earlier() {
        let timeline = Timeline::default();
        assert_eq!(timeline.first_number(Place(5_000), 1), 4_000, "nothing is known yet");
        timeline.0.store(1, Ordering::Relaxed);
        assert_eq!(timeline.first_number(Place(5_000), 1), 5_000);
        assert_eq!(timeline.first_number(Place(5_000), 2), 4_000);
        assert_eq!(timeline.first_number(Place(7), 2), 0);
    }

    #[test]
    fn a_file_of_the_log_names_its_timeline() {
        assert_eq!(timeline_of("0000000A00000001000000C7"), 10);
        assert_eq!([timeline_of(""), timeline_of("backup_x")], [0, 0]);
    }
}
