//! The subcommands, one file each.

pub(crate) mod admin;
pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod bench_scale;
pub(crate) mod bench_serve;
pub(crate) mod board;
pub(crate) mod bot;
pub(crate) mod completions;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod import;
pub(crate) mod learn;
pub(crate) mod man;
pub(crate) mod migrate;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod play_url;
pub(crate) mod referee;
pub(crate) mod replay;
pub(crate) mod restore;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod sim;
