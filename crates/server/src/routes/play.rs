//! Playing: what a seat does, takes back, asks; all answers in JSON.

use super::sent::{Asked, Sent};
use crate::chat::{Said, Words};
use crate::deeds::{self, Answer, Deed, Drawn, Heard, Move, Outlook, Question, Span, Talk, Wish};
use crate::guest::Guest;
use crate::problem::Problem;
use crate::rematch::{self, Rematch};
use crate::site::Site;
use crate::work::Priced;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Value, json};

type Id = Path<String>;

/// `POST /tables/{id}/act`
pub(super) async fn act(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::Act).await
}

/// `POST /tables/{id}/throw`: this person's hand throws, for his seat.
pub(super) async fn throw(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::Throw).await
}

/// `POST /tables/{id}/undo`
pub(super) async fn undo(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::Undo).await
}

/// `POST /tables/{id}/resign`
pub(super) async fn resign(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::Resign).await
}

/// `POST /tables/{id}/hint`
pub(super) async fn hint(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(wish): Sent<Wish>,
) -> Result<Priced, Problem> {
    deeds::hint(&site, &id, &guest, &wish).await
}

/// `POST /tables/{id}/rematch`
pub(super) async fn rematch(State(site): State<Site>, Path(id): Id, guest: Guest) -> Result<Json<Rematch>, Problem> {
    rematch::offer(&site, &id, &guest).await.map(Json)
}

/// `GET /tables/{id}/why?seat=…&action=…`: may the seat do this, and by which rule?
pub(super) async fn why(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Asked(asked): Asked<Question>,
) -> Result<Json<Value>, Problem> {
    deeds::why(&site, &id, &guest, &asked).await.map(Json)
}

/// `GET /tables/{id}/prospects?seat=…`: what each outcome of the throw to come would mean for the seat.
pub(super) async fn prospects(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Asked(asked): Asked<Outlook>,
) -> Result<Priced, Problem> {
    deeds::prospects(&site, &id, &guest, &asked).await
}

/// `GET /tables/{id}/along?seat=…&way=…`: the action that a drawn way means, or why it is none.
pub(super) async fn along(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Asked(asked): Asked<Drawn>,
) -> Result<Json<Value>, Problem> {
    deeds::along(&site, &id, &guest, &asked).await.map(Json)
}

/// `GET /tables/{id}/moments?from=…&count=…`: how the table stood after each of these steps.
pub(super) async fn moments(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    headers: HeaderMap,
    Asked(span): Asked<Span>,
) -> Result<Response, Problem> {
    deeds::moments(&site, &id, &guest, &span, &headers).await
}

/// `GET /tables/{id}/chat?after=…`: what was said, as far as this person may read it.
pub(super) async fn hear(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Asked(talk): Asked<Talk>,
) -> Result<Json<Heard>, Problem> {
    deeds::hear(&site, &id, &guest, &talk).await.map(Json)
}

/// `POST /tables/{id}/chat`
pub(super) async fn say(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(words): Sent<Words>,
) -> Result<(Guest, Json<Said>), Problem> {
    let said = deeds::say(&site, &id, &guest, &words).await?;
    Ok((guest, Json(said)))
}

/// `POST /tables/{id}/leave`
pub(super) async fn leave(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::Leave).await
}

/// `POST /tables/{id}/nonce`
pub(super) async fn nonce(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::Nonce).await
}

/// `POST /tables/{id}/enter`
pub(super) async fn enter(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::Enter).await
}

/// `POST /tables/{id}/ask-undo`
pub(super) async fn ask_undo(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::AskUndo).await
}

/// `POST /tables/{id}/draw`
pub(super) async fn draw(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::OfferDraw).await
}

/// `POST /tables/{id}/answer`
pub(super) async fn answer(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::Answer).await
}

/// `POST /tables/{id}/relieve`
pub(super) async fn relieve(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::Relieve).await
}

/// `POST /tables/{id}/return`
pub(super) async fn come_back(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::Return).await
}

/// `POST /tables/{id}/absent`: what follows when the other player is gone.
pub(super) async fn absent(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(sent): Sent<Move>,
) -> Result<Answer, Problem> {
    deeds::change(&site, &id, &guest, sent, Deed::Absent).await
}

/// `POST /tables/{id}/continue`: another table that begins at a place of this match.
pub(super) async fn go_on(
    State(site): State<Site>,
    Path(id): Id,
    guest: Guest,
    Sent(from): Sent<deeds::From>,
) -> Result<(Guest, Json<Value>), Problem> {
    let next = deeds::go_on(&site, &id, &guest, &from).await?;
    let answer = json!({ "table": next, "url": format!("/tables/{next}") });
    Ok((guest, Json(answer)))
}

/// `GET /tables/{id}/luck`: what fell against what was to be expected, once the match is over.
pub(super) async fn luck(State(site): State<Site>, Path(id): Id) -> Result<Priced, Problem> {
    deeds::luck(&site, &id).await
}
