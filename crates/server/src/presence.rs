//! Who is there: people whose browser listens at a table, how many they are, and when they were last seen.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::StreamId;

/// Who has not been seen for so long may be forgotten, when there are too many.
const LONG_AGO: Duration = Duration::from_secs(600);
/// So many people are remembered after they have gone.
const MOST: usize = 50_000;

/// What is known of everybody.
#[derive(Default)]
struct Seen {
    /// How many streams each person has at a table, and when the last one ended.
    people: HashMap<(StreamId, String), (usize, Instant)>,
    /// How many people are at a table, for those where there is anybody.
    there: HashMap<StreamId, usize>,
}

/// All who are there.
pub(crate) struct Presence {
    since: Instant,
    seen: Mutex<Seen>,
}

impl Default for Presence {
    fn default() -> Self {
        Presence { since: Instant::now(), seen: Mutex::default() }
    }
}

/// Somebody is there as long as this is kept.
pub(crate) struct There {
    presence: Arc<Presence>,
    who: (StreamId, String),
}

impl Presence {
    /// Somebody listens at this table.
    pub(crate) fn come(self: &Arc<Self>, table: &StreamId, key: &str) -> There {
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
        There { presence: self.clone(), who }
    }

    /// Has this person not been at this table for so long?
    pub(crate) fn is_absent(&self, table: &StreamId, key: &str, after: Duration) -> bool {
        match self.lock().people.get(&(table.clone(), key.to_owned())) {
            Some((0, last)) => last.elapsed() >= after,
            Some(_) => false,
            // After a restart everybody gets the time to come back.
            None => self.since.elapsed() >= after,
        }
    }

    /// Is this person at this table now?
    pub(crate) fn is_here(&self, table: &StreamId, key: &str) -> bool {
        self.lock().people.get(&(table.clone(), key.to_owned())).is_some_and(|(streams, _)| *streams > 0)
    }

    /// When this person was last at this table, in milliseconds since 1970, given what the clock shows now; `None`
    /// when that is not remembered.
    pub(crate) fn last_seen(&self, table: &StreamId, key: &str, now: i64) -> Option<i64> {
        let seen = self.lock();
        let (streams, last) = seen.people.get(&(table.clone(), key.to_owned()))?;
        let gone = if *streams > 0 { 0 } else { i64::try_from(last.elapsed().as_millis()).unwrap_or(i64::MAX) };
        Some(now.saturating_sub(gone))
    }

    /// Does anybody listen at this table?
    pub(crate) fn is_anybody_at(&self, table: &StreamId) -> bool {
        self.lock().there.contains_key(table)
    }

    /// How many people are at this table besides those who play there.
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

impl Drop for There {
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
    fn who_listens_is_there_and_who_has_just_gone_is_not_yet_absent() {
        const MINUTE: Duration = Duration::from_secs(60);
        let old = Instant::now().checked_sub(MINUTE).expect("a clock that has run for a minute");
        let presence = Arc::new(Presence { since: old, seen: Mutex::default() });
        let table = StreamId::new("t").unwrap();
        assert!(presence.is_absent(&table, "ann", MINUTE));
        let (one, two) = (presence.come(&table, "ann"), presence.come(&table, "ann"));
        drop(one);
        assert!(!presence.is_absent(&table, "ann", MINUTE), "on the other device");
        drop(two);
        assert!(!presence.is_absent(&table, "ann", MINUTE), "for a minute");
        presence.lock().people.values_mut().for_each(|(_, last)| *last = old);
        assert!(presence.is_absent(&table, "ann", MINUTE));
        let seen = presence.last_seen(&table, "ann", 1_000_000).expect("it is remembered");
        assert!((900_000..=940_000).contains(&seen), "a minute ago: {seen}");
        assert_eq!(presence.last_seen(&table, "bob", 1_000_000), None);
        let here = presence.come(&table, "bob");
        assert_eq!(presence.last_seen(&table, "bob", 1_000_000), Some(1_000_000));
        assert!(presence.is_here(&table, "bob") && !presence.is_here(&table, "ann"));
        drop(here);
        assert!(!Presence::default().is_absent(&table, "ann", MINUTE), "just restarted");
    }

    #[test]
    fn who_watches_is_counted_once_and_who_plays_is_not() {
        let presence = Arc::new(Presence::default());
        let (table, other) = (StreamId::new("t").unwrap(), StreamId::new("u").unwrap());
        let watching = || presence.watching(&table, &["ann", "bob"]);
        assert_eq!(watching(), 0);
        let ann = presence.come(&table, "ann");
        let (one, two, eve) =
            (presence.come(&table, "cid"), presence.come(&table, "cid"), presence.come(&table, "eve"));
        let _elsewhere = presence.come(&other, "dan");
        assert_eq!(watching(), 2, "on two screens he is still one");
        drop((one, ann));
        assert_eq!(watching(), 2, "and there as long as one is on");
        drop((two, eve));
        assert_eq!(watching(), 0);
        assert!(!presence.lock().there.contains_key(&table), "nothing is kept of an empty table");
    }
}
