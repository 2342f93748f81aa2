//! Rematches: offered at the old table, opened once all players have accepted.

use crate::entropy::{self, OfMatch};
use crate::guest::Guest;
use crate::match_handle::{MatchHandle, pending};
use crate::problem::Problem;
use crate::registry::MatchRegistry;
use crate::site::Site;
use matches::{CommandOutcome, IdempotencyKey};
use std::sync::Arc;
use table::{MatchCommand, Order, Table};

/// Offers a rematch, or accepts the one that is offered. Computers accept at once. Returns the next match, once all
/// players have accepted.
pub(crate) async fn offer(
    site: &Site,
    id: &str,
    guest: &Guest,
) -> Result<(Arc<MatchHandle>, CommandOutcome, Option<String>), Problem> {
    let handle = site.matches.find_for_view(id).await?;
    let seat = answering_seat(&handle.table(), &guest.key)?;
    let done = site.matches.execute(&handle, pending(MatchCommand::OfferRematch { seat })).await?;
    let next = proceed(&site.matches, &handle).await?;
    Ok((handle, done, next))
}

/// The seat that this person answers for: one that has not answered yet, if there is one.
fn answering_seat(table: &Table, key: &str) -> Result<String, Problem> {
    let mine = || table.seats_of(key).iter().chain(table.kept_for(key).iter());
    let seat = mine().find(|seat| table.to_answer().contains(*seat)).or(mine().next());
    let id = seat.and_then(|seat| table.game_match().seats().get(seat.index()).map(|info| info.id.to_owned()));
    id.ok_or_else(|| Problem::forbidden("Only a player of this match can offer a rematch.", "Open your own table."))
}

/// The next match, if there is one; opens it if all players have accepted.
///
/// Its id is derived from this match's seed: concurrent requests, or a request after a crash, open the same match.
pub(crate) async fn proceed(
    matches: &Arc<MatchRegistry>,
    handle: &Arc<MatchHandle>,
) -> Result<Option<String>, Problem> {
    let table = handle.table();
    let order = match table.followed_by() {
        Some(next) => return Ok(Some(next.to_owned())),
        None if table.rematch_agreed() => next_match(&table),
        None => return Ok(None),
    };
    let next = order.id.clone();
    matches.open(handle.game(), order, "opened").await?;
    let followed = pending(MatchCommand::Follow { by: next.clone() }).with_key(IdempotencyKey::plain("followed"));
    matches.execute(handle, followed).await?;
    Ok(Some(next))
}

fn next_match(table: &Table) -> Order {
    let opened = table.opened();
    let mut next = table::fingerprint(format!("boxtop rematch {} {}", opened.secret(), opened.id).as_bytes());
    next.truncate(22);
    let seed = entropy::for_match(OfMatch::Seed, &next);
    table.rematch(next, seed)
}
