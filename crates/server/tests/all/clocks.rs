//! Clocks: display, running out, and outages.

use super::*;
use boxtop_server::{Site, Timing};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use store::{
    AccountStore, Append, Appended, Beat, Clock, EventLog, Filter, Listed, Pulse, StoreError, StoreFuture, Stored,
    StreamId, Version,
};

fn timed(store: &Arc<dyn EventStore>) -> Router {
    let pace = Timing { between_actions: Duration::ZERO, beat: Duration::from_secs(60), ..Default::default() };
    let site = Site::with_timing(store.clone(), pace);
    site.keep_time();
    boxtop_server::app(site)
}

#[tokio::test]
async fn a_timed_table_shows_its_clocks_and_a_bad_time_control_is_a_fault() {
    let mut anna = Person::at(&site());
    let order = json!({ "mode": "home", "pace": { "kind": "clock", "initial": 60, "increment": 2 } });
    let table = anna.open(order).await;
    let clocks = anna.view(&table).await["clocks"].clone();
    assert_eq!(clocks["pace"]["kind"], "clock");
    assert_eq!((&clocks["left"], &clocks["running"]), (&json!([60_000, 60_000]), &json!(["attack"])));
    let form = anna.form("/tables", "game=three-musketeers&mode=home&pace=clock&minutes=3&increment=1").await;
    let view = anna.view(&form.location()).await;
    assert_eq!(view["clocks"]["pace"]["initial"], 180);
    let untimed = anna.open(json!({})).await;
    assert_eq!(anna.view(&untimed).await["clocks"], Value::Null);
}

#[tokio::test]
async fn a_flag_falls_after_a_restart_if_nothing_is_known_of_an_outage() {
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(store.clone()));
    let table = anna.open(json!({ "mode": "home", "pace": { "kind": "days", "days": 1 } })).await;
    let id = StreamId::new(table.strip_prefix("/tables/").unwrap()).unwrap();
    // The same match, opened three days ago, on another server.
    let stored = store.read(&id, Version::NONE).await.unwrap();
    let mut opened: Value = serde_json::from_str(&stored[0].body).unwrap();
    let at = opened["at"].as_i64().unwrap();
    opened["at"] = (at - 3 * 24 * 60 * 60 * 1000).into();
    let came = json!({ "at": opened["at"], "event": "arrived", "seat": "attack" });
    let other: Arc<dyn EventStore> = Arc::new(Memory::new());
    let entry = store.list(store::Filter::default()).await.unwrap().remove(0).entry;
    assert!(entry.owners.contains(&"timed".to_owned()));
    let append = Append {
        stream: id,
        expected: Version::NONE,
        key: None,
        events: vec![opened.to_string(), came.to_string()],
        entry,
    };
    other.append(append).await.unwrap();
    let mut late = Person { app: timed(&other), cookies: anna.cookies.clone() };
    let view = late.wait(&table, |view| view["phase"] == "over").await;
    assert!(view["verdict"]["text"].as_str().unwrap().to_lowercase().contains("time"), "{}", view["verdict"]);
}

/// The time left after the first move of a match with a clock that was opened ten seconds ago, and how long that may
/// have taken in addition on a busy machine, in milliseconds.
async fn left_after(held: Option<i64>) -> (i64, i64) {
    let begun = Instant::now();
    let store: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(store.clone()));
    let table = anna.open(json!({ "pace": { "kind": "clock", "initial": 60, "increment": 0 } })).await;
    let id = StreamId::new(table.strip_prefix("/tables/").unwrap()).unwrap();
    let stored = store.read(&id, Version::NONE).await.unwrap();
    let mut opened: Value = serde_json::from_str(&stored[0].body).unwrap();
    opened["at"] = (opened["at"].as_i64().unwrap() - 10_000).into();
    let came = json!({ "at": opened["at"], "event": "arrived", "seat": "attack" });
    let other: Arc<dyn EventStore> = Arc::new(Memory::new());
    let entry = store.list(store::Filter::default()).await.unwrap().remove(0).entry;
    let append = Append {
        stream: id,
        expected: Version::NONE,
        key: None,
        events: vec![opened.to_string(), came.to_string()],
        entry,
    };
    other.append(append).await.unwrap();
    let mut anna = Person { app: site_on(other), cookies: anna.cookies.clone() };
    let mut body = json!({ "version": 2, "key": "first-move", "seat": "attack", "action": "d6-d7" });
    if let Some(held) = held {
        body["held"] = held.into();
    }
    let answer = anna.command(&table, "play", body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let late = i64::try_from(begun.elapsed().as_millis()).unwrap() + 1;
    (anna.view(&table).await["clocks"]["left"][0].as_i64().unwrap(), late)
}

#[tokio::test]
async fn network_lag_is_forgiven_up_to_a_limit() {
    let (honest, late) = left_after(Some(9_800)).await;
    assert!((50_200 - late..=50_200).contains(&honest), "thinking time counts, whatever the lag: {honest}, {late}");
    assert!(left_after(None).await.0 <= 50_000, "without `held` no lag is forgiven");
    let (cheat, late) = left_after(Some(0)).await;
    let gain = "claiming no thinking time gains no more than the limit";
    assert!((50_000 - late..=50_500).contains(&cheat), "{gain}: {cheat}, {late}");
    assert!(left_after(Some(4_000_000_000)).await.0 <= 50_000, "nobody pays for more than they thought");
}

const HOUR: i64 = 60 * 60 * 1000;

/// A store that can be away, with a clock that the test sets.
struct Away {
    store: Memory,
    /// How far its clock is behind, in milliseconds.
    behind: Arc<AtomicI64>,
    away: AtomicBool,
    /// Number of requests that failed.
    failed: AtomicUsize,
}

impl Away {
    /// A store whose clock is an hour behind.
    fn an_hour_ago() -> Arc<Away> {
        let behind = Arc::new(AtomicI64::new(HOUR));
        let read = behind.clone();
        let clock = Clock::new(move || Clock::system().now_ms() - read.load(Ordering::Relaxed));
        let (away, failed) = (AtomicBool::new(false), AtomicUsize::new(0));
        Arc::new(Away { store: Memory::with_clock(clock), behind, away, failed })
    }

    fn answer<'a, T: Send + 'a>(&'a self, answer: StoreFuture<'a, T>) -> StoreFuture<'a, T> {
        if !self.away.load(Ordering::Relaxed) {
            return answer;
        }
        self.failed.fetch_add(1, Ordering::Relaxed);
        Box::pin(async { Err(StoreError::Unreachable { place: "the database".into(), detail: "away".into() }) })
    }
}

impl EventLog for Away {
    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        self.answer(self.store.append(append))
    }

    fn read<'a>(&'a self, stream: &'a StreamId, after: Version) -> StoreFuture<'a, Vec<Stored>> {
        self.store.read(stream, after)
    }
}

impl EventStore for Away {
    fn list(&self, filter: Filter) -> StoreFuture<'_, Vec<Listed>> {
        self.store.list(filter)
    }

    fn remove<'a>(&'a self, stream: &'a StreamId, version: Version) -> StoreFuture<'a, bool> {
        self.store.remove(stream, version)
    }

    fn people(&self) -> &dyn AccountStore {
        self.store.people()
    }

    fn moderation(&self) -> &dyn store::ModerationStore {
        self.store.moderation()
    }

    fn analyses(&self) -> &dyn store::AnalysisStore {
        self.store.analyses()
    }

    fn health(&self) -> StoreFuture<'_, ()> {
        self.store.health()
    }

    fn beat(&self, beat: Beat) -> StoreFuture<'_, Pulse> {
        self.answer(self.store.beat(beat))
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.store.close()
    }
}

/// A match with a clock of a minute that was opened an hour ago in this store, and Anna, who plays both sides of it. The
/// store's last beat was ten seconds after that.
async fn opened_an_hour_ago(store: &Away) -> (Person, String) {
    let elsewhere: Arc<dyn EventStore> = Arc::new(Memory::new());
    let mut anna = Person::at(&site_on(elsewhere.clone()));
    let table = anna.open(json!({ "mode": "home", "pace": { "kind": "clock", "initial": 60, "increment": 0 } })).await;
    let id = StreamId::new(table.strip_prefix("/tables/").unwrap()).unwrap();
    let stored = elsewhere.read(&id, Version::NONE).await.unwrap();
    let mut opened: Value = serde_json::from_str(&stored[0].body).unwrap();
    opened["at"] = (opened["at"].as_i64().unwrap() - HOUR).into();
    let came = json!({ "at": opened["at"], "event": "arrived", "seat": "attack" });
    let entry = elsewhere.list(store::Filter::default()).await.unwrap().remove(0).entry;
    let events = vec![opened.to_string(), came.to_string()];
    store.append(Append { stream: id, expected: Version::NONE, key: None, events, entry }).await.unwrap();
    store.behind.fetch_sub(10_000, Ordering::Relaxed);
    store.beat(Beat::default()).await.unwrap();
    (anna, table)
}

/// Waits until the outage is in the match; returns the view.
async fn paused(person: &mut Person, table: &str) -> Value {
    let log = |view: &Value| view["log"].to_string().contains("could not take moves for 60 min; clocks stood still");
    person.wait(table, log).await
}

/// What is left of the minute after the ten seconds before the outage, on a machine that may be busy.
fn check_left(view: &Value) {
    let left = view["clocks"]["left"][0].as_i64().unwrap();
    assert!((1..=51_000).contains(&left), "{}", view["clocks"]);
    assert_eq!(view["phase"], "playing", "nobody was flagged");
}

#[tokio::test]
async fn the_time_in_which_the_server_was_stopped_does_not_count_and_is_in_the_record() {
    let store = Away::an_hour_ago();
    let (anna, table) = opened_an_hour_ago(&store).await;
    store.behind.store(0, Ordering::Relaxed);
    let shared: Arc<dyn EventStore> = store;
    let mut anna = Person { app: timed(&shared), cookies: anna.cookies };
    let view = paused(&mut anna, &table).await;
    check_left(&view);
    let answer = anna.act(&table, view["version"].as_u64().unwrap(), "attack", "d6-d7").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let record = anna.get_json(&format!("/api/v1{table}/record")).await.json();
    let pauses = record["pace"]["pauses"].as_array().expect("outages");
    let length = pauses[0][1].as_i64().unwrap() - pauses[0][0].as_i64().unwrap();
    assert!(pauses.len() == 1 && (HOUR - 60_000..HOUR + 60_000).contains(&length), "{pauses:?}");
}

#[tokio::test]
async fn nobody_is_flagged_while_the_database_is_away_nor_for_that_time_afterwards() {
    let store = Away::an_hour_ago();
    let (anna, table) = opened_an_hour_ago(&store).await;
    store.behind.store(0, Ordering::Relaxed);
    store.away.store(true, Ordering::Relaxed);
    let shared: Arc<dyn EventStore> = store.clone();
    let mut anna = Person { app: timed(&shared), cookies: anna.cookies };
    let begun = Instant::now();
    while store.failed.load(Ordering::Relaxed) < 4 {
        assert!(begun.elapsed() < Duration::from_secs(60), "the server goes on trying");
        let view = anna.view(&table).await;
        assert_eq!(view["phase"], "playing");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let refused = anna.act(&table, 2, "attack", "d6-d7").await;
    assert_eq!(
        refused.status,
        StatusCode::SERVICE_UNAVAILABLE,
        "nothing is decided on old knowledge: {}",
        refused.text
    );
    store.away.store(false, Ordering::Relaxed);
    // The first command after it finds the outage, if the server has not yet.
    let answer = anna.act(&table, 2, "attack", "d6-d7").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    check_left(&paused(&mut anna, &table).await);
}
