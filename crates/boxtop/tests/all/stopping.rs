//! A server that is told to stop: its streams end with a time to come back, and what it has acknowledged is kept.

use crate::support::{COOKIE, Server, request, view_of};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long to wait for anything.
const PATIENCE: Duration = Duration::from_secs(60);
/// No limits on streams, which all come from one person at one table here.
const UNLIMITED: [&str; 8] = [
    "--connections-per-address",
    "0",
    "--streams-per-address",
    "0",
    "--streams-per-person",
    "0",
    "--streams-per-table",
    "0",
];

fn open_table(address: &str) -> String {
    let order = json!({ "game": "three-musketeers", "mode": "home" });
    let (status, opened) = request(address, "POST", "/tables", Some(&order)).expect("an answer");
    assert_eq!(status, 201, "{opened}");
    opened["url"].as_str().expect("a path").to_owned()
}

/// Opens a stream and reads its first view.
fn stream(address: &str, table: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let head = format!(
        "GET /api/v1{table}/events HTTP/1.1\r\nHost: {address}\r\nCookie: {COOKIE}\r\nAccept: text/event-stream\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("a request");
    let (mut text, mut part) = (Vec::new(), [0; 4096]);
    while !text.windows(13).any(|bytes| bytes == b"event: view\ni") {
        let length = stream.read(&mut part).expect("a view");
        assert!(length > 0, "{}", String::from_utf8_lossy(&text));
        text.extend_from_slice(&part[..length]);
    }
    stream
}

fn terminate(server: &Server) {
    let status = Command::new("kill").args(["-TERM", &server.process().to_string()]).status().expect("kill");
    assert!(status.success());
}

/// Stops a server with this number of streams; returns how long it took.
fn stop_with(streams: usize, data: &Path) -> Duration {
    let mut server = Server::start_with(data, &UNLIMITED);
    let table = open_table(&server.address);
    let open: Vec<_> = (0..streams).map(|_| stream(&server.address, &table)).collect();
    let view = view_of(&server.address, &table).expect("a view");
    let command = json!({ "type": "play", "seat": "attack", "action": "d6-d7" });
    let body = json!({ "version": view["version"], "key": "stopping-1", "command": command });
    let path = format!("/api/v1{table}/commands");
    let (status, answer) = request(&server.address, "POST", &path, Some(&body)).expect("an answer");
    assert_eq!(status, 200, "{answer}");
    let begun = Instant::now();
    terminate(&server);
    let code = server.wait();
    let took = begun.elapsed();
    assert_eq!(code, Some(0));
    for mut stream in open {
        let mut rest = String::new();
        stream.read_to_string(&mut rest).expect("the stream ends");
        assert!(rest.contains("retry: "), "{rest}");
    }
    let again = Server::start_with(data, &[]);
    assert_eq!(view_of(&again.address, &table).expect("a view")["version"], answer["version"]);
    took
}

#[test]
fn a_server_that_is_told_to_stop_ends_its_streams_with_a_time_to_come_back() {
    let data = tempfile::tempdir().expect("a folder");
    stop_with(50, data.path());
}

/// `BOXTOP_LONG=1` prints how long a server with 5,000 streams takes to stop. Both ends need open files for them.
#[test]
fn a_server_with_thousands_of_streams_stops_quickly() {
    if std::env::var_os("BOXTOP_LONG").is_none() {
        return;
    }
    let data = tempfile::tempdir().expect("a folder");
    let took = stop_with(5_000, data.path());
    println!("a server with 5000 streams was gone {} ms after SIGTERM", took.as_millis());
}

#[test]
fn a_client_that_sends_or_reads_nothing_does_not_hold_up_a_server_that_stops() {
    let data = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(data.path());
    let mut half = TcpStream::connect(&server.address).expect("a connection");
    half.write_all(b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        .expect("half a request");
    let mut head = TcpStream::connect(&server.address).expect("a connection");
    head.write_all(b"GET / HTTP/1.1\r\nHo").expect("half a head");
    view_of(&server.address, &open_table(&server.address)).expect("a view");
    terminate(&server);
    assert_eq!(server.wait(), Some(0));
}

#[test]
fn readiness_fails_first_and_a_second_signal_ends_the_server_at_once() {
    let data = tempfile::tempdir().expect("a folder");
    let mut server = Server::start_with(data.path(), &["--drain", "3600"]);
    let ready = |server: &Server| request(&server.address, "GET", "/readyz", None).expect("an answer").0;
    assert_eq!(ready(&server), 200);
    let table = open_table(&server.address);
    terminate(&server);
    let begun = Instant::now();
    while ready(&server) != 503 {
        assert!(begun.elapsed() < PATIENCE, "it stays ready");
    }
    assert!(view_of(&server.address, &table).is_some(), "it still answers");
    terminate(&server);
    assert_eq!(server.wait(), Some(1));
}
