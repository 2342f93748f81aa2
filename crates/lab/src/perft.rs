//! Counts the sequences of whole turns from the start of a game.

use crate::{Unfit, open_match, visit};
use games::Visitor;
use kernel::{FullGame, Play, dynamic::MatchConfig};

pub use testkit::perft::Count;

/// Counts every depth from 1 to `depth`, and passes each count to `report` when it is known.
pub fn run(slug: &str, config: &MatchConfig, depth: u32, report: &mut dyn FnMut(Count)) -> Result<(), Unfit> {
    visit(slug, Counter { config, depth, report })?
}

struct Counter<'a> {
    config: &'a MatchConfig,
    depth: u32,
    report: &'a mut dyn FnMut(Count),
}

impl Visitor for Counter<'_> {
    type Output = Result<(), Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let game_match = open_match::<G>(self.config)?;
        let game = &**game_match.game();
        testkit::perft::perft(game, &Play::start(game), self.depth, self.report);
        Ok(())
    }
}
