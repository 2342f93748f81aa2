//! The views of a live match, and notifications of new ones.

use crate::builders::Builders;
use crate::match_handle::MatchHandle;
use crate::problem::Problem;
use crate::spectator_feed::SpectatorFeed;
use crate::view_cache::{Audience, Listening, Next, Snapshot, ViewCache, ViewVersion, WholeView};
use crate::wire::Viewer;
use matches::Publisher;
use std::sync::Arc;
use table::Table;
use tokio::sync::watch;

/// The views of one match.
pub(crate) struct MatchViews {
    cache: Arc<ViewCache>,
    builders: Arc<Builders>,
    /// What players are sent.
    version: watch::Sender<u64>,
    spectators: Arc<SpectatorFeed>,
}

impl MatchViews {
    pub(crate) fn new(builders: Arc<Builders>) -> Self {
        let cache = Arc::<ViewCache>::default();
        let spectators = Arc::new(SpectatorFeed::new(cache.clone()));
        MatchViews { cache, builders, version: watch::Sender::new(0), spectators }
    }

    /// Sets the version of a loaded match; there are no listeners yet.
    pub(crate) fn begin(&self, snapshot: &matches::Snapshot) {
        self.version.send_replace(snapshot.table.version());
        self.spectators.begin(snapshot.table.version());
    }

    /// Tells this viewer of new versions.
    pub(crate) fn listen(&self, viewer: Viewer) -> watch::Receiver<u64> {
        if viewer.is_spectator() { self.spectators.listen() } else { self.version.subscribe() }
    }
}

/// Changes are made before the listeners are notified.
impl Publisher for MatchViews {
    fn publish(&self, snapshot: &matches::Snapshot) {
        tracing::trace!(target: "boxtop::life", "publish");
        let snapshot = of_cache(snapshot);
        self.cache.publish(&snapshot, Audience::Players);
        self.version.send_replace(snapshot.table.version());
        self.spectators.publish(snapshot);
    }
}

impl MatchHandle {
    /// The whole view of the person with this key, with the log from an entry on, and the match it shows.
    pub(crate) async fn view(&self, key: &str, log_from: usize) -> Result<(Arc<Table>, WholeView), Problem> {
        let (snapshot, views) = (self.snapshot(), self.views());
        let viewer = Viewer::of(&snapshot.table, key);
        let whole = views.cache.whole(&views.builders, &snapshot, viewer, log_from).await?;
        Ok((snapshot.table, whole))
    }

    /// What the person with this key may see.
    pub(crate) fn viewer(&self, key: &str) -> Viewer {
        Viewer::of(&self.table(), key)
    }

    /// What to send to a listener who has this version.
    pub(crate) fn next_changes(&self, viewer: Viewer, has: ViewVersion) -> Next {
        self.views().cache.next(viewer, has)
    }

    /// Counts a listener: changes are made for this viewer from now on.
    pub(crate) fn count_listener(&self, viewer: Viewer) -> Listening {
        self.views().cache.listen(&self.snapshot(), viewer)
    }

    fn snapshot(&self) -> Snapshot {
        of_cache(&self.actor().snapshot())
    }
}

fn of_cache(snapshot: &matches::Snapshot) -> Snapshot {
    Snapshot { table: snapshot.table.clone(), moment: snapshot.revision }
}
