//! The tables, and bringing a file from an earlier schema up to date. A new schema is a new SQL file and a new line in
//! [`STEPS`]; a step that has been released is never edited.

use sqlx::{AssertSqlSafe, SqliteConnection};

/// Marks a file as ours, in its header: "Boxt".
pub(super) const APPLICATION_ID: i64 = 0x426f_7874;

/// Step n leads from schema n to schema n + 1.
const STEPS: &[&str] =
    &[include_str!("0001_streams.sql"), include_str!("0002_people.sql"), include_str!("0004_shared_texts.sql")];

/// The newest schema this program knows.
pub(super) const NEWEST: i64 = STEPS.len() as i64;

/// Makes the tables in an empty file.
pub(super) async fn make(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(format!("PRAGMA application_id = {APPLICATION_ID}"))).execute(&mut *connection).await?;
    bring_up_to_date(connection).await
}

/// Takes the steps a file has not taken yet, all or none.
pub(super) async fn bring_up_to_date(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    take_steps(connection, STEPS).await
}

/// Takes the write lock even when there is nothing to do: who may not write finds out now, not at the first append.
async fn take_steps(connection: &mut SqliteConnection, steps: &[&'static str]) -> Result<(), sqlx::Error> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let taken = take_steps_locked(connection, steps).await;
    let end = if taken.is_ok() { "COMMIT" } else { "ROLLBACK" };
    taken.and(sqlx::query(end).execute(&mut *connection).await.map(drop))
}

async fn take_steps_locked(connection: &mut SqliteConnection, steps: &[&'static str]) -> Result<(), sqlx::Error> {
    let current = version(connection).await?;
    for (reached, step) in (1..).zip(steps).filter(|(reached, _)| *reached > current) {
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
        let steps = ["CREATE TABLE a (x)", "CREATE TABLE b (x)", "CREATE TABLE c (x)"];
        take_steps(&mut connection, &steps[..1]).await.expect("one step");
        take_steps(&mut connection, &steps).await.expect("two more");
        take_steps(&mut connection, &steps).await.expect("none more");
        assert_eq!(names(&mut connection).await, ["a", "b", "c"]);
        assert_eq!(version(&mut connection).await.expect("a version"), 3);
    }

    #[tokio::test]
    async fn a_failing_step_leaves_the_file_as_it_was() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.expect("a database in memory");
        let steps = ["CREATE TABLE a (x)", "CREATE TABLE b (x)", "not SQL"];
        take_steps(&mut connection, &steps[..1]).await.expect("one step");
        take_steps(&mut connection, &steps).await.expect_err("the third step fails");
        assert_eq!(names(&mut connection).await, ["a"]);
        assert_eq!(version(&mut connection).await.expect("a version"), 1);
    }
}
