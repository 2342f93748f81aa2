//! The applied events: what each added to the record, and whether a command sent for an earlier
//! version is still valid.

use crate::command::MatchCommand;
use crate::event::Event;
use crate::table::Table;
use kernel::record::{Step, Thrown};
use kernel::{Seat, SeatSet, Turn};
use std::sync::Arc;

/// An applied event.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepRecord {
    /// When it happened, in milliseconds since 1970.
    pub(crate) at: i64,
    /// The step it added to the record; `None` for a question, an answer or a nonce.
    pub(crate) step: Option<Arc<Step>>,
    /// The throw, if the table's dice were thrown.
    pub(crate) thrown: Option<Thrown>,
    /// Length of the log after it.
    pub(crate) log_length: u32,
    /// The seats that were to act before it.
    open: SeatSet,
    /// The seat that acted; `None` for a throw, an undo and everything else.
    actor: Option<Seat>,
    /// It does not change the position: a question, an answer or a nonce.
    said: bool,
    /// A question was asked.
    asked: bool,
    /// It only says that a player is present or that clocks stood still, and outdates no command.
    silent: bool,
}

impl StepRecord {
    /// The record of an event that is about to be applied. Step, throw and log length are filled in afterwards.
    pub(crate) fn before(table: &Table, at: i64, event: &Event, actor: Option<Seat>) -> Self {
        let silent = matches!(event, Event::Arrived { .. });
        let said = silent || matches!(event, Event::Asked { .. } | Event::Answered { .. } | Event::Added { .. });
        let said = said || matches!(event, Event::Committed { .. } | Event::Revealed { .. });
        let acted = matches!(event, Event::Acted { .. });
        let asked = matches!(event, Event::Asked { .. });
        let actor = actor.filter(|_| acted);
        StepRecord { at, open: table.acting(), actor, said, asked, silent, ..StepRecord::default() }
    }
}

impl Table {
    /// Is a command still valid if its sender has seen version `seen`?
    ///
    /// Always, if nothing has happened since, or only the arrival of a player or an outage. An action is also valid if only other
    /// seats have acted since, in the same open phase: the seat was to act then and at every moment since, no other
    /// seat was added to those to act, nothing was thrown or undone, and the seat itself has not acted. A question, an
    /// answer or a nonce does not outdate an action. An answer is valid if only answers came since, so that nobody
    /// agrees to a question they did not see. A nonce is always valid, and so is resigning.
    pub fn stands(&self, command: &MatchCommand, seen: u64) -> bool {
        match command {
            _ if self.since(seen).is_some_and(|since| since.iter().all(|event| event.silent)) => true,
            MatchCommand::Act { seat, .. } | MatchCommand::Choose { seat, .. } => {
                self.game_match().seat(seat).is_some_and(|seat| self.undisturbed(seat, seen))
            }
            MatchCommand::Answer { .. } => {
                self.since(seen).is_some_and(|since| since.iter().all(|event| event.said && !event.asked))
            }
            MatchCommand::AddNonce { .. }
            | MatchCommand::Commit { .. }
            | MatchCommand::Reveal { .. }
            | MatchCommand::Flag
            | MatchCommand::NoteOutages
            | MatchCommand::Resign { .. }
            | MatchCommand::Arrive { .. } => true,
            _ => false,
        }
    }

    fn undisturbed(&self, seat: Seat, seen: u64) -> bool {
        self.since(seen).is_some_and(|since| same_phase(seat, since, self.acting()))
    }

    /// The events after this version; `None` if the match has not reached it.
    fn since(&self, seen: u64) -> Option<&[StepRecord]> {
        // The opening is version 1 and has no record.
        let from = usize::try_from(seen.checked_sub(1)?).ok()?;
        self.history.get(from..)
    }

    /// The steps of the record with their times.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (&Step, i64)> {
        self.history.iter().filter_map(|record| Some((&**record.step.as_ref()?, record.at)))
    }

    /// Does the record have any step yet, other than commitments to the dice?
    pub(crate) fn has_begun(&self) -> bool {
        self.steps().any(|(step, _)| !matches!(step, Step::Commit { .. } | Step::Withdraw { .. }))
    }

    /// Number of log entries that have not changed since this version; `None` if the match has not reached it.
    pub fn log_kept_since(&self, seen: u64) -> Option<usize> {
        let since = self.since(seen)?;
        // The log is empty at the opening. Only its end changes: it grows, or an undo cuts it.
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

/// Are these events only actions of other seats in one open phase? Within a phase, a seat that is done does not act
/// again, so the seats to act only become fewer.
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

    /// Is an action of seat 0 still valid after these events? Each is given by the seats to act and the one that acted.
    fn check(since: &[(&[u8], Option<u8>)], now: &[u8]) -> bool {
        let record = |(open, actor): &(&[u8], Option<u8>)| StepRecord {
            open: set(open),
            actor: actor.map(Seat),
            ..StepRecord::default()
        };
        same_phase(Seat(0), &since.iter().map(record).collect::<Vec<_>>(), set(now))
    }

    #[test]
    fn an_action_stays_valid_while_others_act_in_the_same_phase() {
        assert!(check(&[], &[0]));
        assert!(check(&[(&[0, 1, 2], Some(1))], &[0, 1, 2]));
        assert!(check(&[(&[0, 1, 2], Some(1)), (&[0, 2], Some(2))], &[0]));
    }

    #[test]
    fn an_action_stays_valid_after_a_question_an_answer_or_a_nonce() {
        let record = |said| StepRecord { open: set(&[0, 1]), said, ..StepRecord::default() };
        assert!(same_phase(Seat(0), &[record(true)], set(&[0, 1])));
        assert!(!same_phase(Seat(0), &[record(false)], set(&[0, 1])));
    }

    #[test]
    fn everything_else_outdates_an_action() {
        assert!(!check(&[], &[1]), "the seat is not to act");
        assert!(!check(&[(&[1], Some(1))], &[0]), "it was not to act then");
        assert!(!check(&[(&[0, 1], Some(0))], &[0, 1]), "it has acted");
        assert!(!check(&[(&[0, 1], None)], &[0, 1]), "something was thrown or undone");
        assert!(!check(&[(&[0, 1], Some(1)), (&[1], Some(1))], &[0, 1]), "it was done in between");
        assert!(!check(&[(&[0, 1], Some(1))], &[0, 1, 2]), "another phase has begun");
    }
}
