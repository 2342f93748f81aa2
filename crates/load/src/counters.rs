//! Counters of a load test.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::faults::Fault;

/// All counters of one run, shared by all simulated people.
#[derive(Default)]
pub(crate) struct Counters {
    acknowledgements: Mutex<Vec<u32>>,
    delays: Mutex<Vec<u32>>,
    answered_bytes: AtomicU64,
    messages: AtomicU64,
    /// Lengths of all changes, and of those to the player who acts next.
    change_bytes: Mutex<Vec<u32>>,
    actor_bytes: Mutex<Vec<u32>>,
    message_bytes: AtomicU64,
    streams: AtomicU64,
    open_streams: AtomicU64,
    resumed: AtomicU64,
    repeated: AtomicU64,
    stale: AtomicU64,
    matches: AtomicU64,
    lost: AtomicU64,
    doubled: AtomicU64,
    errors: Mutex<Vec<String>>,
    /// Requests that were sent again.
    requests_repeated: AtomicU64,
    /// Commands that were answered with neither an acknowledgement nor a newer version.
    failed: AtomicU64,
    /// Players whose time ran out.
    flags: AtomicU64,
    /// The last fault, and when it began.
    fault: Mutex<Option<(Fault, Instant)>>,
    faults: Mutex<Vec<Fault>>,
    /// How long streams were broken, and the fault that broke them.
    gaps: Mutex<Vec<(Fault, u32)>>,
}

/// A stream that broke: the fault that broke it, and since when nothing could come.
pub(crate) struct Broken(Option<(Fault, Instant)>);

/// A stream that is open.
pub(crate) struct OpenStream<'a>(&'a Counters);

impl Drop for OpenStream<'_> {
    fn drop(&mut self) {
        self.0.open_streams.fetch_sub(1, Relaxed);
    }
}

/// Sorted times, for percentiles.
#[derive(Default)]
pub(crate) struct Times(Vec<u32>);

impl Times {
    /// The time that this share of all times does not exceed, in milliseconds; `None` if there are none.
    pub(crate) fn at(&self, part: f64) -> Option<f64> {
        let last = self.0.len().checked_sub(1)?;
        Some(f64::from(self.0[(last as f64 * part).round() as usize]) / 1_000.0)
    }

    /// The number of times.
    pub(crate) fn count(&self) -> u64 {
        self.0.len() as u64
    }
}

fn micros(time: Duration) -> u32 {
    u32::try_from(time.as_micros()).unwrap_or(u32::MAX)
}

fn push<T>(list: &Mutex<Vec<T>>, one: T) {
    list.lock().unwrap_or_else(PoisonError::into_inner).push(one);
}

fn taken<T>(list: &Mutex<Vec<T>>) -> Vec<T> {
    std::mem::take(&mut *list.lock().unwrap_or_else(PoisonError::into_inner))
}

fn sorted(list: &Mutex<Vec<u32>>) -> Times {
    let mut times = taken(list);
    times.sort_unstable();
    Times(times)
}

impl Counters {
    pub(crate) fn acknowledged(&self, after: Duration, bytes: usize) {
        push(&self.acknowledgements, micros(after));
        self.answered_bytes.fetch_add(bytes as u64, Relaxed);
    }

    pub(crate) fn delayed(&self, by: Duration) {
        push(&self.delays, micros(by));
    }

    /// A spectator received a message.
    pub(crate) fn received(&self, bytes: usize, is_change: bool) {
        self.messages.fetch_add(1, Relaxed);
        if is_change {
            push(&self.change_bytes, bytes as u32);
        }
        self.message_bytes.fetch_add(bytes as u64, Relaxed);
    }

    /// A player who is to act received a change.
    pub(crate) fn sent_to_actor(&self, bytes: usize) {
        push(&self.actor_bytes, bytes as u32);
        push(&self.change_bytes, bytes as u32);
    }

    /// A player who is not to act received a change.
    pub(crate) fn sent_to_player(&self, bytes: usize) {
        push(&self.change_bytes, bytes as u32);
    }

    /// The median length of all changes, and the 95th percentile of those to the player who acts next.
    pub(crate) fn change_bytes(&self) -> (Option<u64>, Option<u64>) {
        let at = |list, part| sorted(list).at(part).map(|thousandth| (thousandth * 1_000.0).round() as u64);
        (at(&self.change_bytes, 0.5), at(&self.actor_bytes, 0.95))
    }

    pub(crate) fn repeated(&self) {
        self.repeated.fetch_add(1, Relaxed);
    }

    /// Counts a stream that was opened, perhaps after it broke. It is open until the result is dropped.
    pub(crate) fn stream_opened(&self, after: Option<Broken>) -> OpenStream<'_> {
        self.streams.fetch_add(1, Relaxed);
        self.open_streams.fetch_add(1, Relaxed);
        self.stream_resumed(after);
        OpenStream(self)
    }

    /// The number of spectators' streams that are open now.
    pub(crate) fn open_streams(&self) -> u64 {
        self.open_streams.load(Relaxed)
    }

    /// A stream broke now.
    pub(crate) fn stream_broke(&self) -> Broken {
        let fault = *self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        Broken(fault.map(|(fault, began)| match fault {
            // A frozen node says nothing: its streams are dead long before they break.
            Fault::Freeze => (fault, began),
            _ => (fault, Instant::now()),
        }))
    }

    /// A stream is open again.
    pub(crate) fn stream_resumed(&self, after: Option<Broken>) {
        let Some(Broken(fault)) = after else { return };
        self.resumed.fetch_add(1, Relaxed);
        if let Some((fault, since)) = fault {
            push(&self.gaps, (fault, micros(since.elapsed())));
        }
    }

    /// A fault begins now.
    pub(crate) fn fault_begins(&self, fault: Fault) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some((fault, Instant::now()));
        push(&self.faults, fault);
    }

    /// For each kind of fault that there was: how often, and how long streams were broken.
    pub(crate) fn take_gaps(&self) -> Vec<(Fault, u64, Times)> {
        let (faults, gaps) = (taken(&self.faults), taken(&self.gaps));
        let times = |fault| {
            let mut times: Vec<u32> = gaps.iter().filter(|(of, _)| *of == fault).map(|(_, gap)| *gap).collect();
            times.sort_unstable();
            Times(times)
        };
        let count = |fault| faults.iter().filter(|one| **one == fault).count() as u64;
        let kinds = Fault::ALL.into_iter().filter(|fault| faults.contains(fault));
        kinds.map(|fault| (fault, count(fault), times(fault))).collect()
    }

    /// A request is sent again, because nobody answered it.
    pub(crate) fn request_repeated(&self) {
        self.requests_repeated.fetch_add(1, Relaxed);
    }

    /// A command failed for good.
    pub(crate) fn failed(&self) {
        self.failed.fetch_add(1, Relaxed);
    }

    /// Requests sent again, commands that failed, and players whose time ran out.
    pub(crate) fn fault_counts(&self) -> (u64, u64, u64) {
        (self.requests_repeated.load(Relaxed), self.failed.load(Relaxed), self.flags.load(Relaxed))
    }

    pub(crate) fn stale(&self) {
        self.stale.fetch_add(1, Relaxed);
    }

    /// A match was compared with its record.
    pub(crate) fn checked(&self, lost: u64, doubled: u64, flags: u64) {
        self.flags.fetch_add(flags, Relaxed);
        self.matches.fetch_add(1, Relaxed);
        self.lost.fetch_add(lost, Relaxed);
        self.doubled.fetch_add(doubled, Relaxed);
    }

    pub(crate) fn error(&self, what: String) {
        push(&self.errors, what);
    }

    /// The number of actions acknowledged so far.
    pub(crate) fn actions(&self) -> u64 {
        self.acknowledgements.lock().unwrap_or_else(PoisonError::into_inner).len() as u64
    }

    /// The number of streams opened so far.
    pub(crate) fn streams(&self) -> u64 {
        self.streams.load(Relaxed)
    }

    pub(crate) fn take_acknowledgements(&self) -> Times {
        sorted(&self.acknowledgements)
    }

    pub(crate) fn take_delays(&self) -> Times {
        sorted(&self.delays)
    }

    pub(crate) fn take_errors(&self) -> Vec<String> {
        taken(&self.errors)
    }

    /// Mean length of an answer and of a message, in bytes.
    pub(crate) fn mean_bytes(&self, actions: u64) -> (u64, u64) {
        let messages = self.messages.load(Relaxed);
        (self.answered_bytes.load(Relaxed) / actions.max(1), self.message_bytes.load(Relaxed) / messages.max(1))
    }

    /// Messages received, streams resumed, messages received twice.
    pub(crate) fn stream_counts(&self) -> (u64, u64, u64) {
        (self.messages.load(Relaxed), self.resumed.load(Relaxed), self.repeated.load(Relaxed))
    }

    /// Matches checked, actions lost, doubled, and sent too late.
    pub(crate) fn check_counts(&self) -> (u64, u64, u64, u64) {
        (self.matches.load(Relaxed), self.lost.load(Relaxed), self.doubled.load(Relaxed), self.stale.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_taken_from_sorted_times() {
        let counters = Counters::default();
        assert_eq!(counters.take_delays().at(0.5), None);
        for ms in [5, 1, 4, 2, 3] {
            counters.delayed(Duration::from_millis(ms));
        }
        let times = counters.take_delays();
        assert_eq!((times.at(0.0), times.at(0.5), times.at(0.99), times.count()), (Some(1.0), Some(3.0), Some(5.0), 5));
    }
}
