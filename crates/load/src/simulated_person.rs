//! A simulated person with a connection to the server. Requests are repeated while the server
//! restarts.

use crate::http::{Connection, Events, Request, Response};
use anyhow::{Context, bail};
use std::time::{Duration, Instant};

/// Timeout for a server that is restarting.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The pause before a request is repeated.
const PAUSE: Duration = Duration::from_millis(20);

/// A simulated player or spectator.
pub(crate) struct SimulatedPerson {
    host: String,
    /// The cookie that identifies the person; the first response sets it.
    cookie: String,
    connection: Option<Connection>,
}

impl SimulatedPerson {
    /// A person without a cookie.
    pub(crate) fn new(host: &str) -> SimulatedPerson {
        SimulatedPerson { host: host.to_owned(), cookie: String::new(), connection: None }
    }

    /// The same person with a new connection.
    pub(crate) fn with_new_connection(&self) -> SimulatedPerson {
        SimulatedPerson { host: self.host.clone(), cookie: self.cookie.clone(), connection: None }
    }

    /// Posts JSON, and repeats the request until there is a response.
    pub(crate) async fn post(&mut self, path: &str, body: &[u8]) -> anyhow::Result<Response> {
        self.send(|| Request::post(path, "application/json", body)).await
    }

    /// Posts a form, and repeats the request until there is a response.
    pub(crate) async fn post_form(&mut self, path: &str, body: &str) -> anyhow::Result<Response> {
        self.send(|| Request::post(path, "application/x-www-form-urlencoded", body.as_bytes())).await
    }

    /// Gets a page or JSON, and repeats the request until there is a response.
    pub(crate) async fn get(&mut self, path: &str) -> anyhow::Result<Response> {
        self.send(|| Request::get(path)).await
    }

    async fn send<'a>(&mut self, request: impl Fn() -> Request<'a>) -> anyhow::Result<Response> {
        let begun = Instant::now();
        loop {
            let request = self.with_cookie(request().with("Accept", "application/json"));
            match self.try_send(&request).await {
                Ok(response) => {
                    self.keep_cookie(&response);
                    return Ok(response);
                }
                Err(error) if begun.elapsed() > TIMEOUT => return Err(error).context("the server does not response"),
                Err(_) => {
                    self.connection = None;
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    async fn try_send(&mut self, request: &Request<'_>) -> std::io::Result<Response> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(Connection::open(&self.host).await?),
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
    pub(crate) async fn listen(&self, path: &str, seen: u64) -> anyhow::Result<Events> {
        let begun = Instant::now();
        loop {
            match self.try_listen(path, seen).await {
                Ok(Ok(events)) => return Ok(events),
                Ok(Err(refused)) => bail!("the stream is refused with {}: {}", refused.status, refused.text()),
                Err(error) if begun.elapsed() > TIMEOUT => return Err(error).context("the server does not response"),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    async fn try_listen(&self, path: &str, seen: u64) -> std::io::Result<Result<Events, Response>> {
        let mut request = self.with_cookie(Request::get(path).with("Accept", "text/event-stream"));
        if seen > 0 {
            request = request.with("Last-Event-ID", &seen.to_string());
        }
        Connection::open(&self.host).await?.listen(&request).await
    }
}
