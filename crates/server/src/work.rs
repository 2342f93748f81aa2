//! What requests cost the processor, and who pays for it: a bucket of work for each person and each address.
//!
//! A request is counted before it is answered (`limits`); what it cost is known only afterwards. So the answer says it
//! ([`Cost`]), it is taken from the buckets of whoever asked, and whoever owes something waits until it is paid off.
//! The unit is one action that was looked at and written down, about 25 µs; it is counted and not measured, so that
//! nobody pays for the load that others make.

use crate::limits::Rate;
use axum::Json;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Maximum number of buckets kept in memory.
const MOST_BUCKETS: usize = 1 << 16;

/// What any view costs, whatever is offered in it.
const A_VIEW: f64 = 10.0;

/// What answering a request cost; travels as an extension of the response.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Cost(pub(crate) f64);

impl Cost {
    /// Of a view with so many offers that was built for this request.
    pub(crate) fn of_view(offers: u32) -> Cost {
        Cost(A_VIEW + f64::from(offers))
    }

    /// Of reading a view that may have been built before.
    pub(crate) fn of_reading(offers: u32, built: bool) -> Cost {
        if built { Cost::of_view(offers) } else { Cost(1.0 + f64::from(offers) / 10.0) }
    }
}

/// An answer in JSON that costs something.
pub(crate) struct Priced<T> {
    pub(crate) cost: Cost,
    pub(crate) body: T,
}

impl<T: Serialize> IntoResponse for Priced<T> {
    fn into_response(self) -> Response {
        with_cost(self.cost, Json(self.body))
    }
}

/// The answer, with what it cost.
pub(crate) fn with_cost(cost: Cost, answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    response.extensions_mut().insert(cost);
    response
}

struct Bucket {
    /// What may still be spent; below zero, what is owed.
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
    /// May this one ask for more? Otherwise, after how many seconds.
    pub(crate) fn check(&self, who: u128, rate: Rate, now: Instant) -> Result<(), u16> {
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let left = buckets.get(&who).map_or(rate.burst, |bucket| bucket.refilled(rate, now));
        if left >= 0.0 {
            return Ok(());
        }
        Err((-left / rate.per_second.max(1e-6)).ceil().clamp(1.0, 3600.0) as u16)
    }

    /// Takes what something cost. No more is owed than the bucket holds.
    pub(crate) fn charge(&self, who: u128, rate: Rate, now: Instant, Cost(cost): Cost) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_BUCKETS && !buckets.contains_key(&who) {
            make_room(&mut buckets);
        }
        let bucket = buckets.entry(who).or_insert(Bucket { left: rate.burst, at: now });
        *bucket = Bucket { left: (bucket.refilled(rate, now) - cost).max(-rate.burst), at: now };
    }
}

/// Forgets the half that was used longest ago.
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
    fn who_owes_waits_until_it_is_paid_and_nobody_owes_more_than_a_bucket() {
        let (work, start) = (Work::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(work.check(1, RATE, start), Ok(()));
        work.charge(1, RATE, start, Cost(100.0));
        assert_eq!(work.check(1, RATE, start), Ok(()), "what was there is spent, and nothing is owed");
        work.charge(1, RATE, start, Cost(30.0));
        assert_eq!(
            [work.check(1, RATE, start), work.check(1, RATE, at(2)), work.check(1, RATE, at(3))],
            [Err(3), Err(1), Ok(())]
        );
        assert_eq!(work.check(2, RATE, start), Ok(()), "somebody else has a bucket of their own");
        work.charge(1, RATE, at(3), Cost(1e9));
        assert_eq!(work.check(1, RATE, at(3)), Err(10));
    }

    #[test]
    fn there_are_never_more_buckets_than_fit_and_the_newest_stay() {
        let (work, start) = (Work::default(), Instant::now());
        for who in 0..(MOST_BUCKETS as u64 + 10) {
            work.charge(who.into(), RATE, start + Duration::from_micros(who), Cost(150.0));
        }
        assert!(work.buckets.lock().unwrap().len() <= MOST_BUCKETS);
        let newest = u128::from(MOST_BUCKETS as u64 - 1);
        assert!(work.check(newest, RATE, start).is_err(), "what somebody owes is not forgotten for newcomers");
    }
}
