//! A store in memory, for tests, simulations and local play without a file.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::analyses::Analyses;
use crate::mention::mentioned;
use crate::moderation::memory::Moderated;
use crate::outage::Alive;
use crate::people::memory::People;
use crate::people::{FORGOTTEN, retitled, without};
use crate::signing::SiteKeys;
use crate::{
    Account, AccountData, AccountStore, Activity, AnalysisKey, AnalysisStore, Append, Appended, AuditEntry, Beat,
    Change, Changed, Clock, EventLog, EventStore, Filter, GameCount, HostAction, ListEntry, Listed, Message,
    Moderation, ModerationStore, Outage, Pulse, PuzzleResult, Report, Restrictions, SecretOwner, SiteKey, Statistics,
    StoreError, StoreFuture, Stored, StreamId, Token, Version,
};
use eventlog::Verdict;

/// Stores events in memory.
#[derive(Debug, Default)]
pub struct Memory {
    clock: Clock,
    data: Mutex<Data>,
}

#[derive(Debug, Default)]
struct Data {
    closed: bool,
    streams: BTreeMap<StreamId, Stream>,
    /// The streams that name a person, in events or in their list entry.
    mentions: HashMap<String, BTreeSet<StreamId>>,
    people: People,
    alive: Alive,
    outages: Vec<Outage>,
    moderated: Moderated,
    signing_keys: SiteKeys,
    analyses: Analyses,
}

#[derive(Debug)]
struct Stream {
    listed: Listed,
    events: Vec<Stored>,
    reached: HashMap<String, Version>,
}

impl Memory {
    /// An empty store with the machine's clock.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty store with a custom clock.
    pub fn with_clock(clock: Clock) -> Self {
        Self { clock, data: Mutex::default() }
    }

    fn open(&self) -> Result<MutexGuard<'_, Data>, StoreError> {
        let data = self.lock();
        if data.closed { Err(StoreError::Closed) } else { Ok(data) }
    }

    /// No change panics halfway, so the data behind a poisoned lock is consistent.
    fn lock(&self) -> MutexGuard<'_, Data> {
        self.data.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append_now(&self, append: Append) -> Result<Appended, StoreError> {
        append.check()?;
        self.open()?.append(append, &self.clock)
    }
}

impl Data {
    fn append(&mut self, append: Append, clock: &Clock) -> Result<Appended, StoreError> {
        let known = self.streams.get(&append.stream);
        let actual = known.map_or(Version::NONE, |stream| stream.listed.version);
        let reached = known.zip(append.key.as_ref()).and_then(|(stream, key)| stream.reached.get(key));
        match append.judge(actual, reached.copied())? {
            Verdict::Repeated(answer) => Ok(answer),
            Verdict::Write(answer) => {
                self.write(append, answer.version, clock.now_ms());
                Ok(answer)
            }
        }
    }

    fn write(&mut self, append: Append, reached: Version, at_ms: i64) {
        let Append { stream: name, expected, key, events, entry } = append;
        for person in events.iter().flat_map(|body| mentioned(body)).chain(entry.owners.iter().cloned()) {
            self.mentions.entry(person).or_default().insert(name.clone());
        }
        let stream = self.streams.entry(name.clone()).or_insert_with(|| Stream::new(name, entry.clone(), at_ms));
        stream.listed = Listed { entry, version: reached, updated_ms: at_ms, ..stream.listed.clone() };
        for (version, body) in (expected.0 + 1..).map(Version).zip(events) {
            let key = key.clone().filter(|_| version == reached);
            stream.events.push(Stored { version, at_ms, key, body });
        }
        stream.reached.extend(key.map(|key| (key, reached)));
    }

    fn read(&self, stream: &StreamId, after: Version) -> Vec<Stored> {
        let Some(stream) = self.streams.get(stream) else { return Vec::new() };
        let seen = usize::try_from(after.0).unwrap_or(usize::MAX);
        stream.events.get(seen..).unwrap_or_default().to_vec()
    }

    fn remove(&mut self, stream: &StreamId, version: Version) -> bool {
        let same = self.streams.get(stream).is_some_and(|kept| kept.listed.version == version);
        if same {
            self.streams.remove(stream);
            self.people.remove_messages(stream);
            self.moderated.remove_table(stream);
        }
        same
    }

    fn change(&mut self, change: Change, clock: &Clock) -> Changed {
        match change {
            Change::Report(report) => return self.moderated.report(report, clock.now_ms()),
            Change::Moderate(moderation) => return self.moderate(*moderation, clock),
            Change::KeepAnalysis(analysis) => return done(self.analyses.keep(*analysis, clock.now_ms())),
            Change::Upload(uploaded) => return done(self.analyses.upload(*uploaded, clock.now_ms())),
            Change::FirstKey(key) => return done(self.signing_keys.add_first(key, clock.now_ms())),
            _ => {}
        }
        if let Change::Forget { id, alias } = &change {
            for name in self.mentions.remove(id).unwrap_or_default() {
                if let Some(stream) = self.streams.get_mut(&name) {
                    stream.lose(id, alias);
                }
            }
            self.moderated.forget(id, FORGOTTEN);
        }
        self.people.change(change, clock.now_ms())
    }

    fn beat(&mut self, beat: Beat, now_ms: i64) -> Pulse {
        let (alive, pulse) = self.alive.beat(beat, now_ms, false);
        self.alive = alive;
        self.outages.extend(pulse.outages);
        let unknown = self.outages.iter().filter(|outage| outage.number > beat.known);
        Pulse { outages: unknown.copied().collect(), ..pulse }
    }

    /// Carries out an action of the host, and writes the audit log.
    fn moderate(&mut self, moderation: Moderation, clock: &Clock) -> Changed {
        let now_ms = clock.now_ms();
        let changed = match &moderation.action {
            HostAction::Hide { table } | HostAction::Unhide { table } | HostAction::Close { table, .. }
                if !self.streams.contains_key(table) =>
            {
                Changed::Nothing
            }
            HostAction::Close { table, .. } if self.moderated.is_closed(table) => Changed::Nothing,
            HostAction::Close { append: Some(append), .. } => match self.append(Append::clone(append), clock) {
                Ok(_) => done(self.moderated.act(&moderation.action, &moderation.actor, now_ms)),
                Err(_) => Changed::Outdated(self.streams[&append.stream].listed.version),
            },
            HostAction::RemoveMessage { table, number } => done(self.people.remove_message(table, *number)),
            HostAction::ResetLink { person, hash, lasts_ms } => {
                self.people.add_reset(hash.clone(), person.clone(), *lasts_ms, now_ms)
            }
            HostAction::RotateKey(key) => done(self.signing_keys.rotate(key, now_ms)),
            action => done(self.moderated.act(action, &moderation.actor, now_ms)),
        };
        if changed == Changed::Done {
            self.moderated.note(&moderation, now_ms);
        }
        changed
    }

    fn statistics(&self, now_ms: i64) -> Statistics {
        let mut games: BTreeMap<&str, GameCount> = BTreeMap::new();
        for ListEntry { game, open, .. } in self.streams.values().map(|stream| &stream.listed.entry) {
            let count = games.entry(game).or_insert_with(|| GameCount { game: game.clone(), ..GameCount::default() });
            *if *open { &mut count.open } else { &mut count.over } += 1;
        }
        let (accounts, guests, messages) = self.people.counts();
        let (open_reports, bans) = (self.moderated.reports(false).len() as u64, self.moderated.bans_in_force(now_ms));
        let games = games.into_values().collect();
        Statistics { accounts, guests, games, messages, open_reports, bans, bytes: 0 }
    }

    fn activity(&self, since_ms: i64, moves: &str) -> Activity {
        let recent = |stream: &&Stream| stream.listed.created_ms >= since_ms;
        let events = self.streams.values().flat_map(|stream| &stream.events);
        let counted = |event: &&Stored| event.at_ms >= since_ms && event.body.contains(moves);
        Activity {
            tables: self.streams.values().filter(recent).count() as u64,
            moves: events.filter(counted).count() as u64,
        }
    }

    fn list(&self, filter: &Filter) -> Vec<Listed> {
        let listed = self.streams.values().map(|stream| &stream.listed);
        let mut fitting: Vec<_> =
            listed.filter(|listed| filter.admits(&listed.entry) && filter.comes_to(listed)).collect();
        fitting.sort_by_key(|listed| std::cmp::Reverse(listed.updated_ms)); // stable: by name within one millisecond
        fitting.into_iter().take(filter.limit as usize).cloned().collect()
    }
}

fn done(was: bool) -> Changed {
    if was { Changed::Done } else { Changed::Nothing }
}

impl Stream {
    fn new(stream: StreamId, entry: ListEntry, at_ms: i64) -> Self {
        let listed = Listed { stream, entry, version: Version::NONE, created_ms: at_ms, updated_ms: at_ms };
        Self { listed, events: Vec::new(), reached: HashMap::new() }
    }

    /// Removes a person from the events and the list entry.
    fn lose(&mut self, id: &str, alias: &str) {
        let mut names = Vec::new();
        for event in &mut self.events {
            if let Some(body) = without(&event.body, id, alias, &mut names) {
                event.body = body;
            }
        }
        self.listed.entry.title = retitled(&self.listed.entry.title, &names);
        self.listed.entry.owners.retain(|owner| !owner.contains(id));
    }
}

impl EventLog for Memory {
    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        Box::pin(async move { self.append_now(append) })
    }

    fn read<'a>(&'a self, stream: &'a StreamId, after: Version) -> StoreFuture<'a, Vec<Stored>> {
        Box::pin(async move { Ok(self.open()?.read(stream, after)) })
    }
}

impl EventStore for Memory {
    fn list(&self, filter: Filter) -> StoreFuture<'_, Vec<Listed>> {
        Box::pin(async move { Ok(self.open()?.list(&filter)) })
    }

    fn remove<'a>(&'a self, stream: &'a StreamId, version: Version) -> StoreFuture<'a, bool> {
        Box::pin(async move { Ok(self.open()?.remove(stream, version)) })
    }

    fn people(&self) -> &dyn AccountStore {
        self
    }

    fn moderation(&self) -> &dyn ModerationStore {
        self
    }

    fn analyses(&self) -> &dyn AnalysisStore {
        self
    }

    fn health(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.open().map(drop) })
    }

    fn beat(&self, beat: Beat) -> StoreFuture<'_, Pulse> {
        Box::pin(async move { Ok(self.open()?.beat(beat, self.clock.now_ms())) })
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.lock().closed = true;
            Ok(())
        })
    }
}

impl AccountStore for Memory {
    fn holder<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, SecretOwner> {
        Box::pin(async move { Ok(self.open()?.people.holder(hash)) })
    }

    fn claimant<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Account>> {
        Box::pin(async move { Ok(self.open()?.people.claimant(name)) })
    }

    fn namesake<'a>(&'a self, name: &'a str) -> StoreFuture<'a, Option<Account>> {
        Box::pin(async move { Ok(self.open()?.people.namesake(name)) })
    }

    fn bearer<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Option<(Account, Token)>> {
        Box::pin(async move { Ok(self.open()?.people.bearer(hash)) })
    }

    fn link<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Option<Account>> {
        Box::pin(async move { Ok(self.open()?.people.link(hash, self.clock.now_ms())) })
    }

    fn reset<'a>(&'a self, hash: &'a str) -> StoreFuture<'a, Option<Account>> {
        Box::pin(async move { Ok(self.open()?.people.reset(hash, self.clock.now_ms())) })
    }

    fn puzzle_results<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Vec<PuzzleResult>> {
        Box::pin(async move { Ok(self.open()?.people.results(id)) })
    }

    fn account_data<'a>(&'a self, id: &'a str) -> StoreFuture<'a, AccountData> {
        Box::pin(async move { Ok(self.open()?.people.account_data(id)) })
    }

    fn messages<'a>(&'a self, table: &'a StreamId, after: u64, limit: u32, all: bool) -> StoreFuture<'a, Vec<Message>> {
        Box::pin(async move { Ok(self.open()?.people.messages(table, after, limit, all)) })
    }

    fn change(&self, change: Change) -> StoreFuture<'_, Changed> {
        Box::pin(async move {
            change.check()?;
            Ok(self.open()?.change(change, &self.clock))
        })
    }
}

impl AnalysisStore for Memory {
    fn analysis<'a>(&'a self, key: &'a AnalysisKey) -> StoreFuture<'a, Option<String>> {
        Box::pin(async move { Ok(self.open()?.analyses.analysis(key)) })
    }

    fn uploaded_record<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<String>> {
        Box::pin(async move { Ok(self.open()?.analyses.uploaded_record(id, self.clock.now_ms())) })
    }
}

impl ModerationStore for Memory {
    fn revision(&self) -> StoreFuture<'_, u64> {
        Box::pin(async move { Ok(self.open()?.moderated.revision()) })
    }

    fn restrictions(&self) -> StoreFuture<'_, Restrictions> {
        Box::pin(async move {
            let data = self.open()?;
            Ok(Restrictions { removed: data.people.removed(), ..data.moderated.restrictions() })
        })
    }

    fn reports(&self, all: bool) -> StoreFuture<'_, Vec<Report>> {
        Box::pin(async move { Ok(self.open()?.moderated.reports(all)) })
    }

    fn audit(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<AuditEntry>> {
        Box::pin(async move { Ok(self.open()?.moderated.audit(after, limit)) })
    }

    fn people_called<'a>(&'a self, name: &'a str, limit: u32) -> StoreFuture<'a, Vec<Account>> {
        Box::pin(async move { Ok(self.open()?.people.called(name, limit)) })
    }

    fn signing_keys(&self) -> StoreFuture<'_, Vec<SiteKey>> {
        Box::pin(async move { Ok(self.open()?.signing_keys.all()) })
    }

    fn statistics(&self) -> StoreFuture<'_, Statistics> {
        Box::pin(async move { Ok(self.open()?.statistics(self.clock.now_ms())) })
    }

    fn activity<'a>(&'a self, since_ms: i64, moves: &'a str) -> StoreFuture<'a, Activity> {
        Box::pin(async move { Ok(self.open()?.activity(since_ms, moves)) })
    }
}
