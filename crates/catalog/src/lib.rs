//! Where games meet computer players: the boxes as one erased list.
//!
//! Here belongs what pages, terminals and tables need from both without knowing
//! a game's types: the [`titles`] in order, and a [`Computer`] that advises a
//! seat of any [`DynMatch`]. The list is the one of `games`; nothing is named
//! here a second time. Here does not belong: how a player thinks (`players`) and
//! what a game is (`games`).
#![forbid(unsafe_code)]

pub use players::{Level, PlayerKind, UnknownKind};

use games::Visitor;
use kernel::dynamic::{DynGame, DynMatch, TypedGame, TypedMatch};
use kernel::{FullGame, Play, Seat, Turn, Viewer};
use players::{Player, Thought};
use std::{marker::PhantomData, sync::LazyLock};

static TITLES: LazyLock<Vec<&'static dyn DynGame>> = LazyLock::new(|| {
    let boxes = games::SLUGS.iter().filter_map(|slug| games::visit(slug, TakeDown));
    boxes.collect()
});

/// Makes the box of a game, once.
struct TakeDown;

impl Visitor for TakeDown {
    type Output = &'static dyn DynGame;

    fn visit<G: FullGame>(self) -> &'static dyn DynGame {
        Box::leak(Box::new(TypedGame::<G>::new()))
    }
}

/// All games that can be played, in the order of the shelf.
pub fn titles() -> &'static [&'static dyn DynGame] {
    &TITLES
}

/// The game with this slug.
pub fn title(slug: &str) -> Option<&'static dyn DynGame> {
    titles().iter().copied().find(|title| title.info().slug == slug)
}

/// What to tell somebody who asked for a game that is not there.
pub fn unknown_game(slug: &str) -> String {
    let shown: String = slug.chars().take(40).collect();
    let list = format!("there is no game called “{shown}”; there is {}", games::SLUGS.join(", "));
    match nearest(slug) {
        Some(near) => format!("{list}. Did you mean {near}?"),
        None => list,
    }
}

/// The slug that is most like this one, if any is.
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

/// What a computer player would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The action in notation.
    pub action: String,
    /// How good it looks for the seat, in hundredths of a man.
    pub value: i32,
    /// How many turns were looked ahead.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The play that is expected, in notation, beginning with the action.
    pub line: Vec<String>,
}

/// A computer player at the door.
pub trait Computer: Send {
    /// What the seat should do now; `None` when it has nothing to do, or when
    /// the session is of another game than this computer was made for.
    fn choose(&mut self, session: &dyn DynMatch, seat: Seat) -> Option<Advice>;
}

/// A computer player for the game with this slug; `None` when there is no such game.
pub fn computer(slug: &str, kind: PlayerKind, seed: u64) -> Option<Box<dyn DynPlayer>> {
    games::visit(slug, Hire { kind, seed })
}

struct Hire {
    kind: PlayerKind,
    seed: u64,
}

impl Visitor for Hire {
    type Output = Box<dyn DynPlayer>;

    fn visit<G: FullGame>(self) -> Box<dyn DynPlayer> {
        Box::new(Hired::<G> { player: players::player(self.kind, self.seed), game: PhantomData })
    }
}

/// A player of the game `G` behind the erased [`Computer`].
struct Hired<G: FullGame> {
    player: Box<dyn Player<G>>,
    game: PhantomData<fn() -> G>,
}

impl<G: FullGame> Computer for Hired<G> {
    fn choose(&mut self, session: &dyn DynMatch, seat: Seat) -> Option<Advice> {
        let seated = session.as_any().downcast_ref::<TypedMatch<G>>()?;
        let thought = self.player.choose(seated.game(), seated.moment(), seat)?;
        Some(written(&**seated.game(), seated.moment(), seat, thought))
    }
}

/// The thought in notation, written from what the seat may know.
fn written<G: FullGame>(game: &G, play: &Play<G>, seat: Seat, thought: Thought<G>) -> Advice {
    let known = Play::<G> { state: game.redact(&play.state, Viewer::Seat(seat)), history: play.history.clone() };
    Advice {
        action: game.write(&known.state, thought.action),
        value: thought.value,
        depth: thought.depth,
        nodes: thought.nodes,
        line: write_line(game, known, seat, &thought.line),
    }
}

/// Writes a line of play, each action at the moment it would be played.
fn write_line<G: FullGame>(game: &G, mut play: Play<G>, first: Seat, line: &[G::Action]) -> Vec<String> {
    let mut seat = first;
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
    fn the_shelf_is_the_list_of_games() {
        let slugs: Vec<_> = titles().iter().map(|title| title.info().slug).collect();
        assert_eq!(slugs, games::SLUGS);
        assert!(title("three-musketeers").is_some());
        assert!(title("chess").is_none());
        assert!(computer("chess", PlayerKind::Random, 1).is_none());
    }

    #[test]
    fn a_mistyped_game_is_guessed() {
        for typed in ["three-musketers", "musketeers", "Three Musketeers", "three_musketeers"] {
            assert!(unknown_game(typed).ends_with("Did you mean three-musketeers?"), "{}", unknown_game(typed));
        }
        assert!(unknown_game("marines").ends_with("Did you mean fighting-marines?"));
        assert!(unknown_game("chess").ends_with(&format!("there is {}", games::SLUGS.join(", "))));
        assert!(unknown_game("conflict").contains("cannot be played yet") || title("conflict").is_some());
    }

    #[test]
    fn every_computer_plays_a_match_at_the_door_to_its_end() {
        for kind in [
            PlayerKind::Random,
            PlayerKind::Greedy,
            PlayerKind::Level(Level::Private),
            PlayerKind::Level(Level::Captain),
        ] {
            for title in titles() {
                let mut session = title.open(&MatchConfig::default()).unwrap();
                let mut computer = computer(title.info().slug, kind, 5).unwrap();
                let mut rng = players::Rng::new(5);
                loop {
                    match session.turn() {
                        Turn::Over => break,
                        Turn::Chance => {
                            let lots = session.chance_outcomes();
                            let at = rng.weighed(lots.iter().map(|lot| lot.weight)).unwrap();
                            session.apply_chance(&lots[at].outcome).unwrap();
                        }
                        Turn::Seats(seats) => {
                            let seat = seats.iter().next().unwrap();
                            let advice = computer.choose(&*session, seat).unwrap();
                            assert_eq!(advice.line[0], advice.action);
                            session.play(seat, &advice.action).unwrap();
                        }
                    }
                }
                assert!(session.outcome().is_some());
                assert_eq!(computer.choose(&*session, Seat(0)), None);
            }
        }
    }
}
