//! The game's tests; each names the rules it checks.
//!
//! The line directly above `#[test]` lists the rules by number, and
//! [`coverage`] fails if no test cites a rule. Resigning is tested in the table crate.

mod board;
mod board_file;
mod conserved;
mod coverage;
mod defenders;
mod drawn;
mod endings;
mod eval;
mod landing;
mod laws;
mod moving;
mod notation;
mod opening;
mod picked;
mod plain;
mod playthrough;
mod refusals;
mod scene;
mod setup;
