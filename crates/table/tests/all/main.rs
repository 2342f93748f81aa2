//! Matches at a table, from the opening to the record.
//!
//! [`Kept`] is a table with its events, the way a server keeps them. Each file
//! tells the stories of one game.

mod computers;
mod giving_up;
mod musketeers;
mod together;

use boxtop_table::{Command, Decline, Event, Occupant, Order, Table};
use kernel::door::Deal;
use kernel::{Seat, Turn};

pub(crate) fn person(key: &str) -> Occupant {
    Occupant::Person { key: key.into(), name: key.to_uppercase() }
}

pub(crate) fn computer() -> Occupant {
    Occupant::Computer { level: "private".into() }
}

/// An order for a table with these seats.
pub(crate) fn order<const N: usize>(seats: [Occupant; N]) -> Order {
    Order {
        id: "m1".into(),
        deal: Deal { players: N as u8, ..Deal::default() },
        seats: seats.into(),
        contest: None,
        previous: None,
        start: None,
        listed: false,
        entropy: [9; 32],
    }
}

pub(crate) fn position(table: &Table) -> serde_json::Value {
    table.session().position(kernel::Viewer::Referee)
}

/// A table with its events.
pub(crate) struct Kept {
    game: &'static str,
    pub(crate) table: Table,
    pub(crate) events: Vec<Event>,
}

impl Kept {
    pub(crate) fn open(game: &'static str, order: Order) -> Kept {
        let (table, event) = Table::open(shelf::title(game).unwrap(), order).unwrap();
        Kept { game, table, events: vec![event] }
    }

    pub(crate) fn ask(&mut self, command: Command) -> Result<(), Decline> {
        for event in self.table.decide(&command)? {
            // Through JSON, as the store keeps it.
            let stored: Event = serde_json::from_str(&serde_json::to_string(&event).unwrap()).unwrap();
            assert_eq!(stored, event);
            self.table.apply(&stored).unwrap();
            self.events.push(stored);
        }
        Ok(())
    }

    pub(crate) fn act(&mut self, seat: &str, text: &str) -> Result<(), Decline> {
        self.ask(act(seat, text))
    }

    pub(crate) fn folded(&self) -> Table {
        Table::fold(shelf::title(self.game).unwrap(), self.events.clone()).unwrap()
    }

    pub(crate) fn id(&self, seat: Seat) -> &'static str {
        self.table.session().seats()[seat.index()].id
    }

    /// Whoever's throw it is throws.
    pub(crate) fn throw(&mut self) {
        let hand = self.table.session().thrower().filter(|_| !self.table.house_throws());
        let seat = hand.map(|seat| self.id(seat).to_owned());
        self.ask(Command::Throw { seat }).unwrap();
    }

    /// Plays whatever comes first until so many seats may act together.
    pub(crate) fn until_together(&mut self, seats: u32) {
        while self.table.acting().len() < seats {
            match self.table.turn() {
                Turn::Chance => self.throw(),
                Turn::Seats(acting) => {
                    let seat = acting.iter().next().unwrap();
                    self.first_offer(seat);
                }
                Turn::Over => panic!("the match is over"),
            }
        }
    }

    /// The seat does the first thing it may, and tells what.
    pub(crate) fn first_offer(&mut self, seat: Seat) -> String {
        let action = self.table.session().offers(seat)[0].action.clone();
        self.act(self.id(seat), &action).unwrap();
        action
    }
}

pub(crate) fn act(seat: &str, text: &str) -> Command {
    Command::Act { seat: seat.into(), text: text.into() }
}
