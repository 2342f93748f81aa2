//! Looking ahead in games of two seats without chance and without secrets.
//!
//! [`alphabeta`] is the search, [`table`] remembers positions, [`order`] guesses
//! which actions to try first, [`judge`] puts numbers on positions.

mod alphabeta;
mod judge;
mod order;
mod table;

pub use alphabeta::AlphaBeta;
pub(crate) use judge::{Judge, ended};
pub use judge::{WIN, is_won};
