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

files!["fighting-marines-2", "fighting-marines-4", "hit-the-beach-2"];

static WEIGHTS: LazyLock<Vec<Weights>> =
    LazyLock::new(|| FILES.iter().filter_map(|(_, text)| Weights::read(text).ok()).collect());

/// The values for matches like this one; `None` if no file was trained for them.
pub fn values<G: Evaluate>(game: &G) -> Option<Values> {
    WEIGHTS.iter().find_map(|weights| Values::fitting(weights, game))
}

/// The limits of a level where it plays by values; the depth counts throws.
fn limits(level: Level, slug: &str, players: u8) -> Option<Limits> {
    let (nodes, depth) = match (slug, players, level) {
        ("fighting-marines", 2 | 4, Level::Captain) => (0, 0),
        ("fighting-marines", 2 | 4, Level::Colonel) => (60_000, 1),
        ("hit-the-beach", 2, Level::General) => (24_000, 1),
        _ => return None,
    };
    Some(Limits { nodes, depth, noise: 0, mistakes: 0, time: Limits::MOST_TIME })
}

/// The search of a level for matches like this one, if it plays by values.
pub(crate) fn search<G: Evaluate>(level: Level, game: &G) -> Option<ValueSearch> {
    let limits = limits(level, G::INFO.slug, game.players())?;
    values(game).map(|values| ValueSearch::new(values, limits))
}
