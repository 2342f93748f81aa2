//! Everything the server counts and measures.

use crate::problem::Problem;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use catalog::{Level, PlayerKind};
use metrics::{Counter, Gauge, Histogram, LATENCIES};
use std::array::from_fn;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Upper bounds for the time that a computer thinks, in seconds.
const THINKING: &[f64] = &[0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// Upper bounds for the processor time of an analysis, in seconds.
const ANALYSING: &[f64] = &[0.25, 0.5, 1.0, 2.5, 5.0, 7.5, 10.0, 15.0, 30.0, 60.0];

/// Declares the values of a label, with the words for them.
macro_rules! label {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub(crate) enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// The words, in the order of the values.
            pub(crate) const WORDS: &'static [&'static str] = &[$($word),*];
        }
    };
}

label! {
    /// How a command ended.
    ActionResult {
        Accepted = "accepted",
        /// Against a rule, or not possible.
        Refused = "refused",
        /// The match had changed.
        Conflict = "conflict",
        /// The server could not do it.
        Failed = "failed",
    }
}

label! {
    /// Why a request or a connection was turned away.
    Rejection {
        RateLimit = "rate_limit",
        ConnectionCap = "connection_cap",
        StreamCap = "stream_cap",
        Host = "host",
        Origin = "origin",
        TooLarge = "too_large",
        Timeout = "timeout",
        Busy = "busy",
        /// A connection that sent or read too slowly.
        SlowClient = "slow_client",
    }
}

label! {
    /// A class of routes.
    RouteClass {
        Page = "page",
        Table = "table",
        Command = "command",
        Stream = "stream",
        Account = "account",
        Api = "api",
        Asset = "asset",
        Health = "health",
        /// No route of ours.
        Unknown = "unknown",
    }
}

label! {
    /// Who reads a stream.
    StreamKind {
        Player = "player",
        Spectator = "spectator",
    }
}

/// The classes of status codes.
pub(crate) const STATUSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// The actions of one game.
pub(crate) struct GameActions {
    pub(crate) slug: &'static str,
    pub(crate) results: [Counter; ActionResult::WORDS.len()],
}

/// All counters, gauges and histograms.
pub(crate) struct Metrics {
    /// When the server started, in seconds since 1970.
    pub(crate) started: f64,
    pub(crate) actions: Box<[GameActions]>,
    pub(crate) action_seconds: Histogram,
    pub(crate) requests: [[Counter; STATUSES.len()]; RouteClass::WORDS.len()],
    pub(crate) request_seconds: [Histogram; RouteClass::WORDS.len()],
    pub(crate) rejected: [Counter; Rejection::WORDS.len()],
    pub(crate) connections: Gauge,
    pub(crate) streams: [Gauge; StreamKind::WORDS.len()],
    pub(crate) search_queue: Gauge,
    pub(crate) search_wait_seconds: Histogram,
    pub(crate) searches: Gauge,
    /// By level.
    pub(crate) thinking_seconds: [Histogram; Level::ALL.len()],
    /// Searches that the wall clock ended, by level.
    pub(crate) stopped_by_clock: [Counter; Level::ALL.len()],
    /// Analyses of matches that run at this node.
    pub(crate) analyses: Gauge,
    /// Analyses that were finished at this node.
    pub(crate) analyses_finished: Counter,
    /// Processor time of finished analyses.
    pub(crate) analysis_seconds: Histogram,
    /// Changes of other nodes that the sweep found before a hint told.
    pub(crate) swept: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        let games = catalog::games().iter();
        let actions = games.map(|game| GameActions { slug: game.info().slug, results: Default::default() });
        Metrics {
            started: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64()),
            actions: actions.collect(),
            action_seconds: Histogram::new(LATENCIES),
            requests: Default::default(),
            request_seconds: from_fn(|_| Histogram::new(LATENCIES)),
            rejected: Default::default(),
            connections: Gauge::default(),
            streams: Default::default(),
            search_queue: Gauge::default(),
            search_wait_seconds: Histogram::new(LATENCIES),
            searches: Gauge::default(),
            thinking_seconds: from_fn(|_| Histogram::new(THINKING)),
            stopped_by_clock: Default::default(),
            analyses: Gauge::default(),
            analyses_finished: Counter::default(),
            analysis_seconds: Histogram::new(ANALYSING),
            swept: Counter::default(),
        }
    }
}

impl Metrics {
    /// Counts a command to a match, received at this time and acknowledged now.
    pub(crate) fn acted<T>(&self, game: &str, received: Instant, done: &Result<T, Problem>) {
        let result = match done {
            Ok(_) => ActionResult::Accepted,
            Err(problem) if problem.status == StatusCode::CONFLICT => ActionResult::Conflict,
            Err(problem) if problem.status.is_server_error() => ActionResult::Failed,
            Err(_) => ActionResult::Refused,
        };
        if let Some(actions) = self.actions.iter().find(|actions| actions.slug == game) {
            actions.results[result as usize].increment();
        }
        self.action_seconds.observe(received.elapsed());
    }

    /// Counts a request that was answered after this time.
    pub(crate) fn answered(&self, route: RouteClass, status: StatusCode, time: Duration) {
        let class = usize::from(status.as_u16() / 100).clamp(1, STATUSES.len()) - 1;
        self.requests[route as usize][class].increment();
        self.request_seconds[route as usize].observe(time);
    }

    /// Counts a request or a connection that was turned away.
    pub(crate) fn reject(&self, reason: Rejection) {
        self.rejected[reason as usize].increment();
    }

    /// The number of streams of this kind.
    pub(crate) fn streams(&self, kind: StreamKind) -> &Gauge {
        &self.streams[kind as usize]
    }

    /// Records how long a level thought, and whether the wall clock ended its search. Nobody else plays at a table.
    pub(crate) fn thought(&self, kind: PlayerKind, time: Duration, stopped_by_clock: bool) {
        let PlayerKind::Level(level) = kind else { return };
        self.thinking_seconds[level as usize].observe(time);
        if stopped_by_clock {
            self.stopped_by_clock[level as usize].increment();
        }
    }
}

/// Why a request was turned away, if it was.
pub(crate) fn rejection(response: &Response<Body>) -> Option<Rejection> {
    let problem = response.extensions().get::<Problem>();
    let marked = problem.and_then(|problem| problem.rejected);
    marked.or(match response.status() {
        StatusCode::TOO_MANY_REQUESTS => Some(Rejection::RateLimit),
        StatusCode::PAYLOAD_TOO_LARGE => Some(Rejection::TooLarge),
        // The timeout of requests knows no problems.
        StatusCode::SERVICE_UNAVAILABLE if problem.is_none() => Some(Rejection::Timeout),
        _ => None,
    })
}

/// The class of a route, by its pattern; `None` if no route fits.
pub(crate) fn route_class(pattern: Option<&str>) -> RouteClass {
    let Some(pattern) = pattern else { return RouteClass::Unknown };
    let path = pattern.strip_prefix("/api/v1").unwrap_or(pattern);
    match path.split('/').nth(1).unwrap_or_default() {
        "assets" | "favicon.ico" => RouteClass::Asset,
        "healthz" | "livez" | "readyz" => RouteClass::Health,
        "tables" if path.ends_with("/events") => RouteClass::Stream,
        "tables" if path.ends_with("/commands") => RouteClass::Command,
        "tables" => RouteClass::Table,
        "me" | "login" | "link" | "reset" => RouteClass::Account,
        _ if path.len() < pattern.len() => RouteClass::Api,
        _ => RouteClass::Page,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_are_classified_by_their_pattern() {
        for (pattern, class) in [
            (Some("/"), RouteClass::Page),
            (Some("/rules/{slug}"), RouteClass::Page),
            (Some("/tables/{id}"), RouteClass::Table),
            (Some("/api/v1/tables/{table}/commands"), RouteClass::Command),
            (Some("/api/v1/tables/{table}/events"), RouteClass::Stream),
            (Some("/api/v1/tables/{table}/chat"), RouteClass::Table),
            (Some("/link/{link}"), RouteClass::Account),
            (Some("/api/v1/me/tokens"), RouteClass::Account),
            (Some("/api/v1/games"), RouteClass::Api),
            (Some("/assets/{tag}/{*name}"), RouteClass::Asset),
            (Some("/livez"), RouteClass::Health),
            (None, RouteClass::Unknown),
        ] {
            assert_eq!(route_class(pattern), class, "{pattern:?}");
        }
    }

    #[test]
    fn a_command_counts_once_with_its_result() {
        let metrics = Metrics::default();
        let game = metrics.actions[0].slug;
        let ends: [Result<(), Problem>; 5] = [
            Ok(()),
            Err(Problem::refused("", "")),
            Err(Problem::malformed("", "")),
            Err(Problem::stale(2)),
            Err(Problem::busy()),
        ];
        ends.iter().for_each(|end| metrics.acted(game, Instant::now(), end));
        assert_eq!(metrics.actions[0].results.each_ref().map(Counter::get), [1, 2, 1, 1]);
    }
}
