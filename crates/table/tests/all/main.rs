//! Matches at a table, from the opening to the record.
//!
//! [`Kept`] is a table with its events, as a server stores them.

mod absence;
mod branch;
mod clocks;
mod computers;
mod consent;
mod devices;
mod exercises;
mod fair_model;
mod giving_up;
mod lessons;
mod luck;
mod moments;
mod musketeers;
mod nonces;
mod old;
mod old_conflict;
mod outages;
mod own_dice;
mod record;
mod rematch;
mod resigning;
mod together;
mod version_1;
mod words;

use boxtop_table::{Decline, MatchCommand, Now, Occupant, Order, Stamped, Table};
use chain::Chain;
use kernel::dynamic::MatchConfig;
use kernel::{Seat, SeatSet, Turn};

pub(crate) fn person(key: &str) -> Occupant {
    Occupant::Person { key: key.into(), name: key.to_uppercase() }
}

pub(crate) fn computer() -> Occupant {
    Occupant::Computer { level: "private".into() }
}

/// An order for a table with these seats.
pub(crate) fn order<const N: usize>(seats: [Occupant; N]) -> Order {
    let config = MatchConfig { players: N as u8, ..MatchConfig::default() };
    Order::plain("m1".into(), config, seats.into(), [9; 32])
}

/// Every game.
pub(crate) const GAMES: [&str; 5] =
    ["three-musketeers", "fighting-marines", "hit-the-beach", "ranger-commandos", "conflict"];
/// The games with chance.
pub(crate) const WITH_DICE: [&str; 4] = ["fighting-marines", "hit-the-beach", "ranger-commandos", "conflict"];

/// A nonce for the dice.
pub(crate) const NONCE: &str = "0123456789abcdef";

pub(crate) fn position(table: &Table) -> serde_json::Value {
    table.game_match().position(kernel::Viewer::Referee)
}

/// When every table here is opened.
pub(crate) const START: i64 = 1_000_000;

/// A table with its events.
pub(crate) struct Kept {
    game: &'static str,
    pub(crate) table: Table,
    pub(crate) events: Vec<Stamped>,
    /// The time and lag of the next command.
    pub(crate) now: Now,
    /// The chains of the players' devices.
    pub(crate) chains: Vec<Chain>,
}

impl Kept {
    pub(crate) fn open(game: &'static str, order: Order) -> Kept {
        let (table, event) = Table::open(catalog::game(game).unwrap(), order, START).unwrap();
        Kept { game, table, events: vec![event], now: Now::at(START), chains: Vec::new() }
    }

    /// A table that was opened by an earlier version, with dice of version 2 and these nonces.
    pub(crate) fn open_older(game: &'static str, order: Order, nonces: &[&str]) -> Kept {
        let mut kept = Kept::open(game, order);
        let mut stored = serde_json::to_value(&kept.events[0]).unwrap();
        stored["format"] = 2.into();
        stored["nonces"] = nonces.into();
        stored["seed"] = "09".repeat(32).into();
        stored["commitment"] = boxtop_table::fingerprint(&[9; 32]).into();
        stored.as_object_mut().unwrap().remove("chain");
        kept.events = vec![serde_json::from_value(stored).unwrap()];
        kept.table = kept.folded();
        kept
    }

    pub(crate) fn ask(&mut self, command: MatchCommand) -> Result<(), Decline> {
        let events = self.table.decide(&command, self.now)?;
        let before = (self.table.version(), self.table.log());
        let next = self.table.after(&events).unwrap();
        assert_eq!((self.table.version(), self.table.log()), before, "the match after {command:?} is another one");
        for event in events {
            // Through JSON, as in the store: reading the text gives what was checked.
            let stored: Stamped = serde_json::from_str(&serde_json::to_string(&event.stamped).unwrap()).unwrap();
            assert_eq!(stored, event.stamped);
            self.table.apply_stored(&stored).unwrap();
            self.events.push(stored);
        }
        assert_eq!((next.version(), next.log()), (self.table.version(), self.table.log()), "after {command:?}");
        assert_eq!(next.record(), self.table.record(), "after {command:?}");
        let owed = self.table.to_answer().iter().fold(self.table.wants_dice(), SeatSet::with);
        let owed = self.table.choosers().iter().fold(owed, SeatSet::with);
        assert_eq!(next.owing(), owed, "whom the match waits for after {command:?}");
        Ok(())
    }

    pub(crate) fn act(&mut self, seat: &str, text: &str) -> Result<(), Decline> {
        self.ask(act(seat, text))
    }

    pub(crate) fn folded(&self) -> Table {
        Table::fold(catalog::game(self.game).unwrap(), self.events.clone()).unwrap()
    }

    pub(crate) fn id(&self, seat: Seat) -> &'static str {
        self.table.game_match().seats()[seat.index()].id
    }

    /// The seat to throw throws.
    pub(crate) fn throw(&mut self) {
        self.ask(self.next_throw()).unwrap();
    }

    /// The throw that is due, with the link of the seat's device if it has one.
    pub(crate) fn next_throw(&self) -> MatchCommand {
        let hand = self.table.hand().filter(|_| !self.table.table_throws());
        let link = hand.and_then(|seat| self.link(seat));
        MatchCommand::Throw { seat: hand.map(|seat| self.id(seat).to_owned()), link }
    }

    /// The link that the seat's device sends next.
    pub(crate) fn link(&self, seat: Seat) -> Option<String> {
        let next = *self.table.next_links(SeatSet::only(seat)).first()?;
        let chain = self.chains.iter().find(|chain| chain.anchor() == next.anchor)?;
        Some(chain.link(next.index).to_string())
    }

    /// Plays first legal moves until this number of seats may act together.
    pub(crate) fn until_together(&mut self, seats: u32) {
        while self.table.acting().len() < seats {
            match self.table.turn() {
                Turn::Chance => self.throw(),
                Turn::Seats(acting) => {
                    let seat = acting.iter().next().unwrap();
                    self.first_move(seat);
                }
                Turn::Over => panic!("the match is over"),
            }
        }
    }

    /// Plays first legal moves for a number of steps, or to the end; a second passes before each.
    pub(crate) fn play_on(&mut self, steps: usize) {
        for _ in 0..steps {
            self.now.at += 1_000;
            match self.table.turn() {
                Turn::Over => return,
                Turn::Chance => self.throw(),
                Turn::Seats(acting) => {
                    let seat = acting.iter().next().unwrap();
                    self.first_move(seat);
                }
            }
        }
    }

    /// Plays first legal moves until a seat is to act. Returns that seat.
    pub(crate) fn until_turn(&mut self) -> Seat {
        self.until_together(1);
        self.table.acting().iter().next().unwrap()
    }

    /// Plays first legal moves until the next throw.
    pub(crate) fn until_throw(&mut self) {
        while self.table.turn() != Turn::Chance {
            self.play_on(1);
        }
    }

    pub(crate) fn game(&self) -> &'static dyn kernel::dynamic::DynGame {
        catalog::game(self.game).unwrap()
    }

    /// The seat plays its first legal move. Returns the action.
    pub(crate) fn first_move(&mut self, seat: Seat) -> String {
        let action = self.table.game_match().legal_moves(seat)[0].action.clone();
        self.act(self.id(seat), &action).unwrap();
        action
    }
}

pub(crate) fn act(seat: &str, text: &str) -> MatchCommand {
    MatchCommand::Act { seat: seat.into(), text: text.into() }
}
