//! A full disk: the message says what to do, nothing is half written, and play goes on when there is room again.

use crate::support::{Server, request, view_of};
use serde_json::{Value, json};
use std::path::Path;

const GAME: &str = "three-musketeers";

fn serve(data: &Path, mib: &str) -> Server {
    Server::start_with(data, &["--largest-store", mib])
}

fn open(server: &Server, board: &str) -> (u16, Value) {
    let order = json!({ "game": GAME, "mode": "home", "board": board });
    request(&server.address, "POST", "/tables", Some(&order)).expect("an answer")
}

fn board(server: &Server, ballast: usize) -> String {
    let standard = crate::support::text(&server.address, &format!("/boards/{GAME}/board.toml")).expect("a board");
    format!("{standard}\n# {}\n", "x".repeat(ballast))
}

/// Some legal action of the view.
fn action(view: &Value) -> Value {
    let own = &view["legal_moves"][0];
    let key = format!("full-disk-{}", view["version"]);
    let command = json!({ "type": "play", "seat": own["seat"], "action": own["moves"][0]["action"] });
    json!({ "version": view["version"], "key": key, "command": command })
}

fn record(server: &Server, table: &str) -> Value {
    request(&server.address, "GET", &format!("{table}/record"), None).expect("an answer").1
}

/// Large tables, then small ones, until nothing fits.
fn fill(server: &Server) {
    for ballast in [40_000, 2_000, 0] {
        let board = board(server, ballast);
        while open(server, &board).0 == 201 {}
    }
}

/// Plays until the store refuses. Returns the view, the request and the refusal.
fn play_until_refused(server: &Server, table: &str) -> (Value, Value, Value) {
    loop {
        let view = view_of(&server.address, table).expect("a view");
        let asked = action(&view);
        let (status, answer) = act(server, table, &asked);
        if status != 200 {
            assert_eq!(status, 503, "{answer}");
            return (view, asked, answer);
        }
        assert!(view["version"].as_u64() < Some(400), "it never gets full");
    }
}

fn act(server: &Server, table: &str, asked: &Value) -> (u16, Value) {
    request(&server.address, "POST", &format!("/api/v1{table}/commands"), Some(asked)).expect("an answer")
}

fn steps(record: &Value) -> usize {
    record["steps"].as_array().map_or(0, Vec::len)
}

/// Fills the store of a server; a table at which a move is refused.
fn full(server: &Server) -> (String, Value) {
    let (status, opened) = open(server, "");
    assert_eq!(status, 201, "{opened}");
    let table = opened["url"].as_str().expect("an address").to_owned();
    fill(server);
    let (view, asked, words) = play_until_refused(server, &table);
    assert!(words.to_string().contains("free space"), "it says what to do: {words}");
    let now = view_of(&server.address, &table).expect("a view");
    assert_eq!(now["version"], view["version"], "nothing has happened");
    (table, asked)
}

/// Checks that the refused request is now carried out, once.
fn goes_on(server: &Server, table: &str, asked: &Value, before: &Value) {
    assert_eq!(record(server, table), *before, "nothing is half written");
    let (status, answer) = act(server, table, asked);
    assert_eq!((status, &answer["repeated"]), (200, &json!(false)), "{answer}");
    assert_eq!(steps(&record(server, table)), steps(before) + 1, "the same request again does it once");
}

#[test]
fn a_full_store_says_so_and_goes_on_when_it_may_be_larger() {
    let data = tempfile::tempdir().expect("a folder");
    let server = serve(data.path(), "1");
    let (table, asked) = full(&server);
    let before = record(&server, &table);
    server.kill();
    goes_on(&serve(data.path(), "8"), &table, &asked, &before);
}

/// A server on a disk of a few megabytes, half of it taken by a file.
#[cfg(target_os = "linux")]
fn serve_on_a_small_disk(data: &Path) -> Option<Server> {
    use std::process::Command;
    let may = Command::new("unshare").args(["-rm", "mount", "-t", "tmpfs", "tmpfs"]).arg(data).output();
    if !may.is_ok_and(|done| done.status.success()) {
        eprintln!("no small disk can be made on this machine: nothing is tested");
        return None;
    }
    let mut command = Command::new("unshare");
    let script = r#"mount -t tmpfs -o size=4m tmpfs "$0" && head -c 2097152 /dev/zero >"$0/ballast" && exec "$@""#;
    command.args(["-rm", "sh", "-c", script]).arg(data);
    command.args([crate::support::BOXTOP, "serve", "--port", "0", "--data"]).arg(data);
    Some(Server::run(command))
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_play_goes_on_as_soon_as_there_is_room() {
    let data = tempfile::tempdir().expect("a folder");
    let Some(server) = serve_on_a_small_disk(data.path()) else { return };
    let (table, asked) = full(&server);
    let before = record(&server, &table);
    let inside = Path::new("/proc").join(server.process().to_string()).join("root");
    let ballast = inside.join(data.path().strip_prefix("/").expect("an absolute path")).join("ballast");
    std::fs::remove_file(ballast).expect("room is made");
    goes_on(&server, &table, &asked, &before);
}
