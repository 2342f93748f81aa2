//! What computer players think of a position. Taste, not law.
//!
//! It makes odds to win of the points that everybody may expect at the end, and of
//! how uncertain they are. Once the whistle has sounded the points are close to
//! exact: the odds of every escape and of every race home come from `odds`. Before
//! that it adds what the rest of the raid may bring, always in counters that nobody
//! has looked at.

use super::RangerCommandos;
use super::board::Kind;
use super::net::NO_LANDING;
use super::state::{Action, Berth, COLOURS, Colour, IN_DOCK, NONE, Phase, State};
use kernel::{Evaluate, Seat};

/// A sure win and a sure loss lie this far apart.
const SCALE: f32 = 10_000.0;
/// How likely a raider is to bring about the alarm in one of his turns.
const HAZARD: f32 = 0.12;
/// Counters that a raider takes in a turn, on average.
const RATE: f32 = 0.7;
/// What the odds of a counter at the next spin add to that.
const AT_HAND: f32 = 0.6;
/// How much of the danger of being captured counts while the raid goes on: he may yet come nearer.
const EXPOSED: f32 = 0.3;
/// How uncertain the race home is, as a variance in points.
const RACE: f32 = 800.0;
/// Rounds before dawn from which on searches count them.
const DAWN_IN_SIGHT: u16 = 6;

impl RangerCommandos {
    /// The odds that a colour will come home.
    fn survival(&self, state: &State, colour: Colour) -> f32 {
        match state.barge(colour) {
            Berth::Captured | Berth::Absent => 0.0,
            _ => self.escape_odds(state, colour),
        }
    }

    /// Points for coming home, if the way home began with the colour `from`.
    fn prize(&self, state: &State, colour: Colour, from: u8, survival: &[f32; 4]) -> f32 {
        let rank = |colour: Colour| (colour as u8 + 4 - (from & 3)) & 3;
        let mut prize = 100.0;
        for other in COLOURS.into_iter().filter(|other| *other != colour && state.plays(*other)) {
            let sooner = match state.barge(other) {
                Berth::Home => 1.0,
                Berth::Captured | Berth::Absent => 0.0,
                _ => {
                    let (theirs, ours) = (state.barges[other.index()], state.barges[colour.index()]);
                    survival[other.index()] * self.odds.sooner(theirs, ours, rank(other) < rank(colour))
                }
            };
            prize -= 25.0 * sooner;
        }
        prize
    }

    /// What the counters of a colour are worth, as far as anybody can know.
    fn carried(&self, state: &State, colour: Colour) -> f32 {
        let hidden = state.haul(colour).saturating_sub(state.turned(colour));
        let faces = self.board.faces.iter().zip(state.turned_up(colour));
        let shown: u16 = faces.map(|(face, count)| face.points * u16::from(*count)).sum();
        f32::from(shown) + f32::from(hidden) * self.mean_counter()
    }

    /// The odds that the next spin lets a raider take a counter.
    fn at_hand(&self, state: &State, colour: Colour) -> f32 {
        let c = colour.index();
        let start = self.net.start(state.barges[c], state.men[c]);
        let (mut hits, mut all) = (0, 0);
        for cell in &self.board.dial {
            all += cell.width;
            if self.net.ends(start, cell.number) & state.stocked != 0 {
                hits += cell.width;
            }
        }
        hits as f32 / all.max(1) as f32
    }

    /// Counters that the rest of the raid may bring the colour.
    fn prospects(&self, state: &State, colour: Colour, calm: f32) -> f32 {
        let left: u8 = state.left.iter().sum();
        let plenty = (f32::from(left) / f32::from(self.board.counters().max(1)) * 2.0).min(1.0);
        // Of every later round the part that is reached without an alarm.
        let later = |turns: f32| {
            let mut part = 1.0 / (1.0 - calm).max(0.05);
            (0..turns as u32).for_each(|_| part *= calm);
            part
        };
        if self.is_raiding(state, colour) {
            plenty * (RATE * later(1.0) + AT_HAND * self.at_hand(state, colour))
        } else {
            plenty * RATE * later(1.5 + self.turns_to_landing(state, colour))
        }
    }

    fn is_raiding(&self, state: &State, colour: Colour) -> bool {
        let barge = state.barges[colour.index()];
        barge < IN_DOCK && self.net.landing[usize::from(barge)] != NO_LANDING
    }

    /// What everybody may expect, by colour.
    fn standings(&self, state: &State) -> [Standing; 4] {
        let mut standings = [Standing::default(); 4];
        let survival = COLOURS.map(|colour| self.survival(state, colour));
        let by_night = matches!(state.phase, Phase::Night | Phase::Walk);
        let raiders = COLOURS.into_iter().filter(|colour| self.is_raiding(state, *colour)).count();
        let mut calm = 1.0;
        (0..raiders.max(1)).for_each(|_| calm *= 1.0 - HAZARD);
        let from = match state.phase {
            Phase::Escape => state.resume,
            Phase::Night | Phase::Walk => (state.turn + 1) & 3,
            _ => state.turn,
        };
        for colour in COLOURS.into_iter().filter(|colour| state.plays(*colour)) {
            let c = colour.index();
            let hidden = f32::from(state.haul(colour).saturating_sub(state.turned(colour)));
            let carried = self.carried(state, colour);
            standings[c] = if state.place(colour).is_some() {
                let prize = f32::from(super::PRIZES[usize::from(state.places[c] - 1) & 3]);
                Standing { odds: 1.0, points: prize + carried, spread: hidden * self.spread }
            } else {
                let gain = if by_night { self.prospects(state, colour, calm) } else { 0.0 };
                let odds = if by_night { 1.0 - EXPOSED * (1.0 - survival[c]) } else { survival[c] };
                let prize = self.prize(state, colour, from, &survival);
                Standing {
                    odds,
                    points: prize + carried + gain * self.mean_counter(),
                    spread: (hidden + gain) * self.spread + RACE,
                }
            };
        }
        standings
    }

    /// The odds to win, by colour, as if everybody fared by himself.
    fn winning(&self, state: &State) -> [f32; 4] {
        let standings = self.standings(state);
        let mut odds = [0.0; 4];
        for colour in COLOURS.into_iter().filter(|colour| state.plays(*colour)) {
            let own = &standings[colour.index()];
            let mut win = own.odds;
            for other in COLOURS.into_iter().filter(|other| *other != colour && state.plays(*other)) {
                let rival = &standings[other.index()];
                win *= 1.0 - rival.odds * (1.0 - ahead(own, rival));
            }
            odds[colour.index()] = win;
        }
        let sum: f32 = odds.iter().sum();
        if sum > 0.0 { odds.map(|p| p / sum) } else { odds }
    }
}

/// What a player may expect.
#[derive(Copy, Clone, Default)]
struct Standing {
    /// The odds to come home.
    odds: f32,
    /// Points, if he does.
    points: f32,
    /// How uncertain they are, as a variance.
    spread: f32,
}

/// The odds that one is ahead of another, if both come home.
fn ahead(own: &Standing, rival: &Standing) -> f32 {
    let lead = own.points - rival.points;
    let spread = own.spread + rival.spread;
    // Close to the normal distribution, without its cost.
    0.5 + 0.5 * lead / (lead * lead + 0.9 * spread + 1.0).sqrt()
}

impl Evaluate for RangerCommandos {
    fn evaluate(&self, state: &State, seat: Seat) -> i32 {
        let Some(own) = state.colour(seat) else { return 0 };
        if state.phase == Phase::Colours {
            return -(10.0 * self.turns_to_landing(state, own)) as i32;
        }
        let even = 1.0 / f32::from(self.players);
        ((self.winning(state)[own.index()] - even) * SCALE) as i32
    }

    /// Counters first, nearest to the barge; sentries last.
    fn promise(&self, state: &State, _seat: Seat, action: Action) -> i32 {
        let back = |circle: u8| {
            let landing = self.net.landing[usize::from(state.barges[usize::from(state.turn & 3)] & 63)];
            let back = self.net.back.get(usize::from(landing)).map_or(0, |back| back[usize::from(circle & 127)]);
            i32::from(back.min(40))
        };
        match action {
            Action::Choose(colour) => -(10.0 * self.odds.to_landing(colour.index(), IN_DOCK)) as i32,
            Action::Take(circle) => 200 - back(circle),
            Action::Walk(circle) => match self.board.circles.get(usize::from(circle)).map(|circle| circle.kind) {
                Some(Kind::Sentry) => -100 - back(circle),
                _ => -back(circle),
            },
        }
    }

    fn key(&self, state: &State) -> u64 {
        let mut key = Mixer(0x9E37_79B9_7F4A_7C15);
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
        key.0
    }

    fn counters(&self, state: &State) -> u64 {
        // RC-27 matters to a search only when it can be reached within it.
        let dawn = self.options.dawn_round;
        let near = dawn > 0 && state.rounds.saturating_add(DAWN_IN_SIGHT) >= dawn;
        let by_night = matches!(state.phase, Phase::Night | Phase::Walk);
        if near && by_night { (u64::from(state.rounds) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) } else { 0 }
    }
}

/// Mixes words into one.
struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word).wrapping_mul(0x2d35_8dcc_aa6c_78a5_8bb8_4b93_962e_acc9);
        self.0 = (product ^ product >> 64) as u64;
        self.0 = self.0.rotate_left(23).wrapping_add(0xA24B_AED4_963E_E407);
    }
}
