//! All live matches: found by id, loaded from the log on demand, dropped when unused.

use crate::attendance;
use crate::builders::Builders;
use crate::computer;
use crate::leases::Leases;
use crate::match_handle::{MatchHandle, now};
use crate::observe::metrics::Metrics;
use crate::outages::Outages;
use crate::presence::Presence;
use crate::problem::Problem;
use crate::search_queue::SearchQueue;
use crate::site::Timing;
use crate::timekeeper::Timekeeper;
use kernel::dynamic::DynGame;
use matches::{CommandOutcome, MatchContext, PendingCommand, list_entry, open_match};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{EventStore, StreamId};
use table::{Order, TimeControl};
use tokio::sync::OnceCell;
use tracing::Instrument;

/// Number of matches in memory above which unused ones are dropped.
const MOST_MATCHES: usize = 512;
/// How long a view waits for the store to say whether there is something newer.
const STORE_ANSWERS: Duration = Duration::from_secs(1);

type Cell = Arc<OnceCell<Arc<MatchHandle>>>;

/// All live matches.
pub(crate) struct MatchRegistry {
    context: MatchContext,
    cells: Mutex<HashMap<StreamId, Cell>>,
    /// Matches in memory of which the log may have more: a hint came while the store did not answer.
    behind: Mutex<HashSet<StreamId>>,
    /// Can other nodes change the matches?
    shared: bool,
    /// Build views, and rebuild long matches.
    pub(crate) builders: Arc<Builders>,
    /// The queue of computer players.
    pub(crate) search_queue: Arc<SearchQueue>,
    pub(crate) timing: Timing,
    pub(crate) timekeeper: Timekeeper,
    /// When nobody could take a move.
    pub(crate) outages: Outages,
    /// Which matches this node plays on.
    pub(crate) leases: Leases,
    /// Who is at which match.
    pub(crate) presence: Arc<Presence>,
    pub(crate) metrics: Arc<Metrics>,
}

impl MatchRegistry {
    pub(crate) fn new(store: Arc<dyn EventStore>, timing: Timing) -> Self {
        let builders = Arc::<Builders>::default();
        let (leases, presence) = (Leases::new(store.clone()), Arc::new(Presence::new(store.clone())));
        let outages = Outages::new(store.clone());
        let shared = store.shared().is_some();
        let context = MatchContext { log: store, find_game: catalog::game, list_entry, offload: builders.clone() };
        MatchRegistry {
            context,
            cells: Mutex::default(),
            behind: Mutex::default(),
            shared,
            builders,
            search_queue: Arc::default(),
            timing,
            timekeeper: Timekeeper::default(),
            outages,
            leases,
            presence,
            metrics: Arc::default(),
        }
    }

    /// The match with this id. If another node has changed it, it may be a moment behind.
    pub(crate) async fn find(self: &Arc<Self>, id: &str) -> Result<Arc<MatchHandle>, Problem> {
        Ok(self.found(id).await?.0)
    }

    /// The match with everything that any node acknowledged before this call. Fails if the store cannot tell.
    pub(crate) async fn find_current(self: &Arc<Self>, id: &str) -> Result<Arc<MatchHandle>, Problem> {
        let (handle, loaded_now) = self.found(id).await?;
        if !loaded_now {
            self.check_log(&handle).await?;
        }
        Ok(handle)
    }

    /// The same, but if the store does not answer within a second, the match as this node knows it: a page is shown even while the
    /// database is away, and its stream brings what is missing.
    pub(crate) async fn find_for_view(self: &Arc<Self>, id: &str) -> Result<Arc<MatchHandle>, Problem> {
        let (handle, loaded_now) = self.found(id).await?;
        if !loaded_now && !matches!(tokio::time::timeout(STORE_ANSWERS, self.check_log(&handle)).await, Ok(Ok(()))) {
            tracing::warn!("the store does not answer: a view shows what this node knows");
        }
        Ok(handle)
    }

    /// Notes that the log may have more than what is in memory. The next sweep looks.
    pub(crate) fn note_behind(&self, id: &StreamId) {
        self.behind().insert(id.clone());
    }

    /// The matches that may be behind, each once.
    pub(crate) fn take_behind(&self) -> HashSet<StreamId> {
        std::mem::take(&mut *self.behind())
    }

    fn behind(&self) -> MutexGuard<'_, HashSet<StreamId>> {
        self.behind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks for what was written while the match was loaded: hints that came meanwhile did not find it in memory.
    fn check_loaded(self: &Arc<Self>, handle: &Arc<MatchHandle>) {
        if self.shared {
            let (matches, handle) = (self.clone(), handle.clone());
            tokio::spawn(async move { matches.look_again(&handle).await });
        }
    }

    /// Brings a match up to date, now or with the next sweep.
    pub(crate) async fn look_again(&self, handle: &Arc<MatchHandle>) {
        match self.check_log(handle).await {
            Ok(()) => attendance::start_clocks(self, handle).await,
            Err(_) => self.note_behind(handle.stream()),
        }
    }

    /// Brings a match up to date that other nodes can change.
    async fn check_log(&self, handle: &MatchHandle) -> Result<(), Problem> {
        if self.shared {
            handle.check_log().await?;
            self.timekeeper.note(handle.stream(), handle.table().next_deadline());
        }
        Ok(())
    }

    /// The match, and whether this call has loaded it.
    async fn found(self: &Arc<Self>, id: &str) -> Result<(Arc<MatchHandle>, bool), Problem> {
        let id = StreamId::new(id).map_err(|_| Problem::no_table())?;
        let (cell, loaded) = (self.cell(&id), AtomicBool::new(false));
        let load = || async {
            loaded.store(true, Ordering::Relaxed);
            let handle = MatchHandle::load(self.context.clone(), self.builders.clone(), &id).await?;
            self.timekeeper.note(&id, handle.table().next_deadline());
            Ok(Arc::new(handle))
        };
        match cell.get_or_try_init(load).await {
            Ok(handle) => {
                let loaded_now = loaded.load(Ordering::Relaxed);
                if loaded_now {
                    self.check_loaded(handle);
                }
                // A restart may have interrupted a computer.
                computer::wake(self, handle);
                Ok((handle.clone(), loaded_now))
            }
            Err(problem) => {
                self.forget(&id, &cell);
                Err(problem)
            }
        }
    }

    /// The number of matches in memory.
    pub(crate) fn count(&self) -> usize {
        self.cells().len()
    }

    /// The match with this id, if it is in memory.
    pub(crate) fn in_memory(&self, id: &StreamId) -> Option<Arc<MatchHandle>> {
        self.cells().get(id)?.get().cloned()
    }

    /// The matches in memory that wait for a throw or a computer, with their versions.
    pub(crate) fn waiting_for_computers(&self) -> Vec<(Arc<MatchHandle>, u64)> {
        let handles: Vec<_> = self.cells().values().filter_map(|cell| cell.get().cloned()).collect();
        handles.into_iter().filter_map(|one| one.next_task().map(|(_, table)| (one, table.version()))).collect()
    }

    fn cells(&self) -> MutexGuard<'_, HashMap<StreamId, Cell>> {
        self.cells.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cell(&self, id: &StreamId) -> Cell {
        let mut cells = self.cells();
        if cells.len() >= MOST_MATCHES && !cells.contains_key(id) {
            cells.retain(|_, cell| is_used(cell));
        }
        cells.entry(id.clone()).or_default().clone()
    }

    /// Drops the match from memory; `false` if it is in use.
    pub(crate) fn forget_unused(&self, id: &StreamId) -> bool {
        let mut cells = self.cells();
        if cells.get(id).is_some_and(is_used) {
            return false;
        }
        cells.remove(id);
        true
    }

    fn forget(&self, id: &StreamId, cell: &Cell) {
        let mut cells = self.cells();
        if cells.get(id).is_some_and(|found| Arc::ptr_eq(found, cell)) && cell.get().is_none() {
            cells.remove(id);
        }
    }

    /// Opens a match. The same order with the same key opens one match, even if sent twice.
    pub(crate) async fn open(&self, game: &dyn DynGame, order: Order, key: &str) -> Result<(), Problem> {
        let order = Order { clocks_wait: order.pace != TimeControl::Untimed, ..order };
        Ok(open_match(&self.context, game, order, key, now()).await?)
    }

    /// Executes a command and its consequences, in a spawned task: a browser
    /// that disconnects does not cancel it.
    pub(crate) async fn execute(
        self: &Arc<Self>,
        handle: &Arc<MatchHandle>,
        pending: PendingCommand,
    ) -> Result<CommandOutcome, Problem> {
        tracing::trace!(target: "boxtop::life", "execute");
        let (matches, handle, received) = (self.clone(), handle.clone(), Instant::now());
        let game = handle.game().info().slug;
        let work = async move {
            let done = matches.execute_after_outages(&handle, pending).await;
            if let Ok(outcome) = &done {
                matches.timekeeper.note(handle.stream(), outcome.deadline);
                attendance::start_clocks(&matches, &handle).await;
                computer::wake(&matches, &handle);
            }
            matches.metrics.acted(game, received, &done);
            done
        };
        let work = work.instrument(tracing::debug_span!("action", game));
        tokio::spawn(work.in_current_span()).await.map_err(Problem::broken)?
    }
}

impl MatchRegistry {
    /// Executes a command that is carried out after the outages that the match does not have yet.
    async fn execute_after_outages(
        &self,
        handle: &MatchHandle,
        pending: PendingCommand,
    ) -> Result<CommandOutcome, Problem> {
        let outages = self.outages_for(handle.table().opened().pace).await?;
        handle.execute(&PendingCommand { outages, ..pending }).await
    }
}

/// Is this match in use or being loaded?
fn is_used(cell: &Cell) -> bool {
    Arc::strong_count(cell) > 1 || cell.get().is_some_and(|handle| Arc::strong_count(handle) > 1)
}
