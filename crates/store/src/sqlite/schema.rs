//! The tables and the migrations. A new schema is a new SQL file and a new line in
//! [`STEPS`]; a step that has been released is never edited.

use sqlx::{AssertSqlSafe, Row, SqliteConnection};

use crate::names::skeleton;

/// Marks a file as ours, in its header: "Boxt".
pub(super) const APPLICATION_ID: i64 = 0x426f_7874;

/// A schema's number, and the SQL that leads to it from the one before. Numbers grow; they need not be without gaps.
type Step = (i64, &'static str);

const STEPS: &[Step] = &[
    (1, include_str!("0001_streams.sql")),
    (2, include_str!("0002_people.sql")),
    (3, include_str!("0003_shared_texts.sql")),
    (13, include_str!("0013_accounts.sql")),
    (14, include_str!("0014_message_keys.sql")),
    (15, include_str!("0015_outages.sql")),
    (16, include_str!("0016_moderation.sql")),
    (17, include_str!("0017_signing_keys.sql")),
    (18, include_str!("0018_analyses.sql")),
    (19, include_str!("0019_puzzles.sql")),
];

/// The newest schema this program knows.
pub(super) const NEWEST: i64 = STEPS[STEPS.len() - 1].0;

/// Creates the tables in an empty file.
pub(super) async fn make(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(format!("PRAGMA application_id = {APPLICATION_ID}"))).execute(&mut *connection).await?;
    bring_up_to_date(connection).await
}

/// Applies the missing migrations, all or none.
pub(super) async fn bring_up_to_date(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    take_steps(connection, STEPS).await?;
    add_skeletons(connection).await
}

/// Adds the skeletons of names claimed before look-alikes were checked. Two of them may look alike; both stay.
async fn add_skeletons(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let sql = "SELECT id, claimed FROM person WHERE claimed IS NOT NULL AND skeleton IS NULL";
    let rows = sqlx::query(sql).fetch_all(&mut *connection).await?;
    let mut skeletons = Vec::with_capacity(rows.len());
    for row in &rows {
        skeletons.push((row.try_get::<String, _>("id")?, skeleton(row.try_get("claimed")?)));
    }
    if skeletons.is_empty() {
        return Ok(());
    }
    let sql = "UPDATE person SET skeleton = named.value ->> 1 FROM json_each($1) AS named WHERE person.id = named.value ->> 0";
    sqlx::query(sql).bind(serde_json::json!(skeletons).to_string()).execute(connection).await.map(drop)
}

/// Takes the write lock even if there is nothing to do, so that a missing permission is found now and not at the first append.
async fn take_steps(connection: &mut SqliteConnection, steps: &[Step]) -> Result<(), sqlx::Error> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let taken = take_steps_locked(connection, steps).await;
    let end = if taken.is_ok() { "COMMIT" } else { "ROLLBACK" };
    taken.and(sqlx::query(end).execute(&mut *connection).await.map(drop))
}

async fn take_steps_locked(connection: &mut SqliteConnection, steps: &[Step]) -> Result<(), sqlx::Error> {
    let current = version(connection).await?;
    for (reached, step) in steps.iter().filter(|(reached, _)| *reached > current) {
        sqlx::raw_sql(*step).execute(&mut *connection).await?;
        sqlx::raw_sql(AssertSqlSafe(format!("PRAGMA user_version = {reached}"))).execute(&mut *connection).await?;
    }
    Ok(())
}

/// The schema a file has.
pub(super) async fn version(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("PRAGMA user_version").fetch_one(connection).await
}

/// The mark of the program a file belongs to; 0 when it has none.
pub(super) async fn application_id(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("PRAGMA application_id").fetch_one(connection).await
}

#[cfg(test)]
mod tests {
    use sqlx::Connection;

    use super::*;

    async fn names(connection: &mut SqliteConnection) -> Vec<String> {
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
        sqlx::query_scalar(sql).fetch_all(connection).await.expect("a list of tables")
    }

    #[tokio::test]
    async fn an_old_file_takes_only_the_missing_steps() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.expect("a database in memory");
        let steps = [(1, "CREATE TABLE a (x)"), (2, "CREATE TABLE b (x)"), (7, "CREATE TABLE c (x)")];
        take_steps(&mut connection, &steps[..1]).await.expect("one step");
        take_steps(&mut connection, &steps).await.expect("two more");
        take_steps(&mut connection, &steps).await.expect("none more");
        assert_eq!(names(&mut connection).await, ["a", "b", "c"]);
        assert_eq!(version(&mut connection).await.expect("a version"), 7);
    }

    #[tokio::test]
    async fn a_failing_step_leaves_the_file_as_it_was() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.expect("a database in memory");
        let steps = [(1, "CREATE TABLE a (x)"), (2, "CREATE TABLE b (x)"), (3, "not SQL")];
        take_steps(&mut connection, &steps[..1]).await.expect("one step");
        take_steps(&mut connection, &steps).await.expect_err("the third step fails");
        assert_eq!(names(&mut connection).await, ["a"]);
        assert_eq!(version(&mut connection).await.expect("a version"), 1);
    }
}
