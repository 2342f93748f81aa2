//! Boxtop as people use it: the real binary, a real browser, real mouse, keys and
//! fingers. Each scenario has a file; [`stage`] and [`person`] are its tools.
//!
//! Pictures of all pages are written to `target/browser/`; a scenario that fails
//! leaves there what every person saw.

mod access;
mod asking;
mod base_path;
mod beach;
mod check;
mod company;
mod computer;
mod conflict;
mod home;
mod keyboard;
mod manners;
mod marines;
mod person;
mod phone;
mod pictures;
mod proxy;
mod rangers;
mod restart;
mod seats;
mod stage;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod together;
