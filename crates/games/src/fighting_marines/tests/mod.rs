//! The game's tests; each names the rules it checks.
//!
//! The line directly above `#[test]` lists the rules by number, and
//! [`coverage`] fails if no test cites a rule. Sessions of several matches and
//! resigning are tested in the table crate.

mod assault;
mod board;
mod board_file;
mod chart;
mod conserved;
mod coverage;
mod drawn;
mod endings;
mod eval;
mod laws;
mod notation;
mod opening;
mod plain;
mod players;
mod playthrough;
mod refusals;
mod regroup;
mod scene;
mod setup;
