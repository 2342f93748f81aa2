//! How long a reference opponent thinks: a number of playouts, or a time.

use std::{fmt, str::FromStr, time::Duration};

/// How long [`crate::PlayerKind::Uct`] thinks about one decision.
///
/// Playouts choose the same on every machine. A time needs a [`crate::Clock`]; without one, each millisecond counts as
/// [`Budget::PER_MILLISECOND`] playouts.
///
/// ```
/// use boxtop_players::Budget;
///
/// assert_eq!("20000".parse(), Ok(Budget::Playouts(20_000)));
/// assert_eq!("2s".parse(), Ok(Budget::Milliseconds(2_000)));
/// assert_eq!(Budget::Milliseconds(500).to_string(), "500ms");
/// assert!("soon".parse::<Budget>().is_err());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Budget {
    /// A number of playouts.
    Playouts(u32),
    /// A wall-clock time, in milliseconds.
    Milliseconds(u32),
}

impl Default for Budget {
    fn default() -> Self {
        Budget::DEFAULT
    }
}

impl Budget {
    /// The budget if none is named.
    pub const DEFAULT: Budget = Budget::Playouts(10_000);
    /// Playouts that count as a millisecond where there is no clock.
    pub const PER_MILLISECOND: u64 = 20;
    /// Maximum number of playouts, and of milliseconds.
    pub const MOST: u32 = 100_000_000;

    /// The number of playouts at which a player without a clock stops.
    pub(crate) fn playouts_without_clock(self) -> u64 {
        match self {
            Budget::Playouts(playouts) => playouts.into(),
            Budget::Milliseconds(time) => u64::from(time) * Budget::PER_MILLISECOND,
        }
    }

    /// The wall-clock time, if that is the limit.
    pub(crate) fn time(self) -> Option<Duration> {
        match self {
            Budget::Playouts(_) => None,
            Budget::Milliseconds(time) => Some(Duration::from_millis(time.into())),
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Playouts(playouts) => write!(f, "{playouts}"),
            Budget::Milliseconds(time) => write!(f, "{time}ms"),
        }
    }
}

/// No budget can be written like this.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadBudget(String);

impl fmt::Display for BadBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = Budget::MOST;
        write!(f, "“{}” is no budget; write playouts (20000) or a time (500ms, 2s), from 1 to {most}", self.0)
    }
}

impl std::error::Error for BadBudget {}

impl FromStr for Budget {
    type Err = BadBudget;

    fn from_str(text: &str) -> Result<Self, BadBudget> {
        let read = |digits: &str, unit: u32| {
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            let number = digits.parse::<u32>().ok().filter(|_| plain)?.checked_mul(unit)?;
            (1..=Budget::MOST).contains(&number).then_some(number)
        };
        let budget = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
            (Some(digits), _) => read(digits, 1).map(Budget::Milliseconds),
            (None, Some(digits)) => read(digits, 1_000).map(Budget::Milliseconds),
            (None, None) => read(text, 1).map(Budget::Playouts),
        };
        budget.ok_or_else(|| BadBudget(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_budget_is_read_back() {
        for budget in [Budget::DEFAULT, Budget::Playouts(1), Budget::Milliseconds(500), Budget::Milliseconds(1)] {
            assert_eq!(budget.to_string().parse(), Ok(budget));
        }
        assert_eq!("3s".parse(), Ok(Budget::Milliseconds(3_000)));
    }

    #[test]
    fn a_budget_is_a_positive_number_of_playouts_or_a_time() {
        for text in ["", "0", "0ms", "ms", "s", "-1", "+5", "1.5s", "5m", "5000000s", "100000001", "9999999999"] {
            let error = text.parse::<Budget>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("“{text}” is no budget; write playouts (20000) or a time")), "{error}");
        }
    }
}
