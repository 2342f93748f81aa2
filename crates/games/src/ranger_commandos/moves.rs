//! Lists and applies actions: choosing a colour, walking the number that was spun.

use super::RangerCommandos;
use super::phases::Note;
use super::state::{Action, COLOURS, Chance, Colour, Phase, State};
use kernel::{Pick, Seat};

impl RangerCommandos {
    /// RC-16 to RC-19: where the commando whose turn it is may end its walk.
    #[inline]
    pub(super) fn open_ends(&self, state: &State) -> u128 {
        let c = usize::from(state.turn & 3);
        let start = self.net.start(state.barges[c], state.men[c]);
        self.net.ends(start, self.net.numbers[usize::from(state.spun & 15)])
    }

    /// Everything the seat to move may do: counters first, then the circles in order.
    pub(super) fn generate(&self, state: &State, actions: &mut Vec<Action>) {
        if state.phase == Phase::Colours {
            return actions.extend(self.free_colours(state).map(Action::Choose));
        }
        let ends = self.open_ends(state);
        actions.extend(bits(ends & state.stocked).map(Action::Take));
        actions.extend(bits(ends).map(Action::Walk));
    }

    /// One of these actions, found without listing the others.
    pub(super) fn picked(&self, state: &State, pick: Pick<'_>, buffer: &mut Vec<Action>) -> Option<Action> {
        if state.phase == Phase::Colours {
            buffer.clear();
            self.generate(state, buffer);
            return if buffer.is_empty() { None } else { buffer.get(pick(buffer.len() as u32) as usize).copied() };
        }
        let ends = self.open_ends(state);
        let gains = ends & state.stocked;
        let (all, many) = (ends.count_ones(), gains.count_ones());
        if all == 0 {
            return None;
        }
        let at = pick(all + many);
        if at < many { nth(gains, at).map(Action::Take) } else { nth(ends, at - many).map(Action::Walk) }
    }

    /// Colours that nobody has chosen yet.
    pub(super) fn free_colours(&self, state: &State) -> impl Iterator<Item = Colour> + use<> {
        let free = COLOURS.map(|colour| !state.plays(colour));
        COLOURS.into_iter().filter(move |colour| free[colour.index()])
    }

    /// Plays a legal action.
    #[inline]
    pub(super) fn make(&self, state: &mut State, seat: Seat, action: Action, note: &mut impl FnMut(Note)) {
        match action {
            Action::Choose(colour) => self.choose(state, seat, colour, note),
            Action::Walk(circle) => self.arrive(state, circle, note),
            Action::Take(circle) => {
                self.take_counter(state, circle);
                self.arrive(state, circle, note);
            }
        }
    }

    /// RC-21: a counter of the objective behind this arrow, unseen.
    #[inline]
    fn take_counter(&self, state: &mut State, circle: u8) {
        let objective = usize::from(self.net.objective[usize::from(circle & 127)] & 15);
        state.left[objective] = state.left[objective].saturating_sub(1);
        if state.left[objective] == 0 {
            state.stocked &= !(1 << (circle & 127));
        }
        state.haul[usize::from(state.turn & 3)] += 1;
    }

    /// RC-34: the faces that have not been turned up, weighted by the number left.
    pub(super) fn faces_left(&self, state: &State, outcomes: &mut Vec<(Chance, u32)>) {
        for (kind, face) in (0u8..).zip(&self.board.faces) {
            let shown: u8 = state.faces.iter().map(|faces| faces[usize::from(kind)]).sum();
            if face.count > shown {
                outcomes.push((Chance::Face(kind), u32::from(face.count - shown)));
            }
        }
    }
}

/// The circles of a set, in order.
pub(super) fn bits(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        first
    })
}

/// The circle at index `at` of a set.
#[inline]
fn nth(mut set: u128, at: u32) -> Option<u8> {
    for _ in 0..at {
        set &= set.wrapping_sub(1);
    }
    (set != 0).then(|| set.trailing_zeros() as u8)
}
