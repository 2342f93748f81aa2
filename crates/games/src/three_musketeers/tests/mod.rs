//! The tests of the game; each cites the rules it shows.
//!
//! The line directly above `#[test]` lists the rules by number, and
//! [`coverage`] fails if a rule of the book is not cited. The contest of two
//! games and resigning are part of the crate `table` and tested there.

mod attack;
mod board;
mod board_file;
mod coverage;
mod drawn;
mod endings;
mod endless;
mod musketeers;
mod notation;
mod perft;
mod plain;
mod playthrough;
mod refusals;
mod rescue;
mod setup;
