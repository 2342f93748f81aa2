//! Compares a record with what a device received during the match: receipts and anchors.
//!
//! `boxtop verify --receipt` uses it. A record that passes the replay is possible; one that also agrees with the receipts is
//! the one that was played.

use client::{Client, signature_is_valid};
use kernel::record::{Record, Step};
use protocol::{Receipt, SigningKey};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a device kept.
#[derive(Default, Debug, PartialEq)]
pub(crate) struct Kept {
    of: Option<String>,
    receipts: Vec<Receipt>,
    anchors: Vec<(String, String)>,
}

/// The kinds of files that are read.
#[derive(Deserialize)]
#[serde(untagged)]
enum KeptFile {
    One(Receipt),
    Several(Vec<Receipt>),
    /// As a page saves it, or `boxtop play` and `boxtop bot` store it.
    Device {
        #[serde(rename = "match")]
        of: String,
        receipts: Vec<Receipt>,
        #[serde(default)]
        anchors: BTreeMap<String, Anchors>,
    },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Anchors {
    One(String),
    Several(Vec<String>),
}

impl Kept {
    /// Reads one receipt, a list of them, or the file of a page or a terminal.
    pub(crate) fn read(text: &str) -> Option<Kept> {
        Some(match serde_json::from_str(text).ok()? {
            KeptFile::One(receipt) => Kept { receipts: vec![receipt], ..Kept::default() },
            KeptFile::Several(receipts) => Kept { receipts, ..Kept::default() },
            KeptFile::Device { of, receipts, anchors } => {
                let of_seat = |(seat, anchors): (String, Anchors)| {
                    let all = match anchors {
                        Anchors::One(anchor) => vec![anchor],
                        Anchors::Several(anchors) => anchors,
                    };
                    all.into_iter().map(move |anchor| (seat.clone(), anchor)).collect::<Vec<_>>()
                };
                Kept { of: Some(of), receipts, anchors: anchors.into_iter().flat_map(of_seat).collect() }
            }
        })
    }
}

/// The result of a comparison.
#[derive(Default, Debug)]
pub(crate) struct Comparison {
    /// What matches and what does not, in sentences.
    pub(crate) lines: Vec<String>,
    /// Does anything differ?
    pub(crate) differs: bool,
}

impl Comparison {
    fn agrees(&mut self, line: String) {
        self.lines.push(line);
    }

    fn differs(&mut self, line: String) {
        self.lines.push(line);
        self.differs = true;
    }
}

/// Compares a record with what a device kept, and the signatures with the site's keys, if they are at hand.
pub(crate) fn compare(record: &Record, kept: &Kept, keys: Option<&[SigningKey]>) -> Comparison {
    let mut comparison = Comparison::default();
    let heads = table::heads(record);
    if heads.is_empty() {
        comparison.differs(format!(
            "Dice of version {} had no receipts: servers signed nothing then, so this record cannot be compared with any.",
            record.dice
        ));
        return comparison;
    }
    if let Some(of) = kept.of.as_ref().filter(|of| record.id.as_ref() != Some(of)) {
        comparison.differs(format!("The receipts are of another match ({of})."));
        return comparison;
    }
    if kept.receipts.is_empty() {
        comparison.differs("There is no receipt in the file.".into());
    }
    for receipt in &kept.receipts {
        let steps = kernel::counted(receipt.steps, "step", "steps");
        let name = format!("Receipt of version {} ({steps})", receipt.version);
        match fault(record, &heads, receipt) {
            Some(fault) => comparison.differs(format!("{name}: {fault}")),
            None => {
                comparison.agrees(format!("{name}: the record has the same opening and the same steps up to there."))
            }
        }
        match signature(receipt, keys) {
            Ok(line) => comparison.agrees(format!("{name}: {line}")),
            Err(line) => comparison.differs(format!("{name}: {line}")),
        }
    }
    compare_anchors(record, kept, &mut comparison);
    comparison
}

/// How the record differs from the receipt.
fn fault(record: &Record, heads: &[String], receipt: &Receipt) -> Option<String> {
    if record.id.as_ref() != Some(&receipt.of) {
        return Some(format!("it is of another match ({}).", receipt.of));
    }
    if heads.first() != Some(&receipt.opening) {
        return Some("the opening was changed: seats, options, board, start or the server’s commitment.".into());
    }
    match usize::try_from(receipt.steps).ok().and_then(|steps| heads.get(steps)) {
        None => Some(format!("the record has only {} steps; some are missing.", record.steps.len())),
        Some(head) if *head != receipt.head => Some("the record has other steps; at least one was changed.".into()),
        Some(_) => None,
    }
}

/// Whether the site signed the receipt.
fn signature(receipt: &Receipt, keys: Option<&[SigningKey]>) -> Result<String, String> {
    let Some(keys) = keys else {
        return Ok("the signature was not checked; give the site’s keys with --keys or --url.".into());
    };
    match keys.iter().find(|key| key.id == receipt.key) {
        None => Err(format!("it is signed with the key {}, which is not one of the site’s.", receipt.key)),
        Some(key) if client::key_id(&key.public).as_ref() != Some(&key.id) => {
            Err(format!("the list of keys is wrong: {} is not the id of that key.", key.id))
        }
        Some(key) if !signature_is_valid(receipt, &key.public) => Err("the signature is not valid.".into()),
        Some(key) => Ok(format!("the signature is valid, by the site’s key {}.", key.id)),
    }
}

/// Every anchor that the device saw is in the record.
fn compare_anchors(record: &Record, kept: &Kept, comparison: &mut Comparison) {
    let has = |(seat, anchor): &&(String, String)| {
        record.steps.iter().any(
            |step| matches!(step, Step::Commit { commit, anchor: committed } if commit == seat && committed == anchor),
        )
    };
    let (there, missing): (Vec<_>, Vec<_>) = kept.anchors.iter().partition(has);
    if !there.is_empty() {
        let seats: Vec<&str> = there.iter().map(|(seat, _)| seat.as_str()).collect();
        comparison.agrees(format!("The commitments that this device saw are in the record: {}.", seats.join(", ")));
    }
    for (seat, anchor) in missing {
        comparison.differs(format!("The commitment of {seat} that this device saw ({anchor}) is not in the record."));
    }
}

/// The keys that the server at this address signs with.
pub(crate) fn keys_of(url: &str) -> anyhow::Result<Vec<SigningKey>> {
    let client = Client::new(url).map_err(crate::remote_table::usage)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Ok(runtime.block_on(crate::remote_table::impatient(&client).signing_keys())?.keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dynamic::MatchConfig;
    use kernel::record::RecordSeat;
    use serde_json::{json, to_string};

    fn anchor(digit: &str) -> String {
        digit.repeat(64)
    }

    fn record() -> Record {
        let game = catalog::game("three-musketeers").unwrap();
        let seats = ["attack", "musketeers"].map(|seat| RecordSeat { seat: seat.into(), name: String::new() });
        let act = |seat: &str, action: &str| Step::Act { seat: seat.into(), action: action.into() };
        let config = MatchConfig::default();
        Record {
            id: Some("m1".into()),
            commitment: Some(anchor("c")),
            dice: 3,
            steps: vec![
                Step::Commit { commit: "attack".into(), anchor: anchor("a") },
                act("attack", "d6-d7"),
                act("musketeers", "e7-d6"),
            ],
            ..Record::blank(game.info(), String::new(), &config, seats.to_vec())
        }
    }

    fn receipt(record: &Record, steps: usize) -> Receipt {
        let heads = table::heads(record);
        Receipt {
            of: "m1".into(),
            version: steps as u64 + 1,
            steps: steps as u64,
            opening: heads[0].clone(),
            head: heads[steps].clone(),
            key: "00".into(),
            signature: String::new(),
        }
    }

    fn kept(receipts: Vec<Receipt>) -> Kept {
        Kept { receipts, anchors: vec![("attack".into(), anchor("a"))], of: Some("m1".into()) }
    }

    /// What is said of a record that was changed after these receipts were given; the fault must be found.
    fn found(change: impl FnOnce(&mut Record)) -> String {
        let mut changed = record();
        let kept = kept(vec![receipt(&changed, 1), receipt(&changed, 3)]);
        change(&mut changed);
        let comparison = compare(&changed, &kept, None);
        assert!(comparison.differs, "{:?}", comparison.lines);
        comparison.lines.join("\n")
    }

    #[test]
    fn a_record_that_is_as_it_was_signed_agrees() {
        let record = record();
        let comparison = compare(&record, &kept(vec![receipt(&record, 1), receipt(&record, 3)]), None);
        assert!(!comparison.differs, "{:?}", comparison.lines);
        let text = comparison.lines.join("\n");
        assert!(text.contains("the same steps up to there") && text.contains("was not checked"), "{text}");
        assert!(text.contains("commitments that this device saw are in the record: attack."), "{text}");
    }

    #[test]
    fn every_forgery_is_found() {
        let steps = found(|record| record.steps[2] = Step::Resign { resign: "attack".into(), relief: None });
        assert!(steps.contains("at least one was changed") && steps.contains("the same steps up to there"), "{steps}");
        assert!(found(|record| record.steps.truncate(2)).contains("the record has only 2 steps"));
        assert!(found(|record| record.commitment = Some(anchor("d"))).contains("the opening was changed"));
        assert!(found(|record| record.seats.reverse()).contains("the opening was changed"));
        assert!(found(|record| record.id = Some("m2".into())).contains("another match (m1)"));
        let anchors = found(|record| record.steps[0] = Step::Commit { commit: "attack".into(), anchor: anchor("b") });
        assert!(anchors.contains("The commitment of attack that this device saw"), "{anchors}");
    }

    #[test]
    fn names_and_the_hosts_reasons_may_be_rewritten() {
        let mut record = record();
        record.steps.push(Step::Abort { abort: "attack".into(), reason: Some("Spam".into()) });
        let kept = kept(vec![receipt(&record, 4)]);
        record.seats[0].name = "Removed".into();
        record.steps[3] = Step::Abort { abort: "attack".into(), reason: None };
        assert!(!compare(&record, &kept, None).differs);
    }

    #[test]
    fn older_dice_have_no_receipts_and_an_empty_file_proves_nothing() {
        let old = Record { dice: 2, ..record() };
        let said = compare(&old, &kept(vec![receipt(&record(), 1)]), None);
        assert!(said.differs && said.lines[0].contains("Dice of version 2 had no receipts"), "{:?}", said.lines);
        assert!(compare(&record(), &kept(Vec::new()), None).differs);
    }

    #[test]
    fn a_signature_counts_only_with_a_key_of_the_site() {
        let vector: serde_json::Value =
            serde_json::from_str(include_str!("../../client/tests/receipt_vector.json")).unwrap();
        let signed: Receipt = serde_json::from_value(vector["receipt"].clone()).unwrap();
        let key =
            |id: &str, public: &str| SigningKey { id: id.into(), public: public.into(), created: 0, retired: None };
        let public = vector["public"].as_str().unwrap();
        let right = key(&signed.key, public);
        assert!(signature(&signed, Some(std::slice::from_ref(&right))).unwrap().contains("is valid"));
        let forged = Receipt { head: anchor("0"), ..signed.clone() };
        assert!(signature(&forged, Some(&[right])).unwrap_err().contains("not valid"));
        assert!(signature(&signed, Some(&[])).unwrap_err().contains("not one of the site"));
        let renamed = key(&signed.key, &"00".repeat(32));
        assert!(signature(&signed, Some(&[renamed])).unwrap_err().contains("list of keys is wrong"));
    }

    #[test]
    fn receipts_are_read_alone_in_a_list_and_from_the_files_of_page_and_terminal() {
        let (record, list) = (record(), [receipt(&record(), 1), receipt(&record(), 3)]);
        let read = |text: String| Kept::read(&text).unwrap();
        assert_eq!(read(to_string(&receipt(&record, 1)).unwrap()).receipts, list[..1]);
        assert_eq!(read(to_string(&list).unwrap()).receipts, list);
        let page = json!({ "match": "m1", "receipts": list, "anchors": { "attack": anchor("a") } });
        assert_eq!(read(page.to_string()), kept(list.to_vec()));
        let terminal =
            json!({ "match": "m1", "receipts": list, "anchors": { "attack": [anchor("a")] }, "secrets": [] });
        assert_eq!(read(terminal.to_string()), kept(list.to_vec()));
        assert!(Kept::read("{}").is_none() && Kept::read("").is_none());
    }
}
