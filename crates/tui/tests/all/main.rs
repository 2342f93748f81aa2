//! The terminal application, played without a terminal.

mod keys;
mod lines;
mod party;
mod resume;
mod screens;
