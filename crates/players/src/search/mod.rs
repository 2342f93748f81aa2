//! Tree search and rollouts.
//!
//! [`alphabeta`] searches games of two seats without chance or hidden information, with a transposition
//! [`table`] and move [`order`]ing. [`rollouts`] is the search for all other games, and [`expectimax`] for those
//! with few outcomes of a throw; both estimate the [`odds`] of winning. [`judge`] evaluates positions for all three.

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
pub use odds::odds as winning_odds;
pub use rollouts::Rollouts;
