//! The game's tests; each names the rules it checks.
//!
//! The line directly above `#[test]` lists the rules by number, and [`coverage`]
//! fails if no test cites a rule. Resigning is tested in the table crate.

mod alarm;
mod board;
mod board_file;
mod conserved;
mod coverage;
mod crossing;
mod drawn;
mod eval;
mod hidden;
mod homecoming;
mod laws;
mod notation;
mod odds;
mod opening;
mod plain;
mod playthrough;
mod raid;
mod refusals;
mod scene;
mod scoring;
mod setup;
mod solved;
mod versions;
