//! A file that is deleted, replaced or cut short under a running store: nothing more is acknowledged, and the store says
//! why. Whatever was acknowledged before is not taken back.

use std::fs;
use std::path::{Path, PathBuf};

use boxtop_store::{Change, EventLog, EventStore, Sqlite, StoreError};

use crate::{folder, many, one, open, written};

fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

fn check_lost<T: std::fmt::Debug>(answer: Result<T, StoreError>, word: &str) {
    match answer {
        Err(error @ StoreError::Lost { .. }) => {
            let message = error.to_string();
            assert!(message.contains(word) && message.contains("put the file back"), "{message}");
        }
        other => panic!("it was acknowledged: {other:?}"),
    }
}

/// Does something to the file of an open store, and sees that it takes nothing more.
async fn check(spoil: impl FnOnce(&Path), word: &str) {
    let (_folder, path) = folder();
    let store = open(&path).await;
    assert_eq!(store.append(many("m", 0, 20)).await, written(20));
    store.health().await.expect("all is well");
    spoil(&path);
    check_lost(store.append(one("m", 20)).await, word);
    check_lost(store.append(one("n", 0)).await, word);
    check_lost(store.people().change(Change::Meet { id: "ann".into(), name: "Ann".into() }).await, word);
    check_lost(store.health().await, word);
}

#[tokio::test]
async fn a_deleted_file_takes_nothing_more() {
    check(|path| fs::remove_file(path).expect("deleted"), "deleted").await;
}

#[tokio::test]
async fn a_folder_that_was_moved_away_takes_its_file_along() {
    let (folder, _) = folder();
    let path = folder.path().join("data/games.db");
    let store = open(&path).await;
    assert_eq!(store.append(one("m", 0)).await, written(1));
    fs::rename(folder.path().join("data"), folder.path().join("old")).expect("moved");
    check_lost(store.append(one("m", 1)).await, "moved away");
}

#[tokio::test]
async fn a_file_that_was_replaced_takes_nothing_more() {
    let replace = |path: &Path| {
        let copy = beside(path, ".copy");
        fs::copy(path, &copy).expect("a copy");
        fs::rename(copy, path).expect("replaced");
    };
    check(replace, "another file").await;
}

#[tokio::test]
async fn a_file_that_was_cut_short_takes_nothing_more() {
    let cut = |path: &Path| {
        let file = fs::OpenOptions::new().write(true).open(path).expect("the file");
        file.set_len(4096).expect("cut");
    };
    check(cut, "cut short").await;
    check(|path| fs::write(path, "").expect("emptied"), "cut short").await;
}

#[tokio::test]
async fn a_file_that_was_overwritten_takes_nothing_more() {
    let noise = |path: &Path| {
        let length = fs::metadata(path).expect("the file").len() as usize;
        fs::write(path, vec![0xa5; length]).expect("overwritten");
    };
    check(noise, "written over").await;
}

/// What `cp backup.sqlite matches.sqlite` does under a running server.
#[tokio::test]
async fn a_copy_of_another_store_over_the_file_takes_nothing_more() {
    let (_other_folder, other) = folder();
    let store = open(&other).await;
    for number in 0..40 {
        store.append(many(&format!("m{number}"), 0, 200)).await.expect("an append");
    }
    store.close().await.expect("closing");
    let bytes = fs::read(&other).expect("the other store");
    let (_folder, path) = folder();
    open(&path).await.close().await.expect("a new store");
    let store = open(&path).await;
    assert_eq!(store.append(one("m", 0)).await, written(1));
    fs::write(&path, bytes).expect("copied over it");
    check_lost(store.append(one("m", 1)).await, "written over");
}

#[tokio::test]
async fn a_log_that_was_deleted_or_emptied_takes_nothing_more() {
    check(|path| fs::remove_file(beside(path, "-wal")).expect("deleted"), "-wal").await;
    check(|path| fs::write(beside(path, "-wal"), "").expect("emptied"), "-wal").await;
}

#[tokio::test]
async fn what_others_do_to_a_store_rightly_does_not_lose_it() {
    let (_folder, path) = folder();
    let store = open(&path).await;
    for version in 0..30 {
        assert_eq!(store.append(one("m", version)).await, written(version + 1));
        if version % 10 == 5 {
            let other = Sqlite::open(&path).await.expect("a second store");
            other.append(many(&format!("n{version}"), 0, 500)).await.expect("an append");
            other.close().await.expect("closing");
            store.check().await.expect("a whole file");
        }
    }
    for _ in 0..3 {
        store.health().await.expect("all is well");
    }
    crate::raw_sql(&path, "PRAGMA wal_checkpoint(FULL)").await;
    assert_eq!(store.append(one("m", 30)).await, written(31));
}

#[tokio::test]
async fn health_is_asked_of_the_writer() {
    let (_folder, path) = folder();
    let store = open(&path).await;
    store.health().await.expect("all is well");
    store.close().await.expect("closing");
    assert_eq!(store.health().await, Err(StoreError::Closed));
    assert_eq!(boxtop_store::Memory::new().health().await, Ok(()));
}
