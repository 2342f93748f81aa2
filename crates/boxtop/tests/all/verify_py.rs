//! The independent verifier in Python, on what players' devices have of real matches, and on forged records of them.

use crate::support::{Server, request};
use client::{Client, Table};
use protocol::{Command as Order, Phase, View};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

const VERIFIER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/verify.py");
const GAMES: [&str; 5] = ["three-musketeers", "fighting-marines", "ranger-commandos", "hit-the-beach", "conflict"];
/// Enough throws and moves of both players; then one of them resigns.
const COMMANDS: usize = 24;

/// A finished match, as one of its players has it.
struct Played {
    record: Value,
    /// What the player's device kept.
    kept: Value,
    keys: Value,
}

async fn play(server: &Server, game: &str) -> Played {
    let order = json!({ "game": game, "players": 2, "seats": ["open", "open"] });
    let (status, opened) = request(&server.address, "POST", "/tables", Some(&order)).expect("an answer");
    assert_eq!(status, 201, "{opened}");
    let id = opened["table"].as_str().expect("an id");
    let players = [(); 2].map(|()| Client::new(&server.url("/")).expect("a client").table(id));
    for player in &players {
        player.sit(None, None).await.expect("a seat");
    }
    let mut sent = 0;
    while sent < COMMANDS {
        let mut moved = false;
        for player in &players {
            let view = player.view().await.expect("a view");
            if view.phase == Phase::Over {
                sent = COMMANDS;
            } else if player.add_to_dice(&view).await.expect("the dice").is_some() {
                moved = true;
            } else if let Some(command) = next(player, &view).await {
                player.command(view.version, command).await.expect("a result");
                (moved, sent) = (true, sent + 1);
            }
        }
        assert!(moved || sent == COMMANDS, "{game} goes on");
    }
    let view = players[0].view().await.expect("a view");
    if view.phase != Phase::Over {
        let resign = Order::Resign { seat: view.mine[0].clone() };
        players[0].command(view.version, resign).await.expect("a result");
    }
    let record = request(&server.address, "GET", &format!("/tables/{id}/record"), None).expect("an answer").1;
    let keys = request(&server.address, "GET", "/.well-known/boxtop-keys.json", None).expect("an answer").1;
    Played { record, kept: serde_json::to_value(players[0].device()).expect("JSON"), keys }
}

/// What the player does now: throws, or plays the first legal move.
async fn next(player: &Table, view: &View) -> Option<Order> {
    if let Some(chance) = &view.chance {
        let waits = !(view.wants_anchor.is_empty() && view.wants_link.is_empty());
        let seat = chance.thrower.as_ref().filter(|_| chance.mine && !waits)?;
        return Some(player.throw_command(view, seat).await.expect("a throw"));
    }
    let seat = view.turn.iter().find(|seat| view.mine.contains(seat))?;
    let moves = player.legal_moves(seat).await.expect("moves").legal_moves.moves?;
    Some(Order::Play { seat: seat.clone(), action: moves.first()?.action.clone() })
}

/// Exit status, and everything that it prints.
fn verify(folder: &Path, record: &Value, more: &[(&str, &Value)]) -> (i32, String) {
    let write = |name: &str, value: &Value| {
        let file = folder.join(name.trim_start_matches('-')).with_extension("json");
        std::fs::write(&file, value.to_string()).expect("a file");
        file
    };
    let mut command = Command::new("python3");
    command.arg(VERIFIER).arg(write("match", record));
    for (name, value) in more {
        command.arg(name).arg(write(name, value));
    }
    let output = command.output().expect("python3 starts");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn the_verifier_has_less_than_200_lines() {
    let text = std::fs::read_to_string(VERIFIER).expect("the verifier");
    assert!(text.lines().count() < 200, "it has {} lines", text.lines().count());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_every_game_is_right_with_the_receipts_of_a_player() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    for game in GAMES {
        let Played { record, kept, keys } = play(&server, game).await;
        let (status, said) = verify(data.path(), &record, &[("--receipt", &kept), ("--keys", &keys)]);
        assert_eq!(status, 0, "{game}: {said}");
        assert!(said.contains("The server signed them."), "{game}: {said}");
        let throws = record["throws"].as_array().map_or(0, Vec::len);
        assert!(said.contains(&format!("all {throws} throws")) && (throws > 0 || game == GAMES[0]), "{game}: {said}");
        assert_eq!(verify(data.path(), &record, &[]).0, 0, "{game}, without receipts");
        let mut running = record.clone();
        running.as_object_mut().expect("an object").remove("seed");
        let (status, said) = verify(data.path(), &running, &[]);
        assert!(status == 0 && said.contains("not over"), "{game}: {said}");
    }
}

/// The place of the first or last step that has this field.
fn place(record: &Value, field: &str, last: bool) -> usize {
    let steps = record["steps"].as_array().expect("steps");
    let has = |step: &Value| step.get(field).is_some();
    if last { steps.iter().rposition(has) } else { steps.iter().position(has) }.expect("such a step")
}

fn steps(record: &mut Value) -> &mut Vec<Value> {
    record["steps"].as_array_mut().expect("steps")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_forgery_is_found() {
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start(data.path());
    let (right, other) = (play(&server, "hit-the-beach").await, play(&server, "hit-the-beach").await);
    let first = place(&right.record, "action", false);
    let throw = place(&right.record, "chance", true);
    let commit = place(&right.record, "commit", false);
    type Forge<'a> = &'a dyn Fn(&mut Value);
    let forgeries: [(&str, Forge, &str); 13] = [
        ("another seed", &|r| r["seed"] = other.record["seed"].clone(), "seed does not lead to the commitment"),
        (
            "another seed and commitment",
            &|r| (r["seed"], r["commitment"]) = (other.record["seed"].clone(), other.record["commitment"].clone()),
            "server's chain",
        ),
        ("a changed move", &|r| steps(r)[first]["action"] = "zz".into(), "is not as in the receipt"),
        ("a missing move", &|r| drop(steps(r).remove(first)), "is missing"),
        (
            "an added move",
            &|r| steps(r).insert(first, right.record["steps"][first].clone()),
            "is not as in the receipt",
        ),
        ("a changed outcome", &|r| steps(r)[throw]["chance"] = "none".into(), "but the record says none"),
        ("two steps in another order", &|r| steps(r).swap(throw, throw + 1), "is not as in the receipt"),
        ("another id", &|r| r["id"] = other.record["id"].clone(), "throw number 0 gives"),
        ("a foreign anchor", &|r| steps(r)[commit]["anchor"] = "0f".repeat(32).into(), "committed to"),
        (
            "a link of another chain",
            &|r| steps(r)[throw]["link"] = r["steps"][place(r, "link", false)]["link"].clone(),
            "this is not link",
        ),
        ("a match that never happened", &|r| *r = other.record.clone(), "None of the receipts is of this match"),
        ("a cut end", &|r| drop(steps(r).pop()), "It ends at step"),
        ("another opening", &|r| r["rules_version"] = 99.into(), "are not those of the receipt"),
    ];
    for (what, forge, words) in forgeries {
        let mut record = right.record.clone();
        forge(&mut record);
        let (status, said) = verify(data.path(), &record, &[("--receipt", &right.kept), ("--keys", &right.keys)]);
        assert!(status == 1, "{what}: {status} {said}");
        // The outcome of a throw with another id may be the same by chance; the receipt is not.
        assert!(said.contains(words) || what == "another id", "{what}: {said}");
    }
    let mut receipt = right.kept.clone();
    receipt["receipts"][0]["version"] = 9999.into();
    let (status, said) = verify(data.path(), &right.record, &[("--receipt", &receipt), ("--keys", &right.keys)]);
    assert!(status == 1 && said.contains("signature"), "{said}");
    let (status, said) =
        verify(data.path(), &right.record, &[("--receipt", &right.kept), ("--keys", &json!({ "keys": [] }))]);
    assert!(status == 1 && said.contains("None of the keys"), "{said}");
}

#[test]
fn what_cannot_be_checked_is_said_without_a_traceback() {
    let data = tempfile::tempdir().expect("a folder");
    let chain = "00".repeat(32);
    let bad = [
        json!(null),
        json!(7),
        json!([]),
        json!({}),
        json!({ "program": "boxtop", "format": 9, "dice": 3 }),
        json!({ "program": "boxtop", "format": 4, "dice": 7 }),
        json!({ "program": "boxtop", "format": 1, "steps": [] }),
        json!({ "program": "boxtop", "format": 4, "dice": 3, "id": "m", "commitment": chain, "seats": 3, "steps": [] }),
        json!({ "program": "boxtop", "format": 4, "dice": 3, "id": "m", "commitment": chain, "seats": [], "steps": [{}] }),
        json!({ "program": "boxtop", "format": 4, "dice": 3, "id": "m", "commitment": chain, "seats": [], "steps": [7] }),
        json!({ "program": "boxtop", "format": 2, "dice": 2, "id": "m", "commitment": chain, "seats": [], "steps": [] }),
    ];
    for record in bad {
        let (status, said) = verify(data.path(), &record, &[]);
        assert!(status == 2 && !said.contains("Traceback") && !said.is_empty(), "{record}: {status} {said}");
    }
    let missing = Command::new("python3").args([VERIFIER, "/nowhere/match.json"]).output().expect("python3 starts");
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(Command::new("python3").arg(VERIFIER).output().expect("python3 starts").status.code(), Some(2));
}

#[test]
fn older_records_are_checked_and_the_words_say_what_that_is_worth() {
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/../table/tests/old/rangers-record.json");
    let output = Command::new("python3").args([VERIFIER, old]).output().expect("python3 starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("Against the host this proves nothing"), "{said}");
    let data = tempfile::tempdir().expect("a folder");
    let mut record: Value = serde_json::from_str(&std::fs::read_to_string(old).expect("the record")).expect("a record");
    record["nonces"][0] = "ffffffffffffffff".into();
    let (status, said) = verify(data.path(), &record, &[]);
    assert!(status == 1 && said.starts_with("Step "), "{status} {said}");
}
