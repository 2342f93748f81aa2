//! Outages: times in which no node could take a move. A node *beats* about once a second while it can; the store keeps the
//! time of the last beat of any node, and a beat that comes late finds an outage, once for all nodes.

use std::time::Duration;

use crate::Clock;

/// A gap between two beats that is longer than this is an outage.
pub(crate) const OUTAGE: Duration = Duration::from_secs(3);
/// For how long outages are kept: longer than any clock runs without an event.
pub(crate) const KEPT: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// A time in which no node could take a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Tells it from all others; later outages have larger numbers.
    pub number: i64,
    /// The last beat before it, in milliseconds since 1970 by the clock of this process.
    pub from_ms: i64,
    /// The first beat after it, by the same clock.
    pub until_ms: i64,
}

/// A sign of a node that can take moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beat {
    /// Which outages the node knows: those up to this number.
    pub known: i64,
    /// The time since this node's last beat, if it had one. No outage is longer, even if a clock was set.
    pub since_own: Option<Duration>,
    /// No clock runs: the next beat may come late without an outage. Only for a store of one process.
    pub resting: bool,
}

/// What a node learns by a beat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pulse {
    /// The time since the last beat of any node.
    pub gap: Duration,
    /// The outages that the node did not know, in order.
    pub outages: Vec<Outage>,
}

impl Beat {
    /// The gap between two beats, in milliseconds by one clock.
    pub(crate) fn gap_ms(&self, before_ms: i64, at_ms: i64) -> i64 {
        at_ms.saturating_sub(before_ms).clamp(0, self.longest_ms())
    }

    /// The longest gap that this node can vouch for, in milliseconds.
    pub(crate) fn longest_ms(&self) -> i64 {
        self.since_own.map_or(i64::MAX, ms)
    }
}

/// Whole milliseconds.
pub(crate) fn ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Beats and outages of a store of one process, by its clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Alive {
    /// The last beat; 0 before the first.
    pub(crate) at_ms: i64,
    /// No clock ran then.
    pub(crate) resting: bool,
}

impl Alive {
    /// The beat at this time: the state after it, the gap, and the outage that it ends. After a restart of the only
    /// process every gap is one.
    pub(crate) fn beat(self, beat: Beat, now_ms: i64, restarted: bool) -> (Alive, Pulse) {
        let gap = if self.at_ms == 0 || self.resting { 0 } else { beat.gap_ms(self.at_ms, now_ms) };
        let outage = Outage { number: now_ms, from_ms: now_ms.saturating_sub(gap), until_ms: now_ms };
        let found = gap > if restarted { 0 } else { ms(OUTAGE) };
        let pulse = Pulse {
            gap: Duration::from_millis(u64::try_from(gap).unwrap_or(0)),
            outages: found.then_some(outage).into_iter().collect(),
        };
        (Alive { at_ms: now_ms, resting: beat.resting }, pulse)
    }
}

/// Outages by a database's clock as outages by this process's clock. `database_ms` was read between the two instants
/// of this clock.
pub(crate) fn translated(outages: Vec<Outage>, database_ms: i64, asked_ms: i64, clock: &Clock) -> Vec<Outage> {
    let answered_ms = clock.now_ms();
    let offset = asked_ms.saturating_add((answered_ms - asked_ms) / 2).saturating_sub(database_ms);
    let moved = |one: Outage| Outage {
        from_ms: one.from_ms.saturating_add(offset),
        until_ms: one.until_ms.saturating_add(offset),
        ..one
    };
    outages.into_iter().map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: Alive, beat: Beat, now_ms: i64, restarted: bool) -> (i64, Vec<(i64, i64)>) {
        let (after, pulse) = before.beat(beat, now_ms, restarted);
        assert_eq!(after.at_ms, now_ms);
        (ms(pulse.gap), pulse.outages.iter().map(|one| (one.from_ms, one.until_ms)).collect())
    }

    #[test]
    fn a_late_beat_ends_an_outage_and_a_punctual_one_does_not() {
        let (alive, beat) = (Alive { at_ms: 10_000, resting: false }, Beat::default());
        assert_eq!(check(alive, beat, 11_000, false), (1_000, vec![]));
        assert_eq!(check(alive, beat, 13_000, false), (3_000, vec![]));
        assert_eq!(check(alive, beat, 13_001, false), (3_001, vec![(10_000, 13_001)]));
        assert_eq!(check(alive, beat, 10_400, true), (400, vec![(10_000, 10_400)]), "a restart is one however short");
        assert_eq!(check(Alive::default(), beat, 99_000, true), (0, vec![]), "nothing is known before the first beat");
        assert_eq!(check(Alive { resting: true, ..alive }, beat, 99_000, true), (0, vec![]), "no clock ran");
    }

    #[test]
    fn no_outage_is_longer_than_the_real_gap_whatever_the_clock_says() {
        let (alive, beat) = (Alive { at_ms: 10_000, resting: false }, Beat::default());
        let own = |ms| Beat { since_own: Some(Duration::from_millis(ms)), ..beat };
        assert_eq!(check(alive, own(1_000), 9_999_000, false), (1_000, vec![]), "the clock was set forward");
        assert_eq!(check(alive, own(5_000), 9_999_000, false), (5_000, vec![(9_994_000, 9_999_000)]));
        assert_eq!(check(alive, beat, 4_000, false), (0, vec![]), "the clock was set back");
    }

    #[test]
    fn outages_are_translated_to_the_clock_of_the_process() {
        let clock = Clock::new(|| 1_000_100);
        let outage = Outage { number: 5_000, from_ms: 1_000, until_ms: 5_000 };
        let moved = translated(vec![outage], 5_000, 1_000_000, &clock);
        assert_eq!(moved, [Outage { number: 5_000, from_ms: 996_050, until_ms: 1_000_050 }]);
    }
}
