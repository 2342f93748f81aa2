//! One match with everything that belongs to it, written as it was: with its times and keys, which an append would make
//! anew.

use std::collections::BTreeSet;

use serde_json::json;

use super::tables::{EVENT, MENTION, MESSAGE, OWNER, SHARED_TEXT, STREAM, Table, Values};
use super::{DataError, Database};
use crate::mention::mentioned;
use crate::sql::{Connection, Found, reads};
use crate::{Append, Listed, StoreError, Stored, Version, shared_text};

/// A match with its events.
#[derive(Clone, Debug)]
pub struct WholeMatch {
    listed: Listed,
    events: Vec<Stored>,
    /// Rows of the table of messages.
    messages: Vec<Values>,
}

/// What became of a match that should be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// It was written.
    Written,
    /// The store has it already, perhaps with further events; nothing was written.
    Present,
    /// The store has another match of this name, or one that is not as far; nothing was written.
    Different,
}

impl WholeMatch {
    /// A match without messages. Fails if the store could not keep it.
    pub fn new(listed: Listed, events: Vec<Stored>) -> Result<Self, StoreError> {
        for event in &events {
            let append = Append {
                stream: listed.stream.clone(),
                expected: Version(event.version.0.saturating_sub(1)),
                key: event.key.clone(),
                events: vec![event.body.clone()],
                entry: listed.entry.clone(),
            };
            append.check()?;
        }
        Ok(Self { listed, events, messages: Vec::new() })
    }

    /// The rows of each table, in the order in which they are written.
    fn rows(&self) -> [(&'static Table, Vec<Values>); 6] {
        let Listed { stream, entry, version, created_ms, updated_ms } = &self.listed;
        let name = stream.as_str();
        let owners = json!(entry.owners).to_string();
        let row = [json!(name), json!(entry.game), json!(entry.open), json!(entry.title), json!(owners)];
        let row = row.into_iter().chain([json!(version.0), json!(created_ms), json!(updated_ms)]).collect();
        let owners: BTreeSet<&String> = entry.owners.iter().collect();
        let owners = owners.into_iter().map(|owner| vec![json!(owner), json!(name)]).collect();
        let (mut texts, mut events, mut mentions) = (Vec::new(), Vec::new(), Vec::new());
        for Stored { version, at_ms, key, body } in &self.events {
            let (body, shared) =
                shared_text::take_out(body).map_or((body.clone(), None), |(short, text)| (short, Some(text)));
            let people = mentioned(&body).into_iter();
            mentions.extend(people.map(|person| vec![json!(person), json!(name), json!(version.0)]));
            let (field, hash) = shared.as_ref().map(|shared| (&shared.field, &shared.hash)).unzip();
            let event =
                [json!(name), json!(version.0), json!(at_ms), json!(key), json!(body), json!(field), json!(hash)];
            events.push(event.to_vec());
            texts.extend(shared.map(|shared| vec![json!(shared.hash), json!(shared.text)]));
        }
        [
            (&STREAM, vec![row]),
            (&OWNER, owners),
            (&SHARED_TEXT, texts),
            (&EVENT, events),
            (&MENTION, mentions),
            (&MESSAGE, self.messages.clone()),
        ]
    }

    async fn insert(&self, connection: &mut Connection<'_>) -> Found<Inserted> {
        if let Some(kept) = reads::listed_as(connection, &self.listed.stream).await? {
            let events = reads::events(connection, &kept.stream, Version::NONE).await?;
            let same = events.starts_with(&self.events);
            return Ok(if same { Inserted::Present } else { Inserted::Different });
        }
        for (table, rows) in self.rows() {
            // Others may have the same texts; a match was perhaps removed but not its messages.
            let lenient = [SHARED_TEXT.name, MESSAGE.name].contains(&table.name);
            table.insert(connection, &rows, lenient).await?;
        }
        Ok(Inserted::Written)
    }
}

impl Database {
    /// A match with its events and messages.
    pub async fn whole_match(&mut self, listed: Listed) -> Result<WholeMatch, DataError> {
        let events = self.events_of(&listed).await?;
        let messages = MESSAGE.rows_with(&mut self.connection(), "stream", listed.stream.as_str()).await;
        let messages = self.told(messages)?;
        Ok(WholeMatch { messages, ..WholeMatch::new(listed, events)? })
    }

    /// Writes a match that the store does not have, in one transaction, whether servers use the store or not.
    pub async fn insert_match(&mut self, whole: &WholeMatch) -> Result<Inserted, StoreError> {
        let begun = self.connection().begin().await;
        self.told(begun)?;
        let inserted = whole.insert(&mut self.connection()).await;
        let ended = match inserted {
            Ok(Inserted::Written) => self.connection().commit().await,
            _ => self.connection().roll_back().await,
        };
        let inserted = self.told(inserted)?;
        self.told(ended)?;
        Ok(inserted)
    }
}
