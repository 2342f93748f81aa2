//! Search limits and noise for each level, by game.
//!
//! A [`SearchProfile`] says which search plays a game of chance and how far each level looks. Games without an entry
//! of their own in [`SearchProfile::of`] use the default. Alpha-beta, for two seats without chance, uses
//! [`Level::limits`] for every game.

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
}

impl SearchProfile {
    /// The default for rollouts.
    pub const ROLLOUTS: SearchProfile = SearchProfile {
        method: SearchMethod::Rollouts,
        levels: [
            limits(100, 0, 60, 45),
            limits(100, 0, 40, 22),
            limits(30_000, 6, 20, 16),
            limits(1_500_000, 10, 0, 0),
        ],
        node_cost: 1,
        turn_breadth: 0,
    };

    /// The default for expectimax.
    pub const EXPECTIMAX: SearchProfile = SearchProfile {
        method: SearchMethod::Expectimax,
        levels: [limits(100, 0, 60, 35), limits(100, 0, 40, 15), limits(20_000, 1, 30, 8), limits(24_000, 4, 0, 0)],
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
            // Chance weighs more than skill and a match has few decisions: levels differ by how often they err, and
            // only the strongest plays matches out.
            "ranger-commandos" => SearchProfile {
                levels: [
                    limits(100, 0, 60, 90),
                    limits(100, 0, 40, 40),
                    limits(100, 0, 0, 15),
                    limits(60_000, 8, 0, 0),
                ],
                ..SearchProfile::ROLLOUTS
            },
            // A match has hundreds of moves, so the strongest level gets a budget that people can wait for.
            "conflict" => SearchProfile {
                levels: SearchProfile::with_budget(400_000),
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

    /// The default rollout levels with another budget for the strongest one.
    const fn with_budget(nodes: u64) -> [Limits; 4] {
        let [private, captain, colonel, general] = SearchProfile::ROLLOUTS.levels;
        [private, captain, colonel, Limits { nodes, ..general }]
    }
}

const fn limits(nodes: u64, depth: u32, noise: u32, mistakes: u32) -> Limits {
    Limits { nodes, depth, noise, mistakes, time: Limits::MOST_TIME }
}
