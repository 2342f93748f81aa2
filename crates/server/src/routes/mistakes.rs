//! The pages of mistakes. Attempts go to the API.

use super::extract::QueryParams;
use super::puzzles::Pointed;
use crate::analyses;
use crate::mistakes;
use crate::pages;
use crate::problem::Problem;
use crate::site::Site;
use axum::Json;
use axum::extract::{Path, State};
use maud::Markup;

/// `GET /tables/{id}/mistakes/{step}`
pub(super) async fn of_table(
    State(site): State<Site>,
    Path((id, step)): Path<(String, u32)>,
) -> Result<Markup, Problem> {
    let found = mistakes::find(&site, analyses::of_table(&site, &id).await?, step).await?;
    pages::mistakes::page(&site, &found, &format!("/tables/{id}"), &format!("/api/v1/tables/{id}"))
}

/// `GET /analysis/{id}/mistakes/{step}`
pub(super) async fn of_record(
    State(site): State<Site>,
    Path((id, step)): Path<(String, u32)>,
) -> Result<Markup, Problem> {
    let found = mistakes::find(&site, analyses::of_record(&site, &id).await?, step).await?;
    pages::mistakes::page(&site, &found, &format!("/analysis/{id}"), &format!("/api/v1/analyses/{id}"))
}

/// `GET /tables/{id}/mistakes/{step}/why`: the rule that forbids what was tried.
pub(super) async fn why_of_table(
    State(site): State<Site>,
    Path((id, step)): Path<(String, u32)>,
    QueryParams(at): QueryParams<Pointed>,
) -> Result<Json<protocol::Explanation>, Problem> {
    let found = mistakes::find(&site, analyses::of_table(&site, &id).await?, step).await?;
    found.why(&at.steps, at.kind.as_deref()).map(Json)
}

/// `GET /analysis/{id}/mistakes/{step}/why`: the rule that forbids what was tried.
pub(super) async fn why_of_record(
    State(site): State<Site>,
    Path((id, step)): Path<(String, u32)>,
    QueryParams(at): QueryParams<Pointed>,
) -> Result<Json<protocol::Explanation>, Problem> {
    let found = mistakes::find(&site, analyses::of_record(&site, &id).await?, step).await?;
    found.why(&at.steps, at.kind.as_deref()).map(Json)
}
