//! What a match needs from outside: the log, the list of games, a place to run long work, a publisher.

use crate::current::Snapshot;
use eventlog::{EventLog, ListEntry};
use kernel::dynamic::DynGame;
use std::pin::Pin;
use std::sync::Arc;
use table::Table;

/// Finds a game by its slug.
pub type FindGame = fn(&str) -> Option<&'static dyn DynGame>;

/// What all matches of a program share.
#[derive(Clone)]
pub struct MatchContext {
    /// Stores the events.
    pub log: Arc<dyn EventLog>,
    /// Finds the game of a stored match.
    pub find_game: FindGame,
    /// A match's entry in lists.
    pub list_entry: fn(&Table) -> ListEntry,
    /// Rebuilds long matches without holding up the caller.
    pub offload: Arc<dyn Offload>,
}

/// Hears of every new version of a match, after it is stored.
pub trait Publisher: Send + Sync {
    /// The match has reached this state.
    fn publish(&self, snapshot: &Snapshot);
}

impl<P: Publisher + ?Sized> Publisher for Arc<P> {
    fn publish(&self, snapshot: &Snapshot) {
        (**self).publish(snapshot);
    }
}

/// A publisher for a match that nobody listens to.
#[derive(Copy, Clone, Debug)]
pub struct Silent;

impl Publisher for Silent {
    fn publish(&self, _snapshot: &Snapshot) {}
}

/// Work that takes a while.
pub type Work = Box<dyn FnOnce() + Send>;

/// The future of offloaded work.
pub type WorkFuture<'a> = Pin<Box<dyn Future<Output = Result<(), Stopped>> + Send + 'a>>;

/// The work was not done.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Runs long work, on another thread if there is one.
pub trait Offload: Send + Sync {
    /// Runs the work to its end, or refuses it.
    fn run(&self, work: Work) -> WorkFuture<'_>;
}

/// Runs the work at once, on the thread that polls.
#[derive(Copy, Clone, Debug)]
pub struct Inline;

impl Offload for Inline {
    fn run(&self, work: Work) -> WorkFuture<'_> {
        Box::pin(async move {
            work();
            Ok(())
        })
    }
}
