//! `boxtop play --url`: a table of a server in the terminal.

use crate::common::print;
use crate::data;
use crate::remote::{Pass, Server, table_id};
use crate::visit::guest::Cookies;
use crate::visit::{Sit, Visit, introduce, lists};
use anyhow::Context;
use std::path::Path;
use tokio::runtime::{Builder, Runtime};
use tui::{Look, Venue};

/// Which table, and as whom.
#[derive(clap::Args, Default)]
pub(crate) struct Elsewhere {
    /// Play at a table of the server at this address, such as http://localhost:1943
    #[arg(long, value_name = "URL", conflicts_with_all = ["game", "side", "level", "players", "seats", "board", "options", "contest", "resume", "new"])]
    pub(crate) url: Option<String>,
    /// The table: its id or its address; left out, there is a list to choose from
    #[arg(long, value_name = "TABLE", requires = "url")]
    table: Option<String>,
    /// The token that says who you are; left out, BOXTOP_TOKEN of the environment; without
    /// either you are a guest, who is known again by what is kept in the folder for data
    #[arg(long, value_name = "TOKEN", requires = "url")]
    token: Option<String>,
    /// The seat to take; the first that is open when left out
    #[arg(long, value_name = "SEAT", requires = "url")]
    seat: Option<String>,
    /// The name that others see
    #[arg(long, value_name = "NAME", requires = "url")]
    name: Option<String>,
    /// Look on without sitting down
    #[arg(long, requires = "url", conflicts_with_all = ["seat", "name"])]
    watch: bool,
}

/// Plays until somebody leaves.
pub(crate) fn run(args: &Elsewhere, url: &str, data: Option<&Path>, look: Look, in_lines: bool) -> anyhow::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().context("cannot start")?;
    let table = args.table.as_deref().map(table_id).transpose()?;
    let server = known(args, url, data, &runtime)?;
    let table = match table {
        Some(table) => Some(table),
        None => chosen(&server, url, look, in_lines, &runtime)?,
    };
    let Some(table) = table else { return Ok(()) };
    let sit = Sit { watch: args.watch, seat: args.seat.clone(), name: args.name.clone() };
    let mut visit = Visit::open(runtime, server, url, &table, &sit)?;
    let runtime = visit.handle();
    tui::visit(&mut visit, look, in_lines, &runtime).map_err(super::play::told)?;
    farewell(&visit, url, look)
}

/// The server, asked by who has the token, or by the guest that is known there.
fn known(args: &Elsewhere, url: &str, data: Option<&Path>, runtime: &Runtime) -> anyhow::Result<Server> {
    let token = args.token.clone().or_else(|| std::env::var("BOXTOP_TOKEN").ok().filter(|token| !token.is_empty()));
    if let Some(token) = token {
        let server = Server::new(url, Pass::Token(token))?;
        runtime.block_on(introduce(&server, None))?;
        return Ok(server);
    }
    let server = Server::new(url, Pass::Guest(String::new()))?;
    let folder = data::folder(data)?;
    let kept = Cookies::kept(&folder, server.host());
    let server = server.asked_by(Pass::Guest(kept.header()));
    let answer = runtime.block_on(introduce(&server, args.name.as_deref()))?;
    let known = kept.with(answer.headers("set-cookie"));
    if known != kept {
        known.keep(&folder, server.host())?;
    }
    Ok(server.asked_by(Pass::Guest(known.header())))
}

/// The table that is chosen from the list; `None` to leave. In a conversation the list is told, with
/// what to write.
fn chosen(server: &Server, url: &str, look: Look, in_lines: bool, runtime: &Runtime) -> anyhow::Result<Option<String>> {
    let rows = runtime.block_on(lists::tables(server))?;
    if rows.is_empty() {
        print(
            format!("No table waits for you at {url}, and none has an open seat. Open one in the browser.\n")
                .as_bytes(),
        )?;
        return Ok(None);
    }
    if !in_lines {
        let lines = rows.iter().map(lists::Row::line).collect();
        let at = tui::choose("Which table?", lines, look).map_err(super::play::told)?;
        return Ok(at.and_then(|at| rows.get(at)).map(|row| row.table.clone()));
    }
    let mut text = String::from("Tables:\n");
    for row in &rows {
        text += &format!("  {}\n    boxtop play --url {url} --table {}\n", row.line(), row.table);
    }
    print(look.text(&text).as_bytes())?;
    Ok(None)
}

fn farewell(visit: &Visit, url: &str, look: Look) -> anyhow::Result<()> {
    let seen = visit.seen();
    let text = match &seen.view.verdict {
        Some(verdict) => format!("{}\n", verdict.text),
        None if seen.view.mine.is_empty() => "You have looked on; the match goes on without you.\n".to_owned(),
        None => format!("Your seat is kept. Come back with: boxtop play --url {url} --table {}\n", visit.id()),
    };
    print(look.text(&text).as_bytes())
}
