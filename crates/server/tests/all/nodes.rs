//! Several nodes on one PostgreSQL store: any node takes any command, streams hear of what other nodes do, and lost hints
//! are made up for.

use super::*;
use axum::body::BodyDataStream;
use boxtop_server::{Site, Timing};
use futures_util::StreamExt;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use store::{
    AccountStore, Append, Appended, EventLog, Filter, Heard, Hint, Listed, Listener, ModerationStore, Place, Postgres,
    PostgresOptions, SharedStore, StoreFuture, Stored, StreamId, Version,
};

/// A store that loses some of the hints it hears.
struct Forgetful {
    store: Postgres,
    /// Of ten hints, this many are lost.
    lost: usize,
}

struct ForgetfulListener {
    all: Box<dyn Listener>,
    lost: usize,
    heard: Arc<AtomicUsize>,
}

impl Listener for ForgetfulListener {
    fn next(&mut self) -> Pin<Box<dyn Future<Output = Heard> + Send + '_>> {
        Box::pin(async move {
            loop {
                let heard = self.all.next().await;
                // Spread over the ten: 0, 3, 6, 9, 2, …
                let number = self.heard.fetch_add(1, Ordering::Relaxed) * 3 % 10;
                if heard == Heard::Missed || number >= self.lost {
                    return heard;
                }
            }
        })
    }
}

impl EventLog for Forgetful {
    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        self.store.append(append)
    }

    fn read<'a>(&'a self, stream: &'a StreamId, after: Version) -> StoreFuture<'a, Vec<Stored>> {
        self.store.read(stream, after)
    }
}

impl EventStore for Forgetful {
    fn list(&self, filter: Filter) -> StoreFuture<'_, Vec<Listed>> {
        self.store.list(filter)
    }

    fn remove<'a>(&'a self, stream: &'a StreamId, version: Version) -> StoreFuture<'a, bool> {
        self.store.remove(stream, version)
    }

    fn people(&self) -> &dyn AccountStore {
        self.store.people()
    }

    fn moderation(&self) -> &dyn ModerationStore {
        self.store.moderation()
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        Some(self)
    }

    fn health(&self) -> StoreFuture<'_, ()> {
        self.store.health()
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.store.close()
    }
}

impl SharedStore for Forgetful {
    fn listen(&self) -> Box<dyn Listener> {
        Box::new(ForgetfulListener { all: self.store.listen(), lost: self.lost, heard: Arc::default() })
    }

    fn place(&self) -> StoreFuture<'_, Place> {
        self.store.place()
    }

    fn changes_since(&self, place: Place) -> StoreFuture<'_, (Vec<Hint>, Place)> {
        self.store.changes_since(place)
    }

    fn lease<'a>(&'a self, name: &'a str, time: Duration) -> StoreFuture<'a, bool> {
        self.store.lease(name, time)
    }

    fn release<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()> {
        self.store.release(name)
    }
}

/// A node of the site in this schema, which loses some hints and sweeps often or hardly ever.
async fn node(schema: &str, lost: usize, sweep: Duration) -> Router {
    let options = PostgresOptions { connections: 4, ..PostgresOptions::default() };
    let store = Postgres::open_with(&testkit::postgres::address(schema), options).await.expect("a store");
    let timing = Timing { between_actions: Duration::ZERO, beat: Duration::from_secs(60), sweep };
    let site = Site::with_timing(Arc::new(Forgetful { store, lost }), timing);
    site.follow_other_nodes();
    boxtop_server::app(site)
}

/// The versions and messages that come on a stream.
struct Stream {
    body: BodyDataStream,
    text: String,
}

impl Stream {
    async fn at(person: &Person, table: &str, chat: u64) -> Self {
        let path = format!("/api/v1{table}/events?chat={chat}");
        let request = person.request(Method::GET, &path).body(Body::empty()).unwrap();
        let response = person.app.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        Stream { body: response.into_body().into_data_stream(), text: String::new() }
    }

    /// Reads until these words come.
    async fn until(&mut self, words: &str) {
        while !self.text.contains(words) {
            let chunk = self.body.next().await.expect("the stream goes on").expect("a chunk");
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }
}

const OFTEN: Duration = Duration::from_millis(100);
const NEVER: Duration = Duration::from_secs(3600);

/// Anna plays at one node, Bert at another, and each sees what the other does.
async fn play_at_two_nodes(one: Router, other: Router) {
    let (mut anna, mut bert) = (Person::at(&one), Person::at(&other));
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "name": "Anna" })).await;
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    let mut seen = Stream::at(&bert, &table, 0).await;
    let mut by_anna = Stream::at(&anna, &table, 0).await;
    for round in 0..12 {
        let (person, node) = if round % 2 == 0 { (&mut anna, "one") } else { (&mut bert, "other") };
        let view = person.wait(&table, |view| !moves(view).is_empty() || view["phase"] == "over").await;
        if view["phase"] == "over" {
            break;
        }
        let action = moves(&view)[0].clone();
        let version = view["version"].as_u64().unwrap();
        let (seat, action) = (action["seat"].as_str().unwrap(), action["action"].as_str().unwrap());
        let answer = person.act(&table, version, seat, action).await;
        assert_eq!(answer.status, StatusCode::OK, "{node}: {}", answer.text);
        let reached = format!("\nid: {}", answer.json()["version"]);
        seen.until(&reached).await;
        by_anna.until(&reached).await;
    }
    let said = anna.post(&format!("/api/v1{table}/chat"), json!({ "text": "well played", "audience": "seats" })).await;
    assert_eq!(said.status, StatusCode::OK, "{}", said.text);
    seen.until("well played").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_played_at_two_nodes_by_hints_alone() {
    let schema = testkit::postgres::new_schema();
    play_at_two_nodes(node(&schema, 0, NEVER).await, node(&schema, 0, NEVER).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_three_of_ten_hints_lost_everything_still_arrives() {
    let schema = testkit::postgres::new_schema();
    play_at_two_nodes(node(&schema, 3, OFTEN).await, node(&schema, 3, OFTEN).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_any_hint_everything_still_arrives() {
    let schema = testkit::postgres::new_schema();
    play_at_two_nodes(node(&schema, 10, OFTEN).await, node(&schema, 10, OFTEN).await).await;
}

/// The version that a request has seen may not have reached this node yet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_behind_catches_up_when_it_is_asked() {
    let schema = testkit::postgres::new_schema();
    let (one, other) = (node(&schema, 10, NEVER).await, node(&schema, 10, NEVER).await);
    let mut anna = Person::at(&one);
    let table = anna.open(json!({ "name": "Anna" })).await;
    let mut elsewhere = Person { app: other, ..anna };
    elsewhere.view(&table).await;
    let mut anna = Person { app: one, cookies: elsewhere.cookies.clone() };
    for round in 0..4 {
        let (here, there) = if round % 2 == 0 { (&mut anna, &mut elsewhere) } else { (&mut elsewhere, &mut anna) };
        let view = here.view(&table).await;
        let action = moves(&view)[0].clone();
        let (seat, action) = (action["seat"].as_str().unwrap(), action["action"].as_str().unwrap());
        let answer = here.act(&table, view["version"].as_u64().unwrap(), seat, action).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let version = answer.json()["version"].as_u64().unwrap();
        // A browser that reconnects at the other node names the version it has.
        let request = there.request(Method::GET, &format!("/api/v1{table}/events")).header("last-event-id", version);
        let response = there.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(there.view(&table).await["version"], version, "it has caught up");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_command_at_two_nodes_is_carried_out_once() {
    let schema = testkit::postgres::new_schema();
    let (one, other) = (node(&schema, 0, NEVER).await, node(&schema, 0, NEVER).await);
    let mut anna = Person::at(&one);
    let table = anna.open(json!({ "name": "Anna" })).await;
    let view = anna.view(&table).await;
    let mut elsewhere = Person { app: other, cookies: anna.cookies.clone() };
    let action = moves(&view)[0].clone();
    let (seat, action) = (action["seat"].as_str().unwrap(), action["action"].as_str().unwrap());
    let version = view["version"].as_u64().unwrap();
    let (here, there) =
        tokio::join!(anna.act(&table, version, seat, action), elsewhere.act(&table, version, seat, action));
    assert_eq!((here.status, there.status), (StatusCode::OK, StatusCode::OK), "{} {}", here.text, there.text);
    assert_eq!(here.json()["version"], there.json()["version"], "both have the same answer");
}

/// Every node that has the match in memory could play for its computers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computers_play_on_at_one_of_several_nodes() {
    let schema = testkit::postgres::new_schema();
    let (one, other) = (node(&schema, 0, OFTEN).await, node(&schema, 0, OFTEN).await);
    let mut anna = Person::at(&one);
    let table = anna.open(json!({ "mode": "seats", "seats": ["me", "private"], "name": "Anna" })).await;
    let mut elsewhere = Person { app: other, cookies: anna.cookies.clone() };
    let mut seen = 0;
    for round in 0..6 {
        let hers = |view: &Value| !moves(view).is_empty() && view["version"].as_u64() > Some(seen);
        let (view, there) = tokio::join!(anna.wait(&table, hers), elsewhere.wait(&table, hers));
        assert_eq!(view["version"], there["version"], "the computer has moved once");
        seen = view["version"].as_u64().unwrap();
        let action = moves(&view)[0].clone();
        let (seat, action) = (action["seat"].as_str().unwrap(), action["action"].as_str().unwrap());
        let person = if round % 2 == 0 { &mut anna } else { &mut elsewhere };
        let answer = person.act(&table, seen, seat, action).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    }
    let path = format!("/api/v1{table}/record");
    let (here, there) = (anna.get_json(&path).await.json(), elsewhere.get_json(&path).await.json());
    let steps = |record: &Value| record["steps"].as_array().expect("steps").clone();
    let (here, there) = (steps(&here), steps(&there));
    let both = here.len().min(there.len());
    assert!(both > 8 && here[..both] == there[..both], "both nodes have the same match");
}
