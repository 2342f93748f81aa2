//! What the dial makes of a position, exactly: crossing, coming home, escaping.
//!
//! On the water nobody decides anything, so each barge by itself is a chain of
//! positions, and value iteration over them gives the number of turns it needs
//! and the odds of being home by any turn. Barges in each other's way are left
//! out. Everything here is computed once for a board.

use super::board::{Direction, MOST_STEPS, MOST_WAVES, RcBoard};
use super::net::{NO_LANDING, Net, PLACES};
use super::state::IN_DOCK;

/// Turns over which the way home is followed; hardly anybody needs more.
const TURNS: usize = 96;
/// Value iteration ends when nothing changes by more than this.
const STILL: f64 = 1e-10;
/// Value iteration ends here at the latest.
const SWEEPS: usize = 100_000;
/// Spins to get back to the barge (RC-24).
pub(super) const ESCAPE_SPINS: u8 = 3;
/// The greatest sum of them.
const MOST_SUM: usize = MOST_STEPS * ESCAPE_SPINS as usize;

/// What is known of every position.
pub(super) struct Odds {
    /// Turns to a landing from every wave.
    crossing: [f32; MOST_WAVES],
    /// Turns to a landing from each dock.
    from_dock: [f32; 4],
    /// Turns home from every wave.
    home: [f32; MOST_WAVES],
    /// For two waves, the odds that the first barge is home in fewer turns than
    /// the second, and in as many.
    race: Vec<[(f32, f32); MOST_WAVES]>,
    /// The same when the first barge sails a turn later than the second.
    late_race: Vec<[(f32, f32); MOST_WAVES]>,
    /// A wave in front of a dock: a barge in its dock is as near as one there.
    front: u8,
    /// The odds of each number.
    pub(super) numbers: [f32; MOST_STEPS + 1],
    /// The odds that so many spins bring at least this sum.
    escape: [[f32; MOST_SUM + 2]; ESCAPE_SPINS as usize + 1],
}

/// From where a barge races home.
#[derive(Copy, Clone, Debug)]
pub(super) struct Racer {
    /// A wave or its dock.
    pub(super) barge: u8,
    /// Does it sail only after the round in which the other one may (RC-26)?
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

    /// How many turns a colour's barge needs to a landing, on average.
    pub(super) fn to_landing(&self, colour: usize, barge: u8) -> f32 {
        if barge < IN_DOCK { self.crossing[usize::from(barge)] } else { self.from_dock[colour & 3] }
    }

    /// How many turns a barge needs home, on average; none from its dock.
    pub(super) fn to_home(&self, barge: u8) -> f32 {
        if barge < IN_DOCK { self.home[usize::from(barge)] } else { 0.0 }
    }

    /// The odds that the first barge is home before the second; `leads` when the first
    /// comes first in a round.
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

    /// The odds that so many spins bring at least this many steps.
    pub(super) fn escape(&self, spins: u8, steps: u8) -> f32 {
        let spins = usize::from(spins.min(ESCAPE_SPINS));
        self.escape[spins][usize::from(steps).min(MOST_SUM + 1)]
    }
}

/// Turns until `there`, from every wave; 0 where nobody ever gets there.
fn turns(waves: usize, odds: &[f64], steps: &[[u8; PLACES]], there: impl Fn(usize) -> bool) -> [f64; MOST_WAVES] {
    let mut turns = [0.0; MOST_WAVES];
    let able = able(waves, odds.len(), steps, &there);
    for _ in 0..SWEEPS {
        let mut change: f64 = 0.0;
        for wave in (0..waves).filter(|wave| able[*wave] && !there(*wave)) {
            // What stays where it is only costs a turn: it is solved for at once.
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
        if change < STILL {
            break;
        }
    }
    turns
}

/// Waves from which one can get there.
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

/// For every wave, the odds of getting home in exactly so many turns.
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

/// Whoever is there already is home at the first turn of his own (RC-31), like one who
/// gets there with it.
fn in_turn(mut arrivals: Vec<[f64; TURNS]>) -> Vec<[f64; TURNS]> {
    for of in &mut arrivals {
        of[1] += of[0];
        of[0] = 0.0;
    }
    arrivals
}

/// Every race of two, the first barge so many turns late.
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
    // The odds of each exact sum after so many spins.
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
