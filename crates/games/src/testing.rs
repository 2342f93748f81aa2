//! Helpers that the tests of several games share.

use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::{Board, FullGame, OptionValue};
use rand::RngExt;
use std::path::{Path, PathBuf};

/// A position that a test builds; each game adds its own methods.
pub(crate) struct Position<G: FullGame> {
    pub(crate) setup: G::Setup,
    pub(crate) players: u8,
}

impl<G: FullGame> Clone for Position<G>
where
    G::Setup: Clone,
{
    fn clone(&self) -> Self {
        Position { setup: self.setup.clone(), players: self.players }
    }
}

impl<G: FullGame> Position<G> {
    /// A table with this position.
    pub(crate) fn table(self) -> TypedMatch<G> {
        self.table_with(&[])
    }

    /// A table with this position and these options.
    pub(crate) fn table_with(self, options: &[(&str, OptionValue)]) -> TypedMatch<G> {
        testkit::table::placed(self.players, options, &self.setup)
    }
}

/// Every fault of a position that cannot be set up.
pub(crate) fn faults<G: FullGame>(position: &Position<G>) -> Vec<String> {
    testkit::table::faults::<G>(position.players, &position.setup)
}

/// The table's position as it is written.
pub(crate) fn written<G: FullGame<History = ()>>(table: &TypedMatch<G>) -> G::Setup {
    table.game().position(&table.current_play().state, &())
}

/// The board in the box.
pub(crate) fn board<B: Board>() -> B {
    B::load(B::STANDARD).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// One of all outcomes of chance, whatever their weights.
pub(crate) fn any_chance<G: FullGame>(game: &G, state: &G::State, dice: &mut impl rand::Rng) -> G::Chance {
    let mut outcomes = Vec::new();
    game.chance_outcomes(state, &mut outcomes);
    outcomes[dice.random_range(0..outcomes.len())].0
}

/// The tests of a game.
fn folder<G: FullGame>() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(G::INFO.slug.replace('-', "_")).join("tests")
}

/// Compares the match of this seed with the golden playthrough for this number of players.
pub(crate) fn check_playthrough<G: FullGame>(
    players: u8,
    options: &[(&str, OptionValue)],
    seed: u64,
    draw: testkit::playthrough::Drawing<G>,
) {
    let file = folder::<G>().join(format!("playthrough-{players}.txt"));
    let config: MatchConfig = testkit::table::config(players, options);
    testkit::playthrough::check::<G>(&file, &config, seed, draw);
}

/// Fails unless every rule has a test that cites it.
pub(crate) fn check_coverage<G: FullGame>(prefix: &str) {
    testkit::coverage::check(G::INFO, prefix, &folder::<G>());
}
