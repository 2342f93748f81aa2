//! Outages: this node says about once a second that it can take moves, and learns when no node could. Clocks stand still
//! then: every command to a timed match first writes the outages that the match does not have yet.
//!
//! Nothing is decided about a clock on old knowledge: a node that has not beaten for a while, because it was frozen or the
//! database was away, beats first. A flag waits in addition until beats have come without a gap for a moment.

use crate::match_handle::pending;
use crate::problem::Problem;
use crate::registry::MatchRegistry;
use futures_util::StreamExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use store::{Beat, EventStore, StoreError};
use table::{MatchCommand, Outage, TimeControl};

/// The time between two beats.
const PERIOD: Duration = Duration::from_secs(1);
/// A longer gap between two beats of any node is a disturbance.
const PUNCTUAL: Duration = Duration::from_millis(1_600);
/// What a node knows of outages is up to date for this time after its beat. Less than what the store takes for an outage.
const FRESH: Duration = Duration::from_millis(2_500);
/// The time without a disturbance after which a flag may fall.
const STEADY: Duration = Duration::from_secs(3);
/// Timeout of a beat: the database may be gone without a word.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The lease of the node that writes an outage into all matches, and its duration.
const LEASE: &str = "outages";
const LEASED: Duration = Duration::from_secs(30);
/// The pause before the lease is tried again.
const AGAIN: Duration = Duration::from_millis(500);
/// Number of matches that an outage is written into at once.
const AT_ONCE: usize = 32;

/// What this node knows of outages.
pub(crate) struct Outages {
    store: Arc<dyn EventStore>,
    /// Does this node beat?
    beats: AtomicBool,
    known: Mutex<Known>,
    /// Held during a beat.
    beating: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Known {
    outages: Arc<[Outage]>,
    /// When the last beat was sent that arrived.
    last: Option<Instant>,
    /// When beats were last late or failed.
    disturbed: Option<Instant>,
}

impl Known {
    fn is_fresh(&self) -> bool {
        self.last.is_some_and(|last| last.elapsed() < FRESH)
    }
}

impl Outages {
    pub(crate) fn new(store: Arc<dyn EventStore>) -> Self {
        Outages {
            store,
            beats: AtomicBool::new(false),
            known: Mutex::default(),
            beating: tokio::sync::Mutex::default(),
        }
    }

    /// From now on this node beats.
    pub(crate) fn begin(&self) {
        self.beats.store(true, Ordering::Release);
    }

    /// The outages, in order.
    pub(crate) fn all(&self) -> Arc<[Outage]> {
        self.known().outages.clone()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Beats; returns whether there are new outages. `resting` if no clock runs.
    async fn beat(&self, resting: bool) -> Result<bool, StoreError> {
        let _beating = self.beating.lock().await;
        self.beat_alone(resting).await
    }

    async fn beat_alone(&self, resting: bool) -> Result<bool, StoreError> {
        let (beat, asked) = {
            let known = self.known();
            let number = known.outages.last().map_or(0, |outage| outage.number);
            (Beat { known: number, since_own: known.last.map(|last| last.elapsed()), resting }, Instant::now())
        };
        let resting = resting && self.store.shared().is_none();
        let late = || StoreError::Busy { path: "the store".into() };
        let beat = self.store.beat(Beat { resting, ..beat });
        let pulse = tokio::time::timeout(TIMEOUT, beat).await.unwrap_or_else(|_| Err(late()));
        let mut known = self.known();
        if known.last.is_none() || pulse.as_ref().map_or(true, |pulse| pulse.gap > PUNCTUAL) {
            known.disturbed = Some(Instant::now());
        }
        let pulse = pulse?;
        known.last = Some(asked);
        let news = !pulse.outages.is_empty();
        if news {
            known.outages = known.outages.iter().copied().chain(pulse.outages.iter().map(outage)).collect();
        }
        Ok(news)
    }

    /// Makes sure that all outages up to now are known.
    async fn refresh(&self, resting: bool) -> Result<(), StoreError> {
        if !self.beats.load(Ordering::Acquire) || self.known().is_fresh() {
            return Ok(());
        }
        let _beating = self.beating.lock().await;
        if self.known().is_fresh() {
            return Ok(());
        }
        self.beat_alone(resting).await.map(drop)
    }

    /// How long a flag must wait: until beats have come without a gap for a moment.
    pub(crate) fn until_steady(&self) -> Duration {
        let known = self.known();
        match known.disturbed {
            _ if !known.is_fresh() => PERIOD,
            Some(at) => STEADY.saturating_sub(at.elapsed()),
            None => Duration::ZERO,
        }
    }
}

fn outage(outage: &store::Outage) -> Outage {
    Outage { number: outage.number, from: outage.from_ms, until: outage.until_ms }
}

impl MatchRegistry {
    /// Does no clock run, as far as this node knows?
    fn rests(&self) -> bool {
        !self.timekeeper.is_busy()
    }

    /// The outages up to now, for a match with this time control.
    pub(crate) async fn outages_for(&self, pace: TimeControl) -> Result<Arc<[Outage]>, Problem> {
        if pace == TimeControl::Untimed {
            return Ok(Arc::default());
        }
        self.outages.refresh(self.rests()).await?;
        Ok(self.outages.all())
    }

    /// The last beat of this node, before the store is closed.
    pub(crate) async fn last_beat(&self) {
        let works = self.outages.known().last.is_some();
        if works && let Err(error) = self.outages.beat(self.rests()).await {
            tracing::warn!(%error, "the time of the stop could not be noted");
        }
    }
}

/// Beats until it is dropped. In a store of one process nothing is written while no clock runs.
pub(crate) async fn keep(matches: Arc<MatchRegistry>) {
    let shared = matches.outages.store.shared().is_some();
    let (mut rested, mut failed) = (true, false);
    loop {
        let rests = !shared && matches.rests();
        if rests && rested {
            matches.timekeeper.busy().await;
            continue;
        }
        match matches.outages.beat(rests).await {
            Ok(news) => {
                (rested, failed) = (rests, false);
                if news {
                    tokio::spawn(write_all(matches.clone()));
                }
            }
            Err(error) => {
                if !failed {
                    tracing::warn!(%error, "no moves can be taken: the store does not answer");
                }
                failed = true;
            }
        }
        tokio::time::sleep(PERIOD).await;
    }
}

/// Writes the outages into all timed matches that do not have them, so that players see the right clocks. One node does it;
/// another one goes on if it dies.
pub(crate) async fn write_all(matches: Arc<MatchRegistry>) {
    while !matches.leases.take(LEASE, LEASED).await {
        tokio::time::sleep(AGAIN).await;
    }
    let tables = futures_util::stream::iter(matches.timekeeper.tables());
    tables.for_each_concurrent(AT_ONCE, |table| write(&matches, table)).await;
    matches.leases.release(LEASE).await;
}

async fn write(matches: &Arc<MatchRegistry>, table: store::StreamId) {
    let written = async {
        let handle = matches.find(table.as_str()).await?;
        let command = pending(MatchCommand::NoteOutages);
        match handle.table().decide_outages(&matches.outages.all(), command.now).is_empty() {
            true => Ok::<_, Problem>(()),
            false => matches.execute(&handle, command).await.map(drop),
        }
    };
    if let Err(problem) = written.await {
        tracing::warn!(error = problem.error, "an outage could not be written into a match");
    }
}
