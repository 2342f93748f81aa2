//! Is the store well? Asked at most once a second, however many ask: each time something is written.

use std::time::{Duration, Instant};
use store::{EventStore, StoreError};
use tokio::sync::Mutex;

/// How long an answer is believed.
const BELIEVED: Duration = Duration::from_secs(1);

/// The last answer of the store.
#[derive(Default)]
pub(crate) struct Health {
    last: Mutex<Option<(Instant, Result<(), StoreError>)>>,
}

impl Health {
    /// Whether the store works now, or did a moment ago.
    pub(crate) async fn check(&self, store: &dyn EventStore) -> Result<(), StoreError> {
        let mut last = self.last.lock().await;
        match &*last {
            Some((since, answer)) if since.elapsed() < BELIEVED => answer.clone(),
            _ => {
                let answer = store.health().await;
                *last = Some((Instant::now(), answer.clone()));
                answer
            }
        }
    }
}
