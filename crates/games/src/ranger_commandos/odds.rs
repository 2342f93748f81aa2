//! Exact odds of the dial: crossing, coming home, escaping.
//!
//! On the water nobody decides anything, so each barge by itself is a Markov chain,
//! and value iteration gives the number of turns it needs and the odds of being home
//! by any turn. Barges that block each other are ignored. Everything here is computed once for a board.

use super::board::{Direction, MOST_STEPS, MOST_WAVES, RcBoard};
use super::net::{NO_LANDING, Net, PLACES};
use super::state::IN_DOCK;

/// Number of turns for which arrivals at home are computed; a barge rarely needs more.
const TURNS: usize = 96;
/// Value iteration ends when no value changes by more than this.
const TOLERANCE: f64 = 1e-10;
/// Maximum number of sweeps of value iteration.
const MAX_SWEEPS: usize = 100_000;
/// Spins to get back to the barge (RC-24).
pub(super) const ESCAPE_SPINS: u8 = 3;
/// Maximum sum of these spins.
const MOST_SUM: usize = MOST_STEPS * ESCAPE_SPINS as usize;

/// The odds from every place.
pub(super) struct Odds {
    /// Turns to a landing from every wave.
    crossing: [f32; MOST_WAVES],
    /// Turns to a landing from each dock.
    from_dock: [f32; 4],
    /// Turns home from every wave.
    home: [f32; MOST_WAVES],
    /// For two waves, the odds that the first barge is home in fewer turns than
    /// the second, and in the same number of turns.
    race: Vec<[(f32, f32); MOST_WAVES]>,
    /// The same when the first barge sails a turn later than the second.
    late_race: Vec<[(f32, f32); MOST_WAVES]>,
    /// A wave in front of a dock: a barge in its dock is as near as one there.
    front: u8,
    /// The odds of each number.
    pub(super) numbers: [f32; MOST_STEPS + 1],
    /// By number of spins and sum, the odds that the spins reach the sum.
    escape: [[f32; MOST_SUM + 2]; ESCAPE_SPINS as usize + 1],
}

/// A barge in the race home.
#[derive(Copy, Clone, Debug)]
pub(super) struct Racer {
    /// A wave or its dock.
    pub(super) barge: u8,
    /// Does it start a round later than the others (RC-26)?
    pub(super) late: bool,
}

impl Odds {
    pub(super) fn new(board: &RcBoard, net: &Net) -> Self {
        let widths: Vec<f64> = board.dial.iter().map(|cell| f64::from(cell.width)).collect();
        let whole: f64 = widths.iter().sum::<f64>().max(1.0);
        let odds: Vec<f64> = widths.iter().map(|width| width / whole).collect();
        let waves = board.waves.len();
        let landed = |wave: usize| net.landing[wave] != NO_LANDING;
        let at_home = |wave: usize| net.front_set >> wave & 1 != 0;
        let crossing = turns(waves, &odds, &net.night, landed);
        let home = turns(waves, &odds, &net.day, at_home);
        let east = |index: &usize| board.dial[*index].night == Direction::E;
        let out: f64 = (0..odds.len()).filter(east).map(|index| odds[index]).sum();
        let fronts = [0, 1, 2, 3].map(|colour| usize::from(board.docks[colour].front));
        let from_dock = fronts.map(|front| (1.0 / out + crossing[front]) as f32);
        let arrivals = in_turn(arrivals(waves, &odds, &net.day, at_home));
        Odds {
            crossing: crossing.map(|turns| turns as f32),
            from_dock,
            home: home.map(|turns| turns as f32),
            race: races(&arrivals, 0),
            late_race: races(&arrivals, 1),
            front: board.docks[0].front,
            numbers: numbers(board, &odds),
            escape: escapes(board, &odds),
        }
    }

    /// Average number of turns a colour's barge needs to reach a landing.
    pub(super) fn to_landing(&self, colour: usize, barge: u8) -> f32 {
        if barge < IN_DOCK { self.crossing[usize::from(barge)] } else { self.from_dock[colour & 3] }
    }

    /// Average number of turns a barge needs to get home; 0 from its dock.
    pub(super) fn to_home(&self, barge: u8) -> f32 {
        if barge < IN_DOCK { self.home[usize::from(barge)] } else { 0.0 }
    }

    /// The odds that the first barge is home before the second; `leads` if the first
    /// barge moves earlier in a round.
    pub(super) fn sooner(&self, first: Racer, second: Racer, leads: bool) -> f32 {
        match (first.late, second.late) {
            (false, true) => 1.0 - self.ahead(&self.late_race, second, first, !leads),
            (true, false) => self.ahead(&self.late_race, first, second, leads),
            _ => self.ahead(&self.race, first, second, leads),
        }
    }

    fn ahead(&self, races: &[[(f32, f32); MOST_WAVES]], first: Racer, second: Racer, leads: bool) -> f32 {
        let wave = |racer: Racer| usize::from(if racer.barge < IN_DOCK { racer.barge } else { self.front });
        let (before, level) = races[wave(first)][wave(second)];
        before + if leads { level } else { 0.0 }
    }

    /// The odds that this number of spins reaches this number of steps.
    pub(super) fn escape(&self, spins: u8, steps: u8) -> f32 {
        let spins = usize::from(spins.min(ESCAPE_SPINS));
        self.escape[spins][usize::from(steps).min(MOST_SUM + 1)]
    }
}

/// Average number of turns until `there`, from every wave; 0 if it cannot be reached.
fn turns(waves: usize, odds: &[f64], steps: &[[u8; PLACES]], there: impl Fn(usize) -> bool) -> [f64; MOST_WAVES] {
    let mut turns = [0.0; MOST_WAVES];
    let able = able(waves, odds.len(), steps, &there);
    for _ in 0..MAX_SWEEPS {
        let mut change: f64 = 0.0;
        for wave in (0..waves).filter(|wave| able[*wave] && !there(*wave)) {
            // Staying in place only costs a turn, so it is solved for directly.
            let (mut stay, mut mean) = (0.0, 1.0);
            for (p, row) in odds.iter().zip(steps) {
                match usize::from(row[wave]) {
                    to if to == wave => stay += p,
                    to => mean += p * turns[to],
                }
            }
            let value = mean / (1.0 - stay).max(1e-9);
            change = change.max((value - turns[wave]).abs());
            turns[wave] = value;
        }
        if change < TOLERANCE {
            break;
        }
    }
    turns
}

/// Waves from which `there` can be reached.
fn able(waves: usize, cells: usize, steps: &[[u8; PLACES]], there: impl Fn(usize) -> bool) -> [bool; MOST_WAVES] {
    let mut able = [false; MOST_WAVES];
    (0..waves).for_each(|wave| able[wave] = there(wave));
    loop {
        let leads = |wave: &usize| !able[*wave] && steps[..cells].iter().any(|row| able[usize::from(row[*wave])]);
        let more: Vec<usize> = (0..waves).filter(leads).collect();
        if more.is_empty() {
            return able;
        }
        more.into_iter().for_each(|wave| able[wave] = true);
    }
}

/// For every wave and number of turns, the odds of getting home in exactly that many.
fn arrivals(waves: usize, odds: &[f64], steps: &[[u8; PLACES]], there: impl Fn(usize) -> bool) -> Vec<[f64; TURNS]> {
    let mut arrivals = vec![[0.0; TURNS]; waves];
    (0..waves).filter(|wave| there(*wave)).for_each(|wave| arrivals[wave][0] = 1.0);
    for turn in 1..TURNS {
        for wave in (0..waves).filter(|wave| !there(*wave)) {
            let after = |row: &[u8; PLACES]| usize::from(row[wave]);
            arrivals[wave][turn] = odds.iter().zip(steps).map(|(p, row)| p * arrivals[after(row)][turn - 1]).sum();
        }
    }
    arrivals
}

/// A barge that is already there comes home on its first turn (RC-31), like one that gets
/// there on it.
fn in_turn(mut arrivals: Vec<[f64; TURNS]>) -> Vec<[f64; TURNS]> {
    for of in &mut arrivals {
        of[1] += of[0];
        of[0] = 0.0;
    }
    arrivals
}

/// Every race of two, with the first barge `late` turns behind.
fn races(arrivals: &[[f64; TURNS]], late: usize) -> Vec<[(f32, f32); MOST_WAVES]> {
    let mut races = Vec::new();
    for first in arrivals {
        let mut row = [(0.0, 0.0); MOST_WAVES];
        for (second, cell) in arrivals.iter().zip(&mut row) {
            let (mut before, mut level, mut gone) = (0.0, 0.0, second[..late].iter().sum::<f64>());
            for (here, there) in first.iter().zip(&second[late..]) {
                gone += there;
                before += here * (1.0 - gone);
                level += here * there;
            }
            *cell = (before as f32, level as f32);
        }
        races.push(row);
    }
    races
}

fn numbers(board: &RcBoard, odds: &[f64]) -> [f32; MOST_STEPS + 1] {
    let mut numbers = [0.0; MOST_STEPS + 1];
    for (cell, p) in board.dial.iter().zip(odds) {
        numbers[usize::from(cell.number).min(MOST_STEPS)] += *p as f32;
    }
    numbers
}

fn escapes(board: &RcBoard, odds: &[f64]) -> [[f32; MOST_SUM + 2]; ESCAPE_SPINS as usize + 1] {
    let mut escape = [[0.0; MOST_SUM + 2]; ESCAPE_SPINS as usize + 1];
    // The odds of each exact sum after the spins so far.
    let mut sums = [0.0; MOST_SUM + 1];
    sums[0] = 1.0;
    for row in &mut escape {
        for steps in 0..=MOST_SUM {
            row[steps] = sums[steps..].iter().sum::<f64>().min(1.0) as f32;
        }
        let mut next = [0.0; MOST_SUM + 1];
        for (sum, p) in sums.iter().enumerate() {
            for (cell, q) in board.dial.iter().zip(odds) {
                if let Some(entry) = next.get_mut(sum + usize::from(cell.number)) {
                    *entry += p * q;
                }
            }
        }
        sums = next;
    }
    escape
}
