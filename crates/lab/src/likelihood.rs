//! The generalised sequential probability ratio test over scores of groups, as fishtest uses it for chess programs.
//!
//! Two hypotheses name a mean score each. For each of them the distribution of group scores is fitted to the groups
//! as well as possible under this mean. The log-likelihood ratio (LLR) of the two fits grows while the groups speak
//! for the higher score. The test stops as soon as it leaves the interval of Wald's bounds ([`Hypotheses::bounds`]).
//!
//! The unit is the group, never the single match: luck that all matches of a group share makes the scores of groups
//! vary less, and the test shorter. With two seats the scores are 0, ½, 1, 1½ and 2 of 2, hence *pentanomial*.

use crate::Unfit;
use crate::stats::{GroupScores, WHOLE};

/// What a test decides between.
///
/// ```
/// use boxtop_lab::likelihood::Hypotheses;
///
/// let test = Hypotheses { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
/// let (low, high) = test.bounds();
/// assert_eq!((format!("{low:.2}"), format!("{high:.2}")), ("-2.94".into(), "2.94".into()));
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Hypotheses {
    /// The first hypothesis: `a` is this much stronger, or less.
    pub elo0: f64,
    /// The second hypothesis: `a` is this much stronger, or more.
    pub elo1: f64,
    /// The probability that the second is accepted where the first is true.
    pub alpha: f64,
    /// The probability that the first is accepted where the second is true.
    pub beta: f64,
}

/// The largest difference in Elo that a hypothesis may name; odds of 100,000 to 1.
pub const MOST_ELO: f64 = 2_000.0;

impl Hypotheses {
    /// Checks that there is something to decide.
    pub fn check(&self) -> Result<(), Unfit> {
        let Hypotheses { elo0, elo1, alpha, beta } = *self;
        let sensible = |elo: f64| (-MOST_ELO..=MOST_ELO).contains(&elo);
        let probable = |error: f64| error > 0.0 && error < 0.5;
        if let Some(wrong) = [elo0, elo1].into_iter().find(|elo| !sensible(*elo)) {
            return Err(Unfit::Elo(wrong.to_string()));
        }
        if elo1 <= elo0 {
            return Err(Unfit::EloOrder(elo0.to_string(), elo1.to_string()));
        }
        match [alpha, beta].into_iter().find(|error| !probable(*error)) {
            Some(wrong) => Err(Unfit::ErrorRate(wrong.to_string())),
            None => Ok(()),
        }
    }

    /// Wald's bounds of the log-likelihood ratio: at the lower one the first hypothesis is accepted, at the upper one the second.
    pub fn bounds(&self) -> (f64, f64) {
        let Hypotheses { alpha, beta, .. } = *self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The mean scores that the hypotheses name for this number of sides.
    pub fn scores(&self, sides: u32) -> (f64, f64) {
        (expected_score(self.elo0, sides), expected_score(self.elo1, sides))
    }

    /// The log-likelihood ratio of the second hypothesis to the first.
    pub fn llr(&self, groups: &GroupScores) -> f64 {
        let (score0, score1) = self.scores(groups.size());
        let sample = Sample::of(groups);
        sample.likelihood(score1) - sample.likelihood(score0)
    }
}

/// The expected score of a player who is this much stronger than each of the others. Equal players share the win evenly;
/// every 400 Elo multiply the odds by ten.
///
/// ```
/// use boxtop_lab::likelihood::expected_score;
///
/// assert_eq!(expected_score(0.0, 2), 0.5);
/// assert_eq!(expected_score(0.0, 4), 0.25);
/// assert!((expected_score(400.0, 2) - 10.0 / 11.0).abs() < 1e-12);
/// assert!((expected_score(400.0, 4) - 10.0 / 13.0).abs() < 1e-12);
/// ```
pub fn expected_score(elo: f64, sides: u32) -> f64 {
    1.0 / (1.0 + f64::from(sides.saturating_sub(1)) * 10f64.powf(-elo / 400.0))
}

/// The inverse of [`expected_score`]; `None` for scores of 0 and 1.
///
/// ```
/// use boxtop_lab::likelihood::{elo, expected_score};
///
/// assert!((elo(expected_score(120.0, 4), 4).unwrap() - 120.0).abs() < 1e-9);
/// assert_eq!(elo(1.0, 2), None);
/// ```
pub fn elo(score: f64, sides: u32) -> Option<f64> {
    let odds = score / (1.0 - score) * f64::from(sides.saturating_sub(1));
    let elo = 400.0 * odds.log10();
    elo.is_finite().then_some(elo)
}

/// How often a score that was never seen is counted, so that no hypothesis is impossible after a few groups.
const UNSEEN: f64 = 1e-3;

/// Group scores with their numbers.
struct Sample {
    /// Scores between 0 and 1, and how often they were seen.
    scores: Vec<(f64, f64)>,
}

impl Sample {
    /// The scores that were seen, and those that decided matches can have.
    fn of(groups: &GroupScores) -> Self {
        // With two sides a drawn match is half a win, and with more the wins of a group are counted whole.
        let step = if groups.size() == 2 { WHOLE / 2 } else { WHOLE };
        let usual = (0..=WHOLE * groups.size()).step_by(step as usize);
        let mut counts: Vec<(u32, f64)> = usual.map(|points| (points, UNSEEN)).collect();
        for (points, count) in groups.counts() {
            match counts.binary_search_by_key(&points, |(points, _)| *points) {
                Ok(at) => counts[at].1 = count as f64,
                Err(at) => counts.insert(at, (points, count as f64)),
            }
        }
        Sample { scores: counts.into_iter().map(|(points, count)| (groups.score_of(points), count)).collect() }
    }

    /// The log-likelihood of the sample under the distribution that has this mean and fits best, up to a constant.
    ///
    /// That distribution gives a score `x` the weight `count / (1 + θ (x − mean))`.
    fn likelihood(&self, mean: f64) -> f64 {
        let theta = self.theta(mean);
        let log = |(score, count): &(f64, f64)| -count * (1.0 + theta * (score - mean)).ln();
        self.scores.iter().map(log).sum()
    }

    /// The `θ` at which the weights have this mean, where `Σ count (x − mean) / (1 + θ (x − mean))` is 0. The sum falls as
    /// `θ` grows between the two values at which a weight becomes infinite.
    fn theta(&self, mean: f64) -> f64 {
        // The lowest score is 0 and the highest is 1.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            let term = |(score, count): &(f64, f64)| count * (score - mean) / (1.0 + middle * (score - mean));
            let sum: f64 = self.scores.iter().map(term).sum();
            if sum > 0.0 { low = middle } else { high = middle }
        }
        (low + high) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::Rng;

    const TEST: Hypotheses = Hypotheses { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };

    #[track_caller]
    fn close(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() < error, "{found} instead of {expected}");
    }

    /// Groups of this many matches, with the number of groups for each number of points.
    fn groups(size: u32, counts: &[(u32, u64)]) -> GroupScores {
        let mut groups = GroupScores::new(size);
        for &(points, count) in counts {
            let mut left = points;
            let mut matches = vec![0; size as usize];
            matches.iter_mut().for_each(|points| {
                *points = left.min(WHOLE);
                left -= *points;
            });
            (0..count).for_each(|_| groups.add(&matches));
        }
        groups
    }

    #[test]
    fn elo_is_odds_against_each_other_player() {
        close(expected_score(100.0, 2), 0.640_065, 1e-6);
        close(expected_score(100.0, 3), 0.470_659, 1e-6);
        close(expected_score(-100.0, 4), 0.157_857, 1e-6);
        close(elo(0.65, 2).unwrap(), 107.538, 1e-3);
        close(elo(0.35, 4).unwrap(), 83.310, 1e-3);
        assert_eq!((elo(0.0, 2), elo(1.0, 4)), (None, None));
    }

    #[test]
    fn the_bounds_are_walds() {
        let (low, high) = Hypotheses { alpha: 0.01, beta: 0.1, ..TEST }.bounds();
        close(low, (0.1f64 / 0.99).ln(), 1e-12);
        close(high, (0.9f64 / 0.01).ln(), 1e-12);
    }

    /// If every pair is won or lost as a whole, the test is the one for coins: 70 heads in 100.
    #[test]
    fn whole_pairs_are_tested_like_coins() {
        let (heads, tails) = (70.0, 30.0);
        let score1 = expected_score(100.0, 2);
        let coins: f64 = heads * (score1 / 0.5f64).ln() + tails * ((1.0 - score1) / 0.5f64).ln();
        close(TEST.llr(&groups(2, &[(0, 30), (24, 70)])), coins, 0.01);
    }

    /// For scores near both hypotheses the ratio is that of normal distributions: n (s₁ − s₀) (2 mean − s₀ − s₁) / (2 variance).
    #[test]
    fn close_hypotheses_are_tested_like_normal_distributions() {
        let near = Hypotheses { elo1: 5.0, ..TEST };
        let pairs = groups(2, &[(0, 1_800), (6, 900), (12, 4_400), (18, 900), (24, 2_000)]);
        let (score0, score1) = near.scores(2);
        let variance = pairs.variance().unwrap();
        let normal = 10_000.0 * (score1 - score0) * (2.0 * pairs.mean() - score0 - score1) / (2.0 * variance);
        close(near.llr(&pairs), normal, 0.01);
    }

    /// The figures of a separate calculation: the fit by a general optimiser, in another program.
    #[test]
    fn ratios_agree_with_another_calculation() {
        close(TEST.llr(&groups(2, &[(0, 10), (6, 5), (12, 40), (18, 15), (24, 30)])), 7.081_668, 1e-5);
        close(TEST.llr(&groups(4, &[(0, 20), (12, 40), (24, 25), (30, 3), (36, 10), (48, 2)])), 6.186_841, 1e-5);
    }

    #[test]
    fn without_groups_nothing_is_known_and_mirrored_groups_speak_for_the_other_side() {
        close(TEST.llr(&groups(2, &[])), 0.0, 0.01);
        let mirrored = Hypotheses { elo0: -100.0, elo1: 0.0, ..TEST };
        let (pairs, mirror) = (groups(2, &[(0, 4), (12, 9), (24, 13)]), groups(2, &[(24, 4), (12, 9), (0, 13)]));
        close(TEST.llr(&pairs), -mirrored.llr(&mirror), 1e-9);
    }

    /// A few groups with the same score do not decide: nobody knows the variance yet.
    #[test]
    fn a_handful_of_groups_does_not_decide() {
        for count in 1..=5 {
            for points in [0, 12, 24] {
                let llr = TEST.llr(&groups(2, &[(points, count)]));
                let (low, high) = TEST.bounds();
                assert!(low < llr && llr < high, "{count} groups of {points} points: {llr}");
            }
        }
        let all_won = |count| TEST.llr(&groups(2, &[(24, count)]));
        close(all_won(10), 10.0 * (expected_score(100.0, 2) / 0.5).ln(), 0.05);
    }

    /// The groups until the test decides, and whether the second hypothesis was accepted.
    fn decide(test: &Hypotheses, size: u32, weights: &[(u32, u32)], rng: &mut Rng) -> (u64, bool) {
        let (low, high) = test.bounds();
        let mut seen = GroupScores::new(size);
        loop {
            let drawn = rng.weighted(weights.iter().map(|(_, weight)| *weight)).unwrap();
            let mut matches = vec![0; size as usize];
            matches[0] = weights[drawn].0;
            seen.add(&matches);
            let llr = test.llr(&seen);
            if llr <= low || llr >= high {
                return (seen.groups(), llr >= high);
            }
        }
    }

    /// Accepts the second hypothesis in this part of 400 tests, which take this many groups on average.
    fn accepted(test: &Hypotheses, size: u32, weights: &[(u32, u32)]) -> (f64, f64) {
        let tests: Vec<_> = (0..400).map(|seed| decide(test, size, weights, &mut Rng::stream(17, seed))).collect();
        let second = tests.iter().filter(|(_, second)| *second).count();
        (second as f64 / 400.0, tests.iter().map(|(count, _)| *count as f64).sum::<f64>() / 400.0)
    }

    /// Pairs with mean scores of exactly ½ and exactly 0.64, and with the luck of the throws: half of them are shared.
    #[test]
    fn error_rates_are_near_alpha_and_beta_for_pairs() {
        let test = Hypotheses { elo1: elo(0.64, 2).unwrap(), alpha: 0.1, beta: 0.05, ..TEST };
        let (false_alarms, _) = accepted(&test, 2, &[(0, 20), (6, 5), (12, 50), (18, 5), (24, 20)]);
        let (found, groups) = accepted(&test, 2, &[(0, 6), (6, 5), (12, 50), (18, 5), (24, 34)]);
        assert!((0.05..=0.11).contains(&false_alarms), "{false_alarms}");
        assert!((0.94..=0.99).contains(&found), "{found}");
        assert!((20.0..=40.0).contains(&groups), "{groups}");
    }

    /// The same for rotations of four: mean scores of ¼ and 0.35.
    #[test]
    fn error_rates_are_near_alpha_and_beta_for_rotations_of_four() {
        let test = Hypotheses { elo1: elo(0.35, 4).unwrap(), ..TEST };
        let (false_alarms, _) = accepted(&test, 4, &[(0, 30), (12, 45), (24, 20), (36, 5)]);
        let (found, _) = accepted(&test, 4, &[(0, 20), (12, 35), (24, 33), (36, 9), (48, 3)]);
        assert!((0.02..=0.06).contains(&false_alarms), "{false_alarms}");
        assert!((0.94..=0.99).contains(&found), "{found}");
    }
}
