//! Evaluation of positions for computer players: judgement, not rules.
//!
//! A position is worth the odds of winning it (`standing`). An action is worth the
//! points that its player can then expect, compared with those of the others: the rest
//! of the raid if they go on, the race home and everybody's escape if they sound the
//! alarm. Unseen counters count at their average.

use super::RangerCommandos;
use super::board::Kind;
use super::moves::bits;
use super::net::NO_WAY;
use super::odds::ESCAPE_SPINS;
use super::state::{Action, COLOURS, Colour, IN_DOCK, NONE, Phase, State};
use kernel::{Evaluate, FeatureSet, MAX_SEATS, Mixer, Seat, math::ln};

/// Value of odds of e to one.
const LEAD: f32 = 250.0;
/// Odds are clamped to this distance from 0 and 1.
const SURE: f32 = 0.002;
/// Searches count rounds from this many rounds before dawn.
const DAWN_IN_SIGHT: u16 = 6;
/// Weight of the greedy heuristic: any counter before any safe circle, any safe circle before a sentry.
const GREED: i32 = 1_000;

impl RangerCommandos {
    /// Expected points of the player on turn after a walk to this circle, which has no sentry, with
    /// `taken` counters taken there.
    #[inline]
    fn goes_on(&self, state: &State, circle: u8, taken: u8) -> f32 {
        let colour = Colour::at(state.turn);
        let Some(landing) = self.landing(state, colour) else { return 0.0 };
        let feared = self.raiders(state).feared(colour);
        self.eval_tables().raids.look(feared, landing, state.haul(colour) + taken, circle).points
    }

    /// What sounding the alarm is worth to the player on turn: their points if they come back,
    /// and the average number of points that it costs the others.
    fn alarm(&self, state: &State) -> (f32, f32) {
        let colour = Colour::at(state.turn);
        let in_hand = self.prize_now(state, colour) + self.mean_counter() * f32::from(state.haul(colour));
        let raiders = self.raiders(state);
        let others = COLOURS.into_iter().filter(|other| *other != colour && state.plays(*other));
        let cost = others.map(|other| {
            let (outlook, _) = self.outlook(state, other, &raiders);
            let prize = self.eval_tables().raids.prize(state.ashore(other).is_none());
            let carried = self.mean_counter() * f32::from(state.haul(other));
            outlook.points - self.survival(state, other) * (prize + carried)
        });
        (in_hand, cost.sum::<f32>() / f32::from(self.players - 1))
    }

    /// The odds of getting back from a sentry's circle when the alarm sounds there.
    fn slips_away(&self, state: &State, circle: u8) -> f32 {
        let Some(landing) = self.landing(state, Colour::at(state.turn)) else { return 0.0 };
        match self.net.back[usize::from(landing)][usize::from(circle & 127)] {
            NO_WAY => 0.0,
            steps => self.odds.escape(ESCAPE_SPINS, steps),
        }
    }

    /// Steps from a circle to the nearest arrow with a counter.
    fn to_counter(&self, state: &State, circle: u8) -> i32 {
        let far = &self.net.far[usize::from(circle).min(self.net.far.len() - 1)];
        bits(state.stocked).map(|arrow| i32::from(far[usize::from(arrow)])).min().unwrap_or(0)
    }
}

impl Evaluate for RangerCommandos {
    fn evaluate(&self, state: &State, seat: Seat) -> i32 {
        let Some(own) = state.colour(seat) else { return 0 };
        if state.phase == Phase::Colours {
            return -(10.0 * self.turns_to_landing(state, own)) as i32;
        }
        let odds = self.winning(state)[own.index()].clamp(SURE, 1.0 - SURE);
        (LEAD * ln(odds / (1.0 - odds) * f32::from(self.players - 1))) as i32
    }

    fn order_score(&self, state: &State, _seat: Seat, action: Action) -> i32 {
        let points = match action {
            Action::Choose(colour) => -self.odds.to_landing(colour.index(), IN_DOCK),
            Action::Take(circle) => self.goes_on(state, circle, 1),
            Action::Walk(circle) if self.net.sentries >> (circle & 127) & 1 != 0 => {
                let (in_hand, cost) = self.alarm(state);
                self.slips_away(state, circle) * in_hand + cost
            }
            Action::Walk(circle) => self.goes_on(state, circle, 0),
        };
        (16.0 * points) as i32
    }

    /// The walk with the best expected points, found without listing the others.
    fn rollout_action(
        &self,
        state: &State,
        seat: Seat,
        pick: impl FnMut(u32) -> u32,
        buffer: &mut Vec<Action>,
    ) -> Option<Action> {
        if state.phase != Phase::Walk {
            return kernel::Game::sample_action(self, state, seat, pick, buffer);
        }
        let ends = self.open_ends(state);
        let (gains, safe) = (ends & state.stocked, ends & !self.net.sentries & !state.stocked);
        let best = |found: Option<(f32, Action)>, (points, action): (f32, Action)| match found {
            Some((most, _)) if most >= points => found,
            _ => Some((points, action)),
        };
        let takes = bits(gains).map(|circle| (self.goes_on(state, circle, 1), Action::Take(circle)));
        let walks = bits(safe).map(|circle| (self.goes_on(state, circle, 0), Action::Walk(circle)));
        let mut choice = takes.chain(walks).fold(None, best);
        let sentries = bits(ends & self.net.sentries).map(|circle| (self.slips_away(state, circle), circle));
        if let Some((odds, circle)) = sentries.reduce(|most, next| if next.0 > most.0 { next } else { most }) {
            let (in_hand, cost) = self.alarm(state);
            choice = best(choice, (odds * in_hand + cost, Action::Walk(circle)));
        }
        choice.map(|(_, action)| action)
    }

    /// The nearest counter, and never a sentry by choice.
    fn heuristic(&self, state: &State, _seat: Seat, action: Action) -> Option<i32> {
        Some(match action {
            Action::Choose(colour) => -(10.0 * self.odds.to_landing(colour.index(), IN_DOCK)) as i32,
            Action::Take(_) => GREED,
            Action::Walk(circle) => match self.board.circles.get(usize::from(circle)).map(|circle| circle.kind) {
                Some(Kind::Sentry) => -GREED - self.to_counter(state, circle),
                _ => -self.to_counter(state, circle),
            },
        })
    }

    fn feature_set(&self) -> Option<FeatureSet> {
        Some(self.described())
    }

    fn features(&self, state: &State, inputs: &mut [f32]) -> Seat {
        self.write_features(state, inputs)
    }

    fn solved(&self, state: &State) -> Option<[f64; MAX_SEATS]> {
        let by_colour = self.solved_shares(state)?;
        let mut shares = [0.0; MAX_SEATS];
        for colour in COLOURS {
            if let Some(seat) = state.seat(colour) {
                shares[seat.index()] = by_colour[colour.index()];
            }
        }
        Some(shares)
    }

    /// After the whistle only the dial decides.
    fn only_chance_remains(&self, state: &State) -> bool {
        matches!(state.phase, Phase::Escape | Phase::HeadStart | Phase::Day | Phase::Reveal)
    }

    fn hash_key(&self, state: &State) -> u64 {
        let mut key = Mixer::default();
        let four = |bytes: [u8; 4]| u64::from(u32::from_le_bytes(bytes));
        let spun = if state.phase == Phase::Walk { state.spun } else { NONE };
        let open = state.open.iter().fold(0u8, |bits, seat| bits | 1 << seat.0);
        key.mix(u64::from_le_bytes([
            state.phase as u8,
            state.turn,
            spun,
            state.spins,
            state.sum,
            state.resume,
            open,
            state.asked.0,
        ]));
        key.mix(four(state.first) | four(state.seats) << 32);
        key.mix(four(state.barges) | four(state.men) << 32);
        key.mix(four(state.haul) | four(state.places) << 32);
        for half in state.left.chunks(8).chain(state.faces.iter().map(|faces| &faces[..])) {
            let mut bytes = [0; 8];
            bytes.iter_mut().zip(half).for_each(|(byte, value)| *byte = *value);
            key.mix(u64::from_le_bytes(bytes));
        }
        key.word()
    }

    fn counters(&self, state: &State) -> u64 {
        // RC-27 matters to a search only when it can be reached within it.
        let dawn = self.options.dawn_round;
        let near = dawn > 0 && state.rounds.saturating_add(DAWN_IN_SIGHT) >= dawn;
        let by_night = matches!(state.phase, Phase::Night | Phase::Walk);
        if near && by_night { (u64::from(state.rounds) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) } else { 0 }
    }
}
