//! The five boxes.
//!
//! Each folder is one game, whole: `RULES.md`, `board.toml`, its state and
//! moves, the reasons it gives, its notation, its scene and its taste. This file
//! is the one list of them. Here does not belong: anything two games share
//! beyond reading board files and written positions (that is the kernel's), and
//! anything that plays well (that is `players`).
#![forbid(unsafe_code)]

pub mod boardfile;
pub mod conflict;
pub mod fighting_marines;
pub mod hit_the_beach;
mod position;
pub mod ranger_commandos;
pub mod three_musketeers;

use kernel::FullGame;

/// Something to be done with every game, or with one, whatever its type.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it with the game `G`.
    fn visit<G: FullGame>(self) -> Self::Output;
}

/// The one list: a line for each game.
macro_rules! the_list {
    ($($game:ty),+ $(,)?) => {
        /// Slugs of all games that can be played, in the order of the shelf.
        pub const SLUGS: &[&str] = &[$(<$game as kernel::Game>::INFO.slug),+];

        /// Visits the game with this slug; `None` when there is no such game.
        pub fn visit<V: Visitor>(slug: &str, visitor: V) -> Option<V::Output> {
            $(if slug == <$game as kernel::Game>::INFO.slug {
                return Some(visitor.visit::<$game>());
            })+
            None
        }
    };
}

the_list![
    three_musketeers::ThreeMusketeers,
    fighting_marines::FightingMarines,
    ranger_commandos::RangerCommandos,
    hit_the_beach::HitTheBeach,
    conflict::Conflict,
];
