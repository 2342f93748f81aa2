//! The law about what a seat remembers: its history says no more than the redacted states it has seen.

use super::reasons::print;
use super::{Checker, Step, Trace};
use kernel::{FullGame, Play, Viewer};

impl<G: FullGame> Checker<G> {
    /// A step that leads from one redacted state to the next leads from one redacted history to the next as well. So
    /// what a seat gets as its history could have been written by the seat itself, from what it saw.
    pub(super) fn check_known_history(&self, play: &Play<G>, step: &Step<G>) {
        let mut after = play.clone();
        self.take(&mut after, step, &mut Trace::off());
        for seat in self.seats() {
            let mut known = play.known_to(&self.game, seat).into_play();
            if !self.is_possible(&known, step) {
                continue;
            }
            self.take(&mut known, step, &mut Trace::off());
            if known.state == self.game.redact(&after.state, Viewer::Seat(seat)) {
                let kept = self.game.redact_history(&after.history, Viewer::Seat(seat));
                assert_eq!(print(&kept), print(&known.history), "{seat:?} remembers what it has not seen");
            }
        }
    }

    /// Whether the step can be taken in this position: another seat may hide what makes it legal.
    fn is_possible(&self, play: &Play<G>, step: &Step<G>) -> bool {
        match step {
            Step::Act(seat, action) => self.legal_actions(&play.state, *seat).contains(action),
            Step::Chance(chance) => {
                let mut outcomes = Vec::new();
                self.game.chance_outcomes(&play.state, &mut outcomes);
                outcomes.iter().any(|(outcome, _)| outcome == chance)
            }
        }
    }
}
