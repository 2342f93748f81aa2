//! What never changes while a match is played.

use super::MatchConfig;
use crate::{GameInfo, Seat, SeatInfo};

/// The part of a match that is fixed before its first action.
pub trait MatchSetup {
    /// The game's description of itself.
    fn info(&self) -> &'static GameInfo;

    /// How the match was set up, with every option filled in.
    fn config(&self) -> &MatchConfig;

    /// The seats in order.
    fn seats(&self) -> Vec<SeatInfo>;

    /// The seat with this id; case does not matter.
    fn seat(&self, id: &str) -> Option<Seat>;

    /// The seat that wins and loses together with this one, if a side has two seats.
    fn partner(&self, seat: Seat) -> Option<Seat>;

    /// Whether the game has dice, a dial or another kind of chance.
    fn has_chance(&self) -> bool;

    /// The starting position of a match into which each seat brings these points from earlier matches of a contest;
    /// `None` for a game without points.
    fn start_with_points(&self, points: &[i32]) -> Option<serde_json::Value>;
}
