//! What is counted while a server is under load.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// All counts of one run, shared by everybody in it.
#[derive(Default)]
pub(crate) struct Tally {
    acknowledgements: Mutex<Vec<u32>>,
    delays: Mutex<Vec<u32>>,
    answered_bytes: AtomicU64,
    heard: AtomicU64,
    /// Lengths of the changes that spectators heard, and of those to the player who acts next.
    change_bytes: Mutex<Vec<u32>>,
    actor_bytes: Mutex<Vec<u32>>,
    heard_bytes: AtomicU64,
    streams: AtomicU64,
    broken_off: AtomicU64,
    heard_twice: AtomicU64,
    stale: AtomicU64,
    matches: AtomicU64,
    lost: AtomicU64,
    doubled: AtomicU64,
    troubles: Mutex<Vec<String>>,
}

/// Times in order, for asking how long most of them took.
#[derive(Default)]
pub(crate) struct Times(Vec<u32>);

impl Times {
    /// The time that this part of all did not exceed, in milliseconds; `None` without any.
    pub(crate) fn at(&self, part: f64) -> Option<f64> {
        let last = self.0.len().checked_sub(1)?;
        Some(f64::from(self.0[(last as f64 * part).round() as usize]) / 1_000.0)
    }

    /// How many there are.
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

impl Tally {
    pub(crate) fn acknowledged(&self, after: Duration, bytes: usize) {
        push(&self.acknowledgements, micros(after));
        self.answered_bytes.fetch_add(bytes as u64, Relaxed);
    }

    pub(crate) fn delayed(&self, by: Duration) {
        push(&self.delays, micros(by));
    }

    /// A spectator heard something.
    pub(crate) fn heard(&self, bytes: usize, is_change: bool) {
        self.heard.fetch_add(1, Relaxed);
        if is_change {
            push(&self.change_bytes, bytes as u32);
        }
        self.heard_bytes.fetch_add(bytes as u64, Relaxed);
    }

    /// A change went to a player who is to act.
    pub(crate) fn sent_to_actor(&self, bytes: usize) {
        push(&self.actor_bytes, bytes as u32);
        push(&self.change_bytes, bytes as u32);
    }

    /// A change went to a player who is not to act.
    pub(crate) fn sent_to_player(&self, bytes: usize) {
        push(&self.change_bytes, bytes as u32);
    }

    /// The median length of a change, and the length that 95 of 100 changes to the acting player do not exceed.
    pub(crate) fn change_bytes(&self) -> (Option<u64>, Option<u64>) {
        let at = |list, part| sorted(list).at(part).map(|thousandth| (thousandth * 1_000.0).round() as u64);
        (at(&self.change_bytes, 0.5), at(&self.actor_bytes, 0.95))
    }

    pub(crate) fn heard_twice(&self) {
        self.heard_twice.fetch_add(1, Relaxed);
    }

    pub(crate) fn listening(&self) {
        self.streams.fetch_add(1, Relaxed);
    }

    pub(crate) fn broken_off(&self) {
        self.broken_off.fetch_add(1, Relaxed);
    }

    pub(crate) fn stale(&self) {
        self.stale.fetch_add(1, Relaxed);
    }

    /// A match was compared with its record.
    pub(crate) fn checked(&self, lost: u64, doubled: u64) {
        self.matches.fetch_add(1, Relaxed);
        self.lost.fetch_add(lost, Relaxed);
        self.doubled.fetch_add(doubled, Relaxed);
    }

    pub(crate) fn trouble(&self, what: String) {
        push(&self.troubles, what);
    }

    /// How many actions have been acknowledged until now.
    pub(crate) fn actions(&self) -> u64 {
        self.acknowledgements.lock().unwrap_or_else(PoisonError::into_inner).len() as u64
    }

    /// How many streams have been opened until now.
    pub(crate) fn streams(&self) -> u64 {
        self.streams.load(Relaxed)
    }

    pub(crate) fn take_acknowledgements(&self) -> Times {
        sorted(&self.acknowledgements)
    }

    pub(crate) fn take_delays(&self) -> Times {
        sorted(&self.delays)
    }

    pub(crate) fn take_troubles(&self) -> Vec<String> {
        taken(&self.troubles)
    }

    /// Mean length of an answer and of a message, in bytes.
    pub(crate) fn mean_bytes(&self, actions: u64) -> (u64, u64) {
        let messages = self.heard.load(Relaxed);
        (self.answered_bytes.load(Relaxed) / actions.max(1), self.heard_bytes.load(Relaxed) / messages.max(1))
    }

    /// Messages heard, streams resumed, messages heard twice.
    pub(crate) fn hearing(&self) -> (u64, u64, u64) {
        (self.heard.load(Relaxed), self.broken_off.load(Relaxed), self.heard_twice.load(Relaxed))
    }

    /// Matches checked, actions lost, doubled, and asked too late.
    pub(crate) fn checks(&self) -> (u64, u64, u64, u64) {
        (self.matches.load(Relaxed), self.lost.load(Relaxed), self.doubled.load(Relaxed), self.stale.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_order() {
        let tally = Tally::default();
        assert_eq!(tally.take_delays().at(0.5), None);
        for ms in [5, 1, 4, 2, 3] {
            tally.delayed(Duration::from_millis(ms));
        }
        let times = tally.take_delays();
        assert_eq!((times.at(0.0), times.at(0.5), times.at(0.99), times.count()), (Some(1.0), Some(3.0), Some(5.0), 5));
    }
}
