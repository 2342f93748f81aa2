//! Metrics, request ids and the access log.

mod exposition;

use self::exposition::{Exposition, Family};
use super::*;
use boxtop_server::{Config, Hosts, Listening, Observe, Site, SiteSettings};
use std::collections::BTreeSet;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Mutex;
use store::Sqlite;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::prelude::*;

/// A server with metrics, until it is told to stop.
struct Running {
    at: Listening,
    stop: oneshot::Sender<()>,
    served: tokio::task::JoinHandle<Result<(), boxtop_server::ServeError>>,
    _folder: tempfile::TempDir,
}

impl Running {
    async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Arc::new(Sqlite::open(folder.path().join("matches.sqlite")).await.expect("a store"));
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = oneshot::channel();
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let observe = Observe { metrics: Some(any), commit: Some("abc123"), ..Observe::default() };
        let settings = SiteSettings { observe, ..SiteSettings::default() };
        let config = Config { bind: any.ip(), port: 0 };
        let announce = move |at: Listening| tell.send(at).expect("the test waits for it");
        let stopped = async move { drop(stopped.await) };
        let served = boxtop_server::serve_with(config, settings, Hosts::Any, store, announce, stopped);
        let served = tokio::spawn(served);
        Running { at: told.await.expect("it listens"), stop, served, _folder: folder }
    }

    /// The whole response of the listener for metrics.
    async fn ask(&self, method: &str, path: &str) -> String {
        exchange(self.at.metrics.expect("metrics are on"), method, path, "").await
    }

    async fn metrics(&self) -> Exposition {
        let answer = self.ask("GET", "/metrics").await;
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.1 200 OK"), "{head}");
        assert!(head.contains("content-type: text/plain; version=0.0.4"), "{head}");
        Exposition::parse(body)
    }

    async fn end(self) {
        self.stop.send(()).expect("it runs");
        self.served.await.expect("it ends").expect("without an error");
    }
}

const COOKIE: &str = "boxtop_guest=000102030405060708090a0b0c0d0e0f";

async fn exchange(address: SocketAddr, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\ncookie: {COOKIE}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("a response");
    answer
}

fn body(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").expect("a head").1).expect("JSON")
}

#[tokio::test]
async fn what_happens_is_counted() {
    let server = Running::start().await;
    let before = server.metrics().await;
    let order = json!({ "game": GAME, "mode": "home" }).to_string();
    let opened = body(&exchange(server.at.address, "POST", "/api/v1/tables", &order).await);
    let commands = format!("/api/v1{}/commands", opened["url"].as_str().expect("a table"));
    for (number, (action, status)) in [("d6-d7", "200"), ("d6-d7", "409"), ("nonsense", "422")].into_iter().enumerate()
    {
        let version = if status == "422" { 2 } else { 1 };
        let command =
            json!({ "type": "play", "seat": if status == "422" { "musketeers" } else { "attack" }, "action": action });
        let sent = json!({ "version": version, "key": format!("key-{number:08}"), "command": command }).to_string();
        let answer = exchange(server.at.address, "POST", &commands, &sent).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    }
    exchange(server.at.address, "GET", "/no/such/page", "").await;
    let after = server.metrics().await;
    let grown = |name: &str, labels: &[(&str, &str)]| after.value(name, labels) - before.value(name, labels);
    for result in ["accepted", "conflict", "refused"] {
        assert_eq!(grown("boxtop_actions_total", &[("game", GAME), ("result", result)]), 1.0, "{result}");
    }
    assert_eq!(grown("boxtop_action_duration_seconds_count", &[]), 3.0);
    let requests = |route, status| grown("boxtop_http_requests_total", &[("route", route), ("status", status)]);
    assert_eq!((requests("command", "2xx"), requests("command", "4xx")), (1.0, 2.0));
    assert_eq!((requests("table", "2xx"), requests("unknown", "4xx")), (1.0, 1.0));
    assert_eq!(grown("boxtop_http_request_duration_seconds_count", &[("route", "command")]), 3.0);
    assert_eq!(grown("boxtop_store_append_duration_seconds_count", &[]), 2.0, "the opening and the move");
    assert_eq!(grown("boxtop_store_batch_size_sum", &[]), 2.0);
    assert_eq!(after.value("boxtop_matches_in_memory", &[]), 1.0);
    assert_eq!(after.value("boxtop_store_queue_length", &[]), 0.0);
    assert_eq!(after.value("boxtop_build_info", &[("version", env!("CARGO_PKG_VERSION")), ("commit", "abc123")]), 1.0);
    server.end().await;
}

#[tokio::test]
async fn open_streams_and_connections_are_gauges() {
    let server = Running::start().await;
    let order = json!({ "game": GAME, "mode": "home" }).to_string();
    let opened = body(&exchange(server.at.address, "POST", "/api/v1/tables", &order).await);
    let events = opened["events"].as_str().expect("a stream");
    let mut streams = Vec::new();
    for cookie in [COOKIE, "boxtop_guest=ffffffffffffffffffffffffffffffff"] {
        let mut stream = TcpStream::connect(server.at.address).await.expect("a connection");
        let head = format!("GET {events} HTTP/1.1\r\nhost: x\r\ncookie: {cookie}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.expect("sent");
        // The head of the response means that the stream is open.
        assert_eq!(stream.read_u8().await.expect("a response"), b'H');
        streams.push(stream);
    }
    let open = server.metrics().await;
    assert_eq!(open.value("boxtop_streams", &[("kind", "player")]), 1.0);
    assert_eq!(open.value("boxtop_streams", &[("kind", "spectator")]), 1.0);
    assert!(open.value("boxtop_connections", &[]) >= 2.0);
    drop(streams);
    loop {
        let closed = server.metrics().await;
        let kinds = ["player", "spectator"].map(|kind| closed.value("boxtop_streams", &[("kind", kind)]));
        if kinds == [0.0; 2] && closed.value("boxtop_connections", &[]) == 0.0 {
            break;
        }
        tokio::task::yield_now().await;
    }
    server.end().await;
}

#[tokio::test]
async fn the_listener_for_metrics_serves_nothing_else() {
    let server = Running::start().await;
    for (method, path, status) in [
        ("GET", "/livez", "200"),
        ("GET", "/readyz", "200"),
        ("POST", "/metrics", "405"),
        ("DELETE", "/metrics", "405"),
        ("GET", "/", "404"),
        ("GET", "/lobby", "404"),
        ("GET", "/api/v1/games", "404"),
    ] {
        let answer = server.ask(method, path).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{method} {path}: {answer}");
    }
    let elsewhere = exchange(server.at.address, "GET", "/metrics", "").await;
    assert!(elsewhere.starts_with("HTTP/1.1 404"), "metrics are not for players: {elsewhere}");
    server.end().await;
}

#[tokio::test]
async fn computers_that_think_are_measured_by_level() {
    let server = Running::start().await;
    let order = json!({ "game": GAME, "mode": "computer", "side": "attack", "level": "private" }).to_string();
    let opened = body(&exchange(server.at.address, "POST", "/api/v1/tables", &order).await);
    let path = format!("/api/v1{}", opened["url"].as_str().expect("a table"));
    let sent = json!({ "version": 1, "key": "a-first-move", "command": { "type": "play", "seat": "attack", "action": "d6-d7" } });
    let answer = exchange(server.at.address, "POST", &format!("{path}/commands"), &sent.to_string()).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    while server.metrics().await.value("boxtop_thinking_seconds_count", &[("level", "private")]) == 0.0 {
        tokio::task::yield_now().await;
    }
    let metrics = server.metrics().await;
    assert!(metrics.value("boxtop_search_wait_seconds_count", &[]) >= 1.0);
    assert_eq!(metrics.value("boxtop_thinking_seconds_count", &[("level", "general")]), 0.0);
    server.end().await;
}

/// The metrics that a dashboard or a rule names.
fn named(text: &str) -> BTreeSet<String> {
    let word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.split(|letter: char| !word(letter)).filter(|word| word.starts_with("boxtop_")).map(str::to_owned).collect()
}

#[tokio::test]
async fn every_metric_of_the_dashboard_and_the_alerts_exists_and_is_documented() {
    let server = Running::start().await;
    let metrics = server.metrics().await;
    let read = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let dashboard = read("deploy/grafana/boxtop.json");
    let parsed: Value = serde_json::from_str(&dashboard).expect("JSON");
    assert!(parsed["panels"].as_array().is_some_and(|panels| panels.len() > 10));
    let (alerts, docs) = (read("deploy/prometheus/alerts.yml"), read("docs/observability.md"));
    let exposed: BTreeSet<String> = metrics.families.iter().flat_map(Family::sample_names).collect();
    for (file, text) in [("dashboard", &dashboard), ("alerts", &alerts)] {
        let named = named(text);
        assert!(named.len() > 5, "{file}");
        let unknown: Vec<_> = named.difference(&exposed).collect();
        assert!(unknown.is_empty(), "{file} names metrics that do not exist: {unknown:?}");
    }
    for family in &metrics.families {
        assert!(docs.contains(&format!("`{}`", family.name)), "{} is not documented", family.name);
        assert!(
            named(&dashboard).iter().any(|name| family.sample_names().contains(name)),
            "{} has no panel",
            family.name
        );
    }
    server.end().await;
}

/// Everything that was logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).expect("text")
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Log;

    fn make_writer(&'a self) -> Log {
        self.clone()
    }
}

fn logging(trusted_proxy: bool) -> Router {
    let observe = Observe { access_log: true, ..Observe::default() };
    let settings = SiteSettings { observe, trusted_proxy, ..SiteSettings::default() };
    boxtop_server::app(Site::new(Arc::new(Memory::new())).with_settings(settings))
}

/// Every secret that a browser or a program can send, at every level of the log and in both forms.
#[tokio::test]
async fn the_log_never_contains_a_secret() {
    for json in [false, true] {
        let log = Log::default();
        let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(log.clone());
        let lines = if json { lines.json().boxed() } else { lines.boxed() };
        let loggable = filter_fn(|metadata| boxtop_server::is_loggable(metadata.target()));
        let _guard = tracing_subscriber::registry().with(lines.with_filter(loggable)).set_default();
        let app = logging(false);
        let mut anna = Person::at(&app);
        let table = anna.open(json!({})).await;
        let token = anna.token(&["read", "play"]).await;
        let link = anna.call(Method::POST, "/me/link", Value::Null).await.json()["url"].as_str().unwrap().to_owned();
        let link = link.rsplit('/').next().unwrap().to_owned();
        let nonce = "c0ffee00c0ffee00c0ffee00c0ffee00";
        let key = "an-idempotency-key";
        anna.get(&format!("/link/{link}")).await;
        anna.get(&format!("/no-page/link/{link}?link={link}")).await;
        anna.get("/reset/feedfacefeedfacefeedface").await;
        anna.get(&format!("{table}?token={token}")).await;
        anna.command(&table, "add_nonce", json!({ "version": 1, "key": key, "seat": "attack", "nonce": nonce })).await;
        anna.form("/login", "name=Anna&password=open-sesame-please").await;
        call_with(&app, &token, Method::GET, "/me", Value::Null).await;
        anna.form(&format!("/link/{link}"), "").await;
        let text = log.text();
        let id = table.rsplit('/').next().unwrap();
        let secrets = [id, &link, &token, nonce, key, anna.secret(), "open-sesame-please", "feedface", "boxtop_guest="];
        for secret in secrets {
            assert!(secret.len() > 6 && !text.contains(secret), "{secret} is in the log:\n{text}");
        }
        let wanted = if json { r#""route":"/link/{link}""# } else { r#"route="/link/{link}""# };
        assert_eq!(
            text.lines().filter(|line| line.contains(wanted) && line.contains("boxtop::access")).count(),
            2,
            "{text}"
        );
    }
}

#[tokio::test]
async fn a_line_of_the_access_log_has_method_route_status_time_bytes_and_id() {
    let log = Log::default();
    let lines = tracing_subscriber::fmt().json().flatten_event(true).with_writer(log.clone());
    let _guard = tracing::subscriber::set_default(lines.finish());
    let app = logging(true);
    let request = Request::get("/rules/three-musketeers?x=1").header("x-request-id", "from.proxy-1");
    let answer = Answer::read(app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()).await;
    assert_eq!(answer.headers["x-request-id"], "from.proxy-1");
    let text = log.text();
    let line: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    let fields = ["method", "route", "status", "bytes", "id", "target"].map(|field| line[field].clone());
    let bytes = answer.text.len();
    assert_eq!(
        Value::from(fields.to_vec()),
        json!(["GET", "/rules/{slug}", 200, bytes, "from.proxy-1", "boxtop::access"])
    );
    assert!(line["ms"].as_f64().is_some_and(|ms| ms >= 0.0), "{line}");
}

#[tokio::test]
async fn the_id_of_a_request_is_in_its_response_its_problem_and_the_log() {
    let log = Log::default();
    let lines = tracing_subscriber::fmt().with_max_level(tracing::Level::ERROR).with_ansi(false);
    let _guard = tracing::subscriber::set_default(lines.with_writer(log.clone()).finish());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("matches.sqlite");
    let mut anna = Person::at(&site_on(Arc::new(Sqlite::open(&file).await.expect("a store"))));
    let table = anna.open(json!({})).await;
    assert_eq!(anna.act(&table, 1, "attack", "d6-d7").await.status, StatusCode::OK);
    std::fs::remove_file(&file).expect("deleted");
    let failed = anna.act(&table, 2, "musketeers", "e7-e8").await;
    assert_eq!(failed.status, StatusCode::SERVICE_UNAVAILABLE);
    let id = failed.headers["x-request-id"].to_str().expect("an id");
    assert_eq!(failed.json()["request_id"], id);
    let text = log.text();
    let named = |line: &&str| line.contains(&format!("id=\"{id}\"")) && line.contains("the store failed to write");
    assert_eq!(text.lines().filter(named).count(), 1, "{text}");
    let request = anna.request(Method::GET, "/api/v1/no-such-thing").header("x-request-id", "made-up");
    let answer = anna.send(request.body(Body::empty()).unwrap()).await;
    assert_ne!(answer.headers["x-request-id"], "made-up", "nobody but a trusted proxy chooses ids");
    assert_eq!(answer.json()["request_id"], answer.headers["x-request-id"].to_str().unwrap());
}
