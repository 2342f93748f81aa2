//! Evaluation of positions for computer players: judgement, not rules.
//!
//! A player is worth how soon their divisions are expected on the objective. A flood
//! fill from the objective gives the distance of every space on the board as it
//! stands, with a toll for each defender and each closed beach; a table made once
//! turns it into throws. Added to that are the chances of the very next throws: of
//! winning, of beating a defender, of being relieved.

use super::HitTheBeach;
use super::board::{DIE, HbBoard, Kind, MOST_SPACES};
use super::moves::{PIPS, spaces};
use super::rules::Find;
use super::state::{Action, Colour, Phase, SUPPORTS, Space, State, Support};
use kernel::{Evaluate, FeatureSet, Game, Mixer, Seat};

/// Maximum distance; anything further counts as this.
const FAR: usize = 160;
/// The toll of a defender inland, in steps.
const DEFENDER: usize = 9;
/// The toll of a closed beach of the same colour.
const OWN_BEACH: usize = 7;
/// Added to it for each support piece that is not there yet.
const NO_SUPPORT: usize = 13;
/// The toll of a beach that another player has yet to clear.
const OTHER_BEACH: usize = 45;
/// The toll of a beach that nobody can clear.
const NEVER: usize = FAR;
/// Value of a division that is expected on the objective at once, and how slowly it falls with more throws.
const PRIZE: f32 = 4_200.0;
const PATIENCE: f32 = 3.0;
/// Percentage that the nearest division counts, the next one, and so on.
const RANKS: [i32; 4] = [100, 38, 20, 12];
/// A sure win with the next throw, in sixths.
const NEXT_WIN: i32 = 260;
/// A throw that beats a defender or clears a beach, in sixths.
const NEXT_BLOW: i32 = 7;
/// Percentage of what a division may lose that is subtracted for each sixth of danger.
const DANGER: i32 = 10;
/// The same for the seat that throws next and can still get away.
const DANGER_TO_MOVE: i32 = 6;
/// Percentage of the opponents' score that comes from the best of them; the rest comes from their mean.
const LEADER: i32 = 55;
/// Percentage of the opponents' score that is subtracted: some of their progress, such as open beaches, helps everybody.
const AGAINST: i32 = 85;
/// Value of a removed defender that has yet to be placed.
const IN_HAND: i32 = 60;
/// Searches count throws from this many throws before the limit.
const LIMIT_IN_SIGHT: u16 = 12;
/// Throws after which the random errors of weak players change.
const EPOCH: u16 = 32;

/// Tables made once for a board.
pub(super) struct Chart {
    /// Value of a division by its distance.
    worth: [i32; FAR + 1],
    /// Expected throws from each space to the objective on an empty board, in hundredths.
    throws: Vec<i32>,
}

impl Chart {
    pub(super) fn new(board: &HbBoard) -> Self {
        let expected = straight_throws();
        let worth = expected.map(|throws| (PRIZE / (throws + PATIENCE)) as i32);
        Chart { worth, throws: empty_board_throws(board) }
    }
}

/// Expected throws to a goal by its distance in steps, by exact count on a straight way.
fn straight_throws() -> [f32; FAR + 1] {
    let mut expected = [0.0_f32; FAR + 1];
    for steps in 1..=FAR {
        let ahead: Vec<f32> = (1..=DIE.min(steps)).map(|pips| expected[steps - pips]).collect();
        expected[steps] = settled(ahead);
    }
    expected
}

/// The expected throws from a space whose six throws lead to these expectations, if the
/// player passes when a throw leads to nothing better: `e = 1 + mean(min(e, lead))`.
fn settled(mut leads: Vec<f32>) -> f32 {
    leads.sort_by(f32::total_cmp);
    let mut best = f32::INFINITY;
    let mut sum = 0.0;
    for (count, lead) in (1..).zip(leads) {
        sum += lead;
        best = best.min((DIE as f32 + sum) / count as f32);
    }
    best
}

/// The expected throws from every space of a board without defenders.
fn empty_board_throws(board: &HbBoard) -> Vec<i32> {
    const ROUNDS: usize = 64;
    const CLOSE: f32 = 0.01;
    const UNKNOWN: f32 = 1_000.0;
    let mut expected = vec![UNKNOWN; board.places.len()];
    expected[board.net.objective.index()] = 0.0;
    for _ in 0..ROUNDS {
        let mut change = 0.0_f32;
        for space in (0..board.places.len() as u8).map(Space).filter(|space| *space != board.net.objective) {
            let lead = |pips| {
                let ends = spaces(board.net.ends(space, pips, 0));
                ends.map(|end| expected[end.index()]).fold(UNKNOWN, f32::min)
            };
            let leads: Vec<_> = PIPS.map(lead).filter(|lead| *lead < UNKNOWN).collect();
            if !leads.is_empty() {
                let better = settled(leads).min(UNKNOWN);
                change = change.max(expected[space.index()] - better);
                expected[space.index()] = better;
            }
        }
        if change < CLOSE {
            break;
        }
    }
    expected.into_iter().map(|throws| (throws * 100.0) as i32).collect()
}

/// Number of steps from every space to the objective for one colour, tolls included.
pub(super) type Distances = [u8; MOST_SPACES];

/// A seat's prospects for its next throw, out of six.
#[derive(Copy, Clone, Default)]
struct Outlook {
    /// Throws that win.
    wins: i32,
    /// Throws that beat a defender or clear a beach.
    blows: i32,
}

impl HitTheBeach {
    /// The toll for this colour to get past the defender of a beach.
    fn beach_toll(&self, state: &State, colour: Colour, circle: Space, of: Colour) -> usize {
        if of != colour {
            return if self.owner(of).is_some() { OTHER_BEACH } else { NEVER };
        }
        if self.next_landing(state, colour) != Some(circle) {
            // Support that already lies there does not help: it is needed elsewhere first.
            return OWN_BEACH + NO_SUPPORT * SUPPORTS.len();
        }
        let away = SUPPORTS.into_iter().filter(|piece| self.support_at(state, colour, *piece) != Some(circle));
        OWN_BEACH + NO_SUPPORT * away.count()
    }

    /// Distances on the board as it stands, by flood fill from the objective.
    pub(super) fn distances(&self, state: &State, colour: Colour) -> Distances {
        let net = &self.board.net;
        let mut distances = [FAR as u8; MOST_SPACES];
        let mut rings = [0u128; FAR + 1];
        rings[0] = net.objective.bit();
        let mut settled = 0u128;
        let mut tolls = [(0u64, 0usize); 8];
        let held = state.defenders & net.beaches;
        for (toll, (of, circle)) in tolls.iter_mut().zip(self.beach_circles()) {
            if held & circle.brown_bit() != 0 {
                *toll = (circle.brown_bit(), self.beach_toll(state, colour, circle, of));
            }
        }
        for steps in 0..FAR {
            let ring = rings[steps] & !settled;
            if ring == 0 {
                continue;
            }
            settled |= ring;
            for space in spaces(ring) {
                distances[space.index()] = steps as u8;
                let mut onward = steps + 1;
                if state.has_defender(space) {
                    let beach = tolls.iter().find(|(circle, _)| circle & space.brown_bit() != 0);
                    onward += beach.map_or(DEFENDER, |(_, toll)| *toll);
                }
                rings[onward.min(FAR)] |= net.beside[space.index()];
            }
        }
        distances
    }

    fn beach_circles(&self) -> impl Iterator<Item = (Colour, Space)> {
        let beaches = &self.board.net.own_beaches;
        super::COLOURS.into_iter().flat_map(|colour| beaches[colour.index()].map(|circle| (colour, circle)))
    }

    /// Looks at all six throws of every seat: what they gain, and which divisions they endanger.
    fn outlooks(&self, state: &State, danger: &mut [u8; MOST_SPACES]) -> [Outlook; 4] {
        let net = &self.board.net;
        let mut outlooks = [Outlook::default(); 4];
        let land = state.taken & u128::from(net.brown);
        for seat in self.all_seats().iter() {
            let colour = self.colour(seat);
            let own = state.at[colour.index()].iter().fold(0, |set, at| set | at.bit());
            let outlook = &mut outlooks[seat.index()];
            for pips in PIPS {
                let goals = self.goals(state, colour, pips).into_iter().fold(0, |all, goals| all | goals);
                outlook.wins += i32::from(goals & net.objective.bit() != 0);
                outlook.blows += i32::from(goals & u128::from(state.defenders) != 0);
                for victim in spaces(goals & land & !own) {
                    danger[victim.index()] += 1;
                }
            }
        }
        if state.phase == Phase::Move {
            // The throw is known.
            let goals = self.goals(state, self.colour(state.seat), state.die);
            let wins = goals.iter().any(|goals| goals & net.objective.bit() != 0);
            outlooks[state.seat.index()].wins = if wins { DIE as i32 } else { 0 };
        }
        outlooks
    }

    /// The value of a division at this distance.
    pub(super) fn worth_of(&self, steps: usize) -> i32 {
        self.chart.worth[steps.min(FAR)]
    }

    /// Of each seat's next throws, out of six, how many win and how many beat a defender or clear a beach; and how many
    /// of all endanger each space.
    pub(super) fn next_throws(&self, state: &State, danger: &mut [u8; MOST_SPACES]) -> [(i32, i32); 4] {
        self.outlooks(state, danger).map(|outlook| (outlook.wins, outlook.blows))
    }

    /// Value of the seat's divisions where they stand, less what they may lose.
    fn advance(&self, state: &State, seat: Seat, danger: &[u8; MOST_SPACES]) -> i32 {
        let colour = self.colour(seat);
        let distances = self.distances(state, colour);
        let worth = |at: Space| self.chart.worth[usize::from(distances[at.index()])];
        let home = worth(self.board.net.starts[colour.index()]);
        let to_move = state.seat == seat && state.phase != Phase::Place;
        let fear = if to_move { DANGER_TO_MOVE } else { DANGER };
        let at = state.at[colour.index()];
        let mut divisions = at.map(|at| {
            let worth = worth(at);
            let threat = i32::from(danger[at.index()]).min(DIE as i32 + 2);
            worth - (worth - home).max(0) * threat * fear / 100
        });
        divisions.sort_unstable_by(|a, b| b.cmp(a));
        divisions.iter().zip(RANKS).map(|(worth, part)| worth * part).sum::<i32>() / 100
    }

    /// Value of each seat's chance to win with its next throw, in the order of turns.
    fn next_wins(&self, state: &State, outlooks: &[Outlook; 4]) -> [i32; 4] {
        let mut wins = [0; 4];
        let mut open = 1_000;
        // While a defender has to be placed, the next seat throws next.
        let mut seat = if state.phase == Phase::Place { state.seat.next(self.players) } else { state.seat };
        for _ in 0..self.players {
            let chance = open * outlooks[seat.index()].wins / DIE as i32;
            wins[seat.index()] = chance * NEXT_WIN * DIE as i32 / 1_000;
            open -= chance;
            seat = seat.next(self.players);
        }
        wins
    }
}

impl Evaluate for HitTheBeach {
    fn evaluate(&self, state: &State, seat: Seat) -> i32 {
        let mut danger = [0; MOST_SPACES];
        let outlooks = self.outlooks(state, &mut danger);
        let wins = self.next_wins(state, &outlooks);
        let worth = |seat: Seat| {
            let in_hand = if state.phase == Phase::Place && state.seat == seat { IN_HAND } else { 0 };
            self.advance(state, seat, &danger) + wins[seat.index()] + outlooks[seat.index()].blows * NEXT_BLOW + in_hand
        };
        let own = worth(seat);
        let (mut sum, mut best) = (0, i32::MIN);
        for other in self.all_seats().iter().filter(|other| *other != seat) {
            let worth = worth(other);
            (sum, best) = (sum + worth, best.max(worth));
        }
        let mean = sum / i32::from(self.players - 1);
        own - (mean * (100 - LEADER) + best * LEADER) / 100 * AGAINST / 100
    }

    fn order_score(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let throws = |at: Space| self.chart.throws.get(at.index()).copied().unwrap_or(0);
        let march = |from: Space, to: Space| {
            let prize = match self.find(state, to) {
                Find::Nothing => 0,
                Find::Objective => 1_000_000,
                Find::BeachDefender => 2_000,
                Find::AtollDefender | Find::Defender => 600,
                Find::Opponent(..) => 800,
            };
            prize + throws(from) - throws(to)
        };
        match action {
            Action::March { from, to } => march(from, to),
            Action::SetOut { to, .. } => march(self.board.net.starts[self.colour(seat).index()], to),
            Action::Support { piece, beach } => self.help(state, self.colour(seat), piece, beach),
            Action::Place(circle) => self.nuisance(state, seat, circle),
            Action::Pass => -50,
        }
    }

    fn heuristic(&self, state: &State, seat: Seat, action: Action) -> Option<i32> {
        Some(match action {
            Action::March { from, to } => self.nearing(state, from, to),
            Action::SetOut { to, .. } => self.nearing(state, self.board.net.starts[self.colour(seat).index()], to),
            Action::Support { .. } | Action::Place(_) => self.order_score(state, seat, action),
            Action::Pass => 0,
        })
    }

    fn feature_set(&self) -> Option<FeatureSet> {
        Some(self.described())
    }

    fn features(&self, state: &State, inputs: &mut [f32]) -> Seat {
        self.write_features(state, inputs)
    }

    fn is_quiet(&self, state: &State) -> bool {
        state.phase != Phase::Place
    }

    fn hash_key(&self, state: &State) -> u64 {
        let mut key = Mixer::default();
        key.mix(state.defenders);
        for colour in 0..4 {
            let [a, b, c, d] = state.at[colour].map(|at| at.0);
            let [ship, plane] = state.support[colour];
            key.mix(u64::from_le_bytes([a, b, c, d, ship, plane, state.first[colour], colour as u8]));
        }
        let open = state.open.iter().fold(0u8, |bits, seat| bits | 1 << seat.0);
        let die = if state.phase == Phase::Move { state.die } else { 0 };
        key.mix(u64::from_le_bytes([state.phase as u8, state.seat.0, open, die, 0, 0, 0, 0]));
        key.word()
    }

    fn counters(&self, state: &State) -> u64 {
        // HB-29 matters to a search only when it can be reached within it. Before that the
        // count changes now and then, so that a weak player does not repeat the same error for ever.
        let near = self.options.is_last(state.throws.saturating_add(LIMIT_IN_SIGHT));
        let count = match state.phase {
            Phase::Won | Phase::Drawn => 0,
            _ if near => u64::from(state.throws) + 1,
            _ => u64::from(state.throws / EPOCH) << 16,
        };
        count.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl HitTheBeach {
    /// Expected throws from a space to the objective on an empty board, in hundredths.
    pub(super) fn throws_from(&self, space: Space) -> i32 {
        self.chart.throws.get(space.index()).copied().unwrap_or(0)
    }

    /// How much a support piece helps where it goes: one beach after the other.
    fn help(&self, state: &State, colour: Colour, piece: Support, beach: Space) -> i32 {
        let next = self.next_landing(state, colour);
        if next == Some(beach) {
            500
        } else if next.is_some() && self.support_at(state, colour, piece) == next {
            -1_000
        } else {
            -200
        }
    }

    /// The beach that the colour's marines reach next: the second as soon as one of them is past the first.
    pub(super) fn next_landing(&self, state: &State, colour: Colour) -> Option<Space> {
        let throws = |at: Space| self.chart.throws.get(at.index()).copied().unwrap_or(0);
        let [first, second] = self.board.net.own_beaches[colour.index()];
        let past = |beach: Space| state.at[colour.index()][..2].iter().any(|at| throws(*at) < throws(beach));
        if state.has_defender(first) && !past(first) {
            return Some(first);
        }
        (state.has_defender(second) && !past(second)).then_some(second)
    }

    /// The greedy score of a move: the division nearest to the objective moves nearer.
    fn nearing(&self, state: &State, from: Space, to: Space) -> i32 {
        const AHEAD: i32 = 10_000;
        let throws = |at: Space| self.chart.throws.get(at.index()).copied().unwrap_or(0);
        let gain = throws(from) - throws(to);
        match self.find(state, to) {
            Find::Objective => i32::MAX,
            Find::BeachDefender => 10 * AHEAD,
            _ if gain <= 0 => gain,
            _ => AHEAD - throws(from).min(AHEAD - 1) + gain,
        }
    }

    /// How much a defender here blocks the leading opponent rather than the seat itself.
    fn nuisance(&self, state: &State, seat: Seat, circle: Space) -> i32 {
        let throws = |at: Space| self.chart.throws.get(at.index()).copied().unwrap_or(0);
        let here = throws(circle);
        let ahead = |colour: Colour| {
            let nearest = state.divisions(colour).map(|(_, at)| throws(at)).min().unwrap_or(0);
            // Best right in front of the division: on its way, and not behind it.
            if here < nearest { 300 - (nearest - here).min(300) } else { 0 }
        };
        let others = self.in_play().filter(|colour| self.owner(*colour) != Some(seat));
        let harm = others.map(ahead).max().unwrap_or(0);
        let atoll = self.board.place(circle).kind == Kind::Atoll;
        harm - ahead(self.colour(seat)) / 2 - if atoll { 20 } else { 0 }
    }
}
