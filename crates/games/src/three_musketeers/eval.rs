//! Evaluation for computer players: a matter of judgement, not part of the rules.
//!
//! Everything is counted from the attack's view. The attack loses most often
//! because it runs out of moves before the castle is full. It cannot go back, so
//! spare steps, men held back and men near the middle are worth keeping, and the
//! castle is taken by luring the musketeers out of it. The weights were chosen by
//! playing new weights against old ones.

use super::board::{DIRECTIONS, Points, SIDE, shift};
use super::moves::is_jump;
use super::{ATTACK, Action, Ending, MUSKETEERS, Repetition, Side, State, ThreeMusketeers};
use kernel::{Evaluate, Outcome, Seat};

/// A man of the attack.
const MAN: i16 = 100;
/// For each row further back: such a man can still go everywhere, and no man can return.
const ROW_IN_HAND: i16 = 4;
/// A man outside the castle, for each file nearer to the middle.
const FILE_INWARD: i16 = 6;
/// A castle point that no attacker holds.
const OPEN_POINT: i32 = -50;
/// A musketeer inside the castle.
const DEFENDER: i32 = -60;
/// By the number of imprisoned musketeers.
const HELD: [i32; 4] = [0, 30, 80, 120];
/// A man that can be jumped, the attack to move.
const THREATENED: i32 = -20;
/// A man outside the castle that a musketeer might jump later.
const LOOSE_OUTSIDE: i32 = -4;
/// A man inside the castle that a musketeer might jump later.
const LOOSE_INSIDE: i32 = -12;
/// A point that the attack can step forward to.
const WAY_FORWARD: i32 = 7;
/// The attack cannot step forward at all.
const NO_WAY_FORWARD: i32 = -100;
/// A turn of the attack without progress (TM-20).
const QUIET_TURN: i32 = -1;

/// The order score of moves that are tried first.
const FIRST: i32 = 100;
/// How many quiet turns before the limit searches begin to count them.
const PATIENCE_IN_SIGHT: u16 = 16;

/// The value of a man on each point.
static MEN: [i16; 128] = {
    let mut men = [MAN; 128];
    let mut at = 0;
    while at < men.len() {
        let (row, file) = ((at / SIDE) as i16, (at % SIDE) as i16);
        let from_edge = if file < 5 { file } else { 8 - file };
        men[at] += ROW_IN_HAND * row;
        if row > 2 && from_edge >= 0 {
            men[at] += FILE_INWARD * (from_edge - 2);
        }
        at += 1;
    }
    men
};

/// Two directions that lead along the same line.
const LINES: [(usize, usize); 4] = [(0, 7), (1, 6), (2, 5), (3, 4)];

impl ThreeMusketeers {
    /// How good the state is for the attack.
    fn prospects(&self, state: &State) -> i32 {
        let empty = self.net.all & !state.men();
        let men = worth(state.attackers) - i32::from(MAN) * self.needed as i32;
        men + self.castle(state)
            + self.safety(state, empty)
            + self.tempo(state, empty)
            + QUIET_TURN * i32::from(state.quiet)
    }

    /// Castle points without an attacker, and musketeers in the castle.
    fn castle(&self, state: &State) -> i32 {
        OPEN_POINT * count(self.net.castle & !state.attackers) + DEFENDER * count(self.net.castle & state.musketeers)
    }

    /// Imprisoned musketeers, threatened men, and men that may be threatened later.
    fn safety(&self, state: &State, empty: Points) -> i32 {
        let (free, threatened) = self.free_and_threatened(state, empty);
        let held = (state.musketeers & !free).count_ones().min(3) as usize;
        let threats = if state.side == Side::Attack { THREATENED * count(threatened) } else { 0 };
        let loose = self.loose(state, empty);
        let inside = loose & self.net.castle;
        HELD[held] + threats + LOOSE_INSIDE * count(inside) + LOOSE_OUTSIDE * count(loose & !inside)
    }

    /// The musketeers that can move, and the men they can jump.
    #[inline(always)]
    pub(super) fn free_and_threatened(&self, state: &State, empty: Points) -> (Points, Points) {
        let (mut free, mut threatened) = (0, 0);
        for (way, direction) in DIRECTIONS.iter().enumerate() {
            let step = direction.step();
            let before_empty = shift(empty, -step);
            let over = shift(state.musketeers & self.net.jump_from[way], step) & state.attackers & before_empty;
            free |= state.musketeers & self.net.road_from[way] & before_empty | shift(over, -step);
            threatened |= over;
        }
        (free, threatened)
    }

    /// Men with an empty point on one side of a line and no attacker on the other.
    #[inline(always)]
    fn loose(&self, state: &State, empty: Points) -> Points {
        let no_friend = self.net.all & !state.attackers;
        let mut loose = 0;
        for (way, opposite) in LINES {
            let step = DIRECTIONS[way].step();
            let on_line = self.net.road_from[way] & self.net.road_from[opposite];
            let open = shift(empty, -step) & shift(no_friend, step) | shift(no_friend, -step) & shift(empty, step);
            loose |= on_line & open;
        }
        loose & state.attackers
    }

    /// Steps forward that the attack can make.
    #[inline(always)]
    fn tempo(&self, state: &State, empty: Points) -> i32 {
        let forward = self.forward(state, empty);
        if forward == 0 { NO_WAY_FORWARD } else { WAY_FORWARD * count(forward) }
    }

    /// Points that the attack can step forward to.
    #[inline(always)]
    fn forward(&self, state: &State, empty: Points) -> Points {
        let to = |way: usize| shift(state.attackers & self.net.attack_from[way], DIRECTIONS[way].step());
        (to(0) | to(1) | to(2)) & empty
    }

    /// The number of points that the attack can step forward to.
    pub(super) fn steps_forward(&self, state: &State) -> u32 {
        self.forward(state, self.net.all & !state.men()).count_ones()
    }
}

/// The value of these men where they stand.
#[inline(always)]
fn worth(men: Points) -> i32 {
    let mut sum = 0;
    for (mut half, offset) in [(men as u64, 0), ((men >> 64) as u64, 64)] {
        while half != 0 {
            sum += i32::from(MEN[half.trailing_zeros() as usize | offset]);
            half &= half - 1;
        }
    }
    sum
}

#[inline(always)]
fn count(set: Points) -> i32 {
    set.count_ones() as i32
}

impl Evaluate for ThreeMusketeers {
    fn evaluate(&self, state: &State, seat: Seat) -> i32 {
        let prospects = self.prospects(state);
        if seat == ATTACK { prospects } else { -prospects }
    }

    fn order_score(&self, _state: &State, _seat: Seat, action: Action) -> i32 {
        i32::from(action != Action::PASS && is_jump(action)) * FIRST
    }

    fn is_quiet(&self, state: &State) -> bool {
        state.side == Side::Attack || !self.can_jump(state, state.musketeers)
    }

    fn hash_key(&self, state: &State) -> u64 {
        state.key()
    }

    fn counters(&self, state: &State) -> u64 {
        // The limit of TM-20 matters to a search only if the search can reach it.
        let limit = self.options.quiet_limit;
        let near = limit > 0 && state.quiet.saturating_add(PATIENCE_IN_SIGHT) >= limit;
        let quiet = if near { (u64::from(state.quiet) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) } else { 0 };
        // While a rescue is awaited (TM-16), every turn counts and repetition does not.
        quiet ^ u64::from(state.waited).wrapping_mul(0xD1B5_4A32_D192_ED03)
    }

    fn repetition_outcome(&self) -> Option<Outcome> {
        self.outcome_of(Ending::Repeated)
    }

    fn timeless(&self, state: &State) -> State {
        let mut timeless = *state;
        (timeless.quiet, timeless.since) = (0, 0);
        timeless
    }

    fn endless_winner(&self) -> Option<Seat> {
        // Steps forward and captures run out, and so does every wait (TM-16); then TM-19 or TM-20 ends the match.
        let certain = self.options.quiet_limit > 0 && self.options.repetition == Repetition::Musketeers;
        certain.then_some(MUSKETEERS)
    }
}
