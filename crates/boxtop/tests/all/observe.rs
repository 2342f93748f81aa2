//! `boxtop serve` as its operator sees it: metrics on a port of their own, and a log in JSON.

use crate::support::{BOXTOP, text};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A process that is killed when the test is done with it.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_server_says_where_its_metrics_are_and_logs_requests_without_their_secrets() {
    let data = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(BOXTOP);
    command.args([
        "serve",
        "--port",
        "0",
        "--metrics",
        "127.0.0.1:0",
        "--access-log",
        "--log-format",
        "json",
        "--data",
    ]);
    command.arg(data.path()).env("BOXTOP_LOG", "trace").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = Killed(command.spawn().expect("the server starts"));
    let mut said = BufReader::new(server.0.stdout.take().expect("its output")).lines();
    let mut address = || {
        let line = said.next().expect("a line").expect("text");
        line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_owned()
    };
    let (players, metrics) = (address(), address());
    let page = text(&metrics, "/metrics").expect("metrics");
    assert!(
        page.contains(concat!("boxtop_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\",commit=\"")),
        "{page}"
    );
    text(&players, "/link/open-sesame?then=open-sesame").expect("an answer");
    let mut log = BufReader::new(server.0.stderr.take().expect("its log")).lines().map(|line| line.expect("text"));
    // Everything that is logged for the request, to its line in the access log.
    let is_last = |line: &String| {
        assert!(!line.contains("sesame"), "{line}");
        line.contains("boxtop::access")
    };
    let line = log.find(is_last).expect("a line");
    let line: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!((line["method"].as_str(), line["route"].as_str()), (Some("GET"), Some("/link/{link}")), "{line}");
    assert_eq!(line["status"], 404, "{line}");
}
