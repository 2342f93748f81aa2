//! The move of somebody in a hurry, found without listing the moves that nothing disturbs:
//! computer players play matches on with it.

use super::Conflict;
use super::eval::Errand;
use super::moves::{Look, Survey};
use super::reach::square_at;
use super::state::{Action, NOWHERE, Phase, State, Taken};
use kernel::Best;

impl Conflict {
    /// One of the most promising moves; `None` when all actions have to be listed to know which
    /// are allowed.
    pub(super) fn hasty_move(
        &self,
        state: &State,
        pick: &mut impl FnMut(u32) -> u32,
        room: &mut Vec<Action>,
    ) -> Option<Action> {
        let (dice, count, skip, free) = self.hand(state)?;
        room.clear();
        let look = Look::new(self, state);
        let survey = Survey::new(&look, dice, count, skip);
        survey.list_disturbed(&look, room);
        if !free && !self.all_sure(state, &survey, room) {
            return None;
        }
        let mut best = Best::default();
        for &action in room.iter() {
            best.consider(self.promise_of(state, action), pick, || action);
        }
        for number in 0..survey.dice_count {
            for at in (0..survey.count).filter(|at| !survey.disturbed[number][*at]) {
                self.weigh_ends(state, &survey, number, at, &mut best, pick);
            }
        }
        best.chosen()
    }

    /// Weighs every move of a group that nothing disturbs.
    #[inline]
    fn weigh_ends(
        &self,
        state: &State,
        survey: &Survey,
        number: usize,
        at: usize,
        best: &mut Best<Action>,
        pick: &mut impl FnMut(u32) -> u32,
    ) {
        let (group, die) = (&survey.groups[at], survey.dice[number] as u8);
        let errand = Errand::new(self, state, group.kind, group.mover);
        for (row, column) in survey.ends[number][at].iter() {
            let to = square_at(group.from, row, column);
            let action = || Action::Move { die, mover: group.mover, to, taken: Taken::NONE };
            best.consider(errand.order_score(self, state, to, Taken::NONE), pick, action);
        }
    }

    /// The dice to move by, the piece that may not move, and whether any move is allowed whatever
    /// it leaves for the other die.
    #[inline]
    pub(super) fn hand(&self, state: &State) -> Option<([u8; 2], usize, u16, bool)> {
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
