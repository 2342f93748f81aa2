//! A live match: **decide → append → apply → publish**.
//!
//! A [`MatchActor`] holds the current state of one match and is the only way to change it. A command is decided on
//! the current state, which gives its events and the next state; the events are appended to the [`EventLog`] together
//! with the match's [`list_entry`] as it will be; only when the log has them does the next state become the current
//! one, and the [`Publisher`] is notified. Nobody sees what is not stored, and reading a match never waits for the log.
//!
//! The actor has no runtime, clock or entropy: futures run wherever the caller polls them, and the time comes with
//! each [`PendingCommand`]. Several actors may share one log: an append at an outdated version is a conflict, after
//! which the actor reads what is new and decides again. A command that is sent again with its [`IdempotencyKey`] gets
//! its first result.
//!
//! ```
//! use boxtop_matches::{Inline, MatchActor, MatchContext, PendingCommand, Silent, list_entry, open_match};
//! use std::sync::Arc;
//! use table::{MatchCommand, Occupant, Order};
//!
//! let log = Arc::new(store::Memory::new());
//! let game = catalog::game("three-musketeers").unwrap();
//! let ann = Occupant::Person { key: "ann".into(), name: "Ann".into() };
//! let order = Order::plain("match-1".into(), Default::default(), vec![ann.clone(), ann], [7; 32]);
//! let context = MatchContext { log, find_game: catalog::game, list_entry, offload: Arc::new(Inline) };
//!
//! pollster::block_on(async {
//!     open_match(&context, game, order, "opened", 0).await.unwrap();
//!     let actor = MatchActor::load(context, "match-1", Box::new(Silent)).await.unwrap();
//!     let command = MatchCommand::Act { seat: "attack".into(), text: "d6-d7".into() };
//!     let outcome = actor.execute(&PendingCommand::new(command, 0)).await.unwrap();
//!     assert_eq!(outcome.version, 2);
//!     assert_eq!(actor.table().version(), 2);
//! });
//! ```
//!
//! [`EventLog`]: eventlog::EventLog
#![forbid(unsafe_code)]

mod actor;
mod background;
mod command;
mod context;
mod current;
mod error;
mod list_entry;
mod open;
mod verify;

pub use actor::MatchActor;
pub use background::{BackgroundTask, background_task};
pub use command::{CommandOutcome, IdempotencyKey, PendingCommand};
pub use context::{FindGame, Inline, MatchContext, Offload, Publisher, Silent, Stopped, Work, WorkFuture};
pub use current::Snapshot;
pub use error::MatchError;
pub use list_entry::{LOBBY, TIMED, list_entry, waiting_for};
pub use open::open_match;
pub use verify::{Unsound, verify, verify_listed};
