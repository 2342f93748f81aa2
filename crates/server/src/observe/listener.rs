//! The listener for metrics: `GET /metrics`, `/livez` and `/readyz`, and nothing else.

use super::page;
use super::process::Process;
use crate::connections::{self, Caps};
use crate::health;
use crate::problem::Problem;
use crate::site::Site;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::timeout::TimeoutLayer;

/// The format of the text, with its version.
const FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Limits of this listener: a few scrapers, which are quick.
fn caps() -> Caps {
    let seconds = Duration::from_secs;
    Caps {
        connections_per_address: 0,
        connections: 32,
        head: seconds(5),
        request: seconds(10),
        idle: seconds(75),
        stalled: seconds(10),
        ..Caps::default()
    }
}

/// Serves metrics until the site closes. Its connections are not counted.
pub(crate) async fn serve(listener: TcpListener, site: Site) {
    let closing = site.closing();
    connections::accept(listener, router(site), caps(), false, Arc::default(), closing).await;
}

fn router(site: Site) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/livez", get(health::livez))
        .route("/readyz", get(health::readyz))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, caps().request))
        .with_state(site)
}

async fn metrics(State(site): State<Site>) -> Result<impl IntoResponse, Problem> {
    let process = tokio::task::spawn_blocking(Process::read).await.map_err(Problem::broken)?;
    Ok(([(CONTENT_TYPE, FORMAT)], page::text(&site, process)))
}
