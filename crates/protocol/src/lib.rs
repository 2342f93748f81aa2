//! Every type that crosses the wire, declared once.
//!
//! The server writes these types, and pages, terminal, bots, the load driver and tests read them. Each type can be
//! written and read; with the feature `schema` it also describes itself for the OpenAPI document. Nothing here knows
//! a rule, a store or HTTP.
//!
//! ```
//! use boxtop_protocol::{Command, CommandRequest};
//!
//! let play = Command::Play { seat: "attack".into(), action: "d6-d7".into() };
//! let request = CommandRequest::new(7, "a-key-of-my-own", play);
//! let body = serde_json::to_string(&request)?;
//! assert_eq!(
//!     body,
//!     r#"{"version":7,"key":"a-key-of-my-own","command":{"type":"play","seat":"attack","action":"d6-d7"}}"#
//! );
//! assert_eq!(serde_json::from_str::<CommandRequest>(&body)?, request);
//! # Ok::<(), serde_json::Error>(())
//! ```

#![forbid(unsafe_code)]

mod command;
mod problem;
mod query;

pub use command::{AbsenceChoice, Command, CommandRequest, CommandResult};
pub use problem::{FaultDetails, Problem};
pub use query::{
    BranchRequest, DrawnPath, Explanation, Hint, HintRequest, OpenedTable, PathRefusal, Prospect, Prospects, Sentence,
};
