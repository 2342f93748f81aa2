//! Tree search and rollouts.
//!
//! [`alphabeta`] searches games of two seats without chance or hidden information, with a transposition
//! [`table`] and move [`order`]ing. [`rollouts`] is the search for all other games, and [`expectimax`] for those
//! with few outcomes of a throw; both estimate the [`odds`] of winning. [`judge`] evaluates positions for all three. [`proof`] looks for forced wins.

mod alphabeta;
mod expectimax;
mod judge;
pub(crate) mod odds;
mod order;
mod proof;
mod rollouts;
mod table;

pub use alphabeta::AlphaBeta;
pub use expectimax::Expectimax;
pub(crate) use judge::{Judge, ended};
pub use judge::{WIN, is_won};
pub use odds::odds as winning_odds;
pub(crate) use odds::value as value_of_odds;
pub use proof::{
    Checked, Findings, Flaw, ProofSearch, Strategy, StrategyKind, StrategyNode, Unprovable, Verdict, check_strategy,
};
pub use rollouts::Rollouts;
