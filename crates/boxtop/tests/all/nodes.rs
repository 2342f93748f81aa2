//! Servers that share a PostgreSQL database: any of them takes a move, and one may be killed.

use crate::support::{BOXTOP, Server, request, view_of};
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long to wait for another server to hear of a move.
const PATIENCE: Duration = Duration::from_secs(60);

fn node(schema: &str, more: &[&str]) -> (tempfile::TempDir, Server) {
    let data = tempfile::tempdir().expect("a folder");
    let store = testkit::postgres::address(schema);
    let server = Server::start_with(data.path(), &[&["--store", &store], more].concat());
    (data, server)
}

/// Plays the first legal move; returns the version it reached.
fn play(address: &str, table: &str, view: &Value) -> u64 {
    let list = &view["legal_moves"][0];
    let command = json!({ "type": "play", "seat": list["seat"], "action": list["moves"][0]["action"] });
    let key = format!("nodes-{:08}", view["version"].as_u64().expect("a version"));
    let body = json!({ "version": view["version"], "key": key, "command": command });
    let (status, answer) =
        request(address, "POST", &format!("/api/v1{table}/commands"), Some(&body)).expect("an answer");
    assert_eq!(status, 200, "{answer}");
    answer["version"].as_u64().expect("a version")
}

/// The view at this server once it has reached this version.
fn reached(address: &str, table: &str, version: u64) -> Value {
    let begin = Instant::now();
    loop {
        let view = view_of(address, table).expect("a view");
        if view["version"].as_u64() >= Some(version) {
            return view;
        }
        assert!(begin.elapsed() < PATIENCE, "version {version} never came: {}", view["version"]);
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_match_goes_on_at_another_server_when_its_own_is_killed() {
    play_on_without_the_first(&[]);
}

#[test]
fn a_match_goes_on_at_another_server_over_nats() {
    play_on_without_the_first(&["--bus", testkit::nats::server()]);
}

fn play_on_without_the_first(more: &[&str]) {
    let schema = testkit::postgres::new_schema();
    let ((_a, one), (b, other)) = (node(&schema, more), node(&schema, more));
    let order = json!({ "game": "three-musketeers", "mode": "home" });
    let (status, opened) = request(&one.address, "POST", "/tables", Some(&order)).expect("an answer");
    assert_eq!(status, 201, "{opened}");
    let table = opened["url"].as_str().expect("a path").to_owned();
    let mut view = view_of(&one.address, &table).expect("a view");
    for round in 0..4 {
        let (here, there) = if round % 2 == 0 { (&one, &other) } else { (&other, &one) };
        let version = play(&here.address, &table, &view);
        view = reached(&there.address, &table, version);
    }
    one.kill();
    let version = play(&other.address, &table, &view);
    assert_eq!(reached(&other.address, &table, version)["version"], version);
    assert_eq!(std::fs::read_dir(b.path()).expect("the folder").count(), 0, "nothing is kept on the server's own disk");
}

#[test]
fn an_address_that_cannot_be_used_is_explained_without_its_password() {
    for (address, code, words) in [
        ("mysql://ann:s3cret@h/club", 2, "does not begin with postgres://"),
        ("games.db", 2, "postgres://USER:PASSWORD@HOST/DATABASE"),
        ("postgres://ann:s3cret@127.0.0.1:1/club", 1, "see that the server runs"),
    ] {
        refused(&["--store", address], code, words);
    }
}

/// The server does not start, and says why.
fn refused(args: &[&str], code: i32, words: &str) {
    let all = [&["serve", "--port", "0"], args].concat();
    let output = Command::new(BOXTOP).args(all).stdin(Stdio::null()).output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    assert!(said.contains(words) && !said.contains("s3cret"), "{args:?}: {said}");
}

#[test]
fn a_bus_that_cannot_be_used_is_explained_without_its_password() {
    let database = "postgres://127.0.0.1:1/club";
    refused(&["--bus", "nats://ann:s3cret@127.0.0.1"], 2, "name it with --store");
    refused(&["--store", database, "--bus", "http://ann:s3cret@bus"], 2, "nats://USER:PASSWORD@HOST:PORT");
    refused(&["--store", database, "--bus", "ann:s3cret@bus"], 2, "it has no “://”");
}
