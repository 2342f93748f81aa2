//! Analyses of matches that are over, and of uploaded records.

use super::{Player, Reader, known};
use crate::analyses::{self, asker};
use crate::limits::Network;
use crate::problem::Problem;
use crate::routes::extract::QueryParams;
use crate::site::Site;
use crate::work::Priced;
use axum::Json;
use axum::body::to_bytes;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::response::Response;
use protocol::{AnalysisStatus, Moments, MomentsQuery, OpenedAnalysis};
use store::LARGEST_RECORD;

/// The analysis of a match that is over, or how far it is
#[cfg_attr(test, utoipa::path(get, path = "/tables/{table}/analysis", tag = "analysis", params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, description = "Success", body = AnalysisStatus), (status = 404, description = "Nobody has asked for it yet", body = protocol::Problem, content_type = "application/problem+json"), (status = 422, description = "The match is not over, or has no result", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn of_table(
    State(site): State<Site>,
    Path(id): Path<String>,
    Reader(_): Reader,
) -> Result<Priced<AnalysisStatus>, Problem> {
    site.analyses.read(analyses::of_table(&site, &id).await?).await
}

/// Starts the analysis of a match that is over, or joins it
///
/// Everyone who may read the record may ask; there is one analysis for all.
#[cfg_attr(test, utoipa::path(post, path = "/tables/{table}/analysis", tag = "analysis", params(("table" = String, Path, description = "The table's id")),
    responses((status = 200, description = "Success", body = AnalysisStatus), (status = 422, description = "The match is not over, or has no result", body = protocol::Problem, content_type = "application/problem+json"), (status = 429, description = "There are enough analyses under way; `Retry-After` says when to try again", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn start_of_table(
    State(site): State<Site>,
    Path(id): Path<String>,
    Reader(guest): Reader,
    Network(address): Network,
) -> Result<Response, Problem> {
    let source = analyses::of_table(&site, &id).await?;
    let status = site.analyses.start(source, asker(&guest, address)).await?;
    Ok(known(&guest, status))
}

/// Uploads a record of up to 1 MiB, which is kept for seven days, and starts its analysis
#[cfg_attr(test, utoipa::path(post, path = "/analyses", tag = "analysis", request_body = protocol::MatchRecord,
    responses((status = 201, description = "Created", body = OpenedAnalysis), (status = 400, description = "Not a record", body = protocol::Problem, content_type = "application/problem+json"), (status = 413, description = "Larger than 1 MiB", body = protocol::Problem, content_type = "application/problem+json"), (status = 422, description = "The record is not correct, or the match is not over", body = protocol::Problem, content_type = "application/problem+json"), (status = 429, description = "There are enough analyses under way; `Retry-After` says when to try again", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn upload(
    State(site): State<Site>,
    Player(guest): Player,
    Network(address): Network,
    request: Request,
) -> Result<Response, Problem> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("application/json") {
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(Problem::new(status, "A record is JSON.", "Send it with the content type application/json."));
    }
    let too_large = |_| {
        let status = StatusCode::PAYLOAD_TOO_LARGE;
        let instead = "Analyse it with the command boxtop analyse.";
        Problem::new(status, "The record is larger than 1 MiB, or was not sent completely.", instead)
    };
    let text = to_bytes(request.into_body(), LARGEST_RECORD).await.map_err(too_large)?;
    let id = analyses::upload(&site, text, asker(&guest, address)).await?;
    let opened = OpenedAnalysis { url: site.url(&format!("/analysis/{id}")), id };
    let location = [(LOCATION, site.url(&format!("/api/v1/analyses/{}", opened.id)))];
    Ok(known(&guest, (StatusCode::CREATED, location, Json(opened))))
}

/// The analysis of an uploaded record, or how far it is
#[cfg_attr(test, utoipa::path(get, path = "/analyses/{id}", tag = "analysis", params(("id" = String, Path, description = "The id of the uploaded record")),
    responses((status = 200, description = "Success", body = AnalysisStatus), (status = 404, description = "No such record, or nobody has asked for it yet", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn of_record(
    State(site): State<Site>,
    Path(id): Path<String>,
    Reader(_): Reader,
) -> Result<Priced<AnalysisStatus>, Problem> {
    site.analyses.read(analyses::of_record(&site, &id).await?).await
}

/// Starts the analysis of an uploaded record again, or joins it
#[cfg_attr(test, utoipa::path(post, path = "/analyses/{id}", tag = "analysis", params(("id" = String, Path, description = "The id of the uploaded record")),
    responses((status = 200, description = "Success", body = AnalysisStatus), (status = 404, description = "No such record", body = protocol::Problem, content_type = "application/problem+json"), (status = 429, description = "There are enough analyses under way; `Retry-After` says when to try again", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn start_of_record(
    State(site): State<Site>,
    Path(id): Path<String>,
    Reader(guest): Reader,
    Network(address): Network,
) -> Result<Response, Problem> {
    let source = analyses::of_record(&site, &id).await?;
    let status = site.analyses.start(source, asker(&guest, address)).await?;
    Ok(known(&guest, status))
}

/// Positions of an uploaded record, as spectators saw them
#[cfg_attr(test, utoipa::path(get, path = "/analyses/{id}/moments", tag = "analysis", params(("id" = String, Path, description = "The id of the uploaded record"), MomentsQuery),
    responses((status = 200, description = "Success", body = Moments), (status = 404, description = "No such record", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn record_moments(
    State(site): State<Site>,
    Path(id): Path<String>,
    Reader(_): Reader,
    QueryParams(query): QueryParams<MomentsQuery>,
) -> Result<Priced<Moments>, Problem> {
    analyses::moments(&site, &id, &query).await
}
