//! Where events are kept: memory and SQLite.
//!
//! This crate keeps the events of matches safe and finds them again: the [`EventStore`] trait, which extends
//! [`EventLog`] by lists and people, and the stores that implement it. It knows nothing of games, seats or players: an
//! event is a JSON text, and what a list shows of a match comes in its [`ListEntry`].
//!
//! The promises, the same for every store and told by one story in `tests/all/story.rs`:
//!
//! - An append is whole or absent, and is answered only when it is safe. SQLite: after the commit reached the disk.
//! - A writer names the version it has seen. Someone else was faster: [`StoreError::Conflict`], and nothing has changed.
//! - A key makes an append repeatable: sent again, it writes nothing and answers what it answered the first time.
//!
//! ```
//! # async fn example() -> Result<(), boxtop_store::StoreError> {
//! use boxtop_store::{Append, EventLog, ListEntry, Memory, StreamId, Version};
//!
//! let store = Memory::new();
//! let stream: StreamId = "match-1".parse()?;
//! let entry = ListEntry { game: "siege".into(), open: true, title: "After dinner".into(), owners: vec!["ann".into()] };
//! let events = vec![r#"{"type":"opened"}"#.to_owned()];
//! let done = store
//!     .append(Append { stream: stream.clone(), expected: Version::NONE, key: None, events, entry })
//!     .await?;
//! assert_eq!(done.version, Version(1));
//! assert_eq!(store.read(&stream, Version::NONE).await?.len(), 1);
//! # Ok(())
//! # }
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(example()).unwrap();
//! ```
#![forbid(unsafe_code)]

mod clock;
mod event_store;
mod memory;
mod mention;
mod names;
mod people;
mod sqlite;

pub use clock::Clock;
pub use event_store::EventStore;
pub use eventlog::{
    Append, Appended, EventLog, Filter, ListEntry, Listed, StoreError, StoreFuture, Stored, StreamId, Version,
};
pub use memory::Memory;
pub use names::skeleton;
pub use people::{
    Audience, Belongings, Change, Changed, Device, FORGOTTEN, Holder, Message, PeopleStore, Person, Token,
};
pub use sqlite::{Sqlite, SqliteOptions};
