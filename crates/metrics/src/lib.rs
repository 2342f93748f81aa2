//! Counters, gauges and histograms made of atomics, and their text for Prometheus.
//!
//! Hand-written, because every series is known when the program is built: recording is one or two atomic additions, while a
//! registry such as the crate `metrics` looks up names and labels in a map for each of them, and brings a dozen crates.
//!
//! ```
//! use boxtop_metrics::{Counter, Histogram, Page};
//! use std::time::Duration;
//!
//! let (moves, latency) = (Counter::default(), Histogram::new(&[0.01, 0.1]));
//! moves.increment();
//! latency.observe(Duration::from_millis(50));
//!
//! let mut page = Page::default();
//! page.counter("boxtop_moves_total", "Moves played.").sample(&[("game", "conflict")], moves.get());
//! page.histogram("boxtop_move_seconds", "Time for a move.").distribution(&[], &latency);
//! let text = page.into_text();
//! assert!(text.contains("# TYPE boxtop_moves_total counter\nboxtop_moves_total{game=\"conflict\"} 1\n"));
//! assert!(text.contains("boxtop_move_seconds_bucket{le=\"0.1\"} 1\n"));
//! ```
#![forbid(unsafe_code)]

use std::fmt::{Display, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds for the latency of a request or a write, in seconds.
pub const LATENCIES: &[f64] = &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Nanoseconds in a second.
const NANOS: f64 = 1e9;

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds one.
    pub fn increment(&self) {
        self.add(1);
    }

    /// Adds this number.
    pub fn add(&self, number: usize) {
        self.0.fetch_add(number as u64, Ordering::Relaxed);
    }

    /// The number.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that goes up and down: how many of something there are now.
#[derive(Clone, Debug, Default)]
pub struct Gauge(Arc<AtomicI64>);

/// One that is counted by a [`Gauge`], until dropped.
#[derive(Debug)]
pub struct Held(Arc<AtomicI64>);

impl Gauge {
    /// Counts one more, until the result is dropped.
    #[must_use]
    pub fn hold(&self) -> Held {
        self.0.fetch_add(1, Ordering::Relaxed);
        Held(self.0.clone())
    }

    /// The number.
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How often values fell below each of some bounds, and their sum.
#[derive(Debug)]
pub struct Histogram {
    bounds: &'static [f64],
    /// One for each bound, and one for everything above; not cumulative.
    buckets: Box<[AtomicU64]>,
    /// In billionths, so that it is one addition of integers.
    sum: AtomicU64,
}

impl Histogram {
    /// An empty histogram with these upper bounds, which must ascend.
    pub fn new(bounds: &'static [f64]) -> Self {
        let buckets = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Histogram { bounds, buckets, sum: AtomicU64::new(0) }
    }

    /// Counts a duration, in seconds.
    pub fn observe(&self, time: Duration) {
        self.record(time.as_secs_f64(), u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
    }

    /// Counts a number of things.
    pub fn observe_number(&self, number: usize) {
        self.record(number as f64, (number as u64).saturating_mul(NANOS as u64));
    }

    fn record(&self, value: f64, billionths: u64) {
        let bucket = self.bounds.iter().position(|bound| value <= *bound).unwrap_or(self.bounds.len());
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(billionths, Ordering::Relaxed);
    }
}

/// The text that Prometheus reads: families of samples, each with its help and type.
#[derive(Debug, Default)]
pub struct Page(String);

/// The samples of one family.
#[derive(Debug)]
pub struct Family<'a> {
    page: &'a mut String,
    name: &'static str,
}

impl Page {
    /// A family of counters; its name ends in `_total`.
    pub fn counter(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "counter", help)
    }

    /// A family of gauges.
    pub fn gauge(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "gauge", help)
    }

    /// A family of histograms.
    pub fn histogram(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "histogram", help)
    }

    fn family(&mut self, name: &'static str, kind: &str, help: &str) -> Family<'_> {
        put(&mut self.0, format_args!("# HELP {name} {help}\n# TYPE {name} {kind}\n"));
        Family { page: &mut self.0, name }
    }

    /// The whole text.
    pub fn into_text(self) -> String {
        self.0
    }
}

impl Family<'_> {
    /// Adds a sample with these labels.
    pub fn sample(&mut self, labels: &[(&str, &str)], value: impl Display) -> &mut Self {
        self.line("", labels, None, value);
        self
    }

    /// Adds the samples of a histogram. The count is that of the buckets, even if values are recorded meanwhile.
    pub fn distribution(&mut self, labels: &[(&str, &str)], histogram: &Histogram) -> &mut Self {
        let mut count = 0;
        for (at, bucket) in histogram.buckets.iter().enumerate() {
            count += bucket.load(Ordering::Relaxed);
            let bound = histogram.bounds.get(at).map_or_else(|| "+Inf".to_owned(), f64::to_string);
            self.line("_bucket", labels, Some(&bound), count);
        }
        self.line("_sum", labels, None, histogram.sum.load(Ordering::Relaxed) as f64 / NANOS);
        self.line("_count", labels, None, count);
        self
    }

    fn line(&mut self, suffix: &str, labels: &[(&str, &str)], bound: Option<&str>, value: impl Display) {
        put(self.page, format_args!("{}{suffix}", self.name));
        let labels = labels.iter().copied().chain(bound.map(|bound| ("le", bound)));
        let mut separator = '{';
        for (name, value) in labels {
            put(self.page, format_args!("{separator}{name}=\"{}\"", escaped(value)));
            separator = ',';
        }
        let end = if separator == ',' { "}" } else { "" };
        put(self.page, format_args!("{end} {value}\n"));
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to memory does not fail.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_is_cumulative_and_a_bound_belongs_to_its_bucket() {
        let histogram = Histogram::new(&[1.0, 10.0]);
        [0, 1, 2, 10, 11].into_iter().for_each(|number| histogram.observe_number(number));
        let mut page = Page::default();
        page.histogram("sizes", "Sizes.").distribution(&[("of", "all")], &histogram);
        let wanted = "# HELP sizes Sizes.\n# TYPE sizes histogram\n\
            sizes_bucket{of=\"all\",le=\"1\"} 2\nsizes_bucket{of=\"all\",le=\"10\"} 4\nsizes_bucket{of=\"all\",le=\"+Inf\"} 5\n\
            sizes_sum{of=\"all\"} 24\nsizes_count{of=\"all\"} 5\n";
        assert_eq!(page.into_text(), wanted);
    }

    #[test]
    fn a_gauge_counts_what_is_held() {
        let gauge = Gauge::default();
        let (one, two) = (gauge.hold(), gauge.hold());
        assert_eq!(gauge.get(), 2);
        drop(one);
        assert_eq!(gauge.get(), 1);
        drop(two);
        assert_eq!(gauge.get(), 0);
    }

    #[test]
    fn label_values_are_escaped() {
        let mut page = Page::default();
        page.gauge("info", "Info.").sample(&[("version", "a\"b\\c\nd")], 1);
        assert!(page.into_text().ends_with("info{version=\"a\\\"b\\\\c\\nd\"} 1\n"));
    }
}
