//! A simulated spectator: follows the stream of a table, resumes it when it breaks, goes on to the
//! players' next table, and measures the delay of messages.

use super::counters::Counters;
use super::players::TableStatus;
use super::simulated_person::{Hosts, SimulatedPerson};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A spectator, and the last version they have seen.
pub(crate) struct Spectator {
    pub(crate) status: Arc<TableStatus>,
    pub(crate) seen: Arc<AtomicU64>,
    person: SimulatedPerson,
    counters: Arc<Counters>,
}

impl Spectator {
    pub(crate) fn new(hosts: Hosts, status: Arc<TableStatus>, counters: Arc<Counters>) -> Spectator {
        let person = SimulatedPerson::new(hosts, counters.clone());
        Spectator { status, seen: Arc::default(), person, counters }
    }

    /// Have they seen everything that the players have seen?
    pub(crate) fn is_up_to_date(status: &TableStatus, seen: &AtomicU64) -> bool {
        seen.load(Ordering::Relaxed) >= status.version.load(Ordering::Relaxed)
    }

    /// Watches until the players are gone.
    pub(crate) async fn watch(mut self) {
        let mut tables = self.status.table.subscribe();
        loop {
            let table = tables.borrow_and_update().clone();
            self.seen.store(0, Ordering::Relaxed);
            tokio::select! {
                biased;
                changed = tables.changed() => if changed.is_err() { return },
                () = self.follow(&table) => {}
            }
        }
    }

    /// Follows one table, and opens a new stream whenever one breaks. Never returns, even after an error.
    async fn follow(&mut self, table: &str) {
        let path = format!("/api/v1{table}/events");
        let mut broken = None;
        loop {
            let seen = self.seen.load(Ordering::Relaxed);
            let mut events = match self.person.listen(&path, seen).await {
                Ok(events) => events,
                Err(error) => {
                    self.counters.error(format!("a stream of {table}: {error:#}"));
                    return std::future::pending().await;
                }
            };
            let open = self.counters.stream_opened(broken.take());
            while let Ok(event) = events.next().await {
                if let Some(version) = event.id.and_then(|id| id.split('.').next()?.parse().ok()) {
                    self.receive(version, event.data.len(), event.name == "change");
                }
            }
            drop(open);
            broken = Some(self.counters.stream_broke());
            tokio::time::sleep(events.reconnect).await;
        }
    }

    fn receive(&self, version: u64, bytes: usize, is_change: bool) {
        let seen = self.seen.swap(version, Ordering::Relaxed);
        if version <= seen {
            self.counters.repeated();
        }
        self.counters.received(bytes, is_change);
        if seen > 0 {
            for sent in self.status.sent(seen + 1..=version) {
                self.counters.delayed(sent.elapsed());
            }
        }
    }
}
