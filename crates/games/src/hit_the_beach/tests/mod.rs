//! The game's own tests; each names the rules it shows.
//!
//! The line directly above `#[test]` lists the rules by number, and
//! [`coverage`] fails when a rule of the book is not among them. Resigning is
//! done at the table and tested there.

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
