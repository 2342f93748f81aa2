//! Blocking access to the store for the terminal.
//!
//! The server and the terminal write the same file in the same way. Matches played in the terminal
//! belong to [`OWNER`].

use crate::TuiError;
use matches::{Inline, MatchContext, list_entry};
use std::path::Path;
use std::sync::Arc;
use store::{EventStore, Filter, ListEntry, Listed, Sqlite};
use table::{Occupant, Table};
use tokio::runtime::{Builder, Handle, Runtime};

/// The owner of matches played in the terminal.
pub const OWNER: &str = "terminal";

/// The store of the terminal's matches.
pub struct Archive {
    runtime: Runtime,
    store: Arc<dyn EventStore>,
    place: String,
}

impl Archive {
    /// Opens the SQLite file, and creates it if it is missing.
    pub fn open(file: &Path) -> Result<Archive, TuiError> {
        let runtime = runtime()?;
        let sqlite = runtime.block_on(Sqlite::open(file))?;
        let place = sqlite.path().display().to_string();
        Ok(Archive { runtime, store: Arc::new(sqlite), place })
    }

    /// An archive over any store.
    pub fn over(store: Arc<dyn EventStore>, place: impl Into<String>) -> Result<Archive, TuiError> {
        Ok(Archive { runtime: runtime()?, store, place: place.into() })
    }

    /// The path of the file, for messages.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The runtime, for other things to await, such as signals.
    pub fn handle(&self) -> &Handle {
        self.runtime.handle()
    }

    /// Unfinished matches of a game in this terminal, most recent first.
    pub fn unfinished(&self, game: &str) -> Result<Vec<Listed>, TuiError> {
        self.open_matches(Some(game.into()))
    }

    /// Unfinished matches of any game in this terminal, most recent first.
    pub fn all_unfinished(&self) -> Result<Vec<Listed>, TuiError> {
        self.open_matches(None)
    }

    fn open_matches(&self, game: Option<String>) -> Result<Vec<Listed>, TuiError> {
        let filter = Filter { game, owner: Some(OWNER.into()), open: Some(true), limit: 100, ..Filter::default() };
        Ok(self.runtime.block_on(self.store.list(filter))?)
    }

    /// Blocks until the future is done.
    pub(crate) fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// The context of the terminal's matches.
    pub(crate) fn context(&self) -> MatchContext {
        MatchContext {
            log: self.store.clone(),
            find_game: catalog::game,
            list_entry: terminal_entry,
            offload: Arc::new(Inline),
        }
    }

    /// Closes the file.
    pub fn close(&self) -> Result<(), TuiError> {
        Ok(self.runtime.block_on(self.store.close())?)
    }
}

/// The list entry of a match in this terminal. Its owner is always [`OWNER`].
fn terminal_entry(table: &Table) -> ListEntry {
    // A contest with a game still to come is not finished.
    let pending = table.contest_goes_on() && table.followed_by().is_none();
    let entry = list_entry(table);
    ListEntry { open: entry.open || pending, title: heading(table), owners: vec![OWNER.into()], ..entry }
}

/// “attack against a captain, 12 moves”.
fn heading(table: &Table) -> String {
    let infos = table.game_match().seats();
    let here = |(info, who): (&kernel::SeatInfo, &Occupant)| (who.key() == Some(OWNER)).then_some(info.id);
    let mine: Vec<&str> = infos.iter().zip(table.seats()).filter_map(here).collect();
    let level = |who: &Occupant| match who {
        Occupant::Computer { level } => Some(level.clone()),
        _ => None,
    };
    let levels: Vec<String> = table.seats().iter().filter_map(level).collect();
    let who = match (mine.is_empty(), &levels[..]) {
        (_, []) => "all at one terminal".to_owned(),
        (true, levels) => format!("watching {}", levels.join(", ")),
        (false, [level]) => format!("{} against a {level}", mine.join(", ")),
        (false, levels) => format!("{} against {}", mine.join(", "), levels.join(", ")),
    };
    let game = table.opened().contest.as_ref().map_or(String::new(), |c| format!(", game {} of {}", c.game, c.of));
    let acted = |played: &&Arc<kernel::dynamic::PlayedStep>| matches!(played.step, kernel::record::Step::Act { .. });
    let moves = table.game_match().played().iter().filter(acted).count();
    format!("{who}{game}, {moves} move{}", if moves == 1 { "" } else { "s" })
}

fn runtime() -> Result<Runtime, TuiError> {
    let built = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    built.map_err(TuiError::system("the store cannot be started"))
}
