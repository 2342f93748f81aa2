//! Pages to read: the shelf, a game, its rules, its board.

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
use std::future::{Ready, ready};
use store::Filter;

/// The answer of a handler that waits for nothing.
type Now<T> = Ready<Result<T, Problem>>;

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
pub(super) fn game(State(site): State<Site>, Path(slug): Path<String>, guest: Guest) -> Now<(Guest, Markup)> {
    let page = title(&slug).map(|title| pages::game::page(&site, title, &guest, &Draft::default(), None));
    ready(page.map(|page| (guest, page)))
}

/// `GET /rules/{slug}`
pub(super) fn rules(State(site): State<Site>, Path(slug): Path<String>) -> Now<Markup> {
    ready(title(&slug).map(|title| pages::rules::page(&site, title)))
}

/// `GET /rules/{slug}/{id}`: one rule, for a dialog of the page.
pub(super) fn rule(State(site): State<Site>, Path((slug, id)): Path<(String, String)>) -> Now<Markup> {
    ready(one_rule(&site, &slug, &id))
}

fn one_rule(site: &Site, slug: &str, id: &str) -> Result<Markup, Problem> {
    let title = title(slug)?;
    let rule = title
        .rule_book()
        .get(id)
        .ok_or_else(|| Problem::missing(format!("{} has no such rule.", title.info().title), "See the rule book."))?;
    Ok(pages::rules::fragment(site, title, rule))
}

/// `GET /how-to-play/{slug}`
pub(super) fn how_to_play(State(site): State<Site>, Path(slug): Path<String>) -> Now<Markup> {
    ready(title(&slug).map(|title| pages::how_to_play::page(&site, title)))
}

#[derive(Deserialize)]
pub(super) struct Nothing {}

/// `GET /boards/{slug}`
pub(super) fn board(State(site): State<Site>, Path(slug): Path<String>, Asked(_): Asked<Nothing>) -> Now<Markup> {
    ready(title(&slug).and_then(|title| pages::board::page(&site, title)))
}

/// `GET /boards/{slug}/board.toml`: the standard board, to be edited.
pub(super) fn board_file(Path(slug): Path<String>) -> Now<Response> {
    let name = format!("attachment; filename=\"{slug}.board.toml\"");
    let heads = [(CONTENT_TYPE, "application/toml; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)];
    ready(title(&slug).map(|title| (heads, title.standard_board()).into_response()))
}

/// `GET /check`
pub(super) fn check(State(site): State<Site>) -> Ready<Markup> {
    ready(pages::check::page(&site, None))
}

/// `GET /check/boxtop-check.html`: the check as one file to save. Its script is inside, because it is opened from a disk;
/// on this server the content policy does not let it run.
pub(super) fn check_alone() -> Ready<Response> {
    let name = "attachment; filename=\"boxtop-check.html\"";
    let kind = "text/html; charset=utf-8";
    ready(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], pages::check::alone().into_string()).into_response())
}
