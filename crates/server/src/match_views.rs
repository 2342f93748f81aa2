//! The views of a live match, and who hears of new ones.

use crate::builders::Builders;
use crate::match_handle::MatchHandle;
use crate::problem::Problem;
use crate::shown::{Message, Snapshot, ViewCache};
use crate::wire::Offers;
use matches::Publisher;
use std::sync::Arc;
use tokio::sync::watch;

/// The views of one match.
pub(crate) struct MatchViews {
    cache: Arc<ViewCache>,
    builders: Arc<Builders>,
    version: watch::Sender<u64>,
}

impl MatchViews {
    pub(crate) fn new(builders: Arc<Builders>) -> Self {
        MatchViews { cache: Arc::default(), builders, version: watch::Sender::new(0) }
    }

    /// The match as it was loaded; nobody listens yet.
    pub(crate) fn begin(&self, snapshot: &matches::Snapshot) {
        self.version.send_replace(snapshot.table.version());
    }

    /// Tells of every new version.
    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }
}

impl Publisher for MatchViews {
    fn publish(&self, snapshot: &matches::Snapshot) {
        self.version.send_replace(snapshot.table.version());
    }
}

impl MatchHandle {
    /// The match as the person with this key sees it, for somebody who has the log's first entries.
    pub(crate) async fn view(&self, key: &str, log_from: usize, form: Offers) -> Result<Message, Problem> {
        let views = self.views();
        views.cache.view(&views.builders, self.snapshot(), key, log_from, form).await
    }

    /// The same for somebody who has seen this version.
    pub(crate) async fn view_since(&self, key: &str, seen: u64, form: Offers) -> Result<Message, Problem> {
        let (snapshot, views) = (self.snapshot(), self.views());
        let log_from = snapshot.table.log_kept_since(seen);
        views.cache.view(&views.builders, snapshot, key, log_from, form).await
    }

    fn snapshot(&self) -> Snapshot {
        let matches::Snapshot { table, revision } = self.actor().snapshot();
        Snapshot { table, moment: revision }
    }
}
