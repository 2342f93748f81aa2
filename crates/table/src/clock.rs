//! Time controls and clocks, computed from the times of events.
//!
//! A clock runs for every person who is to act or to throw, from the event that made it their turn until the event
//! that ends it. Clocks run once every seat is taken and has added its nonce. An undo does not give time back. Outages
//! do not count ([`crate::outage`]).
//!
//! **Lag.** The caller passes in the lag of a person's connection. At most [`LAG_A_MOVE`] of it is
//! forgiven for one command, from a quota of [`LAG_QUOTA`] that regains [`LAG_REGAINED`] with every
//! move. The time that counted is stored in the event, so that changing these constants does not
//! change a stored match. A flag falls only after the lag that could still be forgiven, so that a
//! move on its way still counts.

use crate::command::{MatchCommand, Now};
use crate::decide::DecidedEvent;
use crate::decline::Decline;
use crate::event::{Event, Stamped};
use crate::occupant::Occupant;
use crate::outage::Outage;
use crate::table::Table;
use kernel::dynamic::CheckedStep;
use kernel::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Maximum lag that is forgiven for one command, in milliseconds.
pub const LAG_A_MOVE: i64 = 500;
/// Maximum lag quota of a seat, in milliseconds.
pub const LAG_QUOTA: i64 = 2_000;
/// Lag quota that a seat regains with each move, in milliseconds.
pub const LAG_REGAINED: i64 = 100;

const SECOND: i64 = 1_000;
pub(crate) const DAY: i64 = 24 * 60 * 60 * SECOND;

/// How much time players have.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// No clock.
    #[default]
    Untimed,
    /// A clock for each seat.
    Clock {
        /// Seconds at the start.
        initial: u32,
        /// Seconds added for each turn.
        increment: u32,
    },
    /// A number of days for each turn.
    Days {
        /// Number of days.
        days: u32,
    },
}

impl TimeControl {
    pub(crate) fn is_untimed(&self) -> bool {
        *self == TimeControl::Untimed
    }

    /// What is wrong with it, if anything.
    pub fn fault(&self) -> Option<kernel::Fault> {
        let right = match self {
            TimeControl::Untimed => true,
            TimeControl::Clock { initial, increment } => (10..=86_400).contains(initial) && *increment <= 600,
            TimeControl::Days { days } => (1..=60).contains(days),
        };
        let what = "a clock has 10 to 86400 seconds and adds at most 600; or 1 to 60 days a move";
        (!right).then(|| kernel::Fault::new("pace", what))
    }

    /// Time of a seat at the start, in milliseconds.
    fn first(&self) -> i64 {
        match self {
            TimeControl::Untimed => 0,
            TimeControl::Clock { initial, .. } => i64::from(*initial) * SECOND,
            TimeControl::Days { days } => i64::from(*days) * DAY,
        }
    }

    /// Time of a seat after its clock stops; `itself` if the seat's own action stopped it.
    fn after_turn(&self, left: i64, itself: bool) -> i64 {
        match self {
            TimeControl::Clock { increment, .. } if itself => left + i64::from(*increment) * SECOND,
            TimeControl::Clock { .. } => left,
            TimeControl::Untimed | TimeControl::Days { .. } => self.first(),
        }
    }
}

/// One seat's clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Clock {
    /// Milliseconds left when it was last set.
    left: i64,
    /// When it started to run; `None` while it is stopped.
    since: Option<i64>,
    /// Lag that may still be forgiven.
    quota: i64,
}

impl Clock {
    /// How much of this lag is forgiven.
    fn forgiven(&self, lag: u32) -> i64 {
        i64::from(lag).min(LAG_A_MOVE).min(self.quota)
    }

    /// How much of the time until now counts.
    fn spent(&self, now: Now) -> Option<i64> {
        let passed = (now.at - self.since?).max(0);
        Some((passed - self.forgiven(now.lag)).max(0))
    }

    /// When its flag falls.
    fn deadline(&self) -> Option<i64> {
        Some(self.since?.saturating_add(self.left).saturating_add(self.forgiven(u32::MAX)).saturating_add(1))
    }
}

/// All clocks of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    pace: TimeControl,
    seats: Vec<Clock>,
    /// The time of the last event.
    at: i64,
    /// The outages that were taken off, in order.
    outages: Arc<Vec<Outage>>,
}

/// The clocks as everybody may see them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClockView {
    /// The time for which this is correct, in milliseconds since 1970.
    pub at: i64,
    /// Milliseconds left by seat; `None` for seats without a clock.
    pub left: Vec<Option<i64>>,
    /// The seats whose clocks run.
    pub running: SeatSet,
}

impl Clocks {
    pub(crate) fn new(pace: TimeControl, seats: usize) -> Self {
        let clock = Clock { left: pace.first(), since: None, quota: LAG_QUOTA };
        Clocks { pace, seats: vec![clock; seats], at: 0, outages: Arc::default() }
    }

    /// Moves the clocks on to an event: `actor` acted, `spent` of their time counted, and the clocks
    /// of `running` run after it.
    pub(crate) fn turn_to(&mut self, at: i64, actor: Option<Seat>, spent: Option<i64>, running: SeatSet) {
        self.at = at;
        if self.pace.is_untimed() {
            return;
        }
        let pace = self.pace;
        for (seat, clock) in self.seats.iter_mut().enumerate().map(|(seat, clock)| (Seat(seat as u8), clock)) {
            if let (Some(since), true) = (clock.since, actor == Some(seat)) {
                let passed = (at - since).max(0);
                let counted = spent.unwrap_or(passed);
                clock.left -= counted;
                clock.quota = (clock.quota - (passed - counted).max(0) + LAG_REGAINED).min(LAG_QUOTA);
                clock.since = Some(at);
            }
            match (clock.since, running.contains(seat)) {
                (None, true) => clock.since = Some(at),
                (Some(since), false) => {
                    // The clock of the actor was set just above.
                    clock.left = pace.after_turn(clock.left - (at - since).max(0), actor == Some(seat));
                    clock.since = None;
                }
                _ => {}
            }
        }
    }
}

impl Clocks {
    /// The time of the last event.
    pub(crate) fn at(&self) -> i64 {
        self.at
    }

    /// When the first of the clocks that run was started.
    pub(crate) fn first_since(&self) -> Option<i64> {
        self.seats.iter().filter_map(|clock| clock.since).min()
    }

    /// The outages that were taken off, in order.
    pub(crate) fn outages(&self) -> &[Outage] {
        &self.outages
    }

    /// Takes an outage off the clocks that run: they count as started later.
    pub(crate) fn stand_still(&mut self, outage: &Outage, at: i64) {
        for since in self.seats.iter_mut().filter_map(|clock| clock.since.as_mut()) {
            *since = since.saturating_add(outage.overlap(*since, at));
        }
        Arc::make_mut(&mut self.outages).push(*outage);
    }

    /// Gives the seat a fresh clock for its next player.
    pub(crate) fn restart(&mut self, seat: Seat) {
        if let Some(clock) = self.seats.get_mut(seat.index()) {
            *clock = Clock { left: self.pace.first(), since: None, quota: LAG_QUOTA };
        }
    }
}

impl Table {
    /// The seats whose time runs: people who are to act or to throw. A player's first clock may wait until the player
    /// is present.
    pub fn clocked(&self) -> SeatSet {
        self.to_play().iter().filter(|seat| !self.clock_waits(*seat)).fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// Does this seat's clock run?
    pub(crate) fn clock_runs(&self, seat: Seat) -> bool {
        self.clocks.seats.get(seat.index()).is_some_and(|clock| clock.since.is_some())
    }

    /// The clocks as of the last event; `None` if the match is untimed.
    pub fn clocks(&self) -> Option<ClockView> {
        let clocks = &self.clocks;
        if clocks.pace.is_untimed() {
            return None;
        }
        let left = |(clock, who): (&Clock, &Occupant)| {
            let passed = clock.since.map_or(0, |since| (clocks.at - since).max(0));
            who.key().map(|_| (clock.left - passed).max(0))
        };
        let left = clocks.seats.iter().zip(self.seats()).map(left).collect();
        let runs = |(seat, clock): (usize, &Clock)| clock.since.map(|_| Seat(seat as u8));
        let running = clocks.seats.iter().enumerate().filter_map(runs).fold(SeatSet::EMPTY, SeatSet::with);
        Some(ClockView { at: clocks.at, left, running })
    }

    /// When [`MatchCommand::Flag`] should be sent next, in milliseconds since 1970.
    pub fn next_deadline(&self) -> Option<i64> {
        if self.opened().pace.is_untimed() {
            return None;
        }
        if let Some((_, at)) = self.fallen() {
            return Some(at.saturating_add(DAY));
        }
        self.clocks.seats.iter().filter_map(Clock::deadline).min()
    }

    /// Round-trip time of an action: the time since the last event, less the time `held` for which the player has had
    /// its view. The client reports `held`, so the result is bounded by the time that has really passed, and by the
    /// maximum that is forgiven.
    pub fn on_the_way(&self, held: u32, at: i64) -> u32 {
        let passed = (at - self.clocks.at).max(0);
        u32::try_from(passed - i64::from(held)).unwrap_or(0)
    }

    /// The time that counts on the seat's clock if it acts now; declined if its time is up.
    pub(crate) fn spend(&self, seat: Option<Seat>, now: Now) -> Result<Option<i64>, Decline> {
        let Some(clock) = seat.and_then(|seat| self.clocks.seats.get(seat.index())) else { return Ok(None) };
        if self.opened().pace.is_untimed() {
            return Ok(None);
        }
        match clock.spent(now) {
            _ if self.fallen().map(|(fallen, _)| fallen) == seat => Err(Decline::TimeUp),
            Some(spent) if spent > clock.left => Err(Decline::TimeUp),
            spent => Ok(spent),
        }
    }

    /// Flags the first seat whose time has run out, as if it had resigned. If one other person is left, they choose what
    /// follows ([`crate::AbsentChoice`]); without a choice within a day, they win.
    pub(crate) fn decide_flag(&self, now: Now) -> Result<Vec<Event>, Decline> {
        if self.is_over() || self.opened().pace.is_untimed() {
            return Ok(Vec::new());
        }
        if let Some((seat, at)) = self.fallen() {
            let winners = self.winners_without(seat, None);
            let ended = Event::Flagged { seat: self.id(seat).to_owned(), relief: None, winners };
            return Ok((now.at >= at.saturating_add(DAY)).then_some(ended).into_iter().collect());
        }
        let fallen = |(seat, clock): (usize, &Clock)| {
            clock.deadline().filter(|deadline| *deadline <= now.at).map(|deadline| (deadline, Seat(seat as u8)))
        };
        let first = self.clocks.seats.iter().enumerate().filter_map(fallen).min();
        Ok(first.map(|(_, seat)| self.flag(seat)).into_iter().collect())
    }

    fn flag(&self, seat: Seat) -> Event {
        let (id, relief) = (self.id(seat).to_owned(), self.relief_of(seat));
        let key = |seat: Seat| self.seats()[seat.index()].key();
        let other = |other: Seat| key(other).is_some() && key(other) != key(seat);
        if relief.is_none() && self.game_match().contenders().iter().any(other) {
            return Event::TimeUp { seat: id };
        }
        let winners = self.winners_without(seat, relief.as_ref());
        Event::Flagged { seat: id, relief, winners }
    }

    /// The events with their time, and with the time that counts for the seat that acted. The first event of a command
    /// has all of it, the others have 0.
    pub(crate) fn stamped(
        &self,
        command: &MatchCommand,
        events: Vec<(Event, Option<CheckedStep>)>,
        now: Now,
    ) -> Result<Vec<DecidedEvent>, Decline> {
        let mut spent = match command {
            MatchCommand::Act { seat, .. }
            | MatchCommand::Choose { seat, .. }
            | MatchCommand::ThrowOwn { seat, .. }
            | MatchCommand::Throw { seat: Some(seat), .. } => self.spend(self.game_match().seat(seat), now)?,
            _ => None,
        };
        let at = now.at.max(self.clocks.at);
        let stamp = |(event, checked)| {
            let counted = spent;
            spent = spent.map(|_| 0);
            DecidedEvent { stamped: Stamped { at, spent: counted, paused: None, event }, checked }
        };
        Ok(events.into_iter().map(stamp).collect())
    }
}
