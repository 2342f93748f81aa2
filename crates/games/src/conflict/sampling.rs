//! Sampling: one legal move at random, found without listing the moves of undisturbed groups.

use super::Conflict;
use super::moves::{Look, Survey};
use super::reach::square_at;
use super::state::{Action, PIECES, State, Taken};
use kernel::Pick;

impl Conflict {
    /// One action, counted in the order of [`Conflict::generate`].
    pub(super) fn picked(&self, state: &State, pick: Pick<'_>, buffer: &mut Vec<Action>) -> Option<Action> {
        buffer.clear();
        let Some((dice, count, skip, free)) = self.dice_to_play(state) else {
            self.generate(state, buffer);
            return if buffer.is_empty() { None } else { buffer.get(pick(buffer.len() as u32) as usize).copied() };
        };
        let look = Look::new(self, state);
        let survey = Survey::new(&look, dice, count, skip);
        let mut counts = [[0; PIECES]; 2];
        let total = survey.count_out(&look, &mut counts, buffer);
        if !free && !self.all_sure(state, &survey, buffer) {
            buffer.clear();
            self.generate(state, buffer);
            return if buffer.is_empty() { None } else { buffer.get(pick(buffer.len() as u32) as usize).copied() };
        }
        if total == 0 { None } else { survey.picked(&counts, pick(total), buffer) }
    }

    /// Does every first move leave a move for the other die? `buffer` holds the disturbed ones.
    #[inline]
    pub(super) fn all_sure(&self, state: &State, survey: &Survey, buffer: &[Action]) -> bool {
        let sure = (0..survey.dice_count).all(|number| {
            let sure = survey.sure(number);
            (0..survey.count).all(|at| sure[at] || survey.ends[number][at].is_empty())
        });
        let fragile = self.fragile(state);
        sure && (fragile == [Taken::NONE; 4] || !buffer.iter().any(|action| Self::strips(&fragile, *action)))
    }
}

impl Survey {
    /// Lists the moves of all disturbed groups.
    #[inline]
    pub(super) fn list_disturbed(&self, look: &Look<'_>, buffer: &mut Vec<Action>) {
        for number in 0..self.dice_count {
            for at in (0..self.count).filter(|at| self.disturbed[number][*at]) {
                look.list_disturbed(&self.groups[at], &self.near[at], self.dice[number], buffer);
            }
        }
    }

    /// Counts the moves of each die and group; those of disturbed groups are listed.
    #[inline]
    fn count_out(&self, look: &Look<'_>, counts: &mut [[u32; PIECES]; 2], buffer: &mut Vec<Action>) -> u32 {
        let mut total = 0;
        for (number, counts) in counts.iter_mut().enumerate().take(self.dice_count) {
            for (at, count) in counts.iter_mut().enumerate().take(self.count) {
                *count = if self.disturbed[number][at] {
                    let begin = buffer.len();
                    look.list_disturbed(&self.groups[at], &self.near[at], self.dice[number], buffer);
                    (buffer.len() - begin) as u32
                } else {
                    self.ends[number][at].len()
                };
                total += *count;
            }
        }
        total
    }

    /// The move with this number, in the order of [`Conflict::generate`].
    #[inline]
    fn picked(&self, counts: &[[u32; PIECES]; 2], mut chosen: u32, buffer: &[Action]) -> Option<Action> {
        let mut listed = 0;
        for (number, counts) in counts.iter().enumerate().take(self.dice_count) {
            for (at, &count) in counts.iter().enumerate().take(self.count) {
                if chosen >= count {
                    chosen -= count;
                    listed += if self.disturbed[number][at] { count } else { 0 };
                } else if self.disturbed[number][at] {
                    return buffer.get((listed + chosen) as usize).copied();
                } else {
                    let group = &self.groups[at];
                    let (row, column) = self.ends[number][at].nth(chosen)?;
                    let to = square_at(group.from, row, column);
                    let die = self.dice[number] as u8;
                    return Some(Action::Move { die, mover: group.mover, to, taken: Taken::NONE });
                }
            }
        }
        None
    }
}
