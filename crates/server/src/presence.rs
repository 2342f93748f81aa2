//! Presence: who has a stream open at which table, how many they are, and when they were last seen.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::StreamId;

/// Accounts not seen for this time are dropped if there are too many entries.
const LONG_AGO: Duration = Duration::from_secs(600);
/// Maximum number of entries before old ones are dropped.
const MOST: usize = 50_000;

/// Accounts and tables, with their counts.
#[derive(Default)]
struct Seen {
    /// The number of streams of each person at a table, and when the last one ended.
    people: HashMap<(StreamId, String), (usize, Instant)>,
    /// The number of people at each table; no entry for empty tables.
    there: HashMap<StreamId, usize>,
}

/// Who is connected to which table.
pub(crate) struct Presence {
    since: Instant,
    seen: Mutex<Seen>,
}

impl Default for Presence {
    fn default() -> Self {
        Presence { since: Instant::now(), seen: Mutex::default() }
    }
}

/// Keeps a person present until dropped.
pub(crate) struct PresenceGuard {
    presence: Arc<Presence>,
    who: (StreamId, String),
}

impl Presence {
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
        }
        drop(seen);
        PresenceGuard { presence: self.clone(), who }
    }

    /// Has this person not been at this table for this time?
    pub(crate) fn is_absent(&self, table: &StreamId, key: &str, after: Duration) -> bool {
        match self.lock().people.get(&(table.clone(), key.to_owned())) {
            Some((0, last)) => last.elapsed() >= after,
            Some(_) => false,
            // After a restart everyone has this time to reconnect.
            None => self.since.elapsed() >= after,
        }
    }

    /// Is this person at this table now?
    pub(crate) fn is_here(&self, table: &StreamId, key: &str) -> bool {
        self.lock().people.get(&(table.clone(), key.to_owned())).is_some_and(|(streams, _)| *streams > 0)
    }

    /// When this person was last at this table, in milliseconds since 1970; `None` if unknown.
    pub(crate) fn last_seen(&self, table: &StreamId, key: &str, now: i64) -> Option<i64> {
        let seen = self.lock();
        let (streams, last) = seen.people.get(&(table.clone(), key.to_owned()))?;
        let gone = if *streams > 0 { 0 } else { i64::try_from(last.elapsed().as_millis()).unwrap_or(i64::MAX) };
        Some(now.saturating_sub(gone))
    }

    /// Is anyone connected to this table?
    pub(crate) fn is_anybody_at(&self, table: &StreamId) -> bool {
        self.lock().there.contains_key(table)
    }

    /// The number of spectators at this table.
    pub(crate) fn watching(&self, table: &StreamId, players: &[&str]) -> usize {
        let seen = self.lock();
        let there = |key: &&&str| {
            seen.people.get(&(table.clone(), (**key).to_owned())).is_some_and(|(streams, _)| *streams > 0)
        };
        seen.there.get(table).map_or(0, |all| all.saturating_sub(players.iter().filter(there).count()))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
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

    #[test]
    fn a_person_with_a_stream_is_present_and_absent_only_after_a_while() {
        const MINUTE: Duration = Duration::from_secs(60);
        let old = Instant::now().checked_sub(MINUTE).expect("a clock that has run for a minute");
        let presence = Arc::new(Presence { since: old, seen: Mutex::default() });
        let table = StreamId::new("t").unwrap();
        assert!(presence.is_absent(&table, "ann", MINUTE));
        let (one, two) = (presence.arrive(&table, "ann"), presence.arrive(&table, "ann"));
        drop(one);
        assert!(!presence.is_absent(&table, "ann", MINUTE), "on the other device");
        drop(two);
        assert!(!presence.is_absent(&table, "ann", MINUTE), "for a minute");
        presence.lock().people.values_mut().for_each(|(_, last)| *last = old);
        assert!(presence.is_absent(&table, "ann", MINUTE));
        let seen = presence.last_seen(&table, "ann", 1_000_000).expect("a time");
        assert!((900_000..=940_000).contains(&seen), "a minute ago: {seen}");
        assert_eq!(presence.last_seen(&table, "bob", 1_000_000), None);
        let here = presence.arrive(&table, "bob");
        assert_eq!(presence.last_seen(&table, "bob", 1_000_000), Some(1_000_000));
        assert!(presence.is_here(&table, "bob") && !presence.is_here(&table, "ann"));
        drop(here);
        assert!(!Presence::default().is_absent(&table, "ann", MINUTE), "just restarted");
    }

    #[test]
    fn spectators_are_counted_once_and_players_are_not() {
        let presence = Arc::new(Presence::default());
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
    }
}
