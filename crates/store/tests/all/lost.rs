//! A file that is deleted, replaced or truncated while a store uses it: nothing more is acknowledged, and the store says
//! why.

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

/// Changes the file of an open store, and checks that it refuses all writes.
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
async fn a_deleted_file_refuses_writes() {
    check(|path| fs::remove_file(path).expect("deleted"), "deleted").await;
}

#[tokio::test]
async fn a_moved_folder_refuses_writes() {
    let (folder, _) = folder();
    let path = folder.path().join("data/games.db");
    let store = open(&path).await;
    assert_eq!(store.append(one("m", 0)).await, written(1));
    fs::rename(folder.path().join("data"), folder.path().join("old")).expect("moved");
    check_lost(store.append(one("m", 1)).await, "moved away");
}

#[tokio::test]
async fn a_replaced_file_refuses_writes() {
    let replace = |path: &Path| {
        let copy = beside(path, ".copy");
        fs::copy(path, &copy).expect("a copy");
        fs::rename(copy, path).expect("replaced");
    };
    check(replace, "another file").await;
}

#[tokio::test]
async fn a_truncated_file_refuses_writes() {
    let cut = |path: &Path| {
        let file = fs::OpenOptions::new().write(true).open(path).expect("the file");
        file.set_len(4096).expect("cut");
    };
    check(cut, "cut short").await;
    check(|path| fs::write(path, "").expect("emptied"), "cut short").await;
}

#[tokio::test]
async fn an_overwritten_file_refuses_writes() {
    let noise = |path: &Path| {
        let length = fs::metadata(path).expect("the file").len() as usize;
        fs::write(path, vec![0xa5; length]).expect("overwritten");
    };
    check(noise, "written over").await;
}

/// As after `cp backup.sqlite matches.sqlite` while a server runs.
#[tokio::test]
async fn a_copy_of_another_store_over_the_file_refuses_writes() {
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
async fn a_deleted_or_emptied_log_refuses_writes() {
    check(|path| fs::remove_file(beside(path, "-wal")).expect("deleted"), "-wal").await;
    check(|path| fs::write(beside(path, "-wal"), "").expect("emptied"), "-wal").await;
}

#[tokio::test]
async fn legitimate_use_by_others_does_not_count_as_loss() {
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
async fn health_checks_the_writer() {
    let (_folder, path) = folder();
    let store = open(&path).await;
    store.health().await.expect("all is well");
    store.close().await.expect("closing");
    assert_eq!(store.health().await, Err(StoreError::Closed));
    assert_eq!(boxtop_store::Memory::new().health().await, Ok(()));
}
