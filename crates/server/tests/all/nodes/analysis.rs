//! Analyses across nodes: one node makes them, all read them, and a node that died is replaced.

use super::*;
use crate::analyses::{analysed, over, quick_site};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_node_reads_the_stored_analysis_and_takes_over_a_lease_that_nobody_holds() {
    let schema = testkit::postgres::new_schema();
    let open = || async {
        let options = PostgresOptions { connections: 4, ..PostgresOptions::default() };
        Arc::new(Postgres::open_with(&testkit::postgres::address(&schema), options).await.expect("a store"))
    };
    let (one, other) = (open().await, open().await);
    let apps = [one.clone(), other.clone()].map(|store| boxtop_server::app(quick_site(store)));
    let (mut anna, mut bert) = (Person::at(&apps[0]), Person::at(&apps[1]));
    let table = over(&mut anna).await;
    let path = format!("{table}/analysis");
    let found = analysed(&mut anna, &path).await;
    let read = bert.call(Method::GET, &path, Value::Null).await;
    assert_eq!(read.json(), found, "the other node computes nothing");
    // Another match, whose lease a node has that never works.
    let fingerprint = {
        let mut carl = Person::at(&boxtop_server::app(quick_site(Arc::new(Memory::new()))));
        let twin = shorter(&mut carl).await;
        analysed(&mut carl, &format!("{twin}/analysis")).await["analysis"]["fingerprint"].as_str().unwrap().to_owned()
    };
    let shared = one.shared().expect("a shared store");
    assert!(shared.lease(&format!("analyse/{fingerprint}"), Duration::from_secs(3)).await.expect("an answer"));
    let table = shorter(&mut bert).await;
    let path = format!("{table}/analysis");
    let started = bert.call(Method::POST, &path, Value::Null).await.json();
    assert_ne!(started["state"], "done");
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let waits = bert.call(Method::GET, &path, Value::Null).await.json();
    assert_eq!(
        (&waits["state"], &waits["done"]),
        (&json!("running"), &json!(0)),
        "the node that has the lease may work"
    );
    assert_eq!(analysed(&mut bert, &path).await["analysis"]["fingerprint"], json!(fingerprint));
}

/// A match that ends by resignation after one move.
async fn shorter(person: &mut Person) -> String {
    let table = person.open(json!({})).await;
    person.act(&table, 1, "attack", "d6-d7").await;
    let resign = json!({ "version": 2, "key": "resign-01", "seat": "musketeers" });
    assert_eq!(person.command(&table, "resign", resign).await.status, StatusCode::OK);
    table
}
