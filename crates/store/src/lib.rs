//! Where events are kept: memory and SQLite.
//!
//! Here belongs everything about keeping a match's events safe and finding them again: the [`EventStore`] trait, what an
//! append means, and the engines that do it. What does *not* belong here is any knowledge of games, seats or players: an
//! event is a JSON text, and the few words a list shows of a match come in its [`Head`].
//!
//! The promises, the same for every store and told by one story in `tests/all/story.rs`:
//!
//! - An append is whole or absent, and is answered only when it is safe. SQLite: after the commit reached the disk.
//! - A writer names the version it has seen. Someone else was faster: [`StoreError::Conflict`], and nothing has changed.
//! - A key makes an append repeatable: sent again, it writes nothing and answers what it answered the first time.
//!
//! ```
//! # async fn example() -> Result<(), boxtop_store::StoreError> {
//! use boxtop_store::{Append, EventStore, Head, Memory, StreamId, Version};
//!
//! let store = Memory::new();
//! let stream: StreamId = "match-1".parse()?;
//! let head = Head { game: "siege".into(), open: true, title: "After dinner".into(), owners: vec!["ann".into()] };
//! let events = vec![r#"{"type":"opened"}"#.to_owned()];
//! let done = store
//!     .append(Append { stream: stream.clone(), expected: Version::NONE, key: None, events, head })
//!     .await?;
//! assert_eq!(done.version, Version(1));
//! assert_eq!(store.read(&stream, Version::NONE).await?.len(), 1);
//! # Ok(())
//! # }
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(example()).unwrap();
//! ```
#![forbid(unsafe_code)]

mod append;
mod clock;
mod error;
mod event_store;
mod memory;
mod mention;
mod names;
mod people;
mod sqlite;
mod stream;

pub use append::{Append, Appended};
pub use clock::Clock;
pub use error::StoreError;
pub use event_store::{EventStore, StoreFuture};
pub use memory::Memory;
pub use names::skeleton;
pub use people::{
    Audience, Belongings, Change, Changed, Device, FORGOTTEN, Holder, Message, PeopleStore, Person, Token,
};
pub use sqlite::{Sqlite, SqliteOptions};
pub use stream::{Filter, Head, Listed, Stored, StreamId, Version};
