//! Rate limits that hold for all nodes together.

use crate::StoreFuture;

/// A token bucket: how fast it is refilled, and how much it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedBucket {
    /// Whose it is; a fingerprint, not an address or a name.
    pub key: String,
    /// Tokens per second.
    pub per_second: f64,
    /// Tokens in a full bucket.
    pub burst: f64,
}

/// Rate limits for all nodes.
pub trait SharedLimits: Send + Sync {
    /// Takes a token from each of these buckets. If one is empty, returns the seconds until it has one; the others have
    /// lost theirs.
    fn take<'a>(&'a self, buckets: &'a [SharedBucket]) -> StoreFuture<'a, Result<(), f64>>;

    /// Removes some of the buckets that are full; returns how many.
    fn remove_full(&self) -> StoreFuture<'_, u64>;
}
