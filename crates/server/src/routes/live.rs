//! The stream of a table: the latest view for this person, numbered by version.
//!
//! A browser that lost the connection names the version it has; it gets the
//! current view at once if that is newer, and nothing twice. What is said at the
//! table comes in events of its own, with numbers of its own behind the version:
//! `17.4` is version 17 and the fourth message. Views are written once and shared
//! by all who see the same ([`crate::shown`]).

use crate::attendance;
use crate::chat::{self, Bell, Said};
use crate::guest::Guest;
use crate::limits::Network;
use crate::match_handle::MatchHandle;
use crate::presence::There;
use crate::problem::Problem;
use crate::site::Site;
use crate::wire;
use crate::work::{Cost, with_cost};
use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use axum::response::Response;
use futures_util::stream;
use serde::Deserialize;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::Occupant;
use tokio::sync::watch;

/// What opening a stream costs, for the view it begins with.
const A_STREAM: Cost = Cost(20.0);

/// A view that could not be built for want of room is tried again after this time.
const AGAIN: Duration = Duration::from_millis(500);

/// Where a listener is.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Since {
    /// The version the listener has.
    since: Option<u64>,
    /// The last message the listener has; without it only what is said from now on is sent.
    chat: Option<u64>,
    /// `short`: offers come as rows of a table.
    offers: Option<String>,
}

/// What a listener has: version and message.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Place {
    version: u64,
    /// `None` until the first message of which it hears.
    chat: Option<u64>,
}

impl Place {
    fn parse(text: &str) -> Option<Self> {
        let (version, chat) = text.split_once('.').map_or((text, None), |(version, chat)| (version, Some(chat)));
        Some(Place { version: version.parse().ok()?, chat: chat.map(str::parse).transpose().ok()? })
    }

    fn text(self) -> String {
        match self.chat {
            Some(chat) => format!("{}.{chat}", self.version),
            None => self.version.to_string(),
        }
    }
}

/// One browser listening.
struct Listener {
    handle: Arc<MatchHandle>,
    key: String,
    seen: Place,
    form: wire::Offers,
    news: watch::Receiver<u64>,
    /// Kept, so that this person counts as there.
    _there: There,
    /// Kept, so that it goes on ringing.
    _bell: Bell,
    /// How many watch, as this listener was told last, and when they were counted.
    watching: (usize, Option<Instant>),
    talk: watch::Receiver<u64>,
    /// What was said and is still to be sent.
    heard: VecDeque<Said>,
    closing: watch::Receiver<bool>,
    site: Site,
}

/// The stream of a table for one person.
pub(crate) async fn events(
    site: Site,
    id: &str,
    since: &Since,
    guest: Guest,
    Network(from): Network,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let handle = site.matches.find(id).await?;
    let counted = site.streams.open(site.door.caps, &guest.key, handle.stream(), from)?;
    let last = headers.get(HeaderName::from_static("last-event-id"));
    let asked = Place { version: since.since.unwrap_or(0), chat: since.chat };
    let seen = last.and_then(|id| Place::parse(id.to_str().ok()?)).unwrap_or(asked);
    let seen = Place { chat: seen.chat.or(since.chat), ..seen };
    let form = if since.offers.as_deref() == Some("short") { wire::Offers::Short } else { wire::Offers::Full };
    let listener = listener(site, handle, guest.key, seen, form);
    attendance::welcome(&listener.site, &listener.handle, &listener.key).await;
    let messages = stream::unfold((listener, counted), |(mut listener, counted)| async {
        let message = listener.next().await?;
        Some((Ok::<_, Infallible>(message), (listener, counted)))
    });
    let headers = [
        (CONTENT_TYPE, "text/event-stream"),
        (CACHE_CONTROL, "no-store"),
        // Proxies must not collect what is meant to arrive at once.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok(with_cost(A_STREAM, (headers, Body::from_stream(messages))))
}

fn listener(site: Site, handle: Arc<MatchHandle>, key: String, seen: Place, form: wire::Offers) -> Listener {
    let (news, closing, bell) = (handle.listen(), site.closing(), site.chats.bell(handle.stream()));
    let mut talk = bell.subscribe();
    // Who names a message is told at once what was said since.
    if seen.chat.is_some() {
        talk.mark_changed();
    }
    let (there, heard) = (site.presence.come(handle.stream(), &key), VecDeque::new());
    Listener {
        handle,
        key,
        seen,
        form,
        news,
        _there: there,
        _bell: bell,
        watching: (0, None),
        talk,
        heard,
        closing,
        site,
    }
}

impl Listener {
    /// The next message; `None` when the site closes.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if *self.closing.borrow() {
                return None;
            }
            if let Some(event) = self.news().await {
                return Some(event);
            }
            if let Some(event) = self.said() {
                return Some(event);
            }
            if let Some(event) = self.count().await {
                return Some(event);
            }
            tokio::select! {
                changed = self.news.changed() => changed.ok()?,
                changed = self.talk.changed() => { changed.ok()?; self.hear().await; }
                _ = self.closing.changed() => return None,
                () = tokio::time::sleep(self.site.pace.beat) => {
                    attendance::note(&self.site.matches, &self.handle, &self.key).await;
                    return Some(format!("event: beat\ndata: {}\n\n", self.seen.version).into());
                }
            }
        }
    }

    /// The view, if it is another than the one this browser has.
    async fn news(&mut self) -> Option<Bytes> {
        let version = self.handle.table().version();
        if version == self.seen.version {
            return None;
        }
        let message = loop {
            match self.handle.view_since(&self.key, self.seen.version, self.form).await {
                Ok(message) => break message,
                Err(busy) if busy.retry_after.is_some() => tokio::time::sleep(AGAIN).await,
                Err(_) => {
                    // A view that cannot be written has been logged; the next one may be better.
                    self.seen.version = version;
                    return None;
                }
            }
        };
        self.seen.version = message.version;
        Some(match self.seen.chat {
            None => message.bytes,
            Some(_) => event("view", self.seen, message.view()),
        })
    }

    /// How many watch, if that has changed. It is looked at no more often than the stream beats: who comes
    /// and goes wakes nobody.
    async fn count(&mut self) -> Option<Bytes> {
        let (told, counted) = self.watching;
        if counted.is_some_and(|counted| counted.elapsed() < self.site.pace.beat) {
            return None;
        }
        let table = self.handle.table();
        let mut players: Vec<&str> = table.seats().iter().filter_map(Occupant::key).collect();
        players.sort_unstable();
        players.dedup();
        let watching = self.site.presence.watching(self.handle.stream(), &players);
        self.watching = (watching, Some(Instant::now()));
        (watching != told).then(|| format!("event: watching\ndata: {watching}\n\n").into())
    }

    /// The next message that waits to be sent.
    fn said(&mut self) -> Option<Bytes> {
        let said = self.heard.pop_front()?;
        self.seen.chat = Some(said.number);
        let data = serde_json::to_vec(&said);
        let data = data.inspect_err(|error| tracing::error!(%error, "a message could not be written")).ok()?;
        Some(event("chat", self.seen, &data))
    }

    /// Fetches what was said since, as far as this person may read it.
    async fn hear(&mut self) {
        let rung = *self.talk.borrow_and_update();
        let after = self.seen.chat.unwrap_or(rung.saturating_sub(1));
        let seated = !self.handle.table().seats_of(&self.key).is_empty();
        match chat::heard(&*self.site.store, self.handle.stream(), after, chat::MOST_AT_ONCE, seated).await {
            Ok(messages) => {
                let table = self.handle.table();
                self.heard.extend(messages.into_iter().map(|message| Said::new(message, &table, &self.key)));
            }
            Err(problem) => tracing::error!(error = problem.error, "what was said could not be read"),
        }
        // What this person may not read is passed over for good.
        if self.heard.is_empty() && self.seen.chat.is_some() {
            self.seen.chat = self.seen.chat.max(Some(rung));
        }
    }
}

/// A message of the stream.
fn event(kind: &str, place: Place, data: &[u8]) -> Bytes {
    let mut text = format!("event: {kind}\nid: {}\ndata: ", place.text()).into_bytes();
    text.extend_from_slice(data);
    text.extend_from_slice(b"\n\n");
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_version_and_maybe_a_message() {
        for (text, version, chat) in [("17", 17, None), ("17.4", 17, Some(4)), ("0.0", 0, Some(0))] {
            assert_eq!(Place::parse(text), Some(Place { version, chat }));
            assert_eq!(Place { version, chat }.text(), text);
        }
        for text in ["", "x", "1.", "1.x", "-1", "1.2.3"] {
            assert_eq!(Place::parse(text), None, "{text}");
        }
    }
}
