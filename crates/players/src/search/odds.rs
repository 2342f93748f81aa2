//! Converts values in centi-men to odds of winning, and back. Averages are taken over
//! odds, because an average of values means nothing.

use kernel::math::ln;

/// The lead, in centi-men, that multiplies the odds of winning by e.
const LEAD: f64 = 250.0;

/// The odds of winning among `players` for a seat whose position has this value; with
/// value 0 they are one in `players`. Uses only additions, multiplications and
/// divisions, so that the result is the same on every machine.
pub fn odds(value: i32, players: u8) -> f64 {
    1.0 / (1.0 + others(players) * exp(-f64::from(value) / LEAD))
}

/// The value that has these odds, for people to read.
pub(crate) fn value(odds: f64, players: u8) -> i32 {
    let odds = odds.clamp(1e-6, 1.0 - 1e-6);
    (f64::from(ln((odds / (1.0 - odds) * others(players)) as f32)) * LEAD).round() as i32
}

fn others(players: u8) -> f64 {
    f64::from(players.max(2) - 1)
}

/// An approximation: (1 + x/4096)^4096.
pub(crate) fn exp(x: f64) -> f64 {
    let root = 1.0 + x.clamp(-40.0, 40.0) / 4096.0;
    (0..12).fold(root, |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_zero_gives_equal_odds() {
        for players in 2..=4 {
            assert!((odds(0, players) - 1.0 / f64::from(players)).abs() < 1e-12);
        }
    }

    #[test]
    fn odds_grow_with_the_value_and_are_converted_back() {
        for players in 2..=4 {
            for lead in (-2_000..2_000).step_by(50) {
                assert!(odds(lead, players) < odds(lead + 50, players));
                assert!((value(odds(lead, players), players) - lead).abs() <= 20, "{lead}");
            }
        }
        assert!(odds(1_000_000, 4) > 0.999_999 && odds(-1_000_000, 4) < 1e-6);
    }
}
