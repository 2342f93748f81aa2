//! The trait of a whole store: the log of events, lists of matches, and people. Implementations have their own files.

use crate::{EventLog, Filter, Listed, PeopleStore, StoreFuture, StreamId, Version};

/// Keeps matches and people.
pub trait EventStore: EventLog {
    /// The matches that fit, the last updated first, those of the same millisecond by name.
    fn list(&self, filter: Filter) -> StoreFuture<'_, Vec<Listed>>;

    /// Removes a match with all its events and messages, if it is still at this version; tells whether it was.
    fn remove<'a>(&'a self, stream: &'a StreamId, version: Version) -> StoreFuture<'a, bool>;

    /// The people that are kept beside the matches.
    fn people(&self) -> &dyn PeopleStore;

    /// Writes something and reads it back: `Ok` means that appends are taken and can be found again.
    fn health(&self) -> StoreFuture<'_, ()>;

    /// Finishes what was asked, tidies up and lets go of the files. Everything asked afterwards is
    /// `StoreError::Closed`; closing twice is fine.
    fn close(&self) -> StoreFuture<'_, ()>;
}
