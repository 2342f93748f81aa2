//! The transcript: a running hash over the opening and every step, which receipts sign.
//!
//! `docs/record.md` says exactly what is hashed, so that any program can do it again from a record.

use chain::Link;
use kernel::record::{Record, Step};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Fields of steps that are not hashed: names and the host's reasons may have to be rewritten.
const LEFT_OUT: [&str; 2] = ["name", "reason"];

/// What of an opening is hashed.
pub(crate) struct Opening<'a> {
    pub(crate) id: &'a str,
    pub(crate) game: &'a str,
    pub(crate) rules_version: u32,
    pub(crate) board_hash: &'a str,
    pub(crate) options: &'a kernel::Chosen,
    pub(crate) commitment: &'a str,
    pub(crate) start: Option<&'a Value>,
    pub(crate) seats: Vec<&'a str>,
}

impl Opening<'_> {
    /// The head of the transcript before the first step.
    pub(crate) fn head(&self) -> Link {
        let Opening { id, game, rules_version, board_hash, options, commitment, start, seats } = self;
        let mut opening = json!({
            "id": id, "game": game, "rules_version": rules_version, "board_hash": board_hash, "options": options,
            "commitment": commitment, "dice": crate::dice::VERSION, "seats": seats,
        });
        if let Some(start) = start {
            opening["start"] = (*start).clone();
        }
        hashed(&[b"boxtop match 3", canonical(&opening).as_bytes()])
    }
}

/// The head after this step.
pub(crate) fn after(head: Link, step: &Step) -> Link {
    let mut step = serde_json::to_value(step).unwrap_or_default();
    if let Value::Object(fields) = &mut step {
        LEFT_OUT.iter().for_each(|name| drop(fields.remove(*name)));
    }
    hashed(&[b"boxtop step 3", head.bytes(), canonical(&step).as_bytes()])
}

/// The heads of a record with dice of version 3, in hexadecimal: before its first step, and after each one. Empty for other
/// records.
pub fn heads(record: &Record) -> Vec<String> {
    let (Some(id), Some(commitment), 3) = (&record.id, &record.commitment, record.dice) else { return Vec::new() };
    let opening = Opening {
        id,
        game: &record.game,
        rules_version: record.rules_version,
        board_hash: &record.board_hash,
        options: &record.options,
        commitment,
        start: record.start.as_ref(),
        seats: record.seats.iter().map(|seat| seat.seat.as_str()).collect(),
    };
    let mut heads = vec![opening.head()];
    for step in &record.steps {
        heads.extend(heads.last().map(|head| after(*head, step)));
    }
    heads.iter().map(Link::to_string).collect()
}

fn hashed(parts: &[&[u8]]) -> Link {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    Link::new(hash.finalize().into())
}

/// JSON with its keys in order and without spaces, so that every program writes the same bytes.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| *name);
            let field = |(name, value): &(&String, &Value)| format!("{}:{}", json!(name), canonical(value));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        plain => plain.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_json_has_sorted_keys_and_no_spaces() {
        let value = json!({ "b": [1, true, null], "a": { "d": "é\n\"", "c": -7 } });
        assert_eq!(canonical(&value), r#"{"a":{"c":-7,"d":"é\n\""},"b":[1,true,null]}"#);
    }

    #[test]
    fn names_and_reasons_are_not_in_the_transcript() {
        let head = Link::new([1; 32]);
        let sit = |name: &str| Step::Sit { sit: "red".into(), name: name.into() };
        assert_eq!(after(head, &sit("Anna")), after(head, &sit("Bert")));
        assert_ne!(after(head, &sit("Anna")), after(head, &Step::Vacate { vacate: "red".into() }));
    }
}
