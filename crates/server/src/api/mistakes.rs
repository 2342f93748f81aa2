//! Mistakes of a match that is over, as exercises.

use super::Reader;
use crate::analyses;
use crate::mistakes;
use crate::problem::Problem;
use crate::routes::extract::JsonBody;
use crate::site::Site;
use crate::work::{Cost, with_cost};
use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use protocol::ExerciseAttempt;

/// The work of setting up a position and showing it.
const A_MISTAKE: Cost = Cost(200.0);

/// Judges an attempt to find a better move than the mistake at this step; with the best one comes the solution
#[cfg_attr(test, utoipa::path(post, path = "/tables/{table}/mistakes/{step}/attempts", tag = "analysis",
    params(("table" = String, Path, description = "The table's id"), ("step" = u32, Path, description = "The step of the mistake in the analysis")),
    request_body = ExerciseAttempt,
    responses((status = 200, description = "Success", body = protocol::ExerciseVerdict), (status = 404, description = "No mistake at this step, or no analysis", body = protocol::Problem, content_type = "application/problem+json"), (status = 422, description = "The rules forbid the action, or the match is not over", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn attempt_at_mistake(
    State(site): State<Site>,
    Path((id, step)): Path<(String, u32)>,
    Reader(_): Reader,
    JsonBody(attempt): JsonBody<ExerciseAttempt>,
) -> Result<Response, Problem> {
    let found = mistakes::find(&site, analyses::of_table(&site, &id).await?, step).await?;
    Ok(with_cost(A_MISTAKE, Json(found.attempt(&attempt.action)?)))
}

/// The best move instead of the mistake at this step, and why
#[cfg_attr(test, utoipa::path(post, path = "/tables/{table}/mistakes/{step}/solution", tag = "analysis",
    params(("table" = String, Path, description = "The table's id"), ("step" = u32, Path, description = "The step of the mistake in the analysis")),
    responses((status = 200, description = "Success", body = protocol::ExerciseSolution), (status = 404, description = "No mistake at this step, or no analysis", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn solution_of_mistake(
    State(site): State<Site>,
    Path((id, step)): Path<(String, u32)>,
    Reader(_): Reader,
) -> Result<Response, Problem> {
    let found = mistakes::find(&site, analyses::of_table(&site, &id).await?, step).await?;
    Ok(with_cost(A_MISTAKE, Json(found.solution()?)))
}

/// Judges an attempt at a mistake of an uploaded record
#[cfg_attr(test, utoipa::path(post, path = "/analyses/{id}/mistakes/{step}/attempts", tag = "analysis",
    params(("id" = String, Path, description = "The id of the uploaded record"), ("step" = u32, Path, description = "The step of the mistake in the analysis")),
    request_body = ExerciseAttempt,
    responses((status = 200, description = "Success", body = protocol::ExerciseVerdict), (status = 404, description = "No mistake at this step, or no such record", body = protocol::Problem, content_type = "application/problem+json"), (status = 422, description = "The rules forbid the action", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn attempt_at_mistake_of_record(
    State(site): State<Site>,
    Path((id, step)): Path<(String, u32)>,
    Reader(_): Reader,
    JsonBody(attempt): JsonBody<ExerciseAttempt>,
) -> Result<Response, Problem> {
    let found = mistakes::find(&site, analyses::of_record(&site, &id).await?, step).await?;
    Ok(with_cost(A_MISTAKE, Json(found.attempt(&attempt.action)?)))
}

/// The best move instead of a mistake of an uploaded record, and why
#[cfg_attr(test, utoipa::path(post, path = "/analyses/{id}/mistakes/{step}/solution", tag = "analysis",
    params(("id" = String, Path, description = "The id of the uploaded record"), ("step" = u32, Path, description = "The step of the mistake in the analysis")),
    responses((status = 200, description = "Success", body = protocol::ExerciseSolution), (status = 404, description = "No mistake at this step, or no such record", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn solution_of_mistake_of_record(
    State(site): State<Site>,
    Path((id, step)): Path<(String, u32)>,
    Reader(_): Reader,
) -> Result<Response, Problem> {
    let found = mistakes::find(&site, analyses::of_record(&site, &id).await?, step).await?;
    Ok(with_cost(A_MISTAKE, Json(found.solution()?)))
}
