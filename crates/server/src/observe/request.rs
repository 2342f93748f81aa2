//! One request as an operator sees it: its id, its span for logs and traces, its time, and its line in the access log.
//!
//! Logs name the pattern of a route, such as `/link/{link}`, and never the path or the query: paths contain the secrets of
//! links and the ids of tables, which let anyone take an open seat.

use super::metrics::{RouteClass, route_class};
use crate::settings::SiteSettings;
use crate::site::Site;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};
use hyper::body::{Frame, SizeHint};
use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Instant;
use tracing::Span;

/// The header with the id of a request.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Maximum length of an id from a proxy.
const LONGEST_ID: usize = 64;

tokio::task_local! {
    /// The id of the request that this task answers.
    static CURRENT: HeaderValue;
}

/// The id of the request that is being answered.
pub(crate) fn current_id() -> Option<String> {
    CURRENT.try_with(|id| id.to_str().ok().map(str::to_owned)).ok().flatten()
}

/// The id that a trusted proxy sent, if it is valid, or a new one.
fn id(settings: SiteSettings, headers: &HeaderMap) -> HeaderValue {
    let sent = headers.get(REQUEST_ID).filter(|id| settings.trusted_proxy && is_id(id.as_bytes()));
    sent.cloned().unwrap_or_else(new_id)
}

fn is_id(id: &[u8]) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
    (1..=LONGEST_ID).contains(&id.len()) && id.iter().all(plain)
}

/// A new id: the number of the request, hashed with a key of this process, so that it does not tell how many there were.
fn new_id() -> HeaderValue {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let id = KEY.hash_one(NUMBER.fetch_add(1, Ordering::Relaxed));
    HeaderValue::try_from(format!("{id:016x}")).unwrap_or(HeaderValue::from_static("unknown"))
}

/// A request that is being answered.
pub(crate) struct Observed {
    received: Instant,
    method: Method,
    route: Option<MatchedPath>,
    id: HeaderValue,
    span: Span,
}

impl Observed {
    /// Begins with the head of the request.
    pub(crate) fn new(site: &Site, request: &Request) -> Self {
        let (method, id) = (request.method().clone(), id(site.settings, request.headers()));
        let route = request.extensions().get::<MatchedPath>().cloned();
        // At the level of errors, so that it is in every line that is logged.
        let span = tracing::error_span!(
            "request",
            id = id.to_str().unwrap_or_default(),
            %method,
            route = pattern(&route).unwrap_or("-"),
            status = tracing::field::Empty,
            otel.kind = tracing::field::Empty,
            otel.name = tracing::field::Empty,
            otel.status_code = tracing::field::Empty,
        );
        if let Some(join_trace) = site.settings.observe.join_trace {
            name_for_traces(&span, &method, pattern(&route));
            // A stranger chooses neither what is traced nor the trace.
            if site.settings.trusted_proxy {
                join_trace(&span, request.headers());
            }
        }
        Observed { received: Instant::now(), method, route, id, span }
    }

    /// The span that everything done for the request belongs to.
    pub(crate) fn span(&self) -> Span {
        self.span.clone()
    }

    /// Runs the work with the id of this request.
    pub(crate) fn within<F: Future>(&self, work: F) -> impl Future<Output = F::Output> + use<F> {
        CURRENT.scope(self.id.clone(), work)
    }

    /// Ends with the head of the response: counts it and adds the id. The line in the access log is written when the body
    /// ends.
    pub(crate) fn finish(self, site: &Site, mut response: Response<Body>) -> Response<Body> {
        let status = response.status();
        site.metrics.answered(self.class(), status, self.received.elapsed());
        self.span.record("status", status.as_u16());
        if status.is_server_error() {
            self.span.record("otel.status_code", "ERROR");
        }
        response.headers_mut().insert(REQUEST_ID, self.id.clone());
        if !site.settings.observe.access_log {
            return response;
        }
        response.map(|body| Body::new(LoggedBody { body, bytes: 0, status, request: self }))
    }

    fn class(&self) -> RouteClass {
        route_class(pattern(&self.route))
    }
}

/// The name and kind that OpenTelemetry expects of a request.
fn name_for_traces(span: &Span, method: &Method, route: Option<&str>) {
    span.record("otel.kind", "server");
    span.record("otel.name", format!("{method} {}", route.unwrap_or("-")));
}

fn pattern(route: &Option<MatchedPath>) -> Option<&str> {
    route.as_ref().map(MatchedPath::as_str)
}

/// A body that is counted, and logged when it ends or is dropped.
struct LoggedBody {
    body: Body,
    bytes: usize,
    status: StatusCode,
    request: Observed,
}

impl HttpBody for LoggedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled {
            self.bytes += frame.data_ref().map_or(0, Bytes::len);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for LoggedBody {
    fn drop(&mut self) {
        let Observed { received, method, route, id, .. } = &self.request;
        let ms = (received.elapsed().as_secs_f64() * 10_000.0).round() / 10.0;
        tracing::info!(
            target: "boxtop::access",
            parent: None,
            %method,
            route = pattern(route).unwrap_or("-"),
            status = self.status.as_u16(),
            ms,
            bytes = self.bytes,
            id = id.to_str().unwrap_or_default(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_trusted_proxy_chooses_ids_and_only_plain_ones() {
        let open = SiteSettings::default();
        let behind = SiteSettings { trusted_proxy: true, ..open };
        let sent = |settings, text: &str| {
            let headers = HeaderMap::from_iter([(REQUEST_ID, HeaderValue::from_str(text).unwrap())]);
            id(settings, &headers) == text
        };
        let longest = "x".repeat(LONGEST_ID);
        for text in ["a", "7f3c-2.b_X", longest.as_str()] {
            assert!(sent(behind, text) && !sent(open, text), "{text}");
        }
        let too_long = "x".repeat(LONGEST_ID + 1);
        for text in ["", "a b", "a=b", "a\"b", too_long.as_str()] {
            assert!(!sent(behind, text), "{text}");
        }
        assert_ne!(id(open, &HeaderMap::new()), id(open, &HeaderMap::new()));
        assert!(is_id(new_id().as_bytes()));
    }
}
