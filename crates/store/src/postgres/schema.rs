//! The tables and the migrations. A new schema is a new SQL file and a new line in [`STEPS`]; a step that has been
//! released is never edited.
//!
//! Several nodes may start at once: one migrates, the others wait for it. During a rolling update nodes of two versions
//! share the tables, so a step only adds, and says the oldest schema whose programs still work with it.

use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, PgConnection, Row};

use crate::StoreError;
use crate::sql::Found;

/// One migration.
struct Step {
    /// The schema's number.
    version: i64,
    /// The oldest schema whose programs can work with the tables after this step.
    works_since: i64,
    sql: &'static str,
}

const STEPS: &[Step] = &[
    Step { version: 1, works_since: 1, sql: include_str!("0001_store.sql") },
    Step { version: 2, works_since: 1, sql: include_str!("0002_outages.sql") },
    Step { version: 3, works_since: 1, sql: include_str!("0003_moderation.sql") },
    Step { version: 4, works_since: 1, sql: include_str!("0004_presence.sql") },
    Step { version: 5, works_since: 1, sql: include_str!("0005_signing_keys.sql") },
    Step { version: 6, works_since: 1, sql: include_str!("0006_analyses.sql") },
    Step { version: 7, works_since: 1, sql: include_str!("0007_puzzles.sql") },
];

/// The newest schema this program knows.
pub(super) const NEWEST: i64 = STEPS[STEPS.len() - 1].version;

/// Why the tables cannot be used.
pub(super) enum Unfit {
    /// A newer Boxtop has changed them in a way that this one does not know.
    Newer(StoreError),
    /// The database failed.
    Database(sqlx::Error),
}

impl From<sqlx::Error> for Unfit {
    fn from(error: sqlx::Error) -> Self {
        Unfit::Database(error)
    }
}

/// Applies the missing migrations, all or none, up to `newest` or to the newest there is. `place` names the database in
/// errors.
pub(super) async fn bring_up_to_date(
    connection: &mut PgConnection,
    schema: &str,
    newest: Option<i64>,
    place: &str,
) -> Result<(), Unfit> {
    sqlx::query("BEGIN").execute(&mut *connection).await?;
    let taken = take_steps(connection, schema, newest.unwrap_or(NEWEST), place).await;
    let end = if taken.is_ok() { "COMMIT" } else { "ROLLBACK" };
    let ended = sqlx::query(end).execute(connection).await;
    taken?;
    ended?;
    Ok(())
}

async fn take_steps(connection: &mut PgConnection, schema: &str, newest: i64, place: &str) -> Result<(), Unfit> {
    // Held until the transaction ends: another node that starts now waits, and then finds nothing to do.
    let lock = "SELECT pg_advisory_xact_lock(hashtextextended('boxtop migrations', 0))";
    sqlx::query(lock).execute(&mut *connection).await?;
    let (current, works_since) = current(connection, schema).await?;
    if works_since > newest {
        return Err(Unfit::Newer(StoreError::NewerSchema { path: place.into(), found: current, known: newest }));
    }
    for step in STEPS.iter().filter(|step| step.version > current && step.version <= newest) {
        sqlx::raw_sql(step.sql).execute(&mut *connection).await?;
        let sql = "INSERT INTO boxtop_schema (version, works_since) VALUES ($1, $2)";
        sqlx::query(sql).bind(step.version).bind(step.works_since).execute(&mut *connection).await?;
    }
    Ok(())
}

/// The number of the schema in the database, and the oldest that still works with it; 0 for an empty one.
async fn current(connection: &mut PgConnection, schema: &str) -> Found<(i64, i64)> {
    // The name was checked when the address was read.
    let made = format!(
        "CREATE SCHEMA IF NOT EXISTS {schema}; \
         CREATE TABLE IF NOT EXISTS boxtop_schema (version BIGINT PRIMARY KEY, works_since BIGINT NOT NULL)"
    );
    sqlx::raw_sql(AssertSqlSafe(made)).execute(&mut *connection).await?;
    let sql = "SELECT COALESCE(MAX(version), 0) AS version, COALESCE(MAX(works_since), 0) AS works_since \
               FROM boxtop_schema";
    let row: PgRow = sqlx::query(sql).fetch_one(connection).await?;
    Ok((row.try_get("version")?, row.try_get("works_since")?))
}
