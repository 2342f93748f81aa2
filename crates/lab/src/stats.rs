//! Statistics for experiments.

use serde::Serialize;

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

/// The Wilson interval for `points` out of `matches`. Shared points make the true interval narrower,
/// so this one is conservative.
pub fn wilson(points: f64, matches: u64) -> Interval {
    if matches == 0 {
        return Interval { score: 0.5, low95: 0.0, high95: 1.0 };
    }
    const Z: f64 = 1.959_963_984_540_054;
    let n = matches as f64;
    let score = points / n;
    let middle = (score + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let reach = Z / (1.0 + Z * Z / n) * (score * (1.0 - score) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval { score, low95: (middle - reach).max(0.0), high95: (middle + reach).min(1.0) }
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
}
