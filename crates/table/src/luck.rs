//! Luck statistics: what was thrown, compared with what was to be expected.

use kernel::Seat;
use kernel::dynamic::{ChanceOutcome, DynMatch};
use kernel::record::Step;
use serde::Serialize;

/// Half the width of the 95 % band, in standard deviations.
const BAND: f64 = 1.96;

/// One seat's luck in a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Luck {
    /// The seat's id.
    pub seat: String,
    /// Number of its throws, without those that were undone.
    pub throws: u32,
    /// Their sum.
    pub actual: i64,
    /// The expected sum of the same throws.
    pub expected: f64,
    /// The standard deviation of the sum.
    pub deviation: f64,
    /// The band around the expected sum that has 95 % of all such matches.
    pub band: (f64, f64),
}

/// The luck of every seat that threw something with a number, in seat order. Mean and deviation
/// are computed from the outcomes and weights of the throws that were really made. Throws that
/// were undone do not count.
pub fn luck(game_match: &dyn DynMatch) -> Vec<Luck> {
    let seats = game_match.seats();
    let mut sums = vec![Sum::default(); seats.len()];
    let mut back = game_match.fork();
    while let Some(played) = back.played().last().cloned() {
        back.undo();
        let (Step::Chance { chance, .. }, Some(Seat(thrower))) = (&played.step, back.thrower()) else { continue };
        sums[usize::from(thrower)].add(&back.chance_outcomes(), chance);
    }
    let thrown = seats.iter().zip(sums).filter(|(_, sum)| sum.throws > 0);
    thrown.map(|(info, sum)| sum.of(info.id)).collect()
}

#[derive(Copy, Clone, Default)]
struct Sum {
    throws: u32,
    actual: i64,
    expected: f64,
    variance: f64,
}

impl Sum {
    fn add(&mut self, outcomes: &[ChanceOutcome], thrown: &str) {
        let counted = |outcome: &ChanceOutcome| outcome.counts.map(|counts| (outcome.p, f64::from(counts)));
        let Some(all) = outcomes.iter().map(counted).collect::<Option<Vec<_>>>() else { return };
        let Some(fell) = outcomes.iter().find(|outcome| outcome.outcome == thrown).and_then(|outcome| outcome.counts)
        else {
            return;
        };
        let mean: f64 = all.iter().map(|(p, counts)| p * counts).sum();
        self.throws += 1;
        self.actual += i64::from(fell);
        self.expected += mean;
        self.variance += all.iter().map(|(p, counts)| p * (counts - mean).powi(2)).sum::<f64>();
    }

    fn of(self, seat: &str) -> Luck {
        let deviation = self.variance.sqrt();
        let band = (self.expected - BAND * deviation, self.expected + BAND * deviation);
        let Sum { throws, actual, expected, .. } = self;
        Luck { seat: seat.to_owned(), throws, actual, expected, deviation, band }
    }
}
