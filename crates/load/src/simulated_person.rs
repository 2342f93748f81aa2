//! A simulated person with a connection to a server. Requests are repeated while it restarts, at another server if there are
//! several.

use crate::counters::Counters;
use crate::http::{Connection, Events, Request, Response};
use anyhow::{Context, bail, ensure};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Timeout for servers that do not answer.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The pauses before a request is repeated: the first, which doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(400);
/// Timeout for one response: a server may be gone without a word.
const RESPONSE: Duration = Duration::from_secs(20);

/// Where a person sends requests.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    /// `127.0.0.1:PORT` of each server, or of the proxy.
    all: Arc<[String]>,
    at: usize,
}

impl Hosts {
    pub(crate) fn new(all: impl Into<Arc<[String]>>) -> Hosts {
        Hosts { all: all.into(), at: 0 }
    }

    /// The same servers; this person begins with another one.
    pub(crate) fn beginning_at(&self, number: usize) -> Hosts {
        Hosts { all: self.all.clone(), at: number % self.all.len().max(1) }
    }

    fn current(&self) -> &str {
        self.all.get(self.at).map_or("", String::as_str)
    }

    /// The server that is tried after a failure.
    fn turn(&mut self) {
        self.at = (self.at + 1) % self.all.len().max(1);
    }
}

/// A simulated player or spectator.
pub(crate) struct SimulatedPerson {
    hosts: Hosts,
    /// The cookie that identifies the person; the first response sets it.
    cookie: String,
    connection: Option<Connection>,
    counters: Arc<Counters>,
}

impl SimulatedPerson {
    /// A person without a cookie.
    pub(crate) fn new(hosts: Hosts, counters: Arc<Counters>) -> SimulatedPerson {
        SimulatedPerson { hosts, cookie: String::new(), connection: None, counters }
    }

    /// The same person with a new connection.
    pub(crate) fn with_new_connection(&self) -> SimulatedPerson {
        let (hosts, cookie, counters) = (self.hosts.clone(), self.cookie.clone(), self.counters.clone());
        SimulatedPerson { hosts, cookie, connection: None, counters }
    }

    /// Gets the cookie that identifies the person, from the home page.
    pub(crate) async fn introduce(&mut self) -> anyhow::Result<()> {
        self.get("/").await?;
        ensure!(!self.cookie.is_empty(), "the home page sets no cookie");
        Ok(())
    }

    /// Posts JSON, and repeats the request until there is a response.
    pub(crate) async fn post(&mut self, path: &str, body: &[u8]) -> anyhow::Result<Response> {
        self.send(|| Request::post(path, "application/json", body)).await
    }

    /// Posts JSON with an idempotency key.
    pub(crate) async fn post_with_key(&mut self, path: &str, key: &str, body: &[u8]) -> anyhow::Result<Response> {
        self.send(|| Request::post(path, "application/json", body).with("Idempotency-Key", key)).await
    }

    /// Gets a page or JSON, and repeats the request until there is a response.
    pub(crate) async fn get(&mut self, path: &str) -> anyhow::Result<Response> {
        self.send(|| Request::get(path)).await
    }

    async fn send<'a>(&mut self, request: impl Fn() -> Request<'a>) -> anyhow::Result<Response> {
        let (begun, mut pause) = (Instant::now(), FIRST_PAUSE);
        loop {
            let request = self.with_cookie(request().with("Accept", "application/json"));
            let sent = tokio::time::timeout(RESPONSE, self.try_send(&request)).await;
            match sent.unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into())) {
                Ok(response) if !is_away(&response) || begun.elapsed() > TIMEOUT => {
                    self.keep_cookie(&response);
                    return Ok(response);
                }
                Err(error) if begun.elapsed() > TIMEOUT => return Err(error).context("the server does not answer"),
                _ => {
                    self.connection = None;
                    self.hosts.turn();
                    self.counters.request_repeated();
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    async fn try_send(&mut self, request: &Request<'_>) -> std::io::Result<Response> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(Connection::open(self.hosts.current()).await?),
        };
        connection.send(request).await
    }

    fn with_cookie<'a>(&self, request: Request<'a>) -> Request<'a> {
        if self.cookie.is_empty() { request } else { request.with("Cookie", &self.cookie) }
    }

    fn keep_cookie(&mut self, response: &Response) {
        for cookie in response.headers("set-cookie").filter_map(|cookie| cookie.split(';').next()) {
            let separator = if self.cookie.is_empty() { "" } else { "; " };
            // Only the cookie that identifies the guest matters here.
            if cookie.starts_with("boxtop_guest=") && !self.cookie.contains("boxtop_guest=") {
                self.cookie = format!("{}{separator}{cookie}", self.cookie);
            }
        }
    }

    /// Opens a stream that continues after this version.
    pub(crate) async fn listen(&mut self, path: &str, seen: u64) -> anyhow::Result<Events> {
        let (begun, mut pause) = (Instant::now(), FIRST_PAUSE);
        loop {
            let opened = tokio::time::timeout(RESPONSE, self.try_listen(path, seen)).await;
            match opened.unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into())) {
                Ok(Ok(events)) => return Ok(events),
                Ok(Err(refused)) if !is_away(&refused) || begun.elapsed() > TIMEOUT => {
                    bail!("the stream is refused with {}: {}", refused.status, refused.text())
                }
                Err(error) if begun.elapsed() > TIMEOUT => return Err(error).context("the server does not answer"),
                _ => {
                    self.hosts.turn();
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    async fn try_listen(&self, path: &str, seen: u64) -> std::io::Result<Result<Events, Response>> {
        let mut request = self.with_cookie(Request::get(path).with("Accept", "text/event-stream"));
        if seen > 0 {
            request = request.with("Last-Event-ID", &seen.to_string());
        }
        Connection::open(self.hosts.current()).await?.listen(&request).await
    }
}

/// Says this response that the server cannot answer now?
fn is_away(response: &Response) -> bool {
    matches!(response.status, 502..=504)
}
