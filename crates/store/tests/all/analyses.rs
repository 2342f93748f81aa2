//! Finished analyses and uploaded records, in every store: kept once, bounded in size, and records for some days only.

use std::sync::Arc;

use boxtop_store::{
    AnalysisKey, Change, Changed, EventStore, KeptAnalysis, LARGEST_ANALYSIS, LARGEST_RECORD, Memory, RECORD_KEPT_MS,
    Sqlite, SqliteOptions, StoreError, UploadedRecord,
};

use crate::people::{Hand, change};
use crate::{folder, open, postgres, raw_sql};

#[tokio::test]
async fn memory_keeps_analyses() {
    let hand = Hand::default();
    tell(Arc::new(Memory::with_clock(hand.clock())), &hand).await;
}

#[tokio::test]
async fn sqlite_keeps_analyses() {
    let (_folder, path) = folder();
    let hand = Hand::default();
    let options = SqliteOptions { clock: hand.clock(), ..SqliteOptions::default() };
    tell(Arc::new(Sqlite::open_with(&path, options).await.expect("a store")), &hand).await;
}

#[tokio::test]
async fn postgres_keeps_analyses() {
    let hand = Hand::default();
    tell(Arc::new(postgres::node(&testkit::postgres::new_schema(), hand.clock()).await), &hand).await;
}

async fn tell(store: Arc<dyn EventStore>, hand: &Hand) {
    hand.set(1_000);
    an_analysis_is_kept_once_by_fingerprint_and_version(&*store).await;
    what_is_too_large_is_refused(&*store).await;
    an_uploaded_record_is_kept_for_seven_days(&*store, hand).await;
    the_oldest_records_go_when_they_take_too_much_space(&*store, hand).await;
    the_oldest_analyses_go_when_they_take_too_much_space(&*store, hand).await;
    store.close().await.expect("closing");
    assert_eq!(store.analyses().analysis(&key("one", 1)).await, Err(StoreError::Closed));
}

fn key(fingerprint: &str, version: u32) -> AnalysisKey {
    AnalysisKey { fingerprint: fingerprint.into(), version }
}

async fn keep(store: &dyn EventStore, key: AnalysisKey, found: impl Into<String>) -> Result<Changed, StoreError> {
    let kept = KeptAnalysis { key, found: found.into() };
    change(store, Change::KeepAnalysis(Box::new(kept))).await
}

async fn upload(store: &dyn EventStore, id: &str, record: impl Into<String>) -> Result<Changed, StoreError> {
    let uploaded = UploadedRecord { id: id.into(), record: record.into() };
    change(store, Change::Upload(Box::new(uploaded))).await
}

async fn found(store: &dyn EventStore, fingerprint: &str, version: u32) -> Option<String> {
    store.analyses().analysis(&key(fingerprint, version)).await.expect("an answer")
}

async fn record(store: &dyn EventStore, id: &str) -> Option<String> {
    store.analyses().uploaded_record(id).await.expect("an answer")
}

async fn an_analysis_is_kept_once_by_fingerprint_and_version(store: &dyn EventStore) {
    assert_eq!(found(store, "one", 1).await, None);
    assert_eq!(keep(store, key("one", 1), "first").await, Ok(Changed::Done));
    assert_eq!(keep(store, key("one", 1), "other").await, Ok(Changed::Nothing));
    assert_eq!(keep(store, key("one", 2), "second").await, Ok(Changed::Done));
    assert_eq!(found(store, "one", 1).await.as_deref(), Some("first"));
    assert_eq!(found(store, "one", 2).await.as_deref(), Some("second"));
    assert_eq!(found(store, "one", 3).await, None);
}

async fn what_is_too_large_is_refused(store: &dyn EventStore) {
    let refused = [
        keep(store, key("large", 1), "x".repeat(LARGEST_ANALYSIS + 1)).await,
        keep(store, key("", 1), "x").await,
        upload(store, "large", "x".repeat(LARGEST_RECORD + 1)).await,
        upload(store, "nul", "\0").await,
    ];
    assert!(refused.iter().all(|one| matches!(one, Err(StoreError::BadRequest(_)))), "{refused:?}");
    assert_eq!((found(store, "large", 1).await, record(store, "large").await), (None, None));
}

async fn an_uploaded_record_is_kept_for_seven_days(store: &dyn EventStore, hand: &Hand) {
    hand.set(2_000);
    assert_eq!(upload(store, "a", "record").await, Ok(Changed::Done));
    hand.set(2_000 + RECORD_KEPT_MS - 1);
    assert_eq!(record(store, "a").await.as_deref(), Some("record"));
    assert_eq!(upload(store, "a", "record").await, Ok(Changed::Done), "uploaded again, it is kept for longer");
    hand.set(2_000 + RECORD_KEPT_MS);
    assert_eq!(record(store, "a").await.as_deref(), Some("record"));
    hand.set(2_000 + 2 * RECORD_KEPT_MS);
    assert_eq!(record(store, "a").await, None);
    assert_eq!(found(store, "one", 1).await.as_deref(), Some("first"), "analyses have no such end");
}

async fn the_oldest_records_go_when_they_take_too_much_space(store: &dyn EventStore, hand: &Hand) {
    let large = "r".repeat(LARGEST_RECORD);
    for number in 0..34 {
        hand.set(10 * RECORD_KEPT_MS + number);
        upload(store, &format!("r{number}"), large.clone()).await.expect("it is kept");
    }
    let mut kept = Vec::new();
    for number in 0..34 {
        if record(store, &format!("r{number}")).await.is_some() {
            kept.push(number);
        }
    }
    assert_eq!(kept, Vec::from_iter(2..34), "32 MiB of records");
}

async fn the_oldest_analyses_go_when_they_take_too_much_space(store: &dyn EventStore, hand: &Hand) {
    let large = "a".repeat(LARGEST_ANALYSIS);
    for number in 0..17 {
        hand.set(20 * RECORD_KEPT_MS + number);
        keep(store, key(&format!("a{number}"), 1), large.clone()).await.expect("it is kept");
    }
    assert_eq!(found(store, "one", 1).await, None);
    assert_eq!(found(store, "a0", 1).await, None);
    assert!(found(store, "a1", 1).await.is_some() && found(store, "a16", 1).await.is_some(), "64 MiB of analyses");
}

#[tokio::test]
async fn a_file_from_before_analyses_gets_their_tables() {
    let (_folder, path) = folder();
    open(&path).await.close().await.expect("closing");
    raw_sql(
        &path,
        "DROP TABLE puzzle_result; DROP TABLE analysis; DROP TABLE uploaded_record; PRAGMA user_version = 17",
    )
    .await;
    let store = open(&path).await;
    assert_eq!(keep(&store, key("one", 1), "first").await, Ok(Changed::Done));
    store.close().await.expect("closing");
    let store = open(&path).await;
    assert_eq!(found(&store, "one", 1).await.as_deref(), Some("first"));
}
