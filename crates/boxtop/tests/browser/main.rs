//! Tests of the pages with the real binary and a real browser: mouse, keys and touch. Each scenario has a file;
//! [`stage`] and [`person`] are the tools.
//!
//! Screenshots of all pages are written to `target/browser/`, and also of what every person saw when a scenario
//! fails.

mod access;
mod analysis;
mod asking;
mod base_path;
mod beach;
mod check;
mod company;
mod computer;
mod conflict;
#[cfg(debug_assertions)]
mod dice;
mod front;
mod gallery;
mod home;
mod keyboard;
mod layout;
mod learn;
mod marines;
mod page_errors;
mod person;
mod phone;
mod pictures;
mod proxy;
mod puzzles;
mod rangers;
mod reporting;
mod restart;
mod seats;
mod stage;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod together;
