//! Pages that are read: the shelf, a box, its rules, its board.

use super::sent::Asked;
use crate::guest::Guest;
use crate::pages::{self, game::Draft};
use crate::problem::Problem;
use crate::site::Site;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use kernel::dynamic::DynGame;
use maud::Markup;
use serde::Deserialize;
use store::Filter;

fn title(slug: &str) -> Result<&'static dyn DynGame, Problem> {
    catalog::game(slug).ok_or_else(|| Problem::no_game(slug))
}

/// `GET /`
pub(super) async fn shelf(State(site): State<Site>, guest: Guest) -> Result<Response, Problem> {
    let filter = Filter { owner: Some(guest.key.clone()), open: Some(true), limit: 12, ..Filter::default() };
    let mine = site.store.list(filter).await?;
    Ok((guest, pages::shelf::page(&site, &mine)).into_response())
}

/// `GET /games/{slug}`
pub(super) async fn game(
    State(site): State<Site>,
    Path(slug): Path<String>,
    guest: Guest,
) -> Result<Response, Problem> {
    let page = pages::game::page(&site, title(&slug)?, &guest, &Draft::default(), None);
    Ok((guest, page).into_response())
}

/// `GET /rules/{slug}`
pub(super) async fn rules(State(site): State<Site>, Path(slug): Path<String>) -> Result<Response, Problem> {
    Ok(pages::rules::page(&site, title(&slug)?).into_response())
}

/// `GET /rules/{slug}/{id}`: one rule, to be shown in a window of the page.
pub(super) async fn rule(Path((slug, id)): Path<(String, String)>) -> Result<Response, Problem> {
    let title = title(&slug)?;
    let rule = title
        .rule_book()
        .get(&id)
        .ok_or_else(|| Problem::missing(format!("{} has no such rule.", title.info().title), "See the rule book."))?;
    Ok(pages::rules::fragment(title, rule).into_response())
}

/// `GET /how-to-play/{slug}`
pub(super) async fn how_to_play(State(site): State<Site>, Path(slug): Path<String>) -> Result<Response, Problem> {
    Ok(pages::how_to_play::page(&site, title(&slug)?).into_response())
}

#[derive(Deserialize)]
pub(super) struct Nothing {}

/// `GET /boards/{slug}`
pub(super) async fn board(
    State(site): State<Site>,
    Path(slug): Path<String>,
    Asked(_): Asked<Nothing>,
) -> Result<Response, Problem> {
    Ok(pages::board::page(&site, title(&slug)?)?.into_response())
}

/// `GET /boards/{slug}/board.toml`: the board in the box, to be edited.
pub(super) async fn board_file(Path(slug): Path<String>) -> Result<Response, Problem> {
    let title = title(&slug)?;
    let name = format!("attachment; filename=\"{slug}.board.toml\"");
    let heads = [(CONTENT_TYPE, "application/toml; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((heads, title.standard_board()).into_response())
}

/// `GET /check`
pub(super) async fn check(State(site): State<Site>) -> Markup {
    pages::check::page(&site, None)
}

/// `GET /check/boxtop-check.html`: the check as one file to keep. Its script is inside, for
/// it is opened from a disk; as a page of ours the content policy keeps it quiet.
pub(super) async fn check_alone() -> Response {
    let name = "attachment; filename=\"boxtop-check.html\"";
    let kind = "text/html; charset=utf-8";
    ([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], pages::check::alone().into_string()).into_response()
}
