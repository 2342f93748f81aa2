//! Positions written in one line for each player, and matches that start from them.
//!
//! A line reads `red l9 q9 3`: colour, barge, commando, counters. The defaults are in the
//! dock, aboard and none.

use crate::ranger_commandos::{Escaping, Player, RangerCommandos, State};
use kernel::dynamic::{DynMatch, MatchSetup, TypedMatch};
use kernel::{OptionValue, Positions, Seat, Turn};
use std::collections::BTreeMap;
use testkit::table::{open, step};

pub(super) use crate::testing::{faults, written};
pub(super) use testkit::table::{check_end, legal_of as legal, number, off, on, said, seat};

/// A match for tests.
pub(super) type Table = TypedMatch<RangerCommandos>;

/// A match with the default options.
pub(super) fn opening(players: u8) -> Table {
    open(players, &[])
}

/// A match with these options.
pub(super) fn table(players: u8, options: &[(&str, OptionValue)]) -> Table {
    open(players, options)
}

/// A position under construction.
pub(super) type Position = crate::testing::Position<RangerCommandos>;

/// Players p1, p2 and so on, each in a line; by night, the first to move.
pub(super) fn players(lines: &[&str]) -> Position {
    let count = lines.len() as u8;
    let mut setup = written(&opening(count));
    setup.phase = "night".into();
    setup.to_act = Some("p1".into());
    setup.spinning.clear();
    let mut taken = 0;
    for (index, line) in lines.iter().enumerate() {
        let mut words = line.split_whitespace();
        let mut player = Player { colour: words.next().map(str::to_owned), ..Player::default() };
        for word in words {
            match word.parse::<u8>() {
                Ok(counters) => player.counters = counters,
                Err(_) if player.barge == "dock" && word != "aboard" => player.barge = word.to_owned(),
                Err(_) => player.commando = word.to_owned(),
            }
        }
        taken += player.counters;
        setup.players.insert(format!("p{}", index + 1), player);
    }
    let mut position = Position { setup, players: count };
    position.take(taken);
    position
}

impl Position {
    /// Removes counters from the largest objectives.
    fn take(&mut self, mut count: u8) {
        for name in ["Oil Storage", "Airplane Factory", "Munitions Plant", "Tank Factory", "South Docks"] {
            let left = self.setup.objectives.get_mut(name).unwrap();
            let gone = count.min(*left);
            *left -= gone;
            count -= gone;
        }
        assert_eq!(count, 0, "there are not that many counters");
    }

    /// Whose turn it is.
    pub(super) fn turn(mut self, seat: &str) -> Self {
        self.setup.to_act = Some(seat.into());
        self
    }

    /// A phase by name.
    pub(super) fn phase(mut self, phase: &str) -> Self {
        self.setup.phase = phase.into();
        self
    }

    /// The commando whose turn it is walks what was spun.
    pub(super) fn walks(mut self, cell: &str) -> Self {
        self.setup.phase = "walk".into();
        self.setup.spun = Some(cell.into());
        self
    }

    /// After the whistle: a seat runs; the other came first in the round.
    pub(super) fn escape(self, runner: &str, resume: &str) -> Self {
        self.after_whistle("escape", runner, resume)
    }

    /// After the whistle: a seat that is still aboard sails; the other came first in the round.
    pub(super) fn head_start(self, sailor: &str, resume: &str) -> Self {
        self.after_whistle("head_start", sailor, resume)
    }

    fn after_whistle(mut self, phase: &str, mover: &str, resume: &str) -> Self {
        self.setup.escape = Some(Escaping { spins: 0, sum: 0, resume: resume.into() });
        self.phase(phase).turn(mover)
    }

    /// Rounds ashore.
    pub(super) fn rounds(mut self, rounds: u16) -> Self {
        self.setup.rounds_ashore = rounds;
        self
    }

    /// A player is home at this place.
    pub(super) fn home(mut self, seat: &str, place: u8) -> Self {
        let player = self.setup.players.get_mut(seat).unwrap();
        (player.barge, player.place) = ("home".into(), Some(place));
        self
    }

    /// Sets the counters left here; `p1` gets the others.
    pub(super) fn left(mut self, objective: &str, left: u8) -> Self {
        let there = self.setup.objectives.get_mut(objective).unwrap();
        let gone = *there - left;
        *there = left;
        self.setup.players.get_mut("p1").unwrap().counters += gone;
        self
    }
}

/// Plays spins, faces and the actions of the seat to act, in order.
pub(super) fn play(table: &mut Table, steps: &str) {
    steps.split_whitespace().for_each(|name| step(table, name));
}

/// Who is to act or to spin, by seat.
pub(super) fn to_act(table: &Table) -> String {
    let id = |seat: Seat| table.seats()[seat.index()].id;
    match table.turn() {
        Turn::Seats(seats) => seats.iter().map(id).collect::<Vec<_>>().join(" "),
        Turn::Chance => table.thrower().map_or("chance".into(), |seat| format!("{} spins", id(seat))),
        Turn::Over => "nobody".into(),
    }
}

/// Where a player's barge and commando are.
pub(super) fn at(table: &Table, id: &str) -> (String, String) {
    let player = &written(table).players[id];
    (player.barge.clone(), player.commando.clone())
}

/// Draws a state: a line for each player and one for the counters.
pub(super) fn draw(game: &RangerCommandos, state: &State) -> String {
    let setup = game.position(state, &());
    let mut text = setup.phase.clone();
    text += &setup.to_act.map_or(String::new(), |id| format!(" {id}"));
    text += &setup.spun.map_or(String::new(), |cell| format!(", dial {cell}"));
    text += &setup.escape.map_or(String::new(), |escape| format!(", {} in {}", escape.sum, escape.spins));
    text += &format!(", {} rounds ashore\n", setup.rounds_ashore);
    for (id, player) in &setup.players {
        let colour = player.colour.as_deref().unwrap_or("-");
        let place = player.place.map_or(String::new(), |place| format!(", place {place}"));
        let faces: String = player.faces.iter().map(|(face, count)| format!(" {count}×{face}")).collect();
        text += &format!(
            "{id} {colour:6} barge {}, commando {}, counters {}{place}{faces}\n",
            player.barge, player.commando, player.counters
        );
    }
    let left: BTreeMap<_, _> = setup.objectives;
    let left: Vec<_> = left.iter().map(|(name, left)| format!("{name} {left}")).collect();
    text + &left.join(", ") + "\n"
}
