//! Matches of earlier versions of the rules are replayed as they were played.
//!
//! The records of version 1 in `records/` were written when it was the only one: whole
//! matches of two, three and four players, and short ones from positions that the versions
//! treat differently (a commando still aboard, barges at the docks, a sum that is enough
//! before the third spin, a sole survivor).

use crate::ranger_commandos::{INFO, RangerCommandos};
use kernel::Outcome;
use kernel::dynamic::{DynMatch, MatchConfig, MatchSetup, PresentMatch, TypedMatch};
use kernel::record::{Record, Step};
use std::path::Path;

fn records() -> Vec<(String, Record)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ranger_commandos/tests/records");
    let mut records = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        records.push((name, serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap()));
    }
    records.sort_by(|(one, _): &(String, Record), (other, _)| one.cmp(other));
    records
}

/// Plays the steps again under a version of the rules. Returns the match, or why it failed.
fn replayed(record: &Record, rules_version: u32) -> Result<TypedMatch<RangerCommandos>, String> {
    let (players, options) = (record.seats.len() as u8, record.options.clone());
    let config = MatchConfig { players, options, rules_version, ..MatchConfig::default() };
    let mut table = TypedMatch::<RangerCommandos>::open(&config).map_err(|faults| format!("{faults:?}"))?;
    if let Some(start) = &record.start {
        table.place(start.clone()).map_err(|faults| format!("{faults:?}"))?;
    }
    for step in &record.steps {
        let played = match step {
            Step::Act { seat, action } => table.play(table.seat(seat).unwrap(), action).map(|_| ()),
            Step::Chance { chance, .. } => table.apply_chance(chance).map(|_| ()),
            other => panic!("{other:?} is not in these records"),
        };
        played.map_err(|refusal| refusal.to_string())?;
    }
    Ok(table)
}

fn shares(outcome: Option<Outcome>, players: usize) -> Option<Vec<f64>> {
    outcome.map(|outcome| outcome.shares[..players].to_vec())
}

/// RC-24, RC-26, RC-28, RC-31, RC-32
#[test]
fn records_of_version_1_end_with_their_recorded_result() {
    let records = records();
    assert_eq!(records.len(), 13);
    for (name, record) in records {
        assert_eq!((record.rules_version, record.check(&INFO)), (1, Ok(())), "{name}");
        let table = replayed(&record, 1).unwrap_or_else(|why| panic!("{name}: {why}"));
        let result = record.result.expect("they are over");
        let verdict = table.verdict().unwrap_or_else(|| panic!("{name} goes on"));
        assert_eq!(shares(table.outcome(), record.seats.len()), Some(result.shares), "{name}");
        assert_eq!(verdict.text, result.reason, "{name}");
        assert_eq!(verdict.rules.iter().map(ToString::to_string).collect::<Vec<_>>(), result.rules, "{name}");
    }
}

/// RC-23, RC-24, RC-26, RC-31
#[test]
fn the_versions_differ_where_the_book_says_so() {
    for name in ["v1-aboard", "v1-blocked", "v1-docks", "v1-dawn", "v1-four"] {
        let (_, record) = records().into_iter().find(|(other, _)| other == name).unwrap();
        let newer = replayed(&record, 2).map(|table| table.verdict().map(|verdict| verdict.text));
        assert_ne!(newer, Ok(record.result.map(|result| result.reason)), "{name}");
    }
}

/// RC-17, RC-32
#[test]
fn options_added_later_are_off_in_old_records() {
    let (_, record) = records().remove(0);
    assert!(!record.options.contains_key("retrace") && !record.options.contains_key("last_scores_last"));
    let table = replayed(&record, 1).unwrap();
    let options = &table.game().options;
    assert!(!options.retrace && !options.last_scores_last);
    assert_eq!(table.config().rules_version, 1);
}
