//! The list of applied events: what each left in the record, and whether a command that was
//! meant for an earlier version still means the same.

use crate::command::MatchCommand;
use crate::event::Event;
use crate::table::Table;
use kernel::record::{Step, Thrown};
use kernel::{Seat, SeatSet, Turn};
use std::sync::Arc;

/// One event that was applied.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepRecord {
    /// When it happened, in milliseconds since 1970.
    pub(crate) at: i64,
    /// The step it left in the match's record; nothing for a question, an answer or a nonce.
    pub(crate) step: Option<Arc<Step>>,
    /// The throw, if the table's dice were thrown.
    pub(crate) thrown: Option<Thrown>,
    /// Number of log entries after it.
    pub(crate) log_length: u32,
    /// The seats that were to act before it.
    open: SeatSet,
    /// The seat that acted; `None` for throws, taking back and everything else.
    actor: Option<Seat>,
    /// Something said and not done: a question, an answer, a nonce.
    said: bool,
    /// A question was asked.
    asked: bool,
    /// Only that somebody is present: it disturbs nothing.
    silent: bool,
}

impl StepRecord {
    /// The record of an event that is about to be applied. What it leaves is filled in afterwards.
    pub(crate) fn before(table: &Table, at: i64, event: &Event, actor: Option<Seat>) -> Self {
        let silent = matches!(event, Event::Arrived { .. });
        let said = silent || matches!(event, Event::Asked { .. } | Event::Answered { .. } | Event::Added { .. });
        let acted = matches!(event, Event::Acted { .. });
        let asked = matches!(event, Event::Asked { .. });
        let actor = actor.filter(|_| acted);
        StepRecord { at, open: table.acting(), actor, said, asked, silent, ..StepRecord::default() }
    }
}

impl Table {
    /// May the command be decided now, although its sender has seen version `seen`?
    ///
    /// Always, if nothing has happened since, or only that a player has arrived. An action also stands if other
    /// seats have acted meanwhile in the same open phase: the seat was to act
    /// then and at every moment since, no other seat came to act anew, nothing was thrown
    /// or taken back, and the seat itself has not acted. A question, an answer or a nonce
    /// disturbs no action. An answer stands if only answers came since, so that nobody
    /// agrees to another question than they saw. A nonce always stands, and so does resigning.
    pub fn stands(&self, command: &MatchCommand, seen: u64) -> bool {
        match command {
            _ if self.since(seen).is_some_and(|since| since.iter().all(|event| event.silent)) => true,
            MatchCommand::Act { seat, .. } | MatchCommand::Choose { seat, .. } => {
                self.session().seat(seat).is_some_and(|seat| self.undisturbed(seat, seen))
            }
            MatchCommand::Answer { .. } => {
                self.since(seen).is_some_and(|since| since.iter().all(|event| event.said && !event.asked))
            }
            MatchCommand::AddNonce { .. }
            | MatchCommand::Flag
            | MatchCommand::Resign { .. }
            | MatchCommand::Arrive { .. } => true,
            _ => false,
        }
    }

    fn undisturbed(&self, seat: Seat, seen: u64) -> bool {
        self.since(seen).is_some_and(|since| same_phase(seat, since, self.acting()))
    }

    /// The events after this version; `None` when there never was such a version.
    fn since(&self, seen: u64) -> Option<&[StepRecord]> {
        // The opening is version 1 and has no record.
        let from = usize::try_from(seen.checked_sub(1)?).ok()?;
        self.history.get(from..)
    }

    /// The steps of the record with their times.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (&Step, i64)> {
        self.history.iter().filter_map(|record| Some((&**record.step.as_ref()?, record.at)))
    }

    /// Has anything been played or decided that the match's record tells?
    pub(crate) fn has_begun(&self) -> bool {
        self.steps().next().is_some()
    }

    /// Number of log entries that are as they were at this version; `None` when there never was such a version.
    pub fn log_kept_since(&self, seen: u64) -> Option<usize> {
        let since = self.since(seen)?;
        // At the opening the log is empty. It grows and is cut at its end only.
        let then = match seen {
            1 => 0,
            _ => self.history.get(seen as usize - 2).map_or(0, |record| record.log_length),
        };
        Some(since.iter().map(|record| record.log_length).fold(then, u32::min) as usize)
    }

    /// The seats that may act now.
    pub fn acting(&self) -> SeatSet {
        match self.turn() {
            Turn::Seats(seats) if !self.is_waiting() => seats,
            _ => SeatSet::EMPTY,
        }
    }
}

/// Has nothing happened to the seat in these events but other seats' actions of
/// one open phase? Nobody who is through comes to act again within a phase, so
/// the seats that may act only become fewer.
fn same_phase(seat: Seat, since: &[StepRecord], now: SeatSet) -> bool {
    let done = || since.iter().filter(|event| !event.said);
    let others_acted = done().all(|event| event.actor.is_some_and(|actor| actor != seat));
    let open: Vec<SeatSet> = done().map(|event| event.open).chain([now]).collect();
    let all_along = open.iter().all(|acting| acting.contains(seat));
    let fewer = open.windows(2).all(|pair| pair[1].iter().all(|seat| pair[0].contains(seat)));
    others_acted && all_along && fewer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(seats: &[u8]) -> SeatSet {
        seats.iter().fold(SeatSet::EMPTY, |set, seat| set.with(Seat(*seat)))
    }

    /// Is seat 0 where it was after these events, each told by who might act and who did?
    fn check(since: &[(&[u8], Option<u8>)], now: &[u8]) -> bool {
        let record = |(open, actor): &(&[u8], Option<u8>)| StepRecord {
            open: set(open),
            actor: actor.map(Seat),
            ..StepRecord::default()
        };
        same_phase(Seat(0), &since.iter().map(record).collect::<Vec<_>>(), set(now))
    }

    #[test]
    fn others_who_act_and_leave_the_phase_disturb_nobody() {
        assert!(check(&[], &[0]));
        assert!(check(&[(&[0, 1, 2], Some(1))], &[0, 1, 2]));
        assert!(check(&[(&[0, 1, 2], Some(1)), (&[0, 2], Some(2))], &[0]));
    }

    #[test]
    fn what_is_only_said_disturbs_nobody() {
        let record = |said| StepRecord { open: set(&[0, 1]), said, ..StepRecord::default() };
        assert!(same_phase(Seat(0), &[record(true)], set(&[0, 1])));
        assert!(!same_phase(Seat(0), &[record(false)], set(&[0, 1])));
    }

    #[test]
    fn everything_else_does() {
        assert!(!check(&[], &[1]), "the seat is not to act");
        assert!(!check(&[(&[1], Some(1))], &[0]), "it was not to act then");
        assert!(!check(&[(&[0, 1], Some(0))], &[0, 1]), "it has acted");
        assert!(!check(&[(&[0, 1], None)], &[0, 1]), "something was thrown or taken back");
        assert!(!check(&[(&[0, 1], Some(1)), (&[1], Some(1))], &[0, 1]), "it was through in between");
        assert!(!check(&[(&[0, 1], Some(1))], &[0, 1, 2]), "another phase has begun");
    }
}
