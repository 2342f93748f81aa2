//! Tables: found, opened, looked at, played.

use super::{Player, ProblemDetails, Reader, known};
use crate::attendance;
use crate::commands;
use crate::guest::Guest;
use crate::limits::{Kind, Network, Sender};
use crate::lobby::{self, Cursor, Part};
use crate::opening::{Opening, open_table};
use crate::problem::Problem;
use crate::queries;
use crate::routes::live;
use crate::routes::sent::{Asked, Sent};
use crate::site::Site;
use crate::tag::Tag;
use crate::view_cache::WholeView;
use crate::work::{Cost, Priced, with_cost};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use protocol::{
    BranchRequest, ChatMessage, ChatMessages, ChatQuery, ChatRequest, Command, CommandRequest, CommandResult,
    DrawnPath, EventsQuery, Explanation, Hint, HintRequest, LegalMoves, LegalMovesQuery, LuckReport, Moments,
    MomentsQuery, OpenedTable, PathQuery, Prospects, ProspectsQuery, TableList, TableRequest, TablesQuery, View,
    ViewQuery, WhyQuery,
};
use serde::Serialize;

/// The part of a list that is asked for.
pub(super) fn part(query: TablesQuery) -> Result<Part, Problem> {
    if query.limit.is_some_and(|limit| !(1..=lobby::MOST_LISTED).contains(&limit)) {
        return Err(Problem::malformed("A limit is a number from 1 to 100.", "Leave it out for 20."));
    }
    let after = query.after.as_deref().map(Cursor::parse).transpose()?;
    Ok(Part { game: query.game, open: query.open, limit: query.limit.unwrap_or(0), after })
}

type Id = Path<String>;

/// Public tables with an open seat, the newest first
#[utoipa::path(get, path = "/tables", tag = "tables", params(TablesQuery),
    responses((status = 200, description = "The answer", body = TableList), (status = 400, description = "The request cannot be read", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn lobby(
    State(site): State<Site>,
    Reader(_): Reader,
    Asked(query): Asked<TablesQuery>,
) -> Result<Json<TableList>, Problem> {
    lobby::open_tables(&site, part(query)?).await.map(Json)
}

/// Opens a table
#[utoipa::path(post, path = "/tables", tag = "tables", request_body = TableRequest, params(("Idempotency-Key" = Option<String>, Header, description = "The same key again opens no second table")),
    responses((status = 201, description = "Opened or made", body = OpenedTable), (status = 422, description = "Every fault of the order", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn open(
    State(site): State<Site>,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(wanted): Sent<TableRequest>,
) -> Result<Response, Problem> {
    let guest = site.people.called(guest, Some(&wanted.name)).await?;
    let opening = opening(&guest, &headers, &wanted)?;
    let opened = site.opened(open_table(&site, &guest, wanted, Vec::new(), opening).await?);
    let location = [(LOCATION, site.url(&format!("/api/v1/tables/{}", opened.table)))];
    Ok(known(&guest, (StatusCode::CREATED, location, Json(opened))))
}

/// The first log entry to send.
fn log_from(query: &ViewQuery) -> usize {
    if query.log == Some(false) { usize::MAX } else { query.log_from.unwrap_or(0) }
}

/// A table as this person sees it. `ETag` names version and viewer; with `If-None-Match` an unchanged view is 304
#[utoipa::path(get, path = "/tables/{table}", tag = "tables", params(("table" = String, Path, description = "The table's id"), ViewQuery),
    responses((status = 200, description = "The answer", body = View), (status = 304, description = "As it was"), (status = 404, description = "There is no such thing", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn view(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    headers: HeaderMap,
    Asked(query): Asked<ViewQuery>,
) -> Result<Response, Problem> {
    let handle = site.matches.find(&id).await?;
    attendance::welcome(&site, &handle, &guest.key).await;
    let log_from = log_from(&query);
    let part = if log_from == 0 { String::new() } else { format!("log {log_from}") };
    let tag = |version| Tag::new(&id, version, &guest.key, &part);
    let now = tag(handle.table().version());
    if now.is_known(&headers) {
        return Ok(now.unchanged());
    }
    let (_, view) = handle.view(&guest.key, log_from).await?;
    Ok(known(&guest, (tag(view.version).headers(), whole(view))))
}

/// A view as an answer.
fn whole(view: WholeView) -> Response {
    let cost = Cost::of_reading(view.moves, view.built);
    with_cost(cost, ([(CONTENT_TYPE, "application/json")], view.json))
}

/// The legal moves of one of your seats
///
/// A view lists them where they are few. The seat must be to act; otherwise there are none.
#[utoipa::path(get, path = "/tables/{table}/legal-moves", tag = "play", params(("table" = String, Path, description = "The table's id"), LegalMovesQuery),
    responses((status = 200, description = "The moves", body = LegalMoves), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn legal_moves(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    Asked(query): Asked<LegalMovesQuery>,
) -> Result<Priced<LegalMoves>, Problem> {
    queries::legal_moves(&site, &id, &guest, &query).await
}

/// Carries out a command: plays, throws, takes a seat, answers, resigns
///
/// The header `Idempotency-Key` takes the place of a `key` in the body. The view that follows arrives by the events.
#[utoipa::path(post, path = "/tables/{table}/commands", tag = "play", request_body = CommandRequest, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request repeatable, where the body has no `key`")),
    responses((status = 200, description = "Carried out", body = CommandResult), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json"), (status = 409, description = "The table has moved on; `version` is where it stands", body = ProblemDetails, content_type = "application/problem+json"), (status = 422, description = "Refused, with the `rule` that forbids it; or the key was used for another command", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn command(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    sender: Sender,
    headers: HeaderMap,
    Sent(mut request): Sent<CommandRequest>,
) -> Result<Response, Problem> {
    if request.key.is_empty() {
        request.key = header_key(&headers).unwrap_or_default();
    }
    if request.command == Command::OfferRematch {
        sender.take(&site, Kind::Opening)?;
    }
    let (guest, result) = commands::execute(&site, &id, guest, request).await?;
    Ok(known(&guest, Json(result)))
}

/// Which table is opened: with an idempotency key always the same.
fn opening(guest: &Guest, headers: &HeaderMap, asked: &impl Serialize) -> Result<Opening, Problem> {
    header_key(headers).map_or_else(|| Ok(Opening::new()), |key| Opening::with_key(guest, &key, asked))
}

/// The idempotency key in the headers.
fn header_key(headers: &HeaderMap) -> Option<String> {
    let key = headers.get("idempotency-key")?.to_str().ok()?;
    Some(key.trim_matches('"').to_owned())
}

/// What the general would do; at home only
#[utoipa::path(post, path = "/tables/{table}/hint", tag = "play", request_body = HintRequest, params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, description = "The answer", body = Hint), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn hint(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    Sent(wish): Sent<HintRequest>,
) -> Result<Priced<Hint>, Problem> {
    queries::hint(&site, &id, &guest, &wish).await
}

/// The record; with its seed only when the match is over
#[utoipa::path(get, path = "/tables/{table}/record", tag = "tables", params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, body = Value, description = "See docs/record.md")))]
pub(super) async fn record(State(site): State<Site>, Path(id): Id, Reader(_): Reader) -> Result<Response, Problem> {
    let (cost, record) = queries::record(&site, &id).await?;
    Ok(with_cost(cost, Json(record)))
}

/// May the seat do this, and by which rule?
#[utoipa::path(get, path = "/tables/{table}/why", tag = "play", params(("table" = String, Path, description = "The table's id"), WhyQuery),
    responses((status = 200, description = "The answer", body = Explanation), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn why(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    Asked(query): Asked<WhyQuery>,
) -> Result<Json<Explanation>, Problem> {
    queries::why(&site, &id, &guest, &query).await.map(Json)
}

/// What each outcome of the throw to come would mean for one's own seat
#[utoipa::path(get, path = "/tables/{table}/prospects", tag = "play", params(("table" = String, Path, description = "The table's id"), ProspectsQuery),
    responses((status = 200, description = "The answer", body = Prospects), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn prospects(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    Asked(query): Asked<ProspectsQuery>,
) -> Result<Priced<Prospects>, Problem> {
    queries::prospects(&site, &id, &guest, &query).await
}

/// The action that a way means which was drawn space by space
#[utoipa::path(get, path = "/tables/{table}/along", tag = "play", params(("table" = String, Path, description = "The table's id"), PathQuery),
    responses((status = 200, description = "The answer", body = DrawnPath), (status = 403, description = "Not your seat", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn along(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    Asked(query): Asked<PathQuery>,
) -> Result<Json<DrawnPath>, Problem> {
    queries::along(&site, &id, &guest, &query).await.map(Json)
}

/// How the table stood after steps that stand, as this person saw it then; with an `ETag` like the view
#[utoipa::path(get, path = "/tables/{table}/moments", tag = "tables", params(("table" = String, Path, description = "The table's id"), MomentsQuery),
    responses((status = 200, description = "The answer", body = Moments), (status = 304, description = "As they were")))]
pub(super) async fn moments(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    headers: HeaderMap,
    Asked(query): Asked<MomentsQuery>,
) -> Result<Response, Problem> {
    let answer = queries::moments(&site, &id, &guest, &query, &headers).await?;
    Ok(known(&guest, answer))
}

/// What was said, as far as this person may read it
#[utoipa::path(get, path = "/tables/{table}/chat", tag = "chat", params(("table" = String, Path, description = "The table's id"), ChatQuery),
    responses((status = 200, description = "The answer", body = ChatMessages)))]
pub(super) async fn hear(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    Asked(query): Asked<ChatQuery>,
) -> Result<Json<ChatMessages>, Problem> {
    queries::hear(&site, &id, &guest, &query).await.map(Json)
}

/// Sends a chat message
#[utoipa::path(post, path = "/tables/{table}/chat", tag = "chat", request_body = ChatRequest, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "The same key again sends no second message")),
    responses((status = 200, description = "The answer", body = ChatMessage), (status = 422, description = "Empty or too long, or the key was used for another message", body = ProblemDetails, content_type = "application/problem+json"), (status = 429, description = "Too much; `Retry-After` says when", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn say(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(mut request): Sent<ChatRequest>,
) -> Result<Response, Problem> {
    if request.key.is_empty() {
        request.key = header_key(&headers).unwrap_or_default();
    }
    let said = queries::say(&site, &id, &guest, &request).await?;
    Ok(known(&guest, Json(said)))
}

/// Server-sent events: `view`, `change`, `chat`, `spectators` and `heartbeat`
///
/// The id of an event is the version and, after a dot, the number of the last message. The data of each event is the
/// `data` of a `StreamEvent`.
#[utoipa::path(get, path = "/tables/{table}/events", tag = "tables", params(("table" = String, Path, description = "The table's id"), EventsQuery, ("Last-Event-ID" = Option<String>, Header, description = "What the listener has")),
    responses((status = 200, description = "The events, for as long as the connection lasts", content_type = "text/event-stream", body = String)))]
pub(super) async fn events(
    State(site): State<Site>,
    Path(id): Id,
    Asked(query): Asked<EventsQuery>,
    Reader(guest): Reader,
    from: Network,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    live::events(site, &id, &query, guest, from, &headers).await
}

/// Another table that begins at a place of this match; while it is on, only where nothing is hidden
#[utoipa::path(post, path = "/tables/{table}/branches", tag = "tables", request_body = BranchRequest, params(("Idempotency-Key" = Option<String>, Header, description = "The same key again opens no second table"), ("table" = String, Path, description = "The table's id")),
    responses((status = 201, description = "Opened or made", body = OpenedTable), (status = 422, description = "No such step, or something is hidden there", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn branch(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    Sent(from): Sent<BranchRequest>,
) -> Result<Response, Problem> {
    let opened =
        site.opened(queries::branch(&site, &id, &guest, &from, opening(&guest, &headers, &(&id, &from))?).await?);
    Ok(known(&guest, (StatusCode::CREATED, Json(opened))))
}

/// Expected against actual throws of every seat, with the 95 % band; once the match is over
#[utoipa::path(get, path = "/tables/{table}/luck", tag = "tables", params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, description = "The answer", body = LuckReport), (status = 422, description = "The match is not over", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn luck(
    State(site): State<Site>,
    Path(id): Id,
    Reader(_): Reader,
) -> Result<Priced<LuckReport>, Problem> {
    queries::luck(&site, &id).await
}
