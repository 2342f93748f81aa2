//! Generating and playing moves, with sets of points as bits.

use super::board::{DIRECTIONS, Point, Points, SIDEWAYS, shift};
use super::{Action, Ending, Side, State, ThreeMusketeers};
use kernel::Pick;

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
        for (way, targets) in self.attack_targets(state).into_iter().enumerate() {
            push_steps(targets, STEPS[way], actions);
        }
        // An attack without a move that has not ended by TM-15, TM-17 or TM-18
        // passes (TM-16), so there is always a legal action.
        if state.waiting || actions.len() == before {
            actions.push(Action::PASS);
        }
    }

    fn musketeer_moves(&self, state: &State, actions: &mut Vec<Action>) {
        let movers = state.jumper().map_or(state.musketeers, Point::bit);
        let jumps = self.jump_targets(state, movers);
        if any(jumps) {
            for (way, targets) in jumps.into_iter().enumerate() {
                push_steps(targets, 2 * STEPS[way], actions);
            }
            return; // TM-10
        }
        for (way, targets) in self.step_targets(state, movers).into_iter().enumerate() {
            push_steps(targets, STEPS[way], actions);
        }
    }

    /// The action that `pick` chooses among those [`Self::generate`] lists,
    /// found without listing them.
    pub(super) fn picked(&self, state: &State, pick: Pick<'_>) -> Option<Action> {
        match state.side {
            Side::Attack => {
                let targets = self.attack_targets(state);
                if state.waiting || !any(targets) {
                    nth_step_or_pass(targets, pick)
                } else {
                    nth_step(targets, 1, pick)
                }
            }
            Side::Musketeers => {
                let movers = state.jumper().map_or(state.musketeers, Point::bit);
                let jumps = self.jump_targets(state, movers);
                if any(jumps) { nth_step(jumps, 2, pick) } else { nth_step(self.step_targets(state, movers), 1, pick) }
            }
        }
    }

    /// For each direction: empty points that an attacker can step to (TM-5, TM-6).
    #[inline(always)]
    fn attack_targets(&self, state: &State) -> [Points; SIDEWAYS.end] {
        let (men, empty, from) = (state.attackers, !state.men(), &self.net.attack_from);
        [
            slide::<0>(men & from[0]) & empty,
            slide::<1>(men & from[1]) & empty,
            slide::<2>(men & from[2]) & empty,
            slide::<3>(men & from[3]) & empty,
            slide::<4>(men & from[4]) & empty,
        ]
    }

    /// For each direction: empty points that one of these musketeers can step to (TM-8).
    #[inline(always)]
    fn step_targets(&self, state: &State, movers: Points) -> [Points; 8] {
        let (empty, from) = (!state.men(), &self.net.road_from);
        [
            slide::<0>(movers & from[0]) & empty,
            slide::<1>(movers & from[1]) & empty,
            slide::<2>(movers & from[2]) & empty,
            slide::<3>(movers & from[3]) & empty,
            slide::<4>(movers & from[4]) & empty,
            slide::<5>(movers & from[5]) & empty,
            slide::<6>(movers & from[6]) & empty,
            slide::<7>(movers & from[7]) & empty,
        ]
    }

    /// For each direction: empty points that one of these musketeers can jump to (TM-9).
    #[inline(always)]
    fn jump_targets(&self, state: &State, movers: Points) -> [Points; 8] {
        let (men, empty, from) = (state.attackers, !state.men(), &self.net.jump_from);
        [
            slide::<0>(slide::<0>(movers & from[0]) & men) & empty,
            slide::<1>(slide::<1>(movers & from[1]) & men) & empty,
            slide::<2>(slide::<2>(movers & from[2]) & men) & empty,
            slide::<3>(slide::<3>(movers & from[3]) & men) & empty,
            slide::<4>(slide::<4>(movers & from[4]) & men) & empty,
            slide::<5>(slide::<5>(movers & from[5]) & men) & empty,
            slide::<6>(slide::<6>(movers & from[6]) & men) & empty,
            slide::<7>(slide::<7>(movers & from[7]) & men) & empty,
        ]
    }

    /// Can the attack step forward? It nearly always can, so directions are checked one by one.
    #[inline]
    pub(super) fn attack_can_advance(&self, state: &State) -> bool {
        let (men, empty, from) = (state.attackers, !state.men(), &self.net.attack_from);
        slide::<0>(men & from[0]) & empty != 0
            || slide::<1>(men & from[1]) & empty != 0
            || slide::<2>(men & from[2]) & empty != 0
    }

    /// Can the attack go sideways?
    pub(super) fn attack_can_sidestep(&self, state: &State) -> bool {
        let [_, _, _, sideways @ ..] = self.attack_targets(state);
        any(sideways)
    }

    /// Can one of these musketeers jump?
    #[inline]
    pub(super) fn can_jump(&self, state: &State, movers: Points) -> bool {
        any(self.jump_targets(state, movers))
    }

    /// Can this musketeer jump, now or from a point it can walk to over empty points
    /// while everybody else stands still (TM-16)?
    pub(super) fn can_reach_a_jump(&self, state: &State, musketeer: Points) -> bool {
        let mut gone = *state;
        gone.musketeers &= !musketeer;
        let mut reached = musketeer;
        loop {
            let further = self.step_targets(&gone, reached).into_iter().fold(reached, |all, set| all | set);
            if further == reached {
                return self.can_jump(&gone, reached);
            }
            reached = further;
        }
    }

    /// Can one of these musketeers move at all? It nearly always can, mostly in one of
    /// the first directions.
    #[inline]
    pub(super) fn can_move(&self, state: &State, movers: Points) -> bool {
        let (empty, from) = (!state.men(), &self.net.road_from);
        let ahead = slide::<0>(movers & from[0]) | slide::<1>(movers & from[1]) | slide::<2>(movers & from[2]);
        ahead & empty != 0 || any(self.step_targets(state, movers)) || self.can_jump(state, movers)
    }

    /// Plays a legal action.
    #[inline]
    pub(super) fn make(&self, state: &mut State, history: &mut Vec<u64>, action: Action) {
        match state.side {
            Side::Attack => self.make_attack(state, action),
            Side::Musketeers => self.make_musketeer(state, action),
        }
        if state.jumper().is_none() && state.ending == Ending::None {
            self.settle_played(state, history);
        }
    }

    fn make_attack(&self, state: &mut State, action: Action) {
        let forward = action != Action::PASS && action.to.row() < action.from.row();
        if action != Action::PASS {
            state.attackers ^= action.from.bit() | action.to.bit();
        }
        if state.waiting {
            state.waited += 1;
            state.waiting = false;
        } else {
            state.quiet = if forward { 0 } else { state.quiet.saturating_add(1) };
            state.since = if forward { 0 } else { state.since.saturating_add(1) };
        }
        state.side = Side::Musketeers;
    }

    fn make_musketeer(&self, state: &mut State, action: Action) {
        state.musketeers ^= action.from.bit() | action.to.bit();
        if is_jump(action) {
            state.attackers &= !action.over().bit();
            (state.quiet, state.since, state.waited) = (0, 0, 0);
            let goes_on = self.can_jump(state, action.to.bit());
            state.set_jumper(goes_on.then_some(action.to)); // TM-11
            if state.attackers.count_ones() < self.needed {
                state.set_jumper(None);
                state.ending = Ending::Reduced; // TM-13
            }
            if goes_on {
                return;
            }
        } else if state.waited == 0 {
            state.since = state.since.saturating_add(1);
        }
        state.side = Side::Attack;
    }
}

/// Two points apart is a jump; one is a step.
pub(super) fn is_jump(action: Action) -> bool {
    action.from.column().abs_diff(action.to.column()) == 2 || action.from.row().abs_diff(action.to.row()) == 2
}

/// How far bits move in each direction.
const STEPS: [i32; 8] = {
    let mut steps = [0; 8];
    let mut way = 0;
    while way < 8 {
        steps[way] = DIRECTIONS[way].step();
        way += 1;
    }
    steps
};

/// The set moved one step in this direction, by a constant shift.
#[inline(always)]
fn slide<const WAY: usize>(set: Points) -> Points {
    shift(set, const { STEPS[WAY] })
}

/// Is there a point in any of these sets?
#[inline(always)]
fn any<const N: usize>(sets: [Points; N]) -> bool {
    sets.into_iter().fold(0, |all, set| all | set) != 0
}

#[inline(always)]
fn push_steps(targets: Points, step: i32, actions: &mut Vec<Action>) {
    for (mut half, offset) in [(targets as u64, 0), ((targets >> 64) as u64, 64)] {
        while half != 0 {
            let to = half.trailing_zeros() as i32 + offset;
            half &= half - 1;
            actions.push(Action { from: Point((to - step) as u8), to: Point(to as u8) });
        }
    }
}

/// The action that `pick` chooses among those to these targets, `length` steps each.
#[inline(always)]
fn nth_step<const N: usize>(targets: [Points; N], length: i32, pick: impl FnOnce(u32) -> u32) -> Option<Action> {
    let counts = targets.map(Points::count_ones);
    let mut index = pick(counts.iter().sum());
    for way in 0..N {
        if index < counts[way] {
            let to = nth_point(targets[way], index);
            return Some(Action { from: Point((to - STEPS[way] * length) as u8), to: Point(to as u8) });
        }
        index -= counts[way];
    }
    None
}

/// The same for single steps, with the pass as the last action.
fn nth_step_or_pass<const N: usize>(targets: [Points; N], pick: impl FnOnce(u32) -> u32) -> Option<Action> {
    let steps: u32 = targets.into_iter().map(Points::count_ones).sum();
    let index = pick(steps + 1);
    if index == steps { Some(Action::PASS) } else { nth_step(targets, 1, |_| index) }
}

/// The bit number of the point with this index in the set.
#[inline(always)]
fn nth_point(set: Points, index: u32) -> i32 {
    let mut set = set;
    for _ in 0..index {
        set &= set - 1;
    }
    set.trailing_zeros() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dynamic::{MatchConfig, TypedMatch};
    use kernel::{Game, Play, Turn};

    /// `sample_action` finds the same action at each index as the list of legal
    /// actions, at every step of random matches.
    #[test]
    fn sampling_agrees_with_listing() {
        let opened = TypedMatch::<ThreeMusketeers>::open(&MatchConfig::default()).unwrap();
        let game = &**opened.game();
        let mut rng = 1_u64;
        let (mut listed, mut buffer) = (Vec::new(), Vec::new());
        for _ in 0..200 {
            let mut play = Play::start(game);
            while let Turn::Seats(seats) = play.turn(game) {
                let seat = seats.iter().next().unwrap();
                listed.clear();
                game.legal_actions(&play.state, seat, &mut listed);
                for (index, action) in listed.iter().enumerate() {
                    let pick = |n: u32| {
                        assert_eq!(n as usize, listed.len());
                        index as u32
                    };
                    assert_eq!(game.sample_action(&play.state, seat, pick, &mut buffer), Some(*action));
                }
                rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                play.apply(game, seat, listed[(rng >> 33) as usize % listed.len()]);
            }
            assert_eq!(game.sample_action(&play.state, play.state.side.seat(), |_| 0, &mut buffer), None);
        }
    }
}
