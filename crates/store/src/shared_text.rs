//! Stores long texts of events once for all events that have them. Reading restores every byte.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

/// Minimum length of a shared text.
const SHORTEST: usize = 512;

/// A text removed from an event.
pub(crate) struct SharedText {
    /// Its field.
    pub(crate) field: String,
    /// Its fingerprint.
    pub(crate) hash: String,
    /// The text as JSON.
    pub(crate) text: String,
}

/// Takes the longest text out of an event's own fields, if it has a long one: the body without it, and the text.
pub(crate) fn take_out(body: &str) -> Option<(String, SharedText)> {
    if body.len() < SHORTEST {
        return None;
    }
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(body).ok()?;
    let texts = fields.into_iter().filter(|(_, value)| value.get().starts_with('"') && value.get().len() >= SHORTEST);
    let (field, value) = texts.max_by_key(|(_, value)| value.get().len())?;
    let text = value.get().to_owned();
    let hash = Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let short = body.replacen(&place(&field, &text), &place(&field, &mark(&hash)), 1);
    // A body with other formatting than ours stays unchanged.
    (put_back(&short, &field, &hash, &text) == body && short != body)
        .then_some((short, SharedText { field, hash, text }))
}

/// The event as it was.
pub(crate) fn put_back(body: &str, field: &str, hash: &str, text: &str) -> String {
    body.replacen(&place(field, &mark(hash)), &place(field, text), 1)
}

/// A field with its value. No text can hold this, for its quotation marks would be escaped there.
fn place(field: &str, value: &str) -> String {
    format!("\"{field}\":{value}")
}

fn mark(hash: &str) -> String {
    format!("\"shared:{hash}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_taken_out_and_put_back_byte_for_byte() {
        let board = "line \\\"one\\\"\\n é ".repeat(60);
        let body = format!(r#"{{"event":"opened","name":"x","board":"{board}","at":5}}"#);
        let (short, shared) = take_out(&body).expect("it is long");
        assert!(short.len() < 200 && shared.field == "board", "{short}");
        assert_eq!(put_back(&short, &shared.field, &shared.hash, &shared.text), body);
        let renamed = short.replace(r#""name":"x""#, r#""name":"a guest""#);
        let back = put_back(&renamed, &shared.field, &shared.hash, &shared.text);
        assert_eq!(back, body.replace(r#""name":"x""#, r#""name":"a guest""#), "also when something else has changed");
    }

    #[test]
    fn what_only_looks_like_a_mark_stays() {
        let board = "b".repeat(600);
        let hash = take_out(&format!(r#"{{"board":"{board}"}}"#)).expect("it is long").1.hash;
        let body = format!(r#"{{"name":"shared:{hash}","board":"{board}","said":"\"board\":\"shared:{hash}\""}}"#);
        let (short, shared) = take_out(&body).expect("it is long");
        assert_eq!(put_back(&short, &shared.field, &shared.hash, &shared.text), body);
    }

    #[test]
    fn short_events_lists_and_other_ways_of_writing_stay_as_they_are() {
        let long = "x".repeat(600);
        let spaced = format!(r#"{{ "board" : "{long}" }}"#);
        let nested = format!(r#"{{"a":{{"board":"{long}"}}}}"#);
        for body in [r#"{"board":"short"}"#, &format!("\"{long}\""), &format!("[\"{long}\"]"), &spaced, &nested] {
            assert!(take_out(body).is_none(), "{body}");
        }
    }
}
