//! The game's own tests; each names the rules it shows.
//!
//! The line directly above `#[test]` lists the rules by number, and
//! [`coverage`] fails when a rule of the book is not among them. Resigning is done at the
//! table and tested there.

mod drawn;
mod plain;
