//! The game's own tests; each names the rules it shows.
mod laws;
