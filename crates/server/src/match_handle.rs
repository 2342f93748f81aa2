//! A live match in the server: its actor, its views, and what the server does for it by itself.
//!
//! A handle may be dropped at any time and loaded again: the log has the match.

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
    /// Is a background task at work?
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

    /// The match's id, as the store knows it.
    pub(crate) fn stream(&self) -> &StreamId {
        self.actor.stream()
    }

    /// The game it is a match of.
    pub(crate) fn game(&self) -> &'static dyn DynGame {
        self.actor.game()
    }

    /// The match as it stands. Nobody waits while you look at it.
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

    /// The outcome of a command with this key that was carried out before.
    pub(crate) fn repeated(&self, key: &IdempotencyKey) -> Result<Option<CommandOutcome>, Problem> {
        Ok(self.actor.repeated(key)?)
    }

    /// The outcome of a command for which there is nothing to do.
    pub(crate) fn unchanged(&self) -> CommandOutcome {
        self.actor.unchanged()
    }

    /// Carries out the command, or changes nothing. Give it a task of its own, so that it runs to its end.
    pub(crate) async fn execute(&self, pending: &PendingCommand) -> Result<CommandOutcome, Problem> {
        Ok(self.actor.execute(pending).await?)
    }

    /// Reads the match again, after its stored events were rewritten.
    pub(crate) async fn refresh(&self) -> Result<(), Problem> {
        Ok(self.actor.refresh().await?)
    }

    /// May a background task begin? `false` if there is nothing to do, or one is at work already.
    pub(crate) fn begin_work(&self) -> bool {
        background_task(&self.table()).is_some() && !self.working.swap(true, Ordering::AcqRel)
    }

    /// What the match waits for, with the state it is of. If there is nothing, the work ends.
    pub(crate) fn next_task(&self) -> Option<(BackgroundTask, Arc<Table>)> {
        loop {
            let table = self.table();
            if let Some(task) = background_task(&table) {
                return Some((task, table));
            }
            self.end_work();
            // A turn that came between looking and ending is not lost.
            if !self.begin_work() {
                return None;
            }
        }
    }

    /// Ends the work.
    pub(crate) fn end_work(&self) {
        self.working.store(false, Ordering::Release);
    }
}

/// A command that arrives now, whatever its sender has seen.
pub(crate) fn pending(command: MatchCommand) -> PendingCommand {
    PendingCommand::new(command, now())
}

/// The server's clock, in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    store::Clock::system().now_ms()
}

/// Long matches are rebuilt where views are.
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
                problem.instead = "Start another one; nothing of this one was changed.".into();
                problem
            }
        }
    }
}
