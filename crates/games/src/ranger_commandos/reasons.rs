//! Why one action is better than another: counters, sentries, the way back.

use super::RangerCommandos;
use super::rules::{BACK, CHOOSING, TAKING, THREE_SPINS, WHISTLE};
use super::state::{Action, Colour, IN_DOCK, State};
use super::tell::percent;
use kernel::{Game, Seat, Sentence};

impl RangerCommandos {
    pub(super) fn advantages_of(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Vec<Sentence> {
        let facts = [
            self.dock_nearer(better, worse),
            self.sounds_alarm(state, seat, better, worse),
            self.avoids_sentry(state, seat, better, worse),
            self.takes_counter(better, worse),
            self.escapes_better(state, seat, better, worse),
        ];
        facts.into_iter().flatten().collect()
    }

    fn dock_nearer(&self, better: Action, worse: Action) -> Option<Sentence> {
        let (Action::Choose(best), Action::Choose(other)) = (better, worse) else { return None };
        let tenths = |colour: Colour| (10.0 * self.odds.to_landing(colour.index(), IN_DOCK) + 0.5) as u32;
        let (few, many) = (tenths(best), tenths(other));
        let text = format!(
            "{}’s dock is {}.{} turns from a landing on average, {}’s {}.{}.",
            best.name(),
            few / 10,
            few % 10,
            other.name(),
            many / 10,
            many % 10
        );
        (few < many).then(|| Sentence::new(text, &[CHOOSING]))
    }

    /// The circle where a walk ends, if there is a sentry on it.
    fn sentry(&self, action: Action) -> bool {
        matches!(action, Action::Walk(circle) if self.net.sentries >> (circle & 127) & 1 != 0)
    }

    fn sounds_alarm(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Option<Sentence> {
        if !self.sentry(better) || self.sentry(worse) {
            return None;
        }
        let own = self.escape_after(state, seat, better)?;
        let text = format!("Sounds the whistle now, with a chance of {} to get back to the barge.", percent(own));
        Some(Sentence::new(text, &[WHISTLE, THREE_SPINS]))
    }

    fn avoids_sentry(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Option<Sentence> {
        if self.sentry(better) || !self.sentry(worse) {
            return None;
        }
        let own = self.escape_after(state, seat, worse)?;
        let odds = percent(own);
        let text = format!("Keeps off the sentry, whose whistle leaves a chance of {odds} to get back to the barge.");
        Some(Sentence::new(text, &[WHISTLE, BACK]))
    }

    fn takes_counter(&self, better: Action, worse: Action) -> Option<Sentence> {
        let (Action::Take(circle), Action::Walk(_)) = (better, worse) else { return None };
        Some(Sentence::new(format!("Takes a counter of the {}.", self.objective_of(circle)), &[TAKING]))
    }

    /// The seat's chance to get back to its barge if the whistle sounds after the action.
    fn escape_after(&self, state: &State, seat: Seat, action: Action) -> Option<f32> {
        let colour = state.colour(seat)?;
        let mut after = *state;
        // Where the commando stands decides, also when the action has already sounded the whistle.
        if let Action::Take(circle) | Action::Walk(circle) = action {
            after.men[colour.index()] = circle;
        }
        Some(self.escape_odds(&after, colour))
    }

    fn escapes_better(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Option<Sentence> {
        let (best, other) = (self.escape_after(state, seat, better)?, self.escape_after(state, seat, worse)?);
        let (best, other) = (best, other);
        let text = format!(
            "Gets back to the barge with {} instead of {} if the whistle sounds.",
            percent(best),
            percent(other)
        );
        (best >= other + 0.05 && self.turn(state) != kernel::Turn::Over)
            .then(|| Sentence::new(text, &[THREE_SPINS, BACK]))
    }
}
