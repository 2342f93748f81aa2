//! A match as one line of JSON, for `boxtop export` and `boxtop import`. The format is described in docs/data.md; old lines
//! stay readable.

use matches::{list_entry, verify};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashMap;
use store::data::WholeMatch;
use store::{Listed, Stored, StreamId, Version};

/// The name of the format.
const FORMAT: &str = "boxtop-match";
/// The newest version of the format.
const VERSION: u32 = 1;

/// A match.
#[derive(Serialize, Deserialize)]
struct Line {
    format: String,
    version: u32,
    id: String,
    game: String,
    finished: bool,
    events: Vec<LineEvent>,
}

/// One event. Its number is its place in the list.
#[derive(Serialize, Deserialize)]
struct LineEvent {
    /// When it was stored, in milliseconds since 1970.
    at: i64,
    /// The idempotency key of its append.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// The event as it is stored, byte for byte.
    event: Box<RawValue>,
}

/// Only what tells a line of ours from others.
#[derive(Deserialize)]
struct Heading {
    #[serde(default)]
    format: String,
    #[serde(default)]
    version: u32,
}

/// Writes a match; `public` leaves out who played.
pub(crate) fn write(listed: &Listed, events: Vec<Stored>, public: bool) -> anyhow::Result<String> {
    let mut people = Pseudonyms::default();
    let event = |stored: Stored| {
        // A line break between the tokens of an event would end the line.
        let body = stored.body.replace(['\n', '\r'], " ");
        let body = if public { people.hide(&body)? } else { body };
        let key = stored.key.filter(|_| !public);
        anyhow::Ok(LineEvent { at: stored.at_ms, key, event: RawValue::from_string(body)? })
    };
    let events = events.into_iter().map(event).collect::<anyhow::Result<_>>()?;
    let (id, game, finished) = (listed.stream.to_string(), listed.entry.game.clone(), !listed.entry.open);
    Ok(serde_json::to_string(&Line { format: FORMAT.into(), version: VERSION, id, game, finished, events })? + "\n")
}

/// Reads a match and replays it completely.
pub(crate) fn read(line: &str) -> Result<WholeMatch, String> {
    let heading: Heading =
        serde_json::from_str(line).map_err(|error| format!("it is not JSON of a match ({error})"))?;
    match heading {
        Heading { format, .. } if format != FORMAT => return Err(format!("its format is not “{FORMAT}”")),
        Heading { version, .. } if !(1..=VERSION).contains(&version) => {
            return Err(format!("its version is {version}; this program reads 1 to {VERSION}"));
        }
        _ => {}
    }
    let line: Line = serde_json::from_str(line).map_err(|error| format!("it cannot be read ({error})"))?;
    let stream = StreamId::new(line.id).map_err(|error| error.to_string())?;
    let stored = |(version, event): (u64, LineEvent)| {
        let body = event.event.get().to_owned();
        Stored { version: Version(version), at_ms: event.at, key: event.key, body }
    };
    let events: Vec<Stored> = (1..).zip(line.events).map(stored).collect();
    let table = verify(&stream, &events, catalog::game).map_err(|why| why.to_string())?;
    let times = |event: Option<&Stored>| event.map_or(0, |event| event.at_ms);
    let (created_ms, updated_ms) = (times(events.first()), times(events.last()));
    let listed =
        Listed { stream, entry: list_entry(&table), version: Version(table.version()), created_ms, updated_ms };
    WholeMatch::new(listed, events).map_err(|error| error.to_string())
}

/// Stands for the people of a match: the same person has the same number in all its events.
#[derive(Default)]
struct Pseudonyms(HashMap<String, usize>);

impl Pseudonyms {
    /// An event without the keys and names of people.
    fn hide(&mut self, body: &str) -> anyhow::Result<String> {
        let mut event: Value = serde_json::from_str(body)?;
        self.hide_in(&mut event);
        Ok(event.to_string())
    }

    /// A person is an object with a key, as everywhere in events.
    fn hide_in(&mut self, value: &mut Value) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(key)) = fields.get("key") {
                    let next = self.0.len() + 1;
                    let number = *self.0.entry(key.clone()).or_insert(next);
                    fields.insert("key".into(), format!("player-{number}").into());
                    fields.insert("name".into(), format!("Player {number}").into());
                }
                fields.values_mut().for_each(|field| self.hide_in(field));
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.hide_in(item)),
            _ => {}
        }
    }
}
