//! Lists and applies actions.

use super::HitTheBeach;
use super::board::DIE;
use super::state::{Action, Colour, Division, NOWHERE, Phase, SUPPORTS, Space, State, Support, Throw};
use crate::first_turn::{self, Round};
use kernel::{Pick, Seat, SeatSet};

/// The die's pips.
pub(super) const PIPS: std::ops::RangeInclusive<u8> = 1..=DIE as u8;

/// The spaces of a set, in order.
pub(super) fn spaces(mut set: u128) -> impl Iterator<Item = Space> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let space = Space(set.trailing_zeros() as u8);
        set &= set - 1;
        Some(space)
    })
}

/// The space at index `number` of a set.
#[inline]
fn nth(mut set: u128, number: u32) -> Space {
    for _ in 0..number {
        set &= set.wrapping_sub(1);
    }
    Space(set.trailing_zeros() as u8)
}

/// Spaces where a colour's marines and armies may not end.
#[derive(Copy, Clone)]
struct Closed {
    marines: u128,
    armies: u128,
}

impl HitTheBeach {
    /// Beach circles of the colour where ship and aeroplane both lie (HB-21).
    #[inline]
    pub(super) fn supported(&self, state: &State, colour: Colour) -> u64 {
        let [ship, plane] = state.support[colour.index()];
        let beaches = &self.board.net.own_beaches[colour.index()];
        match (ship, plane) {
            (1, 1) => beaches[0].brown_bit(),
            (2, 2) => beaches[1].brown_bit(),
            _ => 0,
        }
    }

    /// Spaces where no move of the colour may end, on any way (HB-17, HB-20 to HB-22).
    #[inline]
    fn closed(&self, state: &State, colour: Colour) -> Closed {
        let net = &self.board.net;
        let start = net.starts[colour.index()];
        let own = state.at[colour.index()].iter().fold(0, |set, at| set | at.bit()) & !start.bit();
        let occupied = own | state.taken & net.sea;
        let held = state.defenders & net.beaches;
        Closed {
            marines: occupied | u128::from(held & !self.supported(state, colour)),
            armies: occupied | u128::from(held),
        }
    }

    /// Where each of the colour's four divisions may go with this throw. Of two equal
    /// divisions at the start circle only the first is listed.
    #[inline]
    pub(super) fn goals(&self, state: &State, colour: Colour, pips: u8) -> [u128; 4] {
        let net = &self.board.net;
        let closed = self.closed(state, colour);
        let at = state.at[colour.index()];
        let mut goals = [0; 4];
        for slot in 0..4 {
            if slot % 2 == 1 && at[slot] == at[slot - 1] {
                continue;
            }
            let closed = if slot < 2 { closed.marines } else { closed.armies };
            goals[slot] = net.ends(at[slot], pips, state.defenders) & !closed;
        }
        goals
    }

    /// Brown circles where the removed defender may be placed (HB-26).
    #[inline]
    pub(super) fn free_circles(&self, state: &State) -> u64 {
        self.board.net.open_to_defenders & !state.defenders & !(state.taken as u64)
    }

    /// Beaches that the support piece may go to (HB-11).
    #[inline]
    fn berths(&self, state: &State, colour: Colour, piece: Support) -> impl Iterator<Item = Space> + use<> {
        let beaches = self.board.net.own_beaches[colour.index()];
        let at = state.support[colour.index()][piece as usize];
        (1u8..).zip(beaches).filter(move |(number, _)| *number != at).map(|(_, beach)| beach)
    }

    #[inline]
    fn action(&self, state: &State, colour: Colour, slot: usize, to: Space) -> Action {
        let from = state.at[colour.index()][slot];
        if from == self.board.net.starts[colour.index()] {
            Action::SetOut { division: Division::of(slot), to }
        } else {
            Action::March { from, to }
        }
    }

    pub(super) fn generate(&self, state: &State, actions: &mut Vec<Action>) {
        if state.phase == Phase::Place {
            return actions.extend(spaces(u128::from(self.free_circles(state))).map(Action::Place));
        }
        let colour = self.colour(state.seat);
        for (slot, goals) in self.goals(state, colour, state.die).into_iter().enumerate() {
            actions.extend(spaces(goals).map(|to| self.action(state, colour, slot, to)));
        }
        self.list_supports(state, colour, actions);
        actions.push(Action::Pass);
    }

    #[inline]
    fn list_supports(&self, state: &State, colour: Colour, actions: &mut Vec<Action>) {
        if usize::from(state.die) == DIE {
            for piece in SUPPORTS {
                actions.extend(self.berths(state, colour, piece).map(|beach| Action::Support { piece, beach }));
            }
        }
    }

    /// The action that `pick` chooses, found without listing all others.
    pub(super) fn picked(&self, state: &State, pick: Pick<'_>, buffer: &mut Vec<Action>) -> Action {
        if state.phase == Phase::Place {
            let free = self.free_circles(state);
            return Action::Place(nth(u128::from(free), pick(free.count_ones())));
        }
        let colour = self.colour(state.seat);
        let goals = self.goals(state, colour, state.die);
        buffer.clear();
        self.list_supports(state, colour, buffer);
        let counts = goals.map(u128::count_ones);
        let marches = counts.iter().sum::<u32>();
        let mut left = pick(marches + buffer.len() as u32 + 1);
        for (slot, (goals, count)) in goals.into_iter().zip(counts).enumerate() {
            if left < count {
                return self.action(state, colour, slot, nth(goals, left));
            }
            left -= count;
        }
        buffer.get(left as usize).copied().unwrap_or(Action::Pass)
    }

    #[inline]
    pub(super) fn make(&self, state: &mut State, action: Action) {
        let colour = self.colour(state.seat);
        let start = self.board.net.starts[colour.index()];
        match action {
            Action::March { from, to } => {
                let Some(slot) = state.at[colour.index()].iter().position(|at| *at == from) else { return };
                state.taken &= !from.bit();
                self.arrive(state, colour, slot, to);
            }
            Action::SetOut { division, to } => {
                let waits = |slot: &usize| state.at[colour.index()][*slot] == start;
                let Some(slot) = division.slots().into_iter().find(waits) else { return };
                self.arrive(state, colour, slot, to);
            }
            Action::Support { piece, beach } => {
                let beaches = self.board.net.own_beaches[colour.index()];
                let number = 1 + u8::from(beaches[1] == beach);
                state.support[colour.index()][piece as usize] = number;
                self.end_turn(state);
            }
            Action::Place(circle) => {
                state.defenders |= circle.brown_bit();
                self.end_turn(state);
            }
            Action::Pass => self.end_turn(state),
        }
    }

    /// The end of a division's move, and its effects (HB-18, HB-22, HB-24, HB-28).
    #[inline]
    fn arrive(&self, state: &mut State, colour: Colour, slot: usize, to: Space) {
        if state.taken & to.bit() != 0 {
            self.relieve(state, to);
        }
        state.shift(colour, slot, to);
        state.taken |= to.bit();
        if to == self.board.net.objective {
            state.phase = Phase::Won;
        } else if state.has_defender(to) {
            state.defenders &= !to.brown_bit();
            (state.phase, state.freed) = (Phase::Place, to);
        } else {
            self.end_turn(state);
        }
    }

    fn relieve(&self, state: &mut State, at: Space) {
        for colour in self.in_play() {
            if let Some(slot) = state.at[colour.index()].iter().position(|stands| *stands == at) {
                state.shift(colour, slot, self.board.net.starts[colour.index()]);
            }
        }
    }

    #[inline]
    fn end_turn(&self, state: &mut State) {
        state.freed = NOWHERE;
        if self.options.is_last(state.throws) {
            state.phase = Phase::Drawn;
        } else {
            state.phase = Phase::Throw;
            state.seat = state.seat.next(self.players);
        }
    }

    /// The seat that throws next for the first turn: the first contender that has not thrown.
    pub(super) fn next_first(&self, state: &State) -> Option<Seat> {
        first_turn::next(state.open.iter(), &state.first)
    }

    #[inline]
    pub(super) fn throw(&self, state: &mut State, throw: Throw) {
        match throw {
            Throw::Turn(pips) => {
                state.throws = state.throws.saturating_add(1);
                (state.die, state.phase) = (pips, Phase::Move);
            }
            Throw::First(seat, pips) => {
                state.first[seat.index() & 3] = pips;
                state.die = pips;
                self.settle_opening(state);
            }
        }
    }

    /// Once all contenders have thrown, the highest begins, or those who tie throw again.
    fn settle_opening(&self, state: &mut State) {
        match first_turn::settle(state.open.iter(), &mut state.first) {
            Round::Open => {}
            Round::Level(level) => state.open = level,
            Round::First(seat) => (state.seat, state.phase, state.open) = (seat, Phase::Throw, SeatSet::EMPTY),
        }
    }
}
