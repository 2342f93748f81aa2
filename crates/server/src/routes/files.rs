//! Files, and the sign of life.

use crate::problem::Problem;
use crate::site::Site;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

/// A file; kept for ever when it was asked for by the right tag.
pub(super) async fn asset(
    State(site): State<Site>,
    Path((tag, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let asset = site.assets.find(&name).ok_or_else(Problem::no_page)?;
    let keep = if tag == site.assets.tag() { "public, max-age=31536000, immutable" } else { "no-cache" };
    let marks = [(CACHE_CONTROL, keep), (ETAG, asset.etag.as_str())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == asset.etag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, marks).into_response());
    }
    Ok((marks, [(CONTENT_TYPE, asset.kind)], asset.body.clone()).into_response())
}

/// Browsers ask for it unasked.
pub(super) async fn icon(State(site): State<Site>, headers: HeaderMap) -> Result<Response, Problem> {
    asset(State(site), Path((String::new(), "icon.svg".into())), headers).await
}

/// Alive, and the store takes what is written and gives it back.
pub(super) async fn healthz(State(site): State<Site>) -> Result<&'static str, Problem> {
    site.health.check(&*site.store).await?;
    Ok("ok\n")
}
