//! The clock of a store. Only this module reads the machine's clock.
//!
//! It reads the date once, and then measures the time that has passed, so that players' clocks do not jump if the
//! machine's clock is set.

use std::fmt;
use std::sync::{Arc, LazyLock};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A source of time for a store, in milliseconds since 1970. Read once for each append.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl Clock {
    /// A custom clock, for reproducible tests.
    pub fn new(now_ms: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(now_ms))
    }

    /// The machine's clock when it was first read, plus the time since then. All system clocks of a
    /// process agree.
    pub fn system() -> Self {
        static SYSTEM: LazyLock<Clock> = LazyLock::new(|| Clock::steady(system_ms));
        SYSTEM.clone()
    }

    /// A clock that reads the date now, and then measures the time that passes.
    pub fn steady(date_ms: impl FnOnce() -> i64) -> Self {
        let (date_ms, begin) = (date_ms(), Instant::now());
        let passed = move || i64::try_from(begin.elapsed().as_millis()).unwrap_or(i64::MAX);
        Self::new(move || date_ms.saturating_add(passed()))
    }

    /// The time now, in milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        (self.0)()
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::system()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

/// The machine's clock; 0 if it is set before 1970.
fn system_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicI64, Ordering};

    /// Setting the machine's clock forward by a day used to flag players.
    #[test]
    fn a_clock_does_not_jump_when_the_machines_is_set() {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let machine = Arc::new(AtomicI64::new(20_000 * DAY));
        let asked = machine.clone();
        let clock = Clock::steady(move || asked.load(Ordering::Relaxed));
        let before = clock.now_ms();
        for jump in [DAY, -3 * DAY] {
            machine.fetch_add(jump, Ordering::Relaxed);
            let passed = clock.now_ms() - before;
            assert!((0..DAY / 2).contains(&passed), "{passed} ms have passed after a jump of {jump}");
        }
    }

    #[test]
    fn time_passes_and_all_clocks_of_a_process_agree() {
        let (one, other) = (Clock::system(), Clock::system());
        let before = one.now_ms();
        std::thread::sleep(std::time::Duration::from_millis(15));
        assert!(other.now_ms() >= before + 10);
    }
}
