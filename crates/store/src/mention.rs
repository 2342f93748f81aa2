//! Finds the people named in an event, for an index of events by person. This is all the store knows about events: a
//! person is named by an object with the field `key`.

use serde_json::Value;

/// The people named in an event, each once.
pub(crate) fn mentioned(body: &str) -> Vec<String> {
    let mut found = Vec::new();
    // Most events are moves without people and need not be parsed.
    if body.contains(FIELD)
        && let Ok(event) = serde_json::from_str(body)
    {
        collect(&event, &mut found);
    }
    found
}

/// The field as it appears in a stored event.
pub(crate) const FIELD: &str = "\"key\"";

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(key)) = fields.get("key")
                && !found.contains(key)
            {
                found.push(key.clone());
            }
            fields.values().for_each(|field| collect(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_found_by_their_keys_at_any_depth() {
        let body =
            r#"{"seats":[{"key":"a"},{"kind":"open"},{"key":"b"},{"key":"a"}],"who":{"key":"c","x":{"key":"d"}}}"#;
        assert_eq!(mentioned(body), ["a", "b", "c", "d"]);
        for nobody in [r#"{"action":"key"}"#, r#"{"key":1}"#, "[]", r#""key""#] {
            assert_eq!(mentioned(nobody), [""; 0], "{nobody}");
        }
    }
}
