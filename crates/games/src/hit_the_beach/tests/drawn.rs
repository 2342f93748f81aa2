//! Positions written in one line for each colour, and matches that start from them.
//!
//! A line reads `R3 . / R1 R15`: two marines, then two armies; `.` is a division that
//! waits at the start circle.

use crate::hit_the_beach::{Forces, HitTheBeach, State};
use kernel::dynamic::TypedMatch;
use kernel::{OptionValue, Positions};
use testkit::table::{open, step};

pub(super) use crate::testing::{faults, written};
pub(super) use testkit::table::{check_end, cited, legal, number, said, seat, to_act};

/// A match for tests.
pub(super) type Table = TypedMatch<HitTheBeach>;

/// A match with the default options.
pub(super) fn opening(players: u8) -> Table {
    open(players, &[])
}

/// A match with these options.
pub(super) fn table(players: u8, options: &[(&str, OptionValue)]) -> Table {
    open(players, options)
}

/// A position under construction.
pub(super) type Position = crate::testing::Position<HitTheBeach>;

/// Everybody at the start, the defenders where they begin, Red about to use this throw.
pub(super) fn thrown(players: u8, die: u8) -> Position {
    let mut setup = written(&opening(players));
    setup.phase = "move".into();
    (setup.throws, setup.die) = (1, die);
    setup.in_the_running.clear();
    Position { setup, players }
}

fn spaces(text: &str) -> Vec<String> {
    text.split_whitespace().map(|name| if name == "." { "start".into() } else { name.to_owned() }).collect()
}

impl Position {
    /// The divisions of a colour.
    pub(super) fn men(mut self, colour: &str, line: &str) -> Self {
        let (marines, armies) = line.split_once('/').unwrap_or_else(|| panic!("{line}: marines / armies"));
        let forces = self.setup.forces.get_mut(colour).unwrap();
        (forces.marines, forces.armies) = (spaces(marines), spaces(armies));
        self
    }

    /// Where ship and aeroplane of a colour lie.
    pub(super) fn support(mut self, colour: &str, ship: &str, plane: &str) -> Self {
        let forces: &mut Forces = self.setup.forces.get_mut(colour).unwrap();
        (forces.ship, forces.plane) = (ship.into(), plane.into());
        self
    }

    /// Puts the defender of one circle on another.
    pub(super) fn defender(mut self, from: &str, to: &str) -> Self {
        let found = self.setup.defenders.iter_mut().find(|name| *name == from);
        *found.unwrap_or_else(|| panic!("no defender on {from}")) = to.into();
        self
    }

    /// Puts defenders of several circles far away: on the atolls and on the east island.
    pub(super) fn cleared(mut self, circles: &str) -> Self {
        let away = ["K11", "G11", "K9", "K7", "K8", "G7", "G8", "G9"];
        for name in circles.split_whitespace() {
            let free = away.iter().find(|circle| !self.setup.defenders.iter().any(|held| held == *circle));
            self = self.defender(name, free.expect("room for another defender"));
        }
        self
    }

    /// Whose turn it is.
    pub(super) fn turn(mut self, seat: &str) -> Self {
        self.setup.turn = seat.into();
        self
    }

    /// The seat is about to throw.
    pub(super) fn throwing_next(mut self, seat: &str) -> Self {
        self.setup.phase = "throw".into();
        self.turn(seat)
    }

    /// Sets the number of throws made.
    pub(super) fn throws(mut self, throws: u16) -> Self {
        self.setup.throws = throws;
        self
    }

    /// The phase in which the defender removed here is placed.
    pub(super) fn removed(mut self, from: &str) -> Self {
        self.setup.phase = "place".into();
        self.setup.defenders.retain(|name| name != from);
        self.setup.removed_from = Some(from.into());
        self
    }
}

/// Plays actions such as `R5-R6` for the seat to act, and throws such as `4`; steps are separated by commas.
pub(super) fn play(table: &mut Table, steps: &str) {
    steps.split(',').for_each(|name| step(table, name.trim()));
}

/// Where the division on a space may go, or one that leaves the start circle (`marine`, `army`).
pub(super) fn ends(table: &Table, from: &str) -> String {
    let ends: Vec<_> =
        legal(table).iter().filter_map(|name| name.strip_prefix(&format!("{from}-")).map(str::to_owned)).collect();
    ends.join(" ")
}

/// Draws a state: a line for each colour and one for the defenders.
pub(super) fn draw(game: &HitTheBeach, state: &State) -> String {
    let setup = game.position(state, &());
    let mut text = format!("{} of {}, throw {} of {}\n", setup.phase, setup.turn, setup.die, setup.throws);
    for (colour, forces) in &setup.forces {
        let (marines, armies) = (forces.marines.join(" "), forces.armies.join(" "));
        text +=
            &format!("{colour:5} marines {marines} / armies {armies} / ship {} plane {}\n", forces.ship, forces.plane);
    }
    text + &format!("defenders {}\n", setup.defenders.join(" "))
}
