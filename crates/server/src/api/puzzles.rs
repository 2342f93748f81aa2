//! Puzzles: positions from self-play with one clearly best action.

use super::{Player, Reader, known};
use crate::problem::Problem;
use crate::puzzles;
use crate::routes::extract::JsonBody;
use crate::site::Site;
use crate::work::{Cost, with_cost};
use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use protocol::{ExerciseAttempt, PuzzleGame, PuzzleList};

/// The work of setting up a position and showing it.
const A_PUZZLE: Cost = Cost(100.0);

/// All games with puzzles, with today's puzzle of each
#[cfg_attr(test, utoipa::path(get, path = "/puzzles", tag = "puzzles", responses((status = 200, description = "Success", body = Vec<PuzzleGame>))))]
pub(super) async fn games(State(site): State<Site>, Reader(guest): Reader) -> Result<Json<Vec<PuzzleGame>>, Problem> {
    Ok(Json(puzzles::games(&puzzles::results(&site, &guest).await?)))
}

/// All puzzles of a game, without their positions
#[cfg_attr(test, utoipa::path(get, path = "/puzzles/{game}", tag = "puzzles", params(("game" = String, Path, description = "The game's slug")),
    responses((status = 200, description = "Success", body = PuzzleList), (status = 404, description = "Not found", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn puzzles(
    State(site): State<Site>,
    Reader(guest): Reader,
    Path(slug): Path<String>,
) -> Result<Json<PuzzleList>, Problem> {
    puzzles::list(&slug, &puzzles::results(&site, &guest).await?).map(Json)
}

/// A puzzle without its solution: the position, and the legal moves of the seat that acts
#[cfg_attr(test, utoipa::path(get, path = "/puzzles/{game}/{number}", tag = "puzzles",
    params(("game" = String, Path, description = "The game's slug"), ("number" = String, Path, description = "A number from 1, or `today` (by UTC)")),
    responses((status = 200, description = "Success", body = protocol::Puzzle), (status = 404, description = "Not found", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn puzzle(
    State(site): State<Site>,
    Reader(guest): Reader,
    Path((slug, number)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let (found, results) = (puzzles::find(&slug, &number)?, puzzles::results(&site, &guest).await?);
    Ok(with_cost(A_PUZZLE, Json(found.shown(&found.run()?, &results))))
}

/// Judges an attempt; with the best action comes the solution, and the puzzle is kept as solved
///
/// Attempts are not limited, and a wrong one changes nothing.
#[cfg_attr(test, utoipa::path(post, path = "/puzzles/{game}/{number}/attempts", tag = "puzzles",
    params(("game" = String, Path, description = "The game's slug"), ("number" = String, Path, description = "A number from 1, or `today` (by UTC)")),
    request_body = ExerciseAttempt,
    responses((status = 200, description = "Success", body = protocol::ExerciseVerdict), (status = 404, description = "Not found", body = protocol::Problem, content_type = "application/problem+json"), (status = 422, description = "The rules forbid the action", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn attempt(
    State(site): State<Site>,
    Player(guest): Player,
    Path((slug, number)): Path<(String, String)>,
    JsonBody(attempt): JsonBody<ExerciseAttempt>,
) -> Result<Response, Problem> {
    let verdict = puzzles::find(&slug, &number)?.attempt(&site, &guest, &attempt.action).await?;
    Ok(with_cost(A_PUZZLE, known(&guest, Json(verdict))))
}

/// Shows the solution; a puzzle that you have not solved before is kept as looked up
#[cfg_attr(test, utoipa::path(post, path = "/puzzles/{game}/{number}/solution", tag = "puzzles",
    params(("game" = String, Path, description = "The game's slug"), ("number" = String, Path, description = "A number from 1, or `today` (by UTC)")),
    responses((status = 200, description = "Success", body = protocol::ExerciseSolution), (status = 404, description = "Not found", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn solution(
    State(site): State<Site>,
    Player(guest): Player,
    Path((slug, number)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let solution = puzzles::find(&slug, &number)?.solution(&site, &guest).await?;
    Ok(with_cost(A_PUZZLE, known(&guest, Json(solution))))
}
