//! Helpers for tests: positions written as a line for each colour, and matches to play them in.
//!
//! A line reads `plane k14, ship f7 / art gun / orange: ship`: the pieces on the map, those at
//! home, and captives by holder. All other pieces are in the reserve.

use crate::conflict::{Conflict, Force, KINDS, Pact, Setup, State};
use kernel::dynamic::{MatchSetup, TypedMatch};
use kernel::{OptionValue, Positions};
use std::collections::BTreeMap;
use testkit::table::{open, step};

pub(super) use crate::testing::{faults, written};
pub(super) use testkit::table::{check_end, legal, number, on, said, seat, to_act, word};

/// A match in a test.
pub(super) type Table = TypedMatch<Conflict>;

/// A match for this number of players, with default options.
pub(super) fn opening(players: u8) -> Table {
    open(players, &[])
}

/// The same with these options.
pub(super) fn table(players: u8, options: &[(&str, OptionValue)]) -> Table {
    open(players, options)
}

/// A position under construction.
pub(super) type Position = crate::testing::Position<Conflict>;

/// Everything in the reserve, Red about to throw.
pub(super) fn empty(players: u8) -> Position {
    let colours = opening(players).seats();
    let setup = Setup {
        phase: "throw".into(),
        turn: "red".into(),
        dice: vec![],
        die: None,
        moved: None,
        doubles: 0,
        acted: false,
        throws: 1,
        quiet: 0,
        retired: vec![],
        to_throw: vec![],
        first_throws: BTreeMap::new(),
        pacts: vec![],
        asked: None,
        pieces: colours
            .iter()
            .map(|seat| (seat.id.to_owned(), Force { reserve: roster(), ..Force::default() }))
            .collect(),
    };
    Position { setup, players }
}

fn roster() -> Vec<String> {
    KINDS.into_iter().flat_map(|kind| (0..kind.count()).map(move |_| kind.word().to_owned())).collect()
}

impl Position {
    /// The pieces of a colour.
    pub(super) fn pieces(mut self, colour: &str, line: &str) -> Self {
        let mut left = roster();
        let mut take = |kind: &str| {
            let at = left.iter().position(|other| other == kind);
            left.remove(at.unwrap_or_else(|| panic!("{line}: too many of kind {kind}")));
            kind.to_owned()
        };
        let mut parts = line.split('/').map(str::trim);
        let mut force = Force::default();
        for text in parts.next().unwrap_or("").split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let (kind, square) = text.split_once(' ').unwrap_or_else(|| panic!("{text}: where?"));
            force.field.push(format!("{} {square}", take(kind)));
        }
        force.home = parts.next().unwrap_or("").split_whitespace().map(&mut take).collect();
        for text in parts.next().unwrap_or("").split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let (holder, kinds) = text.split_once(':').unwrap();
            force.held.insert(holder.to_owned(), kinds.split_whitespace().map(&mut take).collect());
        }
        force.reserve = left;
        self.setup.pieces.insert(colour.to_owned(), force);
        self
    }

    /// Gives the colour's pieces in the reserve to this holder.
    pub(super) fn stripped(mut self, colour: &str, holder: &str) -> Self {
        let force = self.setup.pieces.get_mut(colour).unwrap();
        let gone = std::mem::take(&mut force.reserve);
        force.held.entry(holder.to_owned()).or_default().extend(gone);
        self
    }

    /// Retires the colour and gives all its pieces to this holder.
    pub(super) fn retired(mut self, colour: &str, holder: &str) -> Self {
        self.setup.retired.push(colour.to_owned());
        let held = BTreeMap::from([(holder.to_owned(), roster())]);
        self.setup.pieces.insert(colour.to_owned(), Force { held, ..Force::default() });
        self
    }

    /// Whose turn it is.
    pub(super) fn turn(mut self, colour: &str) -> Self {
        self.setup.turn = colour.into();
        self
    }

    /// The dice have been thrown and are to be played.
    pub(super) fn dice(mut self, high: u8, low: u8) -> Self {
        self.setup.phase = "move".into();
        self.setup.dice = vec![high, low];
        self
    }

    /// Doubles thrown earlier in this turn.
    pub(super) fn doubles(mut self, doubles: u8) -> Self {
        self.setup.doubles = doubles;
        self
    }

    /// The two have a pact.
    pub(super) fn pact(mut self, one: &str, other: &str) -> Self {
        let between = [one, other].map(str::to_owned);
        self.setup.pacts.push(Pact { between, ends_after: None });
        self
    }

    /// The phase.
    pub(super) fn phase(mut self, phase: &str) -> Self {
        self.setup.phase = phase.into();
        self
    }

    /// How many throws have been made, and how many of them were quiet.
    pub(super) fn throws(mut self, throws: u16, quiet: u16) -> Self {
        (self.setup.throws, self.setup.quiet) = (throws, quiet);
        self
    }

    /// A table with this position where the middle of three gets nothing (CF-38).
    pub(super) fn unsheltered(self) -> Table {
        self.table_with(&[("middle", word("none"))])
    }
}

/// Plays actions of the seat to act and throws such as `5-3`, separated by commas.
pub(super) fn play(table: &mut Table, steps: &str) {
    steps.split(',').for_each(|name| step(table, name.trim()));
}

/// The legal actions that begin with this text.
pub(super) fn moves(table: &Table, of: &str) -> Vec<String> {
    legal(table).into_iter().filter(|name| name.starts_with(of)).collect()
}

/// Is the action legal?
pub(super) fn may(table: &Table, action: &str) -> bool {
    legal(table).iter().any(|name| name == action)
}

/// The pieces of a colour as written: `plane k14, ship f7 / art gun / orange: ship`.
pub(super) fn force(table: &Table, colour: &str) -> String {
    line(&written(table).pieces[colour])
}

fn line(force: &Force) -> String {
    let held: Vec<_> = force.held.iter().map(|(holder, kinds)| format!("{holder}: {}", kinds.join(" "))).collect();
    format!("{} / {} / {}", force.field.join(", "), force.home.join(" "), held.join(", "))
}

/// Draws a state: the dice, and a line for each colour.
pub(super) fn draw(game: &Conflict, state: &State) -> String {
    let setup = game.position(state, &());
    let mut text = format!("{}, turn {}, dice {:?}, quiet {}\n", setup.phase, setup.turn, setup.dice, setup.quiet);
    for (colour, force) in &setup.pieces {
        text += &format!("{colour:6} {} / reserve {}\n", line(force), force.reserve.join(" "));
    }
    text
}
