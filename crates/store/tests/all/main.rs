//! The tests of the stores, in one binary so that they link once. `story`, `people`, `moderation`, `signing` and `analyses` run against every
//! store; `postgres`, `bus` and `shared` test what only PostgreSQL has, and the others what only SQLite has: its file and
//! its writer.

mod analyses;
mod bus;
mod data;
mod deletion;
mod file;
mod kill;
mod lost;
mod moderation;
mod outages;
mod people;
mod postgres;
mod shared;
mod signing;
mod story;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};

use boxtop_store::{
    Append, Appended, Clock, EventStore, Filter, ListEntry, Sqlite, SqliteOptions, StoreError, StreamId, Version,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};

/// A temporary folder, and the path of a store in it.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("games.db");
    (folder, path)
}

async fn open(path: &Path) -> Sqlite {
    Sqlite::open_with(path, SqliteOptions { clock: ticking(), ..SqliteOptions::default() }).await.expect("a store")
}

/// 1000, 1001, 1002, …: one tick for each reading.
fn ticking() -> Clock {
    let next = AtomicI64::new(1000);
    Clock::new(move || next.fetch_add(1, Ordering::Relaxed))
}

/// A direct connection to the file, as another program would have.
async fn raw(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(path).create_if_missing(true).connect().await.expect("a raw connection")
}

async fn raw_sql(path: &Path, sql: &'static str) {
    use sqlx::Connection;
    let mut connection = raw(path).await;
    sqlx::raw_sql(sql).execute(&mut connection).await.expect(sql);
    connection.close().await.expect("a closed connection");
}

fn id(name: &str) -> StreamId {
    name.parse().expect("a good name")
}

fn entry(title: &str) -> ListEntry {
    ListEntry { game: "siege".to_owned(), open: true, title: title.to_owned(), owners: vec!["ann".to_owned()] }
}

/// An append of one event that contains its version.
fn one(stream: &str, expected: u64) -> Append {
    many(stream, expected, 1)
}

/// An append of several events that contain their versions.
fn many(stream: &str, expected: u64, count: u64) -> Append {
    let events = (expected + 1..=expected + count).map(body).collect();
    Append { stream: id(stream), expected: Version(expected), key: None, events, entry: entry("a match") }
}

fn keyed(append: Append, key: &str) -> Append {
    Append { key: Some(key.to_owned()), ..append }
}

fn body(version: u64) -> String {
    format!(r#"{{ "n": {version},  "text":"é ☂" }}"#)
}

fn written(version: u64) -> Result<Appended, StoreError> {
    Ok(Appended { version: Version(version), repeated: false })
}

fn repeated(version: u64) -> Result<Appended, StoreError> {
    Ok(Appended { version: Version(version), repeated: true })
}

fn conflict(expected: u64, actual: u64) -> Result<Appended, StoreError> {
    Err(StoreError::Conflict { expected: Version(expected), actual: Version(actual) })
}

/// All data of a store, to compare before and after.
async fn contents(store: &dyn EventStore) -> String {
    let listed = store.list(Filter { limit: u32::MAX, ..Filter::default() }).await.expect("a list");
    let mut all = String::new();
    for listed in listed {
        let events = store.read(&listed.stream, Version::NONE).await.expect("events");
        all += &format!("{listed:#?}\n{events:#?}\n");
    }
    all
}
