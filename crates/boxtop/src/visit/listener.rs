//! What comes from the server, in a task of its own: views, made whole with the
//! record, what is said, and whether the line is up.
//!
//! It goes on for ever from the version it has. When the line is lost it says so
//! once and calls again; what was missed comes with the first answer.

use super::wire::{self, Said, Shown, Snapshot};
use super::{Got, Post};
use crate::http::{Answer, Events};
use crate::remote::{Server, expect, random};
use anyhow::{Context, bail};
use kernel::record::Record;
use protocol::{Command, CommandRequest};
use serde::Deserialize;
use std::io;
use std::time::Duration;
use tui::Words;

/// Waits between two calls to a server that does not answer.
pub(crate) const PAUSES: [Duration; 4] =
    [Duration::from_millis(200), Duration::from_millis(500), Duration::from_secs(1), Duration::from_secs(2)];
/// The last of them, again and again.
pub(crate) const LONGEST: Duration = Duration::from_secs(5);
/// A server that is silent for so long is gone: it says every few seconds that it is there.
const SILENCE: Duration = Duration::from_secs(40);
/// So often view and record are asked for until they are of one moment.
const LOOKS: usize = 20;

/// Why something was not learned.
#[derive(Debug)]
pub(crate) enum Miss {
    /// The server did not answer; it may do so later.
    Line(io::Error),
    /// There is no use in asking again.
    Gone(anyhow::Error),
}

impl From<io::Error> for Miss {
    fn from(error: io::Error) -> Miss {
        Miss::Line(error)
    }
}

/// A table of a server.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) server: Server,
    pub(crate) id: String,
}

impl Table {
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/api/v1/tables/{}{rest}", self.id)
    }

    /// Asks once; an answer that says “later” counts as none.
    pub(crate) async fn get(&self, rest: &str) -> Result<Answer, Miss> {
        let answer = self.server.ask("GET", &self.path(rest), "").await?;
        match answer.status {
            429 | 502..=504 => Err(Miss::Line(io::ErrorKind::WouldBlock.into())),
            _ => expect(answer).map_err(Miss::Gone),
        }
    }

    /// The table as it stands; view and record are of one moment.
    pub(crate) async fn look(&self) -> Result<Snapshot, Miss> {
        self.complete(None).await
    }

    /// What a view becomes with its record. When the table has moved on between the two,
    /// both are asked for again.
    async fn complete(&self, mut view: Option<Shown>) -> Result<Snapshot, Miss> {
        for _ in 0..LOOKS {
            let shown = match view.take() {
                Some(shown) => shown,
                None => wire::read(&self.get("").await?.body).map_err(Miss::Gone)?,
            };
            // A game that is not known here is no matter of the moment.
            wire::title(&shown.game).map_err(Miss::Gone)?;
            let record = self.get("/record").await?;
            let record: Record = serde_json::from_slice(&record.body).context(UNREADABLE).map_err(Miss::Gone)?;
            if let Some(snapshot) = Snapshot::new(&self.id, shown, &record).map_err(Miss::Gone)? {
                return Ok(snapshot);
            }
        }
        Err(Miss::Line(io::Error::other("the table moves on too fast")))
    }

    /// Everything that was said, and the number of the last of it.
    pub(crate) async fn talk(&self) -> Result<(Vec<Words>, u64), Miss> {
        #[derive(Deserialize)]
        struct Heard {
            messages: Vec<Said>,
            next: Option<u64>,
        }
        let (mut words, mut last) = (Vec::new(), 0);
        loop {
            let answer = self.get(&format!("/chat?after={last}")).await?;
            let heard: Heard = wire::read(&answer.body).map_err(Miss::Gone)?;
            last = heard.messages.last().map_or(last, |said| said.number);
            words.extend(heard.messages.into_iter().map(Words::from));
            if heard.next.is_none() {
                return Ok((words, last));
            }
        }
    }
}

const UNREADABLE: &str = "the server's record cannot be read; is it another version of Boxtop?";

/// One who listens at a table.
pub(crate) struct Listener {
    pub(crate) table: Table,
    pub(crate) post: Post,
    /// What is known of the table; nothing at one that was just come to.
    pub(crate) shown: Option<Shown>,
    /// The last message that is known.
    pub(crate) chat: u64,
}

impl Listener {
    /// Listens until there is no use in it.
    pub(crate) async fn run(mut self) {
        let mut pauses = PAUSES.into_iter();
        loop {
            match self.listen(&mut pauses).await {
                Miss::Line(error) => self.post.send(Got::Down(error.to_string())),
                Miss::Gone(error) => return self.post.send(Got::Gone(format!("{error:#}"))),
            }
            tokio::time::sleep(pauses.next().unwrap_or(LONGEST)).await;
        }
    }

    /// Listens as long as the line holds; why it does not any more.
    async fn listen(&mut self, pauses: &mut std::array::IntoIter<Duration, 4>) -> Miss {
        let mut events = match self.call().await {
            Ok(events) => events,
            Err(miss) => return miss,
        };
        self.post.send(Got::Up);
        *pauses = PAUSES.into_iter();
        loop {
            let event = match tokio::time::timeout(SILENCE, events.next()).await {
                Ok(Ok(event)) => event,
                Ok(Err(error)) => return error.into(),
                Err(_) => return io::Error::from(io::ErrorKind::TimedOut).into(),
            };
            let heard = match event.name.as_str() {
                "view" => self.view(&event.data).await,
                "change" => self.look_again().await,
                "chat" => self.said(&event.data),
                _ => Ok(()),
            };
            if let Err(miss) = heard {
                return miss;
            }
        }
    }

    async fn call(&mut self) -> Result<Events, Miss> {
        if self.shown.is_none() {
            let snapshot = self.table.look().await?;
            self.tell(snapshot).await?;
        }
        let version = self.shown.as_ref().map_or(0, |shown| shown.version);
        let path = self.table.path(&format!("/events?since={version}&chat={}", self.chat));
        match self.table.server.listen(&path, None).await? {
            Ok(events) => Ok(events),
            Err(answer) if matches!(answer.status, 429 | 502..=504) => {
                Err(Miss::Line(io::ErrorKind::WouldBlock.into()))
            }
            Err(answer) => Err(Miss::Gone(expect(answer).err().unwrap_or_else(|| anyhow::anyhow!("no stream")))),
        }
    }

    async fn view(&mut self, data: &[u8]) -> Result<(), Miss> {
        let shown: Shown = wire::read(data).map_err(Miss::Gone)?;
        let whole = shown.with_log_of(self.shown.as_ref());
        let snapshot = self.table.complete(whole).await?;
        self.tell(snapshot).await
    }

    /// Something has changed: looks at the table again.
    async fn look_again(&mut self) -> Result<(), Miss> {
        let snapshot = self.table.look().await?;
        self.tell(snapshot).await
    }

    async fn tell(&mut self, snapshot: Snapshot) -> Result<(), Miss> {
        let shown = snapshot.shown.clone();
        self.post.send(Got::Snapshot(Box::new(snapshot)));
        let nonces = self.add_to_dice(&shown).await;
        self.shown = Some(shown);
        nonces
    }

    /// Adds random numbers of this machine's own to the dice, for every seat that still has to.
    async fn add_to_dice(&self, shown: &Shown) -> Result<(), Miss> {
        for seat in shown.wants_nonce.iter().filter(|seat| shown.mine.contains(seat)) {
            let add = || -> anyhow::Result<String> {
                let add = Command::AddNonce { seat: seat.clone(), nonce: random::<16>()? };
                Ok(serde_json::to_string(&CommandRequest::new(shown.version, random::<16>()?, add))?)
            };
            let body = add().map_err(Miss::Gone)?;
            // What is refused here was added before; the next view tells.
            self.table.server.ask("POST", &self.table.path("/commands"), &body).await?;
        }
        Ok(())
    }

    fn said(&mut self, data: &[u8]) -> Result<(), Miss> {
        let said: Said = wire::read(data).map_err(Miss::Gone)?;
        if said.number > self.chat {
            self.chat = said.number;
            self.post.send(Got::Talk(vec![said.into()]));
        }
        Ok(())
    }
}

/// For those who ask once, before anything is shown.
pub(crate) fn at_once<T>(server: &Server, learned: Result<T, Miss>) -> anyhow::Result<T> {
    match learned {
        Ok(learned) => Ok(learned),
        Err(Miss::Gone(error)) => Err(error),
        Err(Miss::Line(error)) => bail!("{} does not answer ({error}); is the server there?", server.host()),
    }
}
