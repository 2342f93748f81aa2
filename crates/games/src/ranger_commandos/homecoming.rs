//! The escape and the way home of two players, solved exactly.
//!
//! After the whistle only the dial and the counters decide. What is left is small: who gets back to the barge (`odds`), which
//! of two barges is home first, and whose counters are worth more. The race is solved by value iteration over all pairs of
//! waves, with barges that block each other; the counters by counting all ways to draw them without putting any back. A
//! slow solver that knows nothing but the rules checks the shares (`tests::homecoming`).

use super::board::{MOST_WAVES, RcBoard};
use super::state::{Berth, Colour, Phase, State};
use super::{LAST_PLACE, PRIZES, RangerCommandos};

/// A barge in its dock, behind the waves.
const DOCK: usize = MOST_WAVES;
/// Places of a barge in the race.
const PLACES: usize = MOST_WAVES + 1;
/// Value iteration ends when no value changes by more than this.
const TOLERANCE: f64 = 1e-13;
/// Maximum number of sweeps of value iteration.
const MOST_SWEEPS: usize = 20_000;
/// Maximum number of counters of a player in the tables.
const MOST_HAUL: usize = 16;
/// Maximum difference of two hauls, in units of points, that is counted.
const MOST_LEAD: usize = 400;

/// The tables of a match of two.
pub(super) struct Homecoming {
    /// The odds that the barge whose turn it is comes home first, by its place and the other's.
    race: Vec<f64>,
    /// Share of the player who came home first, by both numbers of counters.
    first: Vec<f64>,
    /// The probability of each cell of the dial.
    cells: Vec<f64>,
}

/// How the round after the whistle leaves a player.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) enum After {
    /// With a barge on this wave, or in its dock.
    Afloat(u8),
    /// Home already.
    Home,
    /// Captured.
    Lost,
}

impl Homecoming {
    /// The tables for a match of two; `None` if the counters of this board are too many to count.
    pub(super) fn new(game: &RangerCommandos) -> Option<Self> {
        let widths = || game.board.dial.iter().map(|cell| f64::from(cell.width));
        let whole: f64 = widths().sum();
        let cells: Vec<f64> = widths().map(|width| width / whole).collect();
        let second = if game.options.last_scores_last { PRIZES[usize::from(LAST_PLACE) - 1] } else { PRIZES[1] };
        let first = shares_of_the_first(&game.board, PRIZES[0] - second)?;
        let mut tables = Homecoming { race: vec![0.5; PLACES * PLACES], first, cells };
        tables.solve_race(game);
        Some(tables)
    }

    fn solve_race(&mut self, game: &RangerCommandos) {
        let at_sea = |place: usize| place < game.board.waves.len() && !game.is_front(place as u8);
        for mover in (0..PLACES).filter(|place| !at_sea(*place)) {
            self.race[mover * PLACES..][..PLACES].fill(1.0);
        }
        let waves: Vec<usize> = (0..game.board.waves.len()).filter(|wave| at_sea(*wave)).collect();
        for _ in 0..MOST_SWEEPS {
            let mut change: f64 = 0.0;
            for &mover in &waves {
                for other in (0..PLACES).filter(|other| *other != mover) {
                    let share = self.one_step(game, mover as u8, other as u8);
                    change = change.max((share - self.race[mover * PLACES + other]).abs());
                    self.race[mover * PLACES + other] = share;
                }
            }
            if change < TOLERANCE {
                break;
            }
        }
    }

    /// The odds of the barge whose turn it is, averaged over one spin (RC-28 to RC-31).
    fn one_step(&self, game: &RangerCommandos, mover: u8, other: u8) -> f64 {
        let after = |cell: usize| match self.step(game, cell, mover, other) {
            After::Afloat(there) => 1.0 - self.sooner(other, there),
            _ => 1.0,
        };
        self.cells.iter().enumerate().map(|(cell, odds)| odds * after(cell)).sum()
    }

    /// Where a barge at sea is after this cell of the dial, with the other barge at its place.
    fn step(&self, game: &RangerCommandos, cell: usize, mover: u8, other: u8) -> After {
        let to = game.net.day[cell][usize::from(mover)];
        match to {
            to if game.is_front(to) => After::Home,
            to if to == other => After::Afloat(mover),
            to => After::Afloat(to),
        }
    }

    /// The odds that the barge whose turn it is comes home before the other.
    fn sooner(&self, mover: u8, other: u8) -> f64 {
        self.race[usize::from(mover).min(DOCK) * PLACES + usize::from(other).min(DOCK)]
    }

    /// Share of the player who came home first, when the other came home as well.
    fn first(&self, first: u8, second: u8) -> f64 {
        self.first[usize::from(first) * (MOST_HAUL + 1) + usize::from(second)]
    }

    /// Share of the one who sails first after the round, by what the round has left of both and by their counters.
    pub(super) fn after(&self, one: After, other: After, hauls: [u8; 2]) -> f64 {
        let first = self.first(hauls[0], hauls[1]);
        let second = || 1.0 - self.first(hauls[1], hauls[0]);
        match (one, other) {
            (After::Lost, After::Lost) => 0.5,
            (After::Lost, _) => 0.0,
            (_, After::Lost) => 1.0,
            (After::Home, _) => first,
            (_, After::Home) => second(),
            (After::Afloat(one), After::Afloat(other)) => {
                let odds = self.sooner(one, other);
                odds * first + (1.0 - odds) * second()
            }
        }
    }

    /// What the player's turn in the round can bring, with its probabilities: an escape with these odds, or a barge's way
    /// home. The other barge is at `other`.
    pub(super) fn turn(&self, game: &RangerCommandos, barge: u8, escape: Option<f64>, other: u8) -> Vec<(f64, After)> {
        match escape {
            Some(odds) => vec![(odds, After::Afloat(barge)), (1.0 - odds, After::Lost)],
            None if usize::from(barge) >= game.board.waves.len() || game.is_front(barge) => vec![(1.0, After::Home)],
            None => {
                let step = |(cell, odds): (usize, &f64)| (*odds, self.step(game, cell, barge, other));
                self.cells.iter().enumerate().map(step).collect()
            }
        }
    }

    /// The share of each of the two colours after the whistle; `None` for any other position.
    pub(super) fn shares(&self, game: &RangerCommandos, state: &State, colours: [Colour; 2]) -> Option<[f64; 2]> {
        let hauls = colours.map(|colour| state.haul(colour));
        if hauls.iter().any(|haul| usize::from(*haul) > MOST_HAUL) {
            return None;
        }
        let now = colours.map(|colour| match state.barge(colour) {
            Berth::Wave(wave) => After::Afloat(wave),
            Berth::Dock => After::Afloat(DOCK as u8),
            Berth::Home => After::Home,
            Berth::Captured | Berth::Absent => After::Lost,
        });
        let starts = |colour: u8| usize::from(colours[0] as u8 != colour);
        let share = match state.phase {
            Phase::Day => {
                let one = starts(state.turn);
                (one, self.after(now[one], now[1 - one], [hauls[one], hauls[1 - one]]))
            }
            Phase::Escape | Phase::HeadStart => {
                let (one, turn) = (starts(state.resume), starts(state.turn));
                let ordered = [colours[one], colours[1 - one]];
                let now = [now[one], now[1 - one]];
                let hauls = [hauls[one], hauls[1 - one]];
                (one, self.in_round(game, state, ordered, now, hauls, usize::from(turn != one)))
            }
            _ => return None,
        };
        let (one, share) = share;
        Some(if one == 0 { [share, 1.0 - share] } else { [1.0 - share, share] })
    }

    /// Share of the first of these colours in the round after the whistle, when the turn of number `turn` is under way.
    fn in_round(
        &self,
        game: &RangerCommandos,
        state: &State,
        colours: [Colour; 2],
        now: [After; 2],
        hauls: [u8; 2],
        turn: usize,
    ) -> f64 {
        let one = if turn == 0 { self.turn_of(game, state, colours[0], now[0], now[1]) } else { vec![(1.0, now[0])] };
        let mut share = 0.0;
        for (odds, one) in one {
            for (part, other) in self.turn_of(game, state, colours[1], now[1], one) {
                share += odds * part * self.after(one, other, hauls);
            }
        }
        share
    }

    /// What a colour's turn in the round can bring; nothing new for a barge that is not afloat.
    fn turn_of(
        &self,
        game: &RangerCommandos,
        state: &State,
        colour: Colour,
        now: After,
        other: After,
    ) -> Vec<(f64, After)> {
        let After::Afloat(barge) = now else { return vec![(1.0, now)] };
        let other = if let After::Afloat(other) = other { other } else { DOCK as u8 };
        let escape = state.ashore(colour).map(|_| f64::from(game.escape_odds(state, colour)));
        self.turn(game, barge, escape, other)
    }
}

/// Shares of the player who leads by this number of points, by the counters of both, drawn without putting any back.
fn shares_of_the_first(board: &RcBoard, lead: u16) -> Option<Vec<f64>> {
    let unit = board.faces.iter().fold(u32::from(lead), |unit, face| divisor(unit, u32::from(face.points))).max(1);
    let points = |face: &super::board::Face| (u32::from(face.points) / unit) as usize;
    let mut all: Vec<usize> = board.faces.iter().flat_map(|face| vec![points(face); usize::from(face.count)]).collect();
    all.sort_unstable_by(|one, other| other.cmp(one));
    let most: usize = all.iter().take(MOST_HAUL).sum();
    let lead = (u32::from(lead) / unit) as usize;
    if most > MOST_LEAD {
        return None;
    }
    // The number of ways to draw these numbers of counters for each player, by the difference of their points.
    let (size, differences) = (MOST_HAUL + 1, 2 * most + 1);
    let mut ways = vec![0.0; size * size * differences];
    ways[most] = 1.0;
    for face in &board.faces {
        ways = with_face(&ways, size, differences, usize::from(face.count), points(face));
    }
    let share = |pair: usize| {
        let row = &ways[pair * differences..][..differences];
        let ahead = |at: usize| match (at + lead).cmp(&most) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        let sum: f64 = row.iter().sum();
        // More counters than there are come up in no match.
        if sum > 0.0 { row.iter().enumerate().map(|(at, ways)| ways * ahead(at)).sum::<f64>() / sum } else { 0.5 }
    };
    Some((0..size * size).map(share).collect())
}

/// The ways with the counters of one more face, of which each player draws some.
fn with_face(ways: &[f64], size: usize, differences: usize, count: usize, points: usize) -> Vec<f64> {
    let mut more = vec![0.0; ways.len()];
    for one in 0..=count.min(size - 1) {
        for other in 0..=(count - one).min(size - 1) {
            let factor = choose(count, one) * choose(count - one, other);
            for (own, rest) in (one..size).flat_map(|own| (other..size).map(move |rest| (own, rest))) {
                let from = &ways[((own - one) * size + rest - other) * differences..][..differences];
                let to = &mut more[(own * size + rest) * differences..][..differences];
                let (up, down) = (one * points, other * points);
                for (at, ways) in from.iter().enumerate().filter(|(_, ways)| **ways > 0.0) {
                    if let Some(to) = (at + up).checked_sub(down).and_then(|at| to.get_mut(at)) {
                        *to += factor * ways;
                    }
                }
            }
        }
    }
    more
}

/// The number of ways to choose `some` of `all`.
fn choose(all: usize, some: usize) -> f64 {
    (0..some).fold(1.0, |ways, at| ways * (all - at) as f64 / (at + 1) as f64)
}

fn divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { divisor(b, a % b) }
}
