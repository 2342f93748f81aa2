//! The weights files that come with the program, in the folder `weights`, and who plays with them.
//!
//! A game and number of players is here only if its values won against what was used before; the figures are in
//! `docs/training.md`.

use super::{ValueSearch, Values, Weights};
use crate::{Level, Limits};
use kernel::Evaluate;
use std::sync::LazyLock;

/// The files: one line for each, with its name.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        /// Name and text of each file.
        pub const FILES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../weights/", $name, ".values")))),*];
    };
}

files!["fighting-marines-2", "fighting-marines-4", "hit-the-beach-2", "conflict-2"];

static WEIGHTS: LazyLock<Vec<Weights>> =
    LazyLock::new(|| FILES.iter().filter_map(|(_, text)| Weights::read(text).ok()).collect());

/// The values for matches like this one; `None` if no file was trained for them.
pub fn values<G: Evaluate>(game: &G) -> Option<Values> {
    WEIGHTS.iter().find_map(|weights| Values::fitting(weights, game))
}

/// How a level plays where it plays by values.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ByValues {
    /// Its limits; the depth counts throws.
    pub(crate) limits: Limits,
    /// How many first actions of a turn are judged by their best second action.
    pub(crate) turn_breadth: usize,
}

impl ByValues {
    /// The search with these values.
    pub(crate) fn search(self, values: Values) -> ValueSearch {
        ValueSearch::new(values, self.limits).with_turn_breadth(self.turn_breadth)
    }
}

/// How a level plays matches of this game with this number of players, if it plays by values.
pub(crate) fn by_values(level: Level, slug: &str, players: u8) -> Option<ByValues> {
    let (nodes, depth, mistakes, turn_breadth) = match (slug, players, level) {
        ("fighting-marines", 2 | 4, Level::Captain) => (0, 0, 0, 0),
        ("fighting-marines", 2 | 4, Level::Colonel) => (60_000, 1, 0, 0),
        ("hit-the-beach", 2, Level::General) => (24_000, 1, 0, 0),
        ("conflict", 2, Level::General) => (0, 0, 0, 16),
        _ => return None,
    };
    let limits = Limits { nodes, depth, noise: 0, mistakes, time: Limits::MOST_TIME };
    Some(ByValues { limits, turn_breadth })
}
