//! What the host has done about people and tables, as requests and streams see it.
//!
//! The host acts with `boxtop admin`, a process of its own, on the same store. Each action has an entry in the audit log,
//! so its last number shows whether anything is new: the server looks at it every second ([`keep`]), and only then reads
//! what is in force. So an action works at every node within about a second, and costs nothing in a request.
//!
//! - A banned person can read, but changes nothing: [`admitted`], where a request's sender is identified.
//! - A hidden table exists only for its players, and a closed one takes nothing but reports: [`gate`], around all routes.
//! - A new signing key is read (`signing`).
//! - Streams are told of closed tables and removed messages (`routes/live/host.rs`).

mod closing;

use crate::api;
use crate::guest::Guest;
use crate::host_texts::utc;
use crate::match_handle::now;
use crate::problem::Problem;
use crate::signing::Signing;
use crate::site::Site;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{Ban, EventStore, Restrictions, StoreError, StreamId, TableRestriction};
use table::Table;
use tokio::sync::watch;

pub use closing::close_table;

/// The time between two looks at the audit log.
const LOOK: Duration = Duration::from_secs(1);
/// Maximum number of audit entries read at once.
const MOST_ENTRIES: u32 = 1_000;
/// What a banned person can still do besides reading: log in and out, and delete what is stored about them.
const ALWAYS_ALLOWED: [&str; 7] =
    ["/login", "/link", "/reset", "/me/logout", "/me/logout-everywhere", "/me/delete", "/me/tokens/"];

/// What is in force.
#[derive(Default)]
pub(crate) struct InForce {
    revision: u64,
    bans: HashMap<String, Ban>,
    tables: HashMap<StreamId, TableRestriction>,
    removed: HashMap<StreamId, Vec<u64>>,
}

impl InForce {
    fn new(revision: u64, restrictions: Restrictions) -> Self {
        let Restrictions { bans, tables, removed } = restrictions;
        let mut by_table: HashMap<StreamId, Vec<u64>> = HashMap::new();
        for (table, number) in removed {
            by_table.entry(table).or_default().push(number);
        }
        InForce {
            revision,
            bans: bans.into_iter().map(|ban| (ban.person.clone(), ban)).collect(),
            tables: tables.into_iter().map(|table| (table.table.clone(), table)).collect(),
            removed: by_table,
        }
    }

    /// The ban of the person with this key, if it is not over.
    pub(crate) fn ban_of(&self, key: &str) -> Option<&Ban> {
        self.bans.get(key).filter(|ban| ban.is_in_force(now()))
    }

    /// Is this table hidden?
    pub(crate) fn is_hidden(&self, table: &StreamId) -> bool {
        self.tables.get(table).is_some_and(|table| table.hidden)
    }

    /// Why this table is closed, if it is.
    pub(crate) fn closed(&self, table: &StreamId) -> Option<&str> {
        self.tables.get(table)?.closed.as_deref()
    }

    /// The numbers of the messages that were removed at this table.
    pub(crate) fn removed(&self, table: &StreamId) -> &[u64] {
        self.removed.get(table).map(Vec::as_slice).unwrap_or_default()
    }
}

/// What was read last, and when.
type Kept = Option<(Arc<InForce>, Instant)>;

/// Knows what the host has done.
pub(crate) struct Moderation {
    store: Arc<dyn EventStore>,
    signing: Arc<Signing>,
    kept: Mutex<Kept>,
    /// Held while the store is read.
    reading: tokio::sync::Mutex<()>,
    /// Does [`keep`] run? Then no request has to look.
    is_kept: AtomicBool,
    changed: watch::Sender<u64>,
}

impl Moderation {
    pub(crate) fn new(store: Arc<dyn EventStore>, signing: Arc<Signing>) -> Self {
        let (kept, reading) = (Mutex::default(), tokio::sync::Mutex::default());
        Moderation { store, signing, kept, reading, is_kept: AtomicBool::new(false), changed: watch::Sender::new(0) }
    }

    /// What is in force. If the store cannot be read, what was in force before.
    pub(crate) async fn current(&self) -> Result<Arc<InForce>, Problem> {
        let kept = self.kept();
        match kept {
            Some((kept, read)) if self.is_kept.load(Ordering::Relaxed) || read.elapsed() < LOOK => Ok(kept),
            Some((kept, _)) => Ok(self.look().await.unwrap_or(kept)),
            None => Ok(self.look().await?),
        }
    }

    /// Tells of everything that the host does from now on.
    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    fn kept(&self) -> Kept {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads what is in force, and the signing keys.
    async fn read(&self, revision: u64) -> Result<InForce, StoreError> {
        self.signing.follow(&*self.store).await?;
        Ok(InForce::new(revision, self.store.moderation().restrictions().await?))
    }

    /// Reads what is in force, if the host has done something since.
    async fn look(&self) -> Result<Arc<InForce>, StoreError> {
        let _reading = self.reading.lock().await;
        let revision = self.store.moderation().revision().await?;
        let kept = self.kept().map(|(kept, _)| kept).filter(|kept| kept.revision == revision);
        let (current, is_new) = match kept {
            Some(kept) => (kept, false),
            None => (Arc::new(self.read(revision).await?), true),
        };
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some((current.clone(), Instant::now()));
        if is_new {
            self.changed.send_replace(revision);
        }
        Ok(current)
    }
}

/// Looks at the audit log until it is dropped, and brings matches up to date that the host has changed.
pub(crate) async fn keep(site: Site) {
    let mut seen = None;
    loop {
        match site.moderation.look().await {
            Ok(current) => {
                site.moderation.is_kept.store(true, Ordering::Relaxed);
                let after = *seen.get_or_insert(current.revision);
                if after < current.revision {
                    seen = Some(bring_up_to_date(&site, after).await.unwrap_or(after));
                }
            }
            Err(error) => tracing::warn!(%error, "what the host has done could not be read"),
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Reads the matches in memory again that entries after this number are about; returns the number of the last entry.
async fn bring_up_to_date(site: &Site, after: u64) -> Result<u64, StoreError> {
    let entries = site.store.moderation().audit(after, MOST_ENTRIES).await?;
    for table in entries.iter().filter_map(store::AuditEntry::table) {
        let Some(handle) = site.matches.in_memory(&table) else { continue };
        match handle.follow(u64::MAX).await {
            Ok(()) => site.matches.timekeeper.note(handle.stream(), handle.table().next_deadline()),
            Err(problem) => tracing::warn!(error = problem.error, "a match could not be brought up to date"),
        }
    }
    Ok(entries.last().map_or(after, |entry| entry.number))
}

/// The sender of a request, unless they are banned and want to change something.
pub(crate) async fn admitted(site: &Site, mut guest: Guest, parts: &Parts) -> Result<Guest, Problem> {
    let current = site.moderation.current().await?;
    if let Some(ban) = current.ban_of(&guest.key) {
        if !parts.method.is_safe() && !is_always_allowed(parts) {
            return Err(banned(ban));
        }
        guest.banned = true;
    }
    Ok(guest)
}

fn is_always_allowed(parts: &Parts) -> bool {
    let path = parts.uri.path();
    let path = path.strip_prefix("/api/v1").unwrap_or(path);
    let fits = |allowed: &&str| match path.strip_prefix(*allowed) {
        Some(rest) => rest.is_empty() || rest.starts_with('/') || allowed.ends_with('/'),
        None => false,
    };
    // `DELETE /me` deletes the account.
    path == "/me" || ALWAYS_ALLOWED.iter().any(fits)
}

fn banned(ban: &Ban) -> Problem {
    let until =
        ban.until_ms.map_or("You are banned".to_owned(), |until| format!("You are banned until {}", utc(until)));
    Problem::forbidden(
        format!("{until}: {}", ban.reason),
        "You can still read public pages. If this is a mistake, write to the host of this server.",
    )
}

/// Refuses requests for hidden tables by anyone but their players, and everything but reading, analysing and reports at
/// closed ones.
pub(crate) async fn gate(State(site): State<Site>, request: Request, next: Next) -> Response {
    let Some(table) = table_of(request.uri().path()) else { return next.run(request).await };
    let (mut parts, body) = request.into_parts();
    match check(&site, &table, &mut parts).await {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(problem) => problem.into_response(),
    }
}

/// The table in a path.
fn table_of(path: &str) -> Option<StreamId> {
    let rest = path.strip_prefix("/api/v1").unwrap_or(path).strip_prefix("/tables/")?;
    StreamId::new(rest.split('/').next()?).ok()
}

async fn check(site: &Site, table: &StreamId, parts: &mut Parts) -> Result<(), Problem> {
    let current = site.moderation.current().await?;
    if let Some(reason) = current.closed(table)
        && !parts.method.is_safe()
        && !["/reports", "/analysis"].iter().any(|harmless| parts.uri.path().ends_with(harmless))
    {
        return Err(Problem::forbidden(
            format!("The host closed this table: {reason}"),
            "You can still look at it. Open another table to play.",
        ));
    }
    if current.is_hidden(table) {
        let guest = sender(site, parts).await?;
        let handle = site.matches.find(table.as_str()).await?;
        if !plays_at(&handle.table(), &guest.key) {
            return Err(Problem::missing("The host has hidden this table.", "Only its players can see it."));
        }
    }
    Ok(())
}

/// The sender of a request. Tokens count in the API only, as everywhere: a proxy may have a header of its own for pages.
async fn sender(site: &Site, parts: &mut Parts) -> Result<Guest, Problem> {
    match parts.uri.path().starts_with("/api/") {
        true => api::identify(parts, site).await,
        false => Guest::from_request_parts(parts, site).await,
    }
}

/// Does this person play at this table, or is a seat kept for them?
pub(crate) fn plays_at(table: &Table, key: &str) -> bool {
    !table.seats_of(key).is_empty() || !table.kept_for(key).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_a_path_is_found_in_pages_and_in_the_api() {
        let id = StreamId::new("ab12").ok();
        for path in ["/tables/ab12", "/tables/ab12/record", "/api/v1/tables/ab12", "/api/v1/tables/ab12/chat"] {
            assert_eq!(table_of(path), id, "{path}");
        }
        for path in ["/tables", "/tables/", "/lobby", "/me/tables", "/api/v1/tables"] {
            assert_eq!(table_of(path), None, "{path}");
        }
    }

    #[test]
    fn a_banned_person_can_leave_and_delete_their_data() {
        let allowed = |path: &str| {
            let (parts, ()) = axum::http::Request::builder().uri(path).body(()).expect("a request").into_parts();
            is_always_allowed(&parts)
        };
        for path in ["/me", "/me/delete", "/api/v1/me", "/me/logout", "/link/x", "/login", "/me/tokens/1/revoke"] {
            assert!(allowed(path), "{path}");
        }
        for path in ["/tables", "/tables/x/sit", "/me/name", "/me/claim", "/me/link", "/me/tokens", "/api/v1/me/claim"]
        {
            assert!(!allowed(path), "{path}");
        }
    }
}
