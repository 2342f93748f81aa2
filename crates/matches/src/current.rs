//! The current state of a match, and which commands led to it.

use crate::command::{CommandOutcome, IdempotencyKey};
use crate::context::FindGame;
use crate::error::MatchError;
use crate::open::written;
use eventlog::Stored;
use kernel::dynamic::DynGame;
use std::collections::HashMap;
use std::sync::Arc;
use table::{Corrupt, Event, Stamped, Table};

/// A match at one moment. It does not change while you look at it.
#[derive(Clone)]
pub struct Snapshot {
    /// The match.
    pub table: Arc<Table>,
    /// Rises with every change, also when stored events were rewritten at the same version.
    pub revision: u64,
}

/// The state of an actor.
pub(crate) struct Current {
    pub(crate) snapshot: Snapshot,
    /// Events that are not in the log yet, as they will be stored: those of a match that nobody has played.
    pub(crate) unsaved: Vec<String>,
    /// Commands that have been carried out, by the names of their keys.
    answered: HashMap<String, Answered>,
}

/// A command that was carried out: the version it reached, and the fingerprint of its request.
struct Answered {
    version: u64,
    body: Option<String>,
}

impl Current {
    /// A match with its stored events; none of them is unsaved.
    pub(crate) fn folded(
        stored: &[Stored],
        find_game: FindGame,
    ) -> Result<(&'static dyn DynGame, Current), MatchError> {
        let events = stored.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let Some(Stamped { event: Event::Opened(opened), .. }) = events.first() else {
            return Err(MatchError::NoMatch);
        };
        let game = find_game(&opened.game).ok_or_else(|| MatchError::UnknownGame(opened.game.clone()))?;
        let mut current = Current::new(Table::fold(game, events)?);
        current.note_keys(stored);
        Ok((game, current))
    }

    /// A match none of whose events is in the log.
    pub(crate) fn unsaved(game: &dyn DynGame, events: Vec<Stamped>) -> Result<Current, MatchError> {
        let unsaved = events.iter().map(written).collect::<Result<_, _>>()?;
        Ok(Current { unsaved, ..Current::new(Table::fold(game, events)?) })
    }

    fn new(table: Table) -> Current {
        let snapshot = Snapshot { table: Arc::new(table), revision: 1 };
        Current { snapshot, unsaved: Vec::new(), answered: HashMap::new() }
    }

    /// The match after events that another actor has stored.
    pub(crate) fn caught_up(table: &Table, stored: &[Stored]) -> Result<Table, MatchError> {
        let mut next = table.clone();
        for event in stored {
            next.apply_stored(&read(event)?)?;
        }
        Ok(next)
    }

    /// Makes this the current state.
    pub(crate) fn advance(&mut self, table: Table) {
        self.snapshot = Snapshot { table: Arc::new(table), revision: self.snapshot.revision + 1 };
        self.unsaved.clear();
    }

    /// Replaces the state by one that was read from the log.
    pub(crate) fn replace(&mut self, fresh: Current) {
        let revision = self.snapshot.revision + 1;
        *self = fresh;
        self.snapshot.revision = revision;
    }

    pub(crate) fn note_keys(&mut self, stored: &[Stored]) {
        for event in stored {
            if let Some(key) = &event.key {
                self.note_key(IdempotencyKey::read(key), event.version.0);
            }
        }
    }

    pub(crate) fn note_key(&mut self, key: IdempotencyKey, version: u64) {
        self.answered.insert(key.name, Answered { version, body: key.body });
    }

    /// The outcome of the command with this key, if it was carried out before. The same key with another request is
    /// refused.
    pub(crate) fn repeated(&self, key: &IdempotencyKey) -> Result<Option<CommandOutcome>, MatchError> {
        let Some(answered) = self.answered.get(&key.name) else { return Ok(None) };
        if answered.body.is_some() && answered.body != key.body {
            return Err(MatchError::ReusedKey);
        }
        Ok(Some(self.outcome(answered.version, true)))
    }

    pub(crate) fn outcome(&self, version: u64, repeated: bool) -> CommandOutcome {
        CommandOutcome { version, repeated, deadline: self.snapshot.table.next_deadline() }
    }
}

/// Parses a stored event.
fn read(stored: &Stored) -> Result<Stamped, Corrupt> {
    let what = |error: serde_json::Error| format!("it cannot be read ({error})");
    serde_json::from_str(&stored.body).map_err(|error| Corrupt { version: stored.version.0, what: what(error) })
}
