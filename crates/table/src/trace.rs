//! What happened since somebody looked: enough to tell whether a click that was
//! meant for an earlier version still means the same.

use crate::event::{Command, Event};
use crate::table::Table;
use kernel::{Seat, SeatSet, Turn};

/// One event as the other seats feel it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Trace {
    /// Who was to act before it.
    open: SeatSet,
    /// Who acted; nobody for throws, taking back and everything else.
    actor: Option<Seat>,
    /// Something said and not done: a question, an answer, a nonce.
    said: bool,
    /// A question was asked.
    asked: bool,
    /// Only that somebody is present: it disturbs nothing.
    silent: bool,
}

impl Trace {
    /// An event of this table, before it is applied.
    pub(crate) fn before(table: &Table, event: &Event, actor: Option<Seat>) -> Self {
        let silent = matches!(event, Event::Arrived { .. });
        let said = silent || matches!(event, Event::Asked { .. } | Event::Answered { .. } | Event::Added { .. });
        let acted = matches!(event, Event::Acted { .. });
        let asked = matches!(event, Event::Asked { .. });
        Trace { open: table.acting(), actor: actor.filter(|_| acted), said, asked, silent }
    }
}

impl Table {
    /// May the command be decided now, though its asker looked at version `seen`?
    ///
    /// Always, when nothing has happened since, or only somebody has come. An action also stands when other
    /// seats have acted meanwhile in the same open phase: the seat was to act
    /// then and at every moment since, nobody came to act anew, nothing was thrown
    /// or taken back, and the seat itself has not acted. What was only said — a draw
    /// offered, a nonce added — disturbs no action. An answer stands as long as nothing
    /// but answers came since, so that nobody agrees to another question than he saw;
    /// what a seat adds to the dice always stands, and so does resigning.
    pub fn stands(&self, command: &Command, seen: u64) -> bool {
        match command {
            _ if self.since(seen).is_some_and(|since| since.iter().all(|event| event.silent)) => true,
            Command::Act { seat, .. } => self.session().seat(seat).is_some_and(|seat| self.undisturbed(seat, seen)),
            Command::Answer { .. } => {
                self.since(seen).is_some_and(|since| since.iter().all(|event| event.said && !event.asked))
            }
            Command::AddNonce { .. } | Command::Flag | Command::Resign { .. } | Command::Arrive { .. } => true,
            _ => false,
        }
    }

    fn undisturbed(&self, seat: Seat, seen: u64) -> bool {
        self.since(seen).is_some_and(|since| same_phase(seat, since, self.acting()))
    }

    /// The events after this version; `None` when there never was such a version.
    fn since(&self, seen: u64) -> Option<&[Trace]> {
        // The opening is version 1 and leaves no trace.
        let from = usize::try_from(seen.checked_sub(1)?).ok()?;
        self.traces().get(from..)
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
fn same_phase(seat: Seat, since: &[Trace], now: SeatSet) -> bool {
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
        let trace = |(open, actor): &(&[u8], Option<u8>)| Trace {
            open: set(open),
            actor: actor.map(Seat),
            said: false,
            asked: false,
            silent: false,
        };
        same_phase(Seat(0), &since.iter().map(trace).collect::<Vec<_>>(), set(now))
    }

    #[test]
    fn others_who_act_and_leave_the_phase_disturb_nobody() {
        assert!(check(&[], &[0]));
        assert!(check(&[(&[0, 1, 2], Some(1))], &[0, 1, 2]));
        assert!(check(&[(&[0, 1, 2], Some(1)), (&[0, 2], Some(2))], &[0]));
    }

    #[test]
    fn what_is_only_said_disturbs_nobody() {
        let said = Trace { open: set(&[0, 1]), actor: None, said: true, asked: false, silent: false };
        assert!(same_phase(Seat(0), &[said], set(&[0, 1])));
        assert!(!same_phase(Seat(0), &[Trace { said: false, ..said }], set(&[0, 1])));
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
