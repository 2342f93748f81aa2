//! The terminal application, played without a terminal.

mod boxes;
mod devices;
mod keys;
mod learn;
mod lines;
mod marines;
mod party;
mod puzzles;
mod remote;
mod resume;
mod screens;
mod together;
