//! What never changes while the match is played.

use super::TypedMatch;
use crate::dynamic::{MatchConfig, MatchSetup};
use crate::{FullGame, GameInfo, MAX_SEATS, Never, Outcome, Play, Seat, SeatInfo, SeatSet};
use std::any::TypeId;

impl<G: FullGame> MatchSetup for TypedMatch<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn config(&self) -> &MatchConfig {
        &self.config
    }

    fn seats(&self) -> Vec<SeatInfo> {
        (0..self.game.players()).map(|seat| self.game.seat(Seat(seat))).collect()
    }

    fn seat(&self, id: &str) -> Option<Seat> {
        (0..self.game.players()).map(Seat).find(|seat| self.game.seat(*seat).id.eq_ignore_ascii_case(id))
    }

    fn partner(&self, seat: Seat) -> Option<Seat> {
        self.game.partner(seat)
    }

    fn has_chance(&self) -> bool {
        TypeId::of::<G::Chance>() != TypeId::of::<Never>()
    }

    fn start_with_points(&self, points: &[i32]) -> Option<serde_json::Value> {
        let mut play = Play::<G>::start(&self.game);
        let everyone = SeatSet::first(self.game.players());
        self.game.account(&play.state, &Outcome::shared(everyone))?;
        let mut carried = [0; MAX_SEATS];
        carried.iter_mut().zip(points).for_each(|(carried, points)| *carried = *points);
        self.game.carry(&mut play.state, &carried);
        serde_json::to_value(self.game.position(&play.state, &play.history)).ok()
    }
}
