//! What every game is held to: laws over random play, perft counts, playthroughs,
//! rules that are all tested, board files whose faults are told where they stand;
//! and tables and watched matches for the tests of a game's own rules.
//!
//! Here belongs what is generic over games and used by tests and by `lab`; what
//! is special to one game stands in that game's own tests.
#![forbid(unsafe_code)]

pub mod board_file;
pub mod coverage;
pub mod laws;
pub mod perft;
pub mod playthrough;
pub mod scene;
pub mod table;
pub mod watched;
