//! How many ways a match can go, in whole turns.

use crate::{Unfit, seated, visit};
use games::Visitor;
use kernel::{FullGame, Play, dynamic::MatchConfig};

pub use testkit::perft::Count;

/// Counts every depth from 1 to `depth` from the start, telling each as it is known.
pub fn run(slug: &str, config: &MatchConfig, depth: u32, tell: &mut dyn FnMut(Count)) -> Result<(), Unfit> {
    visit(slug, Counter { config, depth, tell })?
}

struct Counter<'a> {
    config: &'a MatchConfig,
    depth: u32,
    tell: &'a mut dyn FnMut(Count),
}

impl Visitor for Counter<'_> {
    type Output = Result<(), Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let seated = seated::<G>(self.config)?;
        let game = &**seated.game();
        testkit::perft::perft(game, &Play::start(game), self.depth, self.tell);
        Ok(())
    }
}
