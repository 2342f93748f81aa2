//! Follows a table in a separate task: receives views and keeps the replica of the match up to date.
//!
//! The record is fetched once. If a view cannot be reached from the last one by playing and undoing, the record is fetched
//! again.

use super::{Update, Updates, convert::convert};
use crate::replica::{self, Replica};
use client::{ClientError, Table, TableEvent, TableWatch};
use kernel::dynamic::{DynGame, DynMatch};
use protocol::{ChatMessage, View};
use tui::{ChatLine, TableView};

/// A table at one moment.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) replica: Replica,
    pub(crate) view: View,
    pub(crate) seen: TableView,
}

impl Snapshot {
    /// Fetches view and record.
    pub(crate) async fn fetch(table: &Table) -> anyhow::Result<Snapshot> {
        let view = table.view().await?;
        // Reports an unknown game before anything else fails.
        replica::game(&view.game)?;
        Snapshot::replay(table, view).await
    }

    /// Replays the record and brings it up to the view.
    async fn replay(table: &Table, view: View) -> anyhow::Result<Snapshot> {
        let mut replica = Replica::new(&table.record().await?)?;
        anyhow::ensure!(
            replica.follow(&view.log),
            "this program cannot replay the server's match; the two have different versions"
        );
        let seen = convert(table, &replica, &view)?;
        Ok(Snapshot { replica, view, seen })
    }

    /// The table at a later moment, by playing what is new, or else from the record.
    async fn followed_by(mut self, table: &Table, view: View) -> anyhow::Result<Snapshot> {
        let seen = self.replica.follow(&view.log).then(|| convert(table, &self.replica, &view));
        match seen {
            Some(Ok(seen)) => Ok(Snapshot { replica: self.replica, view, seen }),
            _ => Snapshot::replay(table, view).await,
        }
    }

    pub(crate) fn game(&self) -> &'static dyn DynGame {
        self.replica.game
    }

    pub(crate) fn game_match(&self) -> &dyn DynMatch {
        &*self.replica.game_match
    }
}

/// Follows a table until an error ends it.
pub(crate) struct Follower {
    pub(crate) table: Table,
    pub(crate) updates: Updates,
    /// The table as it is known; `None` at a table that was just entered.
    pub(crate) now: Option<Snapshot>,
    /// The number of the last chat message that is known.
    pub(crate) chat: u64,
    /// Why the device last added nothing to the dice.
    pub(crate) complaint: String,
}

impl Follower {
    pub(crate) async fn run(mut self) {
        if let Err(error) = self.follow().await {
            self.updates.send(Update::Lost(format!("{error:#}")));
        }
    }

    async fn follow(&mut self) -> anyhow::Result<()> {
        if self.now.is_none() {
            self.report(Snapshot::fetch(&self.table).await?).await?;
        }
        let mut watch = self.watch();
        loop {
            match watch.next().await? {
                TableEvent::View(view) => self.view(*view).await?,
                TableEvent::Chat(message) => self.chat(message),
                TableEvent::Reconnecting(error) => self.updates.send(Update::StreamLost(error.to_string())),
                TableEvent::Connected => self.updates.send(Update::StreamBack),
                _ => {}
            }
        }
    }

    fn watch(&self) -> TableWatch {
        match &self.now {
            Some(now) => self.table.watch_from(now.view.clone(), self.chat),
            None => self.table.watch(),
        }
    }

    async fn view(&mut self, view: View) -> anyhow::Result<()> {
        let snapshot = match self.now.take() {
            Some(now) => now.followed_by(&self.table, view).await?,
            None => Snapshot::replay(&self.table, view).await?,
        };
        self.report(snapshot).await
    }

    async fn report(&mut self, snapshot: Snapshot) -> anyhow::Result<()> {
        self.updates.send(Update::Snapshot(Box::new(snapshot.clone())));
        self.add_to_dice(&snapshot.view).await?;
        self.now = Some(snapshot);
        Ok(())
    }

    /// Adds to the dice what the view says. If the server asks for what it should not, the player hears of it once.
    async fn add_to_dice(&mut self, view: &View) -> Result<(), ClientError> {
        match self.table.add_to_dice(view).await {
            Ok(_) => {}
            Err(error) if error.is_about_dice() => {
                let text = tui::sentence(&error.to_string());
                if text != self.complaint {
                    self.updates.send(Update::Said(text.clone()));
                    self.complaint = text;
                }
            }
            Err(other) => return Err(other),
        }
        Ok(())
    }

    fn chat(&mut self, message: ChatMessage) {
        if message.number > self.chat {
            self.chat = message.number;
            self.updates.send(Update::Chat(vec![chat_line(message)]));
        }
    }
}

/// A chat message as a terminal shows it.
pub(crate) fn chat_line(message: ChatMessage) -> ChatLine {
    let everyone = message.audience == protocol::ChatAudience::Everyone;
    let text = if message.removed { "The host removed this message.".to_owned() } else { message.text };
    ChatLine { who: message.name, text, mine: message.mine, everyone }
}
