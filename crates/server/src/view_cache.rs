//! The views of a match and the changes between them, made once for all viewers who see the same.
//!
//! For every [`Viewer`] with listeners the cache has the last view and the changes that led to it. [`publish`] is called
//! for every new version, before the listeners are notified: it makes one change for each viewer, which a listener at
//! the previous version sends. At the start and after a gap a listener sends the whole view ([`whole`]), which
//! [`Builders`] build without locking the match.
//!
//! Cached views have no log: [`Table::log_kept_since`] says how much of it stays.
//!
//! [`publish`]: ViewCache::publish
//! [`whole`]: ViewCache::whole

use crate::builders::Builders;
use crate::problem::Problem;
use crate::wire::{self, PlacedTokens, Viewer};
use axum::body::Bytes;
use protocol::{LogChange, View, ViewChange};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use table::{Occupant, Table};

/// Maximum number of changes kept for a viewer.
const MOST_CHANGES: usize = 16;
/// Maximum number of bytes of changes kept for a viewer.
const MOST_BYTES: usize = 64 << 10;
/// Maximum number of whole views kept for a viewer, each with another part of the log.
const MOST_WHOLE: usize = 4;

/// A match at one moment.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) table: Arc<Table>,
    /// Rises with every change, and when the same version was read again from the store with other content.
    pub(crate) moment: u64,
}

/// A whole view as JSON.
#[derive(Clone)]
pub(crate) struct WholeView {
    /// The JSON.
    pub(crate) json: Bytes,
    /// The version it shows.
    pub(crate) version: u64,
    /// The number of legal moves that are listed in it.
    pub(crate) moves: u32,
    /// Its epoch, if it is of the moment that the cache is at.
    pub(crate) epoch: Option<u64>,
    /// Was it built for this request?
    pub(crate) built: bool,
}

/// To whom a version is published.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Audience {
    Players,
    Spectators,
}

impl Audience {
    fn has(self, viewer: Viewer) -> bool {
        viewer.is_spectator() == (self == Audience::Spectators)
    }
}

/// What a listener has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct ViewVersion {
    pub(crate) version: u64,
    /// The epoch of the view; `None` for a listener who resumes after a lost connection.
    pub(crate) epoch: Option<u64>,
}

/// What to send next to a listener.
pub(crate) enum Next {
    /// Nothing yet.
    Nothing,
    /// These changes, as JSON with the version each leads to.
    Changes(Vec<(u64, Bytes)>),
    /// The changes are not available: send the whole view.
    Gap,
}

/// The views of one match.
#[derive(Default)]
pub(crate) struct ViewCache {
    state: Mutex<State>,
    /// Locked while a whole view is built, so that requests for the same view share it, and a match uses one builder at a time.
    building: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    moment: u64,
    version: u64,
    /// Rises when a version was read again from the store: listeners may then have another view than the cache.
    epoch: u64,
    /// Listeners cannot resume from earlier versions, because they may have seen them from another seat.
    resumable_from: u64,
    /// The keys of the people at the seats.
    people: Vec<Option<String>>,
    entries: Vec<Entry>,
    placed: PlacedTokens,
}

/// The cached data of one viewer.
struct Entry {
    viewer: Viewer,
    listeners: usize,
    /// The moment of the view.
    moment: u64,
    /// The view, without its log.
    view: Arc<View>,
    changes: VecDeque<Change>,
    bytes: usize,
    /// Whole views of this moment, by the first entry of their log.
    whole: Vec<(usize, WholeView)>,
}

struct Change {
    from: u64,
    version: u64,
    json: Bytes,
}

/// A counted listener, until dropped.
pub(crate) struct Listening {
    cache: Arc<ViewCache>,
    viewer: Viewer,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut state = self.cache.lock();
        if let Some(entry) = state.entry(self.viewer) {
            entry.listeners = entry.listeners.saturating_sub(1);
        }
    }
}

impl ViewCache {
    /// Makes the changes to a new version, for every viewer of this audience with listeners.
    pub(crate) fn publish(&self, snapshot: &Snapshot, audience: Audience) {
        let mut state = self.lock();
        state.turn_to(snapshot);
        state.entries.retain(|entry| entry.listeners > 0);
        let State { entries, placed, .. } = &mut *state;
        for entry in entries.iter_mut().filter(|entry| audience.has(entry.viewer)) {
            entry.follow(snapshot, placed);
        }
    }

    /// What to send next to a listener who has this version.
    pub(crate) fn next(&self, viewer: Viewer, has: ViewVersion) -> Next {
        let state = self.lock();
        let entry = state.entries.iter().find(|entry| entry.viewer == viewer);
        if has.version == entry.map_or(state.version, |entry| entry.view.version) {
            return Next::Nothing;
        }
        let same = match has.epoch {
            Some(epoch) => epoch == state.epoch,
            None => has.version >= state.resumable_from,
        };
        entry.filter(|_| same).and_then(|entry| entry.since(has.version)).map_or(Next::Gap, Next::Changes)
    }

    /// Counts a listener. Changes for this viewer are made from now on.
    pub(crate) fn listen(self: &Arc<Self>, snapshot: &Snapshot, viewer: Viewer) -> Listening {
        let mut state = self.lock();
        state.turn_to(snapshot);
        if state.entry(viewer).is_none() {
            let view = Arc::new(wire::view(&snapshot.table, viewer, usize::MAX));
            state.entries.push(Entry::new(viewer, snapshot.moment, view));
        }
        if let Some(entry) = state.entry(viewer) {
            entry.listeners += 1;
        }
        Listening { cache: self.clone(), viewer }
    }

    /// The whole view, with the log from an entry on.
    pub(crate) async fn whole(
        self: &Arc<Self>,
        builders: &Builders,
        snapshot: &Snapshot,
        viewer: Viewer,
        log_from: usize,
    ) -> Result<WholeView, Problem> {
        let log_from = log_from.min(snapshot.table.log_length());
        let found = || self.lock().whole(snapshot.moment, viewer, log_from);
        if let Some(whole) = found() {
            return Ok(whole);
        }
        let _building = self.building.lock().await;
        if let Some(whole) = found() {
            return Ok(whole);
        }
        let (cache, snapshot) = (self.clone(), snapshot.clone());
        let built = builders.run(move || cache.build(&snapshot, viewer, log_from)).await?;
        built.map_err(Problem::broken)
    }

    fn build(&self, snapshot: &Snapshot, viewer: Viewer, log_from: usize) -> serde_json::Result<WholeView> {
        let (known, epoch) = {
            let mut state = self.lock();
            state.turn_to(snapshot);
            state.follow(snapshot, viewer);
            let epoch = (state.moment == snapshot.moment).then_some(state.epoch);
            (state.view(snapshot.moment, viewer), epoch)
        };
        let without_log = known.unwrap_or_else(|| Arc::new(wire::view(&snapshot.table, viewer, usize::MAX)));
        let log = wire::log(&snapshot.table, log_from);
        let view = View { log_from, log, ..View::clone(&without_log) };
        let whole = WholeView {
            json: serde_json::to_vec(&view)?.into(),
            version: view.version,
            moves: view.legal_moves.iter().flat_map(|one| &one.moves).map(|moves| moves.len() as u32).sum(),
            epoch,
            built: false,
        };
        self.lock().keep(snapshot, viewer, without_log, log_from, &whole);
        Ok(WholeView { built: true, ..whole })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Moves to a new moment, and drops what listeners can no longer resume from.
    fn turn_to(&mut self, snapshot: &Snapshot) {
        let version = snapshot.table.version();
        if snapshot.moment <= self.moment {
            return;
        }
        if version <= self.version {
            self.epoch += 1;
            self.resumable_from = version + 1;
            self.entries.clear();
        }
        let sits = |people: &[Option<String>], seats: &[Occupant]| {
            people.len() == seats.len() && people.iter().zip(seats).all(|(key, who)| key.as_deref() == who.key())
        };
        if !sits(&self.people, snapshot.table.seats()) {
            self.people = snapshot.table.seats().iter().map(|who| who.key().map(str::to_owned)).collect();
            self.resumable_from = self.resumable_from.max(version);
        }
        (self.moment, self.version) = (snapshot.moment, version);
    }

    fn entry(&mut self, viewer: Viewer) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.viewer == viewer)
    }

    /// Takes what is kept for a viewer to the moment of the snapshot.
    fn follow(&mut self, snapshot: &Snapshot, viewer: Viewer) {
        if let Some(entry) = self.entry(viewer) {
            entry.follow(snapshot, &mut PlacedTokens::default());
        }
    }

    fn view(&mut self, moment: u64, viewer: Viewer) -> Option<Arc<View>> {
        self.entry(viewer).filter(|entry| entry.moment == moment).map(|entry| entry.view.clone())
    }

    fn whole(&mut self, moment: u64, viewer: Viewer, log_from: usize) -> Option<WholeView> {
        let entry = self.entry(viewer).filter(|entry| entry.moment == moment)?;
        entry.whole.iter().find(|(from, _)| *from == log_from).map(|(_, whole)| whole.clone())
    }

    /// Caches a view, unless the match has changed meanwhile.
    fn keep(&mut self, snapshot: &Snapshot, viewer: Viewer, view: Arc<View>, log_from: usize, whole: &WholeView) {
        self.turn_to(snapshot);
        if self.moment != snapshot.moment {
            return;
        }
        if self.entry(viewer).is_none() {
            self.entries.push(Entry::new(viewer, snapshot.moment, view));
        }
        if let Some(entry) = self.entry(viewer).filter(|entry| entry.moment == snapshot.moment) {
            entry.whole.truncate(MOST_WHOLE - 1);
            entry.whole.push((log_from, whole.clone()));
        }
    }
}

impl Entry {
    fn new(viewer: Viewer, moment: u64, view: Arc<View>) -> Entry {
        let (changes, whole) = (VecDeque::new(), Vec::new());
        Entry { viewer, listeners: 0, moment, view, changes, bytes: 0, whole }
    }

    /// Moves the viewer to the moment of the snapshot, with the change that leads there.
    fn follow(&mut self, snapshot: &Snapshot, placed: &mut PlacedTokens) {
        if self.moment >= snapshot.moment {
            return;
        }
        let table = &snapshot.table;
        let view = wire::shared_view(table, self.viewer, usize::MAX, placed);
        match change(&self.view, &view, snapshot) {
            Some(change) => self.push(change),
            None => self.forget_changes(),
        }
        (self.moment, self.view) = (snapshot.moment, Arc::new(view));
        self.whole.clear();
    }

    fn push(&mut self, change: Change) {
        self.bytes += change.json.len();
        self.changes.push_back(change);
        while self.changes.len() > MOST_CHANGES || (self.bytes > MOST_BYTES && self.changes.len() > 1) {
            self.bytes -= self.changes.pop_front().map_or(0, |change| change.json.len());
        }
    }

    fn forget_changes(&mut self) {
        self.changes.clear();
        self.bytes = 0;
    }

    /// All changes since a version, if they are all cached.
    fn since(&self, version: u64) -> Option<Vec<(u64, Bytes)>> {
        let first = self.changes.iter().position(|change| change.from == version)?;
        Some(self.changes.range(first..).map(|change| (change.version, change.json.clone())).collect())
    }
}

/// The change between two views without their logs; `None` if only the whole view will do.
fn change(old: &View, new: &View, snapshot: &Snapshot) -> Option<Change> {
    let kept = snapshot.table.log_kept_since(old.version)?.min(old.log_from);
    let log = (kept < old.log_from || kept < new.log_from)
        .then(|| LogChange { from: kept, entries: wire::log(&snapshot.table, kept) });
    let change = ViewChange::with_log(old, new, log)?;
    let json = serde_json::to_vec(&change);
    let json = json.inspect_err(|error| tracing::error!(%error, "a change could not be serialised")).ok()?;
    Some(Change { from: change.from, version: change.version, json: json.into() })
}

#[cfg(test)]
mod tests;
