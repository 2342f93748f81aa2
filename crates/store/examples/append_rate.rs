//! Measures appends and commits per second of a SQLite store:
//! `cargo run -p boxtop-store --release --example append_rate [FILE]`. Without a file, one in the temporary folder is used;
//! to measure a disk, name a file on it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boxtop_store::{Append, EventLog, EventStore, ListEntry, Sqlite, StoreError, StreamId, Version};
use tokio::task::JoinSet;

const TIME: Duration = Duration::from_secs(3);

#[tokio::main]
async fn main() -> Result<(), StoreError> {
    let folder = std::env::temp_dir().join(format!("boxtop-append-rate-{}", std::process::id()));
    let path = std::env::args_os().nth(1).map_or_else(|| folder.join("games.db"), PathBuf::from);
    println!("{:>8} {:>12} {:>12} {:>16}", "writers", "appends/s", "commits/s", "appends/commit");
    let store = Arc::new(Sqlite::open(path).await?);
    for writers in [1, 16, 256] {
        measure(&store, writers).await?;
    }
    store.close().await?;
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}

async fn measure(store: &Arc<Sqlite>, writers: usize) -> Result<(), StoreError> {
    let (begin, commits) = (Instant::now(), store.commits());
    let mut tasks = JoinSet::new();
    for number in 0..writers {
        tasks.spawn(play(store.clone(), format!("{}-{writers}-{number}", std::process::id()), begin + TIME));
    }
    let mut appends = 0;
    for count in tasks.join_all().await {
        appends += count?;
    }
    let commits = store.commits() - commits;
    let seconds = begin.elapsed().as_secs_f64();
    let (rate, commit_rate) = (appends as f64 / seconds, commits as f64 / seconds);
    println!("{writers:>8} {rate:>12.0} {commit_rate:>12.0} {:>16.1}", appends as f64 / commits as f64);
    Ok(())
}

/// One match, move by move, each waiting for the one before; with keys, as the server sends them.
async fn play(store: Arc<Sqlite>, name: String, end: Instant) -> Result<u64, StoreError> {
    let stream = StreamId::new(name)?;
    let mut version = Version::NONE;
    while Instant::now() < end {
        version = store.append(step(&stream, version)).await?.version;
    }
    Ok(version.0)
}

fn step(stream: &StreamId, version: Version) -> Append {
    let body = format!(r#"{{"type":"played","seat":"red","action":"e7xe5xg5","ply":{version},"rules":["TM-3"]}}"#);
    let owners = vec!["ann".to_owned(), "bob".to_owned()];
    let entry = ListEntry { game: "siege".to_owned(), open: true, title: "After dinner".to_owned(), owners };
    Append { stream: stream.clone(), expected: version, key: Some(format!("{version}")), events: vec![body], entry }
}
