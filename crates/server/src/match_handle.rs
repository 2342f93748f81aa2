//! A live match in the server: its actor, its views and its background task.
//!
//! A handle can be dropped at any time and loaded again from the log.

use crate::builders::Builders;
use crate::match_views::MatchViews;
use crate::problem::Problem;
use crate::wire::Viewer;
use kernel::dynamic::DynGame;
use matches::{
    BackgroundTask, CommandOutcome, IdempotencyKey, MatchActor, MatchContext, MatchError, Offload, PendingCommand,
    Stopped, Work, WorkFuture, background_task,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::StreamId;
use table::{MatchCommand, Table};
use tokio::sync::watch;

/// A live match.
pub(crate) struct MatchHandle {
    actor: MatchActor,
    views: Arc<MatchViews>,
    /// Is a background task running?
    working: AtomicBool,
}

impl MatchHandle {
    /// Loads a match from the log.
    pub(crate) async fn load(
        context: MatchContext,
        builders: Arc<Builders>,
        id: &StreamId,
    ) -> Result<MatchHandle, Problem> {
        let views = Arc::new(MatchViews::new(builders));
        let actor = MatchActor::load(context, id.as_str(), Box::new(views.clone())).await?;
        views.begin(&actor.snapshot());
        Ok(MatchHandle { actor, views, working: AtomicBool::new(false) })
    }

    /// The match's id.
    pub(crate) fn id(&self) -> &str {
        self.actor.stream().as_str()
    }

    /// The id of its stream in the store.
    pub(crate) fn stream(&self) -> &StreamId {
        self.actor.stream()
    }

    /// The game.
    pub(crate) fn game(&self) -> &'static dyn DynGame {
        self.actor.game()
    }

    /// A snapshot of the match; reading it blocks nobody.
    pub(crate) fn table(&self) -> Arc<Table> {
        self.actor.table()
    }

    pub(crate) fn actor(&self) -> &MatchActor {
        &self.actor
    }

    pub(crate) fn views(&self) -> &Arc<MatchViews> {
        &self.views
    }

    /// Tells this viewer of new versions.
    pub(crate) fn listen(&self, viewer: Viewer) -> watch::Receiver<u64> {
        self.views.listen(viewer)
    }

    /// The outcome of a command with this key that was executed before.
    pub(crate) fn repeated(&self, key: &IdempotencyKey) -> Result<Option<CommandOutcome>, Problem> {
        Ok(self.actor.repeated(key)?)
    }

    /// The outcome of a command that changes nothing.
    pub(crate) fn unchanged(&self) -> CommandOutcome {
        self.actor.unchanged()
    }

    /// Executes the command, or changes nothing. Spawn it as a task, so that it is not cancelled.
    pub(crate) async fn execute(&self, pending: &PendingCommand) -> Result<CommandOutcome, Problem> {
        Ok(self.actor.execute(pending).await?)
    }

    /// Catches up with the log, if another node may have reached this version.
    pub(crate) async fn follow(&self, version: u64) -> Result<(), Problem> {
        Ok(self.actor.follow(version).await?)
    }

    /// Makes sure that everything that was in the log before this call is here.
    pub(crate) async fn check_log(&self) -> Result<(), Problem> {
        Ok(self.actor.check_log().await?)
    }

    /// Reads the match again, after its stored events were rewritten.
    pub(crate) async fn refresh(&self) -> Result<(), Problem> {
        Ok(self.actor.refresh().await?)
    }

    /// Starts the background task; `false` if there is nothing to do, or it is running already.
    pub(crate) fn begin_work(&self) -> bool {
        background_task(&self.table()).is_some() && !self.working.swap(true, Ordering::AcqRel)
    }

    /// The next background task, if there is one, with the match it is for.
    pub(crate) fn next_task(&self) -> Option<(BackgroundTask, Arc<Table>)> {
        let table = self.table();
        background_task(&table).map(|task| (task, table))
    }

    /// Marks the background task as ended.
    pub(crate) fn end_work(&self) {
        self.working.store(false, Ordering::Release);
    }
}

/// A command that arrives now, for any version.
pub(crate) fn pending(command: MatchCommand) -> PendingCommand {
    PendingCommand::new(command, now())
}

/// The server's clock, in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    store::Clock::system().now_ms()
}

/// Long matches are rebuilt on the same thread pool as views.
impl Offload for Builders {
    fn run(&self, work: Work) -> WorkFuture<'_> {
        Box::pin(async move { Builders::run(self, work).await.map_err(|_| Stopped) })
    }
}

impl From<MatchError> for Problem {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Declined(decline) => decline.into(),
            MatchError::Stale { version } => Problem::stale(version),
            MatchError::Future { seen, version } => Problem::future(seen, version),
            MatchError::ReusedKey => Problem::reused_key(),
            MatchError::NoMatch => Problem::no_table(),
            MatchError::UnknownGame(slug) => Problem::no_game(&slug),
            MatchError::Store(error) => error.into(),
            MatchError::Busy => Problem::busy(),
            MatchError::Corrupt(corrupt) => {
                let mut problem = Problem::broken(&corrupt);
                problem.error = format!("This table cannot be opened: {corrupt}.");
                problem.instead = "Open another table; this one was not changed.".into();
                problem
            }
        }
    }
}
