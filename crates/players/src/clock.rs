//! The clock of players: a function that is passed in.
//!
//! A level's limit is a number of positions, the same on every machine. The clock
//! is a safety net for slow machines and stops a search early. Players never read the
//! system's clock themselves, so they also run where the standard library has none
//! (WebAssembly).

use std::time::Duration;

/// A function that returns the time since some fixed moment, or no clock.
///
/// ```
/// use boxtop_players::Clock;
/// use std::time::Duration;
///
/// fn host_time() -> Duration {
///     Duration::from_millis(17) // In a browser: `performance.now()`.
/// }
/// let clock = Clock::new(host_time);
/// assert_ne!(format!("{clock:?}"), format!("{:?}", Clock::NONE));
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Clock(Option<fn() -> Duration>);

impl Clock {
    /// No clock: players stop at their number of positions only.
    pub const NONE: Clock = Clock(None);

    /// A clock that reads this function, whose values never decrease.
    pub const fn new(now: fn() -> Duration) -> Self {
        Clock(Some(now))
    }

    /// The operating system's monotonic clock.
    #[cfg(feature = "system-clock")]
    pub fn system() -> Self {
        fn now() -> Duration {
            static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
            START.elapsed()
        }
        now();
        Clock::new(now)
    }

    /// Is there a clock?
    pub(crate) fn is_set(self) -> bool {
        self.0.is_some()
    }

    /// The moment this much time from now.
    pub(crate) fn deadline(self, time: Duration) -> Deadline {
        Deadline(self.0.map(|now| (now, now().saturating_add(time))))
    }
}

/// A moment at which a search stops; never without a clock.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Deadline(Option<(fn() -> Duration, Duration)>);

impl Deadline {
    /// It never comes.
    pub(crate) const NEVER: Deadline = Deadline(None);

    /// Whether the moment has come.
    #[inline]
    pub(crate) fn has_passed(self) -> bool {
        self.0.is_some_and(|(now, end)| now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn a_deadline_passes_when_the_clock_says_so() {
        static NOW: AtomicU64 = AtomicU64::new(5);
        let deadline = Clock::new(|| Duration::from_secs(NOW.load(Ordering::Relaxed))).deadline(Duration::from_secs(3));
        assert!(!deadline.has_passed());
        NOW.store(8, Ordering::Relaxed);
        assert!(deadline.has_passed());
    }

    #[test]
    fn without_a_clock_no_deadline_passes() {
        assert!(!Clock::NONE.deadline(Duration::ZERO).has_passed());
    }
}
