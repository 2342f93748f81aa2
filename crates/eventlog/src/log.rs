//! The trait between a match and a store.

use crate::{Append, Appended, StoreError, Stored, StreamId, Version};
use std::pin::Pin;

/// The future of a store's answer. Boxed, so that a store can be used as a trait object.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Stores the events of matches.
pub trait EventLog: Send + Sync {
    /// Appends at the expected version, or refuses and changes nothing. `Ok` means that the events are on disk. Dropping
    /// the future does not cancel the append: send it again with the same key to find out whether it was written.
    fn append(&self, append: Append) -> StoreFuture<'_, Appended>;

    /// The events after a version, in order; empty for a stream that has none. Includes every append that was
    /// acknowledged before, and never part of one.
    fn read<'a>(&'a self, stream: &'a StreamId, after: Version) -> StoreFuture<'a, Vec<Stored>>;
}
