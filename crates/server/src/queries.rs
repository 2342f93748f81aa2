//! Queries about a match, and its chat. Queries change nothing.
//!
//! A result contains only what the sender may know.

use crate::chat;
use crate::commands::own_seat;
use crate::computer;
use crate::entropy::{self, OfMatch};
use crate::gesture;
use crate::guest::Guest;
use crate::opening::{self, Opening};
use crate::problem::Problem;
use crate::site::Site;
use crate::tag::Tag;
use crate::wire;
use crate::work::{Cost, Priced, with_cost};
use axum::Json;
use axum::http::HeaderMap;
use axum::response::Response;
use catalog::{Level, PlayerKind};
use kernel::record::Record;
use kernel::{Seat, Turn};
use protocol::{
    BranchRequest, Chances, ChancesQuery, ChatMessage, ChatMessages, ChatQuery, ChatRequest, DrawnPath, Explanation,
    Hint, HintRequest, LegalMoves, LegalMovesQuery, LuckReport, MomentsQuery, PathQuery, PathRefusal, Prospects,
    ProspectsQuery, SeatLuck, WhyQuery,
};
use table::Table;

/// Maximum number of moments in one response.
const MOST_MOMENTS: usize = 64;
/// The cost of a hint.
const A_HINT: Cost = Cost(2_000.0);
/// Maximum number of actions considered for odds; beyond it there are none.
const MOST_FORESEEN: usize = 100_000;
/// Maximum number of spaces of a drawn path.
const LONGEST_PATH: usize = 100;

/// The cost of the chances of winning.
const CHANCES: Cost = Cost(1_000.0);

/// Refuses help in matches where not everybody wants it.
fn must_allow_help(table: &Table) -> Result<(), Problem> {
    match table.allows_help() {
        true => Ok(()),
        false => Err(Problem::refused(
            "There is no help in matches against other people.",
            "Play against the computer, or open a practice table, to get hints and chances.",
        )),
    }
}

/// Every seat's chance of winning, as far as this seat can know.
pub(crate) async fn chances(
    site: &Site,
    id: &str,
    guest: &Guest,
    query: &ChancesQuery,
) -> Result<Priced<Chances>, Problem> {
    let handle = site.matches.find_for_view(id).await?;
    let (position, seat, version) = {
        let table = &handle.table();
        let seat = own_seat(table, &guest.key, &query.seat)?;
        must_allow_help(table)?;
        (table.game_match().fork(), seat, table.version())
    };
    let seed = computer::seed(&handle.table(), version, seat);
    let permit = computer::permit(&site.matches, &guest.key).await;
    let chances = site.matches.builders.run(move || {
        let _permit = permit;
        catalog::chances(&*position, seat, seed)
    });
    let chances = chances.await?.ok_or_else(|| Problem::broken("the position has no chances"))?;
    Ok(Priced { cost: CHANCES, body: Chances { version, chances } })
}

/// The move a general would play, where everybody wants help.
pub(crate) async fn hint(site: &Site, id: &str, guest: &Guest, request: &HintRequest) -> Result<Priced<Hint>, Problem> {
    let handle = site.matches.find_for_view(id).await?;
    let (position, seat, version) = {
        let table = &handle.table();
        let seat = own_seat(table, &guest.key, &request.seat)?;
        if table.version() != request.version {
            return Err(Problem::stale(table.version()));
        }
        must_allow_help(table)?;
        if !table.acting().contains(seat) {
            return Err(Problem::refused("It is not your turn.", "Ask again when it is."));
        }
        (table.game_match().fork(), seat, table.version())
    };
    let seed = computer::seed(&handle.table(), version, seat);
    let general = PlayerKind::Level(Level::General);
    let advice = computer::advise(site.matches.clone(), guest.key.clone(), position.fork(), seat, general, seed).await;
    let advice = advice.ok_or_else(|| Problem::broken("the general has no advice"))?;
    let (moves, advice) = site
        .matches
        .builders
        .run(move || (position.legal_moves(seat), catalog::explained(advice, &*position, seat)))
        .await?;
    let Some(legal) = moves.into_iter().find(|legal| legal.action == advice.action) else {
        return Err(Problem::broken("the general has no advice"));
    };
    let rules = legal.rules.iter().map(ToString::to_string).collect();
    let text = format!("The general would play {}.", legal.gesture.label);
    let reason = advice.reason.as_ref().map(wire::sentence);
    let body = Hint { version, action: legal.action, text, reason, steps: legal.gesture.steps, rules };
    Ok(Priced { cost: A_HINT, body })
}

/// Is this action legal for the seat, and by which rule?
pub(crate) async fn why(site: &Site, id: &str, guest: &Guest, query: &WhyQuery) -> Result<Explanation, Problem> {
    let handle = site.matches.find_for_view(id).await?;
    let table = handle.table();
    let seat = own_seat(&table, &guest.key, &query.seat)?;
    if !query.steps.is_empty() {
        let headline = || table.scene(Some(&guest.key)).headline;
        return gesture::why(table.game_match(), seat, &query.steps, query.kind.as_deref(), headline);
    }
    let action: String = query.action.chars().take(200).collect();
    Ok(match table.game_match().why(seat, &action) {
        Ok(rules) => {
            let rules = rules.iter().map(ToString::to_string).collect();
            Explanation { legal: true, rules, ..Explanation::default() }
        }
        Err(refusal) => gesture::explained(refusal),
    })
}

/// What each outcome of the next throw would mean for the seat.
pub(crate) async fn prospects(
    site: &Site,
    id: &str,
    guest: &Guest,
    query: &ProspectsQuery,
) -> Result<Priced<Prospects>, Problem> {
    let handle = site.matches.find_for_view(id).await?;
    let table = handle.table();
    let seat = own_seat(&table, &guest.key, &query.seat)?;
    site.matches.builders.run(move || foreseen(&table, seat)).await?
}

/// What each outcome would mean, if that can be computed quickly.
fn foreseen(table: &Table, seat: Seat) -> Result<Priced<Prospects>, Problem> {
    let due = table.turn() == Turn::Chance && !table.is_waiting();
    let choices = if due { table.game_match().choices().all } else { 0 };
    if choices > MOST_FORESEEN {
        return Err(Problem::refused("There are too many possible moves to show odds.", "Throw, then see your moves."));
    }
    let prospects = if due { table.game_match().prospects(seat) } else { Vec::new() };
    let body = Prospects { version: table.version(), prospects: prospects.iter().map(wire::prospect).collect() };
    Ok(Priced { cost: Cost(choices as f64), body })
}

/// The positions after each of these steps, as this person may see them.
pub(crate) async fn moments(
    site: &Site,
    id: &str,
    guest: &Guest,
    query: &MomentsQuery,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let handle = site.matches.find_for_view(id).await?;
    let count = query.count.unwrap_or(16).min(MOST_MOMENTS);
    let table = handle.table();
    let (version, key) = (table.version(), guest.key.clone());
    let tag = Tag::new(id, version, &guest.key, &format!("{}+{count}", query.from));
    if tag.is_known(headers) {
        return Ok(tag.unchanged());
    }
    let wanted = query.from..query.from.saturating_add(count);
    // Replaying a long match takes long, so it runs on another thread.
    let cost = Cost(5.0 * count as f64 + table.game_match().played().len() as f64 / 10.0);
    let moments = site.matches.builders.run(move || wire::moments(table.past(&key), version, wanted)).await?;
    Ok(with_cost(cost, (tag.headers(), Json(moments))))
}

/// The action for a drawn path, or why there is none.
pub(crate) async fn along(site: &Site, id: &str, guest: &Guest, query: &PathQuery) -> Result<DrawnPath, Problem> {
    let handle = site.matches.find_for_view(id).await?;
    let table = &handle.table();
    let seat = own_seat(table, &guest.key, &query.seat)?;
    let path: Vec<&str> = query.way.split(',').map(str::trim).filter(|space| !space.is_empty()).collect();
    if path.len() > LONGEST_PATH {
        return Err(Problem::malformed("This path is too long.", "Draw it from the piece to where it ends."));
    }
    let notation = table.game_match().along(seat, &path);
    let refusal = if notation.is_some() { None } else { no_action(table, seat, &path) };
    Ok(DrawnPath { version: table.version(), notation, refusal })
}

/// Why a drawn path is not an action, unless it is only incomplete.
fn no_action(table: &Table, seat: Seat, path: &[&str]) -> Option<PathRefusal> {
    let position = table.game_match();
    let refusal = position.why(seat, &path.join("-")).err()?;
    if refusal.rule == position.info().shared_rules.notation {
        return None;
    }
    Some(PathRefusal { text: refusal.what, instead: refusal.instead, rules: vec![refusal.rule.to_string()] })
}

/// The chat messages that this person may read.
pub(crate) async fn chat_messages(
    site: &Site,
    id: &str,
    guest: &Guest,
    query: &ChatQuery,
) -> Result<ChatMessages, Problem> {
    let handle = site.matches.find_for_view(id).await?;
    let seated = !handle.table().seats_of(&guest.key).is_empty();
    let limit = query.limit.unwrap_or(chat::MOST_AT_ONCE).clamp(1, chat::MOST_AT_ONCE);
    let after = query.after.unwrap_or(0);
    let mut messages = chat::readable(&*site.store, handle.stream(), after, limit + 1, seated).await?;
    let more = messages.len() > limit as usize;
    messages.truncate(limit as usize);
    let next = messages.last().filter(|_| more).map(|message| message.number);
    let table = handle.table();
    let messages = messages.into_iter().map(|message| chat::message(message, &table, &guest.key)).collect();
    Ok(ChatMessages { messages, next })
}

/// Sends a chat message.
pub(crate) async fn say(site: &Site, id: &str, guest: &Guest, request: &ChatRequest) -> Result<ChatMessage, Problem> {
    let handle = site.matches.find_for_view(id).await?;
    let seated = !handle.table().seats_of(&guest.key).is_empty();
    let message = site.chats.say(&site.accounts, guest, handle.stream().clone(), seated, request).await?;
    let table = handle.table();
    Ok(chat::message(message, &table, &guest.key))
}

/// Throws compared with their expected values, once the match is over.
pub(crate) async fn luck(site: &Site, id: &str) -> Result<Priced<LuckReport>, Problem> {
    let table = site.matches.find_for_view(id).await?.table();
    if !table.is_over() {
        return Err(table::Decline::NotOver.into());
    }
    let cost = Cost(table.game_match().played().len() as f64);
    let report = move || LuckReport {
        version: table.version(),
        luck: table::luck(table.game_match()).into_iter().map(seat_luck).collect(),
    };
    Ok(Priced { cost, body: site.matches.builders.run(report).await? })
}

fn seat_luck(luck: table::Luck) -> SeatLuck {
    let table::Luck { seat, throws, actual, expected, deviation, band } = luck;
    SeatLuck { seat, throws, actual, expected, deviation, band: band.into() }
}

/// The legal moves of the viewer's own seat.
pub(crate) async fn legal_moves(
    site: &Site,
    id: &str,
    guest: &Guest,
    query: &LegalMovesQuery,
) -> Result<Priced<LegalMoves>, Problem> {
    let limit = query.limit.unwrap_or(table::MOST_LEGAL_MOVES);
    if !(1..=table::MOST_LEGAL_MOVES).contains(&limit) {
        return Err(Problem::malformed("The limit must be a number from 1 to 4000.", "Leave it out for all moves."));
    }
    let table = site.matches.find_for_view(id).await?.table();
    let seat = own_seat(&table, &guest.key, &query.seat)?;
    let from = query.from;
    let body = site.matches.builders.run(move || wire::legal_moves(&table, seat, from, limit)).await?;
    let listed = body.legal_moves.moves.as_ref().map_or(0, Vec::len);
    Ok(Priced { cost: Cost::of_view(listed as u32), body })
}

/// The record; it includes the seed once the match is over.
pub(crate) async fn record(site: &Site, id: &str) -> Result<(Cost, Record), Problem> {
    let table = site.matches.find_current(id).await?.table();
    let cost = Cost(table.game_match().played().len() as f64 / 10.0);
    Ok((cost, site.matches.builders.run(move || table.record()).await?))
}

/// The server's signed word on the match as it stands.
pub(crate) async fn receipt(site: &Site, id: &str) -> Result<protocol::Receipt, Problem> {
    let handle = site.matches.find_current(id).await?;
    let without =
        || Problem::refused("This match has older dice, without receipts.", "Check its record when it is over.");
    site.receipt(&handle.table()).ok_or_else(without)
}

/// Opens a new table that starts from a step of this match, and returns its id. While the match is running, only if
/// nothing is hidden.
pub(crate) async fn branch(
    site: &Site,
    id: &str,
    guest: &Guest,
    from: &BranchRequest,
    opening: Opening,
) -> Result<String, Problem> {
    let handle = site.matches.find_for_view(id).await?;
    let table = handle.table();
    let (seats, step) = (opening::occupants(&from.seats, guest, table.seats().len())?, from.step);
    let id = opening.id.clone();
    let seed = entropy::for_match(OfMatch::Seed, &id);
    let order = move || table.order_from(step, id, seats, seed);
    let order = site.matches.builders.run(order).await??;
    let order = table::Order { devices: opening::devices_of(&order.seats, guest, from.anchor_later), ..order };
    site.matches.open(handle.game(), order, &opening.key).await?;
    Ok(opening.id)
}
