//! Who is connected to which match, at all nodes together. What a node says counts only while it is alive, by the store's
//! clock.

use std::time::Duration;

use crate::{StoreFuture, StreamId};

/// A person has come to a match at this node, or has left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresenceChange {
    /// The match.
    pub stream: StreamId,
    /// The person's key.
    pub person: String,
    /// Whether they are there now.
    pub here: bool,
}

/// What other nodes know of a person at a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The person's key.
    pub person: String,
    /// How long ago they left; `None` if they are connected now.
    pub left: Option<Duration>,
}

/// Who is connected, at all nodes.
pub trait SharedPresence: Send + Sync {
    /// Writes the changes at this node since the last call. Everyone that it has said to be here counts for this time
    /// from now on, and is taken to have left then if nothing follows.
    fn update<'a>(&'a self, changes: &'a [PresenceChange], time: Duration) -> StoreFuture<'a, ()>;

    /// What other nodes know of the people at a match.
    fn seen_elsewhere<'a>(&'a self, stream: &'a StreamId) -> StoreFuture<'a, Vec<Seen>>;

    /// The number of different people at each of these matches who do not play there, at all nodes. Matches with
    /// none may be left out.
    fn spectators<'a>(&'a self, streams: &'a [StreamId]) -> StoreFuture<'a, Vec<(StreamId, usize)>>;

    /// Removes some of what is older than this; returns how much.
    fn clean_up(&self, older: Duration) -> StoreFuture<'_, u64>;
}
