//! Presence at other nodes. The store is asked when a decision depends on it. In rounds, a node writes who has come and gone
//! there, says that it is alive, and counts the spectators at its tables. A node that dies stops counting by itself.

use super::{Presence, before};
use crate::site::Site;
use std::time::{Duration, Instant};
use store::{PresenceChange, Seen, SharedPresence, SharedStore, StoreError, StreamId};

/// What a node has said counts for this number of rounds, but not for less than the shortest time.
const ROUNDS: u32 = 3;
const SHORTEST: Duration = Duration::from_secs(5);
/// The pause between two removals of what is old.
const CLEAN_UP: Duration = Duration::from_secs(60);
/// The shortest time for which it is known when somebody left.
const REMEMBERED: Duration = Duration::from_secs(3600);

/// Keeps other nodes informed until it is dropped.
pub(crate) async fn keep(site: Site) {
    let Some(shared) = site.store.shared() else { return };
    let mut rounds = tokio::time::interval(site.timing.sweep);
    let mut cleaned = Instant::now();
    let mut failed = false;
    loop {
        rounds.tick().await;
        let time = (site.timing.sweep * ROUNDS).max(SHORTEST);
        let done = site.presence.round(shared.presence(), time).await;
        if let Err(error) = &done {
            tracing::warn!(%error, "who is present could not be told to other nodes");
        }
        // While the store was away, nobody could be seen elsewhere: everyone has their time to reconnect.
        if done.is_ok() && failed {
            site.presence.lock().since = Instant::now();
        }
        failed = done.is_err();
        if cleaned.elapsed() >= CLEAN_UP {
            cleaned = Instant::now();
            clean_up(&site, shared).await;
        }
    }
}

/// Removes what is old, for all nodes.
async fn clean_up(site: &Site, shared: &dyn SharedStore) {
    if !site.matches.leases.take("clean-up", CLEAN_UP - CLEAN_UP / 10).await {
        return;
    }
    let older = REMEMBERED.max(site.settings.absent_after);
    for done in [shared.presence().clean_up(older).await, shared.limits().remove_full().await] {
        if let Err(error) = done {
            tracing::warn!(%error, "old entries could not be removed");
        }
    }
}

impl Presence {
    /// Has this person not been at this table for this time, at any node? `false` if nobody can tell.
    pub(crate) async fn is_absent(&self, table: &StreamId, key: &str, after: Duration) -> bool {
        let long_gone = |seen: &Seen| seen.person != key || seen.left.is_some_and(|left| left >= after);
        self.is_absent_here(table, key, after)
            && self.seen_elsewhere(table).await.is_some_and(|seen| seen.iter().all(long_gone))
    }

    /// When this person was last at this table, at any node, in milliseconds since 1970; `None` if unknown.
    pub(crate) async fn last_seen(&self, table: &StreamId, key: &str, now: i64) -> Option<i64> {
        let elsewhere = self.seen_elsewhere(table).await.unwrap_or_default();
        let of_person = elsewhere.iter().filter(|seen| seen.person == key);
        let times = of_person.map(|seen| before(now, seen.left.unwrap_or_default()));
        times.chain(self.last_seen_here(table, key, now)).max()
    }

    /// Is anyone connected to this table, at any node? `true` if nobody can tell.
    pub(crate) async fn is_anybody_at(&self, table: &StreamId) -> bool {
        let is_here = |seen: &Seen| seen.left.is_none();
        self.lock().there.contains_key(table)
            || self.seen_elsewhere(table).await.is_none_or(|seen| seen.iter().any(is_here))
    }

    /// What other nodes know of a table; `None` if the store cannot be asked.
    async fn seen_elsewhere(&self, table: &StreamId) -> Option<Vec<Seen>> {
        let Some(shared) = self.store.shared() else { return Some(Vec::new()) };
        let seen = shared.presence().seen_elsewhere(table).await;
        seen.inspect_err(|error| tracing::warn!(%error, "who is present elsewhere could not be read")).ok()
    }

    /// Tells other nodes who has come and gone, and counts the spectators.
    async fn round(&self, shared: &dyn SharedPresence, time: Duration) -> Result<(), StoreError> {
        let (changes, tables) = self.begin_round();
        if changes.is_empty() && tables.is_empty() {
            return Ok(());
        }
        if let Err(error) = shared.update(&changes, time).await {
            self.lock().changed.extend(changes.into_iter().map(|change| (change.stream, change.person)));
            return Err(error);
        }
        let counted = if tables.is_empty() { Vec::new() } else { shared.spectators(&tables).await? };
        self.lock().spectators = counted.into_iter().collect();
        Ok(())
    }

    /// The changes since the last round, and the tables with streams.
    fn begin_round(&self) -> (Vec<PresenceChange>, Vec<StreamId>) {
        let mut seen = self.lock();
        let changed = std::mem::take(&mut seen.changed);
        let change = |(stream, person)| {
            let who = (stream, person);
            let here = seen.people.get(&who).is_some_and(|(streams, _)| *streams > 0);
            PresenceChange { stream: who.0, person: who.1, here }
        };
        (changed.into_iter().map(change).collect(), seen.there.keys().cloned().collect())
    }
}
