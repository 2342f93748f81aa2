//! The life of a move, as ARCHITECTURE.md tells it: a real move takes every hop, in the order of the list.
//!
//! Hops in the server and the store leave traces (target `boxtop::life`). Hops in the pure crates cannot; they are
//! checked by what they leave behind, and every hop in the sources by its call of the next one.

use super::*;
use http_body_util::BodyExt;
use std::fmt::{Debug, Write};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use store::{EventLog, Filter, Sqlite, StreamId, Version};
use tokio::sync::mpsc;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Dispatch, Event, Metadata, Subscriber};

/// A hop: a function in a file of the workspace.
#[derive(Clone, PartialEq, Debug)]
struct Hop {
    file: String,
    function: String,
}

impl Hop {
    fn path(&self) -> PathBuf {
        root().join(&self.file)
    }

    /// Whether it is in a crate that depends on nothing that could trace it.
    fn is_pure(&self) -> bool {
        ["crates/matches/", "crates/table/"].iter().any(|pure| self.file.starts_with(pure))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The hops of the section "The life of a move": each item begins with a file and a function in backticks.
fn hops() -> Vec<Hop> {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let section = page.split("## The life of a move").nth(1).expect("the section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let items =
        section.lines().filter(|line| line.split_once(". `").is_some_and(|(number, _)| number.parse::<u8>().is_ok()));
    let hop = |line: &str| {
        let mut words = line.split('`').skip(1).step_by(2);
        let (file, function) = (words.next().expect("a file"), words.next().expect("a function"));
        Hop { file: file.to_owned(), function: function.to_owned() }
    };
    items.map(hop).collect()
}

/// The source from the function on, to the end of its file: what it calls may be in helpers below it.
fn source_from(hop: &Hop) -> String {
    let source = fs::read_to_string(hop.path()).unwrap_or_else(|error| panic!("{hop:?}: {error}"));
    let rust = [format!("fn {}(", hop.function), format!("fn {}<", hop.function)];
    let script = format!("  {}(", hop.function);
    let start = match hop.file.ends_with(".rs") {
        true => rust.iter().filter_map(|text| source.find(text.as_str())).min(),
        false => source.find(&script),
    };
    source[start.unwrap_or_else(|| panic!("{hop:?} is not there"))..].to_owned()
}

/// The traces of hops on this thread, in order.
#[derive(Clone, Default)]
struct Walk(Arc<Mutex<Vec<Hop>>>);

impl Walk {
    /// The hops since this was asked last.
    fn take(&self) -> Vec<Hop> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl Subscriber for Walk {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "boxtop::life"
    }

    fn event(&self, event: &Event<'_>) {
        let mut message = Message::default();
        event.record(&mut message);
        // The compiler may name the file from the folder of its crate.
        let file = event.metadata().file().unwrap_or_default().replace('\\', "/");
        let file = file.find("crates/").map_or(file.clone(), |start| file[start..].to_owned());
        self.0.lock().unwrap().push(Hop { file, function: message.0 });
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[derive(Default)]
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            write!(self.0, "{value:?}").unwrap();
        }
    }
}

/// The body that `command` of link.js posts: the fields of its object, with these values. A field without a value is
/// left out, as `JSON.stringify` does.
fn posted_by_the_page(link: &Hop, values: &Value) -> Value {
    let source = source_from(link);
    let object = source.split_once("post(\"commands\", {").expect("it posts to commands").1.split_once('}').unwrap().0;
    let names = object.split(',').map(|field| field.split(':').next().unwrap_or(field).trim());
    names.filter(|name| !values[name].is_null()).map(|name| (name.to_owned(), values[name].clone())).collect()
}

/// The events of a table's stream, read by a task of its own, as a browser reads them.
async fn stream(person: &Person, table: &str) -> mpsc::UnboundedReceiver<String> {
    let request = person.request(Method::GET, &format!("/api/v1{table}/events")).body(Body::empty()).unwrap();
    let mut body = person.app.clone().oneshot(request).await.unwrap().into_body();
    let (send, events) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(Ok(frame)) = body.frame().await {
            let text = String::from_utf8(frame.into_data().unwrap_or_default().to_vec()).unwrap();
            if send.send(text).is_err() {
                return;
            }
        }
    });
    events
}

#[tokio::test]
async fn a_move_takes_every_hop_in_the_order_of_the_architecture() {
    let walk = Walk::default();
    // With one dispatcher only, a thread of another test that comes first could switch the traces off for all.
    let (recorder, _second) = (Dispatch::new(walk.clone()), Dispatch::new(walk.clone()));
    let _recorded = tracing::dispatcher::set_default(&recorder);
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Sqlite::open(folder.path().join("boxtop.sqlite")).await.unwrap());
    let app = site_on(store.clone());
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "name": "Anna" })).await;
    bert.form(&format!("{table}/sit"), "seat=musketeers&name=Bert").await;
    let version = anna.view(&table).await["version"].as_u64().unwrap();
    let mut events = stream(&bert, &table).await;
    assert_eq!(events.recv().await.unwrap(), "retry: 500\n\n");
    let first = events.recv().await.unwrap();
    assert!(first.starts_with(&format!("event: view\nid: {version}\n")), "{first}");
    let id = StreamId::new(table.strip_prefix("/tables/").unwrap()).unwrap();
    let waits_for = async |person: &Person| {
        let listed = store.list(Filter::default()).await.unwrap();
        let owners = listed.into_iter().find(|listed| listed.stream == id).expect("listed").entry.owners;
        owners.iter().any(|owner| owner.ends_with(&person.key()) && *owner != person.key())
    };
    assert!(waits_for(&anna).await && !waits_for(&bert).await);

    let hops = hops();
    let (link, served) = hops.split_first().expect("hops");
    let traced: Vec<Hop> = served.iter().filter(|hop| !hop.is_pure()).cloned().collect();
    let commands = format!("/api/v1{table}/commands");
    let posted = |action: &str, key: &str| {
        let play = json!({ "type": "play", "seat": "attack", "action": action });
        posted_by_the_page(link, &json!({ "version": version, "key": key, "command": play }))
    };

    // A move that the rules forbid goes as far as `decide` (hop 6): nothing is stored and nobody hears of it.
    walk.take();
    let refused = anna.post(&commands, posted("d6-d9", "a-refused-move")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
    assert!(refused.json()["rule"].as_str().unwrap().starts_with("TM-"));
    assert_eq!(walk.take(), traced[..3], "hops 2 to 4");
    assert_eq!(store.read(&id, Version(version)).await.unwrap(), []);

    // The move, from the page to the other player's stream.
    let played = anna.post(&commands, posted("d6-d7", "a-legal-move")).await;
    assert_eq!((played.status, played.json()["version"].as_u64()), (StatusCode::OK, Some(version + 1)));
    let change = events.recv().await.unwrap();
    assert!(change.starts_with(&format!("event: change\nid: {}\n", version + 1)), "{change}");
    assert!(change.contains("d6-d7"));
    assert_eq!(walk.take(), traced, "every hop that leaves a trace, once, in the order of the list");

    // What the pure hops leave behind. `decide` made one event, which `execute` appended at the version it had seen;
    // the list entry in the same append is that of the table `after` it, in which the other player is to act.
    let stored = store.read(&id, Version(version)).await.unwrap();
    assert_eq!(stored.iter().map(|event| event.version).collect::<Vec<_>>(), [Version(version + 1)]);
    let event: Value = serde_json::from_str(&stored[0].body).unwrap();
    assert_eq!((&event["seat"], &event["action"]), (&json!("attack"), &json!("d6-d7")), "{event}");
    assert!(!waits_for(&anna).await && waits_for(&bert).await);

    // The same request again has its first result, and goes no further than the match's actor.
    let again = anna.post(&commands, posted("d6-d7", "a-legal-move")).await;
    assert_eq!(again.json(), with(played.json(), json!({ "repeated": true })));
    assert_eq!(walk.take(), traced[..2], "hops 2 and 3");
}

#[test]
fn every_hop_of_a_move_is_where_the_architecture_says_and_calls_the_next() {
    let hops = hops();
    // What each hop does to reach the next: a call, a route, or a channel.
    let reaches = [
        "post(\"commands\"",
        "commands::execute(",
        "site.matches.execute(",
        "handle.execute(",
        "table.decide(",
        "game_match.check(",
        "next.apply(",
        "append_queued(",
        "version.send_replace(",
        "next_changes(",
    ];
    assert_eq!(hops.len(), reaches.len());
    for (hop, call) in hops.iter().zip(reaches) {
        assert!(source_from(hop).contains(call), "{hop:?} does not contain {call}");
    }
    assert_eq!(hops.iter().filter(|hop| hop.is_pure()).count(), 3);
    let actor = source_from(&hops[4]);
    for part in ["table.decide(", ".after(", "log.append(", "publisher.publish("] {
        assert!(actor.contains(part), "the actor does not call {part}");
    }
}
