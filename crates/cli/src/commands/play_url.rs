//! `boxtop play --url`: a table of a server in the terminal.

use crate::common::print;
use crate::data;
use crate::guests;
use crate::remote_table::{RemoteTable, SeatRequest, impatient, usage};
use anyhow::Context;
use client::{Client, table_id};
use protocol::TableEntry;
use std::path::Path;
use tokio::runtime::{Builder, Runtime};
use tui::{Look, TableSource};

/// Which table, and as whom.
#[derive(clap::Args, Default)]
pub(crate) struct Elsewhere {
    /// Play at a table of the server at this address, such as http://localhost:1943 or
    /// https://example.org/boxtop
    #[arg(long, value_name = "URL", conflicts_with_all = ["game", "side", "level", "players", "seats", "board", "options", "contest", "resume", "new"])]
    pub(crate) url: Option<String>,
    /// The table's id or address; without it, choose from a list
    #[arg(long, value_name = "TABLE", requires = "url")]
    table: Option<String>,
    /// Your token; by default the environment variable BOXTOP_TOKEN. Without a token you are a guest, and
    /// the data folder keeps your cookies
    #[arg(long, value_name = "TOKEN", requires = "url")]
    token: Option<String>,
    /// The seat to take; by default the first open one
    #[arg(long, value_name = "SEAT", requires = "url")]
    seat: Option<String>,
    /// The name that others see
    #[arg(long, value_name = "NAME", requires = "url")]
    name: Option<String>,
    /// Watch without taking a seat
    #[arg(long, requires = "url", conflicts_with_all = ["seat", "name"])]
    watch: bool,
}

/// Plays until you leave.
pub(crate) fn run(args: &Elsewhere, url: &str, data: Option<&Path>, look: Look, in_lines: bool) -> anyhow::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().context("cannot start")?;
    let table = args.table.as_deref().map(table_id).transpose().map_err(usage)?;
    let client = runtime.block_on(known_client(args, url, data))?;
    let table = match table {
        Some(table) => Some(table),
        None => choose(&client, look, in_lines, &runtime)?,
    };
    let Some(table) = table else { return Ok(()) };
    let request = SeatRequest { watch: args.watch, seat: args.seat.clone(), name: args.name.clone() };
    let mut remote = RemoteTable::join(runtime, client, &table, &request, data::folder(data).ok())?;
    let runtime = remote.handle();
    tui::play_at(&mut remote, look, in_lines, &runtime).map_err(super::play::usage_or_failure)?;
    show_ending(&remote, look)
}

/// A client for the owner of the token, or for a guest with the stored cookies.
async fn known_client(args: &Elsewhere, url: &str, data: Option<&Path>) -> anyhow::Result<Client> {
    let client = Client::new(url).map_err(usage)?;
    let token = args.token.clone().or_else(|| std::env::var("BOXTOP_TOKEN").ok().filter(|token| !token.is_empty()));
    if let Some(token) = token {
        let client = client.with_token(&token).map_err(usage)?;
        impatient(&client).account().await?;
        return Ok(client);
    }
    let folder = data::folder(data)?;
    let kept = guests::load(&folder, client.address());
    let client = client.with_cookies(kept.clone());
    match &args.name {
        Some(name) => impatient(&client).rename(name).await?,
        None => impatient(&client).account().await?,
    };
    if client.cookies() != kept {
        guests::store(&folder, client.address(), &client.cookies())?;
    }
    Ok(client)
}

/// The table that the player chooses from a list; `None` to leave. Line mode only prints the list, with the commands to
/// join.
fn choose(client: &Client, look: Look, in_lines: bool, runtime: &Runtime) -> anyhow::Result<Option<String>> {
    let (url, rows) = (client.address(), runtime.block_on(tables(&impatient(client)))?);
    if rows.is_empty() {
        let text = format!("No table waits for you at {url}, and none has an open seat. Open one in the browser.\n");
        print(text.as_bytes())?;
        return Ok(None);
    }
    if !in_lines {
        let lines = rows.iter().map(|(_, line)| line.clone()).collect();
        let at = tui::choose("Which table?", lines, look).map_err(super::play::usage_or_failure)?;
        return Ok(at.and_then(|at| rows.get(at)).map(|(table, _)| table.clone()));
    }
    let row = |(table, line): &(String, String)| format!("  {line}\n    boxtop play --url {url} --table {table}\n");
    let text = format!("Tables:\n{}", rows.iter().map(row).collect::<String>());
    print(look.text(&text).as_bytes())?;
    Ok(None)
}

/// The ids of the tables to choose from, each with a line of text: your own first, then those with an open seat.
async fn tables(client: &Client) -> anyhow::Result<Vec<(String, String)>> {
    let line = |entry: TableEntry, what: &str| (entry.table, format!("{what:<14}  {}: {}", entry.title, entry.who));
    let mine = client.my_tables().await?.into_iter();
    let mut rows: Vec<(String, String)> =
        mine.map(|entry| (entry.waiting, entry)).map(|(waiting, entry)| line(entry, word(waiting))).collect();
    for entry in client.open_tables().await? {
        if !rows.iter().any(|(known, _)| *known == entry.table) {
            rows.push(line(entry, "a seat is open"));
        }
    }
    Ok(rows)
}

fn word(waiting: bool) -> &'static str {
    if waiting { "waits for you" } else { "your table" }
}

fn show_ending(remote: &RemoteTable, look: Look) -> anyhow::Result<()> {
    let (seen, url) = (remote.view(), remote.place());
    let receipts = remote.receipts().map_or(String::new(), |file| {
        format!("To check the dice, save the record and run: boxtop verify RECORD --receipt {}\n", file.display())
    });
    let text = match &seen.view.verdict {
        Some(verdict) => format!("{}\n{receipts}", verdict.text),
        None if seen.view.mine.is_empty() => "You have stopped watching; the match goes on.\n".to_owned(),
        None => format!("Your seat is kept. Come back with: boxtop play --url {url} --table {}\n", remote.id()),
    };
    print(look.text(&text).as_bytes())
}
