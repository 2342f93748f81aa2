//! One person with one line to the server: asks, and asks again when the
//! server went away meanwhile.

use crate::http::{Answer, Events, Line, Request};
use anyhow::{Context, bail};
use std::time::{Duration, Instant};

/// A server that is being started again is waited for so long.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long to wait before calling again.
const PAUSE: Duration = Duration::from_millis(20);

/// Somebody at a table.
pub(crate) struct Person {
    host: String,
    /// What the server knows him by; he is told with the first answer.
    cookie: String,
    line: Option<Line>,
}

impl Person {
    /// Somebody nobody knows yet.
    pub(crate) fn new(host: &str) -> Person {
        Person { host: host.to_owned(), cookie: String::new(), line: None }
    }

    /// The same person with another line.
    pub(crate) fn twin(&self) -> Person {
        Person { host: self.host.clone(), cookie: self.cookie.clone(), line: None }
    }

    /// Sends JSON, and the same again until it is answered.
    pub(crate) async fn post(&mut self, path: &str, body: &[u8]) -> anyhow::Result<Answer> {
        self.ask(|| Request::post(path, "application/json", body)).await
    }

    /// Sends a form, and the same again until it is answered.
    pub(crate) async fn form(&mut self, path: &str, body: &str) -> anyhow::Result<Answer> {
        self.ask(|| Request::post(path, "application/x-www-form-urlencoded", body.as_bytes())).await
    }

    /// Looks something up.
    pub(crate) async fn get(&mut self, path: &str) -> anyhow::Result<Answer> {
        self.ask(|| Request::get(path)).await
    }

    async fn ask<'a>(&mut self, request: impl Fn() -> Request<'a>) -> anyhow::Result<Answer> {
        let begun = Instant::now();
        loop {
            let request = self.known(request().with("Accept", "application/json"));
            match self.try_ask(&request).await {
                Ok(answer) => {
                    self.remember(&answer);
                    return Ok(answer);
                }
                Err(error) if begun.elapsed() > PATIENCE => return Err(error).context("the server does not answer"),
                Err(_) => {
                    self.line = None;
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    async fn try_ask(&mut self, request: &Request<'_>) -> std::io::Result<Answer> {
        let line = match &mut self.line {
            Some(line) => line,
            none => none.insert(Line::open(&self.host).await?),
        };
        line.ask(request).await
    }

    fn known<'a>(&self, request: Request<'a>) -> Request<'a> {
        if self.cookie.is_empty() { request } else { request.with("Cookie", &self.cookie) }
    }

    fn remember(&mut self, answer: &Answer) {
        for cookie in answer.headers("set-cookie").filter_map(|cookie| cookie.split(';').next()) {
            let separator = if self.cookie.is_empty() { "" } else { "; " };
            // Names do not matter here; only what tells who he is.
            if cookie.starts_with("boxtop_guest=") && !self.cookie.contains("boxtop_guest=") {
                self.cookie = format!("{}{separator}{cookie}", self.cookie);
            }
        }
    }

    /// Listens to a stream from a version on.
    pub(crate) async fn listen(&self, path: &str, seen: u64) -> anyhow::Result<Events> {
        let begun = Instant::now();
        loop {
            match self.try_listen(path, seen).await {
                Ok(Ok(events)) => return Ok(events),
                Ok(Err(refused)) => bail!("the stream is refused with {}: {}", refused.status, refused.text()),
                Err(error) if begun.elapsed() > PATIENCE => return Err(error).context("the server does not answer"),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    async fn try_listen(&self, path: &str, seen: u64) -> std::io::Result<Result<Events, Answer>> {
        let mut request = self.known(Request::get(path).with("Accept", "text/event-stream"));
        if seen > 0 {
            request = request.with("Last-Event-ID", &seen.to_string());
        }
        Line::open(&self.host).await?.listen(&request).await
    }
}
