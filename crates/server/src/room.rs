//! One table in memory, and the one way to change it.
//!
//! A room holds what the store holds, folded; it may be forgotten at any time
//! and made again. Whoever changes the table holds the room's lock from the
//! check of the version to the telling: **decide, store, apply, tell**. Nobody
//! is told what is not on disk.

use crate::problem::Problem;
use kernel::door::{Session, Title};
use kernel::{Seat, SeatSet, Turn};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{Append, EventStore, Head, StoreError, Stored, StreamId, Version};
use table::{Command, Event, Now, Occupant, Opened, Pace, Stamped, Table};
use tokio::sync::{Mutex, MutexGuard, watch};

/// So often another server may be faster before a request is given up.
const MOST_ATTEMPTS: usize = 8;

/// A table in memory.
pub(crate) struct Room {
    id: StreamId,
    title: &'static dyn Title,
    held: Mutex<Held>,
    version: watch::Sender<u64>,
    thinking: AtomicBool,
}

/// What the lock protects: the table, and which requests have been answered.
pub(crate) struct Held {
    pub(crate) table: Table,
    answered: HashMap<String, u64>,
}

impl Held {
    fn done(&self, version: u64, repeated: bool, log_kept: usize) -> Done {
        Done { version, repeated, log_kept, deadline: self.table.next_deadline() }
    }
}

/// Something asked of a table.
pub(crate) struct Ask {
    /// What.
    pub(crate) command: Command,
    /// The version the asker has seen; `None` when it does not matter.
    pub(crate) version: Option<u64>,
    /// Makes the request repeatable.
    pub(crate) key: Option<String>,
}

/// The answer to something that was done.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Done {
    /// The version it reached.
    pub(crate) version: u64,
    /// Nothing was written now: the key had been used.
    pub(crate) repeated: bool,
    /// How much of the log is as it was before.
    pub(crate) log_kept: usize,
    /// When the house has to look at the clocks.
    pub(crate) deadline: Option<i64>,
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
    Think(Vec<(Seat, String)>, Box<dyn Session>),
}

impl Room {
    /// Folds the table from its events.
    pub(crate) async fn load(store: &dyn EventStore, id: StreamId) -> Result<Room, Problem> {
        let (title, held) = read(store, &id).await?;
        let version = watch::Sender::new(held.table.version());
        Ok(Room { id, title, held: Mutex::new(held), version, thinking: AtomicBool::new(false) })
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
    pub(crate) fn title(&self) -> &'static dyn Title {
        self.title
    }

    /// Tells of every new version.
    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// The table, for looking at.
    pub(crate) async fn look(&self) -> MutexGuard<'_, Held> {
        self.held.lock().await
    }

    /// Does what is asked, or changes nothing. Must run to its end once begun:
    /// the caller gives it a task of its own.
    pub(crate) async fn carry_out(&self, store: &dyn EventStore, ask: Ask) -> Result<Done, Problem> {
        let mut held = self.held.lock().await;
        for _ in 0..MOST_ATTEMPTS {
            if let Some(&version) = ask.key.as_ref().and_then(|key| held.answered.get(key)) {
                return Ok(held.done(version, true, 0));
            }
            let (events, log_kept) = decided(&held.table, &ask)?;
            if events.is_empty() {
                return Ok(held.done(held.table.version(), true, log_kept));
            }
            match store.append(self.append(&held.table, &ask, &events)?).await {
                Ok(appended) if !appended.repeated => {
                    let version = appended.version.0;
                    self.apply(store, &mut held, &events, &ask, version).await?;
                    let log_kept = log_kept.min(held.table.session().told().len());
                    return Ok(held.done(version, false, log_kept));
                }
                Ok(appended) => {
                    self.reload(store, &mut held).await?;
                    return Ok(held.done(appended.version.0, true, 0));
                }
                // Another server wrote to this table: what was asked may stand all the same.
                Err(StoreError::Conflict { .. }) => self.reload(store, &mut held).await?,
                Err(error) => {
                    if matches!(error, StoreError::Database(_)) {
                        self.reload(store, &mut held).await?;
                    }
                    return Err(error.into());
                }
            }
        }
        Err(Problem::stale(held.table.version()))
    }

    fn append(&self, table: &Table, ask: &Ask, events: &[Stamped]) -> Result<Append, Problem> {
        let written = events.iter().map(|event| serde_json::to_string(event).map_err(Problem::broken));
        Ok(Append {
            stream: self.id.clone(),
            expected: Version(table.version()),
            key: ask.key.clone(),
            events: written.collect::<Result<_, _>>()?,
            head: head_after(table, events),
        })
    }

    /// Plays what has been stored, then tells.
    async fn apply(
        &self,
        store: &dyn EventStore,
        held: &mut Held,
        events: &[Stamped],
        ask: &Ask,
        version: u64,
    ) -> Result<(), Problem> {
        if let Err(corrupt) = events.iter().try_for_each(|event| held.table.apply(event)) {
            // What is stored holds, whatever we thought of it.
            self.reload(store, held).await?;
            return Err(Problem::broken(corrupt));
        }
        held.answered.extend(ask.key.clone().map(|key| (key, version)));
        self.version.send_replace(version);
        Ok(())
    }

    /// Looks at the store again: what it says has changed without an append.
    pub(crate) async fn refresh(&self, store: &dyn EventStore) -> Result<(), Problem> {
        self.reload(store, &mut *self.held.lock().await).await
    }

    /// Somebody else wrote: what the store says is what holds.
    async fn reload(&self, store: &dyn EventStore, held: &mut Held) -> Result<(), Problem> {
        let (_, fresh) = read(store, &self.id).await?;
        *held = fresh;
        self.version.send_replace(held.table.version());
        Ok(())
    }

    /// May the house begin? `false` when it is at work already.
    pub(crate) fn begin_thinking(&self) -> bool {
        !self.thinking.swap(true, Ordering::AcqRel)
    }

    /// What the house has to do; when there is nothing, its work ends. Ending it under
    /// the lock makes sure that no turn slips through between looking and ending.
    pub(crate) async fn moment(&self) -> Option<Moment> {
        let held = self.held.lock().await;
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

/// What the house has to do at this table now.
fn duty(table: &Table) -> Option<Duty> {
    if table.house_throws() {
        return Some(Duty::Throw);
    }
    let computers: Vec<_> = table.computers_to_act().iter().map(|(seat, level)| (*seat, (*level).to_owned())).collect();
    (!computers.is_empty()).then(|| Duty::Think(computers, table.session().fork()))
}

/// The events that come of it, and how much of the log the asker has already.
fn decided(table: &Table, ask: &Ask) -> Result<(Vec<Stamped>, usize), Problem> {
    let version = table.version();
    let log = table.session().told().len();
    let Some(seen) = ask.version.filter(|seen| *seen != version) else {
        return Ok((table.decide(&ask.command, now())?, log));
    };
    if !table.stands(&ask.command, seen) {
        return Err(Problem::stale(version));
    }
    // Whoever looked at an earlier version is not told what is wrong with the one he has not seen.
    let events = table.decide(&ask.command, now()).map_err(|_| Problem::stale(version))?;
    Ok((events, log.saturating_sub((version - seen) as usize)))
}

async fn read(store: &dyn EventStore, id: &StreamId) -> Result<(&'static dyn Title, Held), Problem> {
    let stored = store.read(id, Version::NONE).await?;
    let events: Vec<Stamped> = stored
        .iter()
        .map(|event| serde_json::from_str(&event.body))
        .collect::<Result<_, _>>()
        .map_err(Problem::broken)?;
    let Some(Stamped { event: Event::Opened(opened), .. }) = events.first() else { return Err(Problem::no_table()) };
    let title = shelf::title(&opened.game).ok_or_else(|| Problem::no_game(&opened.game))?;
    let table = Table::fold(title, events).map_err(|corrupt| {
        let mut problem = Problem::broken(&corrupt);
        problem.error = format!("This table cannot be opened: {corrupt}.");
        problem.instead = "Start another one; nothing of this one was changed.".into();
        problem
    })?;
    let key = |event: Stored| Some((event.key?, event.version.0));
    Ok((title, Held { table, answered: stored.into_iter().filter_map(key).collect() }))
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
            | Event::Resigned { seat, relief: Some(who) }
            | Event::Flagged { seat, relief: Some(who) } => Some((seat, Some(who.clone()))),
            Event::Left { seat } => Some((seat, Some(Occupant::Open))),
            Event::Returned { seat } => Some((seat, None)),
            _ => None,
        };
        if let Some((seat, who)) = changed
            && let Some(at) = table.session().seat(seat)
        {
            seats[at.index()] = who.or_else(|| table.away(at).cloned()).unwrap_or(Occupant::Open);
        }
    }
    let (over, session) = after(table, events);
    head(table.opened(), &seats, !over, &*session)
}

/// The server's clock.
pub(crate) fn now() -> Now {
    Now::at(store::Clock::system().now_ms())
}

/// What lists show of a match.
pub(crate) fn head(opened: &Opened, seats: &[Occupant], open: bool, session: &dyn Session) -> Head {
    let names: Vec<String> = seats.iter().map(Occupant::name).collect();
    let mut owners: Vec<String> = seats.iter().filter_map(|who| who.key().map(str::to_owned)).collect();
    owners.sort();
    owners.dedup();
    let one_screen = seats.len() > 1 && owners.len() == 1 && seats.iter().all(|who| who.key().is_some());
    let title = if one_screen { format!("{}, all on one screen", names[0]) } else { names.join(" – ") };
    let free = seats.contains(&Occupant::Open);
    if open && !free {
        let waits = |key: &String| seats_to_act(session).any(|seat| seats[seat.index()].key() == Some(key));
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
fn seats_to_act(session: &dyn Session) -> impl Iterator<Item = Seat> {
    let set = match session.turn() {
        Turn::Seats(set) => set,
        Turn::Chance => session.thrower().map_or(SeatSet::EMPTY, |seat| SeatSet::EMPTY.with(seat)),
        Turn::Over => SeatSet::EMPTY,
    };
    set.iter()
}

/// Is it over once these events have happened, and how does it stand then?
fn after(table: &Table, events: &[Stamped]) -> (bool, Box<dyn Session>) {
    let mut trial = table.session().fork();
    let mut over = table.is_over();
    for Stamped { event, .. } in events {
        match event {
            Event::Acted { seat, action } => {
                let played = trial.seat(seat).is_some_and(|at| trial.play(at, action).is_ok());
                over = played && trial.turn() == Turn::Over;
            }
            Event::Threw { outcome } | Event::Entered { outcome, .. } => {
                over = trial.befall(outcome).is_ok() && trial.turn() == Turn::Over;
            }
            Event::Resigned { relief, .. } | Event::Flagged { relief, .. } => over = relief.is_none(),
            Event::Drawn => over = true,
            Event::TookBack { steps, .. } => {
                for _ in 0..*steps {
                    trial.undo();
                }
                over = false;
            }
            _ => {}
        }
    }
    (over, trial)
}
