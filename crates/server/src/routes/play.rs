//! Playing: what a seat does, takes back, asks; all answers in JSON.

use super::sent::{Asked, Sent};
use crate::computer;
use crate::entropy;
use crate::guest::Guest;
use crate::problem::Problem;
use crate::room::{Ask, Done, Room};
use crate::site::Site;
use crate::wire;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use kernel::{Seat, Turn};
use serde::Deserialize;
use serde_json::{Value, json};
use shelf::{Kind, Level};
use std::sync::Arc;
use table::{Command, Table};

/// What comes with everything that changes a table.
#[derive(Deserialize)]
pub(super) struct Move {
    /// The version the sender has seen.
    version: u64,
    /// Makes the request repeatable: the same key again is the same request.
    key: String,
    /// The seat's id.
    seat: String,
    /// In notation; only for acting.
    #[serde(default)]
    action: String,
}

/// `POST /tables/{id}/act`
pub(super) async fn act(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Response, Problem> {
    if sent.action.len() > 1_000 {
        return Err(Problem::malformed("This action is too long to be one.", "Write it as the list of moves does."));
    }
    let command = Command::Act { seat: sent.seat.clone(), text: sent.action.clone() };
    change(&site, &id, &guest, sent, command).await
}

/// `POST /tables/{id}/throw`: this person's hand throws, for his seat.
pub(super) async fn throw(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Response, Problem> {
    let command = Command::Throw { seat: Some(sent.seat.clone()) };
    change(&site, &id, &guest, sent, command).await
}

/// `POST /tables/{id}/undo`
pub(super) async fn undo(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Response, Problem> {
    let command = Command::TakeBack { seat: sent.seat.clone() };
    change(&site, &id, &guest, sent, command).await
}

/// `POST /tables/{id}/resign`
pub(super) async fn resign(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Response, Problem> {
    let command = Command::Resign { seat: sent.seat.clone() };
    change(&site, &id, &guest, sent, command).await
}

async fn change(site: &Site, id: &str, guest: &Guest, sent: Move, command: Command) -> Result<Response, Problem> {
    let room = site.rooms.find(id).await?;
    own_seat(&room.look().await.table, &guest.key, &sent.seat)?;
    let key = request_key(guest, &sent.key)?;
    let ask = Ask { command, version: Some(sent.version), key: Some(key) };
    let done = site.rooms.ask(&room, ask).await?;
    answer(&room, guest, done).await
}

/// The view is written already for this person's own stream.
async fn answer(room: &Room, guest: &Guest, done: Done) -> Result<Response, Problem> {
    let shown = room.look().await.view(&guest.key, done.log_kept, wire::Offers::Full)?;
    let mut body = format!(r#"{{"version":{},"repeated":{},"view":"#, done.version, done.repeated).into_bytes();
    body.extend_from_slice(shown.view());
    body.push(b'}');
    Ok(([(CONTENT_TYPE, "application/json")], body).into_response())
}

/// The seat, if it is this person's.
fn own_seat(table: &Table, key: &str, id: &str) -> Result<Seat, Problem> {
    let seat = table
        .session()
        .seat(id)
        .ok_or_else(|| Problem::from(table::Decline::NoSuchSeat(id.chars().take(40).collect())))?;
    if table.seats_of(key).contains(seat) {
        return Ok(seat);
    }
    Err(Problem::forbidden("This seat is not yours.", "Watch, or sit down at an open seat."))
}

/// The key as the store knows it: nobody can use somebody else's.
fn request_key(guest: &Guest, key: &str) -> Result<String, Problem> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !(8..=80).contains(&key.len()) || !key.bytes().all(plain) {
        return Err(Problem::malformed(
            "A request's key has 8 to 80 letters, digits, - or _.",
            "Draw a new random key for each action, and use it again only to repeat that action.",
        ));
    }
    Ok(format!("{}-{key}", &guest.key[..24]))
}

/// What the general would do, for people at home.
#[derive(Deserialize)]
pub(super) struct Wish {
    version: u64,
    seat: String,
}

/// `POST /tables/{id}/hint`
pub(super) async fn hint(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    Sent(wish): Sent<Wish>,
) -> Result<Json<Value>, Problem> {
    let room = site.rooms.find(&id).await?;
    let (session, seat, version) = {
        let held = room.look().await;
        let table = &held.table;
        let seat = own_seat(table, &guest.key, &wish.seat)?;
        if table.version() != wish.version {
            return Err(Problem::stale(table.version()));
        }
        if !table.at_home() {
            return Err(Problem::refused(
                "Hints are given at home only.",
                "Against another person you think for yourself.",
            ));
        }
        if !table.acting().contains(seat) {
            return Err(Problem::refused("It is not your turn.", "Ask again when it is."));
        }
        (table.session().fork(), seat, table.version())
    };
    let offers = session.offers(seat);
    let seed = computer::seed(&id, version, seat);
    let advice = computer::advise(site.rooms.clone(), session, seat, Kind::Level(Level::General), seed).await;
    let Some(offer) = advice.and_then(|advice| offers.into_iter().find(|offer| offer.action == advice.action)) else {
        return Err(Problem::broken("the general has no advice"));
    };
    let rules: Vec<String> = offer.rules.iter().map(ToString::to_string).collect();
    let text = format!("The general would play {}.", offer.gesture.label);
    Ok(Json(
        json!({ "version": version, "action": offer.action, "text": text, "steps": offer.gesture.steps, "rules": rules }),
    ))
}

/// `POST /tables/{id}/rematch`: the next match of the same people, sides changed.
///
/// Its id follows from this match's secret: asked for twice, by two people or
/// after a crash half way, it is one and the same match.
pub(super) async fn rematch(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
) -> Result<Json<Value>, Problem> {
    let room: Arc<Room> = site.rooms.find(&id).await?;
    let order = {
        let held = room.look().await;
        let table = &held.table;
        if table.seats_of(&guest.key).is_empty() {
            return Err(Problem::forbidden("Only who played can ask for a rematch.", "Open a table of your own."));
        }
        if !table.is_over() {
            return Err(table::Decline::NotOver.into());
        }
        let next =
            table::fingerprint(format!("boxtop rematch {} {}", table.opened().seed, table.opened().id).as_bytes());
        table.rematch(next[..22].to_owned(), entropy::bytes())
    };
    let next = order.id.clone();
    site.rooms.open(room.title(), order).await?;
    let follow = Ask { command: Command::Follow { by: next.clone() }, version: None, key: Some("followed".into()) };
    site.rooms.ask(&room, follow).await?;
    Ok(Json(json!({ "table": next, "url": format!("/tables/{next}") })))
}

#[derive(Deserialize)]
pub(super) struct Question {
    seat: String,
    action: String,
}

/// `GET /tables/{id}/why?seat=…&action=…`: may the seat do this, and by which rule?
pub(super) async fn why(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    Asked(question): Asked<Question>,
) -> Result<Json<Value>, Problem> {
    let room = site.rooms.find(&id).await?;
    let held = room.look().await;
    let seat = own_seat(&held.table, &guest.key, &question.seat)?;
    let action: String = question.action.chars().take(200).collect();
    Ok(Json(match held.table.session().why(seat, &action) {
        Ok(rules) => json!({ "legal": true, "rules": rules.iter().map(ToString::to_string).collect::<Vec<_>>() }),
        Err(refusal) => json!({
            "legal": false, "error": refusal.what, "rule": refusal.rule.to_string(), "instead": refusal.instead,
        }),
    }))
}

#[derive(Deserialize)]
pub(super) struct Outlook {
    seat: String,
}

/// `GET /tables/{id}/prospects?seat=…`: what each outcome of the throw to come would mean for the seat.
pub(super) async fn prospects(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    Asked(outlook): Asked<Outlook>,
) -> Result<Json<Value>, Problem> {
    let room = site.rooms.find(&id).await?;
    let held = room.look().await;
    let table = &held.table;
    let seat = own_seat(table, &guest.key, &outlook.seat)?;
    let due = table.turn() == Turn::Chance && !table.is_waiting();
    let prospects = if due { table.session().prospects(seat) } else { Vec::new() };
    let prospects: Vec<Value> = prospects.iter().map(wire::prospect).collect();
    Ok(Json(json!({ "version": table.version(), "prospects": prospects })))
}

/// No way that somebody draws has more spaces.
const LONGEST_WAY: usize = 100;

#[derive(Deserialize)]
pub(super) struct Drawn {
    seat: String,
    /// Spaces in order from where the piece is, with commas between.
    way: String,
}

/// `GET /tables/{id}/along?seat=…&way=…`: the action that a drawn way means, or why it is none.
pub(super) async fn along(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    Asked(drawn): Asked<Drawn>,
) -> Result<Json<Value>, Problem> {
    let room = site.rooms.find(&id).await?;
    let held = room.look().await;
    let table = &held.table;
    let seat = own_seat(table, &guest.key, &drawn.seat)?;
    let way: Vec<&str> = drawn.way.split(',').map(str::trim).filter(|space| !space.is_empty()).collect();
    if way.len() > LONGEST_WAY {
        return Err(Problem::malformed("This way is too long to be one.", "Draw it from the piece to its end."));
    }
    let notation = table.session().along(seat, &way);
    let refusal = if notation.is_some() { None } else { no_way(table, seat, &way) };
    Ok(Json(json!({ "version": table.version(), "notation": notation, "refusal": refusal })))
}

/// Why a drawn way is not the whole way of an action, as far as the notation can say it.
fn no_way(table: &Table, seat: Seat, way: &[&str]) -> Option<Value> {
    let session = table.session();
    let refusal = session.why(seat, &way.join("-")).err()?;
    if refusal.rule == session.info().manners.notation {
        return None;
    }
    Some(json!({ "text": refusal.what, "instead": refusal.instead, "rules": [refusal.rule.to_string()] }))
}
