//! How a caller follows an experiment while it runs, and ends it early.

use crate::stats::Interval;
use kernel::record::Record;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Follows an experiment. Its methods are called from the threads of the experiment.
pub trait Spectator: Sync {
    /// Should each match be recorded?
    fn wants_records(&self) -> bool {
        false
    }

    /// Called when a match is over, in any order, with its record if it was wanted.
    fn over(&self, _match_number: u64, _record: Option<Record>) {}

    /// Called after each rotation of an arena or a test, in the order of their numbers.
    fn counted(&self, _so_far: &SoFar) {}

    /// Should the experiment end now, with the matches that are over? Asked after every action.
    fn interrupted(&self) -> bool {
        false
    }
}

/// No spectator.
impl Spectator for () {}

/// What an arena or a test knows while it runs.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SoFar {
    /// Rotations counted.
    pub groups: u64,
    /// The score of `a` in them, with the 95 % interval over rotations.
    pub interval: Interval,
    /// The log-likelihood ratio of a test.
    pub llr: Option<f64>,
}

/// Why an experiment ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// A test came to a decision.
    Decided,
    /// All matches were played.
    Complete,
    /// Its time was up.
    Time,
    /// The spectator interrupted it.
    Interrupted,
}

/// When an experiment ends before all matches are played.
#[derive(Copy, Clone)]
pub(crate) struct Limit<'a> {
    spectator: &'a dyn Spectator,
    end: Option<Instant>,
}

impl<'a> Limit<'a> {
    /// From now on for this time, or until the spectator interrupts.
    pub(crate) fn new(spectator: &'a dyn Spectator, time: Option<Duration>) -> Self {
        Limit { spectator, end: time.and_then(|time| Instant::now().checked_add(time)) }
    }

    /// Why the experiment must end now.
    pub(crate) fn reached(&self) -> Option<Ending> {
        if self.spectator.interrupted() {
            return Some(Ending::Interrupted);
        }
        let late = self.end.is_some_and(|end| Instant::now() >= end);
        late.then_some(Ending::Time)
    }
}
