//! Outages: times in which nobody could take a move, because no server ran or the store was away. Clocks stand still
//! during an outage, and so does the day in which a player chooses what follows a fallen flag.
//!
//! The caller passes in the outages it knows, and the table writes those that matter into the match, each once and as an
//! event of its own ([`Table::decide_outages`]), before anything else is decided. The event is an arrival of a player whose
//! clock runs, with the outage in [`Stamped::paused`]. Programs that do not know the field read an arrival that changes
//! nothing, so that they can share a store with newer ones.

use crate::decide::DecidedEvent;
use crate::event::{Event, Stamped};
use crate::table::{Happened, Table};
use serde::{Deserialize, Serialize};

/// The shortest outage that the log mentions, in milliseconds.
const MENTIONED: i64 = 1_000;

/// A time in which nobody could take a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outage {
    /// Grows from outage to outage; a match has each number once.
    pub number: i64,
    /// When a move could last be taken, in milliseconds since 1970.
    pub from: i64,
    /// When moves could be taken again, in milliseconds since 1970.
    pub until: i64,
}

impl Outage {
    /// How much of the time from `since` to `at` the outage takes up, in milliseconds.
    pub(crate) fn overlap(&self, since: i64, at: i64) -> i64 {
        self.until.min(at).saturating_sub(self.from.max(since)).max(0)
    }

    fn length(&self) -> i64 {
        self.until.saturating_sub(self.from).max(0)
    }
}

impl Table {
    /// The events that write these outages into the match: those that it does not have yet and during which a clock ran.
    /// Outages come in order and do not overlap.
    pub fn decide_outages(&self, outages: &[Outage], at: i64) -> Vec<DecidedEvent> {
        let running = self.clocks().map(|clocks| clocks.running).filter(|_| !self.is_over());
        let Some(seat) = running.and_then(|running| running.iter().next()) else { return Vec::new() };
        let matters = |outage: &&Outage| {
            let newer = self.clocks.outages().last().is_none_or(|last| last.number < outage.number);
            newer && outage.length() > 0 && self.clocks.first_since().is_some_and(|since| since < outage.until)
        };
        let event = |outage: &Outage| {
            let (at, event) =
                (at.max(outage.until).max(self.clocks.at()), Event::Arrived { seat: self.id(seat).into() });
            DecidedEvent { stamped: Stamped { at, spent: None, paused: Some(*outage), event }, checked: None }
        };
        outages.iter().filter(matters).map(event).collect()
    }

    /// Clocks and the choice after a flag lose nothing by the outage.
    pub(crate) fn apply_outage(&mut self, outage: &Outage, at: i64) {
        self.clocks.stand_still(outage, at);
        self.extend_choice(outage, at);
        if outage.length() >= MENTIONED
            && let Some(seat) = self.all_seats().iter().next()
        {
            self.remark(seat, Happened::Paused(outage.length()));
        }
    }
}

/// A length of time in the largest unit that fits it.
pub(crate) fn words(ms: i64) -> String {
    const UNITS: [(i64, &str); 4] = [(86_400_000, "days"), (3_600_000, "h"), (60_000, "min"), (1_000, "s")];
    let fits = |unit: &&(i64, &str)| ms >= 2 * unit.0;
    let (length, name) = UNITS.iter().find(fits).unwrap_or(&UNITS[3]);
    format!("{} {name}", (ms + length / 2) / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_of_time_has_a_unit_that_fits() {
        let said = [1_000, 42_400, 119_999, 120_000, 7_199_000, 7_200_000, 172_800_000].map(words);
        assert_eq!(said, ["1 s", "42 s", "120 s", "2 min", "120 min", "2 h", "2 days"]);
    }
}
