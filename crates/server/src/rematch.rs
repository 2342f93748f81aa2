//! A rematch: offered at the old table, opened once everybody has accepted it.

use crate::entropy;
use crate::guest::Guest;
use crate::problem::Problem;
use crate::room::{Ask, Room};
use crate::rooms::Rooms;
use crate::site::Site;
use serde::Serialize;
use std::sync::Arc;
use table::{Command, Order, Table};
use utoipa::ToSchema;

/// What became of asking for a rematch.
#[derive(Serialize, ToSchema)]
pub(crate) struct Rematch {
    /// The next table's id, once everybody has accepted; `null` while the offer is open.
    table: Option<String>,
    /// Its page; the page of this table while the offer is open.
    url: String,
    /// Its events; those of this table while the offer is open.
    events: String,
    /// Is the rematch offered, and somebody has still to accept it?
    offered: bool,
}

impl Rematch {
    fn new(here: &str, next: Option<String>) -> Self {
        let at = next.as_deref().unwrap_or(here);
        let (url, events) = (format!("/tables/{at}"), format!("/api/v1/tables/{at}/events"));
        Rematch { url, events, offered: next.is_none(), table: next }
    }
}

/// Offers a rematch, or accepts the one that is offered. Computers accept at once.
pub(crate) async fn offer(site: &Site, id: &str, guest: &Guest) -> Result<Rematch, Problem> {
    let room = site.rooms.find(id).await?;
    let seat = speaker(&room.look().await.table, &guest.key)?;
    let ask = Ask { command: Command::OfferRematch { seat }, version: None, key: None, held: None };
    site.rooms.ask(&room, ask).await?;
    Ok(Rematch::new(id, proceed(&site.rooms, &room).await?))
}

/// The seat for which this person speaks after the match: one that has still to answer, if there is one.
fn speaker(table: &Table, key: &str) -> Result<String, Problem> {
    let mine = || table.seats_of(key).iter().chain(table.kept_for(key).iter());
    let seat = mine().find(|seat| table.to_answer().contains(*seat)).or(mine().next());
    let id = seat.and_then(|seat| table.session().seats().get(seat.index()).map(|info| info.id.to_owned()));
    id.ok_or_else(|| Problem::forbidden("Only a player of this match can offer a rematch.", "Open your own table."))
}

/// The next match, if there is one; opens it when everybody has accepted.
///
/// Its id follows from this match's secret: whoever comes here first, or after a crash half way, opens one and
/// the same match.
pub(crate) async fn proceed(rooms: &Arc<Rooms>, room: &Arc<Room>) -> Result<Option<String>, Problem> {
    let order = {
        let held = room.look().await;
        match held.table.followed_by() {
            Some(next) => return Ok(Some(next.to_owned())),
            None if held.table.rematch_agreed() => next_match(&held.table),
            None => return Ok(None),
        }
    };
    let next = order.id.clone();
    rooms.open(room.title(), order, true).await?;
    let command = Command::Follow { by: next.clone() };
    rooms.ask(room, Ask { command, version: None, key: Some("followed".into()), held: None }).await?;
    Ok(Some(next))
}

fn next_match(table: &Table) -> Order {
    let opened = table.opened();
    let next = table::fingerprint(format!("boxtop rematch {} {}", opened.seed, opened.id).as_bytes());
    table.rematch(next[..22].to_owned(), entropy::bytes())
}
