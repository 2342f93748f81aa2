//! A command on its way to a match, and its outcome.

use std::sync::Arc;
use table::{MatchCommand, Outage};

/// A command for a match.
#[derive(Clone, Debug)]
pub struct PendingCommand {
    /// The command.
    pub command: MatchCommand,
    /// The version that its sender has seen; `None` if it does not matter.
    pub seen: Option<u64>,
    /// Makes the command repeatable.
    pub key: Option<IdempotencyKey>,
    /// For how many milliseconds the sender has had that version, as they report it.
    pub held: Option<u32>,
    /// When the command arrived, in milliseconds since 1970.
    pub now: i64,
    /// Times in which nobody could take a move, in order. Those that matter to the match are written into it first.
    pub outages: Arc<[Outage]>,
}

impl PendingCommand {
    /// A command that arrives now, whatever its sender has seen.
    pub fn new(command: MatchCommand, now: i64) -> Self {
        PendingCommand { command, seen: None, key: None, held: None, now, outages: Arc::default() }
    }

    /// The same from a sender who has seen this version.
    #[must_use]
    pub fn at_version(self, seen: u64) -> Self {
        PendingCommand { seen: Some(seen), ..self }
    }

    /// The same with an idempotency key.
    #[must_use]
    pub fn with_key(self, key: IdempotencyKey) -> Self {
        PendingCommand { key: Some(key), ..self }
    }
}

/// An idempotency key, with the fingerprint of the request it was sent with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdempotencyKey {
    pub(crate) name: String,
    pub(crate) body: Option<String>,
}

impl IdempotencyKey {
    /// The key of a request with this body. A name has no dot.
    pub fn new(name: &str, body: &str) -> Self {
        let mut body = table::fingerprint(body.as_bytes());
        body.truncate(16);
        IdempotencyKey { name: name.to_owned(), body: Some(body) }
    }

    /// The key of a request that has only one possible body.
    pub fn plain(name: &str) -> Self {
        IdempotencyKey { name: name.to_owned(), body: None }
    }

    /// As stored in the log: the name, a dot and the fingerprint.
    pub(crate) fn stored(&self) -> String {
        match &self.body {
            Some(body) => format!("{}.{body}", self.name),
            None => self.name.clone(),
        }
    }

    pub(crate) fn read(stored: &str) -> Self {
        match stored.split_once('.') {
            Some((name, body)) => IdempotencyKey { name: name.to_owned(), body: Some(body.to_owned()) },
            None => IdempotencyKey::plain(stored),
        }
    }
}

/// The outcome of a command.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct CommandOutcome {
    /// The version that the command reached.
    pub version: u64,
    /// Nothing was written now: the command had been carried out before, or there was nothing to do.
    pub repeated: bool,
    /// When to check the clocks next, in milliseconds since 1970.
    pub deadline: Option<i64>,
}
