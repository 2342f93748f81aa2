//! The odds of being ahead when the counters are turned up: the sum of one player's
//! unseen counters against the sum of another's, plus a lead in points.

use super::board::RcBoard;

/// Table entries for numbers of counters; more counters count as the last entry.
const MOST: usize = 16;
/// Points between neighbouring leads in the table.
const STEP: i32 = 25;
/// Number of leads on each side of zero.
const SIDE: i32 = 6;
const LEADS: usize = 2 * SIDE as usize + 1;

/// The odds of being ahead, by own counters, the other's counters, and lead.
pub(super) struct Leads {
    odds: Vec<[f32; LEADS]>,
}

impl Leads {
    pub(super) fn new(board: &RcBoard) -> Self {
        let unit = board.faces.iter().fold(STEP as u32, |unit, face| divisor(unit, u32::from(face.points)));
        let sums = sums(board, unit);
        let pairs = (0..MOST * MOST).map(|pair| (&sums[pair / MOST], &sums[pair % MOST]));
        Leads { odds: pairs.map(|(own, other)| row(own, other, unit as i32)).collect() }
    }

    /// The odds that a player with `own` unseen counters and a lead of `lead` points ends ahead of
    /// one with `other` counters; an equal score counts half.
    #[inline]
    pub(super) fn ahead(&self, own: u8, other: u8, lead: f32) -> f32 {
        let pair = usize::from(own).min(MOST - 1) * MOST + usize::from(other).min(MOST - 1);
        let row = &self.odds[pair];
        let at = (lead / STEP as f32 + SIDE as f32).clamp(0.0, 2.0 * SIDE as f32 - 0.001);
        let (low, part) = (at as usize, at - (at as usize) as f32);
        row[low] * (1.0 - part) + row[low + 1] * part
    }
}

fn divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// The odds of each sum of none, one, two … counters, in units. Each is drawn from
/// all counters, as nobody knows where the others lie.
fn sums(board: &RcBoard, unit: u32) -> Vec<Vec<f64>> {
    let all = f64::from(board.counters().max(1));
    let mut sums = vec![vec![1.0]];
    for counters in 1..MOST {
        let before = &sums[counters - 1];
        let most = board.faces.iter().map(|face| u32::from(face.points) / unit).max().unwrap_or(0) as usize;
        let mut next = vec![0.0; before.len() + most];
        for face in &board.faces {
            let (points, part) = ((u32::from(face.points) / unit) as usize, f64::from(face.count) / all);
            before.iter().enumerate().for_each(|(sum, p)| next[sum + points] += part * p);
        }
        sums.push(next);
    }
    sums
}

/// The odds for every lead.
fn row(own: &[f64], other: &[f64], unit: i32) -> [f32; LEADS] {
    let below = running(other);
    let at_most = |sum: i32| if sum < 0 { 0.0 } else { below[(sum as usize).min(below.len() - 1)] };
    let mut row = [0.0; LEADS];
    for (lead, odds) in (-SIDE..).zip(&mut row) {
        let ahead = |sum: i32| 0.5 * (at_most(sum - 1) + at_most(sum));
        let sums = (0i32..).zip(own);
        *odds = sums.map(|(sum, p)| p * ahead(sum + lead * STEP / unit)).sum::<f64>() as f32;
    }
    row
}

/// Running sums.
fn running(odds: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let add = |p: &f64| {
        sum += p;
        sum
    };
    odds.iter().map(add).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Board;

    #[test]
    fn the_odds_of_both_players_add_up_to_one() {
        let leads = Leads::new(&RcBoard::load(RcBoard::STANDARD).unwrap());
        for (own, other) in [(0, 0), (1, 0), (3, 5), (7, 2), (12, 12)] {
            for lead in [-80.0, -25.0, 0.0, 10.0, 50.0] {
                let both = leads.ahead(own, other, lead) + leads.ahead(other, own, -lead);
                assert!((both - 1.0).abs() < 1e-4, "{own} {other} {lead}: {both}");
            }
        }
        assert!((leads.ahead(0, 0, 0.0) - 0.5).abs() < 1e-6);
        assert!(leads.ahead(0, 0, 25.0) > 0.999 && leads.ahead(5, 2, 0.0) > leads.ahead(3, 2, 0.0));
        // One counter beats a lead of 25 by a 50 or the star, and ties with a 25: 4 and half of 5 of 34.
        assert!((leads.ahead(1, 0, -25.0) - 6.5 / 34.0).abs() < 1e-4);
    }
}
