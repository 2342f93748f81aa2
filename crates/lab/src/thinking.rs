//! How long players think about their decisions.

use crate::stopwatch::Stopwatch;
use serde::Serialize;
use std::time::Duration;

/// One decision that needed a search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Decision {
    wall: Duration,
    cpu: Duration,
    stopped_by_clock: bool,
}

impl Decision {
    pub(crate) fn new(stopwatch: &Stopwatch, stopped_by_clock: bool) -> Self {
        Decision { wall: stopwatch.wall(), cpu: stopwatch.cpu(), stopped_by_clock }
    }
}

/// Thinking time per decision that needed a search, in seconds.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Pace {
    /// The mean time on the wall.
    pub mean: f64,
    /// The maximum on the wall.
    pub longest: f64,
    /// Number of decisions that needed a search.
    pub decisions: u64,
    /// Decisions that were cut short because the player's time was up. Matches with such decisions cannot be repeated.
    pub stopped_by_clock: u64,
    /// Mean processor time.
    pub cpu_mean: f64,
    /// Half of the decisions took at most this processor time, to 2 %.
    pub cpu_p50: f64,
    /// 99 % of the decisions took at most this processor time, to 2 %.
    pub cpu_p99: f64,
    /// Maximum processor time.
    pub cpu_max: f64,
}

/// The decisions of one player, summed up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Thinking {
    wall: Duration,
    longest: Duration,
    cpu: Duration,
    stopped_by_clock: u64,
    cpu_times: Times,
}

impl Thinking {
    pub(crate) fn add(&mut self, decision: Decision) {
        self.wall += decision.wall;
        self.longest = self.longest.max(decision.wall);
        self.cpu += decision.cpu;
        self.stopped_by_clock += u64::from(decision.stopped_by_clock);
        self.cpu_times.add(decision.cpu);
    }

    /// The figures; all 0 without decisions.
    pub(crate) fn pace(&self) -> Pace {
        let decisions = self.cpu_times.count;
        let mean = |sum: Duration| sum.as_secs_f64() / decisions.max(1) as f64;
        Pace {
            mean: mean(self.wall),
            longest: self.longest.as_secs_f64(),
            decisions,
            stopped_by_clock: self.stopped_by_clock,
            cpu_mean: mean(self.cpu),
            cpu_p50: self.cpu_times.percentile(50).as_secs_f64(),
            cpu_p99: self.cpu_times.percentile(99).as_secs_f64(),
            cpu_max: self.cpu_times.longest.as_secs_f64(),
        }
    }
}

/// Each doubling of the time has this number of buckets.
const STEPS: u64 = 64;

/// A histogram of times whose buckets are at most a 64th wide, relative to the time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Times {
    buckets: Vec<u64>,
    count: u64,
    longest: Duration,
}

impl Times {
    fn add(&mut self, time: Duration) {
        let bucket = bucket(nanoseconds(time));
        if self.buckets.len() <= bucket {
            self.buckets.resize(bucket + 1, 0);
        }
        self.buckets[bucket] += 1;
        self.count += 1;
        self.longest = self.longest.max(time);
    }

    /// The time that this percentage of the times do not exceed: the end of its bucket.
    fn percentile(&self, percent: u64) -> Duration {
        let rank = (self.count * percent).div_ceil(100).max(1);
        let mut seen = 0;
        let found = self.buckets.iter().position(|count| {
            seen += count;
            seen >= rank
        });
        found.map_or(Duration::ZERO, |bucket| Duration::from_nanos(end_of(bucket)).min(self.longest))
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).min(u64::MAX >> 1)
}

/// The bucket of a time: times below [`STEPS`] have one each.
fn bucket(nanoseconds: u64) -> usize {
    let shift = (nanoseconds / STEPS).max(1).ilog2();
    (u64::from(shift) * STEPS + (nanoseconds >> shift)) as usize
}

/// The longest time in a bucket.
fn end_of(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    let shift = (bucket / STEPS).saturating_sub(1);
    let step = bucket - shift * STEPS;
    ((step + 1) << shift) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_is_in_a_narrow_bucket() {
        let mut last = None;
        for time in
            (0..20_000).chain((15..40).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + (1 << (bit - 1))]))
        {
            let end = end_of(bucket(time));
            assert!(end >= time && (end - time) * STEPS <= time, "{time} ends at {end}");
            assert_eq!(bucket(end), bucket(time));
            assert!(Some(bucket(time)) >= last, "{time}");
            last = Some(bucket(time));
        }
    }

    fn of_milliseconds(times: impl IntoIterator<Item = u64>) -> Pace {
        let mut thinking = Thinking::default();
        for time in times.into_iter().map(Duration::from_millis) {
            thinking.add(Decision { wall: time * 2, cpu: time, stopped_by_clock: time.as_millis() > 98 });
        }
        thinking.pace()
    }

    #[test]
    fn the_pace_has_mean_percentiles_and_maximum() {
        let pace = of_milliseconds(1..=100);
        assert_eq!((pace.decisions, pace.stopped_by_clock), (100, 2));
        assert!((pace.cpu_mean - 0.0505).abs() < 1e-9 && (pace.mean - 0.101).abs() < 1e-9, "{pace:?}");
        assert!((0.050..=0.051).contains(&pace.cpu_p50) && (0.099..=0.1).contains(&pace.cpu_p99), "{pace:?}");
        assert_eq!((pace.cpu_max, pace.longest), (0.1, 0.2));
    }

    #[test]
    fn the_pace_of_one_decision_and_of_none() {
        let one = of_milliseconds([7]);
        assert_eq!((one.cpu_p50, one.cpu_p99, one.cpu_max), (0.007, 0.007, 0.007));
        let none = of_milliseconds([]);
        assert_eq!((none.decisions, none.cpu_mean, none.cpu_p99, none.longest), (0, 0.0, 0.0, 0.0));
    }
}
