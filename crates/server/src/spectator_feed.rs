//! What spectators hear of a match: every change at once, but no more than ten messages a second.
//!
//! Two computers or two bots can act hundreds of times a second, and every message goes to every spectator. A change that
//! comes too early waits for its turn, and later ones join it: spectators always end at the newest version.

use crate::view_cache::{Audience, Snapshot, ViewCache};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// The least time between two messages to the spectators of a match.
const INTERVAL: Duration = Duration::from_millis(100);

/// The feed of one match.
pub(crate) struct SpectatorFeed {
    cache: Arc<ViewCache>,
    version: watch::Sender<u64>,
    pacing: Mutex<Pacing>,
}

#[derive(Default)]
struct Pacing {
    /// When spectators last heard of a version.
    last: Option<Instant>,
    /// The newest state, while a change waits for its turn.
    waiting: Option<Snapshot>,
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
        let due = {
            let mut pacing = self.pacing.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            match pacing.last.map(|last| last + INTERVAL).filter(|due| now < *due) {
                Some(due) if pacing.waiting.replace(snapshot.clone()).is_none() => Some(due),
                // The change that waits takes this one along.
                Some(_) => return,
                None => {
                    pacing.last = Some(now);
                    None
                }
            }
        };
        match due {
            None => self.send(&snapshot),
            Some(due) => drop(tokio::spawn(self.clone().send_at(due))),
        }
    }

    async fn send_at(self: Arc<Self>, due: Instant) {
        tokio::time::sleep_until(due).await;
        let newest = {
            let mut pacing = self.pacing.lock().unwrap_or_else(PoisonError::into_inner);
            pacing.last = Some(Instant::now());
            pacing.waiting.take()
        };
        if let Some(snapshot) = newest {
            self.send(&snapshot);
        }
    }

    fn send(&self, snapshot: &Snapshot) {
        self.cache.publish(snapshot, Audience::Spectators);
        self.version.send_replace(snapshot.table.version());
    }
}
