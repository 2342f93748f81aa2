//! What happened since somebody looked: enough to tell whether a click that was
//! meant for an earlier version still means the same.

use crate::event::Command;
use crate::table::Table;
use kernel::{Seat, SeatSet, Turn};

/// One event as the other seats feel it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Trace {
    /// Who was to act before it.
    open: SeatSet,
    /// Who acted; nobody for throws, taking back and everything else.
    actor: Option<Seat>,
}

impl Trace {
    /// An event of this table, before it is applied.
    pub(crate) fn before(table: &Table, actor: Option<Seat>) -> Self {
        Trace { open: table.acting(), actor }
    }
}

impl Table {
    /// May the command be decided now, though its asker looked at version `seen`?
    ///
    /// Always, when nothing has happened since. An action also stands when other
    /// seats have acted meanwhile in the same open phase: the seat was to act
    /// then and at every moment since, nobody came to act anew, nothing was thrown
    /// or taken back, and the seat itself has not acted.
    pub fn stands(&self, command: &Command, seen: u64) -> bool {
        match command {
            _ if seen == self.version() => true,
            Command::Act { seat, .. } => self.session().seat(seat).is_some_and(|seat| self.undisturbed(seat, seen)),
            _ => false,
        }
    }

    /// Has nothing happened to the seat since this version but other seats' actions of one open phase?
    fn undisturbed(&self, seat: Seat, seen: u64) -> bool {
        let Some(since) = self.since(seen) else { return false };
        let others_acted = since.iter().all(|event| event.actor.is_some_and(|actor| actor != seat));
        let mut open = since.iter().map(|event| event.open).chain([self.acting()]);
        let Some(mut phase) = open.next() else { return false };
        let one_phase = phase.contains(seat)
            && open.all(|now| {
                let shrunk = now.contains(seat) && now.iter().all(|seat| phase.contains(seat));
                phase = now;
                shrunk
            });
        others_acted && one_phase
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
