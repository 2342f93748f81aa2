//! What people made of puzzles.

use super::{Connection, Found, Row, values};
use crate::PuzzleResult;

/// The results of a person, the oldest first.
pub(crate) async fn results(connection: &mut Connection<'_>, person: &str) -> Found<Vec<PuzzleResult>> {
    let sql = "SELECT * FROM puzzle_result WHERE person = $1 ORDER BY at_ms, game, puzzle";
    connection.rows(sql, values![person]).await?.iter().map(result).collect()
}

fn result(row: &Row) -> Found<PuzzleResult> {
    Ok(PuzzleResult {
        person: row.get("person")?,
        game: row.get("game")?,
        puzzle: row.get("puzzle")?,
        solved: row.get("solved")?,
        at_ms: row.get("at_ms")?,
    })
}

/// Adds a result unless the person has one for this puzzle. Returns the number of rows added.
pub(super) async fn add(connection: &mut Connection<'_>, result: &PuzzleResult, now_ms: i64) -> Found<u64> {
    let sql = "INSERT INTO puzzle_result (person, game, puzzle, solved, at_ms) VALUES ($1, $2, $3, $4, $5) \
               ON CONFLICT DO NOTHING";
    let PuzzleResult { person, game, puzzle, solved, .. } = result;
    connection.execute(sql, values![person, game, puzzle, *solved, now_ms]).await
}

/// Deletes the results of a person.
pub(super) async fn forget(connection: &mut Connection<'_>, person: &str) -> Found<()> {
    connection.execute("DELETE FROM puzzle_result WHERE person = $1", values![person]).await.map(drop)
}
