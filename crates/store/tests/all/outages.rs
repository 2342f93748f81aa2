//! Beats and outages, the same for every store.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use boxtop_store::{Beat, Clock, EventStore, Memory, Sqlite, SqliteOptions};

use crate::folder;

const NOW: i64 = 1_000_000;

/// A clock that the test sets.
fn set_clock() -> (Arc<AtomicI64>, Clock) {
    let time = Arc::new(AtomicI64::new(NOW));
    let read = time.clone();
    (time, Clock::new(move || read.load(Ordering::Relaxed)))
}

/// Beats at a time; returns the outages that are new to a node that knows those up to a number.
async fn beat(store: &dyn EventStore, time: &AtomicI64, at: i64, known: i64) -> Vec<(i64, i64)> {
    time.store(NOW + at, Ordering::Relaxed);
    let pulse = store.beat(Beat { known, ..Beat::default() }).await.expect("a pulse");
    pulse.outages.iter().map(|outage| (outage.from_ms - NOW, outage.until_ms - NOW)).collect()
}

async fn check(store: &dyn EventStore, time: &AtomicI64) {
    assert_eq!(beat(store, time, 0, 0).await, [], "the first beat");
    assert_eq!(beat(store, time, 1_000, 0).await, [], "in time");
    assert_eq!(beat(store, time, 43_000, 0).await, [(1_000, 43_000)]);
    assert_eq!(beat(store, time, 44_000, NOW + 43_000).await, [], "it is known");
    assert_eq!(beat(store, time, 45_000, 0).await, [(1_000, 43_000)], "another node, which knows nothing");
    assert_eq!(beat(store, time, 60_000, NOW + 43_000).await, [(45_000, 60_000)]);
    let rests = Beat { resting: true, known: NOW + 60_000, ..Beat::default() };
    assert_eq!(store.beat(rests).await.expect("a pulse").outages, []);
    assert_eq!(beat(store, time, 900_000, NOW + 60_000).await, [], "no clock ran");
    assert_eq!(beat(store, time, 800_000, NOW + 60_000).await, [], "the clock was set back");
}

#[tokio::test]
async fn a_beat_that_comes_late_finds_an_outage_once() {
    let (time, clock) = set_clock();
    check(&Memory::with_clock(clock), &time).await;
    let (time, clock) = set_clock();
    let (_folder, path) = folder();
    let options = SqliteOptions { clock, ..SqliteOptions::default() };
    check(&Sqlite::open_with(&path, options).await.expect("a store"), &time).await;
}

#[tokio::test]
async fn a_restart_of_the_only_process_is_an_outage_however_short() {
    let (time, clock) = set_clock();
    let (_folder, path) = folder();
    let options = SqliteOptions { clock, ..SqliteOptions::default() };
    let store = Sqlite::open_with(&path, options.clone()).await.expect("a store");
    beat(&store, &time, 0, 0).await;
    store.close().await.expect("closing");
    let store = Sqlite::open_with(&path, options.clone()).await.expect("the same store");
    assert_eq!(beat(&store, &time, 700, 0).await, [(0, 700)]);
    assert_eq!(beat(&store, &time, 1_400, NOW + 700).await, []);
    store.beat(Beat { resting: true, ..Beat::default() }).await.expect("a pulse");
    store.close().await.expect("closing");
    let store = Sqlite::open_with(&path, options).await.expect("the same store");
    assert_eq!(beat(&store, &time, 99_000, NOW + 700).await, [], "no clock ran when it stopped");
}
