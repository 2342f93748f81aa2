//! Computer players, asked once and in their own thread.

use crate::TuiError;
use catalog::{Advice, Level, PlayerKind};
use kernel::Seat;
use kernel::dynamic::DynMatch;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// Whose advice a hint is.
pub(crate) const ADVISER: Level = Level::General;

/// One question to a computer player.
pub(crate) struct Question {
    /// The position.
    pub session: Box<dyn DynMatch>,
    /// For whom.
    pub seat: Seat,
    /// How strong it is to be, by name.
    pub level: String,
    /// What its whims are drawn from.
    pub seed: u64,
}

impl Question {
    /// Thinks, as long as it takes.
    pub(crate) fn answer(&self) -> Option<Advice> {
        let kind = self.level.parse().unwrap_or(PlayerKind::Level(ADVISER));
        let slug = self.session.info().slug;
        let mut player = catalog::timed_player_for(slug, kind, self.seed, catalog::Clock::system())?;
        player.choose(&*self.session, self.seat)
    }

    /// Thinks elsewhere and hands the answer over; `Err` when the player panicked.
    pub(crate) fn answer_in_thread(
        self,
        then: impl FnOnce(thread::Result<Option<Advice>>) + Send + 'static,
    ) -> Result<(), TuiError> {
        let think = move || then(catch_unwind(AssertUnwindSafe(|| self.answer())));
        let started = thread::Builder::new().name("computer player".into()).spawn(think);
        started.map(drop).map_err(TuiError::system("the computer player cannot be started"))
    }
}
