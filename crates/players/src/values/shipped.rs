//! The weights files that come with the program, in the folder `weights`.

use super::{Values, Weights};
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

files![];

static WEIGHTS: LazyLock<Vec<Weights>> =
    LazyLock::new(|| FILES.iter().filter_map(|(_, text)| Weights::read(text).ok()).collect());

/// The values for matches like this one; `None` if no file was trained for them.
pub fn values<G: Evaluate>(game: &G) -> Option<Values> {
    WEIGHTS.iter().find_map(|weights| Values::fitting(weights, game))
}
