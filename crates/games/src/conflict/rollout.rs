//! The rollout policy: one of the moves with the best order score, found without listing
//! the moves of undisturbed groups.

use super::Conflict;
use super::eval::MoveScorer;
use super::moves::{Look, Survey};
use super::reach::square_at;
use super::state::{Action, NOWHERE, Phase, State, Taken};
use kernel::{Best, Pick};

impl Conflict {
    /// One of the moves with the best order score; `None` if all actions have to be listed to
    /// know which are legal.
    pub(super) fn rollout_move(&self, state: &State, pick: Pick<'_>, buffer: &mut Vec<Action>) -> Option<Action> {
        let (dice, count, skip, free) = self.dice_to_play(state)?;
        buffer.clear();
        let look = Look::new(self, state);
        let survey = Survey::new(&look, dice, count, skip);
        survey.list_disturbed(&look, buffer);
        if !free && !self.all_sure(state, &survey, buffer) {
            return None;
        }
        let mut best = Best::default();
        for &action in buffer.iter() {
            best.consider(self.score_action(state, action), pick, || action);
        }
        for number in 0..survey.dice_count {
            for at in (0..survey.count).filter(|at| !survey.disturbed[number][*at]) {
                self.consider_ends(state, &survey, number, at, &mut best, pick);
            }
        }
        best.chosen()
    }

    /// Considers every move of an undisturbed group.
    #[inline]
    fn consider_ends(
        &self,
        state: &State,
        survey: &Survey,
        number: usize,
        at: usize,
        best: &mut Best<Action>,
        pick: Pick<'_>,
    ) {
        let (group, die) = (&survey.groups[at], survey.dice[number] as u8);
        let scorer = MoveScorer::new(self, state, group.kind, group.mover);
        for (row, column) in survey.ends[number][at].iter() {
            let to = square_at(group.from, row, column);
            let action = || Action::Move { die, mover: group.mover, to, taken: Taken::NONE };
            best.consider(scorer.order_score(self, state, to, Taken::NONE), pick, action);
        }
    }

    /// The dice to move by, their number, the piece that may not move, and whether CF-10 does not
    /// restrict the moves.
    #[inline]
    pub(super) fn dice_to_play(&self, state: &State) -> Option<([u8; 2], usize, u16, bool)> {
        match state.phase {
            Phase::Move => {
                let (dice, count) = Self::first_dice(state);
                Some((dice, count, NOWHERE, self.alone(state)))
            }
            Phase::Second => Some(([state.die; 2], 1, state.moved, true)),
            _ => None,
        }
    }
}
