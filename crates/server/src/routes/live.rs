//! The event stream of a table: the whole view, then changes, numbered by version.
//!
//! A browser that lost the connection sends the version it has. It gets the changes since then, or the whole view if they
//! are no longer available, and nothing twice. Chat messages are separate events, with their own numbers after the
//! version: `17.4` is version 17 and the fourth message. Changes are made once for all viewers who see the same
//! ([`crate::view_cache`]).

mod host;

use crate::attendance;
use crate::chat::{self, ChatNotifier};
use crate::guest::Guest;
use crate::limits::Network;
use crate::match_handle::MatchHandle;
use crate::observe::metrics::StreamKind;
use crate::presence::PresenceGuard;
use crate::problem::Problem;
use crate::site::Site;
use crate::view_cache::{Listening, Next, ViewVersion};
use crate::wire::Viewer;
use crate::work::{Cost, with_cost};
use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use axum::response::Response;
use futures_util::stream::{self, StreamExt as _};
use metrics::Held;
use protocol::{ChatMessage, EventsQuery};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::Occupant;
use tokio::sync::watch;

/// The cost of opening a stream, for its first view.
const A_STREAM: Cost = Cost(20.0);

/// The first words of a stream: a browser whose connection breaks waits half a second, and not three to five, before it goes
/// on, perhaps at another node.
const RECONNECT: &[u8] = b"retry: 500\n\n";

/// The pause before a retry if the server is too busy to build a view.
const AGAIN: Duration = Duration::from_millis(500);

/// The shortest time after which a client should come back when the server stops, in milliseconds.
const FIRST_RETRY: u64 = 250;
/// Clients come back over this time, in milliseconds, so that not all of them do at once.
const RETRY_SPREAD: u64 = 1_000;

/// The position in a stream: version and message.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Cursor {
    version: u64,
    /// `None` until the first message.
    chat: Option<u64>,
}

impl Cursor {
    fn parse(text: &str) -> Option<Self> {
        let (version, chat) = text.split_once('.').map_or((text, None), |(version, chat)| (version, Some(chat)));
        Some(Cursor { version: version.parse().ok()?, chat: chat.map(str::parse).transpose().ok()? })
    }

    fn text(self) -> String {
        match self.chat {
            Some(chat) => format!("{}.{chat}", self.version),
            None => self.version.to_string(),
        }
    }
}

/// An open stream.
struct Listener {
    handle: Arc<MatchHandle>,
    key: String,
    seen: Cursor,
    /// The epoch of the view that the listener has, if it was sent on this connection.
    epoch: Option<u64>,
    /// Changes are made for this viewer.
    viewer: Viewer,
    /// Held so that changes are made for this viewer.
    _listening: Listening,
    /// Held so that the stream is counted in the metrics.
    _counted: Held,
    news: watch::Receiver<u64>,
    /// Held so that the person counts as present.
    _presence: PresenceGuard,
    /// Held so that the stream is notified of messages.
    _notifier: ChatNotifier,
    /// The number of spectators that was sent last, and when they were counted.
    spectators: (usize, Option<Instant>),
    talk: watch::Receiver<u64>,
    /// Messages to be sent.
    messages: VecDeque<ChatMessage>,
    /// The host has banned this person, so they are not present.
    banned: bool,
    /// Tells of what the host does.
    by_host: watch::Receiver<u64>,
    /// Why the host closed the table, and what of it was sent.
    closed: Option<String>,
    told_closed: Option<String>,
    /// Removed messages that were sent again.
    removed: Vec<u64>,
    closing: watch::Receiver<bool>,
    /// The client has been told to come back.
    dismissed: bool,
    site: Site,
}

/// The stream of a table for one person.
pub(crate) async fn events(
    site: Site,
    id: &str,
    query: &EventsQuery,
    guest: Guest,
    Network(from): Network,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let handle = site.matches.find(id).await?;
    let counted = site.streams.open(site.settings.caps, &guest.key, handle.stream(), from)?;
    let last = headers.get(HeaderName::from_static("last-event-id"));
    let asked = Cursor { version: query.since.unwrap_or(0), chat: query.chat };
    let seen = last.and_then(|id| Cursor::parse(id.to_str().ok()?)).unwrap_or(asked);
    let seen = Cursor { chat: seen.chat.or(query.chat), ..seen };
    // A browser that comes from another node may be ahead of this one.
    if seen.version > handle.table().version() {
        handle.follow(seen.version).await?;
    }
    let present = guest.present_key();
    let listener = Listener { banned: guest.banned, ..listener(site, handle, guest.key, &present, seen) };
    attendance::welcome(&listener.site, &listener.handle, &present).await;
    let messages = stream::unfold((listener, counted), |(mut listener, counted)| async {
        let message = listener.next().await?;
        Some((Ok::<_, Infallible>(message), (listener, counted)))
    });
    let headers = [
        (CONTENT_TYPE, "text/event-stream"),
        (CACHE_CONTROL, "no-store"),
        // Proxies must not buffer the stream.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let begin = stream::once(std::future::ready(Ok(Bytes::from_static(RECONNECT))));
    Ok(with_cost(A_STREAM, (headers, Body::from_stream(begin.chain(messages)))))
}

fn listener(site: Site, handle: Arc<MatchHandle>, key: String, present: &str, seen: Cursor) -> Listener {
    let (closing, notifier) = (site.closing(), site.chats.notifier(handle.stream()));
    let mut talk = notifier.subscribe();
    // A client that names a message gets later messages at once.
    if seen.chat.is_some() {
        talk.mark_changed();
    }
    let (presence, viewer) = (site.presence.arrive(handle.stream(), present), handle.viewer(&key));
    let mut by_host = site.moderation.listen();
    by_host.mark_changed();
    Listener {
        _listening: handle.count_listener(viewer),
        _counted: counted(&site, viewer),
        news: handle.listen(viewer),
        handle,
        key,
        seen,
        epoch: None,
        viewer,
        _presence: presence,
        _notifier: notifier,
        spectators: (0, None),
        talk,
        messages: VecDeque::new(),
        banned: false,
        by_host,
        closed: None,
        told_closed: None,
        removed: Vec::new(),
        closing,
        dismissed: false,
        site,
    }
}

/// Counts a stream of this viewer.
fn counted(site: &Site, viewer: Viewer) -> Held {
    let kind = if viewer.is_spectator() { StreamKind::Spectator } else { StreamKind::Player };
    site.metrics.streams(kind).hold()
}

impl Listener {
    /// Everything to send, in one chunk. If the site closes, it is the time after which to come back, and then `None`.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if *self.closing.borrow() {
                return self.dismiss();
            }
            let mut out = Vec::new();
            self.view(&mut out).await;
            self.write_messages(&mut out);
            self.write_closed(&mut out);
            self.spectators(&mut out);
            if !out.is_empty() {
                tracing::trace!(target: "boxtop::life", "next");
                return Some(out.into());
            }
            tokio::select! {
                changed = self.news.changed() => changed.ok()?,
                changed = self.talk.changed() => { changed.ok()?; self.read_chat().await; }
                changed = self.by_host.changed() => {
                    changed.ok()?;
                    if !self.heed_host().await { return None; }
                }
                _ = self.closing.changed() => return self.dismiss(),
                () = tokio::time::sleep(self.site.timing.beat) => {
                    if !self.banned {
                        attendance::note(&self.site.matches, &self.handle, &self.key).await;
                    }
                    return Some(format!("event: heartbeat\ndata: {}\n\n", self.seen.version).into());
                }
            }
        }
    }

    /// Tells the client once when to come back.
    fn dismiss(&mut self) -> Option<Bytes> {
        let told = std::mem::replace(&mut self.dismissed, true);
        (!told).then(|| format!("retry: {}\n\n", retry_after(self.handle.id(), &self.key)).into())
    }

    /// What changed since the version that this listener has, or the whole view.
    async fn view(&mut self, out: &mut Vec<u8>) {
        if *self.news.borrow_and_update() == self.seen.version {
            return;
        }
        let viewer = self.handle.viewer(&self.key);
        let has = ViewVersion { version: self.seen.version, epoch: self.epoch };
        let next = if viewer == self.viewer { self.handle.next_changes(viewer, has) } else { Next::Gap };
        match next {
            Next::Nothing => {}
            Next::Changes(changes) => {
                for (version, json) in changes {
                    self.seen.version = version;
                    write_event(out, "change", self.seen, &json);
                }
            }
            Next::Gap => self.whole_view(viewer, out).await,
        }
    }

    async fn whole_view(&mut self, viewer: Viewer, out: &mut Vec<u8>) {
        if viewer != self.viewer {
            (self.viewer, self._listening) = (viewer, self.handle.count_listener(viewer));
            self.news = self.handle.listen(viewer);
            self._counted = counted(&self.site, viewer);
        }
        let view = loop {
            match self.handle.view(&self.key, 0).await {
                Ok((_, view)) => break view,
                Err(busy) if busy.retry_after.is_some() => tokio::time::sleep(AGAIN).await,
                Err(_) => {
                    // The error has been logged; try again with the next version.
                    self.seen.version = *self.news.borrow();
                    return;
                }
            }
        };
        if view.version == self.seen.version {
            return;
        }
        (self.seen.version, self.epoch) = (view.version, view.epoch);
        write_event(out, "view", self.seen, &view.json);
    }

    /// The number of spectators, if it has changed. It is counted at most once per heartbeat, so that people who come and
    /// go wake nobody.
    fn spectators(&mut self, out: &mut Vec<u8>) {
        let (sent, counted) = self.spectators;
        if counted.is_some_and(|counted| counted.elapsed() < self.site.timing.beat) {
            return;
        }
        let table = self.handle.table();
        let mut players: Vec<&str> = table.seats().iter().filter_map(Occupant::key).collect();
        players.sort_unstable();
        players.dedup();
        let spectators = self.site.presence.watching(self.handle.stream(), &players);
        self.spectators = (spectators, Some(Instant::now()));
        if spectators != sent {
            // Writing to memory does not fail.
            let _ = write!(out, "event: spectators\ndata: {spectators}\n\n");
        }
    }

    /// Writes the pending messages.
    fn write_messages(&mut self, out: &mut Vec<u8>) {
        for message in std::mem::take(&mut self.messages) {
            // A removed message is sent again after later ones.
            self.seen.chat = self.seen.chat.max(Some(message.number));
            match serde_json::to_vec(&message) {
                Ok(data) => write_event(out, "chat", self.seen, &data),
                Err(error) => tracing::error!(%error, "a message could not be serialised"),
            }
        }
    }

    /// Fetches the messages since the last one that this person may read.
    async fn read_chat(&mut self) {
        let last = *self.talk.borrow_and_update();
        let after = self.seen.chat.unwrap_or(last.saturating_sub(1));
        let seated = !self.handle.table().seats_of(&self.key).is_empty();
        match chat::readable(&*self.site.store, self.handle.stream(), after, chat::MOST_AT_ONCE, seated).await {
            Ok(messages) => {
                let table = self.handle.table();
                self.messages.extend(messages.into_iter().map(|one| chat::message(one, &table, &self.key)));
            }
            Err(problem) => tracing::error!(error = problem.error, "messages could not be read"),
        }
        // Messages that this person may not read are skipped for good.
        if self.messages.is_empty() && self.seen.chat.is_some() {
            self.seen.chat = self.seen.chat.max(Some(last));
        }
    }
}

/// When a client comes back to a table, in milliseconds: spread over a second, always the same for the same person.
fn retry_after(table: &str, key: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (table, key).hash(&mut hasher);
    FIRST_RETRY + hasher.finish() % RETRY_SPREAD
}

/// Writes an event of the stream.
fn write_event(out: &mut Vec<u8>, name: &str, cursor: Cursor, data: &[u8]) {
    // Writing to memory does not fail.
    let _ = write!(out, "event: {name}\nid: {}\ndata: ", cursor.text());
    out.extend_from_slice(data);
    out.extend_from_slice(b"\n\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_come_back_spread_over_a_second() {
        let times: Vec<u64> = (0..1_000).map(|person| retry_after("table", &format!("person {person}"))).collect();
        let tenth = |time: &u64| (time - FIRST_RETRY) * 10 / RETRY_SPREAD;
        let mut tenths = [0; 10];
        times.iter().for_each(|time| tenths[tenth(time) as usize] += 1);
        assert!(tenths.iter().all(|count| (50..200).contains(count)), "{tenths:?}");
        assert_eq!(times[7], retry_after("table", "person 7"));
    }

    #[test]
    fn a_cursor_is_a_version_and_maybe_a_message() {
        for (text, version, chat) in [("17", 17, None), ("17.4", 17, Some(4)), ("0.0", 0, Some(0))] {
            assert_eq!(Cursor::parse(text), Some(Cursor { version, chat }));
            assert_eq!(Cursor { version, chat }.text(), text);
        }
        for text in ["", "x", "1.", "1.x", "-1", "1.2.3"] {
            assert_eq!(Cursor::parse(text), None, "{text}");
        }
    }
}
