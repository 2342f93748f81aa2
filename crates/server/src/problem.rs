//! Saying no to a request: one type, JSON for programs, a page for people.
//!
//! A [`Problem`] is answered as problem details (RFC 9457) and travels along as an extension of the response;
//! [`crate::guard::dress`] replaces the body by a page when a person is looking. Messages say what is wrong and what to
//! do; causes go to the log.

use axum::Json;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use kernel::{Fault, Refusal};
use protocol::FaultDetails;
use store::StoreError;
use table::Decline;

/// Maximum number of faults listed of one order.
const MOST_FAULTS: usize = 20;

/// Why a request was not carried out. Nothing has changed.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) error: String,
    /// The rule that forbids it.
    pub(crate) rule: Option<String>,
    /// What would be right instead.
    pub(crate) instead: String,
    /// The version the table has, for whoever was late.
    pub(crate) version: Option<u64>,
    /// All faults, when there are several.
    pub(crate) faults: Vec<Fault>,
    /// After how many seconds it may be tried again.
    pub(crate) retry_after: Option<u16>,
    /// Somebody else was faster to take the seat.
    pub(crate) taken: bool,
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
        }
    }

    /// The request makes no sense as it is written.
    pub(crate) fn malformed(error: impl Into<String>, instead: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error, instead)
    }

    /// It is somebody else's.
    pub(crate) fn forbidden(error: impl Into<String>, instead: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, error, instead)
    }

    /// There is no such thing.
    pub(crate) fn missing(error: impl Into<String>, instead: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error, instead)
    }

    /// There is no page at this address.
    pub(crate) fn no_page() -> Self {
        Self::missing("There is nothing at this address.", "Check the address, or begin at the front page.")
    }

    /// There is no such table.
    pub(crate) fn no_table() -> Self {
        Self::missing("There is no such table.", "Check the link, or open a table of your own.")
    }

    /// There is no such game.
    pub(crate) fn no_game(slug: &str) -> Self {
        Self::missing(sentence(&catalog::unknown_game(slug)), "Choose one of these games.")
    }

    /// The table has moved on.
    pub(crate) fn stale(version: u64) -> Self {
        let mut problem = Self::new(
            StatusCode::CONFLICT,
            "The table has moved on since you looked.",
            "Look at the board again, then act.",
        );
        problem.version = Some(version);
        problem
    }

    /// A version that the table has not reached yet.
    pub(crate) fn future(seen: u64, version: u64) -> Self {
        let mut problem = Self::malformed(
            format!("The table has not reached version {seen}; it is at version {version}."),
            "Send the version of the view you have seen.",
        );
        problem.version = Some(version);
        problem
    }

    /// An idempotency key that was used for something else.
    pub(crate) fn reused_key() -> Self {
        Self::refused(
            "This idempotency key was used for another request.",
            "Draw a new random key for each request, and use it again only to repeat that request.",
        )
    }

    /// Too much was asked for; after so many seconds it may be asked again.
    pub(crate) fn too_many(seconds: u16) -> Self {
        let unit = if seconds == 1 { "second" } else { "seconds" };
        let mut problem = Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            "That was too much at once.",
            format!("Wait {seconds} {unit}, then go on."),
        );
        problem.retry_after = Some(seconds);
        problem
    }

    /// More waits to be done than can be; it may be tried again at once.
    pub(crate) fn busy() -> Self {
        let mut problem = Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "The server has more to do than it can.",
            "Wait a second, then try again.",
        );
        problem.retry_after = Some(1);
        problem
    }

    /// A token that is worth nothing.
    pub(crate) fn unknown_token() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "This token is not known, or was revoked.",
            "Make a new one on the page /me and send it as “Authorization: Bearer …”.",
        )
    }

    /// A problem of which only the status is known.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::SERVICE_UNAVAILABLE => {
                Self::new(status, "This took too long and was given up.", "Try again in a moment.")
            }
            _ => Self::new(status, status.canonical_reason().unwrap_or("It did not work."), ""),
        }
    }

    /// What kind of problem it is: the end of its type, and its title.
    pub(crate) fn kind(&self) -> (&'static str, &'static str) {
        match self.status {
            StatusCode::BAD_REQUEST => ("malformed", "The request cannot be read"),
            StatusCode::UNAUTHORIZED => ("unknown-token", "The token is not known"),
            StatusCode::FORBIDDEN => ("forbidden", "Not yours to do"),
            StatusCode::NOT_FOUND => ("missing", "There is no such thing"),
            StatusCode::METHOD_NOT_ALLOWED => ("method", "This address does not take such a request"),
            StatusCode::CONFLICT => ("stale", "The table has moved on"),
            StatusCode::MISDIRECTED_REQUEST => ("misdirected", "This server has another name"),
            StatusCode::PAYLOAD_TOO_LARGE => ("too-large", "The request is too large"),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => ("media-type", "The request is of another kind"),
            StatusCode::UNPROCESSABLE_ENTITY if !self.faults.is_empty() => ("faulty", "The order has faults"),
            StatusCode::UNPROCESSABLE_ENTITY => ("refused", "Understood and refused"),
            StatusCode::TOO_MANY_REQUESTS => ("too-many", "Too many requests"),
            StatusCode::SERVICE_UNAVAILABLE => ("unavailable", "Not now"),
            _ => ("broken", "Something of ours broke"),
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
        };
        let mut response = (self.status, Json(body)).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        self.mark(response.headers_mut());
        response
    }

    /// Headers that belong to it, however it is shown.
    pub(crate) fn mark(&self, headers: &mut HeaderMap) {
        if let Some(seconds) = self.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
    }

    /// It is understood, and not allowed.
    pub(crate) fn refused(error: impl Into<String>, instead: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error, instead)
    }

    /// Something of ours broke; the cause is in the log.
    pub(crate) fn broken(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "Something of ours broke. Nothing you played is lost.",
            "Try again; if it stays broken, look into the server's log.",
        )
    }

    /// Every fault of an order, up to a number nobody reads beyond.
    pub(crate) fn faulty(mut faults: Vec<Fault>) -> Self {
        if faults.len() > MOST_FAULTS {
            let more = faults.len() - MOST_FAULTS;
            faults.truncate(MOST_FAULTS);
            faults.push(Fault::new("more", format!("and {more} more")));
        }
        let list: Vec<String> = faults.iter().map(Fault::to_string).collect();
        let mut problem = Self::refused(sentence(&list.join("; ")), "Correct what is named and try again.");
        problem.faults = faults;
        problem
    }
}

/// The text as a sentence: a capital in front, a stop at the end.
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
                Self::malformed(sentence(&decline.to_string()), "Use the id of a seat that the view lists.")
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
                tracing::error!(%error, "the store did not take an event");
                let instead = match error {
                    StoreError::DiskFull { .. } => {
                        "Whoever runs this server must make room on its disk; then send the same again. Nothing is lost."
                    }
                    StoreError::ReadOnly { .. } => {
                        "Whoever runs this server must allow it to write to its store; then send the same again. \
                         Nothing is lost."
                    }
                    StoreError::Lost { .. } => {
                        "The server's database file is gone or was replaced. Whoever runs it must put it back and \
                         start it again."
                    }
                    _ => "Try again in a moment; the server's log says what is in the way.",
                };
                Self::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "This could not be written down, so it was not done.",
                    instead,
                )
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
