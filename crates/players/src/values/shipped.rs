//! The weights files that come with the program, in the folder `weights`, and who plays with them.
//!
//! A game and number of players is here only if its values won against what was used before; the figures are in
//! `docs/training.md`.

use super::{ValueSearch, Values, Weights};
use crate::{Clock, Level, Limits, Rollouts, Thought};
use kernel::{Evaluate, Known};
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
    limits: Limits,
    method: Method,
}

/// A search with values.
#[derive(Copy, Clone, Debug)]
enum Method {
    /// [`ValueSearch`]; this many first actions of a turn are judged by their best second action.
    Search(usize),
    /// [`Rollouts`] that end in the values.
    Rollouts,
}

impl ByValues {
    /// The best of these legal actions by the values; `None` if there are none.
    pub(crate) fn choose<G: Evaluate>(
        self,
        game: &G,
        known: Known<G>,
        actions: Vec<G::Action>,
        (values, seed, clock): (Values, u64, Clock),
    ) -> Option<Thought<G>> {
        match self.method {
            Method::Search(breadth) => {
                let search = ValueSearch::new(values, self.limits).with_turn_breadth(breadth);
                search.timed(clock).choose_among(game, known, actions)
            }
            Method::Rollouts if actions.len() <= 1 => actions.first().map(|action| Thought::unthinking(*action)),
            Method::Rollouts => {
                let rollouts = Rollouts::new(self.limits, seed).with_values(Some(values));
                rollouts.timed(clock).choose_among(game, known, actions)
            }
        }
    }
}

/// How a level plays matches of this game with this number of players, if it plays by values.
pub(crate) fn by_values(level: Level, slug: &str, players: u8) -> Option<ByValues> {
    let (nodes, depth, method) = match (slug, players, level) {
        ("fighting-marines", 2 | 4, Level::Captain) => (0, 0, Method::Search(0)),
        ("fighting-marines", 2 | 4, Level::Colonel) => (60_000, 1, Method::Search(0)),
        ("fighting-marines", 2, Level::General) => (1_000_000, 4, Method::Rollouts),
        ("hit-the-beach", 2, Level::General) => (2_000_000, 2, Method::Search(0)),
        ("conflict", 2, Level::Colonel) => (0, 0, Method::Search(16)),
        _ => return None,
    };
    let limits = Limits { nodes, depth, noise: 0, mistakes: 0, time: Limits::MOST_TIME };
    Some(ByValues { limits, method })
}
