//! Statistics for experiments.

use serde::Serialize;
use std::collections::BTreeMap;

/// A score between 0 and 1 with its 95 % interval.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// Points won, as a part of all points.
    pub score: f64,
    /// Lower end of the interval.
    pub low95: f64,
    /// Upper end of the interval.
    pub high95: f64,
}

impl Interval {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Interval = Interval { score: 0.5, low95: 0.0, high95: 1.0 };

    /// The interval of this reach around a score, cut to 0 and 1.
    fn around(score: f64, reach: f64) -> Self {
        Interval { score, low95: (score - reach).max(0.0), high95: (score + reach).min(1.0) }
    }
}

/// 95 % of a normal distribution lie within this number of standard deviations.
const Z: f64 = 1.959_963_984_540_054;

/// The Wilson interval for `points` out of `matches`. Shared points make the true interval narrower,
/// so this one is conservative.
pub fn wilson(points: f64, matches: u64) -> Interval {
    if matches == 0 {
        return Interval::UNKNOWN;
    }
    let n = matches as f64;
    let score = points / n;
    let middle = (score + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let reach = Z / (1.0 + Z * Z / n) * (score * (1.0 - score) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval { score, low95: (middle - reach).max(0.0), high95: (middle + reach).min(1.0) }
}

/// Points for a win, so that shares of up to four winners are whole points.
pub(crate) const WHOLE: u32 = 12;

/// The share of a win as points.
pub(crate) fn points(share: f64) -> u32 {
    (share * f64::from(WHOLE)).round() as u32
}

/// The scores of groups of matches: in each group, `a` has played in every seat once, with the same throws.
///
/// Matches of a group depend on each other, groups do not. So errors are computed from the scores of whole groups,
/// and luck that all matches of a group share cancels out.
///
/// ```
/// use boxtop_lab::stats::GroupScores;
///
/// let mut pairs = GroupScores::new(2);
/// for _ in 0..50 {
///     pairs.add(&[12, 0]); // A win is 12 points. Each side won once: it was the throws.
///     pairs.add(&[12, 6]);
/// }
/// let interval = pairs.interval();
/// assert_eq!(interval.score, 0.625);
/// assert!(interval.high95 - interval.low95 < 0.06);
/// assert!(pairs.variance_removed().is_some_and(|part| part > 0.8));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupScores {
    size: u32,
    counts: BTreeMap<u32, u64>,
    groups: u64,
    /// The sum of the points of all matches, and of their squares.
    points: u64,
    squares: u64,
}

impl GroupScores {
    /// No groups yet, each of which will have this number of matches.
    pub fn new(size: u32) -> Self {
        GroupScores { size: size.max(1), counts: BTreeMap::new(), groups: 0, points: 0, squares: 0 }
    }

    /// Adds a group: the points of `a` in each of its matches, where a win is 12 points.
    pub fn add(&mut self, points: &[u32]) {
        debug_assert_eq!(points.len(), self.size as usize, "a group has one match for each seat");
        let sum: u32 = points.iter().sum();
        *self.counts.entry(sum).or_default() += 1;
        self.groups += 1;
        self.points += u64::from(sum);
        self.squares += points.iter().map(|points| u64::from(points * points)).sum::<u64>();
    }

    /// Number of groups.
    pub fn groups(&self) -> u64 {
        self.groups
    }

    /// Number of matches in a group.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Number of groups by their points, fewest points first.
    pub fn counts(&self) -> impl Iterator<Item = (u32, u64)> {
        self.counts.iter().map(|(points, count)| (*points, *count))
    }

    /// The score of a group with these points, from 0 to 1.
    pub fn score_of(&self, points: u32) -> f64 {
        f64::from(points) / f64::from(WHOLE * self.size)
    }

    /// The mean score; 0.5 without groups.
    pub fn mean(&self) -> f64 {
        if self.groups == 0 {
            return Interval::UNKNOWN.score;
        }
        self.points as f64 / (self.groups as f64 * f64::from(WHOLE * self.size))
    }

    /// The variance of a group's score, estimated from at least two groups.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean();
        let square = |(points, count)| count as f64 * (self.score_of(points) - mean) * (self.score_of(points) - mean);
        (self.groups >= 2).then(|| self.counts().map(square).sum::<f64>() / (self.groups - 1) as f64)
    }

    /// The mean score with its 95 % interval: normal, from the variance of group scores.
    ///
    /// If all groups have the same score, their variance is not known. Then the interval allows for the groups that may
    /// differ and were not seen: with a probability of 2.5 %, all of `n` groups agree although a part `1 − 0.025^(1/n)` differs.
    pub fn interval(&self) -> Interval {
        let (mean, groups) = (self.mean(), self.groups as f64);
        match self.variance() {
            _ if self.groups == 0 => Interval::UNKNOWN,
            Some(variance) if self.counts.len() > 1 => Interval::around(mean, Z * (variance / groups).sqrt()),
            _ => {
                let unseen = 1.0 - 0.025f64.powf(1.0 / groups);
                Interval { score: mean, low95: mean * (1.0 - unseen), high95: mean + (1.0 - mean) * unseen }
            }
        }
    }

    /// The part of the mean's variance that is gone because matches come in groups: 1 minus the variance of a group's score,
    /// divided by what it would be with independent matches in seats drawn by lot. Negative if groups are worse;
    /// `None` if all matches have the same score.
    pub fn variance_removed(&self) -> Option<f64> {
        let matches = (self.groups * u64::from(self.size)) as f64;
        let mean = self.points as f64 / matches;
        let of_a_match = (self.squares as f64 / matches - mean * mean) / f64::from(WHOLE * WHOLE);
        let independent = of_a_match * matches / (matches - 1.0) / f64::from(self.size);
        self.variance().filter(|_| independent > 1e-12).map(|variance| 1.0 - variance / independent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_agrees_with_the_textbook() {
        let half = wilson(50.0, 100);
        assert!((half.low95 - 0.4038).abs() < 1e-4 && (half.high95 - 0.5962).abs() < 1e-4, "{half:?}");
        let none = wilson(0.0, 10);
        assert!((none.low95).abs() < 1e-9 && (none.high95 - 0.2775).abs() < 1e-4, "{none:?}");
        assert_eq!(wilson(0.0, 0).high95, 1.0);
    }

    #[track_caller]
    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
    }

    fn groups(size: u32, all: &[&[u32]]) -> GroupScores {
        let mut groups = GroupScores::new(size);
        all.iter().for_each(|points| groups.add(points));
        groups
    }

    /// Scores 1, ½, ½, ¼: mean 9/16, squared deviations 49 + 1 + 1 + 25 over 256, divided by 3.
    #[test]
    fn mean_variance_and_interval_of_pairs() {
        let pairs = groups(2, &[&[12, 12], &[12, 0], &[6, 6], &[0, 6]]);
        close(pairs.mean(), 0.5625);
        close(pairs.variance().unwrap(), 76.0 / 256.0 / 3.0);
        let interval = pairs.interval();
        let reach = 1.959_963_984_540_054 * (76.0f64 / 256.0 / 3.0 / 4.0).sqrt();
        close(interval.low95, 0.5625 - reach);
        close(interval.high95, 0.5625 + reach);
    }

    /// Eight matches of 1, 1, 1, 0, ½, ½, 0, ½: squares 3¾ ÷ 8 less 81/256, times 8/7, halved for the mean of two.
    #[test]
    fn the_variance_that_pairing_removed() {
        let pairs = groups(2, &[&[12, 12], &[12, 0], &[6, 6], &[0, 6]]);
        let independent = (3.75 / 8.0 - 81.0 / 256.0) * 8.0 / 7.0 / 2.0;
        close(pairs.variance_removed().unwrap(), 1.0 - (76.0 / 256.0 / 3.0) / independent);
        close(groups(2, &[&[12, 0], &[0, 12]]).variance_removed().unwrap(), 1.0);
        assert_eq!(groups(2, &[&[12, 12], &[12, 12]]).variance_removed(), None);
        assert_eq!(groups(2, &[]).variance_removed(), None);
    }

    #[test]
    fn a_rotation_of_three_or_four_has_a_mean_score_too() {
        close(groups(4, &[&[12, 0, 0, 0], &[12, 12, 3, 0]]).mean(), (12.0 + 27.0) / 96.0);
        close(groups(3, &[&[4, 4, 4]]).mean(), 1.0 / 3.0);
    }

    /// As Clopper and Pearson have it for 20 wins of 20.
    #[test]
    fn groups_that_are_all_alike_leave_room_for_error() {
        let interval = groups(2, &[[12, 12].as_slice(); 20]).interval();
        assert_eq!((interval.score, interval.high95), (1.0, 1.0));
        close(interval.low95, 0.831_566_529_0);
        let even = groups(2, &[[12, 0].as_slice(); 200]).interval();
        assert!(even.low95 > 0.49 && even.high95 < 0.51 && even.low95 < 0.5 && even.high95 > 0.5, "{even:?}");
        assert_eq!(groups(2, &[]).interval(), Interval::UNKNOWN);
        assert!(groups(2, &[&[12, 0]]).interval().low95 < 0.1);
    }
}
