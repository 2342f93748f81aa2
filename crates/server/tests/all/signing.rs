//! Receipts, and the keys that sign them.

use super::*;
use boxtop_server::{Site, Timing, new_signing_key};
use protocol::{Receipt, SigningKeys};
use store::{Change, Changed, HostAction, Moderation, SiteKey, Sqlite};

const KEYS: &str = "/.well-known/boxtop-keys.json";

async fn keys(person: &mut Person) -> SigningKeys {
    let answer = person.get(KEYS).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    serde_json::from_value(answer.json()).expect("keys")
}

/// The receipt of a table's state.
async fn receipt(person: &mut Person, table: &str) -> Receipt {
    let answer = person.get_json(&format!("/api/v1{table}/receipt")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    serde_json::from_value(answer.json()).expect("a receipt")
}

fn is_signed(receipt: &Receipt, key: &protocol::SigningKey) -> bool {
    receipt.key == key.id && client::signature_is_valid(receipt, &key.public)
}

async fn rotate(store: &dyn EventStore, key: SiteKey) {
    let moderation = Moderation { actor: "Eve".into(), action: HostAction::RotateKey(key) };
    assert_eq!(store.people().change(Change::Moderate(Box::new(moderation))).await, Ok(Changed::Done));
}

#[tokio::test]
async fn what_the_server_says_about_a_match_is_signed_with_a_published_key() {
    let mut anna = Person::at(&site());
    let opened = anna.post("/api/v1/tables", json!({ "game": GAME, "mode": "home" })).await.json();
    let table = opened["url"].as_str().unwrap().to_owned();
    let first: Receipt = serde_json::from_value(opened["receipt"].clone()).expect("a receipt");
    let played = anna.act(&table, 1, "attack", "d6-d7").await.json();
    let second: Receipt = serde_json::from_value(played["receipt"].clone()).expect("a receipt");
    let published = keys(&mut anna).await.keys;
    assert_eq!(published.len(), 1);
    assert_eq!(client::key_id(&published[0].public).as_ref(), Some(&published[0].id));
    for receipt in [&first, &second] {
        assert!(is_signed(receipt, &published[0]), "{receipt:?}");
    }
    assert_eq!((first.steps, second.steps, second.version), (0, 1, played["version"].as_u64().unwrap()));
    assert_eq!((&first.of, &first.opening, &first.head), (&second.of, &second.opening, &second.opening));
    assert_eq!(receipt(&mut anna, &table).await, second, "nothing has happened since");
}

#[tokio::test]
async fn keys_may_be_cached_for_a_minute_and_have_no_secret() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(store.clone()));
    let answer = anna.get(KEYS).await;
    assert_eq!(answer.headers[header::CONTENT_TYPE], "application/json");
    assert_eq!(answer.headers[header::CACHE_CONTROL], "public, max-age=60");
    assert!(!answer.headers.contains_key(header::SET_COOKIE));
    let stored = store.moderation().signing_keys().await.unwrap();
    let secret = stored[0].secret.as_ref().unwrap();
    assert!(answer.text.contains(&stored[0].public) && !answer.text.contains(secret));
    let export = anna.get("/me/export").await;
    assert!(!export.text.contains(secret));
}

#[tokio::test]
async fn a_running_server_signs_with_a_new_key_within_seconds() {
    let store = Arc::new(Memory::new());
    let timing = Timing { between_actions: Duration::ZERO, ..Timing::default() };
    let site = Site::with_timing(store.clone(), timing);
    site.follow_host();
    let mut anna = Person::at(&boxtop_server::app(site));
    let table = anna.open(json!({})).await;
    let before = receipt(&mut anna, &table).await;
    let new = new_signing_key();
    rotate(&*store, new.clone()).await;
    let since = Instant::now();
    let after = loop {
        let receipt = receipt(&mut anna, &table).await;
        if receipt.key != before.key {
            break receipt;
        }
        assert!(since.elapsed() < PATIENCE, "the server did not notice the new key");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let published = keys(&mut anna).await.keys;
    assert_eq!((published.len(), &published[0].id), (2, &new.id));
    assert!(published[0].retired.is_none() && published[1].retired.is_some());
    assert!(is_signed(&after, &published[0]));
    assert!(is_signed(&before, &published[1]), "what the old key signed can still be checked");
}

#[tokio::test]
async fn a_server_signs_with_the_same_key_after_a_restart_and_beside_another_one() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(store.clone()));
    let table = anna.open(json!({})).await;
    let before = receipt(&mut anna, &table).await;
    anna.app = site_on(store);
    assert_eq!(receipt(&mut anna, &table).await, before);
}

#[tokio::test]
async fn with_a_read_only_store_the_stored_key_signs() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("matches.sqlite");
    let store = Arc::new(Sqlite::open(&file).await.expect("a store"));
    let mut anna = Person::at(&site_on(store.clone()));
    let table = anna.open(json!({})).await;
    let before = receipt(&mut anna, &table).await;
    store.close().await.expect("closing");
    let mut rights = std::fs::metadata(&file).expect("the file").permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(&file, rights).expect("it is ours");
    let store = Arc::new(Sqlite::open(&file).await.expect("it can be read"));
    assert!(store.is_read_only());
    anna.app = site_on(store);
    assert_eq!(receipt(&mut anna, &table).await, before);
}
