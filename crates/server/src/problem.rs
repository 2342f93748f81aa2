//! Errors of requests: JSON for programs, a page for people.
//!
//! A [`Problem`] becomes problem details (RFC 9457), and is also an extension of the response, with which
//! [`crate::guard::finish`] replaces the body by a page for browsers. Messages say what is wrong and what to do;
//! causes go to the log.

use crate::observe::metrics::Rejection;
use crate::observe::request;
use axum::Json;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use kernel::{Fault, Refusal};
use protocol::FaultDetails;
use store::StoreError;
use table::Decline;

/// Maximum number of faults listed for one request.
const MOST_FAULTS: usize = 20;

/// Why a request failed. Nothing has changed.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) error: String,
    /// The rule that forbids it.
    pub(crate) rule: Option<String>,
    /// What to do instead.
    pub(crate) instead: String,
    /// The current version of the match, if the request was for an older one.
    pub(crate) version: Option<u64>,
    /// All faults, if there are several.
    pub(crate) faults: Vec<Fault>,
    /// Seconds until it can be tried again.
    pub(crate) retry_after: Option<u16>,
    /// Somebody else took the seat first.
    pub(crate) taken: bool,
    /// Why the request was turned away, if it was not its content.
    pub(crate) rejected: Option<Rejection>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>, instead: impl Into<String>) -> Self {
        let (error, instead) = (error.into(), instead.into());
        Problem {
            status,
            error,
            rule: None,
            instead,
            version: None,
            faults: Vec::new(),
            retry_after: None,
            taken: false,
            rejected: None,
        }
    }

    /// The request cannot be read.
    pub(crate) fn malformed(error: impl Into<String>, instead: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error, instead)
    }

    /// The sender may not do this.
    pub(crate) fn forbidden(error: impl Into<String>, instead: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, error, instead)
    }

    /// Not found.
    pub(crate) fn missing(error: impl Into<String>, instead: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error, instead)
    }

    /// There is no page at this address.
    pub(crate) fn no_page() -> Self {
        Self::missing("There is no page at this address.", "Check the address, or go to the home page.")
    }

    /// There is no such table.
    pub(crate) fn no_table() -> Self {
        Self::missing("There is no such table.", "Check the link, or open your own table.")
    }

    /// There is no such game.
    pub(crate) fn no_game(slug: &str) -> Self {
        Self::missing(sentence(&catalog::unknown_game(slug)), "Choose one of these games.")
    }

    /// The match has changed since the sender's version.
    pub(crate) fn stale(version: u64) -> Self {
        let mut problem =
            Self::new(StatusCode::CONFLICT, "The position has changed.", "Look at the board again, then move.");
        problem.version = Some(version);
        problem
    }

    /// A version that the match has not reached yet.
    pub(crate) fn future(seen: u64, version: u64) -> Self {
        let mut problem = Self::malformed(
            format!("The match has not reached version {seen}; it is at version {version}."),
            "Send the version of the view you have seen.",
        );
        problem.version = Some(version);
        problem
    }

    /// An idempotency key that was used for something else.
    pub(crate) fn reused_key() -> Self {
        Self::refused(
            "This idempotency key was used for another request.",
            "Use a new random key for each request, and the same key only to repeat it.",
        )
    }

    /// A rate limit was reached; try again after this many seconds.
    pub(crate) fn too_many(seconds: u16) -> Self {
        let unit = if seconds == 1 { "second" } else { "seconds" };
        let mut problem = Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            "Too many requests.",
            format!("Wait {seconds} {unit}, then try again."),
        );
        problem.retry_after = Some(seconds);
        problem.rejected(Rejection::RateLimit)
    }

    /// The same for a request that was turned away for this reason.
    pub(crate) fn rejected(self, reason: Rejection) -> Self {
        Problem { rejected: Some(reason), ..self }
    }

    /// The server is overloaded; try again in a second.
    pub(crate) fn busy() -> Self {
        let mut problem =
            Self::new(StatusCode::SERVICE_UNAVAILABLE, "The server is busy.", "Wait a second, then try again.");
        problem.retry_after = Some(1);
        problem.rejected(Rejection::Busy)
    }

    /// A token that does not exist, or was revoked.
    pub(crate) fn unknown_token() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "This token is unknown or was revoked.",
            "Create a new one on the page /me and send it as “Authorization: Bearer …”.",
        )
    }

    /// A problem for a status.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::SERVICE_UNAVAILABLE => Self::new(status, "The request timed out.", "Try again in a moment."),
            _ => Self::new(status, status.canonical_reason().unwrap_or("It did not work."), ""),
        }
    }

    /// The kind of problem: the end of its type, and its title.
    pub(crate) fn kind(&self) -> (&'static str, &'static str) {
        match self.status {
            StatusCode::BAD_REQUEST => ("malformed", "Malformed request"),
            StatusCode::UNAUTHORIZED => ("unknown-token", "Unknown token"),
            StatusCode::FORBIDDEN => ("forbidden", "Not allowed"),
            StatusCode::NOT_FOUND => ("missing", "Not found"),
            StatusCode::METHOD_NOT_ALLOWED => ("method", "Method not allowed"),
            StatusCode::CONFLICT => ("stale", "The match has changed"),
            StatusCode::MISDIRECTED_REQUEST => ("misdirected", "Wrong host name"),
            StatusCode::PAYLOAD_TOO_LARGE => ("too-large", "The request is too large"),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => ("media-type", "Unsupported content type"),
            StatusCode::UNPROCESSABLE_ENTITY if !self.faults.is_empty() => ("faulty", "The request has errors"),
            StatusCode::UNPROCESSABLE_ENTITY => ("refused", "Refused"),
            StatusCode::TOO_MANY_REQUESTS => ("too-many", "Too many requests"),
            StatusCode::SERVICE_UNAVAILABLE => ("unavailable", "Service unavailable"),
            _ => ("broken", "Internal error"),
        }
    }

    /// As problem details (RFC 9457).
    pub(crate) fn details(&self) -> Response {
        let (kind, title) = self.kind();
        let fault = |fault: &Fault| FaultDetails { place: fault.place.clone(), what: fault.what.clone() };
        let body = protocol::Problem {
            kind: format!("urn:boxtop:problem:{kind}"),
            title: title.to_owned(),
            status: self.status.as_u16(),
            detail: self.error.clone(),
            rule: self.rule.clone(),
            instead: Some(self.instead.clone()).filter(|instead| !instead.is_empty()),
            version: self.version,
            faults: self.faults.iter().map(fault).collect(),
            request_id: request::current_id(),
        };
        let mut response = (self.status, Json(body)).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        self.mark(response.headers_mut());
        response
    }

    /// Headers for JSON and pages alike.
    pub(crate) fn mark(&self, headers: &mut HeaderMap) {
        if let Some(seconds) = self.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
    }

    /// The request is valid but not allowed.
    pub(crate) fn refused(error: impl Into<String>, instead: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error, instead)
    }

    /// An internal error; the cause is in the log.
    pub(crate) fn broken(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "Something went wrong on our side. Your match is safe.",
            "Try again. If it keeps failing, see the server's log.",
        )
    }

    /// All faults of a request, up to a maximum.
    pub(crate) fn faulty(mut faults: Vec<Fault>) -> Self {
        if faults.len() > MOST_FAULTS {
            let more = faults.len() - MOST_FAULTS;
            faults.truncate(MOST_FAULTS);
            faults.push(Fault::new("more", format!("and {more} more")));
        }
        let list: Vec<String> = faults.iter().map(Fault::to_string).collect();
        let mut problem = Self::refused(sentence(&list.join("; ")), "Correct this and try again.");
        problem.faults = faults;
        problem
    }
}

/// The text as a sentence: capital first letter, full stop at the end.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let mut said: String =
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    if !said.ends_with(['.', '!', '?']) {
        said.push('.');
    }
    said
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let mut problem = Self::refused(refusal.what, refusal.instead);
        problem.rule = Some(refusal.rule.to_string());
        problem
    }
}

impl From<Decline> for Problem {
    fn from(decline: Decline) -> Self {
        match decline {
            Decline::Refused(refusal) => refusal.into(),
            Decline::Faulty(faults) => Self::faulty(faults),
            Decline::NoSuchSeat(_) => {
                Self::malformed(sentence(&decline.to_string()), "Use the id of a seat in the view.")
            }
            // “what is wrong; what to do”: both halves become sentences.
            other => match other.to_string().split_once("; ") {
                Some((what, instead)) => Self::refused(sentence(what), sentence(instead)),
                None => Self::refused(sentence(&other.to_string()), ""),
            },
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict { actual, .. } => Self::stale(actual.0),
            StoreError::DiskFull { .. }
            | StoreError::Busy { .. }
            | StoreError::ReadOnly { .. }
            | StoreError::Lost { .. }
            | StoreError::Closed => {
                tracing::error!(%error, "the store failed to write");
                let instead = match error {
                    StoreError::DiskFull { .. } => {
                        "The server's disk is full. Its operator must free space; then try again. Nothing is lost."
                    }
                    StoreError::ReadOnly { .. } => {
                        "The server's database is read-only. Its operator must make it writable; then try again. \
                         Nothing is lost."
                    }
                    StoreError::Lost { .. } => {
                        "The server's database file is gone or was replaced. Its operator must restore it and restart \
                         the server."
                    }
                    _ => "Try again in a moment. The server's log has the cause.",
                };
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "This could not be saved, so nothing has changed.", instead)
            }
            StoreError::Unreachable { .. } => {
                tracing::error!(%error, "the database cannot be reached");
                let mut problem = Self::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "The database does not answer, so it is not known whether this was saved.",
                    "Try again in a moment: the same request is never carried out twice.",
                );
                problem.retry_after = Some(1);
                problem
            }
            other => Self::broken(other),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.details();
        response.extensions_mut().insert(self);
        response
    }
}
