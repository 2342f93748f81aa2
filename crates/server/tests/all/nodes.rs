//! Several nodes on one PostgreSQL store: any node takes any command, streams hear of what other nodes do, and lost hints
//! are made up for.

mod analysis;
mod death;
mod limits;
mod presence;
mod trial;

use self::trial::{Fate, Reading, Trial};
use super::*;
use axum::body::BodyDataStream;
use boxtop_server::{Site, SiteSettings, Timing};
use futures_util::StreamExt;
use store::{HintBus, Postgres, PostgresOptions, StreamId};
use testkit::nats::Nats;

/// A node of a site.
struct Node {
    app: Router,
    site: Site,
    store: Arc<Trial>,
}

/// How a node is made.
#[derive(Clone)]
struct Plan {
    bus: HintBus,
    fate: Fate,
    beat: Duration,
    sweep: Duration,
    settings: SiteSettings,
}

impl Default for Plan {
    fn default() -> Self {
        let (beat, sweep, settings) = (Duration::from_secs(60), OFTEN, SiteSettings::default());
        Plan { bus: HintBus::Notify, fate: Fate::default(), beat, sweep, settings }
    }
}

/// Two nodes of the site in this schema.
async fn two_nodes(plan: Plan) -> (Node, Node) {
    let schema = testkit::postgres::new_schema();
    (start(&schema, plan.clone()).await, start(&schema, plan).await)
}

async fn start(schema: &str, Plan { bus, fate, beat, sweep, settings }: Plan) -> Node {
    let options = PostgresOptions { connections: 4, bus, ..PostgresOptions::default() };
    let store = Postgres::open_with(&testkit::postgres::address(schema), options).await.expect("a store");
    let timing = Timing { between_actions: Duration::ZERO, beat, sweep, ..Timing::default() };
    let store = Arc::new(Trial::new(store, fate));
    let site = Site::with_timing(store.clone(), timing).with_settings(settings);
    site.follow_other_nodes();
    Node { app: boxtop_server::app(site.clone()), site, store }
}

/// A node of the site in this schema, which loses some hints and sweeps often or hardly ever.
async fn node(schema: &str, lost: usize, sweep: Duration) -> Router {
    start(schema, Plan { fate: Fate { lost, ..Fate::default() }, sweep, ..Plan::default() }).await.app
}

fn over_nats(address: &str) -> HintBus {
    HintBus::Nats(address.parse().expect("an address"))
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
        let reading = async {
            while !self.text.contains(words) {
                let chunk = self.body.next().await.expect("the stream goes on").expect("a chunk");
                self.text.push_str(std::str::from_utf8(&chunk).unwrap());
            }
        };
        assert!(tokio::time::timeout(PATIENCE, reading).await.is_ok(), "{words:?} never came");
    }

    /// The versions that came, in order.
    fn versions(&self) -> Vec<u64> {
        let changes = self.text.split("\n\n").filter(|event| !event.starts_with("event: chat"));
        let ids = changes.filter_map(|event| event.split_once("\nid: ")?.1.split(['.', '\n']).next());
        ids.map(|id| id.parse().expect("a version")).collect()
    }
}

const OFTEN: Duration = Duration::from_millis(100);
const NEVER: Duration = Duration::from_secs(3600);

/// Anna plays at one node, Bert at another, and each sees what the other does.
async fn play_at_two_nodes(one: Router, other: Router) {
    play_meanwhile(one, other, |_| ()).await;
}

/// The same while something happens before each round.
async fn play_meanwhile(one: Router, other: Router, mut happens: impl FnMut(u64)) {
    let (mut anna, mut bert) = (Person::at(&one), Person::at(&other));
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "name": "Anna" })).await;
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    let mut seen = Stream::at(&bert, &table, 0).await;
    let mut by_anna = Stream::at(&anna, &table, 0).await;
    for round in 0..12 {
        happens(round);
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
    assert_eq!(seen.text.matches("well played").count(), 1, "a message comes once");
    for versions in [seen.versions(), by_anna.versions()] {
        assert!(versions.is_sorted_by(|one, next| one < next), "each version comes once: {versions:?}");
    }
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

/// Anna plays at one node while the other cannot read matches, or only late. Whether Bert's stream at the other node is open
/// before or is being opened, it gets her move once reading works again.
async fn move_while_another_node_reads_badly(reading: Reading, opened_before: bool) {
    let plan = Plan { fate: Fate { lost: 10, told_once: true, ..Fate::default() }, ..Plan::default() };
    let (one, other) = two_nodes(plan).await;
    let (mut anna, mut bert) = (Person::at(&one.app), Person::at(&one.app));
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "name": "Anna" })).await;
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    let bert = Person { app: other.app.clone(), cookies: bert.cookies };
    let stream = async { Stream::at(&bert, &table, 0).await };
    let act_and_wait = async {
        let before = other.store.disappointed();
        let until = async |enough: &dyn Fn() -> bool| {
            let begun = Instant::now();
            while !enough() {
                assert!(begun.elapsed() < PATIENCE, "the other node does not read or look");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        if !opened_before {
            until(&|| other.store.disappointed() > before).await;
        }
        let view = anna.wait(&table, |view| !moves(view).is_empty()).await;
        let action = moves(&view)[0].clone();
        let (seat, action) = (action["seat"].as_str().unwrap(), action["action"].as_str().unwrap());
        let answer = anna.act(&table, view["version"].as_u64().unwrap(), seat, action).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        until(&|| other.store.disappointed() > before).await;
        // The sweep has told of the move, and does not tell of it again.
        let looks = other.store.looks();
        until(&|| other.store.looks() > looks + 2).await;
        other.store.set_reading(Reading::Answered);
        format!("\nid: {}", answer.json()["version"])
    };
    let (mut stream, reached) = if opened_before {
        let stream = stream.await;
        other.store.set_reading(reading);
        (stream, act_and_wait.await)
    } else {
        other.store.set_reading(reading);
        futures_util::future::join(stream, act_and_wait).await
    };
    stream.until(&reached).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_cannot_be_read_when_a_node_is_told_of_it_arrives_later() {
    move_while_another_node_reads_badly(Reading::Refused, true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_is_written_while_another_node_loads_the_match_arrives_there() {
    move_while_another_node_reads_badly(Reading::Held, false).await;
}

/// The same over NATS.
async fn play_over_nats(lost: usize, sweep: Duration) {
    let fate = Fate { lost, ..Fate::default() };
    let plan = Plan { bus: over_nats(testkit::nats::server()), fate, sweep, ..Plan::default() };
    let (one, other) = two_nodes(plan).await;
    play_at_two_nodes(one.app, other.app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_nats_a_match_is_played_by_hints_alone() {
    play_over_nats(0, NEVER).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_nats_with_three_of_ten_hints_lost_everything_still_arrives() {
    play_over_nats(3, OFTEN).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_nats_without_any_hint_everything_still_arrives() {
    play_over_nats(10, OFTEN).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_nats_server_that_is_killed_and_comes_back_costs_nothing_but_time() {
    let nats = Nats::start();
    let (one, other) = two_nodes(Plan { bus: over_nats(nats.address()), ..Plan::default() }).await;
    play_meanwhile(one.app, other.app, |round| match round {
        3 => nats.kill(),
        7 => nats.restart(),
        _ => {}
    })
    .await;
}

/// Without hints and without a sweep, only the reconnection can tell what was missed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_nats_server_comes_back_nodes_look_for_themselves() {
    let (nats, fate) = (Arc::new(Nats::start()), Fate { lost: 10, ..Fate::default() });
    let plan = Plan { bus: over_nats(nats.address()), fate, sweep: NEVER, ..Plan::default() };
    let (one, other) = two_nodes(plan).await;
    let playing = Arc::new(());
    let (plays, stores) = (Arc::downgrade(&playing), [one.store.clone(), other.store.clone()]);
    let restarts = tokio::task::spawn_blocking(move || {
        while plays.strong_count() > 0 {
            let before = stores.each_ref().map(|store| store.looks());
            nats.kill();
            nats.restart();
            // It stays up until both nodes have connected and looked, however long that takes.
            while plays.strong_count() > 0 && stores.iter().zip(before).any(|(store, before)| store.looks() == before) {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    });
    play_at_two_nodes(one.app, other.app).await;
    drop(playing);
    restarts.await.expect("the last restart");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_that_come_twice_late_and_out_of_order_do_no_harm() {
    let fate = Fate { muddled: true, ..Fate::default() };
    let (one, other) = two_nodes(Plan { fate, ..Plan::default() }).await;
    play_at_two_nodes(one.app, other.app).await;
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

/// Browsers of a node that is stopped come back at another one with the position they had.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_resumes_at_another_node_with_nothing_twice_and_nothing_lost() {
    let schema = testkit::postgres::new_schema();
    let options = PostgresOptions { connections: 4, ..PostgresOptions::default() };
    let store = Postgres::open_with(&testkit::postgres::address(&schema), options).await.expect("a store");
    let stopped = Site::new(Arc::new(store));
    let other = node(&schema, 0, OFTEN).await;
    let mut anna = Person::at(&boxtop_server::app(stopped.clone()));
    let table = anna.open(json!({ "name": "Anna" })).await;
    let say = |text: &str| json!({ "text": text, "audience": "seats" });
    let chat = format!("/api/v1{table}/chat");
    anna.post(&chat, say("the first")).await;
    let mut stream = Stream::at(&anna, &table, 0).await;
    stream.until("the first").await;
    stopped.close();
    stream.until("\n\nretry: ").await;
    while stream.body.next().await.is_some() {}
    let last =
        stream.text.lines().filter_map(|line| line.strip_prefix("id: ")).next_back().expect("a position").to_owned();
    let mut anna = Person { app: other, cookies: anna.cookies };
    let view = anna.view(&table).await;
    let action = moves(&view)[0].clone();
    let (seat, action) = (action["seat"].as_str().unwrap(), action["action"].as_str().unwrap());
    assert_eq!(anna.act(&table, view["version"].as_u64().unwrap(), seat, action).await.status, StatusCode::OK);
    anna.post(&chat, say("the second")).await;
    let request = anna.request(Method::GET, &format!("/api/v1{table}/events")).header("last-event-id", &last);
    let response = anna.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let mut stream = Stream { body: response.into_body().into_data_stream(), text: String::new() };
    stream.until("the second").await;
    let version = view["version"].as_u64().unwrap() + 1;
    stream.until(&format!("\nid: {version}")).await;
    assert!(!stream.text.contains("the first"), "nothing twice: {}", stream.text);
    assert_eq!(stream.text.matches("the second").count(), 1);
}

/// Plays the first legal move at a node; returns the version it reached.
async fn play_first(person: &mut Person, table: &str, view: &Value) -> u64 {
    let action = moves(view)[0].clone();
    let (seat, action) = (action["seat"].as_str().unwrap(), action["action"].as_str().unwrap());
    let answer = person.act(table, view["version"].as_u64().unwrap(), seat, action).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()["version"].as_u64().unwrap()
}

/// The second node hears no hint and never sweeps, so only the request itself can bring it up to date.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_node_answers_with_everything_that_was_acknowledged_before() {
    let schema = testkit::postgres::new_schema();
    let (one, other) = (node(&schema, 10, NEVER).await, node(&schema, 10, NEVER).await);
    let mut anna = Person::at(&one);
    let table = anna.open(json!({ "name": "Anna" })).await;
    let mut elsewhere = Person { app: other, cookies: anna.cookies.clone() };
    let record = format!("/api/v1{table}/record");
    assert_eq!(actions(&elsewhere.get_json(&record).await.json()), 0);
    for round in 1..4 {
        let view = anna.view(&table).await;
        let version = play_first(&mut anna, &table, &view).await;
        let read = elsewhere.get_json(&record).await.json();
        assert_eq!(actions(&read), 2 * round - 1, "the record has the move: {read}");
        let view = anna.view(&table).await;
        let version = play_first(&mut anna, &table, &view).await.max(version);
        assert_eq!(elsewhere.view(&table).await["version"], version, "the view has the move");
    }
}

/// The number of actions in a record.
fn actions(record: &Value) -> usize {
    record["steps"].as_array().expect("steps").iter().filter(|step| step["action"].is_string()).count()
}

/// The second node has the match in memory from before Bert sat down.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_taken_at_one_node_is_yours_at_another() {
    let schema = testkit::postgres::new_schema();
    let (one, other) = (node(&schema, 10, NEVER).await, node(&schema, 10, NEVER).await);
    let (mut anna, mut bert) = (Person::at(&one), Person::at(&one));
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "name": "Anna" })).await;
    Person { app: other.clone(), cookies: anna.cookies.clone() }.view(&table).await;
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    let view = anna.wait(&table, |view| !moves(view).is_empty()).await;
    play_first(&mut anna, &table, &view).await;
    let view = bert.wait(&table, |view| !moves(view).is_empty()).await;
    let mut elsewhere = Person { app: other, cookies: bert.cookies.clone() };
    play_first(&mut elsewhere, &table, &view).await;
}
