//! The database file vanishes: nothing more is acknowledged, and everyone sees an error.

use super::*;
use store::Sqlite;

#[tokio::test]
async fn with_a_deleted_database_requests_fail_and_nothing_is_acknowledged() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("matches.sqlite");
    let mut anna = Person::at(&site_on(Arc::new(Sqlite::open(&file).await.expect("a store"))));
    let table = anna.open(json!({})).await;
    assert_eq!(anna.act(&table, 1, "attack", "d6-d7").await.status, StatusCode::OK);
    std::fs::remove_file(&file).expect("deleted");
    let refused = anna.act(&table, 2, "musketeers", "e7-e8").await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE, "{}", refused.text);
    assert!(refused.text.contains("database file is gone"), "{}", refused.text);
    assert_eq!(anna.view(&table).await["version"], 2, "nothing has changed");
    let health = anna.get_json("/healthz").await;
    assert_eq!(health.status, StatusCode::SERVICE_UNAVAILABLE, "{}", health.text);
    let opened = anna.post("/tables", json!({ "game": GAME, "mode": "home" })).await;
    assert_eq!(opened.status, StatusCode::SERVICE_UNAVAILABLE, "{}", opened.text);
}
