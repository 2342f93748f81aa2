//! Evaluation for computer players: a matter of judgement, not part of the rules.
//!
//! It counts material, what the next throw may take of it, how many numbers of the dice
//! end on an enemy circle, and how far the other pieces have to go.

use super::Conflict;
use super::board::UNREACHABLE;
use super::middle::SHELTER;
use super::reach::{FAR, Field, Window};
use super::state::{
    Action, COLOURS, Colour, ColourSet, HOME, KINDS, Kind, Mover, PIECES, Phase, RESERVE, Square, State, Taken,
};
use kernel::{Best, Evaluate, FeatureSet, Mixer, Seat};
use std::cmp::Reverse;

/// The value of a piece on the map, by kind.
const WORTH: [i32; 4] = [210, 100, 115, 100];
/// Its value in the home field, in per cent.
const AT_HOME: i32 = 82;
/// Its value in the reserve, in per cent.
const IN_RESERVE: i32 = 48;
/// The value of a held enemy piece, which cannot come back while its captor is in the match.
const HOSTAGE: i32 = 6;
/// What a certain capture by the next throw costs, in per cent of the piece's value.
const DANGER: i32 = 55;
/// The value of being certain to end on a circle by the next throw.
const CIRCLE: i32 = 1_500;
/// The value of each step towards the nearest enemy circle.
const STEP: i32 = 3;
/// The distance below which steps towards a circle count.
const FAR_AWAY: i32 = 26;
/// The weight of a threat that cannot be answered in time, in per cent.
const AT_ONCE: i32 = 100;
/// The weight of a threat that can be answered, in per cent.
const ANSWERED: i32 = 18;
/// The weight of the best opponent against the mean of all opponents, in per cent.
const LEADER: i32 = 35;
/// How many throws before a limit searches begin to count throws.
const LIMIT_IN_SIGHT: u16 = 8;

/// Who could take what, for all colours.
pub(super) struct Outlook {
    /// For each colour, its pieces that move on land, on water, in the air.
    fields: [[Field; 3]; 4],
    /// For each colour, how many others throw before it.
    order: [u8; 4],
    /// For each colour, its value so far.
    worth: [i32; 4],
}

/// How many of 36 throws show a number of this set at least once.
pub(super) fn throws_with(numbers: u32) -> i32 {
    let others = 6 - numbers.min(6) as i32;
    36 - others * others
}

impl Outlook {
    /// Does one colour throw before the other?
    pub(super) fn throws_before(&self, one: Colour, other: Colour) -> bool {
        self.order[one.index()] < self.order[other.index()]
    }

    /// The weight of a threat in per cent: less if the target throws first and can answer it.
    fn tempo(&self, attacker: Colour, target: Colour) -> i32 {
        let (sooner, later) = (self.order[attacker.index()], self.order[target.index()]);
        if sooner < later { AT_ONCE } else { ANSWERED }
    }
}

impl Conflict {
    pub(super) fn outlook(&self, state: &State) -> Outlook {
        let mut fields: [[Field; 3]; 4] = std::array::from_fn(|_| [Field::EMPTY, Field::EMPTY, Field::EMPTY]);
        for colour in state.alive.iter() {
            for (slot, at) in state.pieces[colour.index()].iter().enumerate() {
                let kind = Kind::of_slot(slot);
                // A piece at home strikes from the circle.
                if *at <= HOME {
                    let square = if *at == HOME { self.board.circle(colour) } else { Square(*at) };
                    fields[colour.index()][super::board::ground_of(kind)].set(square);
                }
            }
        }
        Outlook { fields, order: self.order(state), worth: [0; 4] }
    }

    /// How many others throw before each colour.
    fn order(&self, state: &State) -> [u8; 4] {
        let mut order = [0; 4];
        let to_throw = matches!(state.phase, Phase::Throw | Phase::Pact | Phase::Answer);
        let first = if to_throw { state.turn } else { state.turn.next() };
        for turn in 0..4u8 {
            order[(first.index() + usize::from(turn)) % 4] = turn;
        }
        order
    }

    /// How many of 36 throws let the attacker take a piece on a square.
    pub(super) fn strikes(&self, outlook: &Outlook, attacker: Colour, kind: Kind, square: Square) -> i32 {
        let mut nearest = FAR + 1;
        for (ground, striker) in [Kind::Artillery, Kind::Ship, Kind::Plane].into_iter().enumerate() {
            let table = self.net().ground(striker);
            if !table.has(square) || striker == Kind::Plane && kind == Kind::Gun {
                continue;
            }
            let near = outlook.fields[attacker.index()][ground].around(square);
            if near.is_empty() {
                continue;
            }
            let steps = (1..nearest).find(|steps| !near.and(table.ball(square, *steps)).is_empty());
            nearest = steps.unwrap_or(nearest);
        }
        // Any die of that number or more can reach it.
        throws_with((FAR + 1 - nearest) as u32)
    }

    /// The enemy with the most throws that can take a piece of the colour on a square, and their
    /// number out of 36. It is an upper bound: pieces in the way are ignored.
    pub(super) fn danger(&self, state: &State, colour: Colour, kind: Kind, square: Square) -> Option<(Colour, i32)> {
        let outlook = self.outlook(state);
        let foes = self.enemies(state, colour).iter();
        let strikes =
            foes.map(|foe| (foe, self.strikes(&outlook, foe, kind, square))).filter(|(_, throws)| *throws > 0);
        strikes.max_by_key(|(foe, throws)| (*throws, Reverse(foe.index())))
    }

    /// Numbers of a die by which a piece ends on an enemy circle, as bits.
    pub(super) fn numbers_to(&self, state: &State, colour: Colour, kind: Kind, from: Square, circle: Square) -> u32 {
        let ground = self.net().ground(kind);
        let hostile = self.rivals(state, colour).0;
        let Some((row, column)) = super::reach::place_in(from, circle).filter(|_| ground.has(from)) else { return 0 };
        let reaches = |die: &usize| ground.ends(from, *die, hostile).has(row, column);
        (1..=FAR).filter(reaches).fold(0, |numbers, die| numbers | 1 << die)
    }

    fn add_value(&self, state: &State, outlook: &mut Outlook, colour: Colour) {
        let foes = self.enemies(state, colour);
        let targets = self.targets(state, colour);
        let mut worth = 0;
        let mut numbers = [0u32; 4];
        for (slot, &at) in state.pieces[colour.index()].iter().enumerate() {
            let kind = Kind::of_slot(slot);
            let value = WORTH[kind.index()];
            worth += match at {
                HOME => value * AT_HOME / 100,
                RESERVE => value * IN_RESERVE / 100,
                _ if at < HOME => value,
                _ => continue,
            };
            if at == RESERVE {
                continue;
            }
            let square = if at == HOME { self.board.circle(colour) } else { Square(at) };
            if at < HOME {
                let strikes =
                    foes.iter().map(|foe| self.strikes(outlook, foe, kind, square) * outlook.tempo(foe, colour) / 100);
                worth -= strikes.max().unwrap_or(0) * value * DANGER / 3_600;
            }
            let mut nearest = i32::from(UNREACHABLE);
            for foe in targets.iter() {
                let steps = i32::from(self.net().steps_to(kind, foe, square));
                nearest = nearest.min(steps);
                if steps <= FAR as i32 {
                    numbers[foe.index()] |= self.numbers_to(state, colour, kind, square, self.board.circle(foe));
                }
            }
            worth += (FAR_AWAY - nearest).max(0) * STEP;
        }
        for foe in targets.iter() {
            let chance = throws_with(numbers[foe.index()].count_ones()) * outlook.tempo(colour, foe) / 100;
            worth += chance * CIRCLE / 36 / 3;
            outlook.worth[foe.index()] -= chance * CIRCLE / 36;
        }
        let held = super::state::HELD + colour as u16;
        let hostages: usize =
            foes.iter().map(|foe| state.pieces[foe.index()].iter().filter(|at| **at == held).count()).sum();
        outlook.worth[colour.index()] += worth + hostages as i32 * HOSTAGE;
    }

    /// The value of a piece of the mover.
    fn value(&self, state: &State, mover: Mover) -> i32 {
        self.slot(state, mover).map_or(0, |slot| WORTH[Kind::of_slot(slot).index()])
    }

    /// The order score of an action.
    pub(super) fn score_action(&self, state: &State, action: Action) -> i32 {
        match action {
            Action::Move { mover, to, taken, .. } => {
                let Some(slot) = self.slot(state, mover) else { return 0 };
                MoveScorer::new(self, state, Kind::of_slot(slot), mover).order_score(self, state, to, taken)
            }
            Action::Bring(kind) => WORTH[kind.index()],
            Action::Stay => 0,
            Action::Retreat(mover) => -self.value(state, mover),
            // Computer players keep out of pacts (CF-39).
            Action::GoOn | Action::Decline => 1,
            Action::Propose(_) | Action::Cancel | Action::Accept => 0,
        }
    }
}

/// Scores the moves of one piece: what does not depend on the move is computed once.
pub(super) struct MoveScorer {
    kind: Kind,
    foes: ColourSet,
    /// Steps to the nearest enemy circle before the move.
    away: i32,
    /// The bonus for entering.
    entering: i32,
}

impl MoveScorer {
    #[inline]
    pub(super) fn new(game: &Conflict, state: &State, kind: Kind, mover: Mover) -> Self {
        let (from, entering) = match mover {
            Mover::Field(square) => (square, 0),
            Mover::Home(_) => (game.board.circle(state.turn), 10),
        };
        let foes = game.targets(state, state.turn);
        MoveScorer { kind, foes, away: game.nearest(kind, foes, from), entering }
    }

    /// A circle first, then captures, then steps gained; a mine counts against the move.
    #[inline]
    pub(super) fn order_score(&self, game: &Conflict, state: &State, to: Square, taken: Taken) -> i32 {
        let left = game.nearest(self.kind, self.foes, to);
        // Only a circle itself is no step away from one.
        let circle = if left == 0 { 10_000 } else { 0 };
        let prize: i32 = taken.iter().map(|(_, slot)| WORTH[Kind::of_slot(slot).index()]).sum();
        let loss = if game.mined(state, self.kind, to).is_some() { WORTH[self.kind.index()] } else { 0 };
        circle + prize - loss + (self.away - left).clamp(-20, 20) * STEP + self.entering
    }
}

impl Conflict {
    /// Steps to the nearest circle of these colours.
    #[inline]
    fn nearest(&self, kind: Kind, foes: ColourSet, square: Square) -> i32 {
        i32::from(self.net().steps_to_nearest(kind, foes, square))
    }
}

impl Evaluate for Conflict {
    fn evaluate(&self, state: &State, seat: Seat) -> i32 {
        let mut outlook = self.outlook(state);
        for colour in state.alive.iter() {
            self.add_value(state, &mut outlook, colour);
        }
        let me = self.colour(seat);
        let side = |colour: Colour| {
            let partner = if self.partners { outlook.worth[colour.opposite().index()] } else { 0 };
            outlook.worth[colour.index()] + partner
        };
        let (mut sum, mut best, mut count) = (0, i32::MIN, 0);
        for other in self.in_play().filter(|other| *other != me && !(self.partners && *other == me.opposite())) {
            let worth = side(other);
            (sum, best, count) = (sum + worth, best.max(worth), count + 1);
        }
        if count == 0 {
            return side(me);
        }
        side(me) - (sum / count * (100 - LEADER) + best * LEADER) / 100
    }

    /// Computers neither offer nor accept pacts, and keep those that a person made before a computer
    /// took the seat (CF-39).
    fn for_computers(&self, _state: &State, _seat: Seat, action: Action) -> bool {
        !matches!(action, Action::Propose(_) | Action::Cancel | Action::Accept)
    }

    fn order_score(&self, state: &State, _seat: Seat, action: Action) -> i32 {
        self.score_action(state, action)
    }

    fn rollout_action(
        &self,
        state: &State,
        seat: Seat,
        mut pick: impl FnMut(u32) -> u32,
        buffer: &mut Vec<Action>,
    ) -> Option<Action> {
        if self.seat_of(self.actor(state)) != Some(seat) {
            return None;
        }
        self.rollout_move(state, &mut pick, buffer).or_else(|| {
            buffer.clear();
            self.generate(state, buffer);
            let mut best = Best::default();
            buffer.iter().for_each(|action| best.consider(self.score_action(state, *action), &mut pick, || *action));
            best.chosen()
        })
    }

    /// Captures first, otherwise steps towards the nearest enemy circle.
    fn heuristic(&self, state: &State, _seat: Seat, action: Action) -> Option<i32> {
        Some(self.score_action(state, action))
    }

    fn feature_set(&self) -> Option<FeatureSet> {
        Some(self.described())
    }

    fn features(&self, state: &State, inputs: &mut [f32]) -> Seat {
        self.write_features(state, inputs)
    }

    fn is_quiet(&self, state: &State) -> bool {
        !matches!(state.phase, Phase::Seven | Phase::Move | Phase::Second | Phase::Forfeit)
    }

    fn hash_key(&self, state: &State) -> u64 {
        let mut key = Mixer::default();
        for colour in COLOURS {
            for four in state.pieces[colour.index()].chunks(4) {
                key.mix(four.iter().fold(0, |word, at| word << 16 | u64::from(*at)));
            }
        }
        let dice = if state.dice_lie_idle() { [0; 2] } else { state.dice };
        let first = u64::from(u32::from_le_bytes(state.first));
        key.mix(first | u64::from(state.moved) << 32 | u64::from(dice[0]) << 48 | u64::from(dice[1]) << 56);
        key.mix(u64::from_le_bytes([
            state.die,
            state.doubles,
            state.acted.into(),
            state.turn as u8,
            state.alive.0,
            state.open.0,
            state.phase as u8,
            0,
        ]));
        if self.options.pacts {
            let asked = state.asked.map_or(0, |asked| asked as u64 + 1);
            key.mix(u64::from(state.pacts.word()) | asked << 32);
        }
        key.word()
    }

    fn counters(&self, state: &State) -> u64 {
        // A limit of CF-33 matters to a search only if the search can reach it.
        let near = |limit: u16, count: u16| limit > 0 && count.saturating_add(LIMIT_IN_SIGHT) >= limit;
        let (quiet, throws) = (self.options.quiet_limit, self.options.throw_limit);
        let mut counted = 0;
        if near(quiet, state.quiet) {
            counted = u64::from(state.quiet) + 1;
        }
        // The same holds for the end of the shelter.
        let shelter = if self.sheltered(state) { SHELTER } else { 0 };
        if near(throws, state.throws) || near(shelter, state.throws) {
            counted = counted << 16 | (u64::from(state.throws) + 1);
        }
        counted.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

const _: () = assert!(KINDS.len() == WORTH.len() && PIECES == 12 && std::mem::size_of::<Window>() == 32);
