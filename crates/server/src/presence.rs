//! Who is there: people whose browser listens at a table, and when they were last seen.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::StreamId;

/// Who has not been seen for so long is absent.
const ABSENT: Duration = Duration::from_secs(60);
/// So many people are remembered after they have gone.
const MOST: usize = 50_000;

type Seen = HashMap<(StreamId, String), (usize, Instant)>;

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
        if seen.len() >= MOST {
            seen.retain(|_, (streams, last)| *streams > 0 || last.elapsed() < ABSENT);
        }
        seen.entry(who.clone()).or_insert((0, Instant::now())).0 += 1;
        drop(seen);
        There { presence: self.clone(), who }
    }

    /// Has this person not been at this table for a while?
    pub(crate) fn is_absent(&self, table: &StreamId, key: &str) -> bool {
        match self.lock().get(&(table.clone(), key.to_owned())) {
            Some((0, last)) => last.elapsed() >= ABSENT,
            Some(_) => false,
            // After a restart everybody gets the time to come back.
            None => self.since.elapsed() >= ABSENT,
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for There {
    fn drop(&mut self) {
        if let Some((streams, last)) = self.presence.lock().get_mut(&self.who) {
            *streams = streams.saturating_sub(1);
            *last = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_listens_is_there_and_who_has_just_gone_is_not_yet_absent() {
        let old = Instant::now().checked_sub(ABSENT).expect("a clock that has run for a minute");
        let presence = Arc::new(Presence { since: old, seen: Mutex::default() });
        let table = StreamId::new("t").unwrap();
        assert!(presence.is_absent(&table, "ann"));
        let (one, two) = (presence.come(&table, "ann"), presence.come(&table, "ann"));
        drop(one);
        assert!(!presence.is_absent(&table, "ann"), "on the other device");
        drop(two);
        assert!(!presence.is_absent(&table, "ann"), "for a minute");
        presence.lock().values_mut().for_each(|(_, last)| *last = old);
        assert!(presence.is_absent(&table, "ann"));
        assert!(!Presence::default().is_absent(&table, "ann"), "just restarted");
    }
}
