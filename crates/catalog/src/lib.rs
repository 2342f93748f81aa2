//! All games and computer players behind one type-erased list.
//!
//! Pages, terminals and tables use it to find a game by its slug and to ask a computer player for a
//! move without knowing the game's types: [`games`] lists every [`DynGame`], and [`player_for`] makes a
//! [`DynPlayer`] for any of them. The list is the one in the crate `games`; how a player searches belongs
//! in `players`.
#![forbid(unsafe_code)]

pub use players::{Clock, Level, PlayerKind, UnknownKind};

use games::Visitor;
use kernel::dynamic::{DynGame, DynMatch, TypedGame, TypedMatch};
use kernel::{FullGame, Known, Seat, Turn};
use players::{Player, Thought};
use std::{marker::PhantomData, sync::LazyLock};

static GAMES: LazyLock<Vec<&'static dyn DynGame>> =
    LazyLock::new(|| games::SLUGS.iter().filter_map(|slug| games::visit(slug, EraseGame)).collect());

/// Erases the type of a game; called once for each.
struct EraseGame;

impl Visitor for EraseGame {
    type Output = &'static dyn DynGame;

    fn visit<G: FullGame>(self) -> &'static dyn DynGame {
        Box::leak(Box::new(TypedGame::<G>::new()))
    }
}

/// Every game, in the order in which lists show them.
pub fn games() -> &'static [&'static dyn DynGame] {
    &GAMES
}

/// The game with this slug.
pub fn game(slug: &str) -> Option<&'static dyn DynGame> {
    games().iter().copied().find(|game| game.info().slug == slug)
}

/// The message for an unknown slug: the slugs that exist and the closest one.
pub fn unknown_game(slug: &str) -> String {
    let shown: String = slug.chars().take(40).collect();
    let list = format!("there is no game called “{shown}”; there is {}", games::SLUGS.join(", "));
    match nearest(slug) {
        Some(near) => format!("{list}. Did you mean {near}?"),
        None => list,
    }
}

/// The known slug closest to the one that was typed, if any is close.
fn nearest(slug: &str) -> Option<&'static str> {
    let typed: String = slug.chars().take(40).flat_map(char::to_lowercase).collect();
    let plain = typed.replace(['_', ' '], "-");
    let part = games::SLUGS.iter().find(|known| plain.len() >= 4 && known.contains(plain.as_str()));
    let close = || {
        let distances = games::SLUGS.iter().map(|known| (strsim::levenshtein(&plain, known), known));
        distances.min().filter(|(off, known)| *off <= known.len() / 3).map(|(_, known)| known)
    };
    part.or_else(close).copied()
}

/// The move a computer player chose, and what it found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The action in notation.
    pub action: String,
    /// Its value for the seat, in centi-men.
    pub value: i32,
    /// Search depth in turns.
    pub depth: u32,
    /// Number of positions searched.
    pub nodes: u64,
    /// The expected line of play in notation, starting with the action.
    pub line: Vec<String>,
}

/// A computer player with its game's types erased.
pub trait DynPlayer: Send {
    /// Chooses an action for the seat. Returns `None` if the seat is not to act, or if the match
    /// is of a different game than the player.
    fn choose(&mut self, position: &dyn DynMatch, seat: Seat) -> Option<Advice>;
}

/// Makes a computer player for the game with this slug; `None` if there is no such game.
pub fn player_for(slug: &str, kind: PlayerKind, seed: u64) -> Option<Box<dyn DynPlayer>> {
    timed_player_for(slug, kind, seed, Clock::NONE)
}

/// The same with a clock that stops it when its level's time has passed.
pub fn timed_player_for(slug: &str, kind: PlayerKind, seed: u64, clock: Clock) -> Option<Box<dyn DynPlayer>> {
    games::visit(slug, ErasePlayer { kind, seed, clock })
}

/// Makes a player of a game and erases its type.
struct ErasePlayer {
    kind: PlayerKind,
    seed: u64,
    clock: Clock,
}

impl Visitor for ErasePlayer {
    type Output = Box<dyn DynPlayer>;

    fn visit<G: FullGame>(self) -> Box<dyn DynPlayer> {
        Box::new(TypedPlayer::<G> {
            player: players::timed_player(self.kind, self.seed, self.clock),
            game: PhantomData,
        })
    }
}

/// A player of the game `G` behind [`DynPlayer`].
struct TypedPlayer<G: FullGame> {
    player: Box<dyn Player<G>>,
    game: PhantomData<fn() -> G>,
}

impl<G: FullGame> DynPlayer for TypedPlayer<G> {
    fn choose(&mut self, position: &dyn DynMatch, seat: Seat) -> Option<Advice> {
        let typed = position.as_any().downcast_ref::<TypedMatch<G>>()?;
        let game = &**typed.game();
        let known = typed.moment().known_to(game, seat);
        let thought = self.player.choose(game, &known)?;
        Some(written(game, known, thought))
    }
}

/// The thought in notation, written from what the seat may know.
fn written<G: FullGame>(game: &G, known: Known<G>, thought: Thought<G>) -> Advice {
    Advice {
        action: game.write(known.state(), thought.action),
        value: thought.value,
        depth: thought.depth,
        nodes: thought.nodes,
        line: write_line(game, known, &thought.line),
    }
}

/// Writes a line of play, each action at the moment it would be played.
fn write_line<G: FullGame>(game: &G, known: Known<G>, line: &[G::Action]) -> Vec<String> {
    let (mut seat, mut play) = (known.seat(), known.into_play());
    let mut written = Vec::with_capacity(line.len());
    for &action in line {
        written.push(game.write(&play.state, action));
        play.apply(game, seat, action);
        match play.turn(game) {
            // Where several act together, the line is the seat's own.
            Turn::Seats(seats) if seats.contains(seat) => {}
            Turn::Seats(seats) => seat = seats.iter().next().unwrap_or(seat),
            _ => break,
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dynamic::MatchConfig;

    #[test]
    fn the_catalog_is_the_list_of_games() {
        let slugs: Vec<_> = games().iter().map(|game| game.info().slug).collect();
        assert_eq!(slugs, games::SLUGS);
        assert!(game("three-musketeers").is_some());
        assert!(game("chess").is_none());
        assert!(player_for("chess", PlayerKind::Random, 1).is_none());
    }

    #[test]
    fn a_mistyped_game_is_guessed() {
        for typed in ["three-musketers", "musketeers", "Three Musketeers", "three_musketeers"] {
            assert!(unknown_game(typed).ends_with("Did you mean three-musketeers?"), "{}", unknown_game(typed));
        }
        assert!(unknown_game("marines").ends_with("Did you mean fighting-marines?"));
        assert!(unknown_game("chess").ends_with(&format!("there is {}", games::SLUGS.join(", "))));
        assert!(unknown_game("conflict").contains("cannot be played yet") || game("conflict").is_some());
    }

    #[test]
    fn every_player_plays_a_match_to_its_end_without_knowing_its_types() {
        for kind in [
            PlayerKind::Random,
            PlayerKind::Greedy,
            PlayerKind::Level(Level::Private),
            PlayerKind::Level(Level::Captain),
        ] {
            for game in games() {
                let mut session = game.open(&MatchConfig::default()).unwrap();
                let mut player = player_for(game.info().slug, kind, 5).unwrap();
                let mut rng = players::Rng::new(5);
                loop {
                    match session.turn() {
                        Turn::Over => break,
                        Turn::Chance => {
                            let lots = session.chance_outcomes();
                            let at = rng.weighted(lots.iter().map(|lot| lot.weight)).unwrap();
                            session.apply_chance(&lots[at].outcome).unwrap();
                        }
                        Turn::Seats(seats) => {
                            let seat = seats.iter().next().unwrap();
                            let advice = player.choose(&*session, seat).unwrap();
                            assert_eq!(advice.line[0], advice.action);
                            session.play(seat, &advice.action).unwrap();
                        }
                    }
                }
                assert!(session.outcome().is_some());
                assert_eq!(player.choose(&*session, Seat(0)), None);
            }
        }
    }
}
