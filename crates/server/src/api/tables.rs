//! Tables: found, opened, looked at, played.

use super::view::{AnswerShape, ViewShape};
use super::{Player, ProblemDetails, Reader, known};
use crate::attendance;
use crate::chat::{Said, Words};
use crate::deeds::{self, Answer, Deed, Drawn, Heard, Move, Outlook, Question, Span, Talk, Wish};
use crate::guest::Guest;
use crate::limits::Network;
use crate::lobby::{self, Cursor, Part, Rows};
use crate::opening::{Wanted, open_table};
use crate::problem::Problem;
use crate::rematch::{self, Rematch};
use crate::routes::live::{self, Since};
use crate::routes::sent::{Asked, Sent};
use crate::shown::Message;
use crate::site::Site;
use crate::tag::Tag;
use crate::wire;
use crate::work::{Cost, Priced, with_cost};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Which part of a list.
#[derive(Deserialize, IntoParams)]
pub(crate) struct Page {
    /// Only this game.
    #[param(example = "three-musketeers")]
    pub(crate) game: Option<String>,
    /// Only matches that are on (`true`) or over (`false`).
    pub(crate) open: Option<bool>,
    /// At most so many; 20 without it, 100 at most.
    pub(crate) limit: Option<u32>,
    /// What comes after the place that `next` named.
    pub(crate) after: Option<String>,
}

impl Page {
    pub(crate) fn part(self) -> Result<Part, Problem> {
        let after = self.after.as_deref().map(Cursor::parse).transpose()?;
        Ok(Part { game: self.game, open: self.open, limit: self.limit.unwrap_or(0), after })
    }
}

/// A table that was opened.
#[derive(Serialize, ToSchema)]
pub(crate) struct Opened {
    /// Its id: whoever knows it may watch, and sit down at an open seat.
    table: String,
    /// Its page.
    url: String,
    /// Its events.
    events: String,
}

impl Opened {
    fn new(table: String) -> Self {
        Opened { url: format!("/tables/{table}"), events: format!("/api/v1/tables/{table}/events"), table }
    }
}

/// Where to sit.
#[derive(Deserialize, Default, ToSchema)]
#[serde(default)]
pub(crate) struct Chair {
    /// The seat's id; left out, the first that is open.
    #[schema(example = "musketeers")]
    seat: Option<String>,
    /// The name others see.
    #[schema(example = "Anna")]
    name: Option<String>,
    /// What I add to the dice, 16 to 64 hexadecimal digits; left out, the house draws it for me.
    nonce: Option<String>,
}

type Id = Path<String>;

/// Public tables with an open seat, the newest first
#[utoipa::path(get, path = "/tables", tag = "tables", params(Page),
    responses((status = 200, body = Rows), (status = 400, body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn lobby(
    State(site): State<Site>,
    Reader(_): Reader,
    Asked(page): Asked<Page>,
) -> Result<Json<Rows>, Problem> {
    lobby::open_tables(&site, page.part()?).await.map(Json)
}

/// Opens a table
#[utoipa::path(post, path = "/tables", tag = "tables", request_body = Wanted,
    responses((status = 201, body = Opened), (status = 422, description = "Every fault of the order", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn open(
    State(site): State<Site>,
    Player(guest): Player,
    Sent(wanted): Sent<Wanted>,
) -> Result<Response, Problem> {
    let guest = site.people.called(guest, Some(&wanted.name)).await?;
    let opened = Opened::new(open_table(&site, &guest, wanted, Vec::new()).await?);
    let location = [(LOCATION, format!("/api/v1/tables/{}", opened.table))];
    Ok(known(&guest, (StatusCode::CREATED, location, Json(opened))))
}

/// A table as this person sees it. `ETag` names version and viewer; with `If-None-Match` an unchanged view is 304
#[utoipa::path(get, path = "/tables/{table}", tag = "tables", params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, body = ViewShape), (status = 304, description = "As it was"), (status = 404, body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn view(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let room = site.rooms.find(&id).await?;
    attendance::welcome(&site, &room, &guest.key).await;
    let tag = |version| Tag::new(&id, version, &guest.key, "");
    let now = tag(room.look().await.table.version());
    if now.is_known(&headers) {
        return Ok(now.unchanged());
    }
    let message = room.view(&guest.key, 0, wire::Offers::Full).await?;
    Ok(known(&guest, (tag(message.version).headers(), shown(&message))))
}

/// Sits down
#[utoipa::path(post, path = "/tables/{table}/join", tag = "tables", request_body = Chair, params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, body = ViewShape), (status = 422, description = "No seat is open", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn join(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    Sent(chair): Sent<Chair>,
) -> Result<Response, Problem> {
    let guest = site.people.called(guest, chair.name.as_deref()).await?;
    deeds::sit(&site, &id, &guest, chair.seat.filter(|seat| !seat.is_empty()), chair.nonce).await?;
    let room = site.rooms.find(&id).await?;
    let message = room.view(&guest.key, 0, wire::Offers::Full).await?;
    Ok(known(&guest, shown(&message)))
}

/// A view as an answer.
fn shown(message: &Message) -> Response {
    let cost = Cost::of_reading(message.offers, message.built);
    with_cost(cost, ([(CONTENT_TYPE, "application/json")], message.json()))
}

/// The key of a request stands in its body or in a header.
fn keyed(mut sent: Move, headers: &HeaderMap) -> Move {
    if sent.key.is_empty()
        && let Some(key) = headers.get("idempotency-key").and_then(|key| key.to_str().ok())
    {
        sent.key = key.trim_matches('"').to_owned();
    }
    sent
}

async fn change(
    site: &Site,
    id: &str,
    guest: &Guest,
    sent: Move,
    headers: &HeaderMap,
    deed: Deed,
) -> Result<Answer, Problem> {
    deeds::change(site, id, guest, keyed(sent, headers), deed).await
}

/// Acts, in notation
#[utoipa::path(post, path = "/tables/{table}/act", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused; `rule` says why", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn act(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::Act).await
}

/// Throws, with the seat's own hand
#[utoipa::path(post, path = "/tables/{table}/throw", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused; `rule` says why", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn throw(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::Throw).await
}

/// Takes back
#[utoipa::path(post, path = "/tables/{table}/undo", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused; `rule` says why", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn undo(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::Undo).await
}

/// Gives up
#[utoipa::path(post, path = "/tables/{table}/resign", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused; `rule` says why", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn resign(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::Resign).await
}

/// What the general would do; at home only
#[utoipa::path(post, path = "/tables/{table}/hint", tag = "play", request_body = Wish, params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, body = Value), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn hint(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    Sent(wish): Sent<Wish>,
) -> Result<Priced, Problem> {
    deeds::hint(&site, &id, &guest, &wish).await
}

/// Offers a rematch, sides changed, or accepts the one that is offered. It begins when everybody has accepted;
/// until then the others answer it with `answer`
#[utoipa::path(post, path = "/tables/{table}/rematch", tag = "tables", params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, body = Rematch), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn rematch(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
) -> Result<Json<Rematch>, Problem> {
    rematch::offer(&site, &id, &guest).await.map(Json)
}

/// The record; with its seed only when the match is over
#[utoipa::path(get, path = "/tables/{table}/record", tag = "tables", params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, body = Value, description = "See docs/record.md")))]
pub(super) async fn record(State(site): State<Site>, Path(id): Id, Reader(_): Reader) -> Result<Response, Problem> {
    let (cost, record) = deeds::record(&site, &id).await?;
    Ok(with_cost(cost, Json(record)))
}

/// May the seat do this, and by which rule?
#[utoipa::path(get, path = "/tables/{table}/why", tag = "play", params(("table" = String, Path, description = "The table's id"), Question),
    responses((status = 200, body = Value), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn why(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    Asked(asked): Asked<Question>,
) -> Result<Json<Value>, Problem> {
    deeds::why(&site, &id, &guest, &asked).await.map(Json)
}

/// What each outcome of the throw to come would mean for one's own seat
#[utoipa::path(get, path = "/tables/{table}/prospects", tag = "play", params(("table" = String, Path, description = "The table's id"), Outlook),
    responses((status = 200, body = Value), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn prospects(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    Asked(asked): Asked<Outlook>,
) -> Result<Priced, Problem> {
    deeds::prospects(&site, &id, &guest, &asked).await
}

/// The action that a way means which was drawn space by space
#[utoipa::path(get, path = "/tables/{table}/along", tag = "play", params(("table" = String, Path, description = "The table's id"), Drawn),
    responses((status = 200, body = Value), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn along(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    Asked(asked): Asked<Drawn>,
) -> Result<Json<Value>, Problem> {
    deeds::along(&site, &id, &guest, &asked).await.map(Json)
}

/// How the table stood after steps that stand, as this person saw it then; with an `ETag` like the view
#[utoipa::path(get, path = "/tables/{table}/moments", tag = "tables", params(("table" = String, Path, description = "The table's id"), Span),
    responses((status = 200, body = Value), (status = 304, description = "As they were")))]
pub(super) async fn moments(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    headers: HeaderMap,
    Asked(span): Asked<Span>,
) -> Result<Response, Problem> {
    let answer = deeds::moments(&site, &id, &guest, &span, &headers).await?;
    Ok(known(&guest, answer))
}

/// What was said, as far as this person may read it
#[utoipa::path(get, path = "/tables/{table}/chat", tag = "chat", params(("table" = String, Path, description = "The table's id"), Talk),
    responses((status = 200, body = Heard)))]
pub(super) async fn hear(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    Asked(talk): Asked<Talk>,
) -> Result<Json<Heard>, Problem> {
    deeds::hear(&site, &id, &guest, &talk).await.map(Json)
}

/// Says something
#[utoipa::path(post, path = "/tables/{table}/chat", tag = "chat", request_body = Words, params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, body = Said), (status = 422, description = "Empty or too long", body = ProblemDetails, content_type = "application/problem+json"), (status = 429, description = "Too much; `Retry-After` says when", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn say(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    Sent(words): Sent<Words>,
) -> Result<Response, Problem> {
    let said = deeds::say(&site, &id, &guest, &words).await?;
    Ok(known(&guest, Json(said)))
}

/// Server-sent events: `view`, `chat`, `watching` and `beat`. Ids are the version, and behind a dot the last message
#[utoipa::path(get, path = "/tables/{table}/events", tag = "tables", params(("table" = String, Path, description = "The table's id"), Since, ("Last-Event-ID" = Option<String>, Header, description = "What the listener has")),
    responses((status = 200, content_type = "text/event-stream", body = String)))]
pub(super) async fn events(
    State(site): State<Site>,
    Path(id): Id,
    Asked(since): Asked<Since>,
    Reader(guest): Reader,
    from: Network,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    live::events(site, &id, &since, guest, from, &headers).await
}

/// Goes before the match has begun
#[utoipa::path(post, path = "/tables/{table}/leave", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn leave(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::Leave).await
}

/// Adds to the dice, for who sat there when the table was opened
#[utoipa::path(post, path = "/tables/{table}/nonce", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn nonce(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::Nonce).await
}

/// Enters what dice of one's own have shown
#[utoipa::path(post, path = "/tables/{table}/enter", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn enter(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::Enter).await
}

/// Asks the others to take back more than one may alone
#[utoipa::path(post, path = "/tables/{table}/ask-undo", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn ask_undo(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::AskUndo).await
}

/// Offers a draw
#[utoipa::path(post, path = "/tables/{table}/draw", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn draw(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::OfferDraw).await
}

/// Answers what is asked; the asker takes it back with a no
#[utoipa::path(post, path = "/tables/{table}/answer", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn answer(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::Answer).await
}

/// Proposes that a computer play for somebody who is absent
#[utoipa::path(post, path = "/tables/{table}/relieve", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn relieve(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::Relieve).await
}

/// Comes back to a seat that a computer plays meanwhile
#[utoipa::path(post, path = "/tables/{table}/return", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn come_back(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::Return).await
}

/// Chooses what follows when the other player is gone: `choice` is `claim` (the win), `abort` (no result), `computer`
/// (of `level` plays the seat) or `open` (anybody may take the seat)
#[utoipa::path(post, path = "/tables/{table}/absent", tag = "play", request_body = Move, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, body = AnswerShape), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "The other player is not gone; `absent` of the view says from when on", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn absent(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    change(&site, &id, &guest, sent, &headers, Deed::Absent).await
}

/// Another table that begins at a place of this match; while it is on, only where nothing is hidden
#[utoipa::path(post, path = "/tables/{table}/continue", tag = "tables", request_body = deeds::From, params(("table" = String, Path, description = "The table's id")),
    responses((status = 201, body = Opened), (status = 422, description = "No such step, or something is hidden there", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn go_on(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    Sent(from): Sent<deeds::From>,
) -> Result<Response, Problem> {
    let opened = Opened::new(deeds::go_on(&site, &id, &guest, &from).await?);
    Ok(known(&guest, (StatusCode::CREATED, Json(opened))))
}

/// Expected against actual throws of every seat, with the 95 % band; once the match is over
#[utoipa::path(get, path = "/tables/{table}/luck", tag = "tables", params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, body = Value), (status = 422, description = "The match is not over", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn luck(State(site): State<Site>, Path(id): Id, Reader(_): Reader) -> Result<Priced, Problem> {
    deeds::luck(&site, &id).await
}
