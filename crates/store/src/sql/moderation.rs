//! What the host does: reads, and the statements of each action. The caller makes them one transaction.

use super::{Connection, Found, Row, people, signing, unreadable, values};
use crate::moderation::{NewReport, judge_report};
use crate::people::FORGOTTEN;
use crate::{
    Account, Activity, AuditEntry, Ban, Changed, GameCount, HostAction, Moderation, Report, ReportState, Restrictions,
    Statistics, StreamId, TableRestriction,
};

// ---- Look up ----

pub(crate) async fn revision(connection: &mut Connection<'_>) -> Found<u64> {
    count(connection, "SELECT COALESCE(MAX(number), 0) AS count FROM audit").await
}

pub(crate) async fn restrictions(connection: &mut Connection<'_>) -> Found<Restrictions> {
    let bans = connection.rows("SELECT * FROM ban ORDER BY since_ms, person", &[]).await?;
    let sql = "SELECT * FROM restriction WHERE hidden OR closed IS NOT NULL ORDER BY stream";
    let tables = connection.rows(sql, &[]).await?;
    let sql = "SELECT stream, number FROM message WHERE removed ORDER BY stream, number";
    let removed = connection.rows(sql, &[]).await?;
    Ok(Restrictions {
        bans: bans.iter().map(ban).collect::<Found<_>>()?,
        tables: tables.iter().map(table).collect::<Found<_>>()?,
        removed: removed.iter().map(|row| Ok((row.stream("stream")?, number(row, "number")?))).collect::<Found<_>>()?,
    })
}

pub(crate) async fn reports(connection: &mut Connection<'_>, all: bool) -> Found<Vec<Report>> {
    let sql = "SELECT * FROM report WHERE state = 'open' OR $1 ORDER BY id";
    connection.rows(sql, values![all]).await?.iter().map(report_of).collect()
}

pub(crate) async fn audit(connection: &mut Connection<'_>, after: u64, limit: u32) -> Found<Vec<AuditEntry>> {
    let sql = "SELECT * FROM audit WHERE number > $1 ORDER BY number LIMIT $2";
    let rows = connection.rows(sql, values![crate::Version(after), i64::from(limit)]).await?;
    rows.iter().map(entry).collect()
}

pub(crate) async fn people_called(connection: &mut Connection<'_>, name: &str, limit: u32) -> Found<Vec<Account>> {
    let sql = "SELECT * FROM person WHERE NOT gone AND (lower(name) = lower($1) OR name = $1 OR folded = $2 \
               OR substr(id, 1, length($1)) = $1) ORDER BY created_ms DESC, id LIMIT $3";
    let rows = connection.rows(sql, values![name, &crate::names::folded(name), i64::from(limit)]).await?;
    rows.iter().map(people::person).collect()
}

pub(crate) async fn statistics(connection: &mut Connection<'_>, now_ms: i64) -> Found<Statistics> {
    let sql = "SELECT game, SUM(CASE WHEN open THEN 1 ELSE 0 END) AS open, \
               SUM(CASE WHEN open THEN 0 ELSE 1 END) AS finished FROM stream GROUP BY game ORDER BY game";
    let games = connection.rows(sql, &[]).await?;
    let game = |row: &Row| {
        Ok(GameCount { game: row.get("game")?, open: number(row, "open")?, over: number(row, "finished")? })
    };
    let bans = "SELECT COUNT(*) AS count FROM ban WHERE until_ms IS NULL OR until_ms > $1";
    let bans = connection.row(bans, values![now_ms]).await?.map(|row| number(&row, "count")).transpose()?;
    Ok(Statistics {
        games: games.iter().map(game).collect::<Found<_>>()?,
        accounts: count(connection, "SELECT COUNT(*) AS count FROM person WHERE claimed IS NOT NULL AND NOT gone")
            .await?,
        guests: count(connection, "SELECT COUNT(*) AS count FROM person WHERE claimed IS NULL AND NOT gone").await?,
        messages: count(connection, "SELECT COUNT(*) AS count FROM message").await?,
        open_reports: count(connection, "SELECT COUNT(*) AS count FROM report WHERE state = 'open'").await?,
        bans: bans.unwrap_or(0),
        bytes: bytes(connection).await?,
    })
}

async fn bytes(connection: &mut Connection<'_>) -> Found<u64> {
    let sql = match connection {
        Connection::Sqlite(_) => "SELECT page_count * page_size AS count FROM pragma_page_count, pragma_page_size",
        Connection::Postgres(_) => {
            "SELECT COALESCE(SUM(pg_total_relation_size(pg_class.oid)), 0)::bigint AS count FROM pg_class \
             JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = current_schema() AND relkind = 'r'"
        }
    };
    count(connection, sql).await
}

/// Only tables that were used since then can have events since then.
pub(crate) async fn activity(connection: &mut Connection<'_>, since_ms: i64, moves: &str) -> Found<Activity> {
    let sql = "SELECT COUNT(*) AS count FROM stream WHERE updated_ms >= $1 AND created_ms >= $1";
    let tables = connection.row(sql, values![since_ms]).await?;
    let sql = "SELECT COUNT(*) AS count FROM stream JOIN event ON event.stream = stream.id \
               WHERE stream.updated_ms >= $1 AND event.at_ms >= $1 AND event.body LIKE $2";
    let moves = connection.row(sql, values![since_ms, &format!("%{moves}%")]).await?;
    let count = |row: Option<Row>| row.map_or(Ok(0), |row| number(&row, "count"));
    Ok(Activity { tables: count(tables)?, moves: count(moves)? })
}

async fn count(connection: &mut Connection<'_>, sql: &'static str) -> Found<u64> {
    connection.row(sql, &[]).await?.map_or(Ok(0), |row| number(&row, "count"))
}

fn number(row: &Row, column: &str) -> Found<u64> {
    u64::try_from(row.get::<i64>(column)?).map_err(unreadable)
}

fn ban(row: &Row) -> Found<Ban> {
    Ok(Ban {
        person: row.get("person")?,
        reason: row.get("reason")?,
        since_ms: row.get("since_ms")?,
        until_ms: row.get("until_ms")?,
        by: row.get("by_whom")?,
    })
}

fn table(row: &Row) -> Found<TableRestriction> {
    Ok(TableRestriction { table: row.stream("stream")?, hidden: row.get("hidden")?, closed: row.get("closed")? })
}

fn report_of(row: &Row) -> Found<Report> {
    let message: Option<i64> = row.get("message")?;
    let state: String = row.get("state")?;
    Ok(Report {
        id: number(row, "id")?,
        table: row.stream("stream")?,
        message: message.map(u64::try_from).transpose().map_err(unreadable)?,
        person: row.get("person")?,
        reason: row.get("reason")?,
        at_ms: row.get("at_ms")?,
        // Only this program writes the word.
        state: ReportState::from_word(&state).unwrap_or(ReportState::Handled),
        note: row.get("note")?,
    })
}

fn entry(row: &Row) -> Found<AuditEntry> {
    Ok(AuditEntry {
        number: number(row, "number")?,
        at_ms: row.get("at_ms")?,
        actor: row.get("actor")?,
        action: row.get("action")?,
        target: row.get("target")?,
        details: row.get("details")?,
    })
}

// ---- Change ----

/// Stores a report.
pub(crate) async fn report(connection: &mut Connection<'_>, report: &Report, now_ms: i64) -> Found<Changed> {
    let table = report.table.as_str();
    let sql = "SELECT * FROM report WHERE stream = $1 AND state = 'open'";
    let open: Vec<Report> = connection.rows(sql, values![table]).await?.iter().map(report_of).collect::<Found<_>>()?;
    match judge_report(report, &open) {
        NewReport::Repeated(id) => return Ok(Changed::Reported(id)),
        NewReport::TooMany => return Ok(Changed::TooMany),
        NewReport::Store => {}
    }
    let id = count(connection, "SELECT COALESCE(MAX(id), 0) + 1 AS count FROM report").await?;
    let sql = "INSERT INTO report (id, stream, message, person, reason, at_ms) VALUES ($1, $2, $3, $4, $5, $6)";
    let message = report.message.map(|number| i64::try_from(number).unwrap_or(i64::MAX));
    let values = values![id as i64, table, message, &report.person, &report.reason, now_ms];
    connection.execute(sql, values).await?;
    Ok(Changed::Reported(id))
}

/// Carries out an action of the host, and writes the audit log.
pub(crate) async fn act(connection: &mut Connection<'_>, moderation: Moderation, now_ms: i64) -> Found<Changed> {
    let entry = AuditEntry::new(revision(connection).await? + 1, &moderation, now_ms);
    let Moderation { actor, action } = moderation;
    let changed = carry_out(connection, action, &actor, now_ms).await?;
    if changed == Changed::Done {
        note(connection, &entry).await?;
    }
    Ok(changed)
}

async fn carry_out(connection: &mut Connection<'_>, action: HostAction, actor: &str, now_ms: i64) -> Found<Changed> {
    let rows = match action {
        HostAction::Ban { person, reason, lasts_ms } => {
            let until = lasts_ms.map(|lasts| now_ms.saturating_add(lasts));
            let sql = "INSERT INTO ban (person, reason, since_ms, until_ms, by_whom) VALUES ($1, $2, $3, $4, $5) \
                       ON CONFLICT (person) DO UPDATE SET reason = excluded.reason, since_ms = excluded.since_ms, \
                       until_ms = excluded.until_ms, by_whom = excluded.by_whom";
            connection.execute(sql, values![&person, &reason, now_ms, until, actor]).await?
        }
        HostAction::Unban { person } => {
            connection.execute("DELETE FROM ban WHERE person = $1", values![&person]).await?
        }
        HostAction::Hide { table } => restrict(connection, &table, Some(true), None).await?,
        HostAction::Unhide { table } => restrict(connection, &table, Some(false), None).await?,
        HostAction::Close { table, reason, append } => {
            if restrict(connection, &table, None, Some(&reason)).await? == 0 {
                return Ok(Changed::Nothing);
            }
            return match append {
                Some(append) => {
                    Ok(connection.append(*append, now_ms).await?.map_or_else(Changed::Outdated, |()| Changed::Done))
                }
                None => Ok(Changed::Done),
            };
        }
        HostAction::RemoveMessage { table, number } => remove_message(connection, &table, number).await?,
        HostAction::HandleReport { id, dismissed, note } => {
            let state = if dismissed { ReportState::Dismissed } else { ReportState::Handled };
            let sql = "UPDATE report SET state = $2, note = $3 WHERE id = $1 AND state = 'open'";
            let id = i64::try_from(id).unwrap_or(i64::MAX);
            connection.execute(sql, values![id, state.word(), &note]).await?
        }
        HostAction::ResetLink { person, hash, lasts_ms } => {
            return people::add_reset(connection, &hash, &person, lasts_ms, now_ms).await;
        }
        HostAction::RotateKey(key) => signing::rotate(connection, &key, now_ms).await?,
    };
    Ok(if rows > 0 { Changed::Done } else { Changed::Nothing })
}

/// Hides, shows or closes a table that exists, if that is news; the number of rows changed.
async fn restrict(
    connection: &mut Connection<'_>,
    table: &StreamId,
    hidden: Option<bool>,
    closed: Option<&str>,
) -> Found<u64> {
    let table = table.as_str();
    let sql = "INSERT INTO restriction (stream) SELECT id FROM stream WHERE id = $1 ON CONFLICT DO NOTHING";
    connection.execute(sql, values![table]).await?;
    match (hidden, closed) {
        (Some(hidden), _) => {
            let sql = "UPDATE restriction SET hidden = $2 WHERE stream = $1 AND hidden <> $2";
            connection.execute(sql, values![table, hidden]).await
        }
        (None, Some(reason)) => {
            let sql = "UPDATE restriction SET closed = $2 WHERE stream = $1 AND closed IS NULL";
            connection.execute(sql, values![table, reason]).await
        }
        (None, None) => Ok(0),
    }
}

async fn remove_message(connection: &mut Connection<'_>, table: &StreamId, number: u64) -> Found<u64> {
    if let Connection::Sqlite(_) = connection {
        // The old text is overwritten in the file as well.
        connection.execute("PRAGMA secure_delete = ON", &[]).await?;
    }
    let sql = "UPDATE message SET text = '', removed = TRUE WHERE stream = $1 AND number = $2 AND NOT removed";
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    connection.execute(sql, values![table.as_str(), number]).await
}

async fn note(connection: &mut Connection<'_>, entry: &AuditEntry) -> Found<()> {
    let AuditEntry { number, at_ms, actor, action, target, details } = entry;
    let sql = "INSERT INTO audit (number, at_ms, actor, action, target, details) VALUES ($1, $2, $3, $4, $5, $6)";
    let number = i64::try_from(*number).unwrap_or(i64::MAX);
    connection.execute(sql, values![number, *at_ms, actor, action, target, details]).await.map(drop)
}

/// Reports by a deleted person stay without their id, and their ban goes.
pub(crate) async fn forget(connection: &mut Connection<'_>, id: &str) -> Found<()> {
    connection.execute("DELETE FROM ban WHERE person = $1", values![id]).await?;
    let sql = "UPDATE report SET person = $2 WHERE person = $1";
    connection.execute(sql, values![id, FORGOTTEN]).await.map(drop)
}
