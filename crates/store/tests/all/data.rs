//! Moving data: backups while a store is written, damaged backups, migrations that are interrupted, single matches. The
//! same for SQLite and PostgreSQL where both can do it.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use boxtop_store::data::{
    DataError, Database, Draft, Inserted, Location, Migration, Replacing, back_up, restore, unpack,
};
use boxtop_store::{
    Append, Audience, Change, EventStore, HostAction, ListEntry, Listed, Message, Moderation, Postgres, PuzzleResult,
    SiteKey, Sqlite, StoreError, Stored, Token, Version,
};
use testkit::postgres::{address, new_schema};

use crate::{body, contents, folder, id, keyed, many, one, raw_sql};

const ANN: &str = "ann-key-0123456789";

fn database() -> Location {
    Location::Database(address(&new_schema()))
}

async fn open(location: &Location) -> Arc<dyn EventStore> {
    match location {
        Location::File(path) => Arc::new(Sqlite::open(path).await.expect("a store")),
        Location::Database(url) => Arc::new(Postgres::open(url).await.expect("a store")),
    }
}

/// Two new stores, one of each kind.
fn both() -> (tempfile::TempDir, [Location; 2]) {
    let (folder, path) = folder();
    (folder, [Location::File(path), database()])
}

/// Matches with keys, shared texts and people; accounts with everything that they can have; messages.
async fn fill(store: &dyn EventStore, matches: usize) {
    let board = "x".repeat(600);
    for number in 0..matches {
        let stream = format!("match-{number:04}");
        let opened = format!(r#"{{"event":"opened","board":"{board}","who":{{"key":"{ANN}","name":"Ann"}}}}"#);
        let entry = ListEntry {
            game: "siege".into(),
            open: number % 2 == 0,
            title: "Ann\t– \"Bob\" \\ é".into(),
            owners: vec![ANN.into(), "lobby".into()],
        };
        let append = Append { stream: id(&stream), expected: Version(0), key: None, events: vec![opened], entry };
        store.append(keyed(append, "open")).await.expect("a match");
        store.append(keyed(many(&stream, 1, 3), "more")).await.expect("events");
    }
    for change in [
        Change::Meet { id: ANN.into(), name: "Ann".into() },
        Change::Claim {
            id: ANN.into(),
            name: "Ann".into(),
            password: "hash".into(),
            device: "d1".into(),
            secret: "s1".into(),
        },
        Change::AddSecret { id: ANN.into(), hash: "s2".into() },
        Change::AddLink { hash: "l1".into(), id: ANN.into(), lasts_ms: 1_000_000 },
        Change::AddReset { hash: "r1".into(), id: ANN.into(), lasts_ms: 1_000_000 },
        Change::AddToken(Token {
            id: "t1".into(),
            hash: "th1".into(),
            person: ANN.into(),
            label: "a bot".into(),
            scopes: "play".into(),
            created_ms: 0,
            used_ms: None,
        }),
        Change::Say(message("match-0000", "Good luck!\nAnd fun.")),
        Change::Puzzle(PuzzleResult {
            person: ANN.into(),
            game: "siege".into(),
            puzzle: "p1".into(),
            solved: true,
            at_ms: 0,
        }),
        Change::FirstKey(SiteKey::new("k1".into(), "p1".into(), "first secret".into())),
        Change::Moderate(Box::new(Moderation {
            actor: "Eve".into(),
            action: HostAction::RotateKey(SiteKey::new("k2".into(), "p2".into(), "second secret".into())),
        })),
    ] {
        store.people().change(change).await.expect("a change");
    }
}

fn message(table: &str, text: &str) -> Message {
    let (table, person, name, text) = (id(table), ANN.to_owned(), "Ann".to_owned(), text.to_owned());
    let (audience, key) = (Audience::Everyone, Some("k".into()));
    Message { number: 0, table, person, name, text, audience, at_ms: 0, key, removed: false }
}

/// Everything of a match and of a person that a store tells.
async fn told(location: &Location) -> String {
    let store = open(location).await;
    let mut all = contents(&*store).await;
    let messages = store.people().messages(&id("match-0000"), 0, 10, true).await.expect("messages");
    let data = store.people().account_data(ANN).await.expect("an account");
    let (link, reset) = (store.people().link("l1").await, store.people().reset("r1").await);
    all += &format!("{messages:?} {data:?} {link:?} {reset:?} {:?}", store.people().bearer("th1").await);
    for key in store.moderation().signing_keys().await.expect("keys") {
        all += &format!(" {key:?} {} {:?}", key.public, key.secret);
    }
    store.close().await.expect("closing");
    all
}

/// Writes a backup as a file of this name.
async fn backup(from: &Location, file: &Path) {
    let draft = Draft::of(file);
    back_up(from, &draft).await.expect("a backup");
    draft.publish(file, false).expect("a file");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(file).expect("a file").permissions().mode();
        assert_eq!(mode & 0o077, 0, "a backup is for its owner only");
    }
}

/// An unpacked backup.
async fn unpacked(file: &Path) -> Result<(Draft, Database), DataError> {
    let draft = Draft::of(file);
    unpack(file, &draft).await?;
    let database = Database::open_draft(&draft).await?;
    Ok((draft, database))
}

async fn migrate(from: &Location, to: &Location) {
    let mut migration = Migration::begin(from, to).await.expect("a migration");
    while migration.step().await.expect("a step").is_some() {}
    migration.compare().await.expect("the same");
    migration.finish().await.expect("an end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_taken_while_a_writer_appends_is_one_state_of_the_store() {
    let (folder, places) = both();
    for (number, place) in places.iter().enumerate() {
        let store = open(place).await;
        fill(&*store, 5).await;
        let (stop, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let writer = {
            let (store, stop, written) = (store.clone(), stop.clone(), written.clone());
            tokio::spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    let version = written.load(Ordering::Relaxed);
                    // One append of two events: a backup has both or none.
                    store.append(many("busy", version, 2)).await.expect("an append");
                    written.store(version + 2, Ordering::Relaxed);
                }
            })
        };
        let reach = async |version: u64| {
            while written.load(Ordering::Relaxed) < version {
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        };
        reach(40).await;
        let file = folder.path().join(format!("backup-{number}"));
        let before = written.load(Ordering::Relaxed);
        backup(place, &file).await;
        let after = written.load(Ordering::Relaxed) + 2;
        reach(after + 2).await;
        stop.store(true, Ordering::Relaxed);
        writer.await.expect("the writer");
        let (_draft, mut copy) = unpacked(&file).await.expect("a sound backup");
        let busy = copy.find(&id("busy")).await.expect("an answer").expect("a match");
        let events = copy.events_of(&busy).await.expect("events");
        assert_eq!((events.len() as u64, events.len() % 2), (busy.version.0, 0));
        assert!((before..=after).contains(&busy.version.0), "{before}..={after}: {}", busy.version);
        let counts = copy.counts().await.expect("counts");
        assert_eq!((counts.matches, counts.accounts, counts.messages), (6, 1, 1));
        assert_eq!(counts.events, 20 + busy.version.0);
        store.close().await.expect("closing");
    }
    assert_eq!(leftovers(folder.path()), ["backup-0", "backup-1", "games.db"], "no drafts are left");
}

fn leftovers(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().expect("text")).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_damaged_backup_is_refused() {
    let (folder, places) = both();
    for (number, place) in places.iter().enumerate() {
        let store = open(place).await;
        fill(&*store, 60).await;
        store.close().await.expect("closing");
        let file = folder.path().join(format!("backup-{number}"));
        backup(place, &file).await;
        let whole = fs::read(&file).expect("the backup");
        unpacked(&file).await.expect("a sound backup");
        fs::write(&file, &whole[..whole.len() / 2]).expect("half of it");
        unpacked(&file).await.expect_err("its end is missing");
        let mut flipped = whole.clone();
        // In a text of a file; in the compressed rows at the end of a dump.
        let text = whole.windows(9).position(|bytes| bytes == b"Good luck").unwrap_or(whole.len() - 100);
        flipped[text..text + 8].iter_mut().for_each(|byte| *byte ^= 0x15);
        fs::write(&file, &flipped).expect("a flipped one");
        unpacked(&file).await.expect_err("bytes are flipped");
        fs::write(&file, &whole).expect("the backup");
        unpacked(&file).await.expect("a sound backup again");
    }
    assert_eq!(leftovers(folder.path()), ["backup-0", "backup-1", "games.db"], "no drafts are left");
}

#[tokio::test]
async fn a_backup_with_a_changed_event_does_not_match_its_checksum() {
    let (folder, path) = folder();
    let place = Location::File(path);
    let store = open(&place).await;
    fill(&*store, 3).await;
    let file = folder.path().join("backup");
    backup(&place, &file).await;
    raw_sql(&file, "UPDATE event SET body = replace(body, '\"Ann\"', '\"Eve\"') WHERE stream = 'match-0001'").await;
    let error = unpacked(&file).await.expect_err("an event was changed");
    assert!(matches!(&error, DataError::Damaged { what, .. } if what.contains("checksum")), "{error}");
    store.close().await.expect("closing");
}

#[tokio::test]
async fn a_backup_of_either_kind_is_restored_into_a_database_all_or_nothing() {
    let (folder, places) = both();
    for (number, place) in places.iter().enumerate() {
        let store = open(place).await;
        fill(&*store, 8).await;
        store.close().await.expect("closing");
        let file = folder.path().join(format!("backup-{number}"));
        backup(place, &file).await;
        let target = database();
        let restored = async |replacing| {
            let (draft, backup) = unpacked(&file).await?;
            let restored = restore(backup, &target, replacing, &mut |_| {}).await;
            drop(draft);
            restored
        };
        restored(Replacing::Nothing).await.expect("an empty place");
        assert_eq!(told(&target).await, told(place).await);
        let store = open(&target).await;
        store.append(one("new", 0)).await.expect("a match");
        store.close().await.expect("closing");
        let before = told(&target).await;
        let refused = restored(Replacing::Nothing).await.expect_err("it is not empty");
        assert!(matches!(refused, DataError::NotEmpty(_)), "{refused}");
        assert_eq!(told(&target).await, before);
        restored(Replacing::Everything).await.expect("it may be replaced");
        assert_eq!(told(&target).await, told(place).await);
        let running = open(&target).await;
        let refused = restored(Replacing::Everything).await.expect_err("a server uses it");
        assert!(matches!(refused, DataError::InUse { .. }), "{refused}");
        running.close().await.expect("closing");
    }
}

#[tokio::test]
async fn an_interrupted_migration_goes_on_where_it_was_and_there_and_back_all_is_equal() {
    let (folder, [file, between]) = both();
    let store = open(&file).await;
    fill(&*store, 520).await; // more than one batch of every large table
    store.close().await.expect("closing");
    let (mut rows, mut rounds) = (0, 0);
    loop {
        rounds += 1;
        let mut migration = Migration::begin(&file, &between).await.expect("a migration");
        let begun = migration.progress().map_or(u64::MAX, |copied| copied.rows);
        assert!(begun >= rows, "nothing is copied twice: {begun} after {rows}");
        let one = migration.step().await.expect("a step");
        let other = migration.step().await.expect("a step");
        rows = one.or(other).map_or(rows, |copied| copied.rows);
        if other.is_none() {
            migration.compare().await.expect("the same");
            migration.finish().await.expect("an end");
            break;
        }
        // As after a kill: the connections end, and nothing else happens.
        drop(migration);
        if let Location::Database(url) = &between {
            let error = Postgres::open(url).await.expect_err("an unfinished migration").to_string();
            assert!(error.contains("run the same boxtop migrate again"), "{error}");
        }
    }
    assert!(rounds > 5, "only {rounds} rounds");
    assert_eq!(told(&between).await, told(&file).await);
    let back = Location::File(folder.path().join("back.db"));
    migrate(&between, &back).await;
    assert_eq!(told(&back).await, told(&file).await);
    let store = open(&back).await;
    assert_eq!(store.append(one("match-0000", 4)).await.map(|appended| appended.version), Ok(Version(5)));
    store.close().await.expect("closing");
}

/// Somebody started a server on the target, which made a signing key there, before they moved their data.
#[tokio::test]
async fn a_migration_into_a_store_that_was_only_started_brings_the_keys_of_the_source() {
    let (_folder, [file, target]) = both();
    let store = open(&file).await;
    fill(&*store, 4).await;
    store.close().await.expect("closing");
    let started = open(&target).await;
    let key = SiteKey::new("k9".into(), "p9".into(), "another secret".into());
    started.people().change(Change::FirstKey(key)).await.expect("a key");
    started.close().await.expect("closing");
    migrate(&file, &target).await;
    assert_eq!(told(&target).await, told(&file).await);
}

#[tokio::test]
async fn a_source_that_changes_meanwhile_is_noticed_and_the_migration_starts_over() {
    let (_folder, [file, target]) = both();
    let store = open(&file).await;
    fill(&*store, 4).await;
    let mut migration = Migration::begin(&file, &target).await.expect("a migration");
    while migration.step().await.expect("a step").is_some() {}
    store.append(one("match-0000", 4)).await.expect("an append");
    let changed = migration.compare().await.expect_err("the source has changed");
    assert!(matches!(changed, DataError::Changed(_)), "{changed}");
    drop(migration);
    store.close().await.expect("closing");
    migrate(&file, &target).await;
    assert_eq!(told(&target).await, told(&file).await);
}

#[tokio::test]
async fn a_migration_needs_an_empty_target_and_goes_on_only_from_its_own_source() {
    let (folder, [file, target]) = both();
    let other = Location::File(folder.path().join("other.db"));
    for place in [&file, &other] {
        let store = open(place).await;
        fill(&*store, 2).await;
        store.close().await.expect("closing");
    }
    let begin = async |from: &Location, to: &Location| Migration::begin(from, to).await.map(drop);
    assert!(matches!(begin(&file, &other).await, Err(DataError::NotEmpty(_))));
    assert!(matches!(begin(&file, &file).await, Err(DataError::Store(StoreError::BadRequest(_)))));
    begin(&file, &target).await.expect("a migration");
    assert!(matches!(begin(&other, &target).await, Err(DataError::OtherMigration(_))));
    let missing = Location::File(folder.path().join("missing.db"));
    assert!(begin(&missing, &database()).await.is_err());
    assert!(!folder.path().join("missing.db").exists(), "a missing source is not made");
}

#[tokio::test]
async fn a_whole_match_is_written_as_it_was_while_the_store_is_open() {
    let (folder, places) = both();
    for (number, place) in places.iter().enumerate() {
        let store = open(place).await;
        fill(&*store, 3).await;
        let stream = id("match-0000");
        let file = folder.path().join(format!("backup-{number}"));
        backup(place, &file).await;
        let before = contents(&*store).await;
        let messages = store.people().messages(&stream, 0, 10, true).await.expect("messages");
        assert!(store.remove(&stream, Version(4)).await.expect("an answer"));
        let (_draft, mut backup) = unpacked(&file).await.expect("a backup");
        let listed = backup.find(&stream).await.expect("an answer").expect("a match");
        let whole = backup.whole_match(listed).await.expect("a match");
        let mut target = Database::open(place).await.expect("a connection");
        assert_eq!(target.insert_match(&whole).await, Ok(Inserted::Written));
        assert_eq!(contents(&*store).await, before, "with times, keys and lists");
        assert_eq!(store.people().messages(&stream, 0, 10, true).await.expect("messages"), messages);
        assert_eq!(target.insert_match(&whole).await, Ok(Inserted::Present));
        store.append(one("match-0000", 4)).await.expect("it goes on");
        assert_eq!(target.insert_match(&whole).await, Ok(Inserted::Present), "what has gone on is there as well");
        let entry = ListEntry { game: "siege".into(), open: true, title: String::new(), owners: vec![] };
        let listed = Listed { stream: stream.clone(), entry, version: Version(1), created_ms: 1, updated_ms: 1 };
        let event = Stored { version: Version(1), at_ms: 1, key: None, body: body(1) };
        let other = boxtop_store::data::WholeMatch::new(listed, vec![event]).expect("a match");
        let before = contents(&*store).await;
        assert_eq!(target.insert_match(&other).await, Ok(Inserted::Different));
        assert_eq!(contents(&*store).await, before);
        target.close().await.expect("closing");
        store.close().await.expect("closing");
    }
}
