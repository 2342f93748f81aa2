//! One live match, and the only way to change it.

use crate::command::{CommandOutcome, IdempotencyKey, PendingCommand};
use crate::context::{MatchContext, Publisher};
use crate::current::{Current, Snapshot};
use crate::error::MatchError;
use crate::open::written;
use eventlog::{Append, StoreError, Stored, StreamId, Version};
use kernel::dynamic::DynGame;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use table::{DecidedEvent, Decline, MatchCommand, Now, Stamped, Table};

/// How often a command is decided again when other actors append first.
const MOST_ATTEMPTS: usize = 8;

/// A live match with its log and its listeners.
pub struct MatchActor {
    stream: StreamId,
    game: &'static dyn DynGame,
    context: MatchContext,
    publisher: Box<dyn Publisher>,
    /// Held by the command that changes the match, also while it waits for the log.
    order: futures_util::lock::Mutex<()>,
    /// Locked for moments only: nothing is computed or awaited under it.
    current: Mutex<Current>,
}

/// What a command leads to.
enum Decision {
    /// There is nothing to write.
    Nothing(CommandOutcome),
    /// The append, and the match after it.
    Write(Box<Append>, Box<Table>),
}

impl MatchActor {
    /// Rebuilds a match from its log.
    pub async fn load(
        context: MatchContext,
        id: &str,
        publisher: Box<dyn Publisher>,
    ) -> Result<MatchActor, MatchError> {
        let stream = StreamId::new(id).map_err(|_| MatchError::NoMatch)?;
        let (game, current) = read(&context, &stream).await?;
        Ok(MatchActor::new(stream, game, context, publisher, current))
    }

    /// A match whose events are not in the log yet. The first command stores them together with its own, so that a
    /// match that nobody plays is in no list.
    pub fn unsaved(
        context: MatchContext,
        game: &'static dyn DynGame,
        events: Vec<Stamped>,
        publisher: Box<dyn Publisher>,
    ) -> Result<MatchActor, MatchError> {
        let current = Current::unsaved(game, events)?;
        let stream = StreamId::new(current.snapshot.table.opened().id.clone())?;
        Ok(MatchActor::new(stream, game, context, publisher, current))
    }

    fn new(
        stream: StreamId,
        game: &'static dyn DynGame,
        context: MatchContext,
        publisher: Box<dyn Publisher>,
        current: Current,
    ) -> MatchActor {
        let (order, current) = (futures_util::lock::Mutex::new(()), Mutex::new(current));
        MatchActor { stream, game, context, publisher, order, current }
    }

    /// The name of the match in the log, which is its id.
    pub fn stream(&self) -> &StreamId {
        &self.stream
    }

    /// The game it is a match of.
    pub fn game(&self) -> &'static dyn DynGame {
        self.game
    }

    /// The match as it stands.
    pub fn table(&self) -> Arc<Table> {
        self.current().snapshot.table.clone()
    }

    /// The match as it stands, with the number of this state.
    pub fn snapshot(&self) -> Snapshot {
        self.current().snapshot.clone()
    }

    /// Is it in the log?
    pub fn is_saved(&self) -> bool {
        self.current().unsaved.is_empty()
    }

    /// The outcome of a command with this key that was carried out before.
    pub fn repeated(&self, key: &IdempotencyKey) -> Result<Option<CommandOutcome>, MatchError> {
        self.current().repeated(key)
    }

    /// The outcome of a command for which there is nothing to do.
    pub fn unchanged(&self) -> CommandOutcome {
        let current = self.current();
        current.outcome(current.snapshot.table.version(), true)
    }

    /// A state replaces another as a whole, so a poisoned lock still guards a valid one.
    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries out the command, or changes nothing. If the future is dropped half way, the events may be in the log:
    /// the next command finds them there, and the same command with its key gets its outcome.
    pub async fn execute(&self, pending: &PendingCommand) -> Result<CommandOutcome, MatchError> {
        let _order = self.order.lock().await;
        // A version that is not here yet may have been reached by another actor.
        if pending.seen.is_some_and(|seen| seen > self.table().version()) {
            self.catch_up().await?;
        }
        for _ in 0..MOST_ATTEMPTS {
            let (append, next) = match self.decide(pending)? {
                Decision::Nothing(outcome) => return Ok(outcome),
                Decision::Write(append, next) => (*append, *next),
            };
            if let Some(outcome) = self.append(append, next, pending.key.as_ref()).await? {
                return Ok(outcome);
            }
        }
        Err(MatchError::Stale { version: self.table().version() })
    }

    /// Stores the events of a match that is not in the log yet.
    pub async fn save(&self) -> Result<(), MatchError> {
        let _order = self.order.lock().await;
        if self.is_saved() {
            return Ok(());
        }
        let next = Table::clone(&self.table());
        let append = self.append_of(Vec::new(), &next, None);
        match self.append(append, next, None).await? {
            Some(_) => Ok(()),
            None => Err(MatchError::ReusedKey),
        }
    }

    /// Catches up with the log, if another actor may have reached this version.
    pub async fn follow(&self, version: u64) -> Result<(), MatchError> {
        let _order = self.order.lock().await;
        if self.table().version() < version {
            self.catch_up().await?;
        }
        Ok(())
    }

    /// Makes sure that everything that was in the log before this call is here. Commands in progress are waited for only if
    /// there is something new.
    pub async fn check_log(&self) -> Result<(), MatchError> {
        let stored = self.context.log.read(&self.stream, Version(self.table().version())).await?;
        match stored.last() {
            Some(last) => self.follow(last.version.0).await,
            None => Ok(()),
        }
    }

    /// Reads the whole match again, after its stored events were rewritten.
    pub async fn refresh(&self) -> Result<(), MatchError> {
        let _order = self.order.lock().await;
        self.reload().await
    }

    /// Decides on the current state: the events, and the match after them.
    fn decide(&self, pending: &PendingCommand) -> Result<Decision, MatchError> {
        let table = {
            let current = self.current();
            if let Some(outcome) = pending.key.as_ref().map(|key| current.repeated(key)).transpose()?.flatten() {
                return Ok(Decision::Nothing(outcome));
            }
            current.snapshot.table.clone()
        };
        let events = decided(&table, pending)?;
        if events.is_empty() {
            return Ok(Decision::Nothing(self.unchanged()));
        }
        let next = table.after(&events)?;
        let bodies = events.iter().map(|event| written(&event.stamped)).collect::<Result<_, _>>()?;
        let append = self.append_of(bodies, &next, pending.key.as_ref());
        Ok(Decision::Write(Box::new(append), Box::new(next)))
    }

    fn append_of(&self, bodies: Vec<String>, next: &Table, key: Option<&IdempotencyKey>) -> Append {
        let mut events = self.current().unsaved.clone();
        events.extend(bodies);
        Append {
            stream: self.stream.clone(),
            expected: Version(next.version() - events.len() as u64),
            key: key.map(IdempotencyKey::stored),
            events,
            entry: (self.context.list_entry)(next),
        }
    }

    /// Appends. Once the log has the events, the next state is the current one, and it is published. `None` if
    /// another actor appended first: the command may stand all the same.
    async fn append(
        &self,
        append: Append,
        next: Table,
        key: Option<&IdempotencyKey>,
    ) -> Result<Option<CommandOutcome>, MatchError> {
        match self.context.log.append(append).await {
            Ok(appended) if !appended.repeated => Ok(Some(self.advance(next, key))),
            Ok(appended) => {
                self.catch_up().await?;
                Ok(Some(self.current().outcome(appended.version.0, true)))
            }
            Err(StoreError::Conflict { .. }) => {
                // A conflict without anything new: the match was removed or rewritten.
                if !self.catch_up().await? {
                    self.reload().await?;
                }
                Ok(None)
            }
            Err(error) => {
                // Only the log knows whether it was written.
                if matches!(error, StoreError::Database(_) | StoreError::Unreachable { .. }) {
                    self.catch_up().await?;
                }
                Err(error.into())
            }
        }
    }

    fn advance(&self, next: Table, key: Option<&IdempotencyKey>) -> CommandOutcome {
        let version = next.version();
        let (outcome, snapshot) = {
            let mut current = self.current();
            current.advance(next);
            if let Some(key) = key {
                current.note_key(key.clone(), version);
            }
            (current.outcome(version, false), current.snapshot.clone())
        };
        self.publisher.publish(&snapshot);
        outcome
    }

    /// Applies what other actors have appended; `false` if there is nothing new.
    async fn catch_up(&self) -> Result<bool, MatchError> {
        let (table, saved) = (self.table(), self.is_saved());
        let seen = if saved { Version(table.version()) } else { Version::NONE };
        let stored = self.context.log.read(&self.stream, seen).await?;
        match Current::caught_up(&table, &stored) {
            _ if stored.is_empty() => return Ok(false),
            Ok(next) if saved => self.advance_to(next, &stored),
            // The log has another match than the one that is here.
            _ => self.reload().await?,
        }
        Ok(true)
    }

    fn advance_to(&self, next: Table, stored: &[Stored]) {
        let snapshot = {
            let mut current = self.current();
            current.advance(next);
            current.note_keys(stored);
            current.snapshot.clone()
        };
        self.publisher.publish(&snapshot);
    }

    /// Reads the whole match again.
    async fn reload(&self) -> Result<(), MatchError> {
        let (_, fresh) = read(&self.context, &self.stream).await?;
        self.current().replace(fresh);
        self.publisher.publish(&self.snapshot());
        Ok(())
    }
}

/// The events that come of the command as the match stands: first the outages that the match does not have yet.
fn decided(table: &Table, pending: &PendingCommand) -> Result<Vec<DecidedEvent>, MatchError> {
    let mut events = table.decide_outages(&pending.outages, pending.now);
    let Some(last) = events.last() else { return commanded(table, table, pending, pending.now) };
    // A command that came during an outage is carried out at its end.
    let (at, paused) = (last.stamped.at, table.after(&events)?);
    events.extend(commanded(table, &paused, pending, at)?);
    Ok(events)
}

/// The events of the command itself, carried out at this time. Its sender has seen `before`; `table` is the same match
/// after the outages.
fn commanded(
    before: &Table,
    table: &Table,
    pending: &PendingCommand,
    at: i64,
) -> Result<Vec<DecidedEvent>, MatchError> {
    let version = before.version();
    let Some(seen) = pending.seen.filter(|seen| *seen != version) else {
        let lag = pending.held.map_or(0, |held| before.on_the_way(held, pending.now));
        return Ok(table.decide(&pending.command, Now { at, lag })?);
    };
    if !before.stands(&pending.command, seen) {
        return Err(if seen > version { MatchError::Future { seen, version } } else { MatchError::Stale { version } });
    }
    // Why it is declined is said about the version that the sender has seen, unless that does not matter.
    let any_version = matches!(pending.command, MatchCommand::Resign { .. });
    let because = |decline: Decline| if any_version { decline.into() } else { MatchError::Stale { version } };
    table.decide(&pending.command, Now::at(at)).map_err(because)
}

/// The match as the log has it. A long match takes a while to rebuild.
async fn read(context: &MatchContext, stream: &StreamId) -> Result<(&'static dyn DynGame, Current), MatchError> {
    let stored = context.log.read(stream, Version::NONE).await?;
    let (find_game, folded) = (context.find_game, Arc::new(Mutex::new(None)));
    let slot = folded.clone();
    let work = Box::new(move || {
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(Current::folded(&stored, find_game));
    });
    context.offload.run(work).await.map_err(|_| MatchError::Busy)?;
    let folded = folded.lock().unwrap_or_else(PoisonError::into_inner).take();
    folded.unwrap_or(Err(MatchError::Busy))
}
