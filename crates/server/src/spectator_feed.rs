//! What spectators are sent of a match: every change at once, but no more than ten messages a second.
//!
//! Two computers or two bots can act hundreds of times a second, and every message goes to every spectator. A change that
//! comes too early waits for its turn, and later ones join it: spectators always end at the newest version.

use crate::view_cache::{Audience, Snapshot, ViewCache};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The least time between two messages to the spectators of a match.
const INTERVAL: Duration = Duration::from_millis(100);

/// The feed of one match.
pub(crate) struct SpectatorFeed {
    cache: Arc<ViewCache>,
    version: watch::Sender<u64>,
    pacing: Mutex<Pacing<Snapshot>>,
}

struct Pacing<T> {
    /// When spectators were last sent a version.
    last: Option<Instant>,
    /// The newest state, while a change waits for its turn.
    waiting: Option<T>,
}

/// When a change is sent.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Turn {
    Now,
    At(Instant),
    /// The change that waits takes this one along.
    Joined,
}

impl<T> Default for Pacing<T> {
    fn default() -> Self {
        Pacing { last: None, waiting: None }
    }
}

impl<T> Pacing<T> {
    /// A change arrives. If its turn is later, the state waits.
    fn arrive(&mut self, now: Instant, state: T) -> Turn {
        match self.last.map(|last| last + INTERVAL).filter(|due| now < *due) {
            Some(due) if self.waiting.replace(state).is_none() => Turn::At(due),
            Some(_) => Turn::Joined,
            None => {
                self.last = Some(now);
                Turn::Now
            }
        }
    }

    /// The turn of the change that waits has come: the newest state.
    fn take(&mut self, now: Instant) -> Option<T> {
        self.last = Some(now);
        self.waiting.take()
    }
}

impl SpectatorFeed {
    pub(crate) fn new(cache: Arc<ViewCache>) -> Self {
        SpectatorFeed { cache, version: watch::Sender::new(0), pacing: Mutex::default() }
    }

    /// Tells of new versions.
    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// The version as it was loaded; nobody listens yet.
    pub(crate) fn begin(&self, version: u64) {
        self.version.send_replace(version);
    }

    /// A new version: published now or when its turn comes.
    pub(crate) fn publish(self: &Arc<Self>, snapshot: Snapshot) {
        let turn = self.pacing().arrive(Instant::now(), snapshot.clone());
        match turn {
            Turn::Now => self.send(&snapshot),
            Turn::At(due) => drop(tokio::spawn(self.clone().send_at(due))),
            Turn::Joined => {}
        }
    }

    async fn send_at(self: Arc<Self>, due: Instant) {
        tokio::time::sleep_until(due.into()).await;
        let newest = self.pacing().take(Instant::now());
        if let Some(snapshot) = newest {
            self.send(&snapshot);
        }
    }

    fn pacing(&self) -> MutexGuard<'_, Pacing<Snapshot>> {
        self.pacing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, snapshot: &Snapshot) {
        self.cache.publish(snapshot, Audience::Spectators);
        self.version.send_replace(snapshot.table.version());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_change_goes_out_at_once_and_those_that_follow_too_soon_go_out_together() {
        let (mut pacing, start) = (Pacing::default(), Instant::now());
        let at = |tenths: u32| start + INTERVAL * tenths / 10;
        assert_eq!(pacing.arrive(at(0), 1), Turn::Now);
        assert_eq!(pacing.arrive(at(3), 2), Turn::At(at(10)));
        assert_eq!(pacing.arrive(at(6), 3), Turn::Joined);
        assert_eq!(pacing.take(at(10)), Some(3), "the newest");
        assert_eq!(pacing.arrive(at(15), 4), Turn::At(at(20)));
        assert_eq!(pacing.take(at(21)), Some(4));
        assert_eq!(pacing.arrive(at(31), 5), Turn::Now, "after a quiet time, at once again");
    }
}
