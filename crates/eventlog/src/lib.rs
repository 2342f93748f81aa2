//! The event log of matches: the trait between a match and a store, and the types they share.
//!
//! [`EventLog`] appends events at an expected version and reads them back. It is declared here, away from databases and
//! runtimes, so that a match compiles wherever the core does. The rules of an append ([`Append::check`],
//! [`Append::judge`]) are here too, so that every store answers in the same way.
//!
//! ```
//! use boxtop_eventlog::{Append, Appended, ListEntry, StreamId, Verdict, Version};
//!
//! let append = Append {
//!     stream: StreamId::new("match-1").unwrap(),
//!     expected: Version::NONE,
//!     key: Some("open".into()),
//!     events: vec![r#"{"event":"opened"}"#.into()],
//!     entry: ListEntry { game: "siege".into(), open: true, title: "Ann – Bob".into(), owners: vec![] },
//! };
//! append.check().unwrap();
//! let first = Appended { version: Version(1), repeated: false };
//! assert_eq!(append.judge(Version::NONE, None), Ok(Verdict::Write(first)));
//! assert!(append.judge(Version(7), None).is_err(), "the match has moved on");
//! ```
#![forbid(unsafe_code)]

mod append;
mod error;
mod log;
mod stream;

pub use append::{Append, Appended, Verdict};
pub use error::StoreError;
pub use log::{EventLog, StoreFuture};
pub use stream::{Filter, ListEntry, Listed, Stored, StreamId, Version};
