//! Evaluation of positions for computer players: judgement, not rules.
//!
//! Each seat is scored by itself and then compared with the others. What matters
//! most is how the next stop looks, over the eleven totals with their odds: who
//! can enter, who is in danger, and above all at which totals the last men come
//! onto the platform with nobody in danger. The weights were tuned over some
//! hundred thousand matches of old against new.

use super::state::{Action, MEN, Phase, RANKS, Rank, Squad, State};
use super::{FightingMarines, TOTALS};
use kernel::{Evaluate, FeatureSet, Game, MAX_SEATS, Mixer, Seat};

/// Value of a man on the platform.
const LANDED: i32 = 100;
/// Added for a man on a neutral space, where nobody can capture him.
const SAFE: i32 = 24;
/// A man on a circle.
const READY: i32 = 50;
/// A man in the corner, who needs a circle first.
const IN_CORNER: i32 = 20;
/// A lost man who can be got back at once.
const REDEEMABLE: i32 = 12;
/// An opponent's man as captive: something to give in exchange.
const HOSTAGE: i32 = 18;
/// Added for a man who can enter at the next stop whatever the total (36 of 36 throws).
const CHANCE: i32 = 80;
/// The same for a man who waits for an empty circle.
const FILL: i32 = 30;
/// Subtracted for a man who is in danger at the next stop whatever the total.
const DANGER: i32 = 100;
/// Added if, whatever the total, the last men can enter at the next stop and nobody is in danger.
const COMPLETE: i32 = 500;
/// Chip points that count in full; the rest matters only for the session.
const PLENTY: i32 = 40;
/// Chip points beyond [`PLENTY`] that count as one.
const BEYOND_PLENTY: i32 = 12;
/// Bonus by the number of men landed, in eighths of the army.
const NEARNESS: [i32; 9] = [0, 0, 5, 14, 32, 63, 117, 207, 900];
/// Percentage of the opponents' score that comes from the best of them; the rest comes from their mean.
const LEADER: i32 = 20;
/// Searches count throws from this many throws before the limit.
const LIMIT_IN_SIGHT: u16 = 8;

/// A seat's prospects at the next stop, in thirty-sixths.
#[derive(Copy, Clone, Default)]
struct Outlook {
    /// Its men on circles who will be able to enter, by weight.
    entries: i32,
    /// Men in the corner who could enter from its empty circles, by weight.
    fills: i32,
    /// Its men on the platform who will face an opponent's man, by weight.
    dangers: i32,
    /// Totals at which all its men come onto the platform and none is in danger, by weight.
    completes: i32,
}

/// A seat's prospects for one total.
#[derive(Copy, Clone, Default)]
pub(super) struct Stop {
    /// Its men on circles who will be able to enter.
    pub(super) entries: u32,
    /// Its men on the platform who will face an opponent's man.
    pub(super) dangers: u32,
    pub(super) fills: i32,
}

impl FightingMarines {
    /// Looks ahead over the eleven totals with their odds.
    fn outlooks(&self, state: &State) -> [Outlook; MAX_SEATS] {
        let mut outlooks = [Outlook::default(); MAX_SEATS];
        for (total, weight) in TOTALS {
            let stops = self.stop_after(state, total);
            for seat in self.all_seats().iter() {
                let (stop, outlook) = (stops[seat.index()], &mut outlooks[seat.index()]);
                let complete = stop.dangers == 0 && self.landed(state, seat) + stop.entries == self.army();
                let weight = weight as i32;
                outlook.entries += weight * stop.entries as i32;
                outlook.fills += weight * stop.fills;
                outlook.dangers += weight * stop.dangers as i32;
                outlook.completes += weight * i32::from(complete);
            }
        }
        outlooks
    }

    /// Each seat's prospects at the next stop if this total is thrown.
    pub(super) fn stop_after(&self, state: &State, total: u8) -> [Stop; MAX_SEATS] {
        let mut next = *state;
        next.arrow = self.board.net.behind(total % self.board.spaces, state.arrow);
        self.next_stop(&next)
    }

    /// Each seat's prospects with the platform turned as in `next`.
    pub(super) fn next_stop(&self, next: &State) -> [Stop; MAX_SEATS] {
        let mut stops = [Stop::default(); MAX_SEATS];
        let capturable = self.captures(next);
        for colour in self.in_play() {
            let Some(seat) = self.owner(colour) else { continue };
            let entries = self.enterable(next, colour, next.circles[colour.index()]);
            stops[seat.index()].entries += entries.count_ones();
            // Waiting men will fill the empty circles, as many as fit; which circles is still open.
            let (empty, waiting) = (self.empty_circles(next, colour), men(next.corner[colour.index()]));
            if empty != 0 && waiting != 0 {
                let fillable = self.enterable(next, colour, empty).count_ones() as i32;
                let circles = empty.count_ones() as i32;
                stops[seat.index()].fills += fillable * waiting.min(circles) * FILL / circles;
            }
            for other in self.in_play() {
                let lost = entries & capturable & next.platform[other.index()];
                if let Some(victim) = self.owner(other) {
                    stops[victim.index()].dangers += lost.count_ones();
                }
            }
        }
        stops
    }

    /// What the seat's men are worth where they are.
    fn standing(&self, state: &State, seat: Seat) -> i32 {
        let of_colour = |c: usize| {
            let count = |set: u32| set as i32;
            count(state.platform[c].count_ones()) * LANDED
                + count((state.platform[c] & self.board.net.neutral).count_ones()) * SAFE
                + count(state.circles[c].count_ones()) * READY
                + men(state.corner[c]) * IN_CORNER
        };
        self.colours(seat).iter().map(|colour| of_colour(colour.index())).sum()
    }

    /// What the seat's lost men and hostages are worth to it.
    fn captivity(&self, state: &State, seat: Seat) -> i32 {
        let held = self.held(state, seat);
        let purse = state.purse(seat);
        let redeemable = |rank: &Rank| held.has(*rank) || purse >= rank.price();
        let lost = self.colours(seat).iter().map(|colour| self.lost(state, *colour));
        let lost: i32 =
            lost.map(|lost| RANKS.iter().filter(|rank| lost.has(**rank) && redeemable(rank)).count() as i32).sum();
        let hostages: i32 = state.captives[seat.index()].iter().map(|squad| men(*squad)).sum();
        lost * REDEEMABLE + hostages * HOSTAGE
    }

    fn worth(&self, state: &State, seat: Seat, outlook: &Outlook) -> i32 {
        let purse = i32::from(state.purse(seat));
        let chips = purse.min(PLENTY) + (purse - PLENTY).max(0) / BEYOND_PLENTY;
        let colours = self.colours(seat).len();
        let landed = self.landed(state, seat) as usize / colours;
        let next = outlook.entries * CHANCE + outlook.fills - outlook.dangers * DANGER + outlook.completes * COMPLETE;
        self.standing(state, seat)
            + self.captivity(state, seat)
            + chips
            + NEARNESS[landed.min(MEN as usize)] * colours as i32
            + next / 36
    }
}

impl Evaluate for FightingMarines {
    fn evaluate(&self, state: &State, seat: Seat) -> i32 {
        let outlooks = self.outlooks(state);
        let own = self.worth(state, seat, &outlooks[seat.index()]);
        let (mut sum, mut best) = (0, i32::MIN);
        for other in self.all_seats().iter().filter(|other| *other != seat) {
            let worth = self.worth(state, other, &outlooks[other.index()]);
            (sum, best) = (sum + worth, best.max(worth));
        }
        let mean = sum / i32::from(self.players - 1);
        own - (mean * (100 - LEADER) + best * LEADER) / 100
    }

    fn order_score(&self, _state: &State, _seat: Seat, action: Action) -> i32 {
        match action {
            Action::Capture(_) => 60,
            Action::Enter(_) => 50,
            Action::Exchange { rank, .. } => 40 + rank.index() as i32,
            Action::Ransom { rank, .. } => 30 + rank.index() as i32,
            Action::Fill { .. } => 20,
            Action::Pass => 0,
        }
    }

    /// Always capture, always enter, always regain, fill any circle.
    fn heuristic(&self, state: &State, seat: Seat, action: Action) -> Option<i32> {
        Some(self.order_score(state, seat, action))
    }

    fn hash_key(&self, state: &State) -> u64 {
        let mut key = Mixer::default();
        for colour in 0..4 {
            key.mix(state.platform[colour]);
            key.mix(state.captains[colour]);
            key.mix(bytes([
                state.colonel[colour],
                state.circles[colour],
                state.circle_captains[colour],
                state.fresh[colour],
                state.corner[colour].bits(),
                state.first[colour],
                (state.purses[colour] >> 8) as u8,
                state.purses[colour] as u8,
            ]));
        }
        for pair in state.captives.chunks(2) {
            let [one, two] = [pair[0], pair[1]].map(|squads| squads.map(super::Squad::bits));
            key.mix(bytes([one[0], one[1], one[2], one[3], two[0], two[1], two[2], two[3]]));
        }
        let open = state.open.iter().fold(0u8, |bits, seat| bits | 1 << seat.0);
        let pool = state.pool.to_le_bytes();
        key.mix(bytes([pool[0], pool[1], state.arrow, state.phase as u8, state.thrower.0, open, state.asked.0, 0]));
        key.word()
    }

    fn counters(&self, state: &State) -> u64 {
        // FM-28 matters to a search only when it can be reached within it.
        let limit = self.options.throw_limit;
        let near = limit > 0 && state.throws.saturating_add(LIMIT_IN_SIGHT) >= limit;
        let ending = matches!(state.phase, Phase::Victory | Phase::Spent);
        if near && !ending { (u64::from(state.throws) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) } else { 0 }
    }

    fn feature_set(&self) -> Option<FeatureSet> {
        Some(self.described())
    }

    fn features(&self, state: &State, inputs: &mut [f32]) -> Seat {
        self.write_features(state, inputs)
    }

    fn foreseen(&self, state: &State, waiting: Option<Seat>) -> State {
        self.after_entries(state, waiting)
    }
}

/// Number of men in a squad.
fn men(squad: Squad) -> i32 {
    RANKS.into_iter().map(|rank| i32::from(squad.count(rank))).sum()
}

fn bytes(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes)
}
