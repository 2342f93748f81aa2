//! Extractors for bodies and queries, with our own error messages.

use crate::problem::{Problem, sentence};
use axum::Json;
use axum::extract::rejection::{FormRejection, JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// A JSON body.
pub(crate) struct Sent<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Json(value) = Json::from_request(request, state).await.map_err(unreadable)?;
        Ok(Sent(value))
    }
}

fn unreadable(rejection: JsonRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "The body must be JSON.",
            "Send it with content-type: application/json.",
        ),
        _ => Problem::malformed(
            sentence(&rejection.body_text()),
            "Send an object with the fields in the API documentation.",
        ),
    }
}

/// The problem of a form that cannot be read.
pub(crate) fn unreadable_form(rejection: FormRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        status => Problem::new(status, sentence(&rejection.body_text()), "Fill in the form again."),
    }
}

/// The problem of a body that is too large.
fn too_large() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "The request is larger than 64 KiB.",
        "Send less; a board file has a few KiB.",
    )
}

/// The query of a URL.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let asked = Query::from_request_parts(parts, state).await;
        let Query(value) = asked.map_err(|rejection: QueryRejection| {
            Problem::malformed(sentence(&rejection.body_text()), "See docs/web.md for the routes.")
        })?;
        Ok(Asked(value))
    }
}
