//! The writer of a SQLite store: one commit for many appends, each with its own result, and failures it survives.

use std::sync::Arc;

use boxtop_store::{Append, Appended, EventLog, EventStore, Sqlite, SqliteOptions, StoreError, Version};
use tokio::task::JoinSet;

use crate::{conflict, contents, folder, id, keyed, many, one, open, raw_sql, repeated, written};

type Answer = Result<Appended, StoreError>;

/// Sends appends together. On one thread all are queued before the writer runs; results are in order.
async fn together(store: &Arc<Sqlite>, appends: Vec<Append>) -> Vec<Answer> {
    let mut senders = JoinSet::new();
    for (number, append) in appends.into_iter().enumerate() {
        let store = store.clone();
        senders.spawn(async move { (number, store.append(append).await) });
    }
    let mut answers = senders.join_all().await;
    answers.sort_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

#[tokio::test]
async fn appends_that_wait_together_share_a_commit() {
    let (_folder, path) = folder();
    let store = Arc::new(open(&path).await);
    let appends = (0..1000).map(|number| one(&format!("m{number}"), 0)).collect();
    assert!(together(&store, appends).await.iter().all(|answer| *answer == written(1)));
    assert!((1..=20).contains(&store.commits()), "1000 appends took {} commits", store.commits());
}

#[tokio::test]
async fn appends_of_one_batch_see_each_other_and_have_their_own_results() {
    let (_folder, path) = folder();
    let store = Arc::new(open(&path).await);
    let answers = together(
        &store,
        vec![
            keyed(many("m", 0, 2), "first"),
            one("m", 0),
            one("m", 2),
            keyed(many("m", 0, 2), "first"),
            one("n", 5),
            one("n", 0),
            keyed(one("m", 9), "second"),
            keyed(one("m", 3), "second"),
        ],
    )
    .await;
    let expected =
        [written(2), conflict(0, 2), written(3), repeated(2), conflict(5, 0), written(1), conflict(9, 3), written(4)];
    assert_eq!(answers, expected);
    assert_eq!(store.commits(), 1);
    let listed = contents(&*store).await;
    let again = open(&path).await;
    assert_eq!(contents(&again).await, listed);
}

#[tokio::test]
async fn requests_that_write_nothing_commit_nothing() {
    let (_folder, path) = folder();
    let store = open(&path).await;
    store.append(keyed(one("m", 0), "k")).await.expect("an append");
    assert_eq!(store.append(keyed(one("m", 0), "k")).await, repeated(1));
    assert_eq!(store.append(one("m", 0)).await, conflict(0, 1));
    assert_eq!(store.commits(), 1);
}

/// Makes the database fail for the title "boom", then sends it among good appends.
async fn check_survived(sabotage: &'static str, repair: &'static str) {
    let (_folder, path) = folder();
    let store = Arc::new(open(&path).await);
    store.append(one("m", 0)).await.expect("a beginning");
    let before = contents(&*store).await;
    raw_sql(&path, sabotage).await;

    let mut bomb = one("bomb", 0);
    bomb.entry.title = "boom".to_owned();
    let answers = together(&store, vec![one("m", 1), bomb.clone(), one("n", 0)]).await;
    assert!(answers.iter().all(|answer| matches!(answer, Err(StoreError::Database(_)))), "{answers:?}");
    assert_eq!(contents(&*store).await, before, "nothing is half written");
    assert_eq!(store.commits(), 1);

    assert_eq!(store.append(one("m", 1)).await, written(2), "the writer continues");
    raw_sql(&path, repair).await;
    assert_eq!(store.append(bomb).await, written(1));
}

#[tokio::test]
async fn a_failing_statement_fails_the_whole_batch_and_nothing_else() {
    check_survived(
        "CREATE TRIGGER sabotage BEFORE INSERT ON stream WHEN new.title = 'boom' \
         BEGIN SELECT RAISE(ABORT, 'boom'); END",
        "DROP TRIGGER sabotage",
    )
    .await;
}

#[tokio::test]
async fn a_rollback_by_the_database_itself_is_survived() {
    check_survived(
        "CREATE TRIGGER sabotage BEFORE INSERT ON stream WHEN new.title = 'boom' \
         BEGIN SELECT RAISE(ROLLBACK, 'boom'); END",
        "DROP TRIGGER sabotage",
    )
    .await;
}

#[tokio::test]
async fn a_failing_commit_fails_the_whole_batch_and_nothing_else() {
    check_survived(
        "CREATE TABLE debt (stream TEXT REFERENCES stream (id) DEFERRABLE INITIALLY DEFERRED);
         CREATE TRIGGER sabotage AFTER INSERT ON stream WHEN new.title = 'boom' \
         BEGIN INSERT INTO debt VALUES ('nowhere'); END",
        "DROP TRIGGER sabotage; DROP TABLE debt",
    )
    .await;
}

#[tokio::test]
async fn a_full_disk_is_reported_to_everyone_until_there_is_space() {
    let (_folder, path) = folder();
    let options = SqliteOptions { largest_file: Some(1 << 20), ..SqliteOptions::default() };
    let store = Arc::new(Sqlite::open_with(&path, options).await.expect("a store"));
    raw_sql(&path, "CREATE TABLE ballast (x); INSERT INTO ballast VALUES (zeroblob(900000))").await;
    store.append(one("m", 0)).await.expect("a small one still fits");
    let before = contents(&*store).await;

    let big = Append { events: vec![format!("{:?}", "x".repeat(300_000))], ..one("big", 0) };
    let full = Err(StoreError::DiskFull { path: path.clone() });
    let answers = together(&store, vec![big.clone(), one("n", 0)]).await;
    assert_eq!(answers, [full.clone(), full]);
    assert_eq!(contents(&*store).await, before, "nothing is half written");

    assert_eq!(store.append(one("m", 1)).await, written(2), "a small one fits again");
    raw_sql(&path, "DROP TABLE ballast").await;
    assert_eq!(store.append(big).await, written(1));
}

#[tokio::test]
async fn closing_finishes_pending_requests() {
    let (_folder, path) = folder();
    let store = Arc::new(open(&path).await);
    let mut senders = JoinSet::new();
    for number in 0..50 {
        let store = store.clone();
        senders.spawn(async move { store.append(one(&format!("m{number}"), 0)).await });
    }
    tokio::task::yield_now().await; // every sender has queued; none has an answer
    store.close().await.expect("closing");
    assert!(senders.join_all().await.iter().all(|answer| *answer == written(1)));
    assert_eq!(contents(&open(&path).await).await.matches("Listed").count(), 50);
}

#[tokio::test]
async fn an_append_is_written_even_if_its_caller_is_gone() {
    let (_folder, path) = folder();
    let store = Arc::new(open(&path).await);
    let impatient = store.clone();
    let sender = tokio::spawn(async move { impatient.append(keyed(one("m", 0), "k")).await });
    tokio::task::yield_now().await;
    sender.abort();
    store.append(one("other", 0)).await.expect("the queue continues");
    assert_eq!(store.append(keyed(one("m", 0), "k")).await, repeated(1));
    assert_eq!(store.read(&id("m"), Version::NONE).await.expect("events").len(), 1);
}

#[tokio::test]
async fn a_writer_on_its_own_thread_keeps_the_same_guarantees() {
    let (_folder, path) = folder();
    let options = SqliteOptions { own_thread: true, ..SqliteOptions::default() };
    let store = Arc::new(Sqlite::open_with(&path, options).await.expect("a store"));
    let appends = (0..200).map(|number| one(&format!("m{number}"), 0)).collect();
    assert!(together(&store, appends).await.iter().all(|answer| *answer == written(1)));
    assert_eq!(store.append(one("m0", 0)).await, conflict(0, 1));
    store.close().await.expect("closing");
    store.close().await.expect("closing twice");
    assert_eq!(store.append(one("m0", 1)).await, Err(StoreError::Closed));
    assert_eq!(contents(&open(&path).await).await.matches("Listed").count(), 200);
}
