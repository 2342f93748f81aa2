//! Tables and their messages.

use super::people::id_of;
use super::print::{columns_or, json, safe, short, time};
use super::store::Host;
use super::{must_be_done, words};
use crate::common::game;
use anyhow::bail;
use serde_json::Value;
use std::collections::BTreeMap;
use store::{Audience, Filter, HostAction, Listed, StreamId, TableRestriction, Version};

/// Maximum number of messages that a table keeps.
const MOST_MESSAGES: u32 = 1_000;

/// Lists tables, the last used first
#[derive(clap::Args)]
pub(super) struct List {
    /// Only tables whose match is not over
    #[arg(long)]
    open: bool,
    /// Only tables of this game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Only tables of this person
    #[arg(long, value_name = "NAME|ID")]
    person: Option<String>,
    /// Only tables with open reports
    #[arg(long)]
    reported: bool,
    /// Maximum number of tables
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A table.
#[derive(clap::Args)]
pub(super) struct Named {
    /// The table's id, or its address
    table: String,
}

/// Closes a table: a match in play ends without a result, and nobody can play or write there any more
#[derive(clap::Args)]
pub(super) struct Close {
    #[command(flatten)]
    which: Named,
    /// Why; people at the table read it
    #[arg(long, value_parser = words)]
    reason: String,
}

/// Lists the messages of a table
#[derive(clap::Args)]
pub(super) struct Messages {
    #[command(flatten)]
    which: Named,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Removes the text of a message, for ever
#[derive(clap::Args)]
pub(super) struct RemoveMessage {
    #[command(flatten)]
    which: Named,
    /// The number of the message
    number: u64,
}

impl Named {
    /// The table, if it exists.
    async fn find(&self, host: &Host) -> anyhow::Result<StreamId> {
        let id = self.table.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        if let Ok(table) = StreamId::new(id)
            && !host.store.read(&table, Version::NONE).await?.is_empty()
        {
            return Ok(table);
        }
        bail!("there is no table {}; `boxtop admin tables` lists them", safe(id))
    }
}

pub(super) async fn list(host: &Host, args: List) -> anyhow::Result<String> {
    let slug = args.game.as_deref().map(|slug| game(slug).map(|game| game.info().slug.to_owned())).transpose()?;
    let owner = match &args.person {
        Some(person) => Some(id_of(host, person).await?),
        None => None,
    };
    let mut reports: BTreeMap<StreamId, u64> = BTreeMap::new();
    for report in host.store.moderation().reports(false).await? {
        *reports.entry(report.table).or_default() += 1;
    }
    let fits = |listed: &Listed| !args.reported || reports.contains_key(&listed.stream);
    let (mut found, mut after) = (Vec::new(), None);
    while found.len() < args.limit as usize {
        let (open, game, owner) = (args.open.then_some(true), slug.clone(), owner.clone());
        let page = host.store.list(Filter { game, owner, open, after, limit: 500 }).await?;
        let Some(last) = page.last() else { break };
        after = Some((last.updated_ms, last.stream.clone()));
        found.extend(page.into_iter().filter(fits));
    }
    found.truncate(args.limit as usize);
    let restrictions = host.store.moderation().restrictions().await?.tables;
    let restrictions: BTreeMap<_, _> = restrictions.into_iter().map(|table| (table.table.clone(), table)).collect();
    let rows = found.iter().map(|listed| {
        let reports = reports.get(&listed.stream).copied().unwrap_or(0);
        (listed, restrictions.get(&listed.stream), reports)
    });
    if args.json {
        return json(&rows.map(|(listed, restriction, reports)| as_json(listed, restriction, reports)).collect());
    }
    let rows: Vec<_> = rows.map(|(listed, restriction, reports)| row(listed, restriction, reports)).collect();
    Ok(columns_or(&["TABLE", "GAME", "STATE", "REPORTS", "LAST USED", "PLAYERS"], &rows, "There are no such tables."))
}

fn row(listed: &Listed, restriction: Option<&TableRestriction>, reports: u64) -> Vec<String> {
    let mut state = vec![if listed.entry.open { "open" } else { "over" }];
    state.extend(restriction.filter(|table| table.closed.is_some()).map(|_| "closed"));
    state.extend(restriction.filter(|table| table.hidden).map(|_| "hidden"));
    vec![
        listed.stream.to_string(),
        safe(&listed.entry.game),
        state.join(", "),
        reports.to_string(),
        time(listed.updated_ms),
        safe(&listed.entry.title),
    ]
}

fn as_json(listed: &Listed, restriction: Option<&TableRestriction>, reports: u64) -> Value {
    serde_json::json!({
        "table": listed.stream.as_str(), "game": listed.entry.game, "open": listed.entry.open,
        "players": listed.entry.title, "version": listed.version.0, "created_ms": listed.created_ms,
        "updated_ms": listed.updated_ms, "reports": reports,
        "hidden": restriction.is_some_and(|table| table.hidden),
        "closed": restriction.and_then(|table| table.closed.clone()),
    })
}

pub(super) async fn close(host: &Host, args: Close) -> anyhow::Result<String> {
    let table = args.which.find(host).await?;
    if !server::close_table(host.store.clone(), &table, &host.actor, &args.reason).await? {
        bail!("the table {table} is closed already");
    }
    Ok(format!("The table {table} is closed.\n"))
}

pub(super) async fn hide(host: &Host, which: &Named, hidden: bool) -> anyhow::Result<String> {
    let table = which.find(host).await?;
    let (action, already, done) = match hidden {
        true => (HostAction::Hide { table: table.clone() }, "is hidden already", "is hidden"),
        false => (HostAction::Unhide { table: table.clone() }, "is not hidden", "is shown again"),
    };
    must_be_done(host.act(action).await?, || format!("the table {table} {already}"))?;
    Ok(format!("The table {table} {done}.\n"))
}

pub(super) async fn messages(host: &Host, args: &Messages) -> anyhow::Result<String> {
    let table = args.which.find(host).await?;
    let messages = host.store.people().messages(&table, 0, MOST_MESSAGES, true).await?;
    if args.json {
        let message = |one: &store::Message| {
            serde_json::json!({
                "number": one.number, "at_ms": one.at_ms, "person": one.person, "name": one.name,
                "audience": one.audience.word(), "text": one.text, "removed": one.removed,
            })
        };
        return json(&messages.iter().map(message).collect());
    }
    let row = |one: &store::Message| {
        let to = if one.audience == Audience::Everyone { "everyone" } else { "players" };
        let text = if one.removed { "(removed)".to_owned() } else { safe(&one.text) };
        vec![one.number.to_string(), time(one.at_ms), short(&one.person), safe(&one.name), to.to_owned(), text]
    };
    let rows: Vec<_> = messages.iter().map(row).collect();
    Ok(columns_or(&["NUMBER", "SENT", "ID", "NAME", "TO", "TEXT"], &rows, "There are no messages."))
}

pub(super) async fn remove_message(host: &Host, args: &RemoveMessage) -> anyhow::Result<String> {
    let (table, number) = (args.which.find(host).await?, args.number);
    let action = HostAction::RemoveMessage { table: table.clone(), number };
    let none = || format!("the table {table} has no message {number}, or its text was removed already");
    must_be_done(host.act(action).await?, none)?;
    Ok(format!("The text of message {number} at the table {table} is removed.\n"))
}
