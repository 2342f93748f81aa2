//! A player who is gone: when the other one may end the match, or go on without them.
//!
//! In a match between two people, a player is gone if the match has waited for them for a day (at a table with days per
//! move: for that number of days) and they were neither present nor did anything. If a clock runs, its flag decides
//! instead. Then the other player chooses ([`AbsentChoice`]). Until they do, the player who was gone can come back, and
//! then there is nothing to choose; after a flag they cannot come back.
//!
//! The table knows when a player did something, and when the caller reported that they are present
//! ([`MatchCommand::Arrive`]), which it should do about as often as [`PRESENCE_NOTED_EVERY`]. If the caller knows more,
//! it passes that in with the choice.
//!
//! Presence also starts clocks: with [`Opened::clocks_wait`], a player's first clock runs only once they are present.
//!
//! [`MatchCommand::Arrive`]: crate::MatchCommand::Arrive
//! [`Opened::clocks_wait`]: crate::Opened::clocks_wait

use crate::apply::Applied;
use crate::clock::{DAY, TimeControl};
use crate::command::Now;
use crate::decline::Decline;
use crate::event::Event;
use crate::occupant::Occupant;
use crate::outage::Outage;
use crate::shared_win::claimed_win;
use crate::table::{Ending, Happened, Table};
use kernel::record::Step;
use kernel::{Outcome, Seat, SeatSet, Turn};

/// How often the presence of a player is noted, in milliseconds.
pub const PRESENCE_NOTED_EVERY: i64 = 60 * 60 * 1_000;
/// How long the other players wait for a device to add to the dice before they may choose what follows, in milliseconds. Where
/// players have days for a move, they have them for this too.
const REVEAL_WITHIN: i64 = 5 * 60 * 1_000;

/// What a player chooses when the other one is gone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AbsentChoice {
    /// The match ends, and the player who is gone loses.
    ClaimWin,
    /// The match ends without a result.
    Abort,
    /// A computer plays the seat. The player may come back to it, unless their time ran out.
    Computer {
        /// The computer's level.
        level: String,
    },
    /// Anybody may take the seat; the match waits until somebody does.
    OpenSeat,
}

/// Why a player is gone.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AbsenceReason {
    /// They were not present and did nothing.
    Away,
    /// Their time ran out.
    OutOfTime,
    /// Their seat was opened to someone else, and nobody has taken it yet.
    SeatOpen,
    /// Their device has not added to the dice, so that nobody can throw.
    Unrevealed,
}

/// A player who is gone, or soon may be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// The seats they play or played.
    pub seats: SeatSet,
    /// The time from which the other player may choose, in milliseconds since 1970.
    pub from: i64,
    /// Why they are gone.
    pub why: AbsenceReason,
}

/// When each player was last present, and which players the match waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Attendance {
    /// By seat: when its player was last present, or when the match began to wait for them.
    last: Vec<i64>,
    /// The seats that the match waits for.
    awaited: SeatSet,
    /// The seats whose first clock does not wait any more.
    arrived: SeatSet,
    /// Seats that were opened during the match and are still open.
    vacated: SeatSet,
    /// Seats that a computer has taken since the match was opened.
    stand_ins: SeatSet,
    /// The seats that owe something to the dice, and since when they all do.
    owing: (SeatSet, i64),
    /// The seat whose flag has fallen, and when.
    fallen: Option<(Seat, i64)>,
}

impl Attendance {
    pub(crate) fn new(seats: usize, at: i64) -> Self {
        let none = SeatSet::EMPTY;
        Attendance {
            last: vec![at; seats],
            awaited: none,
            arrived: none,
            vacated: none,
            stand_ins: none,
            owing: (none, at),
            fallen: None,
        }
    }
}

impl Table {
    /// Updates the attendance after an event was applied.
    pub(crate) fn attend(&mut self, at: i64, event: &Event, actor: Option<Seat>) {
        self.attend_seat(event);
        self.note_owing(at);
        let awaited = self.awaited();
        let noticed = actor.or_else(|| self.present_seat(event));
        let key = noticed.and_then(|seat| self.seats()[seat.index()].key());
        let noticed = key.map_or(SeatSet::EMPTY, |key| self.seats_of(key));
        let all = self.all_seats();
        let seen = &mut self.attendance;
        for seat in all.iter() {
            if noticed.contains(seat) || (awaited.contains(seat) && !seen.awaited.contains(seat)) {
                seen.last[seat.index()] = at;
            }
        }
        if let Some(actor) = actor {
            seen.arrived = seen.arrived.with(actor);
        }
        seen.fallen = seen.fallen.filter(|_| leaves_flag(event));
        if let Event::TimeUp { seat } = event {
            seen.fallen = self.game_match.seat(seat).map(|seat| (seat, at));
        }
        seen.awaited = awaited;
    }

    /// Notes which seats owe something to the dice. The time begins again when another seat is among them.
    fn note_owing(&mut self, at: i64) {
        let owing = self.unrevealed();
        let (before, since) = self.attendance.owing;
        let more = owing.iter().any(|seat| !before.contains(seat));
        self.attendance.owing = (owing, if more { at } else { since });
    }

    /// The seats whose devices owe an anchor or a link while every seat is taken.
    pub(crate) fn unrevealed(&self) -> SeatSet {
        let wanted = self.wants_anchor().iter().fold(self.wants_link(), SeatSet::with);
        if self.is_waiting() { SeatSet::EMPTY } else { wanted }
    }

    /// A seat changed hands, or its player arrived.
    fn attend_seat(&mut self, event: &Event) {
        let (Event::Arrived { seat }
        | Event::Returned { seat }
        | Event::Vacated { seat }
        | Event::Left { seat }
        | Event::Sat { seat, .. }
        | Event::Relieved { seat, .. }
        | Event::Resigned { seat, .. }
        | Event::Flagged { seat, .. }) = event
        else {
            return;
        };
        let Some(seat) = self.game_match.seat(seat) else { return };
        let open = self.seats()[seat.index()] == Occupant::Open;
        let computer = !open && self.seats()[seat.index()].key().is_none();
        let here = matches!(event, Event::Arrived { .. } | Event::Returned { .. });
        let vacated = open && (matches!(event, Event::Vacated { .. }) || self.is_vacated(seat));
        let seen = &mut self.attendance;
        set(&mut seen.arrived, seat, here);
        set(&mut seen.vacated, seat, vacated);
        set(&mut seen.stand_ins, seat, computer);
    }

    /// The seat whose player did something other than playing, which shows that they are present.
    fn present_seat(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::Sat { seat, .. }
            | Event::Added { seat, .. }
            | Event::Committed { seat, .. }
            | Event::Revealed { seat, .. }
            | Event::Asked { seat, .. }
            | Event::Answered { seat, .. }
            | Event::TookBack { seat, .. }
            | Event::Returned { seat }
            | Event::Arrived { seat } => self.game_match.seat(seat),
            _ => None,
        }
    }

    /// The people that the match waits for: those who still have to add to the dice, or else those who are to act or
    /// to throw.
    fn awaited(&self) -> SeatSet {
        if self.is_waiting() || self.is_over() {
            return SeatSet::EMPTY;
        }
        let person = |seat: &Seat| self.seats()[seat.index()].key().is_some();
        let owing = self.wants_dice();
        if owing.is_empty() { self.to_play() } else { owing.iter().filter(person).fold(SeatSet::EMPTY, SeatSet::with) }
    }

    /// The people who are to act or to throw, once every seat is taken and has added to the dice.
    pub(crate) fn to_play(&self) -> SeatSet {
        if self.is_waiting() || !self.wants_dice().is_empty() {
            return SeatSet::EMPTY;
        }
        let due = match self.turn() {
            Turn::Seats(seats) => seats,
            Turn::Chance => self.hand().map_or(SeatSet::EMPTY, SeatSet::only),
            Turn::Over => SeatSet::EMPTY,
        };
        let person = |seat: &Seat| self.seats()[seat.index()].key().is_some();
        due.iter().filter(person).fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// Does the seat's first clock still wait for its player?
    pub(crate) fn clock_waits(&self, seat: Seat) -> bool {
        self.opened().clocks_wait && !self.attendance.arrived.contains(seat)
    }

    /// Has a computer taken this seat since the match was opened?
    pub(crate) fn stands_in(&self, seat: Seat) -> bool {
        self.attendance.stand_ins.contains(seat)
    }

    /// The seat whose flag has fallen while the other player still has to choose, and when it fell.
    pub(crate) fn fallen(&self) -> Option<(Seat, i64)> {
        self.attendance.fallen
    }

    /// The day for the choice after a flag is longer by the outage.
    pub(crate) fn extend_choice(&mut self, outage: &Outage, at: i64) {
        if let Some((_, fallen)) = &mut self.attendance.fallen {
            *fallen = fallen.saturating_add(outage.overlap(*fallen, at));
        }
    }

    /// The player who is gone, or who will count as gone at a known time.
    pub fn absence(&self) -> Option<Absence> {
        let seen = &self.attendance;
        if self.is_over() {
            return None;
        }
        if let Some(seat) = seen.vacated.iter().next() {
            return Some(Absence { seats: seen.vacated, from: seen.last[seat.index()], why: AbsenceReason::SeatOpen });
        }
        if let Some((seat, at)) = seen.fallen {
            return Some(Absence { seats: SeatSet::only(seat), from: at, why: AbsenceReason::OutOfTime });
        }
        if let (owing, since) = seen.owing
            && !owing.is_empty()
        {
            let others = self
                .game_match()
                .contenders()
                .iter()
                .any(|seat| self.seats()[seat.index()].key().is_some_and(|key| !self.holds_any(key, owing)));
            let from = since.saturating_add(self.time_to_reveal());
            return others.then_some(Absence { seats: owing, from, why: AbsenceReason::Unrevealed });
        }
        let first = seen.awaited.iter().next()?;
        let seats = self.seats()[first.index()].key().map(|key| self.seats_of(key))?;
        let one_person = seen.awaited.iter().all(|seat| seats.contains(seat));
        if !one_person || self.people_here() != 2 || self.clock_runs(first) {
            return None;
        }
        let last = seats.iter().map(|seat| seen.last[seat.index()]).max()?;
        Some(Absence { seats, from: last.saturating_add(self.patience()), why: AbsenceReason::Away })
    }

    fn holds_any(&self, key: &str, seats: SeatSet) -> bool {
        self.seats_of(key).iter().any(|seat| seats.contains(seat))
    }

    /// How long the others wait for a device to add to the dice, in milliseconds.
    fn time_to_reveal(&self) -> i64 {
        match self.opened().pace {
            TimeControl::Days { .. } => self.patience(),
            TimeControl::Untimed | TimeControl::Clock { .. } => REVEAL_WITHIN,
        }
    }

    /// Number of different people who can still win.
    fn people_here(&self) -> usize {
        let contenders = self.game_match().contenders();
        let mut keys: Vec<&str> = contenders.iter().filter_map(|seat| self.seats()[seat.index()].key()).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.len()
    }

    /// How long the match waits for a player who is gone, in milliseconds.
    fn patience(&self) -> i64 {
        match self.opened().pace {
            TimeControl::Days { days } => i64::from(days) * DAY,
            TimeControl::Untimed | TimeControl::Clock { .. } => DAY,
        }
    }

    /// Notes that a player is present, if it matters: their first clock waits for them, or they could soon count as
    /// gone.
    pub(crate) fn decide_arrive(&self, key: &str, now: Now) -> Vec<Event> {
        let seen = &self.attendance;
        let timed = !self.opened().pace.is_untimed();
        let playing = self.to_play();
        let starts = |seat: Seat| timed && playing.contains(seat) && self.clock_waits(seat);
        let away = self.absence().filter(|absence| absence.why == AbsenceReason::Away);
        let unnoticed =
            |seat: Seat| away.is_some() && now.at.saturating_sub(seen.last[seat.index()]) >= PRESENCE_NOTED_EVERY;
        let mine = self.seats_of(key);
        let noted = seen.awaited.iter().filter(|seat| mine.contains(*seat) && (starts(*seat) || unnoticed(*seat)));
        noted.map(|seat| Event::Arrived { seat: self.id(seat).to_owned() }).collect()
    }

    /// Does it matter that this player is present now?
    pub fn notes_presence_of(&self, key: &str, at: i64) -> bool {
        !self.decide_arrive(key, Now::at(at)).is_empty()
    }

    /// The people whose first clock waits for them, by their keys.
    pub fn clocks_wait_for(&self) -> Vec<&str> {
        if self.opened().pace.is_untimed() {
            return Vec::new();
        }
        let waits = self.to_play().iter().filter(|seat| self.clock_waits(*seat));
        waits.filter_map(|seat| self.seats()[seat.index()].key()).collect()
    }

    /// The other player chooses what follows.
    pub(crate) fn decide_absent(
        &self,
        seat: &str,
        choice: &AbsentChoice,
        last_seen: Option<i64>,
        now: Now,
    ) -> Result<Vec<Event>, Decline> {
        let by = self.seat(seat)?;
        if self.is_over() {
            return Err(Decline::Over);
        }
        let absence = self.absence().ok_or(Decline::NobodyGone)?;
        let left = self.game_match().contenders().contains(by) && self.seats()[by.index()].key().is_some();
        let is_gone = self.seats()[by.index()].key().is_some_and(|key| self.holds_any(key, absence.seats));
        if is_gone || !left {
            return Err(Decline::NobodyGone);
        }
        let seen = last_seen.map_or(i64::MIN, |at| at.saturating_add(self.patience()));
        if absence.why == AbsenceReason::Away && now.at < absence.from.max(seen) {
            return Err(Decline::NotGoneYet);
        }
        if absence.why == AbsenceReason::Unrevealed {
            let day = absence.from.saturating_add(self.patience() - self.time_to_reveal());
            let from = if *choice == AbsentChoice::ClaimWin { day } else { absence.from };
            if now.at < from {
                return Err(Decline::NotGoneYet);
            }
        }
        Ok(self.chosen(seat, choice, absence))
    }

    fn chosen(&self, by: &str, choice: &AbsentChoice, absence: Absence) -> Vec<Event> {
        let ids = || absence.seats.iter().map(|seat| self.id(seat).to_owned());
        let flag = |seat: Seat, relief: Option<Occupant>| {
            let winners = self.winners_without(seat, relief.as_ref());
            Event::Flagged { seat: self.id(seat).to_owned(), relief, winners }
        };
        match (choice, absence.why) {
            (AbsentChoice::ClaimWin, AbsenceReason::OutOfTime) => {
                absence.seats.iter().map(|seat| flag(seat, None)).collect()
            }
            (AbsentChoice::ClaimWin, _) => vec![Event::Claimed { seat: by.to_owned(), absent: ids().collect() }],
            (AbsentChoice::Abort, _) => vec![Event::Aborted { seat: by.to_owned(), reason: None }],
            (AbsentChoice::OpenSeat, AbsenceReason::SeatOpen) => Vec::new(),
            (AbsentChoice::OpenSeat, _) => ids().map(|seat| Event::Vacated { seat }).collect(),
            (AbsentChoice::Computer { level }, why) => {
                let who = Occupant::Computer { level: level.clone() };
                let id = |seat| self.id(seat).to_owned();
                let take = |seat: Seat| match why {
                    AbsenceReason::Away | AbsenceReason::Unrevealed => {
                        Event::Relieved { seat: id(seat), who: who.clone() }
                    }
                    AbsenceReason::OutOfTime => flag(seat, Some(who.clone())),
                    AbsenceReason::SeatOpen => Event::Sat { seat: id(seat), who: who.clone(), nonce: String::new() },
                };
                absence.seats.iter().map(take).collect()
            }
        }
    }

    pub(crate) fn apply_claim(&mut self, seat: &str, absent: &[String]) -> Result<Applied, String> {
        let mut gone = SeatSet::EMPTY;
        for id in absent {
            gone = gone.with(self.seat(id).map_err(|decline| decline.to_string())?);
        }
        if gone.is_empty() || gone == self.all_seats() {
            return Err("one player must be gone and one must be left".into());
        }
        self.end(Ending::Claimed(gone));
        Ok(Step::Claim { claim: seat.to_owned(), absent: absent.to_vec() }.into())
    }

    pub(crate) fn apply_abort(&mut self, seat: &str, reason: Option<&str>) -> Applied {
        self.withheld = self.unrevealed().iter().next();
        self.end(Ending::Aborted);
        self.closed = reason.map(Into::into);
        Step::Abort { abort: seat.to_owned(), reason: reason.map(str::to_owned) }.into()
    }

    pub(crate) fn apply_vacate(&mut self, seat: Seat) -> Applied {
        if self.unrevealed().contains(seat) {
            self.remark(seat, Happened::Unrevealed);
        }
        self.occupy(seat, Occupant::Open);
        self.chains.iter_mut().for_each(|chains| chains.drop_out(seat));
        self.clocks.restart(seat);
        self.remark(seat, Happened::Vacated);
        Step::Vacate { vacate: self.id(seat).to_owned() }.into()
    }

    /// Somebody takes a seat that was opened during the match. After the first throw, the seat keeps its nonce.
    pub(crate) fn apply_take_over(&mut self, seat: Seat, who: &Occupant) -> Applied {
        self.remark(seat, Happened::SatDown(who.name()));
        Step::Sit { sit: self.id(seat).to_owned(), name: who.name() }.into()
    }

    /// Was this seat opened during the match, and is it still open?
    pub(crate) fn is_vacated(&self, seat: Seat) -> bool {
        self.attendance.vacated.contains(seat)
    }

    /// The seats that have to choose what follows, because a flag has fallen.
    pub fn choosers(&self) -> SeatSet {
        let person = |seat: &Seat| self.seats()[seat.index()].key().is_some();
        let left = self.game_match().contenders();
        let others = |fallen: Seat| left.without(fallen).iter().filter(person).fold(SeatSet::EMPTY, SeatSet::with);
        self.fallen().map_or(SeatSet::EMPTY, |(seat, _)| others(seat))
    }

    /// Sets whom the match waits for at its opening.
    pub(crate) fn begin_waiting(&mut self) {
        self.attendance.owing.0 = self.unrevealed();
        self.attendance.awaited = self.awaited();
    }

    /// The result when the win is claimed from these seats.
    pub(crate) fn won_without(&self, gone: SeatSet) -> Outcome {
        claimed_win(self.game_match(), gone)
    }
}

/// Does a fallen flag, and the choice that follows it, outlast this event?
fn leaves_flag(event: &Event) -> bool {
    matches!(
        event,
        Event::Asked { .. }
            | Event::Answered { .. }
            | Event::Added { .. }
            | Event::Committed { .. }
            | Event::Revealed { .. }
            | Event::Arrived { .. }
    )
}

fn set(seats: &mut SeatSet, seat: Seat, on: bool) {
    *seats = if on { seats.with(seat) } else { seats.without(seat) };
}
