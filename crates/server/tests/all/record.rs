//! The record in the OpenAPI document is the record that matches are written in.

use crate::{GAME, Person, site};
use kernel::record::{Purpose, Record, Result as End, Step, Thrown};
use protocol::{MatchRecord, RecordStep};
use serde_json::json;
use std::path::Path;

/// One step of every kind. A new kind makes the match below incomplete, and then belongs here.
fn every_step() -> Vec<Step> {
    let red = || "red".to_owned();
    let steps = vec![
        Step::Act { seat: red(), action: "d6-d7".into() },
        Step::chance("6"),
        Step::Entered { entered: "5".into() },
        Step::Undo { undo: 2 },
        Step::Resign { resign: red(), relief: None },
        Step::Resign { resign: red(), relief: Some("captain".into()) },
        Step::Flag { flag: red(), relief: None },
        Step::Flag { flag: red(), relief: Some("captain".into()) },
        Step::Draw { draw: true },
        Step::Relieve { relieve: red(), by: "captain".into() },
        Step::Return { back: red() },
        Step::Claim { claim: red(), absent: vec!["blue".into()] },
        Step::Abort { abort: red(), reason: Some("Spam".into()) },
        Step::Vacate { vacate: red() },
        Step::Sit { sit: red(), name: "Anna".into() },
        Step::Chance {
            chance: "6".into(),
            link: Some("1a".repeat(32)),
            by: Some(red()),
            server: Some("2b".repeat(32)),
        },
        Step::Commit { commit: red(), anchor: "3c".repeat(32) },
        Step::Reveal { reveal: red(), link: "4d".repeat(32) },
        Step::Withdraw { withdraw: red() },
    ];
    let mut kinds = [false; 16];
    for step in &steps {
        let kind = match step {
            Step::Act { .. } => 0,
            Step::Chance { .. } => 1,
            Step::Entered { .. } => 2,
            Step::Undo { .. } => 3,
            Step::Resign { .. } => 4,
            Step::Flag { .. } => 5,
            Step::Draw { .. } => 6,
            Step::Relieve { .. } => 7,
            Step::Return { .. } => 8,
            Step::Claim { .. } => 9,
            Step::Abort { .. } => 10,
            Step::Vacate { .. } => 11,
            Step::Sit { .. } => 12,
            Step::Commit { .. } => 13,
            Step::Reveal { .. } => 14,
            Step::Withdraw { .. } => 15,
        };
        kinds[kind] = true;
    }
    assert_eq!(kinds, [true; 16]);
    steps
}

/// The record as the protocol reads it. Limit write it the same, byte for byte.
fn check(record: &Record) -> MatchRecord {
    let text = serde_json::to_string(record).unwrap();
    let read: MatchRecord = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
    assert_eq!(read.steps.len(), record.steps.len());
    read
}

async fn downloaded() -> Record {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({ "pace": { "kind": "days", "days": 2 } })).await;
    anna.act(&table, 1, "attack", "d6-d7").await;
    let answer = anna.get_json(&format!("/api/v1{table}/record")).await;
    serde_json::from_str(&answer.text).unwrap()
}

#[tokio::test]
async fn a_record_that_the_server_sends_is_the_one_that_the_protocol_declares() {
    let record = downloaded().await;
    let read = check(&record);
    assert_eq!(read.game, GAME);
    assert_eq!(read.steps[..], [RecordStep::Act { seat: "attack".into(), action: "d6-d7".into() }]);
}

#[tokio::test]
async fn every_field_and_every_step_of_a_record_is_declared() {
    let seed = || Some("ab".repeat(32));
    let record = Record {
        id: Some("a1b2".into()),
        board: Some("a board".into()),
        start: Some(json!({ "to_act": "red" })),
        commitment: seed(),
        seed: seed(),
        nonces: vec!["00".into()],
        dice: 2,
        purposes: vec![
            Purpose { thrower: Some("red".into()), outcomes: vec![("1".into(), 1), ("2".into(), 3)] },
            Purpose { thrower: None, outcomes: Vec::new() },
        ],
        throws: vec![Thrown { number: 0, purpose: 1 }],
        pace: Some(json!({ "kind": "clock", "initial": 300, "increment": 5, "pauses": [[1, 2], [3, 5]] })),
        began: Some(1),
        times: vec![1, 2],
        steps: every_step(),
        result: Some(End {
            shares: vec![0.5, 0.5],
            account: Some(vec![3, -3]),
            reason: "A draw.".into(),
            rules: vec!["TM-1".into()],
        }),
        ..downloaded().await
    };
    let steps = check(&record).steps;
    assert!(matches!(steps[..], [RecordStep::Act { .. }, RecordStep::Chance { .. }, RecordStep::Entered { .. }, ..]));
    let last = &steps[steps.len() - 3..];
    assert!(matches!(last, [RecordStep::Commit { .. }, RecordStep::Reveal { .. }, RecordStep::Withdraw { .. }]));
}

#[test]
fn records_of_earlier_versions_are_read() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../table/tests");
    for file in [
        "version_1/three-musketeers.record.json",
        "version_1/hit-the-beach.record.json",
        "version_1/fighting-marines.record.json",
        "old/rangers-record.json",
        "old/record.json",
    ] {
        let text = std::fs::read_to_string(kept.join(file)).unwrap();
        check(&serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}")));
    }
}

#[tokio::test]
async fn the_document_describes_the_record_by_its_type() {
    let document = Person::at(&site()).get("/api/v1/openapi.json").await.json();
    let answer = &document["paths"]["/api/v1/tables/{table}/record"]["get"]["responses"]["200"];
    let schema = &answer["content"]["application/json"]["schema"]["$ref"];
    assert_eq!(schema, "#/components/schemas/MatchRecord", "{answer}");
    assert_eq!(document["components"]["schemas"]["RecordStep"]["oneOf"].as_array().map(Vec::len), Some(16));
}
