//! Measures how long moves take while accounts are deleted from a large store:
//! `cargo run -p boxtop-store --release --example deletions [FILE [EVENTS]]`. The store is created if the file is missing (two
//! million events by default), and moves are measured right after opening, during six deletions, and after them.
//! A move is due every 50 ms at each of twenty tables; waiting time counts.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boxtop_store::{
    Append, Change, EventLog, EventStore, ListEntry, Sqlite, SqliteOptions, StoreError, StreamId, Version,
};
use tokio::task::JoinSet;

const EVENTS_OF_A_MATCH: usize = 100;
const PEOPLE: usize = 2_000;
const DELETED: usize = 6;
const TABLES: usize = 20;
const EVERY: Duration = Duration::from_millis(50);
const CALM: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() -> Result<(), StoreError> {
    let folder = std::env::temp_dir().join(format!("boxtop-deletions-{}", std::process::id()));
    let path = std::env::args_os().nth(1).map_or_else(|| folder.join("matches.sqlite"), PathBuf::from);
    let events = std::env::args().nth(2).and_then(|text| text.parse().ok()).unwrap_or(2_000_000);
    if !path.exists() {
        fill(&path, events).await?;
    }
    let begin = Instant::now();
    let store = open(&path).await?;
    println!("opened in {:.2} s", begin.elapsed().as_secs_f64());
    println!("{:<24} {:>7} {:>9} {:>9} {:>9}", "", "moves", "p50 ms", "p99 ms", "max ms");
    measure(&store, "after opening", tokio::time::sleep(CALM)).await?;
    let begin = Instant::now();
    measure(&store, "during six deletions", delete(store.clone())).await?;
    println!("{:<24} {:>7.2} s", "the deletions took", begin.elapsed().as_secs_f64());
    measure(&store, "after them", tokio::time::sleep(CALM)).await?;
    store.close().await?;
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}

async fn open(path: &Path) -> Result<Arc<Sqlite>, StoreError> {
    let options = SqliteOptions { own_thread: true, ..SqliteOptions::default() };
    Sqlite::open_with(path, options).await.map(Arc::new)
}

// ---- A large store ----

async fn fill(path: &Path, events: usize) -> Result<(), StoreError> {
    let begin = Instant::now();
    let store = open(path).await?;
    for person in 0..PEOPLE {
        store.people().change(Change::Meet { id: id(person), name: format!("Account {person}") }).await?;
    }
    let mut appends = JoinSet::new();
    for number in 0..events / EVENTS_OF_A_MATCH {
        let (store, append) = (store.clone(), a_match(number)?);
        appends.spawn(async move { store.append(append).await });
        while appends.len() >= 64 {
            finished(appends.join_next().await)?;
        }
    }
    while !appends.is_empty() {
        finished(appends.join_next().await)?;
    }
    store.close().await?;
    println!("{events} events made in {:.0} s", begin.elapsed().as_secs_f64());
    Ok(())
}

fn finished<T>(done: Option<Result<Result<T, StoreError>, tokio::task::JoinError>>) -> Result<(), StoreError> {
    match done {
        Some(Ok(answer)) => answer.map(drop),
        Some(Err(error)) => Err(StoreError::Database(error.to_string())),
        None => Ok(()),
    }
}

/// A key as long as a real one.
fn id(person: usize) -> String {
    format!("{person:064x}")
}

fn a_match(number: usize) -> Result<Append, StoreError> {
    let people = [number % PEOPLE, (number * 7 + 1) % PEOPLE];
    let seat = |person: usize| format!(r#"{{"kind":"person","key":"{}","name":"Account {person}"}}"#, id(person));
    let opened = format!(r#"{{"event":"opened","seats":[{},{}]}}"#, seat(people[0]), seat(people[1]));
    let moves = (1..EVENTS_OF_A_MATCH).map(|ply| step(ply as u64));
    let title = format!("Account {} – Account {}", people[0], people[1]);
    let entry = ListEntry { game: "siege".to_owned(), open: false, title, owners: people.map(id).to_vec() };
    let stream = StreamId::new(format!("match-{number}"))?;
    let events = std::iter::once(opened).chain(moves).collect();
    Ok(Append { stream, expected: Version::NONE, key: Some("made".to_owned()), events, entry })
}

fn step(ply: u64) -> String {
    format!(r#"{{"event":"acted","seat":"red","action":"e7xe5xg5","ply":{ply},"at":1700000000000}}"#)
}

// ---- Moves during deletions ----

async fn delete(store: Arc<Sqlite>) {
    let mut deletions = JoinSet::new();
    for person in 0..DELETED {
        let store = store.clone();
        let forget = Change::Forget { id: id(person), alias: format!("gone-{person}") };
        deletions.spawn(async move { store.people().change(forget).await });
    }
    for done in deletions.join_all().await {
        println!("deletion: {done:?}");
    }
}

async fn measure(store: &Arc<Sqlite>, what: &str, meanwhile: impl Future<Output = ()>) -> Result<(), StoreError> {
    let over = Arc::new(AtomicBool::new(false));
    let mut tables = JoinSet::new();
    for number in 0..TABLES {
        let name = format!("played-{}-{}-{number}", std::process::id(), what.replace(' ', "-"));
        tables.spawn(play(store.clone(), StreamId::new(name)?, over.clone()));
    }
    meanwhile.await;
    over.store(true, Ordering::Relaxed);
    let mut waits = Vec::new();
    for played in tables.join_all().await {
        waits.extend(played?);
    }
    waits.sort();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!("{what:<24} {:>7} {:>9.1} {:>9.1} {:>9.1}", waits.len(), at(0.5), at(0.99), at(1.0));
    Ok(())
}

/// Plays until stopped, then all moves that are due.
async fn play(store: Arc<Sqlite>, stream: StreamId, over: Arc<AtomicBool>) -> Result<Vec<Duration>, StoreError> {
    let (mut due, mut version, mut waits) = (Instant::now(), Version::NONE, Vec::new());
    while !over.load(Ordering::Relaxed) || due < Instant::now() {
        tokio::time::sleep_until(due.into()).await;
        let owners = vec![id(PEOPLE - 1), id(PEOPLE - 2)];
        let entry = ListEntry { game: "siege".to_owned(), open: true, title: "A match".to_owned(), owners };
        let (key, events) = (Some(format!("{version}")), vec![step(version.0)]);
        version = store.append(Append { stream: stream.clone(), expected: version, key, events, entry }).await?.version;
        waits.push(due.elapsed());
        due += EVERY;
    }
    Ok(waits)
}
