//! What several nodes need of a store that they share: hints about each other's changes, the store's own order of
//! changes, leases for work that one of them should do, and who is where (`presence`) and how often (`limits`).
//!
//! A hint says where to look, never what happened. It may come late, twice or not at all; whoever must not miss anything
//! reads the changes since a [`Place`] as well.

mod limits;
pub(crate) mod message;
pub(crate) mod nats;
mod presence;

use std::pin::Pin;
use std::time::Duration;

pub use limits::{SharedBucket, SharedLimits};
pub use nats::NatsServers;
pub use presence::{PresenceChange, Seen, SharedPresence};

use crate::{StoreFuture, StreamId, Version};

/// A match has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The match.
    pub stream: StreamId,
    /// The version it has reached; [`Version::NONE`] if only a message was sent.
    pub version: Version,
    /// The number of its last message, if one was sent.
    pub message: Option<u64>,
}

impl Hint {
    /// The hint as it is sent: `match version`, or `match version message`.
    pub fn text(&self) -> String {
        match self.message {
            Some(message) => format!("{} {} {message}", self.stream, self.version),
            None => format!("{} {}", self.stream, self.version),
        }
    }

    /// Reads a hint; `None` if it is none.
    pub fn read(text: &str) -> Option<Hint> {
        let mut words = text.split(' ');
        let stream = StreamId::new(words.next()?).ok()?;
        let version = Version(words.next()?.parse().ok()?);
        let message = words.next().map(str::parse).transpose().ok()?;
        words.next().is_none().then_some(Hint { stream, version, message })
    }
}

/// What a node hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// These matches have changed.
    Hints(Vec<Hint>),
    /// Hints may have been missed: read the changes since the last place.
    Missed,
}

/// What carries the hints between nodes.
#[derive(Clone, Debug, Default)]
pub enum HintBus {
    /// Nothing: there is one node.
    Nothing,
    /// The database itself, by NOTIFY.
    #[default]
    Notify,
    /// These NATS servers. The database sends no NOTIFY.
    Nats(NatsServers),
}

/// A place in the store's own order of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(pub(crate) u64);

/// Hears the hints of other nodes.
pub trait Listener: Send {
    /// Waits for what comes next. It reconnects by itself, and then says [`Heard::Missed`].
    fn next(&mut self) -> Pin<Box<dyn Future<Output = Heard> + Send + '_>>;
}

/// A store that several nodes share.
pub trait SharedStore: Send + Sync {
    /// Hears of changes by other nodes from now on.
    fn listen(&self) -> Box<dyn Listener>;

    /// The place after all changes so far.
    fn place(&self) -> StoreFuture<'_, Place>;

    /// All matches that have changed since a place, and the place after them. Some may be named again next time.
    fn changes_since(&self, place: Place) -> StoreFuture<'_, (Vec<Hint>, Place)>;

    /// Takes or renews the lease of this name for a time, by the store's clock; `false` if another node has it. A node that
    /// dies loses its leases when their time is over.
    fn lease<'a>(&'a self, name: &'a str, time: Duration) -> StoreFuture<'a, bool>;

    /// Gives a lease back before its time is over.
    fn release<'a>(&'a self, name: &'a str) -> StoreFuture<'a, ()>;

    /// Who is connected to which match, at all nodes.
    fn presence(&self) -> &dyn SharedPresence;

    /// Rate limits that hold for all nodes together.
    fn limits(&self) -> &dyn SharedLimits;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_reads_as_it_was_written() {
        for text in ["m-1 7", "m-1 0 12"] {
            assert_eq!(Hint::read(text).expect(text).text(), text);
        }
        for wrong in ["", "m", "m x", "m 1 x", "m 1 2 3", "é 1", "*"] {
            assert_eq!(Hint::read(wrong), None, "{wrong}");
        }
    }
}
