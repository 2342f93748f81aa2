//! Deleting accounts from a SQLite store: by an index of the events that name them, in small steps between moves, and
//! completed after a restart.

use std::sync::Arc;

use boxtop_store::{Append, Change, Changed, EventLog, EventStore, FORGOTTEN, ListEntry, Sqlite, Version};

use crate::{folder, id, one, open, raw, raw_sql, written};

const ANN: &str = "ann-key-0123456789";
const BOB: &str = "bob-key-0123456789";
/// More than one step handles.
const MATCHES: u64 = 450;

fn seat(key: &str, name: &str) -> String {
    format!(r#"{{"who":{{"kind":"person","key":"{key}","name":"{name}"}}}}"#)
}

/// Ann plays in every match, Bob in every other one; moves name nobody.
async fn filled(store: &Sqlite) {
    for number in 0..MATCHES {
        let other = if number % 2 == 0 { seat(BOB, "Bob") } else { r#"{"open":true}"#.to_owned() };
        let events = vec![seat(ANN, "Ann"), r#"{"move":"key"}"#.to_owned(), other, seat(ANN, "Ann")];
        let owners = vec![ANN.to_owned(), format!("turn:{ANN}"), BOB.to_owned()];
        let entry = ListEntry { game: "siege".into(), open: false, title: "Ann – Bob".into(), owners };
        store.append(Append { events, entry, ..one(&format!("m{number}"), 0) }).await.expect("a match");
    }
}

fn forget(id: &str) -> Change {
    Change::Forget { id: id.into(), alias: format!("gone-{}", &id[..3]) }
}

async fn count(path: &std::path::Path, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&mut raw(path).await).await.expect(sql)
}

/// Ann is in no event and no list; Bob is unchanged.
async fn check_gone(store: &Sqlite) {
    for number in 0..MATCHES {
        let events = store.read(&id(&format!("m{number}")), Version::NONE).await.expect("events");
        assert_eq!(events[0].body, seat("gone-ann", FORGOTTEN));
        assert_eq!(events[3].body, events[0].body);
        assert_eq!(events[2].body == seat(BOB, "Bob"), number % 2 == 0);
    }
    let all = boxtop_store::Filter { limit: 1_000, ..boxtop_store::Filter::default() };
    let listed = store.list(all).await.expect("a list");
    let matches: Vec<_> = listed.iter().filter(|listed| listed.stream.as_str().starts_with('m')).collect();
    assert_eq!(matches.len() as u64, MATCHES);
    for listed in matches {
        assert_eq!(
            (listed.entry.title.as_str(), listed.entry.owners.as_slice()),
            ("a guest – Bob", &[BOB.to_owned()][..])
        );
    }
}

/// One transaction used to read every event of the store, and moves waited for it.
#[tokio::test]
async fn moves_are_answered_between_the_steps_of_a_deletion() {
    let (_folder, path) = folder();
    let store = Arc::new(open(&path).await);
    filled(&store).await;
    let deleting = tokio::spawn({
        let store = store.clone();
        async move { store.people().change(forget(ANN)).await }
    });
    let mut moves = 0;
    while !deleting.is_finished() {
        assert_eq!(store.append(one("played", moves)).await, written(moves + 1));
        moves += 1;
    }
    assert_eq!(deleting.await.expect("an end"), Ok(Changed::Done));
    assert!(moves >= 4, "only {moves} moves were answered during {MATCHES} matches");
    check_gone(&store).await;
    assert_eq!(count(&path, "SELECT COUNT(*) FROM mention WHERE person LIKE 'ann%'").await, 0);
    assert_eq!(count(&path, "SELECT COUNT(*) FROM leaving").await, 0);
}

#[tokio::test]
async fn a_deletion_reads_only_the_events_that_name_the_person() {
    let (_folder, path) = folder();
    let store = open(&path).await;
    filled(&store).await;
    assert_eq!(count(&path, "SELECT COUNT(*) FROM mention").await as u64, MATCHES * 2 + MATCHES / 2);
    let sql = "SELECT COUNT(*) FROM mention JOIN event USING (stream, version) WHERE instr(body, person) = 0";
    assert_eq!(count(&path, sql).await, 0, "the index is right");
}

#[tokio::test]
async fn an_interrupted_deletion_continues_after_a_restart() {
    let (_folder, path) = folder();
    let store = open(&path).await;
    filled(&store).await;
    store.close().await.expect("closing");
    // The state after a kill right after the first step.
    raw_sql(&path, "INSERT INTO leaving (person, alias) VALUES ('ann-key-0123456789', 'gone-ann')").await;
    let store = open(&path).await;
    assert_eq!(store.people().change(forget(BOB)).await, Ok(Changed::Done), "deletions run one by one");
    let events = store.read(&id("m0"), Version::NONE).await.expect("events");
    assert_eq!(
        (events[0].body.as_str(), events[2].body.as_str()),
        (seat("gone-ann", FORGOTTEN).as_str(), seat("gone-bob", FORGOTTEN).as_str())
    );
    assert_eq!(count(&path, "SELECT COUNT(*) FROM leaving").await, 0);
}

#[tokio::test]
async fn closing_finishes_a_deletion() {
    let (_folder, path) = folder();
    let store = Arc::new(open(&path).await);
    filled(&store).await;
    let deleting = tokio::spawn({
        let store = store.clone();
        async move { store.people().change(forget(ANN)).await }
    });
    tokio::task::yield_now().await; // it is queued
    store.close().await.expect("closing");
    assert_eq!(deleting.await.expect("an end"), Ok(Changed::Done));
    check_gone(&open(&path).await).await;
}

#[tokio::test]
async fn an_older_file_is_indexed_during_play() {
    let (_folder, path) = folder();
    let store = open(&path).await;
    filled(&store).await;
    for number in 0..7 {
        let events = (0..900).map(|_| "{}".to_owned()).collect();
        store.append(Append { events, ..one(&format!("long{number}"), 0) }).await.expect("a long match");
    }
    store.close().await.expect("closing");
    raw_sql(&path, "DELETE FROM mention; INSERT INTO unindexed VALUES ('', 0)").await;
    let store = open(&path).await;
    assert_eq!(store.append(one("played", 0)).await, written(1), "moves do not wait for the index");
    assert_eq!(store.people().change(forget(ANN)).await, Ok(Changed::Done), "a deletion does");
    check_gone(&store).await;
    assert_eq!(count(&path, "SELECT COUNT(*) FROM mention").await as u64, MATCHES / 2, "Bob's are there");
    assert_eq!(count(&path, "SELECT COUNT(*) FROM unindexed").await, 0);
}
