//! A read-only store: tables can be viewed, commands get a clear error, and nothing changes.

use super::*;
use store::Sqlite;

#[tokio::test]
async fn with_a_read_only_store_tables_can_be_viewed_but_not_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("matches.sqlite");
    let store = Arc::new(Sqlite::open(&file).await.expect("a store"));
    let mut anna = Person::at(&site_on(store.clone()));
    let table = anna.open(json!({})).await;
    store.close().await.expect("closing");
    let mut rights = std::fs::metadata(&file).expect("the file").permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(&file, rights).expect("it is ours");

    let store = Arc::new(Sqlite::open(&file).await.expect("it can be read"));
    assert!(store.is_read_only());
    anna.app = site_on(store);
    let refused = anna.act(&table, 1, "attack", "d6-d7").await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE, "{}", refused.text);
    assert!(refused.text.contains("make it writable"), "it says what to do: {}", refused.text);
    let opened = anna.post("/tables", json!({ "game": GAME, "mode": "home" })).await;
    assert_eq!(opened.status, StatusCode::SERVICE_UNAVAILABLE, "{}", opened.text);
    assert_eq!(anna.view(&table).await["version"], 1, "nothing has changed, and it can be viewed");
}
