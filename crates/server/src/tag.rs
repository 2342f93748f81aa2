//! `ETag`s: an answer that depends on nothing but the version of a table and who looks is not sent twice.

use axum::http::header::{CACHE_CONTROL, ETAG, HeaderName, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

/// The tag of one answer.
pub(crate) struct Tag(String);

impl Tag {
    /// Of a table's version, its viewer, and the part of it that was asked for. It tells nothing of the viewer's key.
    pub(crate) fn new(id: &str, version: u64, key: &str, part: &str) -> Tag {
        let viewer = table::fingerprint(format!("boxtop view {id} {key} {part}").as_bytes());
        Tag(format!("\"{version}-{}\"", &viewer[..16]))
    }

    /// Has the asker got it?
    pub(crate) fn is_known(&self, headers: &HeaderMap) -> bool {
        let list = headers.get(IF_NONE_MATCH).and_then(|list| list.to_str().ok()).unwrap_or_default();
        list.split(',').map(|one| one.trim().trim_start_matches("W/")).any(|one| one == self.0 || one == "*")
    }

    /// What goes with the answer.
    pub(crate) fn headers(&self) -> [(HeaderName, String); 2] {
        [(ETAG, self.0.clone()), (CACHE_CONTROL, "private, no-cache".to_owned())]
    }

    /// The answer to who has it.
    pub(crate) fn unchanged(&self) -> Response {
        (StatusCode::NOT_MODIFIED, self.headers()).into_response()
    }
}
