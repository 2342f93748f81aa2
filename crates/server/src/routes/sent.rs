//! What people send, read with our own words for what is wrong with it.

use crate::problem::{Problem, sentence};
use axum::Json;
use axum::extract::rejection::{FormRejection, JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// A body of JSON.
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
            "This address takes JSON.",
            "Send it with content-type: application/json.",
        ),
        _ => Problem::malformed(sentence(&rejection.body_text()), "Send an object with the fields the API names."),
    }
}

/// A form that is none.
pub(crate) fn unreadable_form(rejection: FormRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        status => Problem::new(status, sentence(&rejection.body_text()), "Fill in the form again."),
    }
}

/// The body is larger than anything we ask for.
fn too_large() -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "This is larger than 64 KiB.", "Send less; a board file has a few KiB.")
}

/// What stands behind the question mark.
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
