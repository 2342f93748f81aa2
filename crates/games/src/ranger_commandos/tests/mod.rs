//! The game's own tests; each names the rules it shows.
//!
//! The line directly above `#[test]` lists the rules by number, and [`coverage`]
//! fails when a rule of the book is not among them. Resigning is played at the
//! table and tested there.

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
mod versions;
