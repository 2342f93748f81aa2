//! The stream of a table: the latest view for this person, numbered by version.
//!
//! A browser that lost the connection names the version it has; it gets the
//! current view at once if that is newer, and nothing twice. Messages are
//! written once and shared by all who see the same ([`crate::shown`]); a stream
//! keeps nothing but the version it has sent.

use super::sent::Asked;
use crate::guest::Guest;
use crate::problem::Problem;
use crate::room::Room;
use crate::site::Site;
use crate::wire;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use axum::response::IntoResponse;
use futures_util::stream;
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

#[derive(Deserialize)]
pub(super) struct Since {
    /// The version the page was made with.
    since: Option<u64>,
    /// `short`: offers come as rows of a table.
    offers: Option<String>,
}

/// One browser listening.
struct Listener {
    room: Arc<Room>,
    key: String,
    seen: u64,
    form: wire::Offers,
    news: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
    beat: Duration,
}

/// `GET /tables/{id}/stream`
pub(super) async fn stream(
    State(site): State<Site>,
    Path(id): Path<String>,
    Asked(since): Asked<Since>,
    guest: Guest,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let room = site.rooms.find(&id).await?;
    let last = headers.get(HeaderName::from_static("last-event-id"));
    let seen = last.and_then(|id| id.to_str().ok()?.parse().ok()).or(since.since).unwrap_or(0);
    let form = if since.offers.as_deref() == Some("short") { wire::Offers::Short } else { wire::Offers::Full };
    let (news, closing, beat) = (room.listen(), site.closing(), site.pace.beat);
    let listener = Listener { room, key: guest.key, seen, form, news, closing, beat };
    let messages = stream::unfold(listener, |mut listener| async {
        let message = listener.next().await?;
        Some((Ok::<_, Infallible>(message), listener))
    });
    let headers = [
        (CONTENT_TYPE, "text/event-stream"),
        (CACHE_CONTROL, "no-store"),
        // Proxies must not collect what is meant to arrive at once.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::from_stream(messages)))
}

impl Listener {
    /// The next message; `None` when the site closes.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if *self.closing.borrow() {
                return None;
            }
            if let Some(message) = self.news().await {
                return Some(message);
            }
            tokio::select! {
                changed = self.news.changed() => changed.ok()?,
                _ = self.closing.changed() => return None,
                () = tokio::time::sleep(self.beat) => return Some(format!("event: beat\ndata: {}\n\n", self.seen).into()),
            }
        }
    }

    /// The view, if it is another than the one this browser has.
    async fn news(&mut self) -> Option<Bytes> {
        let mut held = self.room.look().await;
        let version = held.table.version();
        if version == self.seen {
            return None;
        }
        // A view that cannot be written has been logged; the next one may be better.
        let message = held.view_since(&self.key, self.seen, self.form).ok();
        self.seen = version;
        message.map(|message| message.bytes)
    }
}
