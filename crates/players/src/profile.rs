//! Search limits and human errors for each level, by game.
//!
//! A [`SearchProfile`] says which search plays a game of chance and how far each level looks. Games without an entry
//! of their own in [`SearchProfile::of`] use the default. Alpha-beta, for two seats without chance, uses
//! [`Level::limits`] for every game.
//!
//! # How the lower levels err
//!
//! Like people, and never by a random move:
//!
//! - *They do not look ahead.* Private takes the action with the best evaluation right after it, and so does not see the
//!   reply ([`Limits::depth`] 0, or 1 in alpha-beta); captain sees little more.
//! - *They misjudge positions* by up to [`Limits::noise`] centi-men. The error belongs to the position and the seed: a
//!   player that takes a position for good takes it for good again.
//! - *They overlook actions*: each one with the probability [`Limits::mistakes`], independently of the others. So with few
//!   actions they err more than with many good ones. But nobody overlooks the obvious: an action that is better by more than
//!   [`SearchProfile::obvious`] centi-men, right after it is played, than everything that was seen is always found. A win at
//!   hand is therefore taken, and no choice loses more at once than `obvious` and twice `noise` together.
//!
//! All of it follows from the seed and the position, so a level chooses the same again on every machine.

use crate::{Level, Limits};

/// The search for games with chance, several seats or hidden information.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SearchMethod {
    /// Plays matches out along sampled throws ([`crate::Rollouts`]).
    Rollouts,
    /// Averages over all throws ([`crate::Expectimax`]), for games with few outcomes of a throw and a good evaluation.
    Expectimax,
}

/// How computer players search one game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SearchProfile {
    /// The search.
    pub method: SearchMethod,
    /// Limits of the four levels, weakest first; the depth counts throws.
    pub levels: [Limits; 4],
    /// How many positions of a small board cost as much time as one position of this game.
    pub node_cost: u64,
    /// For games whose turns have several actions: how many of the best first actions are ranked by their best
    /// second action. 0 turns this off.
    pub turn_breadth: usize,
    /// No level overlooks an action that is better than all others it sees by more than this many centi-men.
    pub obvious: i32,
}

impl SearchProfile {
    /// The default for rollouts.
    pub const ROLLOUTS: SearchProfile = SearchProfile {
        method: SearchMethod::Rollouts,
        levels: [limits(100, 0, 120, 50), limits(100, 0, 0, 0), limits(120_000, 10, 0, 0), limits(1_500_000, 10, 0, 0)],
        node_cost: 1,
        turn_breadth: 0,
        obvious: 150,
    };

    /// The default for expectimax.
    pub const EXPECTIMAX: SearchProfile = SearchProfile {
        method: SearchMethod::Expectimax,
        levels: [limits(100, 0, 60, 20), limits(100, 0, 40, 8), limits(2_000, 1, 0, 0), limits(24_000, 4, 0, 0)],
        ..SearchProfile::ROLLOUTS
    };

    /// The profile of the game with this slug.
    ///
    /// ```
    /// use boxtop_players::{SearchMethod, SearchProfile};
    ///
    /// assert_eq!(SearchProfile::of("hit-the-beach").method, SearchMethod::Expectimax);
    /// assert_eq!(SearchProfile::of("a-new-game"), SearchProfile::ROLLOUTS);
    /// ```
    pub fn of(slug: &str) -> SearchProfile {
        match slug {
            "hit-the-beach" => SearchProfile::EXPECTIMAX,
            // Chance weighs more than skill and a match has few decisions: the evaluation alone beats the greedy player as
            // clearly as any search does.
            "ranger-commandos" => SearchProfile {
                levels: [
                    limits(100, 0, 300, 70),
                    limits(100, 0, 0, 0),
                    limits(20_000, 6, 0, 0),
                    limits(60_000, 8, 0, 0),
                ],
                ..SearchProfile::ROLLOUTS
            },
            // A match has hundreds of moves, so the strongest level gets a budget that people can wait for.
            "conflict" => SearchProfile {
                levels: [
                    limits(100, 0, 600, 50),
                    limits(100, 0, 20, 0),
                    limits(60_000, 6, 0, 0),
                    limits(400_000, 10, 0, 0),
                ],
                node_cost: 12,
                turn_breadth: 16,
                ..SearchProfile::ROLLOUTS
            },
            _ => SearchProfile::ROLLOUTS,
        }
    }

    /// The limits of a level.
    pub fn limits(&self, level: Level) -> Limits {
        self.levels[level as usize]
    }
}

const fn limits(nodes: u64, depth: u32, noise: u32, mistakes: u32) -> Limits {
    Limits { nodes, depth, noise, mistakes, time: Limits::MOST_TIME }
}
