//! The tests of the game; each cites the rules it shows.
//!
//! The line directly above `#[test]` lists the rules by number, and
//! [`coverage`] fails if a rule of the book is not cited. Resigning is part of the crate
//! `table` and tested there.

mod board;
mod board_file;
mod capture;
mod conserved;
mod coverage;
mod dice;
mod drawn;
mod endings;
mod eval;
mod laws;
mod middle;
mod mines;
mod moving;
mod notation;
mod opening;
mod overfly;
mod pacts;
mod plain;
mod playthrough;
mod refusals;
mod retirement;
mod scene;
mod setup;
mod versions;
