//! A node dies while its computer plays: another node makes the move, once.

use super::trial::Death;
use super::*;

/// The seats of the steps in the record.
async fn steps(person: &mut Person, table: &str) -> Vec<Value> {
    person.get_json(&format!("/api/v1{table}/record")).await.json()["steps"].as_array().expect("steps").clone()
}

async fn another_node_takes_over(death: Death) {
    let schema = testkit::postgres::new_schema();
    let mortal = Plan { fate: Fate { death: Some(death), ..Fate::default() }, ..Plan::default() };
    let (one, other) = (start(&schema, mortal).await, start(&schema, Plan::default()).await);
    let mut anna = Person::at(&one.app);
    let table = anna.open(json!({ "mode": "seats", "seats": ["me", "private"], "name": "Anna" })).await;
    let mut elsewhere = Person { app: other.app, cookies: anna.cookies.clone() };
    let view = elsewhere.wait(&table, |view| !moves(view).is_empty()).await;
    let action = moves(&view)[0].clone();
    let (seat, action) = (action["seat"].as_str().unwrap(), action["action"].as_str().unwrap());
    let version = view["version"].as_u64().unwrap();
    let before = steps(&mut elsewhere, &table).await.len();
    let answer = anna.act(&table, version, seat, action).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let begun = Instant::now();
    while !one.store.is_dead() {
        assert!(begun.elapsed() < PATIENCE, "the computer never moved");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let hers = |view: &Value| !moves(view).is_empty() && view["version"].as_u64() > Some(version);
    let view = elsewhere.wait(&table, hers).await;
    let after = steps(&mut elsewhere, &table).await;
    assert_eq!(after.len(), before + 2, "her move and one of the computer: {after:?}");
    // The match goes on at the node that lives.
    let action = moves(&view)[0].clone();
    let (seat, action) = (action["seat"].as_str().unwrap(), action["action"].as_str().unwrap());
    let answer = elsewhere.act(&table, view["version"].as_u64().unwrap(), seat, action).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let version = answer.json()["version"].as_u64();
    elsewhere.wait(&table, |view| !moves(view).is_empty() && view["version"].as_u64() > version).await;
    let all = steps(&mut elsewhere, &table).await;
    // A series of jumps is several steps of one turn.
    let hers: Vec<usize> = (before..all.len()).filter(|at| all[*at]["seat"] == seat).collect();
    assert_eq!(hers, [before, before + 2], "her moves and those of the computer between them: {all:?}");
    assert!(all.len() > before + 3, "the computer has answered");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_a_node_dies_before_its_computer_has_moved_another_moves_once() {
    another_node_takes_over(Death::BeforeWriting).await;
}

/// The move is written, but nobody was told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_a_node_dies_after_its_computer_has_moved_no_other_moves_again() {
    another_node_takes_over(Death::AfterWriting).await;
}
