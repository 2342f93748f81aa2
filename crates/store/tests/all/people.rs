//! Accounts, in every store: names, secrets, links, tokens, messages and deletion.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use boxtop_store::{
    Append, Audience, Change, Changed, Clock, EventLog, EventStore, FORGOTTEN, Filter, ListEntry, Memory, Message,
    PuzzleResult, SecretOwner, Sqlite, SqliteOptions, StoreError, Token, Version,
};

use crate::postgres;
use crate::{folder, id, one, open, raw_sql};

const ANN: &str = "ann-key-0123456789";
const BOB: &str = "bob-key-0123456789";

/// A clock that a test sets.
#[derive(Clone, Default)]
pub(crate) struct Hand(Arc<AtomicI64>);

impl Hand {
    pub(crate) fn clock(&self) -> Clock {
        let hand = self.0.clone();
        Clock::new(move || hand.load(Ordering::Relaxed))
    }

    pub(crate) fn set(&self, now_ms: i64) {
        self.0.store(now_ms, Ordering::Relaxed);
    }
}

#[tokio::test]
async fn memory_keeps_people() {
    let hand = Hand::default();
    tell(Arc::new(Memory::with_clock(hand.clock())), &hand).await;
}

#[tokio::test]
async fn sqlite_keeps_people() {
    let (_folder, path) = folder();
    let hand = Hand::default();
    let options = SqliteOptions { clock: hand.clock(), ..SqliteOptions::default() };
    tell(Arc::new(Sqlite::open_with(&path, options).await.expect("a store")), &hand).await;
}

#[tokio::test]
async fn postgres_keeps_people() {
    let hand = Hand::default();
    tell(Arc::new(postgres::node(&testkit::postgres::new_schema(), hand.clock()).await), &hand).await;
}

async fn tell(store: Arc<dyn EventStore>, hand: &Hand) {
    hand.set(1_000);
    guests_are_stored_once(&*store).await;
    names_are_claimed_once_regardless_of_case(&*store).await;
    names_that_look_alike_are_one_name(&*store).await;
    claiming_gives_a_new_secret_and_a_new_password_ends_all_others(&*store).await;
    a_lost_password_is_replaced_once_and_not_for_long(&*store, hand).await;
    devices_come_and_go(&*store).await;
    the_first_result_of_a_puzzle_counts(&*store).await;
    links_are_good_once_and_not_for_long(&*store, hand).await;
    tokens_belong_to_their_person(&*store).await;
    messages_are_counted_by_table(&*store).await;
    forgetting_leaves_a_guest(&*store).await;
    store.close().await.expect("closing");
    assert_eq!(store.people().holder("x").await, Err(StoreError::Closed));
    assert_eq!(change(&*store, Change::DropSecret { hash: "x".into() }).await, Err(StoreError::Closed));
}

pub(crate) async fn change(store: &dyn EventStore, change: Change) -> Result<Changed, StoreError> {
    store.people().change(change).await
}

pub(crate) async fn meet(store: &dyn EventStore, id: &str, name: &str) -> Result<Changed, StoreError> {
    change(store, Change::Meet { id: id.into(), name: name.into() }).await
}

async fn holder(store: &dyn EventStore, hash: &str) -> SecretOwner {
    store.people().holder(hash).await.expect("an answer")
}

async fn name_of(store: &dyn EventStore, hash: &str) -> Option<String> {
    match holder(store, hash).await {
        SecretOwner::Account(person) => Some(person.name),
        _ => None,
    }
}

async fn guests_are_stored_once(store: &dyn EventStore) {
    assert_eq!(holder(store, ANN).await, SecretOwner::Unknown);
    assert_eq!(meet(store, ANN, "Ann").await, Ok(Changed::Done));
    assert_eq!(meet(store, ANN, "Anna").await, Ok(Changed::Nothing));
    assert_eq!(name_of(store, ANN).await.as_deref(), Some("Ann"));
    let rename = Change::Rename { id: ANN.into(), name: "Ann O'Nym".into() };
    assert_eq!(change(store, rename).await, Ok(Changed::Done));
    assert_eq!(name_of(store, ANN).await.as_deref(), Some("Ann O'Nym"));
    let nobody = Change::Rename { id: "nobody".into(), name: "X".into() };
    assert_eq!(change(store, nobody).await, Ok(Changed::Nothing));
    assert!(matches!(meet(store, "", "X").await, Err(StoreError::BadRequest(_))));
    assert!(matches!(meet(store, "x", "a\0b").await, Err(StoreError::BadRequest(_))));
}

async fn names_are_claimed_once_regardless_of_case(store: &dyn EventStore) {
    meet(store, BOB, "Bob").await.expect("bob");
    assert_eq!(change(store, claim(ANN, "Änne", "ann-2")).await, Ok(Changed::Done));
    assert_eq!(change(store, claim(BOB, "äNNE", "bob-2")).await, Ok(Changed::Taken));
    assert_eq!(change(store, claim(ANN, "ÄNNE", "ann-3")).await, Ok(Changed::Done), "her own name in another case");
    let found = store.people().claimant("änne").await.expect("an answer").expect("somebody");
    assert_eq!(
        (found.id.as_str(), found.claimed.as_deref(), found.password.as_deref()),
        (ANN, Some("ÄNNE"), Some("hash"))
    );
    assert_eq!(store.people().claimant("' OR 1=1 --").await, Ok(None));
    assert_eq!(name_of(store, BOB).await.as_deref(), Some("Bob"));
}

/// Claims by the device with the first secret, which gets a new one.
fn claim(id: &str, name: &str, secret: &str) -> Change {
    let (id, name, secret) = (id.to_owned(), name.to_owned(), secret.to_owned());
    Change::Claim { device: id.clone(), id, name, password: "hash".into(), secret }
}

async fn names_that_look_alike_are_one_name(store: &dyn EventStore) {
    meet(store, "mallory", "Mallory").await.expect("somebody else");
    for alike in ["Ӓnnе", "ÄＮＮＥ", "Än\u{200b}ne", "A\u{308}nne"] {
        assert_eq!(change(store, claim("mallory", alike, "mallory-2")).await, Ok(Changed::Taken), "{alike}");
        let found = store.people().namesake(alike).await.expect("an answer").expect("somebody");
        assert_eq!(found.id, ANN, "{alike}");
    }
    assert_eq!(store.people().namesake("Mallory").await, Ok(None));
    assert_eq!(holder(store, "mallory-2").await, SecretOwner::Unknown, "a refused claim changes nothing");
    assert_eq!(name_of(store, "mallory").await.as_deref(), Some("Mallory"));
}

async fn claiming_gives_a_new_secret_and_a_new_password_ends_all_others(store: &dyn EventStore) {
    let add = |hash: &str| Change::AddSecret { id: "carol".into(), hash: hash.into() };
    meet(store, "carol", "Carol").await.expect("carol");
    change(store, add("carol-phone")).await.expect("another device");
    change(store, Change::AddToken(token("carol", "t9", "carol-token"))).await.expect("a token");
    let link = Change::AddLink { hash: "carol-link".into(), id: "carol".into(), lasts_ms: 1_000 };
    change(store, link).await.expect("a link");
    assert_eq!(change(store, claim("carol", "Carol", "carol-2")).await, Ok(Changed::Done));
    assert_eq!(holder(store, "carol").await, SecretOwner::Revoked, "the first secret is revoked");
    assert_eq!(store.people().link("carol-link").await, Ok(None), "and so is a link made with it");
    for device in ["carol-2", "carol-phone"] {
        assert_eq!(name_of(store, device).await.as_deref(), Some("Carol"), "{device}");
    }
    assert!(store.people().bearer("carol-token").await.expect("an answer").is_some());

    assert_eq!(change(store, claim("carol", "Carol", "carol-3")).await, Ok(Changed::Done), "another password");
    for device in ["carol-2", "carol-phone"] {
        assert_eq!(holder(store, device).await, SecretOwner::Unknown, "{device}");
    }
    assert_eq!(store.people().bearer("carol-token").await, Ok(None));
    assert_eq!(name_of(store, "carol-3").await.as_deref(), Some("Carol"));
}

async fn a_lost_password_is_replaced_once_and_not_for_long(store: &dyn EventStore, hand: &Hand) {
    let reset = |hash: &str| Change::AddReset { hash: hash.into(), id: "carol".into(), lasts_ms: 500 };
    let open = |hash: &str, secret: &str| Change::UseReset {
        hash: hash.into(),
        password: "new hash".into(),
        secret: secret.into(),
    };
    hand.set(1_000);
    for hash in ["reset-1", "reset-2"] {
        assert_eq!(change(store, reset(hash)).await, Ok(Changed::Done));
    }
    assert_eq!(store.people().reset("reset-1").await, Ok(None), "only the last one is valid");
    assert_eq!(store.people().link("reset-2").await, Ok(None), "it is not a device link");
    for _ in 0..2 {
        assert!(store.people().reset("reset-2").await.expect("an answer").is_some(), "reading does not use it");
    }
    assert!(
        matches!(change(store, open("reset-2", "carol-4")).await, Ok(Changed::Welcome(carol)) if carol.id == "carol")
    );
    assert_eq!(change(store, open("reset-2", "thief-2")).await, Ok(Changed::Nothing));
    assert_eq!(
        (holder(store, "carol-3").await, holder(store, "thief-2").await),
        (SecretOwner::Unknown, SecretOwner::Unknown)
    );
    let carol = store.people().claimant("carol").await.expect("an answer").expect("carol");
    assert_eq!((carol.claimed.as_deref(), carol.password.as_deref()), (Some("Carol"), Some("new hash")));
    assert_eq!(name_of(store, "carol-4").await.as_deref(), Some("Carol"));
    change(store, reset("reset-3")).await.expect("another link");
    hand.set(1_500);
    assert_eq!(store.people().reset("reset-3").await, Ok(None));
    assert_eq!(change(store, open("reset-3", "late-2")).await, Ok(Changed::Nothing));
    hand.set(1_000);
}

async fn devices_come_and_go(store: &dyn EventStore) {
    let phone = Change::AddSecret { id: BOB.into(), hash: "phone".into() };
    assert_eq!(change(store, phone.clone()).await, Ok(Changed::Done));
    assert_eq!(name_of(store, "phone").await.as_deref(), Some("Bob"));
    assert_eq!(meet(store, "phone", "Bob's phone").await, Ok(Changed::Nothing), "a device secret is not an account id");
    assert_eq!(store.people().account_data(BOB).await.expect("all").devices.len(), 2);
    assert_eq!(change(store, Change::DropSecret { hash: "phone".into() }).await, Ok(Changed::Done));
    assert_eq!(holder(store, "phone").await, SecretOwner::Unknown);
    change(store, phone).await.expect("the phone again");
    assert_eq!(change(store, Change::DropAll { id: BOB.into() }).await, Ok(Changed::Done));
    assert_eq!(holder(store, BOB).await, SecretOwner::Revoked, "the first secret does not recreate the account");
    assert_eq!(holder(store, "phone").await, SecretOwner::Unknown);
    change(store, Change::AddSecret { id: BOB.into(), hash: BOB.into() }).await.expect("bob is back");
}

async fn links_are_good_once_and_not_for_long(store: &dyn EventStore, hand: &Hand) {
    let link = |hash: &str| Change::AddLink { hash: hash.into(), id: ANN.into(), lasts_ms: 600 };
    let open = |hash: &str, secret: &str| Change::UseLink { hash: hash.into(), secret: secret.into() };
    hand.set(2_000);
    assert_eq!(change(store, link("link-1")).await, Ok(Changed::Done));
    change(store, link("link-2")).await.expect("a link");
    hand.set(2_599);
    assert!(store.people().link("link-1").await.expect("an answer").is_some());
    assert!(store.people().link("link-1").await.expect("an answer").is_some(), "reading does not use it");
    assert!(matches!(change(store, open("link-1", "tablet")).await, Ok(Changed::Welcome(ann)) if ann.id == ANN));
    assert_eq!(change(store, open("link-1", "thief")).await, Ok(Changed::Nothing));
    assert_eq!(holder(store, "thief").await, SecretOwner::Unknown);
    assert_eq!(name_of(store, "tablet").await.as_deref(), Some("ÄNNE"));
    hand.set(2_600);
    assert_eq!(store.people().link("link-2").await, Ok(None));
    assert_eq!(change(store, open("link-2", "late")).await, Ok(Changed::Nothing));
    let nobodys = Change::AddLink { hash: "link-3".into(), id: "nobody".into(), lasts_ms: 600 };
    assert_eq!(change(store, nobodys).await, Ok(Changed::Nothing));
}

fn token(person: &str, id: &str, hash: &str) -> Token {
    let words = |text: &str| text.to_owned();
    Token {
        id: words(id),
        hash: words(hash),
        person: words(person),
        label: words("my bot"),
        scopes: words("read play"),
        created_ms: 7,
        used_ms: Some(7),
    }
}

async fn tokens_belong_to_their_person(store: &dyn EventStore) {
    assert_eq!(change(store, Change::AddToken(token(ANN, "t1", "hash-1"))).await, Ok(Changed::Done));
    assert_eq!(change(store, Change::AddToken(token("nobody", "t2", "hash-2"))).await, Ok(Changed::Nothing));
    let (ann, found) = store.people().bearer("hash-1").await.expect("an answer").expect("a token");
    assert_eq!((ann.id.as_str(), found.created_ms, found.used_ms), (ANN, 2_600, None));
    change(store, Change::TouchToken { hash: "hash-1".into() }).await.expect("used");
    let (_, found) = store.people().bearer("hash-1").await.expect("an answer").expect("a token");
    assert_eq!(found.used_ms, Some(2_600));
    let theft = Change::DropToken { person: BOB.into(), id: "t1".into() };
    assert_eq!(change(store, theft).await, Ok(Changed::Nothing));
    let drop = Change::DropToken { person: ANN.into(), id: "t1".into() };
    assert_eq!(change(store, drop).await, Ok(Changed::Done));
    assert_eq!(store.people().bearer("hash-1").await, Ok(None));
}

pub(crate) fn said(table: &str, person: &str, text: &str, audience: Audience) -> Change {
    let (person, text) = (person.to_owned(), text.to_owned());
    Change::Say(Message {
        number: 9,
        table: id(table),
        name: person.clone(),
        person,
        text,
        audience,
        at_ms: 9,
        key: None,
        removed: false,
    })
}

async fn texts(store: &dyn EventStore, table: &str, after: u64, all: bool) -> Vec<String> {
    let messages = store.people().messages(&id(table), after, 1_000, all).await.expect("messages");
    messages.into_iter().map(|message| format!("{} {}", message.number, message.text)).collect()
}

async fn messages_are_counted_by_table(store: &dyn EventStore) {
    for (table, person, text, audience) in [
        ("m", ANN, "hello", Audience::Everyone),
        ("m", BOB, "psst", Audience::Seats),
        ("n", BOB, "elsewhere", Audience::Everyone),
        ("m", ANN, "well", Audience::Everyone),
    ] {
        let answer = change(store, said(table, person, text, audience)).await;
        assert!(matches!(answer, Ok(Changed::Said(message)) if message.at_ms == 2_600 && message.text == text));
    }
    assert_eq!(texts(store, "m", 0, true).await, ["1 hello", "2 psst", "3 well"]);
    assert_eq!(texts(store, "m", 0, false).await, ["1 hello", "3 well"]);
    assert_eq!(texts(store, "m", 2, true).await, ["3 well"]);
    assert_eq!(texts(store, "n", 0, true).await, ["1 elsewhere"]);
    assert_eq!(store.people().messages(&id("m"), 0, 1, true).await.expect("one").len(), 1);
    for number in 0..520 {
        change(store, said("long", BOB, &format!("x{number}"), Audience::Everyone)).await.expect("a message");
    }
    let kept = texts(store, "long", 0, true).await;
    assert_eq!((kept.len(), kept.first().map(String::as_str)), (500, Some("21 x20")), "the last ones are kept");
}

fn puzzle(person: &str, puzzle: &str, solved: bool) -> Change {
    Change::Puzzle(PuzzleResult {
        person: person.into(),
        game: "siege".into(),
        puzzle: puzzle.into(),
        solved,
        at_ms: 7,
    })
}

async fn results(store: &dyn EventStore, person: &str) -> Vec<String> {
    let results = store.people().puzzle_results(person).await.expect("results");
    results.iter().map(|result| format!("{} {} {}", result.puzzle, result.solved, result.at_ms)).collect()
}

async fn the_first_result_of_a_puzzle_counts(store: &dyn EventStore) {
    assert_eq!(change(store, puzzle("nobody", "p1", true)).await, Ok(Changed::Nothing), "only of stored people");
    meet(store, "solver-0123456789", "Cleo").await.expect("a guest");
    assert_eq!(change(store, puzzle("solver-0123456789", "p1", false)).await, Ok(Changed::Done));
    assert_eq!(change(store, puzzle("solver-0123456789", "p1", true)).await, Ok(Changed::Nothing));
    assert_eq!(change(store, puzzle("solver-0123456789", "p2", true)).await, Ok(Changed::Done));
    assert_eq!(results(store, "solver-0123456789").await, ["p1 false 1000", "p2 true 1000"]);
    let data = store.people().account_data("solver-0123456789").await.expect("data");
    assert_eq!(data.puzzles.len(), 2, "they are in a person's export");
}

async fn forgetting_leaves_a_guest(store: &dyn EventStore) {
    let body = |key: &str, name: &str| format!(r#"{{"who":{{"kind":"person","key":"{key}","name":"{name}"}}}}"#);
    let events = vec![body(ANN, "Ann"), body(BOB, "Bob"), r#"{"text":"Ann"}"#.to_owned()];
    let owners = vec![ANN.to_owned(), BOB.to_owned(), format!("turn:{ANN}")];
    let entry = ListEntry { game: "siege".into(), open: false, title: "Ann – Bob".into(), owners };
    store.append(Append { events, entry, ..one("match", 0) }).await.expect("a match");
    let left = Append { events: vec![body(ANN, "Ann")], ..one("left", 0) };
    store.append(left).await.expect("a match she has left");
    change(store, Change::AddToken(token(ANN, "t3", "hash-3"))).await.expect("a token");
    assert_eq!(change(store, puzzle(ANN, "p1", true)).await, Ok(Changed::Done));
    assert_eq!(change(store, puzzle(BOB, "p1", true)).await, Ok(Changed::Done));

    let forget = Change::Forget { id: ANN.into(), alias: "gone-1".into() };
    assert_eq!(change(store, forget).await, Ok(Changed::Done));
    assert_eq!(holder(store, ANN).await, SecretOwner::Revoked);
    assert_eq!(holder(store, "tablet").await, SecretOwner::Unknown);
    assert_eq!(meet(store, ANN, "Ann").await, Ok(Changed::Nothing), "an old cookie does not recreate the account");
    assert_eq!(store.people().bearer("hash-3").await, Ok(None));
    assert_eq!(store.people().claimant("änne").await, Ok(None));
    assert_eq!(store.people().account_data(ANN).await, Ok(boxtop_store::AccountData::default()));
    assert_eq!(change(store, puzzle(ANN, "p2", true)).await, Ok(Changed::Nothing), "nothing is kept of deleted people");
    assert_eq!(results(store, ANN).await, [""; 0]);
    assert_eq!(results(store, BOB).await.len(), 1);
    assert_eq!(texts(store, "m", 0, true).await, ["1 ", "2 psst", "3 "]);
    let messages = store.people().messages(&id("m"), 0, 1, true).await.expect("messages");
    assert_eq!((messages[0].name.as_str(), messages[0].person.as_str()), (FORGOTTEN, FORGOTTEN));

    for stream in ["match", "left"] {
        let events = store.read(&id(stream), Version::NONE).await.expect("events");
        assert_eq!(events[0].body, body("gone-1", FORGOTTEN));
        assert!(events.iter().all(|event| !event.body.contains(ANN)));
    }
    let events = store.read(&id("match"), Version::NONE).await.expect("events");
    assert_eq!((events[1].body.as_str(), events[2].body.as_str()), (body(BOB, "Bob").as_str(), r#"{"text":"Ann"}"#));
    let listed = store.list(Filter { owner: Some(BOB.into()), ..Filter::default() }).await.expect("a list");
    let entry = &listed[0].entry;
    assert_eq!((entry.title.as_str(), entry.owners.as_slice()), ("a guest – Bob", &[BOB.to_owned()][..]));
    for owner in [ANN.to_owned(), format!("turn:{ANN}")] {
        assert_eq!(store.list(Filter { owner: Some(owner), ..Filter::default() }).await, Ok(vec![]));
    }
}

#[tokio::test]
async fn accounts_survive_a_restart_and_older_files_are_migrated() {
    let (_folder, path) = folder();
    let store = open(&path).await;
    store.append(one("m", 0)).await.expect("a match");
    store.close().await.expect("closing");
    raw_sql(
        &path,
        "DROP TABLE puzzle_result; DROP TABLE analysis; DROP TABLE uploaded_record; DROP TABLE signing_key; DROP TABLE ban; DROP TABLE restriction; DROP TABLE report; DROP TABLE audit; \
         DROP INDEX event_by_shared_text; ALTER TABLE event DROP COLUMN shared_hash; \
         ALTER TABLE event DROP COLUMN shared_field; DROP TABLE shared_text; \
         DROP TABLE reset; DROP TABLE mention; DROP TABLE unindexed; DROP TABLE leaving; DROP TABLE identity; \
         DROP TABLE heartbeat; DROP TABLE message; DROP TABLE link; DROP TABLE token; DROP TABLE secret; DROP TABLE person; \
         DROP TABLE alive; DROP TABLE outage; \
         PRAGMA user_version = 1",
    )
    .await;
    let store = open(&path).await;
    assert_eq!(meet(&store, ANN, "Ann").await, Ok(Changed::Done));
    store.close().await.expect("closing");
    let store = open(&path).await;
    assert_eq!(name_of(&store, ANN).await.as_deref(), Some("Ann"));
    assert_eq!(store.read(&id("m"), Version::NONE).await.expect("events").len(), 1);
}

/// Creates a file from before look-alikes were checked.
const SCHEMA_2: &str = "DROP TABLE puzzle_result; DROP TABLE analysis; DROP TABLE uploaded_record; DROP TABLE signing_key; DROP TABLE ban; DROP TABLE restriction; DROP TABLE report; DROP TABLE audit; \
     DROP INDEX message_by_removal; ALTER TABLE message DROP COLUMN removed; \
     DROP INDEX event_by_shared_text; ALTER TABLE event DROP COLUMN shared_hash; \
     ALTER TABLE event DROP COLUMN shared_field; DROP TABLE shared_text; DROP TABLE reset; DROP TABLE mention; DROP TABLE unindexed; DROP TABLE leaving; \
     DROP TABLE identity; DROP TABLE heartbeat; DROP INDEX person_by_skeleton; DROP INDEX message_by_key; \
     ALTER TABLE message DROP COLUMN key; DROP TABLE alive; DROP TABLE outage; \
     ALTER TABLE person DROP COLUMN skeleton; PRAGMA user_version = 2";

#[tokio::test]
async fn lookalike_names_from_older_files_are_kept() {
    let (_folder, path) = folder();
    let store = open(&path).await;
    for (person, name) in [(ANN, "Anna"), (BOB, "Bob"), ("eve", "Eve")] {
        meet(&store, person, name).await.expect("a guest");
    }
    for (person, name) in [(ANN, "Anna"), (BOB, "Bob")] {
        change(&store, claim(person, name, &format!("{person}-2"))).await.expect("a name");
    }
    store.close().await.expect("closing");
    raw_sql(&path, "UPDATE person SET claimed = 'Аnnа', folded = 'аnnа' WHERE claimed = 'Bob'").await;
    raw_sql(&path, SCHEMA_2).await;

    let store = open(&path).await;
    for (person, name) in [(ANN, "Anna"), (BOB, "Аnnа")] {
        let found = store.people().claimant(name).await.expect("an answer").expect("somebody");
        assert_eq!(found.id, person, "both can log in");
        let again = claim(person, name, &format!("{person}-3"));
        assert_eq!(change(&store, again).await, Ok(Changed::Done), "and change their passwords");
    }
    for name in ["Annа", "ANNA", "Аnnа"] {
        assert_eq!(change(&store, claim("eve", name, "eve-2")).await, Ok(Changed::Taken), "{name}");
    }
}
