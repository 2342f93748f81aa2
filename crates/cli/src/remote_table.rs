//! A table of a server, as a [`TableSource`] for the terminal.
//!
//! - [`convert`]: converts the server's view into what a terminal shows.
//! - [`follow`]: follows the table in a separate task.
//! - [`send`]: sends requests, each in a separate task until it is answered.
//! - [`join`]: joins a table and takes a seat.
//!
//! [`RemoteTable`] connects these tasks with the terminal: it is used on the terminal's thread and never blocks.

mod convert;
mod follow;
mod join;
mod send;

pub(crate) use join::{SeatRequest, impatient};

use crate::devices;
use client::{Client, ClientError, Table};
use follow::{Follower, Snapshot};
use kernel::dynamic::{DynAction, DynGame, DynMatch};
use kernel::{Refusal, Seat, SeatSet};
use protocol::{ChatAudience, Hint};
use send::Request;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};
use table::MatchCommand;
use tokio::runtime::{Handle, Runtime};
use tokio::task::AbortHandle;
use tui::{Analysing, ChatLine, ClockFace, Message, Notify, Reply, TableSource, TableView, TuiError, table_source};

/// Something that a task reports.
pub(crate) enum Update {
    /// The table as it is now.
    Snapshot(Box<Snapshot>),
    /// Chat messages.
    Chat(Vec<ChatLine>),
    /// The stream is interrupted, with the reason.
    StreamLost(String),
    /// The stream works again.
    StreamBack,
    /// A request was not answered and is sent again, with the reason.
    NoAnswer(String),
    /// A request was carried out, and the table has reached this version.
    Done(u64),
    /// A request was refused.
    Refused { text: String, rule: Option<String> },
    /// Something to tell the player.
    Said(String),
    /// What a general would play.
    Hint(Box<Hint>),
    /// The id of the next match.
    Moved(String),
    /// A rematch is offered, and somebody still has to accept it.
    Offered,
    /// The table cannot be followed any more, with the reason.
    Lost(String),
}

/// Where tasks send their updates.
#[derive(Clone)]
pub(crate) struct Updates {
    /// Counts the tables that were entered: updates of a table that was left are dropped.
    visit: u64,
    sender: Sender<(u64, Update)>,
    notify: Arc<OnceLock<Notify>>,
}

impl Updates {
    pub(crate) fn send(&self, update: Update) {
        let _ = self.sender.send((self.visit, update));
        if let Some(notify) = self.notify.get() {
            notify();
        }
    }
}

/// A request that has not been answered.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Awaited {
    /// The answer.
    Reply,
    /// The view of this version.
    Version(u64),
    /// Another table.
    OtherTable,
}

/// A table of a server.
pub(crate) struct RemoteTable {
    runtime: Runtime,
    table: Table,
    /// The data folder, for the devices of this user's seats.
    data: Option<PathBuf>,
    now: Snapshot,
    updates: Updates,
    incoming: Receiver<(u64, Update)>,
    follower: Option<AbortHandle>,
    awaited: Option<Awaited>,
    /// Is the stream interrupted?
    stream_lost: bool,
    /// Is a request being sent again?
    resending: bool,
    /// Chat messages from before this terminal joined.
    chat: Vec<ChatLine>,
    /// The number of the last of them.
    last_message: u64,
    /// How far the server's clock is ahead of this machine's, in milliseconds.
    ahead: i64,
    /// Was a rematch offered or accepted here? Then the terminal goes on to it.
    wants_rematch: bool,
}

impl RemoteTable {
    /// Joins a table, and takes a seat if asked.
    pub(crate) fn join(
        runtime: Runtime,
        client: Client,
        id: &str,
        request: &SeatRequest,
        data: Option<PathBuf>,
    ) -> anyhow::Result<RemoteTable> {
        let (sender, incoming) = channel();
        let updates = Updates { visit: 0, sender, notify: Arc::default() };
        let table = with_device(&client, id, data.as_deref(), &updates);
        let joined = runtime.block_on(join::join(&table, request))?;
        Ok(RemoteTable {
            runtime,
            table,
            data,
            now: joined.now,
            updates,
            incoming,
            follower: None,
            awaited: None,
            stream_lost: false,
            resending: false,
            last_message: joined.chat.last().map_or(0, |message| message.number),
            chat: joined.chat.into_iter().map(follow::chat_line).collect(),
            ahead: joined.server_time - now(),
            wants_rematch: false,
        })
    }

    /// The runtime, for other things to await.
    pub(crate) fn handle(&self) -> Handle {
        self.runtime.handle().clone()
    }

    /// The table's id.
    pub(crate) fn id(&self) -> &str {
        self.table.id()
    }

    /// The file with the receipts of this match, if there are any.
    pub(crate) fn receipts(&self) -> Option<PathBuf> {
        let file = devices::file(self.data.as_deref()?, self.table.client().address(), self.id());
        (!self.table.device().receipts().is_empty() && file.exists()).then_some(file)
    }

    fn follow(&mut self, now: Option<Snapshot>, chat: u64) {
        let (table, updates) = (self.table.clone(), self.updates.clone());
        let follower = Follower { table, updates, now, chat, complaint: String::new() };
        let started = self.runtime.spawn(follower.run()).abort_handle();
        if let Some(before) = self.follower.replace(started) {
            before.abort();
        }
    }

    fn send(&mut self, request: Request) -> Result<Reply, TuiError> {
        if self.awaited.is_some() {
            return Err(TuiError::AwaitingAnswer);
        }
        self.awaited = Some(Awaited::Reply);
        self.runtime.spawn(send::send(self.table.clone(), self.updates.clone(), request));
        Ok(Reply::Later)
    }

    /// Sends a command, converted for the server. Commands that only the server gives are not sent.
    fn send_command(&mut self, command: &MatchCommand) -> Result<Reply, TuiError> {
        send::request(&self.now.view, command).map_or(Ok(Reply::Done), |request| self.send(request))
    }

    /// Goes on to another table, which is shown once its view has arrived.
    fn go_to(&mut self, id: &str) {
        self.wants_rematch = false;
        self.updates.visit += 1;
        self.table = with_device(self.table.client(), id, self.data.as_deref(), &self.updates);
        self.awaited = Some(Awaited::OtherTable);
        self.follow(None, 0);
    }

    fn take(&mut self, update: Update) -> Result<Vec<Message>, TuiError> {
        Ok(match update {
            Update::Snapshot(snapshot) => self.show(*snapshot),
            Update::Chat(messages) => vec![Message::Chat(messages)],
            Update::Said(text) => vec![Message::Said(text)],
            Update::StreamLost(why) => self.lost(&why, |table| &mut table.stream_lost),
            Update::NoAnswer(why) => self.lost(&why, |table| &mut table.resending),
            Update::StreamBack => self.back(|table| &mut table.stream_lost),
            Update::Lost(why) => return Err(TuiError::Lost(why)),
            answer => {
                let mut messages = self.back(|table| &mut table.resending);
                messages.extend(self.answered(answer));
                messages
            }
        })
    }

    /// A request was answered.
    fn answered(&mut self, answer: Update) -> Option<Message> {
        self.awaited = None;
        match answer {
            Update::Done(version) => {
                self.awaited = (version > self.version()).then_some(Awaited::Version(version));
                None
            }
            Update::Refused { text, rule } => Some(Message::Refused { text, rule }),
            Update::Hint(hint) => {
                let advice = Some(convert::advice(self.now.replica.game, &hint));
                Some(Message::Hinted { version: hint.version, advice })
            }
            Update::Offered => {
                Some(Message::Said("You offer a rematch; it starts when everybody has accepted.".into()))
            }
            Update::Moved(id) => {
                self.go_to(&id);
                None
            }
            _ => None,
        }
    }

    /// The server cannot be reached, which is shown once.
    fn lost(&mut self, why: &str, which: fn(&mut RemoteTable) -> &mut bool) -> Vec<Message> {
        let known = self.stream_lost || self.resending;
        *which(self) = true;
        let text = format!("Reconnecting… {why} Your moves are sent as soon as the server answers.");
        if known { Vec::new() } else { vec![Message::Connection(Some(text))] }
    }

    /// The server answers again.
    fn back(&mut self, which: fn(&mut RemoteTable) -> &mut bool) -> Vec<Message> {
        let was_lost = std::mem::take(which(self));
        let all_well = was_lost && !self.stream_lost && !self.resending;
        if all_well { vec![Message::Connection(None)] } else { Vec::new() }
    }

    fn show(&mut self, snapshot: Snapshot) -> Vec<Message> {
        self.now = snapshot;
        let view = &self.now.view;
        if let Some(clocks) = &view.clocks {
            self.ahead = self.ahead.max(clocks.at - now());
        }
        if matches!(self.awaited, Some(Awaited::Version(version)) if view.version >= version)
            || self.awaited == Some(Awaited::OtherTable)
        {
            self.awaited = None;
        }
        if let Some(next) = view.next.clone().filter(|_| self.wants_rematch) {
            self.go_to(&next);
        }
        vec![Message::Changed(Box::new(self.now.seen.clone()))]
    }

    fn acting_here(&self) -> SeatSet {
        self.now.seen.acting().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl TableSource for RemoteTable {
    fn game(&self) -> &'static dyn DynGame {
        self.now.game()
    }

    fn place(&self) -> String {
        self.table.client().address().to_string()
    }

    fn view(&self) -> TableView {
        self.now.seen.clone()
    }

    fn version(&self) -> u64 {
        self.now.view.version
    }

    fn command(&mut self, command: &MatchCommand) -> Result<Reply, TuiError> {
        match command {
            MatchCommand::Act { seat, text } => return self.play(seat, text),
            MatchCommand::Answer { yes, .. } => self.wants_rematch = *yes && self.now.seen.is_over(),
            _ => {}
        }
        self.send_command(command)
    }

    /// Checks the move with the engine here first; the server decides.
    fn play(&mut self, seat: &str, text: &str) -> Result<Reply, TuiError> {
        let game_match = self.now.game_match();
        let seat = table_source::meant(game_match, self.acting_here(), seat, text);
        if let Some(at) = game_match.seat(&seat) {
            game_match.check(at, text).map_err(table::Decline::from)?;
        }
        self.send_command(&MatchCommand::Act { seat, text: text.to_owned() })
    }

    /// No computer player thinks here.
    fn play_thought(&mut self, _seat: &str, _action: &DynAction, _version: u64) -> Result<Reply, TuiError> {
        Ok(Reply::Done)
    }

    fn refusal(&self, seat: &str, attempts: &[String]) -> Option<Refusal> {
        table_source::refusal(self.now.game_match(), seat, attempts)
    }

    fn rematch(&mut self) -> Result<Reply, TuiError> {
        if self.awaited.is_some() {
            return Err(TuiError::AwaitingAnswer);
        }
        match self.now.view.next.clone() {
            Some(next) => {
                self.go_to(&next);
                Ok(Reply::Later)
            }
            None => {
                self.wants_rematch = true;
                self.send(Request::Rematch(self.version()))
            }
        }
    }

    fn say(&mut self, text: &str, everyone: bool) -> Result<Reply, TuiError> {
        let to_all = everyone || self.now.view.mine.is_empty();
        let audience = if to_all { ChatAudience::Everyone } else { ChatAudience::Seats };
        self.send(Request::Say(text.to_owned(), audience))
    }

    fn position(&self) -> Option<Box<dyn DynMatch>> {
        None
    }

    fn hint(&mut self, seat: Seat) -> Result<Reply, TuiError> {
        let id = self.now.seen.player(seat).map_or("", |player| player.id);
        self.send(Request::Hint(self.version(), id.to_owned()))
    }

    fn analysis(&mut self) -> Result<Analysing, TuiError> {
        let (runtime, table) = (self.runtime.handle().clone(), self.table.clone());
        Ok(Box::new(move || match runtime.block_on(table.analysis()) {
            Ok(found) => Ok(Box::new(found)),
            Err(ClientError::Problem(problem)) => Err(problem.message()),
            Err(error) => Err(tui::sentence(&error.to_string())),
        }))
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

    fn on_news(&mut self, notify: Notify) {
        let _ = self.updates.notify.set(notify);
        if !self.chat.is_empty() {
            self.updates.send(Update::Chat(std::mem::take(&mut self.chat)));
        }
        self.follow(Some(self.now.clone()), self.last_message);
    }

    fn news(&mut self) -> Result<Vec<Message>, TuiError> {
        let mut messages = Vec::new();
        while let Ok((visit, update)) = self.incoming.try_recv() {
            if visit == self.updates.visit {
                messages.extend(self.take(update)?);
            }
        }
        Ok(messages)
    }

    fn awaits_answer(&self) -> bool {
        self.awaited.is_some()
    }
}

/// A table with the device that this user has at it.
fn with_device(client: &Client, id: &str, data: Option<&Path>, updates: &Updates) -> Table {
    let updates = updates.clone();
    devices::with_stored(client.table(id), data, move |text| updates.send(Update::Said(text)))
}

/// Errors in the command line have a different exit code than those of the server.
pub(crate) fn usage(error: ClientError) -> anyhow::Error {
    if error.is_usage() { crate::common::Usage(error.to_string()).into() } else { error.into() }
}

/// This machine's clock, in milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
