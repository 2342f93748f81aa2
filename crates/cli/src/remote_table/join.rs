//! Joining a table of a server, and taking a seat.

use super::follow::Snapshot;
use crate::common::Usage;
use crate::replica;
use anyhow::bail;
use client::{Client, RetryPolicy, Table};
use protocol::{ChatMessage, Occupancy, Phase, View};
use std::time::Duration;

/// How long to retry at the start: the server may just be starting.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether to take a seat, and which.
#[derive(Clone, Default, Debug)]
pub(crate) struct SeatRequest {
    /// Only watch.
    pub(crate) watch: bool,
    /// The seat; without it, the first that is open.
    pub(crate) seat: Option<String>,
    /// The name that others see.
    pub(crate) name: Option<String>,
}

/// A table at the moment of joining it.
pub(crate) struct Joined {
    pub(crate) now: Snapshot,
    pub(crate) chat: Vec<ChatMessage>,
    pub(crate) server_time: i64,
}

/// The same client with a short timeout, for the start.
pub(crate) fn impatient(client: &Client) -> Client {
    client.clone().with_retry(RetryPolicy { patience: PATIENCE, ..RetryPolicy::default() })
}

/// Joins the table, and takes a seat if asked and the match is not over.
pub(crate) async fn join(table: &Table, request: &SeatRequest) -> anyhow::Result<Joined> {
    let table = table.with_client(impatient(table.client()));
    let view = table.view().await?;
    if view.phase != Phase::Over && !request.watch {
        take_seat(&table, &view, request).await?;
    }
    let now = Snapshot::fetch(&table).await?;
    let chat = table.chat_after(0).await?;
    Ok(Joined { now, chat, server_time: table.client().server_time().await? })
}

/// Takes a seat, unless the same person already has it.
async fn take_seat(table: &Table, view: &View, request: &SeatRequest) -> anyhow::Result<()> {
    let wanted = request.seat.as_deref();
    let ids: Vec<&str> = view.seats.iter().map(|seat| seat.id.as_str()).collect();
    if let Some(seat) = wanted.filter(|seat| !ids.contains(seat)) {
        let shown: String = seat.chars().take(40).collect();
        let (title, ids) = (replica::game(&view.game)?.info().title, ids.join(", "));
        return Err(Usage(format!("there is no seat “{shown}” at this table of {title}; there are {ids}")).into());
    }
    if wanted.map_or(!view.mine.is_empty(), |seat| view.mine.iter().any(|mine| mine == seat)) {
        return Ok(());
    }
    let open = view.seats.iter().filter(|seat| seat.kind == Occupancy::Open);
    let free: Vec<&str> = open.map(|seat| seat.id.as_str()).collect();
    if !wanted.map_or(!free.is_empty(), |seat| free.contains(&seat)) {
        let which = wanted.map_or("every seat of this table".into(), |seat| format!("the seat {seat}"));
        match &free[..] {
            [] => bail!("{which} is taken; watch with --watch, or open your own table"),
            free => bail!("{which} is taken; still open: {}", free.join(", ")),
        }
    }
    table.sit(wanted, request.name.as_deref()).await?;
    Ok(())
}
