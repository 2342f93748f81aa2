//! Retries with exponential backoff and jitter.

use rand::TryRng;
use rand::rngs::SysRng;
use std::sync::Arc;
use std::time::Duration;

/// When to send a request again that got no answer. Pauses double from `first` to `longest`; each is shortened by a random
/// part, so that the clients of a restarted server do not all retry at once.
#[derive(Clone)]
pub struct RetryPolicy {
    /// The first pause.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
    /// How long to retry before the request fails.
    pub patience: Duration,
    /// Gives a number from 0 to 1 for each pause: 0 halves it, 1 leaves it whole.
    pub jitter: Arc<dyn Fn() -> f64 + Send + Sync>,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        RetryPolicy {
            first: Duration::from_millis(250),
            longest: Duration::from_secs(5),
            patience: Duration::from_secs(600),
            jitter: Arc::new(random_part),
        }
    }
}

impl RetryPolicy {
    /// No retries.
    pub fn never() -> RetryPolicy {
        RetryPolicy { patience: Duration::ZERO, ..RetryPolicy::default() }
    }

    pub(crate) fn backoff(&self) -> Backoff {
        Backoff { policy: self.clone(), next: self.first }
    }
}

/// A random number from 0 to 1.
fn random_part() -> f64 {
    SysRng.try_next_u32().map_or(0.5, |number| f64::from(number) / f64::from(u32::MAX))
}

/// The pauses of one request.
pub(crate) struct Backoff {
    policy: RetryPolicy,
    next: Duration,
}

impl Backoff {
    /// The next pause; at least as long as the server asks for, and at most a minute.
    pub(crate) fn pause(&mut self, asked: Option<Duration>) -> Duration {
        let pause = self.next.mul_f64(0.5 + (self.policy.jitter)().clamp(0.0, 1.0) / 2.0);
        self.next = (self.next * 2).min(self.policy.longest);
        pause.max(asked.unwrap_or_default()).min(Duration::from_secs(60))
    }

    /// Starts again with the first pause.
    pub(crate) fn reset(&mut self) {
        self.next = self.policy.first;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pauses(jitter: f64, count: usize) -> Vec<u128> {
        let policy =
            RetryPolicy { longest: Duration::from_secs(1), jitter: Arc::new(move || jitter), ..RetryPolicy::default() };
        let mut backoff = policy.backoff();
        (0..count).map(|_| backoff.pause(None).as_millis()).collect()
    }

    #[test]
    fn pauses_double_up_to_the_longest_and_jitter_shortens_them() {
        assert_eq!(pauses(1.0, 4), [250, 500, 1000, 1000]);
        assert_eq!(pauses(0.0, 4), [125, 250, 500, 500]);
    }

    #[test]
    fn a_server_that_asks_for_a_longer_pause_gets_it() {
        let mut backoff = RetryPolicy::default().backoff();
        assert_eq!(backoff.pause(Some(Duration::from_secs(7))), Duration::from_secs(7));
        assert_eq!(backoff.pause(Some(Duration::from_secs(7_000))), Duration::from_secs(60));
    }
}
