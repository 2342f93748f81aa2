//! Generating moves and playing them, by sets of points.

use super::board::{DIRECTIONS, FORWARD, Point, Points, SIDEWAYS, points_of, shift};
use super::{Action, Ending, Side, State, ThreeMusketeers};

impl ThreeMusketeers {
    /// All legal actions of the side to move (TM-5 to TM-11, TM-16).
    #[inline]
    pub(super) fn generate(&self, state: &State, actions: &mut Vec<Action>) {
        match state.side {
            Side::Attack => self.attack_moves(state, actions),
            Side::Musketeers => self.musketeer_moves(state, actions),
        }
    }

    fn attack_moves(&self, state: &State, actions: &mut Vec<Action>) {
        let before = actions.len();
        for way in FORWARD.start..SIDEWAYS.end {
            push_steps(self.attack_targets(state, way), DIRECTIONS[way].step(), actions);
        }
        // A side whose turn it is always has something to do: what has no move
        // and is not lost by TM-15, TM-17 or TM-18 passes (TM-16).
        if actions.len() == before {
            actions.push(Action::PASS);
        }
    }

    fn musketeer_moves(&self, state: &State, actions: &mut Vec<Action>) {
        let movers = state.jumper().map_or(state.musketeers, Point::bit);
        let before = actions.len();
        for (way, direction) in DIRECTIONS.iter().enumerate() {
            push_steps(self.jump_targets(state, movers, way), 2 * direction.step(), actions);
        }
        if actions.len() > before {
            return; // TM-10
        }
        for (way, direction) in DIRECTIONS.iter().enumerate() {
            push_steps(self.step_targets(state, movers, way), direction.step(), actions);
        }
    }

    /// Empty points that an attacker can enter going this way (TM-5, TM-6).
    #[inline(always)]
    fn attack_targets(&self, state: &State, way: usize) -> Points {
        shift(state.attackers & self.net.attack_from[way], DIRECTIONS[way].step()) & !state.men()
    }

    /// Empty points that one of these musketeers can step to this way (TM-8).
    #[inline(always)]
    fn step_targets(&self, state: &State, movers: Points, way: usize) -> Points {
        shift(movers & self.net.road_from[way], DIRECTIONS[way].step()) & !state.men()
    }

    /// Empty points that one of these musketeers can jump to this way (TM-9).
    #[inline(always)]
    fn jump_targets(&self, state: &State, movers: Points, way: usize) -> Points {
        let step = DIRECTIONS[way].step();
        let over = shift(movers & self.net.jump_from[way], step) & state.attackers;
        shift(over, step) & !state.men()
    }

    /// Can the attack step forward?
    pub(super) fn attack_can_advance(&self, state: &State) -> bool {
        FORWARD.into_iter().any(|way| self.attack_targets(state, way) != 0)
    }

    /// Can the attack go sideways?
    pub(super) fn attack_can_sidestep(&self, state: &State) -> bool {
        SIDEWAYS.into_iter().any(|way| self.attack_targets(state, way) != 0)
    }

    /// Can one of these musketeers jump?
    pub(super) fn can_jump(&self, state: &State, movers: Points) -> bool {
        (0..DIRECTIONS.len()).any(|way| self.jump_targets(state, movers, way) != 0)
    }

    /// Can one of these musketeers go anywhere at all?
    pub(super) fn can_move(&self, state: &State, movers: Points) -> bool {
        (0..DIRECTIONS.len()).any(|way| self.step_targets(state, movers, way) != 0) || self.can_jump(state, movers)
    }

    /// Plays a legal action.
    #[inline]
    pub(super) fn make(&self, state: &mut State, history: &mut Vec<u64>, action: Action) {
        match state.side {
            Side::Attack => self.make_attack(state, action),
            Side::Musketeers => self.make_musketeer(state, action),
        }
        if state.jumper().is_none() && state.ending == Ending::None {
            self.settle(state, history);
        }
    }

    fn make_attack(&self, state: &mut State, action: Action) {
        let forward = action != Action::PASS && action.to.row() < action.from.row();
        if action != Action::PASS {
            state.attackers ^= action.from.bit() | action.to.bit();
        }
        state.quiet = if forward { 0 } else { state.quiet.saturating_add(1) };
        state.since = if forward { 0 } else { state.since.saturating_add(1) };
        state.side = Side::Musketeers;
    }

    fn make_musketeer(&self, state: &mut State, action: Action) {
        state.musketeers ^= action.from.bit() | action.to.bit();
        if is_jump(action) {
            state.attackers &= !action.over().bit();
            (state.quiet, state.since) = (0, 0);
            let goes_on = self.can_jump(state, action.to.bit());
            state.set_jumper(goes_on.then_some(action.to)); // TM-11
            if state.attackers.count_ones() < self.needed {
                state.set_jumper(None);
                state.ending = Ending::Reduced; // TM-13
            }
            if goes_on {
                return;
            }
        } else {
            state.since = state.since.saturating_add(1);
        }
        state.side = Side::Attack;
    }
}

/// Two points apart is a jump; one is a step.
pub(super) fn is_jump(action: Action) -> bool {
    action.from.column().abs_diff(action.to.column()) == 2 || action.from.row().abs_diff(action.to.row()) == 2
}

#[inline(always)]
fn push_steps(targets: Points, step: i32, actions: &mut Vec<Action>) {
    for to in points_of(targets) {
        actions.push(Action { from: Point((i32::from(to.0) - step) as u8), to });
    }
}
