//! Watches the clocks: flags players whose time runs out.
//!
//! One task has the next deadline of every timed match. After a restart it finds these matches in the store. No flag falls
//! for the time of an outage ([`crate::outages`]), nor right after one.

use crate::match_handle::{now, pending};
use crate::outages;
use crate::problem::Problem;
use crate::registry::MatchRegistry;
use matches::TIMED;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{EventStore, Filter, StreamId};
use table::MatchCommand;
use tokio::sync::Notify;

/// Number of matches read at once after a restart.
const A_PAGE: u32 = 200;
/// How often the timed matches of a shared store are listed.
const RELISTED: Duration = Duration::from_secs(60);
/// The pause before a retry.
const AGAIN: Duration = Duration::from_secs(5);

/// The deadlines of all timed matches.
#[derive(Default)]
pub(crate) struct Timekeeper {
    due: Mutex<Due>,
    sooner: Notify,
    busy: Notify,
}

#[derive(Default)]
struct Due {
    by_table: HashMap<StreamId, i64>,
    in_order: BTreeSet<(i64, StreamId)>,
}

impl Timekeeper {
    /// Sets the next deadline of this match.
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
            self.busy.notify_one();
        }
    }

    /// Does any clock run?
    pub(crate) fn is_busy(&self) -> bool {
        !self.due.lock().unwrap_or_else(PoisonError::into_inner).by_table.is_empty()
    }

    /// Waits until a clock runs, or has been started since it was last asked.
    pub(crate) async fn busy(&self) {
        self.busy.notified().await;
    }

    /// The matches with a clock that runs.
    pub(crate) fn tables(&self) -> Vec<StreamId> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner).by_table.keys().cloned().collect()
    }

    fn first(&self) -> Option<(i64, StreamId)> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner).in_order.first().cloned()
    }
}

/// Watches the clocks until it is dropped.
pub(crate) async fn keep(matches: Arc<MatchRegistry>, store: Arc<dyn EventStore>) {
    while let Err(problem) = find_again(&matches, &*store).await {
        tracing::error!(error = problem.error, "timed matches could not be listed");
        tokio::time::sleep(AGAIN).await;
    }
    // These matches may have been loaded before this node knew of an outage.
    tokio::spawn(outages::write_all(matches.clone()));
    let mut listed = Instant::now();
    loop {
        // Another node may have died with the deadlines it knew.
        if store.shared().is_some() && listed.elapsed() >= RELISTED {
            listed = Instant::now();
            if let Err(problem) = find_again(&matches, &*store).await {
                tracing::warn!(error = problem.error, "timed matches could not be listed");
            }
        }
        let wait = match matches.timekeeper.first() {
            None => Duration::MAX,
            Some((deadline, table)) => {
                let left = deadline - now();
                let unsteady = if left > 0 { Duration::ZERO } else { matches.outages.until_steady() };
                if left <= 0 && unsteady.is_zero() {
                    flag(&matches, &table).await;
                    continue;
                }
                Duration::from_millis(u64::try_from(left).unwrap_or(0)).max(unsteady)
            }
        };
        tokio::select! {
            () = tokio::time::sleep(wait.min(RELISTED)) => {}
            () = matches.timekeeper.sooner.notified() => {}
        }
    }
}

/// Loads all timed matches in play; loading a match sets its deadline.
async fn find_again(matches: &Arc<MatchRegistry>, store: &dyn EventStore) -> Result<(), Problem> {
    let mut after = None;
    loop {
        let filter = Filter { owner: Some(TIMED.into()), open: Some(true), after, limit: A_PAGE, ..Filter::default() };
        let page = store.list(filter).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some((last.updated_ms, last.stream.clone()));
        for listed in &page {
            if let Err(problem) = matches.find(listed.stream.as_str()).await {
                tracing::warn!(error = problem.error, "a timed match could not be loaded");
            }
        }
    }
}

async fn flag(matches: &Arc<MatchRegistry>, table: &StreamId) {
    matches.timekeeper.note(table, None);
    let flagged = async {
        let handle = matches.find(table.as_str()).await?;
        matches.execute(&handle, pending(MatchCommand::Flag)).await.map(drop)
    };
    if let Err(problem) = flagged.await {
        tracing::error!(error = problem.error, "a player could not be flagged");
        matches.timekeeper.note(table, Some(now() + AGAIN.as_millis() as i64));
    }
}
