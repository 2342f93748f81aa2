//! The game's own tests; each names the rules it shows.
//!
//! The line directly above `#[test]` lists the rules by number, and
//! [`coverage`] fails when a rule of the book is not among them. The contest of
//! two games and resigning are played at the table and tested there.

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
