//! The pages of puzzles. Attempts go to the API.

use super::extract::QueryParams;
use crate::guest::Guest;
use crate::pages;
use crate::problem::Problem;
use crate::puzzles;
use crate::site::Site;
use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::future::{Ready, ready};

/// `GET /puzzles`
pub(super) async fn games(State(site): State<Site>, guest: Guest) -> Result<Response, Problem> {
    let results = puzzles::results(&site, &guest).await?;
    let page = pages::puzzles::games(&site, &puzzles::games(&results));
    Ok((guest, page).into_response())
}

/// `GET /puzzles/{game}`
pub(super) async fn list(
    State(site): State<Site>,
    Path(slug): Path<String>,
    guest: Guest,
) -> Result<Response, Problem> {
    let list = puzzles::list(&slug, &puzzles::results(&site, &guest).await?)?;
    let page = pages::puzzles::list(&site, &list);
    Ok((guest, page).into_response())
}

/// `GET /puzzles/{game}/{number}`
pub(super) async fn one(
    State(site): State<Site>,
    Path((slug, number)): Path<(String, String)>,
    guest: Guest,
) -> Result<Response, Problem> {
    let (found, results) = (puzzles::find(&slug, &number)?, puzzles::results(&site, &guest).await?);
    let page = pages::puzzles::puzzle(&site, found, &results)?;
    Ok((guest, page).into_response())
}

/// What was pointed at.
#[derive(Deserialize)]
pub(super) struct Pointed {
    pub(super) steps: String,
    pub(super) kind: Option<String>,
}

/// `GET /puzzles/{game}/{number}/why`: the rule that forbids what was tried.
pub(super) fn why(
    Path((slug, number)): Path<(String, String)>,
    QueryParams(at): QueryParams<Pointed>,
) -> Ready<Result<Json<protocol::Explanation>, Problem>> {
    ready(puzzles::find(&slug, &number).and_then(|found| found.why(&at.steps, at.kind.as_deref())).map(Json))
}
