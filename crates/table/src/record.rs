//! The record of a match.

use crate::occupant::Occupant;
use crate::table::Table;
use kernel::record::{self, Record, RecordSeat};

/// The name of the outages in the record's time control.
pub(crate) const PAUSES: &str = "pauses";

impl Table {
    /// The record of the match. It has the seed only once the match is over.
    pub fn record(&self) -> Record {
        let opened = self.opened();
        let record_seat =
            |(info, who): (kernel::SeatInfo, &Occupant)| RecordSeat { seat: info.id.into(), name: who.name() };
        let over = self.is_over();
        Record {
            program: record::Program::Boxtop,
            format: self.record_format(),
            id: Some(opened.id.clone()),
            game: opened.game.clone(),
            rules_version: opened.rules_version,
            board_hash: opened.board_hash.clone(),
            board: opened.board.clone(),
            options: opened.options.clone(),
            seats: self.game_match().seats().into_iter().zip(self.seats()).map(record_seat).collect(),
            start: opened.start.clone(),
            commitment: Some(opened.commitment.clone()),
            seed: over.then(|| opened.secret().to_owned()),
            nonces: if opened.format < 3 { self.nonces().to_vec() } else { Vec::new() },
            dice: self.dice_version(),
            purposes: self.purposes().to_vec(),
            throws: self.thrown(),
            pace: (!opened.pace.is_untimed()).then(|| self.record_pace()),
            began: (self.began() != 0).then(|| self.began()),
            times: self.gaps(),
            steps: self.steps().map(|(step, _)| step.clone()).collect(),
            result: self.result(),
        }
    }

    /// The time control, with the outages during which clocks stood still.
    fn record_pace(&self) -> serde_json::Value {
        let mut pace = serde_json::to_value(self.opened().pace).unwrap_or_default();
        let pauses: Vec<_> = self.clocks.outages().iter().map(|outage| (outage.from, outage.until)).collect();
        if !pauses.is_empty() {
            pace[PAUSES] = serde_json::json!(pauses);
        }
        pace
    }

    /// The lowest format that can represent all steps of the match.
    fn record_format(&self) -> u32 {
        if self.has_transcript() {
            return record::WITH_CHAINS;
        }
        let newest = self.steps().any(|(step, _)| step.is_about_absence());
        if newest { record::WITH_ABSENCE } else { record::FORMAT }
    }

    /// For each step the milliseconds since the step before it, or since the opening; empty if
    /// the events have no times.
    fn gaps(&self) -> Vec<i64> {
        let times: Vec<i64> = self.steps().map(|(_, at)| at).collect();
        if times.iter().all(|at| *at == 0) {
            return Vec::new();
        }
        let before = std::iter::once(self.began()).chain(times.iter().copied());
        before.zip(&times).map(|(before, at)| (at - before).max(0)).collect()
    }

    fn result(&self) -> Option<record::Result> {
        let (outcome, verdict) = (self.outcome()?, self.verdict()?);
        Some(record::Result {
            shares: outcome.shares[..self.seats().len()].to_vec(),
            account: self.game_match().account(&outcome),
            reason: verdict.text,
            rules: verdict.rules.iter().map(ToString::to_string).collect(),
        })
    }
}
