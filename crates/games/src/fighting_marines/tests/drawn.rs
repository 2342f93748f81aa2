//! Positions written in one line for each colour, and matches that start from them.
//!
//! A line reads `2 4c 6k / 26 30c / black:p,c`: circles, then platform spaces by
//! the base space they face, then captives by holder. A man is a private unless
//! `c` or `k` makes him a captain or the colonel. Men who are not named wait in
//! the corner.

use crate::fighting_marines::{Army, FightingMarines, Rank, Setup, State, share};
use kernel::dynamic::{DynMatch, MatchSetup, TypedMatch};
use kernel::{OptionValue, Positions, Turn};
use std::collections::BTreeMap;
use testkit::table::open;

pub(super) use crate::testing::{faults, written};
pub(super) use testkit::table::{check_end, legal_of as legal, number, on, said, seat, to_act, word};

/// A match for tests.
pub(super) type Table = TypedMatch<FightingMarines>;

/// A match with the default options.
pub(super) fn opening(players: u8) -> Table {
    open(players, &[])
}

/// A match with these options.
pub(super) fn table(players: u8, options: &[(&str, OptionValue)]) -> Table {
    open(players, options)
}

/// A position under construction.
pub(super) type Position = crate::testing::Position<FightingMarines>;

const ROSTER: [&str; 8] = ["private", "private", "private", "private", "private", "captain", "captain", "colonel"];

/// Everybody in the corner, the arrow here, Red about to throw.
pub(super) fn arrow(players: u8, arrow: u8) -> Position {
    let ids = opening(players).seats();
    let ante = 10;
    let purses = ids.iter().map(|seat| (seat.id.to_owned(), share(players) - ante)).collect();
    let colours = if players == 3 { vec!["red", "black", "green"] } else { vec!["red", "black", "yellow", "green"] };
    let corner = || Army { corner: ROSTER.map(str::to_owned).to_vec(), ..Army::default() };
    let setup = Setup {
        phase: "throw".into(),
        arrow,
        thrower: ids[0].id.into(),
        throws: 1,
        thrown: 7,
        men: colours.into_iter().map(|colour| (colour.to_owned(), corner())).collect(),
        purses,
        pool: ante * u16::from(players),
        in_box: 0,
        to_act: vec![],
        waiting: vec![],
        placed: vec![],
        first_throws: BTreeMap::new(),
    };
    Position { setup, players }
}

fn man(text: &str) -> (&str, &'static str) {
    let rank = match text.as_bytes().last() {
        Some(b'c') => "captain",
        Some(b'k') => "colonel",
        _ => "private",
    };
    (text.trim_end_matches(['c', 'k']), rank)
}

impl Position {
    /// The men of a colour.
    pub(super) fn men(mut self, colour: &str, line: &str) -> Self {
        let mut parts = line.split('/').map(str::trim);
        let mut army = Army::default();
        let mut left: Vec<&str> = ROSTER.to_vec();
        let mut take = |rank: &str| {
            let at = left.iter().position(|other| *other == rank);
            left.remove(at.unwrap_or_else(|| panic!("{line}: too many of rank {rank}")));
            rank.to_owned()
        };
        for text in parts.next().unwrap_or("").split_whitespace() {
            let (base, rank) = man(text);
            army.circles.push(format!("{base} {}", take(rank)));
        }
        for text in parts.next().unwrap_or("").split_whitespace() {
            let (base, rank) = man(text);
            let index = (base.parse::<i32>().unwrap() - i32::from(self.setup.arrow)).rem_euclid(44);
            army.platform.push(format!("p{index} {}", take(rank)));
        }
        for text in parts.next().unwrap_or("").split_whitespace() {
            let (holder, ranks) = text.split_once(':').unwrap();
            let ranks = ranks.split(',').map(|rank| take(Rank::called(rank).unwrap().word())).collect();
            army.held.insert(holder.to_owned(), ranks);
        }
        army.corner = left.into_iter().map(str::to_owned).collect();
        self.setup.men.insert(colour.to_owned(), army);
        self
    }

    /// Who throws, or has thrown.
    pub(super) fn thrower(mut self, seat: &str) -> Self {
        self.setup.thrower = seat.into();
        self
    }

    /// Moves points from one purse to another.
    pub(super) fn paid(mut self, from: &str, to: &str, points: u16) -> Self {
        *self.setup.purses.get_mut(from).unwrap() -= points;
        *self.setup.purses.get_mut(to).unwrap() += points;
        self
    }

    /// Sets the number of throws made.
    pub(super) fn throws(mut self, throws: u16) -> Self {
        self.setup.throws = throws;
        self
    }

    /// The assault with these seats to act.
    pub(super) fn assault(mut self, seats: &str) -> Self {
        self.setup.phase = "assault".into();
        self.setup.to_act = seats.split_whitespace().map(str::to_owned).collect();
        self
    }

    /// The regroup phase with the first of these seats to act and the others waiting.
    pub(super) fn regroup(mut self, seats: &str) -> Self {
        let mut seats = seats.split_whitespace().map(str::to_owned);
        self.setup.phase = "regroup".into();
        self.setup.to_act = seats.by_ref().take(1).collect();
        self.setup.waiting = seats.collect();
        self
    }
}

/// Plays `red 8>` and the like, and throws `9`; steps are separated by commas.
pub(super) fn play(table: &mut Table, steps: &str) {
    for step in steps.split(',').map(str::trim) {
        if table.turn() == Turn::Chance {
            table.apply_chance(step).unwrap_or_else(|refusal| panic!("{step}: {refusal}"));
            continue;
        }
        let (id, action) = step.split_once(' ').unwrap_or_else(|| panic!("{step}: by whom?"));
        let seat = seat(table, id);
        table.play(seat, action).unwrap_or_else(|refusal| panic!("{step}: {refusal}\n{}", drawing(table)));
    }
}

/// Draws a state: a line for the platform, one for each colour, one for each purse.
pub(super) fn draw(game: &FightingMarines, state: &State) -> String {
    let setup = game.position(state, &());
    let mut text = format!("{}, arrow {}, pool {}\n", setup.phase, setup.arrow, setup.pool);
    let brief = |man: &str| {
        let (space, rank) = man.split_once(' ').unwrap_or(("", man));
        let faced = space.strip_prefix('p').map(|index| {
            let base = (index.parse::<u32>().unwrap() + u32::from(setup.arrow) - 1) % 44 + 1;
            base.to_string()
        });
        let mark = match rank {
            "captain" => "c",
            "colonel" => "k",
            _ if space.is_empty() => "p",
            _ => "",
        };
        format!(" {}{mark}", faced.as_deref().unwrap_or(space))
    };
    let all = |men: &[String]| men.iter().map(|man| brief(man)).collect::<String>();
    for (colour, army) in &setup.men {
        let held: String = army.held.iter().map(|(holder, men)| format!(" {holder}:{}", all(men))).collect();
        let line = format!(
            "{colour:6} circles{} / platform{} / corner{} / held{held}",
            all(&army.circles),
            all(&army.platform),
            all(&army.corner)
        );
        text += &line;
        text.push('\n');
    }
    for (seat, points) in &setup.purses {
        text += &format!("{seat} {points}  ");
    }
    text.trim_end().to_owned() + "\n"
}

/// The match's position as a drawing.
pub(super) fn drawing(table: &Table) -> String {
    draw(table.game(), &table.current_play().state)
}
