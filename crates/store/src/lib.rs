//! Stores for events and accounts: in memory, in SQLite and in PostgreSQL.
//!
//! The trait [`EventStore`] extends [`EventLog`] by lists of matches and accounts. The crate does not know games, seats or
//! players: an event is a JSON text, and what a list shows of a match is in its [`ListEntry`].
//!
//! Guarantees, the same for every store and tested by `tests/all/story.rs`:
//!
//! - An append is atomic, and returns only when it is durable. SQLite: after the commit has reached the
//!   disk. PostgreSQL: after the commit, and after a synchronous standby has it too, if there is one.
//! - A writer names the version it has seen. If another writer was faster, it gets [`StoreError::Conflict`], and nothing has
//!   changed.
//! - A key makes an append repeatable: sent again, it writes nothing and returns the first result.
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

mod analyses;
mod clock;
pub mod data;
mod event_store;
mod memory;
mod mention;
mod moderation;
mod names;
mod nodes;
mod outage;
mod people;
mod postgres;
mod shared_text;
mod signing;
mod sql;
mod sqlite;
mod store_metrics;

pub use analyses::{
    AnalysisKey, AnalysisStore, KeptAnalysis, LARGEST_ANALYSIS, LARGEST_RECORD, RECORD_KEPT_MS, UploadedRecord,
};
pub use clock::Clock;
pub use event_store::EventStore;
pub use eventlog::{
    Append, Appended, EventLog, Filter, ListEntry, Listed, StoreError, StoreFuture, Stored, StreamId, Version,
};
pub use memory::Memory;
pub use moderation::{
    Activity, AuditEntry, Ban, GameCount, HostAction, MOST_REPORTS, Moderation, ModerationStore, Report, ReportState,
    Restrictions, Statistics, TableRestriction,
};
pub use names::skeleton;
pub use nodes::{
    Heard, Hint, HintBus, Listener, NatsServers, Place, PresenceChange, Seen, SharedBucket, SharedLimits,
    SharedPresence, SharedStore,
};
pub use outage::{Beat, Outage, Pulse};
pub use people::{
    Account, AccountData, AccountStore, Audience, Change, Changed, Device, FORGOTTEN, Message, PuzzleResult,
    SecretOwner, Token,
};
pub use postgres::{Postgres, PostgresOptions};
pub use signing::SiteKey;
pub use sqlite::{Sqlite, SqliteOptions};
pub use store_metrics::{BusMetrics, StoreMetrics};
