//! The file of a SQLite store: created, reopened, and refused without changes if it is not valid.

use std::fs;
use std::path::Path;

use boxtop_store::{Append, EventLog, EventStore, Sqlite, StoreError, Version};

use crate::{contents, folder, id, keyed, many, one, open, raw, raw_sql, written};

async fn filled(path: &Path) -> String {
    let store = open(path).await;
    for (stream, version) in [("a", 0), ("b", 0), ("a", 30)] {
        store.append(keyed(many(stream, version, 30), &format!("k{version}"))).await.expect("an append");
    }
    let all = contents(&store).await;
    store.close().await.expect("closing");
    all
}

/// Opening must fail, change no byte of the file, and leave no other files.
async fn check_refused(path: &Path, words: &[&str]) -> StoreError {
    let before = fs::read(path).expect("the file");
    let litter = || fs::read_dir(path.parent().expect("a folder")).expect("a folder").count();
    let files = litter();
    let refusal = Sqlite::open(path).await.expect_err("a refusal");
    let message = refusal.to_string();
    for word in words.iter().copied().chain([path.to_str().expect("a plain name")]) {
        assert!(message.contains(word), "{word:?} is not in: {message}");
    }
    assert!(fs::read(path).expect("the file") == before, "the file was altered");
    assert_eq!(litter(), files, "files were left behind");
    refusal
}

#[tokio::test]
async fn a_missing_file_is_created_with_its_folders() {
    let (folder, _) = folder();
    let path = folder.path().join("some/where/games.db");
    assert_eq!(open(&path).await.append(one("m", 0)).await, written(1));
}

#[tokio::test]
async fn reopening_gives_the_same_bytes() {
    let (folder, path) = folder();
    let before = filled(&path).await;
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "a closed store is one file");
    let again = open(&path).await;
    assert_eq!(contents(&again).await, before);
    assert_eq!(again.append(keyed(one("a", 60), "k30")).await.expect("an answer").version, Version(60));
    again.check().await.expect("a whole file");
}

#[tokio::test]
async fn a_store_that_was_not_closed_is_complete() {
    let (_folder, path) = folder();
    let first = open(&path).await;
    first.append(many("m", 0, 5)).await.expect("an append");
    let second = open(&path).await;
    assert_eq!(contents(&second).await, contents(&first).await);
}

#[tokio::test]
async fn two_stores_on_one_file_see_each_other() {
    let (_folder, path) = folder();
    let (one_store, other) = tokio::join!(open(&path), open(&path));
    assert_eq!(one_store.append(one("m", 0)).await, written(1));
    assert_eq!(other.append(one("m", 1)).await, written(2));
    assert!(one_store.append(one("m", 1)).await.is_err());
    assert_eq!(one_store.read(&id("m"), Version::NONE).await.expect("events").len(), 2);
}

#[tokio::test]
async fn a_truncated_file_is_refused() {
    let (_folder, path) = folder();
    filled(&path).await;
    let whole = fs::read(&path).expect("the file");
    for kept in [1, 50, 100, 1000, 4096, 8192, whole.len() / 2, whole.len() - 4096, whole.len() - 1] {
        fs::write(&path, &whole[..kept]).expect("a shorter file");
        let refusal = check_refused(&path, &["move it away"]).await;
        let known = matches!(refusal, StoreError::Corrupt { .. } | StoreError::NotAStore { .. });
        assert!(known, "{kept} bytes: {refusal}");
    }
    fs::write(&path, &whole).expect("the whole file");
    Sqlite::open(&path).await.expect("the whole file is fine");
}

#[tokio::test]
async fn a_damaged_page_is_refused() {
    let (_folder, path) = folder();
    filled(&path).await;
    let mut bytes = fs::read(&path).expect("the file");
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 200].fill(0xa5);
    fs::write(&path, &bytes).expect("a damaged file");
    let refusal = check_refused(&path, &["damaged", "put back a copy"]).await;
    assert!(matches!(refusal, StoreError::Corrupt { .. }), "{refusal}");
}

#[tokio::test]
async fn garbage_and_empty_files_are_refused() {
    let (_folder, path) = folder();
    let mut noise = 88_172_645_463_325_252_u64;
    let mut random = || {
        noise ^= noise << 13;
        noise ^= noise >> 7;
        noise ^= noise << 17;
        noise.to_le_bytes()
    };
    let garbage: Vec<u8> = (0..3000).flat_map(|_| random()).collect();
    for content in [&garbage[..], b"", b"Dear diary", &[0; 8192]] {
        fs::write(&path, content).expect("a file");
        let refusal = check_refused(&path, &["is not a Boxtop store", "choose another file"]).await;
        assert!(matches!(refusal, StoreError::NotAStore { .. }), "{refusal}");
    }
}

#[tokio::test]
async fn a_folder_is_refused() {
    let (folder, _) = folder();
    let refusal = Sqlite::open(folder.path()).await.expect_err("a refusal");
    assert!(matches!(refusal, StoreError::NotAStore { .. }), "{refusal}");
}

#[tokio::test]
async fn a_database_of_another_program_is_refused() {
    for sql in [
        "CREATE TABLE event (stream, version, body); INSERT INTO event VALUES (1, 2, 3)",
        "PRAGMA journal_mode = WAL; CREATE TABLE bookmark (url)",
        "PRAGMA application_id = 1; PRAGMA user_version = 1; CREATE TABLE stream (id)",
    ] {
        let (_folder, path) = folder();
        raw_sql(&path, sql).await;
        check_refused(&path, &["another program", "Nothing in it was changed"]).await;
    }
}

#[tokio::test]
async fn a_newer_schema_is_refused() {
    let (_folder, path) = folder();
    filled(&path).await;
    raw_sql(&path, "PRAGMA user_version = 99").await;
    let refusal = check_refused(&path, &["newer Boxtop", "99"]).await;
    assert!(matches!(refusal, StoreError::NewerSchema { found: 99, known: 1..99, .. }), "{refusal}");
}

#[tokio::test]
async fn a_read_only_file_can_be_read_but_not_written() {
    let (folder, path) = folder();
    let before = filled(&path).await;
    let bytes = fs::read(&path).expect("the file");
    let mut rights = fs::metadata(&path).expect("the file").permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).expect("new rights");

    let store = open(&path).await;
    assert!(store.is_read_only());
    assert_eq!(contents(&store).await, before);
    let refusal = store.append(one("a", 60)).await.expect_err("a refusal");
    assert_eq!(refusal, StoreError::ReadOnly { path: path.clone() });
    assert_eq!(contents(&store).await, before);
    store.close().await.expect("closing");
    assert_eq!(store.append(one("a", 60)).await, Err(StoreError::Closed));
    assert!(fs::read(&path).expect("the file") == bytes);
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

#[tokio::test]
async fn a_folder_that_cannot_be_created_is_named() {
    let (folder, path) = folder();
    fs::write(&path, "a file where a folder should be").expect("a file");
    let refusal = Sqlite::open(path.join("games.db")).await.expect_err("a refusal");
    assert!(matches!(refusal, StoreError::CannotOpen { .. }), "{refusal}");
    assert!(refusal.to_string().contains(folder.path().to_str().expect("a plain name")));
}

#[tokio::test]
async fn file_names_with_special_meaning_to_sqlite_work() {
    let (folder, _) = folder();
    for name in [":memory:", "file:games.db?mode=memory", "a b#c%20d.db"] {
        let path = folder.path().join(name);
        let store = open(&path).await;
        store.append(one("m", 0)).await.expect("an append");
        store.close().await.expect("closing");
        assert!(path.is_file(), "{name}");
    }
}

#[tokio::test]
async fn a_shared_board_is_stored_once_and_removed_with_its_last_match() {
    let (_folder, path) = folder();
    let store = open(&path).await;
    let board = format!(r#"{{"event":"opened","board":"{}"}}"#, "x".repeat(40_000));
    for number in 0..50 {
        let append = Append { events: vec![board.clone()], ..one(&format!("m{number}"), 0) };
        store.append(append).await.expect("an append");
    }
    let count =
        async |sql: &'static str| -> i64 { sqlx::query_scalar(sql).fetch_one(&mut raw(&path).await).await.expect(sql) };
    assert_eq!(count("SELECT count(*) FROM shared_text").await, 1);
    assert!(count("SELECT sum(length(body)) FROM event").await < 50 * 200);
    for number in 0..50 {
        assert_eq!(count("SELECT count(*) FROM shared_text").await, 1, "as long as a match uses it");
        assert_eq!(store.remove(&id(&format!("m{number}")), Version(1)).await, Ok(true));
    }
    assert_eq!(count("SELECT count(*) FROM shared_text").await, 0);
}

#[tokio::test]
async fn events_from_before_shared_texts_can_be_read() {
    let (_folder, path) = folder();
    let body = format!(r#"{{"event":"opened","board":"{}"}}"#, "x".repeat(2_000));
    {
        let store = open(&path).await;
        store.append(Append { events: vec![body.clone()], ..one("old", 0) }).await.expect("an append");
        store.close().await.expect("a closed store");
    }
    // As in an old file: the text is in the event.
    raw_sql(
        &path,
        "UPDATE event SET body = replace(body, '\"shared:' || shared_hash || '\"', (SELECT text FROM shared_text)), \
         shared_field = NULL, shared_hash = NULL; DELETE FROM shared_text",
    )
    .await;
    let events = open(&path).await.read(&id("old"), Version::NONE).await.expect("events");
    assert_eq!(events[0].body, body);
}

#[cfg(unix)]
#[tokio::test]
async fn files_are_private_to_their_owner_and_old_ones_become_private() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let beside = |path: &Path, suffix: &str| std::path::PathBuf::from(format!("{}{suffix}", path.display()));
    let (folder, _) = folder();
    let path = folder.path().join("new/games.db");
    let store = open(&path).await;
    store.append(one("m", 0)).await.expect("an append");
    assert_eq!(mode(path.parent().expect("a folder")), 0o700);
    for suffix in ["", "-wal", "-shm"] {
        let file = beside(&path, suffix);
        assert_eq!(mode(&file), 0o600, "{}", file.display());
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("it is ours");
    }
    let again = open(&path).await;
    again.append(one("m", 1)).await.expect("an append");
    for suffix in ["", "-wal", "-shm"] {
        assert_eq!(mode(&beside(&path, suffix)), 0o600, "{suffix}");
    }
}
