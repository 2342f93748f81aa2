#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod boardfile;
mod colours;
pub mod conflict;
mod dice;
mod drawing;
pub mod fighting_marines;
mod first_turn;
pub mod hit_the_beach;
mod inputs;
mod position;
pub mod ranger_commandos;
#[cfg(test)]
mod testing;
pub mod three_musketeers;
mod walk;

pub use kernel::dynamic::{DynGame, MatchConfig};
pub use kernel::{self, Match, Refusal, Seat, Turn};

use kernel::FullGame;
use kernel::dynamic::TypedGame;

/// Code that runs with a game's concrete type, such as a simulation.
///
/// ```
/// use boxtop_games::{Visitor, kernel::FullGame};
///
/// struct StateSize;
///
/// impl Visitor for StateSize {
///     type Output = usize;
///
///     fn visit<G: FullGame>(self) -> usize {
///         size_of::<G::State>()
///     }
/// }
///
/// assert!(boxtop_games::visit("conflict", StateSize).is_some_and(|bytes| bytes < 300));
/// ```
pub trait Visitor {
    /// The result.
    type Output;
    /// Runs with the game `G`.
    fn visit<G: FullGame>(self) -> Self::Output;
}

/// The only list of games: one line for each, with the function that returns it.
macro_rules! the_list {
    ($($(#[$doc:meta])* $name:ident => $game:ty),+ $(,)?) => {
        /// Slugs of all games, in the order in which lists show them.
        ///
        /// ```
        /// assert_eq!(boxtop_games::SLUGS.len(), 5);
        /// assert_eq!(boxtop_games::SLUGS[0], "three-musketeers");
        /// ```
        pub const SLUGS: &[&str] = &[$(<$game as kernel::Game>::INFO.slug),+];

        /// Visits the game with this slug; `None` if there is no such game.
        pub fn visit<V: Visitor>(slug: &str, visitor: V) -> Option<V::Output> {
            $(if slug == <$game as kernel::Game>::INFO.slug {
                return Some(visitor.visit::<$game>());
            })+
            None
        }

        /// All games, in the order in which lists show them.
        ///
        /// ```
        /// for game in boxtop_games::games() {
        ///     println!("{}: {}", game.info().title, game.info().summary);
        ///     assert!(game.start().is_ok());
        /// }
        /// ```
        pub fn games() -> [&'static dyn DynGame; SLUGS.len()] {
            [$($name()),+]
        }

        $($(#[$doc])*
        pub fn $name() -> &'static dyn DynGame {
            static GAME: TypedGame<$game> = TypedGame::new();
            &GAME
        })+
    };
}

the_list![
    /// *The Three Musketeers*: three hold a castle against fifty.
    ///
    /// ```
    /// let game = boxtop_games::three_musketeers();
    /// assert_eq!(game.info().players, [2]);
    /// ```
    three_musketeers => three_musketeers::ThreeMusketeers,
    /// *Fighting Marines*: an assault on a turning platform.
    ///
    /// ```
    /// let game = boxtop_games::fighting_marines();
    /// assert!(game.options().iter().any(|option| option.key == "ante"));
    /// ```
    fighting_marines => fighting_marines::FightingMarines,
    /// *Ranger Commandos*: a raid by night, with counters face down.
    ///
    /// ```
    /// let game = boxtop_games::ranger_commandos();
    /// assert!(game.info().rules_version >= 2);
    /// ```
    ranger_commandos => ranger_commandos::RangerCommandos,
    /// *Hit the Beach*: divisions race from beach to beach.
    ///
    /// ```
    /// let game = boxtop_games::hit_the_beach();
    /// assert!(game.rule_book().get("HB-7").is_some());
    /// ```
    hit_the_beach => hit_the_beach::HitTheBeach,
    /// *Conflict*: planes, artillery and ships on a large map.
    ///
    /// ```
    /// let game = boxtop_games::conflict();
    /// assert!(game.info().players.contains(&4));
    /// ```
    conflict => conflict::Conflict,
];

/// The game with this slug.
///
/// ```
/// assert!(boxtop_games::game("fighting-marines").is_some());
/// assert!(boxtop_games::game("chess").is_none());
/// ```
pub fn game(slug: &str) -> Option<&'static dyn DynGame> {
    games().into_iter().find(|game| game.info().slug == slug)
}
