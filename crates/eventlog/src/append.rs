//! The rules of an append, the same for every store: whether it is valid ([`Append::check`]) and whether it is written
//! ([`Append::judge`]).

use serde::de::IgnoredAny;

use crate::{ListEntry, StoreError, StreamId, Version};

const MOST_EVENTS: usize = 1_000;
const LONGEST_APPEND: usize = 16 << 20;
const LONGEST_NAME: usize = 200;
const LONGEST_TITLE: usize = 1_000;
const MOST_OWNERS: usize = 100;

/// One atomic append: all of its events, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The match. The first append makes the stream.
    pub stream: StreamId,
    /// The version the writer has seen; anything else is a conflict.
    pub expected: Version,
    /// Idempotency key, unique in its stream. The same key again gets the first answer, whatever the events.
    pub key: Option<String>,
    /// JSON texts, at least one.
    pub events: Vec<String>,
    /// What lists show of the match from now on.
    pub entry: ListEntry,
}

/// The answer to an append that is in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The version after it. When repeated: the version it reached the first time.
    pub version: Version,
    /// The key had been used: nothing was written now.
    pub repeated: bool,
}

/// Whether an append is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The key has been used; this is the answer.
    Repeated(Appended),
    /// Write it; this will be the answer.
    Write(Appended),
}

impl Append {
    /// Decides about a checked append from the version of its stream and the version its key has reached before.
    /// The key goes first: a request that succeeded must not conflict with itself.
    pub fn judge(&self, actual: Version, reached: Option<Version>) -> Result<Verdict, StoreError> {
        if let Some(version) = reached {
            return Ok(Verdict::Repeated(Appended { version, repeated: true }));
        }
        if self.expected != actual {
            return Err(StoreError::Conflict { expected: self.expected, actual });
        }
        let version = Version(actual.0 + self.events.len() as u64);
        Ok(Verdict::Write(Appended { version, repeated: false }))
    }

    /// Refuses an invalid append before it can delay or break anyone else's.
    pub fn check(&self) -> Result<(), StoreError> {
        check_events(&self.events)?;
        check_key(self.key.as_deref())?;
        check_entry(&self.entry)
    }
}

fn check_events(events: &[String]) -> Result<(), StoreError> {
    if !(1..=MOST_EVENTS).contains(&events.len()) {
        return bad(format!("an append has 1 to {MOST_EVENTS} events, not {}", events.len()));
    }
    if events.iter().map(String::len).sum::<usize>() > LONGEST_APPEND {
        return bad(format!("the events of an append are at most {LONGEST_APPEND} bytes together"));
    }
    for (index, body) in events.iter().enumerate() {
        if let Err(fault) = serde_json::from_str::<IgnoredAny>(body) {
            return bad(format!("event {} is not JSON: {fault}", index + 1));
        }
    }
    Ok(())
}

fn check_key(key: Option<&str>) -> Result<(), StoreError> {
    key.map_or(Ok(()), |key| check_name("a key", key))
}

fn check_entry(entry: &ListEntry) -> Result<(), StoreError> {
    check_name("a game", &entry.game)?;
    if entry.title.len() > LONGEST_TITLE || entry.title.contains('\0') {
        return bad(format!("a title is at most {LONGEST_TITLE} bytes, without NUL"));
    }
    if entry.owners.len() > MOST_OWNERS {
        return bad(format!("a match has at most {MOST_OWNERS} owners"));
    }
    entry.owners.iter().try_for_each(|owner| check_name("an owner", owner))
}

/// NUL is refused because not every database can keep it in a text.
fn check_name(what: &str, name: &str) -> Result<(), StoreError> {
    if (1..=LONGEST_NAME).contains(&name.len()) && !name.contains('\0') {
        return Ok(());
    }
    bad(format!("{what} has 1 to {LONGEST_NAME} bytes, without NUL"))
}

fn bad(why: String) -> Result<(), StoreError> {
    Err(StoreError::BadRequest(why))
}
