//! No room left for the matches: people are told what to do, nothing is half
//! written, and all goes on when there is room again.

mod support;

use serde_json::{Value, json};
use std::path::Path;
use support::{Server, first_view, request};

const GAME: &str = "three-musketeers";

fn serve(data: &Path, mib: &str) -> Server {
    Server::start_with(data, &["--largest-store", mib])
}

fn open(server: &Server, board: &str) -> (u16, Value) {
    let order = json!({ "game": GAME, "mode": "home", "board": board });
    request(&server.address, "POST", "/tables", Some(&order)).expect("an answer")
}

fn board(server: &Server, ballast: usize) -> String {
    let standard = support::text(&server.address, &format!("/boards/{GAME}/board.toml")).expect("a board");
    format!("{standard}\n# {}\n", "x".repeat(ballast))
}

/// Some legal action of the view.
fn action(view: &Value) -> Value {
    let offer = &view["offers"][0];
    let key = format!("full-disk-{}", view["version"]);
    json!({ "version": view["version"], "key": key, "seat": offer["seat"], "action": offer["action"] })
}

fn record(server: &Server, table: &str) -> Value {
    request(&server.address, "GET", &format!("{table}/record"), None).expect("an answer").1
}

#[test]
fn a_full_store_says_so_and_goes_on_when_there_is_room() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve(data.path(), "1");
    let (status, opened) = open(&server, "");
    assert_eq!(status, 201, "{opened}");
    let table = opened["url"].as_str().expect("an address").to_owned();
    // Large tables, then small ones, until nothing fits.
    for ballast in [40_000, 2_000, 0] {
        let board = board(&server, ballast);
        while open(&server, &board).0 == 201 {}
    }
    let mut view = first_view(&server.address, &format!("{table}/stream")).expect("a view");
    let (asked, refused) = loop {
        let asked = action(&view);
        let (status, mut answer) =
            request(&server.address, "POST", &format!("{table}/act"), Some(&asked)).expect("an answer");
        match status {
            200 => view = answer["view"].take(),
            _ => break (asked, (status, answer)),
        }
        assert!(view["version"].as_u64() < Some(400), "it never gets full");
    };
    let (status, words) = refused;
    assert_eq!(status, 503, "{words}");
    assert!(words.to_string().contains("make room"), "it says what to do: {words}");
    let before = record(&server, &table);
    assert_eq!(first_view(&server.address, &format!("{table}/stream")).expect("a view")["version"], view["version"]);

    server.kill();
    let server = serve(data.path(), "8");
    assert_eq!(record(&server, &table), before, "nothing is half written");
    let (status, answer) = request(&server.address, "POST", &format!("{table}/act"), Some(&asked)).expect("an answer");
    assert_eq!((status, &answer["repeated"]), (200, &json!(false)), "{answer}");
    let steps = |record: &Value| record["steps"].as_array().map_or(0, Vec::len);
    assert_eq!(steps(&record(&server, &table)), steps(&before) + 1, "the same request again does it once");
}
