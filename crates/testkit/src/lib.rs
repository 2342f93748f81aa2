//! Checks for every game: laws over random play, perft counts, golden playthroughs, a test
//! for every rule, faults of board files; and helpers for the tests of a game's own rules.
//!
//! Code here is generic over games and used by tests and by `lab`. Whatever is special to one
//! game belongs in that game's tests.
#![forbid(unsafe_code)]

pub mod board_file;
pub mod coverage;
pub mod laws;
pub mod nats;
pub mod perft;
pub mod playthrough;
pub mod postgres;
pub mod scene;
pub mod table;
pub mod watched;
