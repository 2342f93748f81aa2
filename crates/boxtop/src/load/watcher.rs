//! Somebody who watches a table: follows its stream, resumes it where it broke,
//! moves on to the next table with its people, and measures how late he hears.

use super::party::Place;
use super::person::Person;
use super::tally::Tally;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A watcher, and how far he has seen.
pub(crate) struct Spectator {
    pub(crate) place: Arc<Place>,
    pub(crate) seen: Arc<AtomicU64>,
    person: Person,
    tally: Arc<Tally>,
}

impl Spectator {
    pub(crate) fn new(host: &str, place: Arc<Place>, tally: Arc<Tally>) -> Spectator {
        Spectator { place, seen: Arc::default(), person: Person::new(host), tally }
    }

    /// Has he seen all that the people at the table know of?
    pub(crate) fn is_up_to_date(place: &Place, seen: &AtomicU64) -> bool {
        seen.load(Ordering::Relaxed) >= place.version.load(Ordering::Relaxed)
    }

    /// Watches for ever.
    pub(crate) async fn watch(self) {
        let mut tables = self.place.table.subscribe();
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

    /// Follows one table, over as many streams as it takes. Returns when there is no hope.
    async fn follow(&self, table: &str) {
        let path = format!("/api/v1{table}/events");
        loop {
            let seen = self.seen.load(Ordering::Relaxed);
            let mut events = match self.person.listen(&path, seen).await {
                Ok(events) => events,
                Err(error) => {
                    self.tally.trouble(format!("a stream of {table}: {error:#}"));
                    return std::future::pending().await;
                }
            };
            self.tally.listening();
            while let Ok(event) = events.next().await {
                if let Some(version) = event.id.and_then(|id| id.split('.').next()?.parse().ok()) {
                    self.hear(version, event.data.len(), event.name == "change");
                }
            }
            self.tally.broken_off();
        }
    }

    fn hear(&self, version: u64, bytes: usize, is_change: bool) {
        let seen = self.seen.swap(version, Ordering::Relaxed);
        if version <= seen {
            self.tally.heard_twice();
        }
        self.tally.heard(bytes, is_change);
        if seen > 0 {
            for sent in self.place.sent(seen + 1..=version) {
                self.tally.delayed(sent.elapsed());
            }
        }
    }
}
