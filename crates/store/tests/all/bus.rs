//! Hints between nodes of a PostgreSQL store, by NOTIFY and over NATS.

use std::time::Duration;

use boxtop_store::{
    Audience, Change, EventLog, EventStore, Heard, Hint, HintBus, Listener, Message, Postgres, PostgresOptions, Version,
};
use sqlx::postgres::PgListener;
use testkit::nats::Nats;
use testkit::postgres::{address, new_schema, server};

use crate::postgres::{node, raw_sql};
use crate::{id, many, one, ticking, written};

/// A node of the store in this schema, with hints over NATS.
async fn over_nats(schema: &str, nats: &str) -> Postgres {
    let bus = HintBus::Nats(nats.parse().expect("an address"));
    let options = PostgresOptions { clock: ticking(), connections: 4, bus, ..PostgresOptions::default() };
    Postgres::open_with(&address(schema), options).await.expect("a store")
}

fn hint(version: u64, message: Option<u64>) -> Heard {
    Heard::Hints(vec![Hint { stream: id("m"), version: Version(version), message }])
}

fn listen(store: &Postgres) -> Box<dyn Listener> {
    store.shared().expect("a shared store").listen()
}

/// What is heard next, after wishes to look.
async fn next_hints(listener: &mut dyn Listener) -> Heard {
    loop {
        match listener.next().await {
            Heard::Missed => {}
            hints => return hints,
        }
    }
}

/// Two nodes tell each other of appends and messages.
async fn hear_of_each_other(here: &Postgres, there: &Postgres) -> Box<dyn Listener> {
    let mut listener = listen(there);
    assert_eq!(listener.next().await, Heard::Missed, "before the first hint, everything may have been missed");
    there.append(one("own", 0)).await.expect("an append");
    here.append(many("m", 0, 3)).await.expect("an append");
    assert_eq!(next_hints(&mut *listener).await, hint(3, None), "its own are no news");
    let (person, name, text, audience) = ("ann".into(), "Ann".into(), "hello".into(), Audience::Everyone);
    let message =
        Message { number: 0, table: id("m"), person, name, text, audience, at_ms: 0, key: None, removed: false };
    here.people().change(Change::Say(message)).await.expect("a message");
    assert_eq!(next_hints(&mut *listener).await, hint(0, Some(1)));
    let (sent, heard) = (here.metrics(), there.metrics());
    assert_eq!((sent.bus.hints_sent.get(), heard.bus.hints_heard.get()), (2, 2));
    listener
}

#[tokio::test]
async fn nodes_hear_of_each_others_appends_and_messages() {
    let schema = new_schema();
    let (here, there) = (node(&schema, ticking()).await, node(&schema, ticking()).await);
    let mut listener = hear_of_each_other(&here, &there).await;
    raw_sql(format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'boxtop/{schema}'"
    ))
    .await;
    assert_eq!(listener.next().await, Heard::Missed, "after a lost connection");
    here.append(one("m", 3)).await.expect("an append");
    assert_eq!(listener.next().await, hint(4, None), "it goes on");
    assert_eq!(there.metrics().bus.reconnects.get(), 1);
}

#[tokio::test]
async fn nodes_hear_of_each_others_appends_and_messages_over_nats() {
    let (schema, nats) = (new_schema(), Nats::start());
    let (here, there) = (over_nats(&schema, nats.address()).await, over_nats(&schema, nats.address()).await);
    let mut listener = hear_of_each_other(&here, &there).await;
    nats.kill();
    assert_eq!(here.append(one("m", 3)).await, written(4), "nobody waits for the bus");
    nats.restart();
    // It looks again once it is sure to hear everything. The hint may come first, late.
    while listener.next().await != Heard::Missed {}
    here.append(one("m", 4)).await.expect("an append");
    while next_hints(&mut *listener).await != hint(5, None) {}
    assert!(there.metrics().bus.reconnects.get() >= 1);
}

#[tokio::test]
async fn with_nats_the_database_sends_no_notify() {
    let schema = new_schema();
    let store = over_nats(&schema, testkit::nats::server()).await;
    let channel = format!("{schema}_hints");
    let mut notified = PgListener::connect(server()).await.expect("a listener");
    notified.listen(&channel).await.expect("it listens");
    store.append(one("m", 0)).await.expect("an append");
    raw_sql(format!("NOTIFY {channel}, 'the end'")).await;
    assert_eq!(notified.recv().await.expect("a notification").payload(), "the end");
}

#[tokio::test]
async fn sites_that_share_a_nats_server_do_not_hear_each_other() {
    let (one_site, other_site) = (new_schema(), new_schema());
    let nats = testkit::nats::server();
    let (here, other) = (over_nats(&one_site, nats).await, over_nats(&one_site, nats).await);
    let elsewhere = over_nats(&other_site, nats).await;
    let mut listener = listen(&here);
    assert_eq!(listener.next().await, Heard::Missed);
    elsewhere.append(one("x", 0)).await.expect("an append");
    // Its message is on its way when its own listener has heard what came later on the same connection.
    let mut by_elsewhere = listen(&elsewhere);
    assert_eq!(by_elsewhere.next().await, Heard::Missed);
    other.append(one("m", 0)).await.expect("an append");
    assert_eq!(next_hints(&mut *listener).await, hint(1, None));
}

#[tokio::test]
async fn a_server_that_was_never_there_fails_nothing() {
    let store = over_nats(&new_schema(), "nats://ann:s3cret@127.0.0.1:1").await;
    for version in 0..5 {
        assert_eq!(store.append(one("m", version)).await, written(version + 1));
    }
    let mut listener = listen(&store);
    let heard = tokio::time::timeout(Duration::from_millis(50), listener.next()).await;
    assert!(heard.is_err(), "{heard:?}");
    assert!(!format!("{store:?}").contains("s3cret"), "{store:?}");
    store.close().await.expect("it closes");
}
