//! The one trait the rest of the house knows of a store. Implementations live in their own files.

use std::pin::Pin;

use crate::{Append, Appended, Filter, Listed, PeopleStore, StoreError, Stored, StreamId, Version};

/// An answer that is on its way. FullGame, so that a store can be used as `Arc<dyn EventStore>`.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Keeps streams of events.
pub trait EventStore: Send + Sync {
    /// Appends at the expected version, or refuses and changes nothing. `Ok` means: safe. Giving up the future half way
    /// does not take the append back; whoever wants to know asks again with the same key.
    fn append(&self, append: Append) -> StoreFuture<'_, Appended>;

    /// The events after a version, in order; empty for a stream that nobody has appended to. Sees every append that
    /// was answered before, and never half of one.
    fn read<'a>(&'a self, stream: &'a StreamId, after: Version) -> StoreFuture<'a, Vec<Stored>>;

    /// The matches that fit, the last updated first, those of the same millisecond by name.
    fn list(&self, filter: Filter) -> StoreFuture<'_, Vec<Listed>>;

    /// Removes a match with all its events and messages, if it is still at this version; tells whether it was.
    fn remove<'a>(&'a self, stream: &'a StreamId, version: Version) -> StoreFuture<'a, bool>;

    /// The people that are kept beside the matches.
    fn people(&self) -> &dyn PeopleStore;

    /// Writes something and reads it back: `Ok` means that appends are taken and can be found again.
    fn health(&self) -> StoreFuture<'_, ()>;

    /// Finishes what was asked, tidies up and lets go of the files. Everything asked afterwards is
    /// [`StoreError::Closed`]; closing twice is fine.
    fn close(&self) -> StoreFuture<'_, ()>;
}
