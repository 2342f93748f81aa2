//! The terminal application, played without a terminal.

mod abroad;
mod boxes;
mod keys;
mod lines;
mod marines;
mod party;
mod resume;
mod screens;
mod together;
