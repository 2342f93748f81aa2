//! The subcommands, one file each.

pub mod arena;
pub mod bench;
pub mod perft;
pub mod sim;
