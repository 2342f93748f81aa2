//! What is refused, and old records that are not.

use crate::laws::{analyser, little};
use crate::records::{SHORT, begin, config, random_match, record, running};
use kernel::record::{Record, Step};
use std::path::Path;

fn refused(record: &Record, says: &str) {
    let error = begin(record, little(&record.game)).err().expect("a refusal").to_string();
    assert!(error.contains(says), "{error}");
}

#[test]
fn a_running_match_is_refused() {
    let played = random_match(SHORT[1].0, &config(SHORT[1]), 2);
    let mut record = running(&*played);
    record.steps.pop();
    refused(&record, "not over");
}

#[test]
fn a_match_without_a_result_is_refused() {
    let played = random_match(SHORT[1].0, &config(SHORT[1]), 2);
    let mut record = running(&*played);
    record.steps.truncate(3);
    record.steps.push(Step::Abort { abort: record.seats[0].seat.clone(), reason: None });
    refused(&record, "without a result");
}

#[test]
fn a_false_record_is_refused() {
    let record = record(&*random_match(SHORT[0].0, &config(SHORT[0]), 2));
    let other = |change: fn(&mut Record)| {
        let mut other = record.clone();
        change(&mut other);
        other
    };
    refused(&other(|record| record.format = 99), "format 99");
    refused(&other(|record| record.steps.swap(0, 1)), "cannot be played");
    refused(&other(|record| record.board_hash = "0".into()), "names the board");
    refused(&other(|record| record.result.iter_mut().for_each(|result| result.shares.reverse())), "does not follow");
    refused(&other(|record| record.steps = vec![record.steps[0].clone(); 20_001]), "at most 20000");
}

/// Number of positions of an old record that are looked at.
const MOST_POSITIONS: usize = 30;

/// Records of earlier versions, as the tests of the crate `table` keep them.
#[test]
fn records_of_earlier_versions_are_analysed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../table/tests");
    let mut analysed = 0;
    for part in ["old", "version_1"] {
        for file in std::fs::read_dir(folder.join(part)).expect("a folder").filter_map(Result::ok) {
            let text = std::fs::read_to_string(file.path()).expect("a file");
            let Ok(record) = serde_json::from_str::<Record>(&text) else { continue };
            if record.result.is_some() {
                // The whole record is replayed, and the beginning of a long one is analysed.
                let mut analyser = analyser(&record);
                for _ in 0..MOST_POSITIONS {
                    analyser.step();
                }
                let found = analyser.analysis();
                assert!(!found.steps.is_empty() && !found.ending.is_empty(), "{}", file.path().display());
                analysed += 1;
            }
        }
    }
    assert!(analysed >= 4, "{analysed}");
}
