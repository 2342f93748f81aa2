//! Tables: list, open, view and play.

use super::{Player, Reader, known};
use crate::attendance;
use crate::commands;
use crate::guest::Guest;
use crate::limits::{Network, RequestKind, Sender};
use crate::lobby::{self, Cursor, Part};
use crate::opening::{Opening, open_table};
use crate::problem::Problem;
use crate::queries;
use crate::reports;
use crate::routes::extract::{JsonBody, QueryParams};
use crate::routes::live;
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
    BranchRequest, Chances, ChancesQuery, ChatMessages, ChatQuery, ChatRequest, Command, CommandRequest, DrawnPath,
    EventsQuery, Explanation, Hint, HintRequest, LegalMoves, LegalMovesQuery, LuckReport, MomentsQuery, PathQuery,
    Prospects, ProspectsQuery, ReportRequest, TableList, TableRequest, TablesQuery, ViewQuery, WhyQuery,
};
use serde::Serialize;

/// The part of a list that is asked for.
pub(super) fn part(query: TablesQuery) -> Result<Part, Problem> {
    if query.limit.is_some_and(|limit| !(1..=lobby::MOST_LISTED).contains(&limit)) {
        return Err(Problem::malformed("The limit must be a number from 1 to 100.", "Leave it out for 20."));
    }
    let after = query.after.as_deref().map(Cursor::parse).transpose()?;
    Ok(Part { game: query.game, open: query.open, limit: query.limit.unwrap_or(0), after, hidden: false })
}

type Id = Path<String>;

/// Public tables with an open seat, the newest first
#[cfg_attr(test, utoipa::path(get, path = "/tables", tag = "tables", params(TablesQuery),
    responses((status = 200, description = "Success", body = TableList), (status = 400, description = "Malformed request", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn lobby(
    State(site): State<Site>,
    Reader(_): Reader,
    QueryParams(query): QueryParams<TablesQuery>,
) -> Result<Json<TableList>, Problem> {
    lobby::open_tables(&site, part(query)?).await.map(Json)
}

/// Opens a table
#[cfg_attr(test, utoipa::path(post, path = "/tables", tag = "tables", request_body = TableRequest, params(("Idempotency-Key" = Option<String>, Header, description = "A request with the same key opens no second table")),
    responses((status = 201, description = "Created", body = protocol::OpenedTable), (status = 422, description = "All errors in the request", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn open(
    State(site): State<Site>,
    Player(guest): Player,
    headers: HeaderMap,
    JsonBody(wanted): JsonBody<TableRequest>,
) -> Result<Response, Problem> {
    let guest = site.accounts.called(guest, Some(&wanted.name)).await?;
    let opening = opening(&guest, &headers, &wanted)?;
    let opened = site.opened(open_table(&site, &guest, wanted, Vec::new(), opening).await?).await?;
    let location = [(LOCATION, site.url(&format!("/api/v1/tables/{}", opened.table)))];
    Ok(known(&guest, (StatusCode::CREATED, location, Json(opened))))
}

/// The first log entry to send.
fn log_from(query: &ViewQuery) -> usize {
    if query.log == Some(false) { usize::MAX } else { query.log_from.unwrap_or(0) }
}

/// A table as you see it. The `ETag` depends on version and viewer; an unchanged view is 304 with `If-None-Match`
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}", tag = "tables", params(("table" = String, Path, description = "The table's id"), ViewQuery),
    responses((status = 200, description = "Success", body = protocol::View), (status = 304, description = "Not modified"), (status = 404, description = "Not found", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn view(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    headers: HeaderMap,
    QueryParams(query): QueryParams<ViewQuery>,
) -> Result<Response, Problem> {
    let handle = site.matches.find_for_view(&id).await?;
    attendance::welcome(&site, &handle, &guest.present_key()).await;
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

/// A view as a response.
fn whole(view: WholeView) -> Response {
    let cost = Cost::of_reading(view.moves, view.built);
    with_cost(cost, ([(CONTENT_TYPE, "application/json")], view.json))
}

/// The legal moves of one of your seats
///
/// A view lists them itself if there are few. If it is not the seat's turn, the list is empty.
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}/legal-moves", tag = "play", params(("table" = String, Path, description = "The table's id"), LegalMovesQuery),
    responses((status = 200, description = "The moves", body = LegalMoves), (status = 403, description = "Not your seat", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn legal_moves(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    QueryParams(query): QueryParams<LegalMovesQuery>,
) -> Result<Priced<LegalMoves>, Problem> {
    queries::legal_moves(&site, &id, &guest, &query).await
}

/// Executes a command: play, throw, take a seat, answer, resign
///
/// The header `Idempotency-Key` replaces a `key` in the body. The new view arrives on the event stream.
#[cfg_attr(test, utoipa::path(post, path = "/tables/{table}/commands", tag = "play", request_body = CommandRequest, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "Makes the request safe to repeat, if the body has no `key`")),
    responses((status = 200, description = "Executed", body = protocol::CommandResult), (status = 403, description = "Not your seat", body = protocol::Problem, content_type = "application/problem+json"), (status = 409, description = "The match has changed; `version` is the current version", body = protocol::Problem, content_type = "application/problem+json"), (status = 422, description = "Refused, with the `rule` that forbids it; or the key was used for another command", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn command(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    sender: Sender,
    headers: HeaderMap,
    JsonBody(mut request): JsonBody<CommandRequest>,
) -> Result<Response, Problem> {
    tracing::trace!(target: "boxtop::life", "command");
    if request.key.is_empty() {
        request.key = header_key(&headers).unwrap_or_default();
    }
    if request.command == Command::OfferRematch {
        sender.take(&site, RequestKind::Opening).await?;
    }
    let (guest, result) = commands::execute(&site, &id, guest, request).await?;
    Ok(known(&guest, Json(result)))
}

/// Which table to open: with an idempotency key always the same one.
fn opening(guest: &Guest, headers: &HeaderMap, asked: &impl Serialize) -> Result<Opening, Problem> {
    header_key(headers).map_or_else(|| Ok(Opening::new()), |key| Opening::with_key(guest, &key, asked))
}

/// The idempotency key in the headers.
fn header_key(headers: &HeaderMap) -> Option<String> {
    let key = headers.get("idempotency-key")?.to_str().ok()?;
    Some(key.trim_matches('"').to_owned())
}

/// The move a general would play, and why; only where everybody wants help
#[cfg_attr(test, utoipa::path(post, path = "/tables/{table}/hint", tag = "play", request_body = HintRequest, params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, description = "Success", body = Hint), (status = 403, description = "Not your seat", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn hint(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    JsonBody(request): JsonBody<HintRequest>,
) -> Result<Priced<Hint>, Problem> {
    queries::hint(&site, &id, &guest, &request).await
}

/// The record; it includes the seed once the match is over
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}/record", tag = "tables", params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, body = protocol::MatchRecord, description = "See docs/record.md"))))]
pub(super) async fn record(State(site): State<Site>, Path(id): Id, Reader(_): Reader) -> Result<Response, Problem> {
    let (cost, record) = queries::record(&site, &id).await?;
    Ok(with_cost(cost, Json(record)))
}

/// Is this action legal for the seat, and by which rule?
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}/why", tag = "play", params(("table" = String, Path, description = "The table's id"), WhyQuery),
    responses((status = 200, description = "Success", body = Explanation), (status = 403, description = "Not your seat", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn why(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    QueryParams(query): QueryParams<WhyQuery>,
) -> Result<Json<Explanation>, Problem> {
    queries::why(&site, &id, &guest, &query).await.map(Json)
}

/// What each outcome of the next throw would mean for your seat
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}/prospects", tag = "play", params(("table" = String, Path, description = "The table's id"), ProspectsQuery),
    responses((status = 200, description = "Success", body = Prospects), (status = 403, description = "Not your seat", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn prospects(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    QueryParams(query): QueryParams<ProspectsQuery>,
) -> Result<Priced<Prospects>, Problem> {
    queries::prospects(&site, &id, &guest, &query).await
}

/// Every seat's chance of winning as far as your seat can know; only where everybody wants help
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}/chances", tag = "play", params(("table" = String, Path, description = "The table's id"), ChancesQuery),
    responses((status = 200, description = "Success", body = Chances), (status = 403, description = "Not your seat, or help is not allowed", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn chances(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    QueryParams(query): QueryParams<ChancesQuery>,
) -> Result<Priced<Chances>, Problem> {
    queries::chances(&site, &id, &guest, &query).await
}

/// The action for a path drawn space by space
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}/along", tag = "play", params(("table" = String, Path, description = "The table's id"), PathQuery),
    responses((status = 200, description = "Success", body = DrawnPath), (status = 403, description = "Not your seat", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn along(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    QueryParams(query): QueryParams<PathQuery>,
) -> Result<Json<DrawnPath>, Problem> {
    queries::along(&site, &id, &guest, &query).await.map(Json)
}

/// Earlier positions of the match, as you saw them then; with an `ETag` like the view
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}/moments", tag = "tables", params(("table" = String, Path, description = "The table's id"), MomentsQuery),
    responses((status = 200, description = "Success", body = protocol::Moments), (status = 304, description = "Not modified"))))]
pub(super) async fn moments(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    headers: HeaderMap,
    QueryParams(query): QueryParams<MomentsQuery>,
) -> Result<Response, Problem> {
    let answer = queries::moments(&site, &id, &guest, &query, &headers).await?;
    Ok(known(&guest, answer))
}

/// Chat messages that you can read
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}/chat", tag = "chat", params(("table" = String, Path, description = "The table's id"), ChatQuery),
    responses((status = 200, description = "Success", body = ChatMessages))))]
pub(super) async fn hear(
    State(site): State<Site>,
    Path(id): Id,
    Reader(guest): Reader,
    QueryParams(query): QueryParams<ChatQuery>,
) -> Result<Json<ChatMessages>, Problem> {
    queries::chat_messages(&site, &id, &guest, &query).await.map(Json)
}

/// Sends a chat message
#[cfg_attr(test, utoipa::path(post, path = "/tables/{table}/chat", tag = "chat", request_body = ChatRequest, params(("table" = String, Path, description = "The table's id"), ("Idempotency-Key" = Option<String>, Header, description = "A request with the same key sends no second message")),
    responses((status = 200, description = "Success", body = protocol::ChatMessage), (status = 422, description = "Empty or too long, or the key was used for another message", body = protocol::Problem, content_type = "application/problem+json"), (status = 429, description = "Too many messages; `Retry-After` says when to try again", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn say(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    JsonBody(mut request): JsonBody<ChatRequest>,
) -> Result<Response, Problem> {
    if request.key.is_empty() {
        request.key = header_key(&headers).unwrap_or_default();
    }
    let said = queries::say(&site, &id, &guest, &request).await?;
    Ok(known(&guest, Json(said)))
}

/// Reports a table or a message to the host
#[cfg_attr(test, utoipa::path(post, path = "/tables/{table}/reports", tag = "chat", request_body = ReportRequest, params(("table" = String, Path, description = "The table's id")),
    responses((status = 201, description = "The host will see it", body = protocol::ReportReceipt), (status = 404, description = "No such table or message", body = protocol::Problem, content_type = "application/problem+json"), (status = 422, description = "Empty or too long, or there are enough open reports about this table", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn report(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    JsonBody(request): JsonBody<ReportRequest>,
) -> Result<Response, Problem> {
    let receipt = reports::report(&site, &id, &guest, &request).await?;
    Ok(known(&guest, (StatusCode::CREATED, Json(receipt))))
}

/// Server-sent events: `view`, `change`, `chat`, `spectators`, `closed` and `heartbeat`
///
/// The id of an event is the version and, after a dot, the number of the last message. The data of each event is the
/// `data` of a `StreamEvent`.
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}/events", tag = "tables", params(("table" = String, Path, description = "The table's id"), EventsQuery, ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event received")),
    responses((status = 200, description = "The events, until the connection closes", content_type = "text/event-stream", body = String))))]
pub(super) async fn events(
    State(site): State<Site>,
    Path(id): Id,
    QueryParams(query): QueryParams<EventsQuery>,
    Reader(guest): Reader,
    from: Network,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    live::events(site, &id, &query, guest, from, &headers).await
}

/// Opens a new table that starts from a step of this match; for a running match only if nothing is hidden
#[cfg_attr(test, utoipa::path(post, path = "/tables/{table}/branches", tag = "tables", request_body = BranchRequest, params(("Idempotency-Key" = Option<String>, Header, description = "A request with the same key opens no second table"), ("table" = String, Path, description = "The table's id")),
    responses((status = 201, description = "Created", body = protocol::OpenedTable), (status = 422, description = "No such step, or the position has hidden information", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn branch(
    State(site): State<Site>,
    Path(id): Id,
    Player(guest): Player,
    headers: HeaderMap,
    JsonBody(from): JsonBody<BranchRequest>,
) -> Result<Response, Problem> {
    let opening = opening(&guest, &headers, &(&id, &from))?;
    let opened = site.opened(queries::branch(&site, &id, &guest, &from, opening).await?).await?;
    Ok(known(&guest, (StatusCode::CREATED, Json(opened))))
}

/// The server's signed word on the match as it stands
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}/receipt", tag = "tables", params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, description = "Success", body = protocol::Receipt), (status = 422, description = "The match has older dice, without a transcript", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn receipt(
    State(site): State<Site>,
    Path(id): Id,
    Reader(_): Reader,
) -> Result<Json<protocol::Receipt>, Problem> {
    queries::receipt(&site, &id).await.map(Json)
}

/// Expected and actual throws of every seat, with the 95 % band; once the match is over
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}/luck", tag = "tables", params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, description = "Success", body = LuckReport), (status = 422, description = "The match is not over", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn luck(
    State(site): State<Site>,
    Path(id): Id,
    Reader(_): Reader,
) -> Result<Priced<LuckReport>, Problem> {
    queries::luck(&site, &id).await
}
