//! A PostgreSQL store with bad luck: it loses and muddles hints, matches cannot be read or only late, and its node may die.

use futures_util::future::pending;
use std::collections::HashSet;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{
    AccountStore, AnalysisStore, Append, Appended, Beat, EventLog, EventStore, Filter, Heard, Hint, Listed, Listener,
    ModerationStore, Place, Postgres, Pulse, SharedLimits, SharedPresence, SharedStore, StoreError, StoreFuture,
    StoreMetrics, Stored, StreamId, Version,
};
use tokio::sync::watch;

/// What happens to a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Fate {
    /// Of ten messages with hints, this many are lost.
    pub(super) lost: usize,
    /// Each hint comes twice, after later ones, and with others that are wrong.
    pub(super) muddled: bool,
    /// Every change is told once, as on a site with so much traffic that the next sweep begins after it.
    pub(super) told_once: bool,
    /// The node dies when a computer's move should be written.
    pub(super) death: Option<Death>,
}

/// What comes of reading a match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Answered,
    /// The store cannot be reached.
    Refused,
    /// What the store answers now arrives later.
    Held,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Death {
    BeforeWriting,
    AfterWriting,
}

pub(super) struct Trial {
    store: Postgres,
    fate: Fate,
    /// Nothing is answered any more.
    dead: AtomicBool,
    /// How often the node has looked for changes by itself.
    looks: AtomicUsize,
    reading: watch::Sender<Reading>,
    /// How often a match was read and it was not answered at once.
    disappointed: AtomicUsize,
    /// What was told in a sweep.
    told: Mutex<HashSet<(StreamId, Version)>>,
}

impl Trial {
    pub(super) fn new(store: Postgres, fate: Fate) -> Self {
        Trial {
            store,
            fate,
            dead: AtomicBool::new(false),
            looks: AtomicUsize::new(0),
            reading: watch::Sender::new(Reading::Answered),
            disappointed: AtomicUsize::new(0),
            told: Mutex::default(),
        }
    }

    pub(super) fn set_reading(&self, reading: Reading) {
        self.reading.send_replace(reading);
    }

    pub(super) fn disappointed(&self) -> usize {
        self.disappointed.load(Ordering::SeqCst)
    }

    /// The answer to a read that was made now.
    async fn read_now(&self, stream: &StreamId, after: Version) -> Result<Vec<Stored>, StoreError> {
        let answer = self.store.read(stream, after).await;
        let reading = *self.reading.borrow();
        if reading == Reading::Answered {
            return answer;
        }
        self.disappointed.fetch_add(1, Ordering::SeqCst);
        if reading == Reading::Refused {
            return Err(StoreError::Unreachable { place: "the store".into(), detail: "it is a test".into() });
        }
        let mut changes = self.reading.subscribe();
        changes.wait_for(|reading| *reading == Reading::Answered).await.expect("the sender lives");
        answer
    }

    /// Without what was told before.
    fn first_told(&self, hints: Vec<Hint>) -> Vec<Hint> {
        let mut told = self.told.lock().expect("no panic");
        hints.into_iter().filter(|hint| told.insert((hint.stream.clone(), hint.version))).collect()
    }

    pub(super) fn is_dead(&self) -> bool {
        self.dead.load(Ordering::SeqCst)
    }

    pub(super) fn looks(&self) -> usize {
        self.looks.load(Ordering::SeqCst)
    }

    /// The answer of the store, unless the node is dead.
    fn alive<'a, T: Send + 'a>(&'a self, answer: StoreFuture<'a, T>) -> StoreFuture<'a, T> {
        Box::pin(async move {
            if self.is_dead() {
                pending::<()>().await;
            }
            let answer = answer.await;
            if self.is_dead() {
                pending::<()>().await;
            }
            answer
        })
    }
}

impl EventLog for Trial {
    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        if let Some(death) = self.fate.death
            && append.key.as_deref().is_some_and(|key| key.starts_with("computer-"))
        {
            return Box::pin(async move {
                if death == Death::AfterWriting {
                    self.store.append(append).await.expect("the computer's move");
                }
                self.dead.store(true, Ordering::SeqCst);
                pending().await
            });
        }
        self.alive(self.store.append(append))
    }

    fn read<'a>(&'a self, stream: &'a StreamId, after: Version) -> StoreFuture<'a, Vec<Stored>> {
        self.alive(Box::pin(self.read_now(stream, after)))
    }
}

impl EventStore for Trial {
    fn list(&self, filter: Filter) -> StoreFuture<'_, Vec<Listed>> {
        self.alive(self.store.list(filter))
    }

    fn remove<'a>(&'a self, stream: &'a StreamId, version: Version) -> StoreFuture<'a, bool> {
        self.alive(self.store.remove(stream, version))
    }

    fn people(&self) -> &dyn AccountStore {
        self.store.people()
    }

    fn moderation(&self) -> &dyn ModerationStore {
        self.store.moderation()
    }

    fn analyses(&self) -> &dyn AnalysisStore {
        self.store.analyses()
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        Some(self)
    }

    fn health(&self) -> StoreFuture<'_, ()> {
        self.store.health()
    }

    fn beat(&self, beat: Beat) -> StoreFuture<'_, Pulse> {
        self.alive(self.store.beat(beat))
    }

    fn metrics(&self) -> Arc<StoreMetrics> {
        self.store.metrics()
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.store.close()
    }
}

impl SharedStore for Trial {
    fn listen(&self) -> Box<dyn Listener> {
        Box::new(TrialListener { all: self.store.listen(), fate: self.fate, heard: 0, held: Vec::new() })
    }

    fn place(&self) -> StoreFuture<'_, Place> {
        self.alive(self.store.place())
    }

    fn changes_since(&self, place: Place) -> StoreFuture<'_, (Vec<Hint>, Place)> {
        self.alive(Box::pin(async move {
            let (mut hints, next) = self.store.changes_since(place).await?;
            if self.fate.told_once {
                hints = self.first_told(hints);
            }
            self.looks.fetch_add(1, Ordering::SeqCst);
            Ok((hints, next))
        }))
    }

    fn lease<'a>(&'a self, name: &'a str, time: Duration) -> StoreFuture<'a, bool> {
        self.alive(self.store.lease(name, time))
    }

    fn release<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()> {
        self.alive(self.store.release(name))
    }

    fn presence(&self) -> &dyn SharedPresence {
        self.store.presence()
    }

    fn limits(&self) -> &dyn SharedLimits {
        self.store.limits()
    }
}

struct TrialListener {
    all: Box<dyn Listener>,
    fate: Fate,
    heard: usize,
    /// What comes late.
    held: Vec<Hint>,
}

impl TrialListener {
    /// Earlier hints come after these, everything comes twice, and some of it is wrong.
    fn muddle(&mut self, hints: Vec<Hint>) -> Vec<Hint> {
        let late = std::mem::replace(&mut self.held, hints.clone());
        let odd = |hint: &Hint| Hint { version: Version(hint.version.0 + 1000), message: Some(0), ..hint.clone() };
        let odd: Vec<Hint> = hints.iter().take(1).map(odd).collect();
        let unknown = Hint { stream: StreamId::new("unknown").expect("a name"), version: Version(7), message: Some(9) };
        [late.clone(), hints.into_iter().rev().collect(), late, odd, vec![unknown]].concat()
    }
}

impl Listener for TrialListener {
    fn next(&mut self) -> Pin<Box<dyn Future<Output = Heard> + Send + '_>> {
        Box::pin(async move {
            loop {
                let heard = self.all.next().await;
                // Spread over the ten: 0, 3, 6, 9, 2, …
                let number = self.heard * 3 % 10;
                self.heard += 1;
                match heard {
                    Heard::Hints(hints) if self.fate.muddled => return Heard::Hints(self.muddle(hints)),
                    Heard::Hints(_) if number < self.fate.lost => {}
                    heard => return heard,
                }
            }
        })
    }
}
