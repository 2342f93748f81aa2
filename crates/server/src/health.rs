//! Health checks: `/livez` says that the process answers, `/readyz` that it can be sent requests.
//!
//! They accept any host name and have no rate limit. The store is checked at most once a second, because each check writes.

use crate::problem::Problem;
use crate::site::Site;
use axum::extract::State;
use axum::http::StatusCode;
use std::future::{Ready, ready};
use std::time::{Duration, Instant};
use store::{EventStore, StoreError};
use tokio::sync::Mutex;

/// Lifetime of a result.
const LIFETIME: Duration = Duration::from_secs(1);

/// Paths of health checks.
const CHECKS: [&str; 3] = ["/healthz", "/livez", "/readyz"];

/// Is this the path of a health check?
pub(crate) fn is_check(path: &str) -> bool {
    CHECKS.contains(&path)
}

/// Answers `ok`, whatever the state of the store.
pub(crate) fn livez() -> Ready<&'static str> {
    ready("ok\n")
}

/// Answers `ok` if the store can write and read and the server is not shutting down.
pub(crate) async fn readyz(State(site): State<Site>) -> Result<&'static str, Problem> {
    if site.is_draining() {
        return Err(unready(
            "The server is shutting down.",
            "Send requests to another server, or wait for its restart.",
        ));
    }
    site.health.check(&*site.store).await.map_err(|error| {
        tracing::error!(%error, "the store failed its health check");
        unready(format!("The store does not work: {}.", reason(&error)), "The server's log has the details.")
    })?;
    Ok("ok\n")
}

fn unready(error: impl Into<String>, instead: &str) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, error, instead)
}

/// The reason in a few words, without the path of a file, because anybody may read it.
fn reason(error: &StoreError) -> &'static str {
    match error {
        StoreError::DiskFull { .. } => "its disk is full",
        StoreError::Busy { .. } => "another program keeps it locked",
        StoreError::ReadOnly { .. } => "it is read-only",
        StoreError::Lost { .. } => "its file is gone or was replaced",
        StoreError::Corrupt { .. } => "its file is damaged",
        StoreError::Closed => "it is closed",
        _ => "it cannot write and read",
    }
}

/// The last result of the check.
#[derive(Default)]
pub(crate) struct Health {
    last: Mutex<Option<(Instant, Result<(), StoreError>)>>,
}

impl Health {
    /// Checks that the store works, or did a moment ago.
    pub(crate) async fn check(&self, store: &dyn EventStore) -> Result<(), StoreError> {
        let mut last = self.last.lock().await;
        match &*last {
            Some((since, answer)) if since.elapsed() < LIFETIME => answer.clone(),
            _ => {
                let answer = store.health().await;
                *last = Some((Instant::now(), answer.clone()));
                answer
            }
        }
    }
}
