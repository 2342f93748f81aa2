//! Tests of the real binary: on the command line, over HTTP, killed, on a full disk. Tests of the pages in a
//! browser are in `../browser`.

mod about;
mod admin;
mod analyse;
mod bad_input;
mod bots;
#[cfg(unix)]
mod cluster;
mod config;
mod data;
mod data_folder;
mod dice;
mod durability;
mod full_disk;
mod lab_cli;
mod learn;
mod load;
mod nodes;
mod observe;
mod play;
mod prove;
mod puzzle;
mod remote;
#[cfg(unix)]
mod stopping;
#[path = "../support/mod.rs"]
mod support;
#[cfg(unix)]
mod systemd;
mod traces;
mod train_cli;
mod verify_py;
