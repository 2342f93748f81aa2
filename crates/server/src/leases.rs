//! Leases: work that one of several nodes should do, and that another takes over when it dies. A store of one process
//! needs none: there every lease is free.
//!
//! A lease saves double work; it is not what keeps work from being done twice. That is the match's version and the
//! idempotency keys of commands.

use std::sync::Arc;
use std::time::Duration;
use store::EventStore;

/// Takes and releases leases.
pub(crate) struct Leases {
    store: Arc<dyn EventStore>,
}

impl Leases {
    pub(crate) fn new(store: Arc<dyn EventStore>) -> Self {
        Leases { store }
    }

    /// Takes or renews a lease; `false` if another node has it, or nobody can tell.
    pub(crate) async fn take(&self, name: &str, time: Duration) -> bool {
        let Some(shared) = self.store.shared() else { return true };
        shared.lease(name, time).await.unwrap_or_else(|error| {
            tracing::warn!(%error, name, "a lease could not be taken");
            false
        })
    }

    /// Gives a lease back.
    pub(crate) async fn release(&self, name: &str) {
        let Some(shared) = self.store.shared() else { return };
        if let Err(error) = shared.release(name).await {
            tracing::warn!(%error, name, "a lease could not be given back; it ends by itself");
        }
    }
}
