//! Replay of a match in play: the table as it was after any step.
//!
//! A moment is shown as [`Table::view`] would have shown it then, to the same person: what was hidden from them
//! at that moment stays hidden, whatever has been revealed since.

use crate::table::Table;
use crate::view::{headline_for, needs_for, viewer_of};
use kernel::dynamic::DynMatch;
use kernel::{SeatInfo, SeatSet, Turn, scene};

/// The table after one of its steps, as one person may see it.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// Number of steps played.
    pub step: usize,
    /// The scene.
    pub scene: scene::Scene,
    /// Who was to act.
    pub turn: Turn,
    /// Spaces that the step touched.
    pub last: Vec<(String, scene::Mark)>,
}

/// A copy of a match to step back through, so that reading it does not block the table.
pub struct Past {
    game_match: Box<dyn DynMatch>,
    mine: SeatSet,
}

impl Table {
    /// The past of the match, as the person with this key may see it.
    pub fn past(&self, key: &str) -> Past {
        Past { game_match: self.game_match().fork(), mine: self.seats_of(key) }
    }
}

impl Past {
    /// The past of a match as a spectator sees it.
    pub fn of_spectator(game_match: Box<dyn DynMatch>) -> Self {
        Past { game_match, mine: SeatSet::EMPTY }
    }

    /// Number of steps played.
    pub fn steps(&self) -> usize {
        self.game_match.played().len()
    }

    /// The seats in order.
    pub fn seats(&self) -> Vec<SeatInfo> {
        self.game_match.seats()
    }

    /// The moments after these steps, in order; 0 is the beginning. Steps that were not played are left out.
    pub fn moments(mut self, steps: std::ops::Range<usize>) -> Vec<Moment> {
        let mut moments = Vec::new();
        loop {
            let step = self.steps();
            if steps.contains(&step) {
                moments.push(self.moment(step));
            }
            if step <= steps.start || !self.game_match.undo() {
                break;
            }
        }
        moments.reverse();
        moments
    }

    fn moment(&self, step: usize) -> Moment {
        let turn = self.game_match.turn();
        let acting = match turn {
            Turn::Seats(seats) => seats,
            Turn::Chance | Turn::Over => SeatSet::EMPTY,
        };
        let mut scene = self.game_match.scene(viewer_of(self.mine, acting));
        scene.headline = headline_for(&*self.game_match, self.mine, &scene);
        scene.needs = needs_for(&*self.game_match, self.mine, &scene);
        Moment { step, scene, turn, last: self.game_match.last_marks() }
    }
}
