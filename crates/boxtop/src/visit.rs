//! A visit to a table of a server, as the terminal plays at it.
//!
//! - [`wire`]: what the server says, made into what a terminal shows.
//! - [`listener`]: what comes, in a task of its own.
//! - [`deed`]: what is done, each in a task of its own until it is answered.
//! - [`guest`]: who one is at a server without a token.
//! - [`lists`]: tables to choose from.
//!
//! [`Visit`] stands between them and the terminal: it is asked in the terminal's own
//! thread and waits for nothing.

mod deed;
pub(crate) mod guest;
mod listener;
pub(crate) mod lists;
mod wire;

use crate::remote::{Server, expect, random};
use anyhow::Context;
use catalog::Advice;
use deed::Kind;
use kernel::dynamic::{DynGame, DynMatch};
use kernel::{Refusal, Seat, SeatSet};
use listener::{Listener, Table, at_once};
use protocol::CommandRequest;
use serde_json::{Value, json};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use table::Command;
use tokio::runtime::{Handle, Runtime};
use tokio::task::AbortHandle;
use tui::{Answer, Bell, ClockFace, Message, Seen, Trouble, Venue, Words, venue};
use wire::Snapshot;

/// Something that a task has to tell.
pub(crate) enum Got {
    /// The table as it stands now.
    Snapshot(Box<Snapshot>),
    /// Something was said.
    Talk(Vec<Words>),
    /// The line is down.
    Down(String),
    /// The line is up.
    Up,
    /// What was asked is done, and the table has reached this version.
    Done(u64),
    /// What was asked was not done.
    Refused { text: String, rule: Option<String> },
    /// What a general would do at this version.
    Hint(u64, Advice),
    /// The match that follows.
    Moved(String),
    /// A rematch is offered, and somebody has still to accept it.
    Offered,
    /// There is no use in going on.
    Gone(String),
}

/// Where tasks leave what they have to tell.
#[derive(Clone)]
pub(crate) struct Post {
    /// The table it is about: one that was left has nothing to tell any more.
    number: u64,
    box_: Sender<(u64, Got)>,
    bell: Arc<OnceLock<Bell>>,
}

impl Post {
    fn send(&self, got: Got) {
        let _ = self.box_.send((self.number, got));
        if let Some(ring) = self.bell.get() {
            ring();
        }
    }
}

/// Something that was asked and has not been answered.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Owed {
    /// It is on its way.
    Sent,
    /// It is done; the table as it is since is still to come.
    Version(u64),
    /// Another table is on its way.
    OtherTable,
}

/// A visit to a table.
pub(crate) struct Visit {
    runtime: Runtime,
    url: String,
    table: Table,
    now: Snapshot,
    post: Post,
    got: Receiver<(u64, Got)>,
    listener: AbortHandle,
    owed: Option<Owed>,
    down: bool,
    /// What was said before this terminal came.
    talk: Vec<Words>,
    /// The last message that was known when it came.
    chat: u64,
    /// By how much the server's clock is ahead of this machine's, in milliseconds.
    ahead: i64,
    /// Was a rematch offered or accepted here? Then the visit goes on there.
    wants_rematch: bool,
}

impl Visit {
    /// Comes to a table; `sit` says whether, and how, to sit down.
    pub(crate) fn open(runtime: Runtime, server: Server, url: &str, id: &str, sit: &Sit) -> anyhow::Result<Visit> {
        let table = Table { server, id: id.to_owned() };
        let (now, talk, chat, ahead) = runtime.block_on(come(&table, sit))?;
        let (box_, got) = channel();
        let post = Post { number: 0, box_, bell: Arc::default() };
        let listener = runtime.spawn(std::future::ready(())).abort_handle();
        let url = url.trim_end_matches('/').to_owned();
        let (owed, down, wants_rematch) = (None, false, false);
        Ok(Visit { runtime, url, table, now, post, got, listener, owed, down, talk, chat, ahead, wants_rematch })
    }

    /// For what has to be awaited beside the table.
    pub(crate) fn handle(&self) -> Handle {
        self.runtime.handle().clone()
    }

    /// The table's id.
    pub(crate) fn id(&self) -> &str {
        &self.table.id
    }

    fn start_listening(&mut self, shown: Option<wire::Shown>, chat: u64) {
        self.listener.abort();
        let listener = Listener { table: self.table.clone(), post: self.post.clone(), shown, chat };
        self.listener = self.runtime.spawn(listener.run()).abort_handle();
    }

    fn send(&mut self, kind: Kind, route: &'static str, body: Value) -> Result<Answer, Trouble> {
        if self.owed.is_some() {
            return Err(Trouble::OnItsWay);
        }
        self.owed = Some(Owed::Sent);
        self.runtime.spawn(deed::send(self.table.clone(), self.post.clone(), kind, route, body));
        Ok(Answer::Later)
    }

    /// Sends a command as the server knows it; what only the server decides is done there.
    fn order(&mut self, command: &Command) -> Result<Answer, Trouble> {
        match deed::command(command) {
            Some((kind, command)) => self.send_command(kind, command),
            None => Ok(Answer::Done),
        }
    }

    /// With a key of its own, so that it is done once.
    fn send_command(&mut self, kind: Kind, command: protocol::Command) -> Result<Answer, Trouble> {
        let gone = |error: anyhow::Error| Trouble::Gone(format!("{error:#}"));
        let request = CommandRequest::new(self.now.seen.view.version, random::<16>().map_err(gone)?, command);
        let body = serde_json::to_value(&request).map_err(|error| gone(error.into()))?;
        self.send(kind, "/commands", body)
    }

    /// Goes to another table; what is shown there comes later.
    fn go_to(&mut self, id: String) {
        self.table.id = id;
        self.wants_rematch = false;
        self.post.number += 1;
        self.owed = Some(Owed::OtherTable);
        self.start_listening(None, 0);
    }

    /// Does it show an earlier version of the same table?
    fn is_older(&self, snapshot: &Snapshot) -> bool {
        let (new, now) = (&snapshot.seen, &self.now.seen);
        new.id == now.id && new.view.version < now.view.version
    }

    fn take(&mut self, got: Got) -> Result<Vec<Message>, Trouble> {
        Ok(match got {
            // What was read at once may be newer than what the stream sends next: nothing goes back to an older view.
            Got::Snapshot(snapshot) if self.is_older(&snapshot) => Vec::new(),
            Got::Snapshot(snapshot) => self.look(*snapshot),
            Got::Talk(words) => vec![Message::Talk(words)],
            Got::Down(_) if self.down => Vec::new(),
            Got::Down(why) => {
                self.down = true;
                let host = self.table.server.host();
                vec![Message::Line(Some(format!(
                    "The server {host} does not answer ({why}). It is called again and again; what you do is sent once it is back."
                )))]
            }
            Got::Up if !self.down => Vec::new(),
            Got::Up => {
                self.down = false;
                vec![Message::Line(None)]
            }
            Got::Done(version) if version <= self.now.seen.view.version => self.answered(),
            Got::Done(version) => {
                self.owed = Some(Owed::Version(version));
                Vec::new()
            }
            Got::Refused { text, rule } => {
                self.owed = None;
                vec![Message::Refused { text, rule }]
            }
            Got::Hint(version, advice) => {
                self.owed = None;
                vec![Message::Hinted { version, advice: Some(advice) }]
            }
            Got::Moved(id) => {
                self.go_to(id);
                Vec::new()
            }
            Got::Offered => {
                self.owed = None;
                vec![Message::Said("The rematch is offered; it begins when everybody has accepted.".into())]
            }
            Got::Gone(why) => return Err(Trouble::Gone(why)),
        })
    }

    fn answered(&mut self) -> Vec<Message> {
        self.owed = None;
        Vec::new()
    }

    fn look(&mut self, snapshot: Snapshot) -> Vec<Message> {
        self.now = snapshot;
        let view = &self.now.seen.view;
        if let Some(clocks) = &view.clocks {
            self.ahead = self.ahead.max(clocks.at - now());
        }
        match self.owed {
            Some(Owed::Version(version)) if view.version < version => {}
            Some(Owed::Version(_) | Owed::OtherTable) => self.owed = None,
            Some(Owed::Sent) | None => {}
        }
        let next = self.now.seen.abroad.as_ref().and_then(|abroad| abroad.next.clone());
        if let Some(next) = next.filter(|_| self.wants_rematch) {
            self.go_to(next);
        }
        vec![Message::Seen(Box::new(self.now.seen.clone()))]
    }

    fn acting_here(&self) -> SeatSet {
        self.now.seen.acting().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl Venue for Visit {
    fn title(&self) -> &'static dyn DynGame {
        self.now.title
    }

    fn place(&self) -> String {
        self.url.clone()
    }

    fn seen(&self) -> Seen {
        self.now.seen.clone()
    }

    fn version(&self) -> u64 {
        self.now.seen.view.version
    }

    fn command(&mut self, command: &Command) -> Result<Answer, Trouble> {
        match command {
            Command::Act { seat, text } => self.play(seat, text),
            Command::Answer { yes, .. } => {
                self.wants_rematch = *yes && self.now.seen.is_over();
                self.order(command)
            }
            _ => self.order(command),
        }
    }

    /// The engine here says first what is not allowed; the server has the last word.
    fn play(&mut self, seat: &str, text: &str) -> Result<Answer, Trouble> {
        let session = &*self.now.session;
        let seat = venue::meant(session, self.acting_here(), seat, text);
        if let Some(at) = session.seat(&seat) {
            session.foresee(at, text).map_err(table::Decline::from)?;
        }
        self.send_command(Kind::Change, protocol::Command::Play { seat, action: text.to_owned() })
    }

    /// Nobody thinks here.
    fn play_thought(&mut self, _seat: &str, _text: &str, _version: u64) -> Result<Answer, Trouble> {
        Ok(Answer::Done)
    }

    fn refusal(&self, seat: &str, attempts: &[String]) -> Option<Refusal> {
        venue::refusal(&*self.now.session, seat, attempts)
    }

    fn rematch(&mut self) -> Result<Answer, Trouble> {
        if self.owed.is_some() {
            return Err(Trouble::OnItsWay);
        }
        let next = self.now.seen.abroad.as_ref().and_then(|abroad| abroad.next.clone());
        match next {
            Some(next) => {
                self.go_to(next);
                Ok(Answer::Later)
            }
            None => {
                self.wants_rematch = true;
                self.send_command(Kind::Rematch, protocol::Command::OfferRematch)
            }
        }
    }

    fn say(&mut self, text: &str, everyone: bool) -> Result<Answer, Trouble> {
        let seated = !self.now.seen.view.mine.is_empty();
        let audience = if everyone || !seated { "everyone" } else { "seats" };
        self.send(Kind::Say, "/chat", json!({ "text": text, "audience": audience }))
    }

    fn position(&self) -> Option<Box<dyn DynMatch>> {
        None
    }

    fn hint(&mut self, seat: Seat) -> Result<Answer, Trouble> {
        let id = self.now.seen.sitter(seat).map_or("", |sitter| sitter.id);
        self.send(Kind::Hint, "/hint", json!({ "version": self.version(), "seat": id }))
    }

    fn clocks(&self) -> Vec<ClockFace> {
        let Some(clocks) = &self.now.seen.view.clocks else { return Vec::new() };
        let since = (now() + self.ahead - clocks.at).max(0);
        let face = |(at, left): (usize, &Option<i64>)| {
            let seat = Seat(at as u8);
            let runs = clocks.running.contains(seat);
            Some(ClockFace { seat, left: (*left)? - if runs { since } else { 0 }, runs })
        };
        clocks.left.iter().enumerate().filter_map(face).collect()
    }

    fn listen(&mut self, bell: Bell) {
        let _ = self.post.bell.set(bell);
        if !self.talk.is_empty() {
            self.post.send(Got::Talk(std::mem::take(&mut self.talk)));
        }
        self.start_listening(Some(self.now.shown.clone()), self.chat);
    }

    fn news(&mut self) -> Result<Vec<Message>, Trouble> {
        let mut messages = Vec::new();
        while let Ok((number, got)) = self.got.try_recv() {
            if number == self.post.number {
                messages.extend(self.take(got)?);
            }
        }
        Ok(messages)
    }

    fn owes_answer(&self) -> bool {
        self.owed.is_some()
    }
}

/// Whether to sit down at the table, and how.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sit {
    /// Only look on.
    pub(crate) watch: bool,
    /// The seat; the first that is open when nothing is said.
    pub(crate) seat: Option<String>,
    /// The name that others see.
    pub(crate) name: Option<String>,
}

/// Everything about a table that one comes to: how it stands, what was said and the number of the last of
/// it, and by how much the server's clock is ahead.
async fn come(table: &Table, sit: &Sit) -> anyhow::Result<(Snapshot, Vec<Words>, u64, i64)> {
    let server = &table.server;
    let first: wire::Shown = wire::read(&at_once(server, table.get("").await)?.body)?;
    let title = wire::title(&first.game)?;
    if first.phase != "over" && !sit.watch {
        sit_down(table, title, &first, sit).await?;
    }
    let now = at_once(server, table.look().await)?;
    let (talk, chat) = at_once(server, table.talk().await)?;
    let ahead = server_time(table).await.map_or(0, |time| time - crate::visit::now());
    Ok((now, talk, chat, ahead))
}

/// Sits down, unless one sits there already.
async fn sit_down(table: &Table, title: &dyn DynGame, first: &wire::Shown, sit: &Sit) -> anyhow::Result<()> {
    let seats: Vec<&str> = first.seats.iter().map(|chair| chair.id.as_str()).collect();
    if let Some(seat) = sit.seat.as_deref().filter(|seat| !seats.contains(seat)) {
        let shown: String = seat.chars().take(40).collect();
        let text = format!(
            "there is no seat “{shown}” at this table of {}; there are {}",
            title.info().title,
            seats.join(", ")
        );
        return Err(crate::common::Usage(text).into());
    }
    let wanted = sit.seat.as_ref();
    if wanted.map_or(!first.mine.is_empty(), |seat| first.mine.contains(seat)) {
        return Ok(());
    }
    let open = first.seats.iter().any(|chair| chair.kind == "open" && wanted.is_none_or(|seat| *seat == chair.id));
    if !open {
        let free: Vec<&str> = first.seats.iter().filter(|chair| chair.kind == "open").map(|chair| &*chair.id).collect();
        let which = wanted.map_or("every seat of this table".into(), |seat| format!("the seat {seat}"));
        let instead = match &free[..] {
            [] => "look on with --watch, or open a table of your own".to_owned(),
            free => format!("still free: {}", free.join(", ")),
        };
        anyhow::bail!("{which} is taken; {instead}");
    }
    let (seat, name, nonce) = (sit.seat.clone(), sit.name.clone(), Some(random::<16>()?));
    let request = CommandRequest::new(first.version, random::<16>()?, protocol::Command::Sit { seat, name, nonce });
    let request = serde_json::to_string(&request)?;
    let answer = table.server.ask("POST", &table.path("/commands"), &request).await;
    let answer = answer.with_context(|| format!("{} does not answer; is the server there?", table.server.host()))?;
    expect(answer).map(drop)
}

/// Who one is at the server: an error when the token is worth nothing. A guest may say his name. The
/// answer, with the cookies that the server sets.
pub(crate) async fn introduce(server: &Server, name: Option<&str>) -> anyhow::Result<crate::http::Answer> {
    let body = name.map_or(String::new(), |name| json!({ "name": name }).to_string());
    let (method, path) = if name.is_some() { ("POST", "/api/v1/me/name") } else { ("GET", "/api/v1/me") };
    let begun = Instant::now();
    let answer = loop {
        match server.ask(method, path, &body).await {
            Ok(answer) => break answer,
            // A server that is just being started gets a moment.
            Err(_) if begun.elapsed() < Duration::from_secs(1) => tokio::time::sleep(Duration::from_millis(200)).await,
            Err(error) => {
                return Err(error).with_context(|| format!("{} does not answer; is the server there?", server.host()));
            }
        }
    };
    let answer = expect(answer)?;
    wire::read::<Value>(&answer.body)?;
    Ok(answer)
}

/// This machine's clock, in milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// The server's clock as it dates its answers, to the second.
async fn server_time(table: &Table) -> Option<i64> {
    let answer = table.server.ask("GET", "/healthz", "").await.ok()?;
    answer.headers("date").next().and_then(read_date)
}

/// `Sun, 06 Nov 1994 08:49:37 GMT` in milliseconds since 1970.
fn read_date(text: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let parts: Vec<&str> = text.split([' ', ':']).collect();
    let [_, day, month, year, hours, minutes, seconds, "GMT"] = parts[..] else { return None };
    let number = |text: &str| text.parse::<i64>().ok();
    let month = MONTHS.iter().position(|name| *name == month)? as i64;
    // Years begin in March, so that the leap day is the last one.
    let (year, month) = if month < 2 { (number(year)? - 1, month + 10) } else { (number(year)?, month - 2) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + number(day)? - 1 - 719_468;
    Some((((days * 24 + number(hours)?) * 60 + number(minutes)?) * 60 + number(seconds)?) * 1_000)
}

#[cfg(test)]
mod tests {
    use super::read_date;

    #[test]
    fn dates_of_answers_are_read() {
        assert_eq!(read_date("Thu, 01 Jan 1970 00:00:01 GMT"), Some(1_000));
        assert_eq!(read_date("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777_000));
        assert_eq!(read_date("Tue, 29 Feb 2000 23:59:59 GMT"), Some(951_868_799_000));
        assert_eq!(read_date("yesterday"), None);
    }
}
