//! Looking ahead.
//!
//! [`alphabeta`] is the search for two seats without chance and without secrets,
//! with [`table`] that remembers positions and [`order`] that guesses which
//! actions to try first. [`futures`] is the search for all other games, and
//! [`replies`] for those of them that want every throw looked at; both count in
//! [`odds`] of winning. [`judge`] puts numbers on positions for all.

mod alphabeta;
mod expectimax;
mod judge;
mod odds;
mod order;
mod rollouts;
mod table;

pub use alphabeta::AlphaBeta;
pub use expectimax::Expectimax;
pub(crate) use judge::{Judge, ended};
pub use judge::{WIN, is_won};
pub use rollouts::Rollouts;
