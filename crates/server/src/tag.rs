//! `ETag`s for responses that depend only on the version of a match and the viewer.

use axum::http::header::{CACHE_CONTROL, ETAG, HeaderName, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

/// The tag of a response.
pub(crate) struct Tag(String);

impl Tag {
    /// The tag for a version, a viewer and a part of the view. It does not reveal the viewer's key.
    pub(crate) fn new(id: &str, version: u64, key: &str, part: &str) -> Tag {
        let viewer = table::fingerprint(format!("boxtop view {id} {key} {part}").as_bytes());
        Tag(format!("\"{version}-{}\"", &viewer[..16]))
    }

    /// Does the client have it already?
    pub(crate) fn is_known(&self, headers: &HeaderMap) -> bool {
        let list = headers.get(IF_NONE_MATCH).and_then(|list| list.to_str().ok()).unwrap_or_default();
        list.split(',').map(|one| one.trim().trim_start_matches("W/")).any(|one| one == self.0 || one == "*")
    }

    /// The headers of the response.
    pub(crate) fn headers(&self) -> [(HeaderName, String); 2] {
        [(ETAG, self.0.clone()), (CACHE_CONTROL, "private, no-cache".to_owned())]
    }

    /// The response if the client has it already.
    pub(crate) fn unchanged(&self) -> Response {
        (StatusCode::NOT_MODIFIED, self.headers()).into_response()
    }
}
