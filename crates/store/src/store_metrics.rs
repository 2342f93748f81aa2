//! What a store measures about itself. A store owns one [`StoreMetrics`] and returns it from [`crate::EventStore::metrics`].

use crate::StoreError;
use metrics::{Counter, Gauge, Histogram, LATENCIES};
use std::time::Duration;

/// Kinds of errors that are counted.
const ERRORS: [&str; 7] = ["disk_full", "busy", "read_only", "lost", "corrupt", "unreachable", "other"];

/// Upper bounds for the number of appends in a batch.
const SIZES: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// Measurements of the hints between nodes.
#[derive(Debug)]
pub struct BusMetrics {
    /// Messages sent, one for each batch of appends.
    pub messages_sent: Counter,
    /// Messages heard from other nodes.
    pub messages_heard: Counter,
    /// Hints sent.
    pub hints_sent: Counter,
    /// Hints heard from other nodes.
    pub hints_heard: Counter,
    /// Connections to the bus after the first.
    pub reconnects: Counter,
    /// The time from the write at another node to hearing of it here, by the clocks of both.
    pub lag_seconds: Histogram,
}

impl Default for BusMetrics {
    fn default() -> Self {
        BusMetrics {
            messages_sent: Counter::default(),
            messages_heard: Counter::default(),
            hints_sent: Counter::default(),
            hints_heard: Counter::default(),
            reconnects: Counter::default(),
            lag_seconds: Histogram::new(LATENCIES),
        }
    }
}

impl BusMetrics {
    pub(crate) fn sent(&self, hints: usize) {
        self.messages_sent.increment();
        self.hints_sent.add(hints);
    }

    pub(crate) fn heard(&self, hints: usize, lag: Option<Duration>) {
        self.messages_heard.increment();
        self.hints_heard.add(hints);
        if let Some(lag) = lag {
            self.lag_seconds.observe(lag);
        }
    }
}

/// Measurements of a store, made of atomics.
#[derive(Debug)]
pub struct StoreMetrics {
    /// The time from the request of an append to its result.
    pub append_seconds: Histogram,
    /// The number of appends that share a transaction.
    pub batch_size: Histogram,
    /// Requests that wait for the writer, including those that are being written.
    pub queue: Gauge,
    /// Hints to and from other nodes.
    pub bus: BusMetrics,
    errors: [Counter; ERRORS.len()],
}

impl Default for StoreMetrics {
    fn default() -> Self {
        StoreMetrics {
            append_seconds: Histogram::new(LATENCIES),
            batch_size: Histogram::new(SIZES),
            queue: Gauge::default(),
            bus: BusMetrics::default(),
            errors: Default::default(),
        }
    }
}

impl StoreMetrics {
    /// Counts an error. Conflicts, requests that can never succeed and a closed store are not errors of the store.
    pub fn failed(&self, error: &StoreError) {
        let kind = match error {
            StoreError::Conflict { .. } | StoreError::BadRequest(_) | StoreError::Closed => return,
            StoreError::DiskFull { .. } => 0,
            StoreError::Busy { .. } => 1,
            StoreError::ReadOnly { .. } => 2,
            StoreError::Lost { .. } => 3,
            StoreError::Corrupt { .. } => 4,
            StoreError::Unreachable { .. } => 5,
            _ => 6,
        };
        self.errors[kind].increment();
    }

    /// The number of errors of each kind.
    pub fn errors(&self) -> impl Iterator<Item = (&'static str, u64)> {
        ERRORS.into_iter().zip(self.errors.iter().map(Counter::get))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Version;

    #[test]
    fn errors_are_counted_by_kind_and_conflicts_are_not() {
        let (metrics, path) = (StoreMetrics::default(), std::path::PathBuf::new());
        metrics.failed(&StoreError::Conflict { expected: Version(1), actual: Version(2) });
        metrics.failed(&StoreError::BadRequest("no".into()));
        metrics.failed(&StoreError::DiskFull { path: path.clone() });
        metrics.failed(&StoreError::Lost { path, detail: String::new() });
        metrics.failed(&StoreError::Database("odd".into()));
        let counted: Vec<_> = metrics.errors().filter(|(_, count)| *count > 0).collect();
        assert_eq!(counted, [("disk_full", 1), ("lost", 1), ("other", 1)]);
    }
}
