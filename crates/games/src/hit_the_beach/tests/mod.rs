//! The game's own tests; each names the rules it shows.
mod drawn;
mod laws;
