//! Pages to read: the home page, a game, its rules, its board.

use super::extract::QueryParams;
use crate::analyses;
use crate::guest::Guest;
use crate::lobby::{self, Part};
use crate::pages::{self, game::Draft};
use crate::problem::Problem;
use crate::site::Site;
use crate::work::{Cost, with_cost};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use kernel::dynamic::DynGame;
use maud::Markup;
use serde::Deserialize;
use std::future::{Ready, ready};

/// Maximum number of your tables on the home page.
const MOST_ON_HOME: u32 = 12;

/// The result of a handler that does not wait.
type Now<T> = Ready<Result<T, Problem>>;

fn find(slug: &str) -> Result<&'static dyn DynGame, Problem> {
    catalog::game(slug).ok_or_else(|| Problem::no_game(slug))
}

/// `GET /`
pub(super) async fn home(State(site): State<Site>, guest: Guest) -> Result<Response, Problem> {
    let part = Part { open: Some(true), limit: MOST_ON_HOME, ..Part::default() };
    let mine = lobby::my_tables(&site, &guest.key, part).await?;
    Ok((guest, pages::home::page(&site, &mine)).into_response())
}

/// `GET /games/{slug}`
pub(super) fn game(State(site): State<Site>, Path(slug): Path<String>, guest: Guest) -> Now<(Guest, Markup)> {
    let page = find(&slug).map(|game| pages::game::page(&site, game, &guest, &Draft::default(), None));
    ready(page.map(|page| (guest, page)))
}

/// `GET /rules/{slug}`
pub(super) fn rules(State(site): State<Site>, Path(slug): Path<String>) -> Now<Markup> {
    ready(find(&slug).map(|game| pages::rules::page(&site, game)))
}

/// `GET /rules/{slug}/{id}`: one rule, for a dialog.
pub(super) fn rule(State(site): State<Site>, Path((slug, id)): Path<(String, String)>) -> Now<Markup> {
    ready(one_rule(&site, &slug, &id))
}

fn one_rule(site: &Site, slug: &str, id: &str) -> Result<Markup, Problem> {
    let game = find(slug)?;
    let rule = game
        .rule_book()
        .get(id)
        .ok_or_else(|| Problem::missing(format!("{} has no such rule.", game.info().title), "See the rule book."))?;
    Ok(pages::rules::fragment(site, game, rule))
}

/// `GET /how-to-play/{slug}`
pub(super) fn how_to_play(State(site): State<Site>, Path(slug): Path<String>) -> Now<Markup> {
    ready(find(&slug).map(|game| pages::how_to_play::page(&site, game)))
}

/// `GET /learn/{slug}`: the guided first match.
pub(super) fn learn(State(site): State<Site>, Path(slug): Path<String>) -> Now<Markup> {
    ready(find(&slug).and_then(|game| {
        let none = || Problem::missing(format!("{} has no lesson.", game.info().title), "Read the guide.");
        pages::learn::page(&site, game).ok_or_else(none)?.map_err(Problem::broken)
    }))
}

/// A place in a lesson, and what was pointed at there.
#[derive(Deserialize)]
pub(super) struct Pointed {
    step: usize,
    task: usize,
    steps: String,
    kind: Option<String>,
}

/// `GET /learn/{slug}/why`: the rule that forbids what a learner tried.
pub(super) fn learn_why(
    Path(slug): Path<String>,
    QueryParams(at): QueryParams<Pointed>,
) -> Now<Json<protocol::Explanation>> {
    let why = |game| pages::learn::why(game, at.step, at.task, &at.steps, at.kind.as_deref());
    ready(find(&slug).and_then(why).map(Json))
}

#[derive(Deserialize)]
pub(super) struct Nothing {}

/// `GET /boards/{slug}`
pub(super) fn board(
    State(site): State<Site>,
    Path(slug): Path<String>,
    QueryParams(_): QueryParams<Nothing>,
) -> Now<Markup> {
    ready(find(&slug).and_then(|game| pages::board::page(&site, game)))
}

/// `GET /boards/{slug}/board.toml`: the standard board, to be edited.
pub(super) fn board_file(Path(slug): Path<String>) -> Now<Response> {
    let name = format!("attachment; filename=\"{slug}.board.toml\"");
    let heads = [(CONTENT_TYPE, "application/toml; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)];
    ready(find(&slug).map(|game| (heads, game.standard_board()).into_response()))
}

/// `GET /check`
pub(super) fn check(State(site): State<Site>) -> Ready<Markup> {
    ready(pages::check::page(&site, None))
}

/// `GET /analysis`
pub(super) fn analysis(State(site): State<Site>) -> Ready<Markup> {
    ready(pages::analysis::upload(&site))
}

/// `GET /analysis/{id}`: an uploaded record.
pub(super) async fn analysed(State(site): State<Site>, Path(id): Path<String>) -> Result<Response, Problem> {
    let (record, game_match) = analyses::of_record(&site, &id).await?.replayed(&site).await?;
    let (game, cost) = (find(&record.game)?, Cost(record.steps.len() as f64));
    let (builders, page) = (site.matches.builders.clone(), site.clone());
    let page = builders.run(move || pages::analysis::uploaded(&page, &id, game, &record, &*game_match)).await??;
    Ok(with_cost(cost, page))
}

/// `GET /check/boxtop-check.html`: the check as one file to save. Its script is inline, because it is opened from a disk;
/// on this server the content security policy blocks it.
pub(super) fn check_alone() -> Ready<Response> {
    let name = "attachment; filename=\"boxtop-check.html\"";
    let kind = "text/html; charset=utf-8";
    ready(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], pages::check::alone().into_string()).into_response())
}
