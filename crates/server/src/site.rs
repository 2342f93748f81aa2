//! The site: everything that requests share, such as the store, the matches and the assets.

use crate::accounts::Accounts;
use crate::analyses::Analyses;
use crate::assets::Assets;
use crate::chat::Chats;
use crate::health::Health;
use crate::hosts::Hosts;
use crate::limits::Limiter;
use crate::moderation::Moderation;
use crate::observe::metrics::Metrics;
use crate::presence::{Presence, elsewhere};
use crate::problem::Problem;
use crate::registry::MatchRegistry;
use crate::settings::SiteSettings;
use crate::signing::Signing;
use crate::streams::Streams;
use crate::work::Work;
use protocol::OpenedTable;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{ops::Deref, time::Duration};
use store::EventStore;
use tokio::sync::watch;

/// Timing of computers and streams.
#[derive(Copy, Clone, Debug)]
pub struct Timing {
    /// The pause between the actions of a computer, so that people can follow.
    pub between_actions: Duration,
    /// The time between two heartbeats of a stream.
    pub beat: Duration,
    /// The time between two looks at what other nodes have changed, besides their hints.
    pub sweep: Duration,
    /// Divides the budget of analyses, so that tests need not wait. More than 1 gives other numbers than everywhere else.
    pub analysis_divisor: u64,
}

impl Default for Timing {
    fn default() -> Self {
        Timing {
            between_actions: Duration::from_millis(420),
            beat: Duration::from_secs(12),
            sweep: Duration::from_secs(3),
            analysis_divisor: 1,
        }
    }
}

/// The site: one pointer, cheap to clone, shared by all requests.
#[derive(Clone)]
pub struct Site(Arc<Services>);

/// What the site consists of.
#[derive(Clone)]
pub struct Services {
    pub(crate) store: Arc<dyn EventStore>,
    pub(crate) matches: Arc<MatchRegistry>,
    pub(crate) assets: &'static Assets,
    pub(crate) timing: Timing,
    pub(crate) settings: SiteSettings,
    pub(crate) hosts: Arc<Hosts>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) analyses: Arc<Analyses>,
    pub(crate) chats: Arc<Chats>,
    pub(crate) moderation: Arc<Moderation>,
    pub(crate) signing: Arc<Signing>,
    pub(crate) limiter: Arc<Limiter>,
    pub(crate) work: Arc<Work>,
    pub(crate) presence: Arc<Presence>,
    pub(crate) streams: Arc<Streams>,
    pub(crate) health: Arc<Health>,
    pub(crate) metrics: Arc<Metrics>,
    draining: Arc<AtomicBool>,
    closing: Arc<watch::Sender<bool>>,
}

impl Deref for Site {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.0
    }
}

impl Site {
    /// A site on this store.
    pub fn new(store: Arc<dyn EventStore>) -> Self {
        Site::with_timing(store, Timing::default())
    }

    /// A site on this store with other timing.
    pub fn with_timing(store: Arc<dyn EventStore>, timing: Timing) -> Self {
        let matches = Arc::new(MatchRegistry::new(store.clone(), timing));
        let signing = Arc::<Signing>::default();
        let closing = Arc::new(watch::Sender::new(false));
        Site(Arc::new(Services {
            presence: matches.presence.clone(),
            metrics: matches.metrics.clone(),
            analyses: Arc::new(Analyses::new(store.clone(), matches.clone(), closing.subscribe())),
            matches,
            accounts: Arc::new(Accounts::new(store.clone())),
            moderation: Arc::new(Moderation::new(store.clone(), signing.clone())),
            signing,
            store,
            assets: Assets::get(),
            timing,
            settings: SiteSettings::default(),
            hosts: Arc::default(),
            chats: Arc::default(),
            limiter: Arc::default(),
            work: Arc::default(),
            streams: Arc::default(),
            health: Arc::default(),
            draining: Arc::default(),
            closing,
        }))
    }

    /// The same site with other settings.
    #[must_use]
    pub fn with_settings(self, settings: SiteSettings) -> Self {
        Site(Arc::new(Services { settings, ..Arc::unwrap_or_clone(self.0) }))
    }

    /// The same site, reachable only under these names.
    #[must_use]
    pub fn with_hosts(self, hosts: Hosts) -> Self {
        Site(Arc::new(Services { hosts: Arc::new(hosts), ..Arc::unwrap_or_clone(self.0) }))
    }

    /// The URL of a path of this server, with the base path.
    pub(crate) fn url(&self, path: &str) -> String {
        self.settings.base_path.url(path)
    }

    /// A table that was opened, with its URLs and a receipt.
    pub(crate) async fn opened(&self, table: String) -> Result<OpenedTable, Problem> {
        let receipt = self.receipt(&self.matches.find(&table).await?.table());
        let opened = OpenedTable::new(table);
        Ok(OpenedTable { url: self.url(&opened.url), events: self.url(&opened.events), receipt, ..opened })
    }

    /// The server's signed word on a match as it stands. Matches with older dice have no transcript to sign.
    pub(crate) fn receipt(&self, table: &table::Table) -> Option<protocol::Receipt> {
        let (opening, head) = table.heads();
        let signed = || self.signing.receipt(&table.opened().id, table.version(), table.recorded(), &opening, &head);
        table.has_transcript().then(signed)
    }

    /// The URL of an asset.
    pub(crate) fn asset(&self, name: &str) -> String {
        self.url(&self.assets.path(name))
    }

    /// Starts to check the clocks of all timed matches, including those from before a restart, and to say that this node
    /// can take moves.
    pub fn keep_time(&self) {
        self.matches.outages.begin();
        let (matches, store, mut closing) = (self.matches.clone(), self.store.clone(), self.closing());
        tokio::spawn(async move {
            tokio::select! {
                () = crate::timekeeper::keep(matches.clone(), store) => {}
                () = crate::outages::keep(matches) => {}
                _ = closing.wait_for(|closing| *closing) => {}
            }
        });
    }

    /// Starts to follow the changes of other nodes, if the store is shared, and to tell them who is present here.
    pub fn follow_other_nodes(&self) {
        let (site, mut closing) = (self.clone(), self.closing());
        tokio::spawn(async move {
            tokio::select! {
                _ = async { tokio::join!(crate::following::keep(site.clone()), elsewhere::keep(site)) } => {}
                _ = closing.wait_for(|closing| *closing) => {}
            }
        });
    }

    /// Starts to follow what the host does with `boxtop admin`.
    pub fn follow_host(&self) {
        let (site, mut closing) = (self.clone(), self.closing());
        tokio::spawn(async move {
            tokio::select! {
                () = crate::moderation::keep(site) => {}
                _ = closing.wait_for(|closing| *closing) => {}
            }
        });
    }

    /// Starts to remove tables at which nobody has played for this time.
    pub fn expire_tables(&self, after: Duration) {
        let (site, mut closing) = (self.clone(), self.closing());
        tokio::spawn(async move {
            tokio::select! {
                () = crate::expiry::keep(site, after) => {}
                _ = closing.wait_for(|closing| *closing) => {}
            }
        });
    }

    /// Says that the site is not ready any more, so that proxies send requests elsewhere. It still answers them.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Release);
    }

    /// Is the site about to close?
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire) || *self.closing.borrow()
    }

    /// Ends all streams, so that the server can shut down.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Becomes `true` when the site closes.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }
}
