//! Dice that tests set: they follow from a text, and without one nobody knows them.

use crate::support::{BOXTOP, FIXED_ENTROPY, Server, request, view_of};
use serde_json::{Value, json};
use std::process::Command;

/// A server with dice that follow from a text, or with the system's.
fn serve(data: &std::path::Path, text: Option<&str>) -> Server {
    let mut command = Command::new(BOXTOP);
    command.args(["serve", "--port", "0", "--data"]).arg(data).env_remove(FIXED_ENTROPY);
    command.envs(text.map(|text| (FIXED_ENTROPY, text)));
    Server::run(command)
}

fn open(server: &Server, order: &Value) -> String {
    let (status, opened) = request(&server.address, "POST", "/tables", Some(order)).expect("an answer");
    assert_eq!(status, 201, "{opened}");
    opened["url"].as_str().expect("an address").to_owned()
}

/// Throws until somebody decides, and resigns. Returns id, seed, commitment and steps.
fn play(server: &Server, table: &str) -> [Value; 4] {
    loop {
        let view = view_of(&server.address, table).expect("a view");
        if view["chance"]["thrower"].is_null() {
            send(server, table, &view, json!({ "type": "resign", "seat": view["mine"][0] }));
            break;
        }
        send(server, table, &view, json!({ "type": "throw", "seat": view["chance"]["thrower"] }));
    }
    let record = request(&server.address, "GET", &format!("{table}/record"), None).expect("an answer").1;
    assert!(record["seed"].is_string(), "the match is over: {record}");
    ["id", "seed", "commitment", "steps"].map(|field| record[field].clone())
}

fn send(server: &Server, table: &str, view: &Value, command: Value) {
    let key = format!("dice-set-{}", view["version"]);
    let body = json!({ "version": view["version"], "key": key, "command": command });
    let (status, answer) =
        request(&server.address, "POST", &format!("/api/v1{table}/commands"), Some(&body)).expect("an answer");
    assert_eq!(status, 200, "{answer}");
}

/// The second match of a server. Between the two, other requests come or not.
fn second_match(text: Option<&str>, others: bool) -> [Value; 4] {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve(data.path(), text);
    let order = json!({ "game": "fighting-marines", "mode": "home", "players": 2 });
    let first = open(&server, &order);
    if others {
        play(&server, &first);
        let wanted = json!({ "label": "a bot", "scopes": ["play"] });
        assert_eq!(request(&server.address, "POST", "/api/v1/me/tokens", Some(&wanted)).expect("an answer").0, 201);
    }
    let second = open(&server, &order);
    play(&server, &second)
}

#[cfg(debug_assertions)]
#[test]
fn the_same_text_gives_the_same_match_whatever_else_is_asked() {
    let one = second_match(Some("a text"), false);
    assert_eq!(one, second_match(Some("a text"), true));
    let other = second_match(Some("another text"), false);
    assert!(one.iter().zip(&other).take(3).all(|(one, other)| one != other), "{one:?} {other:?}");
}

#[test]
fn without_a_text_no_two_matches_are_alike() {
    let (one, other) = (second_match(None, false), second_match(None, false));
    assert!(one.iter().zip(&other).take(3).all(|(one, other)| one != other), "{one:?} {other:?}");
}

#[cfg(debug_assertions)]
#[test]
fn a_server_with_set_dice_warns() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    for (text, warns) in [("a text", true), ("", false)] {
        let mut command = Command::new(BOXTOP);
        command.args(["serve", "--port", "0", "--data"]).arg(folder.path().join("data")).env(FIXED_ENTROPY, text);
        command.stderr(std::fs::File::create(&log).expect("a file"));
        Server::run(command).kill();
        let said = std::fs::read_to_string(&log).expect("text");
        assert_eq!(said.contains("THE DICE ARE PREDICTABLE"), warns, "{said}");
    }
}
