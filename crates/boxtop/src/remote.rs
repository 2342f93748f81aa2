//! A table on another machine, through the public API: what a bot or a terminal
//! needs to sit at it. Who plays, and how well, is its caller's business.

use crate::common::Usage;
use crate::http::{Answer, Event, Events, Line, Request};
use anyhow::{Context, bail};
use kernel::record::Record;
use protocol::{Command, CommandRequest, Problem};
use rand::TryRng;
use rand::rngs::SysRng;
use serde::Deserialize;
use serde_json::Value;
use std::io;
use std::time::Duration;

/// Waits between two calls to a server that does not answer: longer and longer, up to the last.
const PAUSES: [Duration; 5] =
    [Duration::from_millis(200), Duration::from_secs(1), Duration::from_secs(3), Duration::from_secs(10), LONGEST];
const LONGEST: Duration = Duration::from_secs(30);
/// A server that is silent for so long is gone: it says at least every few seconds that it is there.
const SILENCE: Duration = Duration::from_secs(60);
/// So often a call is tried.
const ATTEMPTS: usize = 20;

/// An answer that takes longer does not come any more.
const TOO_LONG: Duration = Duration::from_secs(40);

/// Who is asking.
#[derive(Clone)]
pub(crate) enum Pass {
    /// Who has made this token.
    Token(String),
    /// A guest with his cookies; somebody new when there are none.
    Guest(String),
}

/// A server, asked by somebody.
#[derive(Clone)]
pub(crate) struct Server {
    host: String,
    pass: Pass,
}

impl Server {
    /// The server at an address.
    pub(crate) fn new(url: &str, pass: Pass) -> anyhow::Result<Server> {
        let bad = |token: &String| token.is_empty() || token.chars().any(|c| c.is_control() || c == ' ');
        if matches!(&pass, Pass::Token(token) if bad(token)) {
            return Err(
                Usage("the token is empty or holds blanks; make one on the page “me” of the server".into()).into()
            );
        }
        Ok(Server { host: host(url)?, pass })
    }

    /// `host:port`.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// The same server, asked by somebody else.
    pub(crate) fn asked_by(self, pass: Pass) -> Server {
        Server { pass, ..self }
    }

    fn signed<'a>(&self, request: Request<'a>) -> Request<'a> {
        match &self.pass {
            Pass::Token(token) => request.with("Authorization", &format!("Bearer {token}")),
            Pass::Guest(cookies) if cookies.is_empty() => request,
            Pass::Guest(cookies) => request.with("Cookie", cookies),
        }
    }

    /// Asks once.
    pub(crate) async fn ask(&self, method: &'static str, path: &str, body: &str) -> io::Result<Answer> {
        let request = Request { method, path, headers: String::new(), body: body.as_bytes() };
        let request = self.signed(request).with("Content-Type", "application/json").with("Accept", "application/json");
        let asked = async { Line::open(&self.host).await?.ask(&request).await };
        tokio::time::timeout(TOO_LONG, asked).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }

    /// Asks for a stream of events.
    pub(crate) async fn listen(&self, path: &str, last: Option<&str>) -> io::Result<Result<Events, Answer>> {
        let mut request = self.signed(Request::get(path)).with("Accept", "text/event-stream");
        if let Some(last) = last {
            request = request.with("Last-Event-ID", last);
        }
        let asked = async { Line::open(&self.host).await?.listen(&request).await };
        tokio::time::timeout(TOO_LONG, asked).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }
}

/// A table's id, from itself or from its address.
pub(crate) fn table_id(text: &str) -> anyhow::Result<String> {
    let table = text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    if table.is_empty() || !table.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
        let shown: String = table.chars().take(60).filter(|letter| !letter.is_control()).collect();
        return Err(Usage(format!("`{shown}` is no table; give its id or its address")).into());
    }
    Ok(table.to_owned())
}

/// A table somewhere else.
pub(crate) struct Remote {
    server: Server,
    table: String,
    events: Option<Events>,
    /// The id of the last event.
    last: Option<String>,
}

/// As much of a view as a player needs.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct View {
    pub(crate) version: u64,
    pub(crate) game: String,
    pub(crate) phase: String,
    pub(crate) headline: String,
    pub(crate) mine: Vec<String>,
    pub(crate) turn: Vec<String>,
    pub(crate) chance: Option<Chance>,
}

/// The throw that is to be made.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Chance {
    pub(crate) thrower: Option<String>,
    pub(crate) mine: bool,
}

/// What became of something asked.
pub(crate) enum Reply {
    /// It is done.
    Done,
    /// The table has moved on; look again.
    Late,
}

impl Remote {
    /// A table by the address of the server and its own id or address.
    pub(crate) fn new(url: &str, token: &str, table: &str) -> anyhow::Result<Remote> {
        let server = Server::new(url, Pass::Token(token.to_owned()))?;
        Ok(Remote { server, table: table_id(table)?, events: None, last: None })
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/v1/tables/{}{rest}", self.table)
    }

    /// The table as this player sees it.
    pub(crate) async fn view(&self) -> anyhow::Result<View> {
        let answer = expect(self.ask("GET", "", Value::Null).await?)?;
        serde_json::from_slice(&answer.body).context("the server's view cannot be read; is it another Boxtop?")
    }

    /// Sits down and adds a random number of this machine's own to the dice.
    pub(crate) async fn join(&self, seat: Option<&str>, name: Option<&str>) -> anyhow::Result<()> {
        let (seat, name) = (seat.map(str::to_owned), name.map(str::to_owned));
        self.command(0, Command::Sit { seat, name, nonce: Some(random::<16>()?) }).await.map(drop)
    }

    /// The match as it stands on paper.
    pub(crate) async fn record(&self) -> anyhow::Result<Record> {
        let answer = expect(self.ask("GET", "/record", Value::Null).await?)?;
        serde_json::from_slice(&answer.body).context("the server's record cannot be read; is it another Boxtop?")
    }

    /// Throws for the seat.
    pub(crate) async fn throw(&self, version: u64, seat: &str) -> anyhow::Result<Reply> {
        self.command(version, Command::Throw { seat: seat.to_owned() }).await
    }

    /// Acts for the seat.
    pub(crate) async fn act(&self, version: u64, seat: &str, action: &str) -> anyhow::Result<Reply> {
        self.command(version, Command::Play { seat: seat.to_owned(), action: action.to_owned() }).await
    }

    async fn command(&self, version: u64, command: Command) -> anyhow::Result<Reply> {
        let request = CommandRequest::new(version, random::<16>()?, command);
        let answer = self.ask("POST", "/commands", serde_json::to_value(&request)?).await?;
        if answer.status == 409 { Ok(Reply::Late) } else { expect(answer).map(|_| Reply::Done) }
    }

    /// Asks until there is an answer; the same request is never done twice, for its key is the same.
    async fn ask(&self, method: &'static str, rest: &str, body: Value) -> anyhow::Result<Answer> {
        let (path, body) = (self.path(rest), if body.is_null() { String::new() } else { body.to_string() });
        let mut pauses = PAUSES.into_iter().chain(std::iter::repeat(LONGEST));
        let mut tried = 0;
        loop {
            let answer = self.server.ask(method, &path, &body).await;
            tried += 1;
            match answer {
                // Too fast, or the server cannot write just now: later.
                Ok(answer) if matches!(answer.status, 429 | 503) && tried < ATTEMPTS => {
                    let told = answer.headers("retry-after").next().and_then(|seconds| seconds.parse().ok());
                    let pause = pauses.next().unwrap_or(LONGEST);
                    tokio::time::sleep(told.map_or(pause, Duration::from_secs)).await;
                }
                Ok(answer) => return Ok(answer),
                Err(error) if tried >= ATTEMPTS => {
                    let host = self.server.host();
                    return Err(error).with_context(|| format!("{host} does not answer; is the server there?"));
                }
                Err(_) => tokio::time::sleep(pauses.next().unwrap_or(LONGEST)).await,
            }
        }
    }

    /// The next view that is sent, over as many streams as it takes.
    pub(crate) async fn news(&mut self) -> anyhow::Result<View> {
        loop {
            let event = self.event().await?;
            self.last = event.id.or(self.last.take());
            if event.name == "view" {
                return serde_json::from_slice(&event.data).context("the server's view cannot be read");
            }
        }
    }

    async fn event(&mut self) -> anyhow::Result<Event> {
        let mut pauses = PAUSES.into_iter();
        loop {
            if let Some(events) = &mut self.events {
                if let Ok(Ok(event)) = tokio::time::timeout(SILENCE, events.next()).await {
                    return Ok(event);
                }
                self.events = None;
            }
            match self.server.listen(&self.path("/events"), self.last.as_deref()).await {
                Ok(Ok(events)) => self.events = Some(events),
                Ok(Err(refused)) if !matches!(refused.status, 429 | 503) => {
                    return Err(expect(refused).err().unwrap_or_else(|| anyhow::anyhow!("no stream")));
                }
                _ => match pauses.next() {
                    Some(pause) => tokio::time::sleep(pause).await,
                    None => bail!("{} has gone away and does not come back", self.server.host()),
                },
            }
        }
    }
}

/// `http://host:port/` as `host:port`.
fn host(url: &str) -> anyhow::Result<String> {
    let Some(rest) = url.strip_prefix("http://") else {
        let why = if url.starts_with("https://") {
            "https is not spoken here; use http in your own network, or a tunnel to the server"
        } else {
            "it must look like http://localhost:1943/"
        };
        return Err(Usage(format!("the address {url} cannot be used: {why}")).into());
    };
    let host = rest.split('/').next().unwrap_or_default();
    if host.is_empty() || host.contains(['@', ' ', '\r', '\n']) {
        return Err(Usage(format!("there is no server in the address {url}")).into());
    }
    let has_port = host.rsplit(':').next().is_some_and(|port| port.parse::<u16>().is_ok()) && host.contains(':');
    Ok(if has_port { host.to_owned() } else { format!("{host}:80") })
}

/// The answer if it is a good one; else what the server says is wrong.
pub(crate) fn expect(answer: Answer) -> anyhow::Result<Answer> {
    if (200..300).contains(&answer.status) {
        return Ok(answer);
    }
    let problem: Problem = serde_json::from_slice(&answer.body).unwrap_or_default();
    let words = Some(problem.message()).filter(|words| !words.is_empty()).unwrap_or_else(|| answer.text());
    bail!("the server refuses ({}): {}", answer.status, words.chars().take(500).collect::<String>())
}

/// So many random bytes of the system, in hexadecimal.
pub(crate) fn random<const N: usize>() -> anyhow::Result<String> {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).context("the system gives no random bytes")?;
    Ok(table::hex(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_server_and_a_port() {
        assert_eq!(host("http://localhost:1943/").unwrap(), "localhost:1943");
        assert_eq!(host("http://box.test").unwrap(), "box.test:80");
        for bad in ["https://box.test", "box.test", "http://", "http://me@box.test"] {
            assert!(host(bad).unwrap_err().is::<Usage>(), "{bad}");
        }
    }

    #[test]
    fn a_table_is_known_by_its_id_or_its_address() {
        let table = |text: &str| Remote::new("http://box.test", "secret", text).map(|remote| remote.table);
        assert_eq!(table("abc-12").unwrap(), "abc-12");
        assert_eq!(table("http://box.test/tables/abc-12/").unwrap(), "abc-12");
        assert!(table("").is_err() && table("a b").is_err());
        assert!(Remote::new("http://box.test", "two words", "abc").is_err());
    }
}
