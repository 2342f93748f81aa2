//! What all readers of written positions share: faults are collected and reported at once,
//! and seats are read the same way.

use kernel::{Fault, Game, Seat, SeatSet};

/// A written position being read part by part.
pub(crate) struct Reader<'g, G: Game> {
    /// The rules of the match.
    pub(crate) game: &'g G,
    /// The state read so far.
    pub(crate) state: G::State,
    /// The faults found so far.
    pub(crate) faults: Vec<Fault>,
}

impl<'g, G: Game<History = ()>> Reader<'g, G> {
    /// Starts with a state that the reader fills in.
    pub(crate) fn new(game: &'g G, state: G::State) -> Self {
        Reader { game, state, faults: Vec::new() }
    }

    /// The position, or every fault that was found.
    pub(crate) fn done(self) -> Result<(G::State, ()), Vec<Fault>> {
        if self.faults.is_empty() { Ok((self.state, ())) } else { Err(self.faults) }
    }

    /// Notes a fault.
    pub(crate) fn fault(&mut self, place: impl Into<String>, what: impl Into<String>) {
        self.faults.push(Fault::new(place, what));
    }

    /// The seat with this id.
    pub(crate) fn seat(&mut self, place: &str, id: &str) -> Option<Seat> {
        let seat = self.game.seat_with_id(id);
        if seat.is_none() {
            self.fault(place, format!("nobody is called `{id}`"));
        }
        seat
    }

    /// The seats of a list, each named once.
    pub(crate) fn seats(&mut self, place: &str, ids: &[String]) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for (index, id) in ids.iter().enumerate() {
            let place = format!("{place}[{index}]");
            let Some(seat) = self.seat(&place, id) else { continue };
            if set.contains(seat) {
                self.fault(place, format!("{id} is named twice"));
            }
            set = set.with(seat);
        }
        set
    }
}
