//! One table in memory, and the one way to change it.
//!
//! A room holds what the store holds, folded; it may be forgotten at any time
//! and made again. Whoever changes the table keeps the order of things from the
//! check of the version to the telling: **decide, store, apply, tell**. Nobody
//! is told what is not on disk, and nobody who only looks waits for the disk.

use crate::builders::Builders;
use crate::problem::Problem;
use crate::view_cache::{Listening, Next, RecentLog, Snapshot, ViewCache, ViewVersion, WholeView};
use crate::wire::Viewer;
use kernel::dynamic::{DynGame, DynMatch};
use kernel::record::Step;
use kernel::{Seat, SeatSet, Turn};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{Append, EventStore, Head, StoreError, Stored, StreamId, Version};
use table::{Command, Corrupt, Decline, Event, Now, Occupant, Opened, Pace, Stamped, Table};
use tokio::sync::watch;

/// So often another server may be faster before a request is given up.
const MOST_ATTEMPTS: usize = 8;

/// A table in memory.
pub(crate) struct Room {
    id: StreamId,
    title: &'static dyn DynGame,
    held: Mutex<Held>,
    /// Views and changes; never locked together with the table.
    views: Arc<ViewCache>,
    builders: Arc<Builders>,
    /// Held by whoever changes the table, while the disk is waited for too.
    order: tokio::sync::Mutex<()>,
    version: watch::Sender<u64>,
    thinking: AtomicBool,
    /// There is something for the house to do.
    due: AtomicBool,
}

/// What the lock protects: the table, and which requests have been answered.
pub(crate) struct Held {
    /// Whoever needs long to look takes a clone along; then the next change is made on a copy.
    pub(crate) table: Arc<Table>,
    /// Rises with every change.
    moment: u64,
    log: RecentLog,
    /// Commands that have been carried out, by their keys.
    answered: HashMap<String, Answered>,
}

/// A command that was carried out: the version it reached, and the fingerprint of its body.
struct Answered {
    version: u64,
    body: Option<String>,
}

impl Held {
    fn done(&self, version: u64, repeated: bool) -> Done {
        Done { version, repeated, deadline: self.table.next_deadline() }
    }

    /// The result of a command for which nothing had to be done.
    pub(crate) fn unchanged(&self) -> Done {
        self.done(self.table.version(), true)
    }

    /// The result of the command with this key, if it was carried out before. The same key with another command is
    /// refused.
    fn repeated(&self, key: &RequestKey) -> Result<Option<Done>, Problem> {
        let Some(answered) = self.answered.get(&key.name) else { return Ok(None) };
        if answered.body.is_some() && answered.body != key.body {
            return Err(Problem::reused_key());
        }
        Ok(Some(self.done(answered.version, true)))
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot { table: self.table.clone(), moment: self.moment, log: self.log }
    }
}

/// Something asked of a table.
pub(crate) struct Ask {
    /// What.
    pub(crate) command: Command,
    /// The version the asker has seen; `None` when it does not matter.
    pub(crate) version: Option<u64>,
    /// Makes the request repeatable.
    pub(crate) key: Option<RequestKey>,
    /// How many milliseconds the asker says they have had that version; `None` when they do not say.
    pub(crate) held: Option<u32>,
}

/// An idempotency key, with the fingerprint of what was asked.
#[derive(Clone, Debug)]
pub(crate) struct RequestKey {
    name: String,
    body: Option<String>,
}

impl RequestKey {
    /// The key of a request with this body.
    pub(crate) fn new(name: &str, body: &str) -> RequestKey {
        let mut body = table::fingerprint(body.as_bytes());
        body.truncate(16);
        RequestKey { name: name.to_owned(), body: Some(body) }
    }

    /// The key of something that is asked in one way only.
    pub(crate) fn plain(name: &str) -> RequestKey {
        RequestKey { name: name.to_owned(), body: None }
    }

    /// As the store keeps it: no name holds a dot.
    fn stored(&self) -> String {
        match &self.body {
            Some(body) => format!("{}.{body}", self.name),
            None => self.name.clone(),
        }
    }

    fn read(stored: &str) -> RequestKey {
        match stored.split_once('.') {
            Some((name, body)) => RequestKey { name: name.to_owned(), body: Some(body.to_owned()) },
            None => RequestKey::plain(stored),
        }
    }
}

/// The answer to something that was done.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Done {
    /// The version it reached.
    pub(crate) version: u64,
    /// Nothing was written now: the key had been used.
    pub(crate) repeated: bool,
    /// When the house has to look at the clocks.
    pub(crate) deadline: Option<i64>,
}

/// What is to be done about something asked.
enum Decided {
    /// Nothing: this is the answer.
    Done(Done),
    /// Write it; these are its events.
    Write(Box<Append>, Vec<Stamped>),
}

/// Something for the house to do, taken out of the room.
pub(crate) struct Moment {
    /// The version it belongs to.
    pub(crate) version: u64,
    pub(crate) duty: Duty,
}

/// What the house has to do at a table.
pub(crate) enum Duty {
    /// A throw that no person makes.
    Throw,
    /// Computers are to act: each seat with its level, in order, and the match to think about.
    Think(Vec<(Seat, String)>, Box<dyn DynMatch>),
}

impl Room {
    /// Folds the table from its events.
    pub(crate) async fn load(store: &dyn EventStore, builders: Arc<Builders>, id: StreamId) -> Result<Room, Problem> {
        let (title, held) = read(store, &builders, &id).await?;
        let version = watch::Sender::new(held.table.version());
        let due = AtomicBool::new(is_due(&held.table));
        let (order, thinking) = (tokio::sync::Mutex::default(), AtomicBool::new(false));
        let (held, views) = (Mutex::new(held), Arc::default());
        Ok(Room { id, title, held, views, builders, order, version, thinking, due })
    }

    /// The match's id.
    pub(crate) fn id(&self) -> &str {
        self.id.as_str()
    }

    /// The match's id, as the store knows it.
    pub(crate) fn stream(&self) -> &StreamId {
        &self.id
    }

    /// The box the match is from.
    pub(crate) fn title(&self) -> &'static dyn DynGame {
        self.title
    }

    /// Tells of every new version.
    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// The result of a request with this key that was carried out before.
    pub(crate) fn repeated(&self, key: &RequestKey) -> Result<Option<Done>, Problem> {
        self.held().repeated(key)
    }

    /// The table, for looking at. The guard cannot be kept while waiting for something.
    pub(crate) async fn look(&self) -> MutexGuard<'_, Held> {
        self.held()
    }

    /// The same, where nothing is awaited.
    pub(crate) fn look_now(&self) -> MutexGuard<'_, Held> {
        self.held()
    }

    /// The table as it stands, for whoever needs longer to look at it: the table is not locked meanwhile.
    pub(crate) fn picture(&self) -> Arc<Table> {
        self.held().table.clone()
    }

    /// The whole view of the person with this key, with the log from an entry on, and the table it shows.
    pub(crate) async fn view(&self, key: &str, log_from: usize) -> Result<(Arc<Table>, WholeView), Problem> {
        let snapshot = self.held().snapshot();
        let viewer = Viewer::of(&snapshot.table, key);
        let whole = self.views.whole(&self.builders, &snapshot, viewer, log_from).await?;
        Ok((snapshot.table, whole))
    }

    /// What the person with this key may see.
    pub(crate) fn viewer(&self, key: &str) -> Viewer {
        Viewer::of(&self.held().table, key)
    }

    /// What follows on the version that a listener has.
    pub(crate) fn next_changes(&self, viewer: Viewer, has: ViewVersion) -> Next {
        self.views.next(viewer, has)
    }

    /// Counts a listener: changes are made for this viewer from now on.
    pub(crate) fn count_listener(&self, viewer: Viewer) -> Listening {
        let snapshot = self.held().snapshot();
        self.views.listen(&snapshot, viewer)
    }

    /// Tells the listeners of a new version.
    fn publish(&self, version: u64) {
        let snapshot = self.held().snapshot();
        self.views.publish(&snapshot);
        self.version.send_replace(version);
    }

    /// An event is applied whole or not at all, so a poisoned lock still guards a whole table.
    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what is asked, or changes nothing. Must run to its end once begun:
    /// the caller gives it a task of its own.
    pub(crate) async fn carry_out(&self, store: &dyn EventStore, ask: Ask) -> Result<Done, Problem> {
        let _order = self.order.lock().await;
        // A version that is not here yet may have been reached on another server.
        if ask.version.is_some_and(|seen| seen > self.held().table.version()) {
            self.reload(store).await?;
        }
        for _ in 0..MOST_ATTEMPTS {
            let (append, events) = match self.decide(&ask)? {
                Decided::Done(done) => return Ok(done),
                Decided::Write(append, events) => (append, events),
            };
            match store.append(*append).await {
                Ok(appended) if !appended.repeated => {
                    let version = appended.version.0;
                    self.apply(store, &events, &ask, version).await?;
                    return Ok(self.held().done(version, false));
                }
                Ok(appended) => {
                    self.reload(store).await?;
                    return Ok(self.held().done(appended.version.0, true));
                }
                // Another server wrote to this table: what was asked may stand all the same.
                Err(StoreError::Conflict { .. }) => self.reload(store).await?,
                Err(error) => {
                    if matches!(error, StoreError::Database(_)) {
                        self.reload(store).await?;
                    }
                    return Err(error.into());
                }
            }
        }
        Err(Problem::stale(self.held().table.version()))
    }

    /// What comes of it as the table stands, or that it is done already.
    fn decide(&self, ask: &Ask) -> Result<Decided, Problem> {
        let table = {
            let held = self.held();
            let repeated = ask.key.as_ref().map(|key| held.repeated(key)).transpose()?.flatten();
            if let Some(done) = repeated {
                return Ok(Decided::Done(done));
            }
            held.table.clone()
        };
        // Whoever changes the table holds its order, so it stays as it is while only this one thinks about it.
        let events = decided(&table, ask)?;
        if events.is_empty() {
            return Ok(Decided::Done(self.held().unchanged()));
        }
        let append = self.append(&table, ask, &events)?;
        Ok(Decided::Write(Box::new(append), events))
    }

    fn append(&self, table: &Table, ask: &Ask, events: &[Stamped]) -> Result<Append, Problem> {
        let written = events.iter().map(|event| serde_json::to_string(event).map_err(Problem::broken));
        Ok(Append {
            stream: self.id.clone(),
            expected: Version(table.version()),
            key: ask.key.as_ref().map(RequestKey::stored),
            events: written.collect::<Result<_, _>>()?,
            head: head_after(table, events),
        })
    }

    /// Plays what has been stored, then tells.
    async fn apply(&self, store: &dyn EventStore, events: &[Stamped], ask: &Ask, version: u64) -> Result<(), Problem> {
        if let Err(corrupt) = self.play(events, ask, version) {
            // What is stored holds, whatever we thought of it.
            self.reload(store).await?;
            return Err(Problem::broken(corrupt));
        }
        self.publish(version);
        Ok(())
    }

    fn play(&self, events: &[Stamped], ask: &Ask, version: u64) -> Result<(), Corrupt> {
        let mut held = self.held();
        let Held { table, moment, log, answered } = &mut *held;
        *moment += 1;
        let table = Arc::make_mut(table);
        for event in events {
            table.apply(event)?;
            log.note(table);
        }
        answered.extend(ask.key.clone().map(|key| (key.name, Answered { version, body: key.body })));
        self.due.store(is_due(table), Ordering::Release);
        Ok(())
    }

    /// Looks at the store again: what it says has changed without an append.
    pub(crate) async fn refresh(&self, store: &dyn EventStore) -> Result<(), Problem> {
        let _order = self.order.lock().await;
        self.reload(store).await
    }

    /// Somebody else wrote: what the store says is what holds.
    async fn reload(&self, store: &dyn EventStore) -> Result<(), Problem> {
        let (_, fresh) = read(store, &self.builders, &self.id).await?;
        let version = fresh.table.version();
        self.due.store(is_due(&fresh.table), Ordering::Release);
        let mut held = self.held();
        *held = Held { moment: held.moment + 1, ..fresh };
        drop(held);
        self.publish(version);
        Ok(())
    }

    /// May the house begin? `false` when it has nothing to do, or is at work already.
    pub(crate) fn begin_thinking(&self) -> bool {
        self.due.load(Ordering::Acquire) && !self.thinking.swap(true, Ordering::AcqRel)
    }

    /// What the house has to do; when there is nothing, its work ends. Ending it under
    /// the lock makes sure that no turn slips through between looking and ending.
    pub(crate) async fn moment(&self) -> Option<Moment> {
        let held = self.held();
        let moment = duty(&held.table).map(|duty| Moment { version: held.table.version(), duty });
        if moment.is_none() {
            self.stop_thinking();
        }
        moment
    }

    /// Ends the thinking.
    pub(crate) fn stop_thinking(&self) {
        self.thinking.store(false, Ordering::Release);
    }
}

/// Is there something for the house to do?
fn is_due(table: &Table) -> bool {
    table.house_throws() || !table.computers_to_act().is_empty()
}

/// What the house has to do at this table now.
fn duty(table: &Table) -> Option<Duty> {
    if table.house_throws() {
        return Some(Duty::Throw);
    }
    let computers: Vec<_> = table.computers_to_act().iter().map(|(seat, level)| (*seat, (*level).to_owned())).collect();
    (!computers.is_empty()).then(|| Duty::Think(computers, table.session().fork()))
}

/// The events that come of it.
fn decided(table: &Table, ask: &Ask) -> Result<Vec<Stamped>, Problem> {
    let version = table.version();
    let Some(seen) = ask.version.filter(|seen| *seen != version) else {
        let Now { at, .. } = now();
        let lag = ask.held.map_or(0, |held| table.on_the_way(held, at));
        return Ok(table.decide(&ask.command, Now { at, lag })?);
    };
    if !table.stands(&ask.command, seen) {
        return Err(if seen > version { Problem::future(seen, version) } else { Problem::stale(version) });
    }
    // Whoever looked at an earlier version is not told what is wrong with the one they have not seen,
    // unless it does not matter what they have seen.
    let whenever = matches!(ask.command, Command::Resign { .. });
    let because = |decline: Decline| if whenever { decline.into() } else { Problem::stale(version) };
    table.decide(&ask.command, now()).map_err(because)
}

async fn read(
    store: &dyn EventStore,
    builders: &Builders,
    id: &StreamId,
) -> Result<(&'static dyn DynGame, Held), Problem> {
    let stored = store.read(id, Version::NONE).await?;
    // A long match is long in the folding: nobody else waits for it.
    builders.run(move || folded(stored)).await?
}

fn folded(stored: Vec<Stored>) -> Result<(&'static dyn DynGame, Held), Problem> {
    let events: Vec<Stamped> = stored
        .iter()
        .map(|event| serde_json::from_str(&event.body))
        .collect::<Result<_, _>>()
        .map_err(Problem::broken)?;
    let Some(Stamped { event: Event::Opened(opened), .. }) = events.first() else { return Err(Problem::no_table()) };
    let title = catalog::game(&opened.game).ok_or_else(|| Problem::no_game(&opened.game))?;
    let (table, log) = fold(title, events).map_err(|corrupt| {
        let mut problem = Problem::broken(&corrupt);
        problem.error = format!("This table cannot be opened: {corrupt}.");
        problem.instead = "Start another one; nothing of this one was changed.".into();
        problem
    })?;
    let answered = |event: Stored| {
        let key = RequestKey::read(&event.key?);
        Some((key.name, Answered { version: event.version.0, body: key.body }))
    };
    let answered = stored.into_iter().filter_map(answered).collect();
    Ok((title, Held { table: Arc::new(table), moment: 1, log, answered }))
}

fn fold(title: &dyn DynGame, events: Vec<Stamped>) -> Result<(Table, RecentLog), Corrupt> {
    let mut events = events.into_iter();
    let mut table = Table::fold(title, events.next())?;
    let mut log = RecentLog::of(&table);
    for event in events {
        table.apply(&event)?;
        log.note(&table);
    }
    Ok((table, log))
}

/// The list of tables that strangers may sit down at, among the lists of people.
pub(crate) const LOBBY: &str = "lobby";

/// The list of tables whose clocks the house has to look at.
pub(crate) const TIMED: &str = "timed";

/// The list of tables that wait for the person with this key.
pub(crate) fn waiting_for(key: &str) -> String {
    format!("turn:{key}")
}

/// What lists show of the match once these events have happened.
fn head_after(table: &Table, events: &[Stamped]) -> Head {
    let mut seats = table.seats().to_vec();
    for Stamped { event, .. } in events {
        let changed = match event {
            Event::Sat { seat, who, .. }
            | Event::Relieved { seat, who }
            | Event::Resigned { seat, relief: Some(who), .. }
            | Event::Flagged { seat, relief: Some(who), .. } => Some((seat, Some(who.clone()))),
            Event::Left { seat } | Event::Vacated { seat } => Some((seat, Some(Occupant::Open))),
            Event::Returned { seat } => Some((seat, None)),
            _ => None,
        };
        if let Some((seat, who)) = changed
            && let Some(at) = table.session().seat(seat)
        {
            seats[at.index()] = who.or_else(|| table.away(at).cloned()).unwrap_or(Occupant::Open);
        }
    }
    let (over, acting) = after(table, events);
    // Once it is over, nobody is to act; somebody may have a rematch to accept.
    let wanted = match (over, table.is_over()) {
        (true, false) => SeatSet::EMPTY,
        (true, true) => table.owing_after(events),
        (false, _) => table.owing_after(events).iter().fold(acting, SeatSet::with),
    };
    head(table.opened(), &seats, !over, wanted)
}

/// The server's clock.
pub(crate) fn now() -> Now {
    Now::at(store::Clock::system().now_ms())
}

/// What lists show of a match that waits for these seats: to act, to answer, to add to the dice.
pub(crate) fn head(opened: &Opened, seats: &[Occupant], open: bool, wanted: SeatSet) -> Head {
    let names: Vec<String> = seats.iter().map(Occupant::name).collect();
    let mut owners: Vec<String> = seats.iter().filter_map(|who| who.key().map(str::to_owned)).collect();
    owners.sort();
    owners.dedup();
    let one_screen = seats.len() > 1 && owners.len() == 1 && seats.iter().all(|who| who.key().is_some());
    let title = if one_screen { format!("{}, all on one screen", names[0]) } else { names.join(" – ") };
    let free = seats.contains(&Occupant::Open);
    if !free || !open {
        let waits = |key: &String| wanted.iter().any(|seat| seats[seat.index()].key() == Some(key));
        let waiting: Vec<String> = owners.iter().filter(|key| waits(key)).map(|key| waiting_for(key)).collect();
        owners.extend(waiting);
    }
    if open && opened.pace != Pace::Untimed {
        owners.push(TIMED.into());
    }
    if open && free && opened.listed {
        owners.push(LOBBY.into());
    }
    Head { game: opened.game.clone(), open, title, owners }
}

/// Who is to act or to throw.
pub(crate) fn to_act(turn: Turn, thrower: Option<Seat>) -> SeatSet {
    match turn {
        Turn::Seats(set) => set,
        Turn::Chance => thrower.map_or(SeatSet::EMPTY, SeatSet::only),
        Turn::Over => SeatSet::EMPTY,
    }
}

/// Is it over once these events have happened, and who is to act then?
fn after(table: &Table, events: &[Stamped]) -> (bool, SeatSet) {
    let session = table.session();
    let (mut over, mut steps, mut back) = (table.is_over(), Vec::new(), 0);
    for Stamped { event, .. } in events {
        match event {
            Event::Acted { seat, action } => steps.push(Step::Act { seat: seat.clone(), action: action.clone() }),
            Event::Threw { outcome } | Event::Entered { outcome, .. } => {
                steps.push(Step::Chance { chance: outcome.clone() });
            }
            Event::Resigned { relief, .. } | Event::Flagged { relief, .. } => over = relief.is_none(),
            Event::Drawn { .. } | Event::Claimed { .. } | Event::Aborted { .. } => over = true,
            Event::TookBack { steps, .. } => (over, back) = (false, *steps),
            _ => {}
        }
    }
    if back > 0 {
        let mut trial = session.fork();
        for _ in 0..back {
            trial.undo();
        }
        return (over, to_act(trial.turn(), trial.thrower()));
    }
    if steps.is_empty() {
        return (over, to_act(session.turn(), session.thrower()));
    }
    let ahead = session.ahead(&steps);
    (
        ahead.as_ref().is_some_and(|ahead| ahead.turn == Turn::Over),
        ahead.map_or(SeatSet::EMPTY, |ahead| to_act(ahead.turn, ahead.thrower)),
    )
}
