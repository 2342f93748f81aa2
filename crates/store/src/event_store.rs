//! The trait of a store: the event log, lists of matches, and accounts.

use crate::{
    AccountStore, AnalysisStore, Beat, EventLog, Filter, Listed, ModerationStore, Pulse, SharedStore, StoreFuture,
    StoreMetrics, StreamId, Version,
};
use std::sync::Arc;

/// Stores matches and accounts.
pub trait EventStore: EventLog {
    /// The matches that fit the filter, the last updated first; within a millisecond by name.
    fn list(&self, filter: Filter) -> StoreFuture<'_, Vec<Listed>>;

    /// Removes a match with its events and messages, if it is still at this version; returns whether it was.
    fn remove<'a>(&'a self, stream: &'a StreamId, version: Version) -> StoreFuture<'a, bool>;

    /// The accounts.
    fn people(&self) -> &dyn AccountStore;

    /// What the host has done about people and tables.
    fn moderation(&self) -> &dyn ModerationStore;

    /// Finished analyses and uploaded records.
    fn analyses(&self) -> &dyn AnalysisStore;

    /// What nodes need that share this store; `None` if it belongs to one process.
    fn shared(&self) -> Option<&dyn SharedStore> {
        None
    }

    /// Writes something and reads it back: `Ok` means that the store works.
    fn health(&self) -> StoreFuture<'_, ()>;

    /// Says that this node can take moves now, and learns of outages. By default there are none.
    fn beat(&self, _beat: Beat) -> StoreFuture<'_, Pulse> {
        Box::pin(std::future::ready(Ok(Pulse::default())))
    }

    /// What the store measures about itself; by default nothing.
    fn metrics(&self) -> Arc<StoreMetrics> {
        Arc::default()
    }

    /// Finishes pending requests and closes the files. Later requests get `StoreError::Closed`; closing twice is allowed.
    fn close(&self) -> StoreFuture<'_, ()>;
}
