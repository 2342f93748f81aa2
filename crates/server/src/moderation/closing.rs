//! Closing a table: the end of its match, the closure and the entry in the audit log are one transaction.

use anyhow::Context;
use matches::{MatchActor, MatchContext, MatchError, PendingCommand, Silent, list_entry};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{
    Append, Appended, Change, Changed, EventLog, EventStore, HostAction, Moderation, StoreError, StoreFuture, Stored,
    StreamId, Version,
};
use table::MatchCommand;

/// Closes a table for this reason. A match in play ends without a result. Returns `false` if the table is closed already.
///
/// # Errors
/// There is no such table, its game is unknown, or the store failed. Then nothing has changed.
pub async fn close_table(
    store: Arc<dyn EventStore>,
    table: &StreamId,
    actor: &str,
    reason: &str,
) -> anyhow::Result<bool> {
    let close = Close { table: table.clone(), actor: actor.to_owned(), reason: reason.to_owned() };
    let log = Arc::new(ClosingLog { store: store.clone(), close, was_closed: AtomicBool::new(false) });
    let context =
        MatchContext { log: log.clone(), find_game: catalog::game, list_entry, offload: Arc::new(matches::Inline) };
    let actor = match MatchActor::load(context, table.as_str(), Box::new(Silent)).await {
        Err(MatchError::NoMatch) => anyhow::bail!("there is no table {table}"),
        loaded => loaded.with_context(|| format!("the table {table} cannot be read"))?,
    };
    if actor.table().is_over() {
        return Ok(store.people().change(log.close.change(None)).await? == Changed::Done);
    }
    let command = MatchCommand::Close { reason: reason.to_owned() };
    let done = actor.execute(&PendingCommand::new(command, store::Clock::system().now_ms())).await?;
    // Somebody else may have ended the match meanwhile.
    if done.repeated {
        return Ok(store.people().change(log.close.change(None)).await? == Changed::Done);
    }
    Ok(!log.was_closed.load(Ordering::Relaxed))
}

struct Close {
    table: StreamId,
    actor: String,
    reason: String,
}

impl Close {
    fn change(&self, append: Option<Append>) -> Change {
        let (table, reason, append) = (self.table.clone(), self.reason.clone(), append.map(Box::new));
        let action = HostAction::Close { table, reason, append };
        Change::Moderate(Box::new(Moderation { actor: self.actor.clone(), action }))
    }
}

/// The log of a match whose next append is a part of the host's action.
struct ClosingLog {
    store: Arc<dyn EventStore>,
    close: Close,
    was_closed: AtomicBool,
}

impl EventLog for ClosingLog {
    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        Box::pin(async move {
            let expected = append.expected;
            let reached = Version(expected.0 + append.events.len() as u64);
            match self.store.people().change(self.close.change(Some(append))).await? {
                Changed::Outdated(actual) => Err(StoreError::Conflict { expected, actual }),
                changed => {
                    self.was_closed.store(changed != Changed::Done, Ordering::Relaxed);
                    Ok(Appended { version: reached, repeated: false })
                }
            }
        })
    }

    fn read<'a>(&'a self, stream: &'a StreamId, after: Version) -> StoreFuture<'a, Vec<Stored>> {
        self.store.read(stream, after)
    }
}
