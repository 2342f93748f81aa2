//! The game's own tests; each names the rules it shows.
#![allow(dead_code)]
mod drawn;
mod eval;
mod laws;
