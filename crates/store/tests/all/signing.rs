//! The keys that sign receipts, in every store: there is one in use from the first start on, and never two.

use std::sync::Arc;

use boxtop_store::{
    Change, Changed, EventStore, HostAction, Memory, Moderation, SiteKey, Sqlite, SqliteOptions, StoreError,
};

use crate::people::{Hand, change};
use crate::{folder, open, postgres, raw_sql};

/// Nothing else in a file looks like it.
const SECRET: &str = "5ec7e75ec7e75ec7e75ec7e7";

#[tokio::test]
async fn memory_keeps_signing_keys() {
    let hand = Hand::default();
    tell(Arc::new(Memory::with_clock(hand.clock())), &hand).await;
}

#[tokio::test]
async fn sqlite_keeps_signing_keys() {
    let (_folder, path) = folder();
    let hand = Hand::default();
    let options = SqliteOptions { clock: hand.clock(), ..SqliteOptions::default() };
    tell(Arc::new(Sqlite::open_with(&path, options).await.expect("a store")), &hand).await;
}

#[tokio::test]
async fn postgres_keeps_signing_keys() {
    let hand = Hand::default();
    tell(Arc::new(postgres::node(&testkit::postgres::new_schema(), hand.clock()).await), &hand).await;
}

async fn tell(store: Arc<dyn EventStore>, hand: &Hand) {
    hand.set(1_000);
    the_first_key_is_stored_and_no_second_one(&*store).await;
    a_new_key_retires_the_one_in_use_and_erases_its_secret(&*store, hand).await;
    a_key_that_is_known_or_has_no_secret_changes_nothing(&*store, hand).await;
    every_rotation_is_in_the_audit_log_without_the_secret(&*store).await;
    store.close().await.expect("closing");
    assert_eq!(store.moderation().signing_keys().await, Err(StoreError::Closed));
}

fn key(id: &str) -> SiteKey {
    SiteKey::new(id.into(), format!("public-{id}"), format!("{SECRET}-{id}"))
}

async fn add_first(store: &dyn EventStore, id: &str) -> Result<Changed, StoreError> {
    change(store, Change::FirstKey(key(id))).await
}

async fn rotate(store: &dyn EventStore, key: SiteKey) -> Result<Changed, StoreError> {
    let moderation = Moderation { actor: "Eve".into(), action: HostAction::RotateKey(key) };
    change(store, Change::Moderate(Box::new(moderation))).await
}

async fn keys(store: &dyn EventStore) -> Vec<SiteKey> {
    store.moderation().signing_keys().await.expect("keys")
}

async fn ids(store: &dyn EventStore) -> Vec<String> {
    keys(store).await.into_iter().map(|key| key.id).collect()
}

async fn the_first_key_is_stored_and_no_second_one(store: &dyn EventStore) {
    assert_eq!(keys(store).await, []);
    assert_eq!(add_first(store, "one").await, Ok(Changed::Done));
    assert_eq!(add_first(store, "other").await, Ok(Changed::Nothing));
    assert_eq!(keys(store).await, [SiteKey { created_ms: 1_000, ..key("one") }]);
    let shown = format!("{:?}", keys(store).await);
    assert!(shown.contains("one") && !shown.contains(SECRET), "{shown}");
}

async fn a_new_key_retires_the_one_in_use_and_erases_its_secret(store: &dyn EventStore, hand: &Hand) {
    hand.set(2_000);
    assert_eq!(rotate(store, key("two")).await, Ok(Changed::Done));
    hand.set(3_000);
    assert_eq!(rotate(store, key("a-third")).await, Ok(Changed::Done));
    let retired = |id, created_ms, at| SiteKey { secret: None, created_ms, retired_ms: Some(at), ..key(id) };
    let expected =
        [SiteKey { created_ms: 3_000, ..key("a-third") }, retired("two", 2_000, 3_000), retired("one", 1_000, 2_000)];
    assert_eq!(keys(store).await, expected);
    assert_eq!(add_first(store, "other").await, Ok(Changed::Nothing));
}

async fn a_key_that_is_known_or_has_no_secret_changes_nothing(store: &dyn EventStore, hand: &Hand) {
    hand.set(4_000);
    let before = keys(store).await;
    assert_eq!(rotate(store, key("two")).await, Ok(Changed::Nothing), "it is retired");
    assert_eq!(rotate(store, key("a-third")).await, Ok(Changed::Nothing), "it is in use");
    let bare = SiteKey { secret: None, ..key("four") };
    assert!(matches!(rotate(store, bare.clone()).await, Err(StoreError::BadRequest(_))));
    assert!(matches!(change(store, Change::FirstKey(bare)).await, Err(StoreError::BadRequest(_))));
    assert_eq!(keys(store).await, before);
}

async fn every_rotation_is_in_the_audit_log_without_the_secret(store: &dyn EventStore) {
    let entries = store.moderation().audit(0, 10).await.expect("entries");
    let shown: Vec<_> = entries.iter().map(|entry| (entry.action.as_str(), entry.target.as_str())).collect();
    assert_eq!(shown, [("rotate-key", "key two"), ("rotate-key", "key a-third")]);
    assert!(!format!("{entries:?}").contains(SECRET));
    assert_eq!(entries[0].table(), None);
}

/// Nodes that start at once make a key each, and one of them is stored.
#[tokio::test]
async fn nodes_that_start_at_once_have_one_key() {
    let schema = testkit::postgres::new_schema();
    let hand = Hand::default();
    let mut starting = tokio::task::JoinSet::new();
    for number in 0..6 {
        let (schema, clock) = (schema.clone(), hand.clock());
        starting.spawn(async move {
            let node = postgres::node(&schema, clock).await;
            let added = add_first(&node, &format!("key-{number}")).await.expect("an answer");
            (added, ids(&node).await)
        });
    }
    let (added, known): (Vec<_>, Vec<_>) = starting.join_all().await.into_iter().unzip();
    assert_eq!(added.iter().filter(|added| **added == Changed::Done).count(), 1, "{added:?}");
    assert!(known.iter().all(|ids| ids.len() == 1 && *ids == known[0]), "{known:?}");
}

/// Two hosts may rotate at once, or one of them while a node starts.
#[tokio::test]
async fn rotations_at_once_leave_one_key_in_use() {
    let schema = testkit::postgres::new_schema();
    let hand = Hand::default();
    let mut acts = tokio::task::JoinSet::new();
    for number in 0..6 {
        let node = postgres::node(&schema, hand.clock()).await;
        acts.spawn(async move {
            match number % 3 {
                0 => add_first(&node, &format!("key-{number}")).await.map(drop),
                _ => rotate(&node, key(&format!("key-{number}"))).await.map(drop),
            }
        });
    }
    assert!(acts.join_all().await.iter().all(Result::is_ok));
    let node = postgres::node(&schema, hand.clock()).await;
    let keys = keys(&node).await;
    assert_eq!(keys.iter().filter(|key| key.is_in_use()).count(), 1, "{keys:?}");
    assert!(keys[0].is_in_use() && keys.len() >= 4, "{keys:?}");
}

#[tokio::test]
async fn the_secret_of_a_retired_key_is_gone_from_the_file() {
    let (_folder, path) = folder();
    let store = open(&path).await;
    let secret: String = ('!'..='`').collect();
    add_first(&store, "one").await.expect("a key");
    rotate(&store, SiteKey::new("two".into(), "public".into(), secret.clone())).await.expect("another key");
    store.close().await.expect("closing");
    // A part of it would be too much as well.
    let has_it = || {
        let bytes = std::fs::read(&path).expect("the file");
        secret.as_bytes().chunks(8).any(|part| bytes.windows(part.len()).any(|window| window == part))
    };
    assert!(has_it());
    let store = open(&path).await;
    rotate(&store, key("three")).await.expect("a third key");
    store.close().await.expect("closing");
    assert!(!has_it(), "the secret is erased");
}

#[tokio::test]
async fn a_file_from_before_signing_keys_gets_their_table() {
    let (_folder, path) = folder();
    open(&path).await.close().await.expect("closing");
    raw_sql(&path, "DROP TABLE puzzle_result; DROP TABLE analysis; DROP TABLE uploaded_record; DROP TABLE signing_key; PRAGMA user_version = 16")
        .await;
    let store = open(&path).await;
    assert_eq!(add_first(&store, "one").await, Ok(Changed::Done));
    store.close().await.expect("closing");
    let store = open(&path).await;
    assert_eq!(ids(&store).await, ["one"]);
}
