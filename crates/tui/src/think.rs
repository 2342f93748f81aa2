//! Asks computer players for an action, in a separate thread.

use crate::TuiError;
use catalog::{Advice, Level, PlayerKind};
use kernel::Seat;
use kernel::dynamic::DynMatch;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// The level that gives hints.
pub(crate) const ADVISER: Level = Level::General;

/// A request to a computer player for an action.
pub(crate) struct AdviceRequest {
    /// The match.
    pub game_match: Box<dyn DynMatch>,
    /// The seat to choose an action for.
    pub seat: Seat,
    /// The level of the computer player, by name.
    pub level: String,
    /// Its RNG seed.
    pub seed: u64,
}

impl AdviceRequest {
    /// Thinks, for as long as it takes.
    pub(crate) fn answer(&self) -> Option<Advice> {
        let kind = self.level.parse().unwrap_or(PlayerKind::Level(ADVISER));
        let slug = self.game_match.info().slug;
        let mut player = catalog::timed_player_for(slug, kind, self.seed, catalog::Clock::system())?;
        player.choose(&*self.game_match, self.seat)
    }

    /// The same with the reason for the action, for a hint.
    pub(crate) fn explained(&self) -> Option<Advice> {
        self.answer().map(|advice| catalog::explained(advice, &*self.game_match, self.seat))
    }

    /// Lets `think` run in another thread and passes its answer to `then`; `Err` if the player panicked.
    pub(crate) fn in_thread(
        self,
        think: fn(&Self) -> Option<Advice>,
        then: impl FnOnce(thread::Result<Option<Advice>>) + Send + 'static,
    ) -> Result<(), TuiError> {
        let run = move || then(catch_unwind(AssertUnwindSafe(|| think(&self))));
        let started = thread::Builder::new().name("computer player".into()).spawn(run);
        started.map(drop).map_err(TuiError::system("the computer player cannot be started"))
    }
}
