//! Token buckets for all nodes, in a table that is not logged. One statement refills and empties them, by the database's
//! clock.

use std::collections::BTreeMap;

use sqlx::{PgConnection, Row};

use super::Postgres;
use crate::sql::{Found, values};
use crate::{SharedBucket, SharedLimits, StoreFuture};

/// Maximum number of buckets that one statement removes.
const ROWS: i64 = 5_000;
/// A bucket that is refilled more slowly is as good as one that is never refilled.
const SLOWEST: f64 = 1e-6;

/// Rows are taken in the order of their keys, so that two nodes never wait for each other. A node that had to wait may
/// have an earlier time than the row: then nothing is refilled.
const TAKE: &str = "INSERT INTO bucket AS old (key, tokens, per_second, burst, refused, at, full_at) \
    SELECT key, GREATEST(burst - 1, 0), per_second, burst, burst < 1, now(), \
        now() + LEAST(1 / per_second, 86400) * interval '1 second' \
        FROM unnest($1::text[], $2::float8[], $3::float8[]) AS row (key, per_second, burst) ORDER BY key \
    ON CONFLICT (key) DO UPDATE SET (tokens, per_second, burst, refused, at, full_at) = (SELECT \
        CASE WHEN filled.tokens >= 1 THEN filled.tokens - 1 ELSE filled.tokens END, \
        excluded.per_second, excluded.burst, filled.tokens < 1, GREATEST(old.at, now()), \
        GREATEST(old.at, now()) + LEAST((excluded.burst - filled.tokens + 1) / excluded.per_second, 86400) \
            * interval '1 second' \
        FROM (SELECT LEAST(excluded.burst, \
            old.tokens + GREATEST(EXTRACT(EPOCH FROM now() - old.at)::float8, 0) * excluded.per_second) AS tokens) AS filled) \
    RETURNING CASE WHEN refused THEN (1 - tokens) / per_second END AS wait";

impl SharedLimits for Postgres {
    fn take<'a>(&'a self, buckets: &'a [SharedBucket]) -> StoreFuture<'a, Result<(), f64>> {
        Box::pin(async move { repeated!(self, held => take(&mut held, buckets)) })
    }

    fn remove_full(&self) -> StoreFuture<'_, u64> {
        let sql = "DELETE FROM bucket WHERE key IN (SELECT key FROM bucket WHERE full_at < now() LIMIT $1)";
        Box::pin(async move { self.execute(sql, values![ROWS]).await })
    }
}

async fn take(connection: &mut PgConnection, buckets: &[SharedBucket]) -> Found<Result<(), f64>> {
    // Each once: a statement cannot change a row twice.
    let each: BTreeMap<&str, &SharedBucket> = buckets.iter().map(|bucket| (bucket.key.as_str(), bucket)).collect();
    let keys: Vec<&str> = each.keys().copied().collect();
    let rates: Vec<f64> = each.values().map(|bucket| bucket.per_second.max(SLOWEST)).collect();
    let bursts: Vec<f64> = each.values().map(|bucket| bucket.burst).collect();
    let rows = sqlx::query(TAKE).bind(keys).bind(rates).bind(bursts).fetch_all(connection).await?;
    let waits = rows.iter().map(|row| row.try_get("wait")).collect::<Found<Vec<Option<f64>>>>()?;
    Ok(waits.into_iter().flatten().reduce(f64::max).map_or(Ok(()), Err))
}
