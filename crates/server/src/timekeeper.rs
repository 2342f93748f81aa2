//! Looks at the clocks: when somebody's time runs out, the house asks the table to flag him.
//!
//! One task knows the next deadline of every timed table. After a restart it finds
//! those tables again by their list in the store, so that days run on while the
//! server does not.

use crate::problem::Problem;
use crate::room::{Ask, Room, TIMED};
use crate::rooms::Rooms;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::{EventStore, Filter, StreamId};
use table::Command;
use tokio::sync::Notify;

/// So many tables are looked up at once after a restart.
const A_PAGE: u32 = 200;
/// After a failure it is tried again.
const AGAIN: Duration = Duration::from_secs(5);

/// The deadlines of all timed tables.
#[derive(Default)]
pub(crate) struct Timekeeper {
    due: Mutex<Due>,
    sooner: Notify,
}

#[derive(Default)]
struct Due {
    by_table: HashMap<StreamId, i64>,
    in_order: BTreeSet<(i64, StreamId)>,
}

impl Timekeeper {
    /// The next deadline of this table has changed.
    pub(crate) fn note(&self, table: &StreamId, deadline: Option<i64>) {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        if due.by_table.get(table).copied() == deadline {
            return;
        }
        if let Some(old) = due.by_table.remove(table) {
            due.in_order.remove(&(old, table.clone()));
        }
        if let Some(deadline) = deadline {
            due.by_table.insert(table.clone(), deadline);
            due.in_order.insert((deadline, table.clone()));
            self.sooner.notify_one();
        }
    }

    fn first(&self) -> Option<(i64, StreamId)> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner).in_order.first().cloned()
    }
}

/// Looks at the clocks for as long as the rooms are there.
pub(crate) async fn keep(rooms: Arc<Rooms>, store: Arc<dyn EventStore>) {
    while let Err(problem) = find_again(&rooms, &*store).await {
        tracing::error!(error = problem.error, "the clocks could not be found again");
        tokio::time::sleep(AGAIN).await;
    }
    loop {
        let wait = match rooms.timekeeper.first() {
            None => Duration::MAX,
            Some((deadline, table)) => {
                let left = deadline - crate::room::now().at;
                if left <= 0 {
                    flag(&rooms, &table).await;
                    continue;
                }
                Duration::from_millis(left as u64)
            }
        };
        tokio::select! {
            () = tokio::time::sleep(wait.min(Duration::from_secs(3600))) => {}
            () = rooms.timekeeper.sooner.notified() => {}
        }
    }
}

/// All timed tables that are on: finding a room notes its deadline.
async fn find_again(rooms: &Arc<Rooms>, store: &dyn EventStore) -> Result<(), Problem> {
    let mut after = None;
    loop {
        let filter = Filter { owner: Some(TIMED.into()), open: Some(true), after, limit: A_PAGE, ..Filter::default() };
        let page = store.list(filter).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some((last.updated_ms, last.stream.clone()));
        for listed in &page {
            if let Err(problem) = rooms.find(listed.stream.as_str()).await {
                tracing::warn!(error = problem.error, "a timed table could not be opened");
            }
        }
    }
}

async fn flag(rooms: &Arc<Rooms>, table: &StreamId) {
    rooms.timekeeper.note(table, None);
    let flagged = async {
        let room: Arc<Room> = rooms.find(table.as_str()).await?;
        rooms.ask(&room, Ask { command: Command::Flag, version: None, key: None, held: None }).await.map(drop)
    };
    if let Err(problem) = flagged.await {
        tracing::error!(error = problem.error, "a flag could not fall");
        rooms.timekeeper.note(table, Some(crate::room::now().at + AGAIN.as_millis() as i64));
    }
}
