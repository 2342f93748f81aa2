//! Players at real games: legal, repeatable, within bounds, not blind, and without
//! peeking. One file for each game, and one for what nobody may know.

mod beach;
mod conflict;
mod marines;
mod musketeers;
mod secrets;
