//! Limits the processor time of requests: a bucket of work for each person and each address.
//!
//! Requests are counted before they are handled (`limits`), but their cost is known only afterwards. So the response has
//! a [`Cost`], which is taken from the sender's buckets. A sender whose bucket is negative waits until it is refilled.
//! The unit is one action considered and serialised, about 25 µs. It is counted, not measured, so that the load of
//! others does not matter.

use crate::limits::Rate;
use axum::Json;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Maximum number of buckets kept in memory.
const MOST_BUCKETS: usize = 1 << 16;

/// The base cost of a view.
const A_VIEW: f64 = 10.0;

/// The cost of a request, an extension of its response.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Cost(pub(crate) f64);

impl Cost {
    /// The cost of building a view with this many legal moves.
    pub(crate) fn of_view(moves: u32) -> Cost {
        Cost(A_VIEW + f64::from(moves))
    }

    /// The cost of reading a view, which may have been cached.
    pub(crate) fn of_reading(moves: u32, built: bool) -> Cost {
        if built { Cost::of_view(moves) } else { Cost(1.0 + f64::from(moves) / 10.0) }
    }
}

/// A JSON response with its cost.
pub(crate) struct Priced<T> {
    pub(crate) cost: Cost,
    pub(crate) body: T,
}

impl<T: Serialize> IntoResponse for Priced<T> {
    fn into_response(self) -> Response {
        with_cost(self.cost, Json(self.body))
    }
}

/// The response with its cost.
pub(crate) fn with_cost(cost: Cost, answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    response.extensions_mut().insert(cost);
    response
}

struct Bucket {
    /// The remaining work; negative if too much was used.
    left: f64,
    at: Instant,
}

impl Bucket {
    fn refilled(&self, rate: Rate, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        (self.left + passed * rate.per_second).min(rate.burst)
    }
}

/// All buckets of work.
#[derive(Default)]
pub(crate) struct Work {
    buckets: Mutex<HashMap<u128, Bucket>>,
}

impl Work {
    /// Checks that the bucket is not negative; otherwise returns the seconds until it is refilled.
    pub(crate) fn check(&self, who: u128, rate: Rate, now: Instant) -> Result<(), u16> {
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let left = buckets.get(&who).map_or(rate.burst, |bucket| bucket.refilled(rate, now));
        if left >= 0.0 {
            return Ok(());
        }
        Err((-left / rate.per_second.max(1e-6)).ceil().clamp(1.0, 3600.0) as u16)
    }

    /// Takes the cost from the bucket, at most down to the negative burst.
    pub(crate) fn charge(&self, who: u128, rate: Rate, now: Instant, Cost(cost): Cost) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_BUCKETS && !buckets.contains_key(&who) {
            make_room(&mut buckets);
        }
        let bucket = buckets.entry(who).or_insert(Bucket { left: rate.burst, at: now });
        *bucket = Bucket { left: (bucket.refilled(rate, now) - cost).max(-rate.burst), at: now };
    }
}

/// Drops the least recently used half.
fn make_room(buckets: &mut HashMap<u128, Bucket>) {
    let mut times: Vec<Instant> = buckets.values().map(|bucket| bucket.at).collect();
    let (_, middle, _) = times.select_nth_unstable(MOST_BUCKETS / 2);
    let middle = *middle;
    buckets.retain(|_, bucket| bucket.at > middle);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const RATE: Rate = Rate { per_second: 10.0, burst: 100.0 };

    #[test]
    fn a_negative_bucket_must_refill_and_debt_is_limited() {
        let (work, start) = (Work::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(work.check(1, RATE, start), Ok(()));
        work.charge(1, RATE, start, Cost(100.0));
        assert_eq!(work.check(1, RATE, start), Ok(()), "the bucket is empty, not negative");
        work.charge(1, RATE, start, Cost(30.0));
        assert_eq!(
            [work.check(1, RATE, start), work.check(1, RATE, at(2)), work.check(1, RATE, at(3))],
            [Err(3), Err(1), Ok(())]
        );
        assert_eq!(work.check(2, RATE, start), Ok(()), "each sender has a bucket");
        work.charge(1, RATE, at(3), Cost(1e9));
        assert_eq!(work.check(1, RATE, at(3)), Err(10));
    }

    #[test]
    fn buckets_are_limited_and_the_newest_stay() {
        let (work, start) = (Work::default(), Instant::now());
        for who in 0..(MOST_BUCKETS as u64 + 10) {
            work.charge(who.into(), RATE, start + Duration::from_micros(who), Cost(150.0));
        }
        assert!(work.buckets.lock().unwrap().len() <= MOST_BUCKETS);
        let newest = u128::from(MOST_BUCKETS as u64 - 1);
        assert!(work.check(newest, RATE, start).is_err(), "newcomers do not evict the newest debts");
    }
}
