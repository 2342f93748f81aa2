//! Reads JSON from a server.

use crate::ClientError;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads an answer. Control characters are removed from every text: names and messages come from strangers.
pub(crate) fn read<T: DeserializeOwned>(what: &'static str, sent: &[u8]) -> Result<T, ClientError> {
    let mut value: Value = serde_json::from_slice(sent).map_err(ClientError::unreadable(what))?;
    clean(&mut value);
    serde_json::from_value(value).map_err(ClientError::unreadable(what))
}

/// The same JSON without control characters.
pub(crate) fn cleaned(sent: &[u8]) -> Result<Vec<u8>, ClientError> {
    // Most messages have no such character. In JSON they are escaped as `\…`, or are 7F, or C2 80 to C2 9F.
    if !sent.iter().any(|byte| matches!(byte, b'\\' | 0x7F | 0xC2)) {
        return Ok(sent.to_vec());
    }
    let value: Value = read("event", sent)?;
    serde_json::to_vec(&value).map_err(ClientError::unreadable("event"))
}

fn clean(value: &mut Value) {
    match value {
        Value::String(text) => text.retain(|letter| !letter.is_control()),
        Value::Array(values) => values.iter_mut().for_each(clean),
        Value::Object(fields) => fields.values_mut().for_each(clean),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_removed_from_all_text() {
        let sent = br#"{"names":["An\u001b[31mna","B\u009bob\n"]}"#;
        let read: Value = read("answer", sent).unwrap();
        assert_eq!(read["names"], serde_json::json!(["An[31mna", "Bob"]));
        assert!(super::read::<Value>("answer", b"<html>").is_err());
    }
}
