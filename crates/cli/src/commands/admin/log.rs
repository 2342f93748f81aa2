//! The audit log, and statistics.

use super::print::{columns, columns_or, json, safe, short, time};
use super::store::Host;
use serde_json::Value;
use store::AuditEntry;

/// What every stored action of a player contains.
const A_MOVE: &str = "\"event\":\"acted\"";
const DAY_MS: i64 = 86_400_000;

/// Shows the audit log: everything the host has done, the newest last
#[derive(clap::Args)]
pub(super) struct Audit {
    /// Maximum number of entries, the newest
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) async fn audit(host: &Host, args: &Audit) -> anyhow::Result<String> {
    let log = host.store.moderation();
    let after = log.revision().await?.saturating_sub(u64::from(args.limit));
    let entries = log.audit(after, args.limit).await?;
    if args.json {
        return json(&entries.iter().map(as_json).collect());
    }
    let rows: Vec<_> = entries.iter().map(row).collect();
    Ok(columns_or(&["NUMBER", "TIME", "BY", "ACTION", "TARGET", "DETAILS"], &rows, "The host has done nothing yet."))
}

fn details(entry: &AuditEntry) -> Value {
    serde_json::from_str(&entry.details).unwrap_or_default()
}

fn as_json(entry: &AuditEntry) -> Value {
    serde_json::json!({
        "number": entry.number, "at_ms": entry.at_ms, "actor": entry.actor, "action": entry.action,
        "target": entry.target, "details": details(entry),
    })
}

fn row(entry: &AuditEntry) -> Vec<String> {
    let target = match entry.target.split_once(' ') {
        Some(("person", id)) => format!("person {}", short(id)),
        _ => safe(&entry.target),
    };
    let (by, action) = (safe(&entry.actor), safe(&entry.action));
    vec![entry.number.to_string(), time(entry.at_ms), by, action, target, in_words(&details(entry))]
}

/// Details for people: texts as they are, times as times.
fn in_words(details: &Value) -> String {
    let word = |(key, value): (&String, &Value)| match (key.as_str(), value) {
        ("until_ms", Value::Number(until)) => Some(format!("until {}", time(until.as_i64().unwrap_or(0)))),
        ("until_ms", _) => Some("for ever".to_owned()),
        ("was_in_play", Value::Bool(true)) => Some("the match was in play".to_owned()),
        (_, Value::String(text)) => Some(safe(text)),
        _ => None,
    };
    details.as_object().map(|fields| fields.iter().filter_map(word).collect::<Vec<_>>().join("; ")).unwrap_or_default()
}

pub(super) async fn stats(host: &Host, as_json: bool) -> anyhow::Result<String> {
    let log = host.store.moderation();
    let now = store::Clock::system().now_ms();
    let all = log.statistics().await?;
    let (day, week) = (log.activity(now - DAY_MS, A_MOVE).await?, log.activity(now - 7 * DAY_MS, A_MOVE).await?);
    if as_json {
        let game =
            |game: &store::GameCount| serde_json::json!({ "game": game.game, "open": game.open, "over": game.over });
        return json(&serde_json::json!({
            "accounts": all.accounts, "guests": all.guests, "games": all.games.iter().map(game).collect::<Vec<_>>(),
            "day": { "tables": day.tables, "moves": day.moves }, "week": { "tables": week.tables, "moves": week.moves },
            "messages": all.messages, "open_reports": all.open_reports, "bans": all.bans, "bytes": all.bytes,
        }));
    }
    let games = all.games.iter().map(|game| vec![safe(&game.game), game.open.to_string(), game.over.to_string()]);
    let numbers = [
        ("accounts", all.accounts),
        ("guests", all.guests),
        ("tables opened in the last day", day.tables),
        ("tables opened in the last week", week.tables),
        ("moves in the last day", day.moves),
        ("moves in the last week", week.moves),
        ("messages", all.messages),
        ("open reports", all.open_reports),
        ("bans", all.bans),
        ("bytes of the store", all.bytes),
    ];
    let lines: String = numbers.iter().map(|(what, number)| format!("{what:<32} {number:>12}\n")).collect();
    Ok(format!("{lines}\n{}", columns(&["TABLES", "OPEN", "OVER"], &games.collect::<Vec<_>>())))
}
