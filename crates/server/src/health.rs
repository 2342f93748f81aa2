//! The health of the store, checked at most once a second, because each check writes.

use std::time::{Duration, Instant};
use store::{EventStore, StoreError};
use tokio::sync::Mutex;

/// Lifetime of a result.
const LIFETIME: Duration = Duration::from_secs(1);

/// The last result of the check.
#[derive(Default)]
pub(crate) struct Health {
    last: Mutex<Option<(Instant, Result<(), StoreError>)>>,
}

impl Health {
    /// Checks that the store works, or did a moment ago.
    pub(crate) async fn check(&self, store: &dyn EventStore) -> Result<(), StoreError> {
        let mut last = self.last.lock().await;
        match &*last {
            Some((since, answer)) if since.elapsed() < LIFETIME => answer.clone(),
            _ => {
                let answer = store.health().await;
                *last = Some((Instant::now(), answer.clone()));
                answer
            }
        }
    }
}
