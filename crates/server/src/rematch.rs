//! A rematch: offered at the old table, opened once everybody has accepted it.

use crate::entropy;
use crate::guest::Guest;
use crate::problem::Problem;
use crate::room::{Ask, Done, RequestKey, Room};
use crate::rooms::Rooms;
use crate::site::Site;
use std::sync::Arc;
use table::{Command, Order, Table};

/// Offers a rematch, or accepts the one that is offered. Computers accept at once.
/// With the result comes the next match, once everybody has accepted.
pub(crate) async fn offer(site: &Site, id: &str, guest: &Guest) -> Result<(Done, Option<String>), Problem> {
    let room = site.rooms.find(id).await?;
    let seat = speaker(&room.look().await.table, &guest.key)?;
    let ask = Ask { command: Command::OfferRematch { seat }, version: None, key: None, held: None };
    let done = site.rooms.ask(&room, ask).await?;
    Ok((done, proceed(&site.rooms, &room).await?))
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
    rooms.open(room.title(), order, true, "opened").await?;
    let command = Command::Follow { by: next.clone() };
    rooms.ask(room, Ask { command, version: None, key: Some(RequestKey::plain("followed")), held: None }).await?;
    Ok(Some(next))
}

fn next_match(table: &Table) -> Order {
    let opened = table.opened();
    let next = table::fingerprint(format!("boxtop rematch {} {}", opened.seed, opened.id).as_bytes());
    table.rematch(next[..22].to_owned(), entropy::bytes())
}
