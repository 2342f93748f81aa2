//! `boxtop serve --traces`: spans arrive at a collector, and tell nothing about people or tables.

use crate::support::{BOXTOP, Server, request, view_of};
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// How long to wait for spans.
const PATIENCE: Duration = Duration::from_secs(60);

/// A collector: its address, and what it receives as (first line and headers, body).
fn collector() -> (String, Receiver<(String, Vec<u8>)>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let (received, spans) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let received = received.clone();
            std::thread::spawn(move || collect(stream, &received));
        }
    });
    (address, spans)
}

/// Answers the requests of one connection.
fn collect(stream: TcpStream, received: &Sender<(String, Vec<u8>)>) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            (lines.read_line(&mut head).ok()? > 0).then_some(())?;
        }
        let length =
            head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok())?;
        let mut body = vec![0; length];
        lines.read_exact(&mut body).ok()?;
        received.send((head, body)).ok()?;
        (&stream).write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").ok()?;
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn spans_of_requests_and_actions_reach_the_collector_without_ids_of_tables_or_people() {
    let ((address, spans), data) = (collector(), tempfile::tempdir().expect("a folder"));
    let mut command = Command::new(BOXTOP);
    command.args(["serve", "--port", "0", "--traces", &address, "--data"]).arg(data.path());
    command.env("OTEL_BSP_SCHEDULE_DELAY", "50").env("BOXTOP_FIXED_ENTROPY", "traces");
    let server = Server::run(command);
    let order = json!({ "game": "three-musketeers", "mode": "home" });
    let (_, opened) = request(&server.address, "POST", "/tables", Some(&order)).expect("an answer");
    let table = opened["url"].as_str().expect("a path").to_owned();
    let view = view_of(&server.address, &table).expect("a view");
    let list = &view["legal_moves"][0];
    let play = json!({ "type": "play", "seat": list["seat"], "action": list["moves"][0]["action"] });
    let body = json!({ "version": view["version"], "key": "traces-1", "command": play });
    let (status, _) =
        request(&server.address, "POST", &format!("/api/v1{table}/commands"), Some(&body)).expect("an answer");
    assert_eq!(status, 200);
    let (mut all, wanted) =
        (Vec::new(), ["POST /api/v1/tables/{table}/commands", "action", "append", "three-musketeers"]);
    while !wanted.iter().all(|name| contains(&all, name)) {
        let (head, body) = spans.recv_timeout(PATIENCE).expect("the spans arrive");
        assert!(head.starts_with("POST /v1/traces ") && head.contains("application/x-protobuf"), "{head}");
        all.extend(body);
    }
    let id = table.rsplit('/').next().expect("an id");
    assert!(!contains(&all, id) && !contains(&all, "boxtop_guest"), "nothing that identifies a table or a person");
}

#[test]
fn an_address_that_is_none_is_explained() {
    let args = ["serve", "--port", "0", "--traces", "collector:4318"];
    let output = Command::new(BOXTOP).args(args).stdin(Stdio::null()).output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("it must look like http://"), "{said}");
}
