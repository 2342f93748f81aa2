//! What an operator can watch: metrics on a port of their own, request ids, and the access log.
//!
//! Recording is a few atomic additions; everything else happens when metrics are read. Labels are from fixed sets, never
//! from a request. docs/observability.md lists the metrics.

pub(crate) mod listener;
pub(crate) mod metrics;
mod page;
mod process;
pub(crate) mod request;

use axum::http::HeaderMap;
use std::net::SocketAddr;
use tracing::Span;

/// Targets of dependencies that log the paths of requests.
const TELLTALES: [&str; 1] = ["tower_http"];

/// May events with this target be logged? Those of dependencies that log whole paths may not: paths contain secrets.
pub fn is_loggable(target: &str) -> bool {
    !TELLTALES.contains(&target.split("::").next().unwrap_or(target))
}

/// Connects the span of a request to a trace, from the headers of the request.
pub type JoinTrace = fn(&Span, &HeaderMap);

/// What the server shows its operator.
#[derive(Copy, Clone, Debug, Default)]
pub struct Observe {
    /// Where `/metrics` is served; nowhere if `None`.
    pub metrics: Option<SocketAddr>,
    /// Logs a line for each request, with the target `boxtop::access`.
    pub access_log: bool,
    /// The commit that the program was built from, if known.
    pub commit: Option<&'static str>,
    /// Called with the span and the headers of every request, to connect it to the trace that it belongs to.
    pub join_trace: Option<JoinTrace>,
}
