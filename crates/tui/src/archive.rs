//! The store of the house as a terminal needs it: without waiting in several places at once.
//!
//! The server and the terminal write the same file in the same way; a match
//! played here is owned by [`OWNER`].

use crate::TuiError;
use std::path::Path;
use std::sync::Arc;
use store::{Append, EventStore, Filter, Head, Listed, Sqlite, StoreError, StreamId, Version};
use table::{Occupant, Stamped, Table};
use tokio::runtime::{Builder, Handle, Runtime};

/// Whose matches the terminal's are.
pub const OWNER: &str = "terminal";

/// Where matches are kept.
pub struct Archive {
    runtime: Runtime,
    store: Arc<dyn EventStore>,
    place: String,
}

impl Archive {
    /// Opens the SQLite file, making it when it is missing.
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

    /// The place in words: the file.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// For what has to be awaited beside the store, such as signals.
    pub fn handle(&self) -> &Handle {
        self.runtime.handle()
    }

    /// Unfinished matches of a game at this terminal, the last played first.
    pub fn unfinished(&self, game: &str) -> Result<Vec<Listed>, TuiError> {
        self.open_matches(Some(game.into()))
    }

    /// Unfinished matches of any game at this terminal, the last played first.
    pub fn all_unfinished(&self) -> Result<Vec<Listed>, TuiError> {
        self.open_matches(None)
    }

    fn open_matches(&self, game: Option<String>) -> Result<Vec<Listed>, TuiError> {
        let filter = Filter { game, owner: Some(OWNER.into()), open: Some(true), limit: 100, ..Filter::default() };
        Ok(self.runtime.block_on(self.store.list(filter))?)
    }

    /// The events of a match; none when there is no such match.
    pub(crate) fn events(&self, id: &str) -> Result<Vec<Stamped>, TuiError> {
        let stream = StreamId::new(id)?;
        let stored = self.runtime.block_on(self.store.read(&stream, Version::NONE))?;
        let read = |event: &store::Stored| {
            let why = |what: String| table::Corrupt { version: event.version.0, what };
            serde_json::from_str(&event.body)
                .map_err(|error| TuiError::Corrupt { id: id.into(), why: why(format!("it cannot be read ({error})")) })
        };
        stored.iter().map(read).collect()
    }

    /// Appends events to a match that stands at `version`; when it returns, they are safe.
    pub(crate) fn append(&self, id: &str, version: u64, events: &[Stamped], head: Head) -> Result<(), TuiError> {
        let bodies = events.iter().map(serde_json::to_string).collect::<Result<_, _>>();
        let events = bodies.map_err(|error| StoreError::BadRequest(error.to_string()))?;
        let append = Append { stream: StreamId::new(id)?, expected: Version(version), key: None, events, head };
        match self.runtime.block_on(self.store.append(append)) {
            Ok(_) => Ok(()),
            Err(StoreError::Conflict { .. }) => Err(TuiError::MovedOn),
            Err(error) => Err(error.into()),
        }
    }

    /// Lets go of the file.
    pub fn close(&self) -> Result<(), TuiError> {
        Ok(self.runtime.block_on(self.store.close())?)
    }
}

/// What lists show of a match.
pub(crate) fn head(table: &Table) -> Head {
    // A contest with a game still to come is not finished.
    let pending = table.contest_goes_on() && table.followed_by().is_none();
    Head {
        game: table.opened().game.clone(),
        open: !table.is_over() || pending,
        title: heading(table),
        owners: vec![OWNER.into()],
    }
}

/// “attack against a captain, 12 moves”.
fn heading(table: &Table) -> String {
    let infos = table.session().seats();
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
    let acted = |told: &&kernel::dynamic::PlayedStep| matches!(told.step, kernel::record::Step::Act { .. });
    let moves = table.session().played().iter().filter(acted).count();
    format!("{who}{game}, {moves} move{}", if moves == 1 { "" } else { "s" })
}

fn runtime() -> Result<Runtime, TuiError> {
    let built = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    built.map_err(TuiError::system("the store cannot be started"))
}
