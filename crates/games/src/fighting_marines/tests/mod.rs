//! The game's own tests; each names the rules it shows.
//!
//! The line directly above `#[test]` lists the rules by number, and
//! [`coverage`] fails when a rule of the book is not among them. The session of
//! several games and resigning are played at the table and tested there.

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
