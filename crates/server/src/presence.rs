//! Presence: who has a stream open at which table, how many they are, and when they were last seen. Streams at other
//! nodes count too ([`elsewhere`]).

pub(crate) mod elsewhere;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{EventStore, StreamId};

/// Accounts not seen for this time are dropped if there are too many entries.
const LONG_AGO: Duration = Duration::from_secs(600);
/// Maximum number of entries before old ones are dropped.
const MOST: usize = 50_000;

/// A person at a table.
type Who = (StreamId, String);

/// Accounts and tables at this node, with their counts.
struct SeenHere {
    /// Since when this node can tell who is away.
    since: Instant,
    /// The number of streams of each person at a table, and when the last one ended.
    people: HashMap<Who, (usize, Instant)>,
    /// The number of people at each table; no entry for empty tables.
    there: HashMap<StreamId, usize>,
    /// Who has come or gone since other nodes were told; empty if there are none.
    changed: HashSet<Who>,
    /// The spectators at all nodes, as they were counted last.
    spectators: HashMap<StreamId, usize>,
}

/// Who is connected to which table.
pub(crate) struct Presence {
    store: Arc<dyn EventStore>,
    seen: Mutex<SeenHere>,
}

/// Keeps a person present until dropped.
pub(crate) struct PresenceGuard {
    presence: Arc<Presence>,
    who: Who,
}

impl Presence {
    pub(crate) fn new(store: Arc<dyn EventStore>) -> Self {
        Presence::since(store, Instant::now())
    }

    fn since(store: Arc<dyn EventStore>, since: Instant) -> Self {
        let seen = SeenHere {
            since,
            people: HashMap::new(),
            there: HashMap::new(),
            changed: HashSet::new(),
            spectators: HashMap::new(),
        };
        Presence { store, seen: Mutex::new(seen) }
    }

    /// Counts a stream of this person at this table.
    pub(crate) fn arrive(self: &Arc<Self>, table: &StreamId, key: &str) -> PresenceGuard {
        let who = (table.clone(), key.to_owned());
        let mut seen = self.lock();
        if seen.people.len() >= MOST {
            seen.people.retain(|_, (streams, last)| *streams > 0 || last.elapsed() < LONG_AGO);
        }
        let (streams, _) = seen.people.entry(who.clone()).or_insert((0, Instant::now()));
        *streams += 1;
        if *streams == 1 {
            *seen.there.entry(table.clone()).or_default() += 1;
            self.note_change(&mut seen, &who);
        }
        drop(seen);
        PresenceGuard { presence: self.clone(), who }
    }

    fn note_change(&self, seen: &mut SeenHere, who: &Who) {
        if self.store.shared().is_some() {
            seen.changed.insert(who.clone());
        }
    }

    /// Has this person not been at this table, at this node, for this time?
    fn is_absent_here(&self, table: &StreamId, key: &str, after: Duration) -> bool {
        let seen = self.lock();
        // After a restart everyone has this time to reconnect.
        let gone = match seen.people.get(&(table.clone(), key.to_owned())) {
            Some((0, last)) => last.elapsed().min(seen.since.elapsed()),
            Some(_) => return false,
            None => seen.since.elapsed(),
        };
        gone >= after
    }

    /// Does this person have a stream at this table, at this node?
    pub(crate) fn is_here(&self, table: &StreamId, key: &str) -> bool {
        self.lock().people.get(&(table.clone(), key.to_owned())).is_some_and(|(streams, _)| *streams > 0)
    }

    /// When this person was last at this table, at this node, in milliseconds since 1970; `None` if unknown.
    fn last_seen_here(&self, table: &StreamId, key: &str, now: i64) -> Option<i64> {
        let seen = self.lock();
        let (streams, last) = seen.people.get(&(table.clone(), key.to_owned()))?;
        let gone = if *streams > 0 { Duration::ZERO } else { last.elapsed() };
        Some(before(now, gone))
    }

    /// The number of spectators at this table.
    pub(crate) fn watching(&self, table: &StreamId, players: &[&str]) -> usize {
        let seen = self.lock();
        let there = |key: &&&str| {
            seen.people.get(&(table.clone(), (**key).to_owned())).is_some_and(|(streams, _)| *streams > 0)
        };
        let here = seen.there.get(table).map_or(0, |all| all.saturating_sub(players.iter().filter(there).count()));
        here.max(seen.spectators.get(table).copied().unwrap_or(0))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, SeenHere> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The time this long before now, in milliseconds.
fn before(now: i64, gone: Duration) -> i64 {
    now.saturating_sub(i64::try_from(gone.as_millis()).unwrap_or(i64::MAX))
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        let seen = &mut *self.presence.lock();
        let Some((streams, last)) = seen.people.get_mut(&self.who) else { return };
        *streams = streams.saturating_sub(1);
        *last = Instant::now();
        if *streams > 0 {
            return;
        }
        self.presence.note_change(seen, &self.who);
        if let Some(there) = seen.there.get_mut(&self.who.0) {
            *there -= 1;
            if *there == 0 {
                seen.there.remove(&self.who.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alone() -> Arc<dyn EventStore> {
        Arc::new(store::Memory::new())
    }

    #[tokio::test]
    async fn a_person_with_a_stream_is_present_and_absent_only_after_a_while() {
        const MINUTE: Duration = Duration::from_secs(60);
        let old = Instant::now().checked_sub(MINUTE).expect("a clock that has run for a minute");
        let presence = Arc::new(Presence::since(alone(), old));
        let table = StreamId::new("t").unwrap();
        assert!(presence.is_absent(&table, "ann", MINUTE).await);
        let (one, two) = (presence.arrive(&table, "ann"), presence.arrive(&table, "ann"));
        drop(one);
        assert!(!presence.is_absent(&table, "ann", MINUTE).await, "on the other device");
        drop(two);
        assert!(!presence.is_absent(&table, "ann", MINUTE).await, "for a minute");
        presence.lock().people.values_mut().for_each(|(_, last)| *last = old);
        assert!(presence.is_absent(&table, "ann", MINUTE).await);
        let seen = presence.last_seen(&table, "ann", 1_000_000).await.expect("a time");
        assert!((900_000..=940_000).contains(&seen), "a minute ago: {seen}");
        assert_eq!(presence.last_seen(&table, "bob", 1_000_000).await, None);
        let here = presence.arrive(&table, "bob");
        assert_eq!(presence.last_seen(&table, "bob", 1_000_000).await, Some(1_000_000));
        assert!(presence.is_here(&table, "bob") && !presence.is_here(&table, "ann"));
        drop(here);
        assert!(!Presence::new(alone()).is_absent(&table, "ann", MINUTE).await, "just restarted");
    }

    #[test]
    fn spectators_are_counted_once_and_players_are_not() {
        let presence = Arc::new(Presence::new(alone()));
        let (table, other) = (StreamId::new("t").unwrap(), StreamId::new("u").unwrap());
        let watching = || presence.watching(&table, &["ann", "bob"]);
        assert_eq!(watching(), 0);
        let ann = presence.arrive(&table, "ann");
        let (one, two, eve) =
            (presence.arrive(&table, "cid"), presence.arrive(&table, "cid"), presence.arrive(&table, "eve"));
        let _elsewhere = presence.arrive(&other, "dan");
        assert_eq!(watching(), 2, "two screens of one person count once");
        drop((one, ann));
        assert_eq!(watching(), 2, "present until the last screen closes");
        drop((two, eve));
        assert_eq!(watching(), 0);
        assert!(!presence.lock().there.contains_key(&table), "empty tables have no entry");
        assert!(presence.lock().changed.is_empty(), "nobody else is to be told");
    }
}
