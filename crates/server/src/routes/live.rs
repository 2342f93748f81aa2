//! The stream of a table: the latest view for this person, numbered by version.
//!
//! A browser that lost the connection names the version it has; it gets the
//! current view at once if that is newer, and nothing twice.

use super::sent::Asked;
use crate::guest::Guest;
use crate::problem::Problem;
use crate::room::Room;
use crate::site::Site;
use crate::wire;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, HeaderName};
use axum::response::IntoResponse;
use axum::response::sse::{Event, Sse};
use futures_util::stream;
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;
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
    /// The log as this browser has it, in short.
    log: Vec<String>,
    form: wire::Offers,
    news: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
    site: Site,
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
    let listener = listener(site, room, guest.key, seen, form).await;
    let events = stream::unfold(listener, |mut listener| async {
        let event = listener.next().await?;
        Some((Ok::<_, Infallible>(event), listener))
    });
    // Proxies must not collect what is meant to arrive at once.
    Ok(([(CACHE_CONTROL, "no-store"), (HeaderName::from_static("x-accel-buffering"), "no")], Sse::new(events)))
}

async fn listener(site: Site, room: Arc<Room>, key: String, seen: u64, form: wire::Offers) -> Listener {
    let (news, closing) = (room.listen(), site.closing());
    let held = room.look().await;
    // Who is up to date has the whole log; anybody else gets all of it.
    let up_to_date = held.table.version() == seen;
    let log = if up_to_date { held.table.log().iter().map(wire::step).collect() } else { Vec::new() };
    drop(held);
    Listener { room, key, seen, log, form, news, closing, site }
}

impl Listener {
    /// The next message; `None` when the site closes.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if *self.closing.borrow() {
                return None;
            }
            if let Some(event) = self.news().await {
                return Some(event);
            }
            tokio::select! {
                changed = self.news.changed() => changed.ok()?,
                _ = self.closing.changed() => return None,
                () = tokio::time::sleep(self.site.pace.beat) => return Some(Event::default().event("beat").data(self.seen.to_string())),
            }
        }
    }

    /// The view, if it is another than the one this browser has.
    async fn news(&mut self) -> Option<Event> {
        let held = self.room.look().await;
        let table = &held.table;
        if table.version() == self.seen {
            return None;
        }
        let log = table.log();
        let view = wire::written(table, Some(&self.key), wire::common(&self.log, &log), self.form);
        self.log = log.iter().map(wire::step).collect();
        self.seen = view.version;
        let id = view.version.to_string();
        match Event::default().event("view").id(id).json_data(view) {
            Ok(event) => Some(event),
            Err(error) => {
                tracing::error!(%error, "a view could not be written");
                None
            }
        }
    }
}
