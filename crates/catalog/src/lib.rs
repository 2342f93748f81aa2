//! All games and computer players behind one type-erased list.
//!
//! Pages, terminals and tables use it to find a game by its slug and to ask a computer player for a
//! move without knowing the game's types: [`games()`] lists every [`DynGame`], and [`player_for`] makes a
//! [`DynPlayer`] for any of them. The list is the one in the crate `games`; how a player searches belongs
//! in `players`.
#![forbid(unsafe_code)]

pub use players::{Clock, Level, PlayerKind, UnknownKind};

use analysis::{Analyser, Budget, CannotAnalyse, DynAnalyser};
use games::Visitor;
use kernel::dynamic::{DynAction, DynGame, DynMatch, TypedGame, TypedMatch};
use kernel::record::Record;
use kernel::{FullGame, Known, Seat, Sentence, Turn};
use players::{Player, Thought};
use std::fmt;
use std::marker::PhantomData;
use std::sync::{LazyLock, Mutex, PoisonError};

type MakeAnalyser = fn(&dyn DynGame, &Record, Budget) -> Result<Box<dyn DynAnalyser>, CannotAnalyse>;

/// A game of the list with the functions that make its computer players and analyse its matches.
struct Entry {
    game: &'static dyn DynGame,
    player: fn(PlayerKind, u64, Clock) -> Box<dyn DynPlayer>,
    analyser: MakeAnalyser,
    reason: fn(&dyn DynMatch, Seat, &Advice) -> Option<Sentence>,
    chances: fn(&dyn DynMatch, Seat, u64) -> Option<Vec<f64>>,
}

impl Entry {
    fn of<G: FullGame>() -> Self {
        let player = |kind, seed, clock| -> Box<dyn DynPlayer> {
            Box::new(TypedPlayer::<G> { player: players::timed_player(kind, seed, clock), game: PhantomData })
        };
        let analyser = |game: &dyn DynGame, record: &Record, budget| -> Result<Box<dyn DynAnalyser>, CannotAnalyse> {
            Ok(Box::new(Analyser::<G>::new(game, record, budget)?))
        };
        Entry {
            game: Box::leak(Box::new(TypedGame::<G>::new())),
            player,
            analyser,
            reason: reason_in::<G>,
            chances: chances_in::<G>,
        }
    }
}

/// Makes the entry of a game of the crate `games`.
struct BuiltIn;

impl Visitor for BuiltIn {
    type Output = Entry;

    fn visit<G: FullGame>(self) -> Entry {
        Entry::of::<G>()
    }
}

/// Games that a program adds; `None` once the list is in use.
static ADDED: Mutex<Option<Vec<Entry>>> = Mutex::new(Some(Vec::new()));

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let added = ADDED.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
    games::SLUGS.iter().filter_map(|slug| games::visit(slug, BuiltIn)).chain(added).collect()
});

static GAMES: LazyLock<Vec<&'static dyn DynGame>> = LazyLock::new(|| ENTRIES.iter().map(|entry| entry.game).collect());

/// A game was added after the list was first read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TooLate;

impl fmt::Display for TooLate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the list of games is already in use; add games at the start of the program")
    }
}

impl std::error::Error for TooLate {}

/// Adds a game of another crate to the end of the list. A program calls this first in its `main`, before
/// anything reads the list. A game whose slug is taken is never found.
pub fn add<G: FullGame>() -> Result<(), TooLate> {
    let mut added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    added.as_mut().ok_or(TooLate)?.push(Entry::of::<G>());
    Ok(())
}

/// Every game, in the order in which lists show them.
pub fn games() -> &'static [&'static dyn DynGame] {
    &GAMES
}

/// The game with this slug.
pub fn game(slug: &str) -> Option<&'static dyn DynGame> {
    games().iter().copied().find(|game| game.info().slug == slug)
}

fn slugs() -> impl Iterator<Item = &'static str> {
    games().iter().map(|game| game.info().slug)
}

/// The message for an unknown slug: the slugs that exist and the closest one.
pub fn unknown_game(slug: &str) -> String {
    let known = slugs().collect::<Vec<_>>().join(", ");
    if slug.is_empty() {
        return format!("the game is missing; choose one of {known}");
    }
    let shown: String = slug.chars().take(40).collect();
    let list = format!("there is no game called “{shown}”; there is {known}");
    match nearest(slug) {
        Some(near) => format!("{list}. Did you mean {near}?"),
        None => list,
    }
}

/// The known slug closest to the one that was typed, if any is close.
fn nearest(slug: &str) -> Option<&'static str> {
    let typed: String = slug.chars().take(40).flat_map(char::to_lowercase).collect();
    let plain = typed.replace(['_', ' '], "-");
    let part = slugs().find(|known| plain.len() >= 4 && known.contains(plain.as_str()));
    let close = || {
        let distances = slugs().map(|known| (strsim::levenshtein(&plain, known), known));
        distances.min().filter(|(off, known)| *off <= known.len() / 3).map(|(_, known)| known)
    };
    part.or_else(close)
}

/// The move a computer player chose, and what it found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The action in notation.
    pub action: String,
    /// The action itself, which can be played without reading its notation; `None` for advice that came as text.
    pub chosen: Option<DynAction>,
    /// Its value for the seat, in centi-men.
    pub value: i32,
    /// Search depth in turns.
    pub depth: u32,
    /// Number of positions searched.
    pub nodes: u64,
    /// Did the wall clock end the search before its budget was spent?
    pub stopped_by_clock: bool,
    /// The expected line of play in notation, starting with the action.
    pub line: Vec<String>,
    /// Why it is a good action, for advice that was [`explained`].
    pub reason: Option<Sentence>,
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

/// Makes a computer player with a clock that stops it when its level's time has passed.
pub fn timed_player_for(slug: &str, kind: PlayerKind, seed: u64, clock: Clock) -> Option<Box<dyn DynPlayer>> {
    let entry = ENTRIES.iter().find(|entry| entry.game.info().slug == slug)?;
    Some((entry.player)(kind, seed, clock))
}

/// Begins the analysis of a match that is over, from its record, with the full [`Budget`] of its game.
pub fn analyser_for(record: &Record) -> Result<Box<dyn DynAnalyser>, CannotAnalyse> {
    analyser_within(record, Budget::full(&record.game))
}

/// Begins the analysis of a match that is over, from its record, with this budget.
pub fn analyser_within(record: &Record, budget: Budget) -> Result<Box<dyn DynAnalyser>, CannotAnalyse> {
    let entry = ENTRIES.iter().find(|entry| entry.game.info().slug == record.game);
    let entry = entry.ok_or_else(|| CannotAnalyse::NoGame(unknown_game(&record.game)))?;
    (entry.analyser)(entry.game, record, budget)
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
        let known = typed.current_play().known_to(game, seat);
        let thought = self.player.choose(game, &known)?;
        Some(written(game, known, thought))
    }
}

/// The thought in notation, written from what the seat may know.
fn written<G: FullGame>(game: &G, known: Known<G>, thought: Thought<G>) -> Advice {
    Advice {
        action: game.write(known.state(), thought.action),
        chosen: Some(DynAction::new(thought.action)),
        value: thought.value,
        depth: thought.depth,
        nodes: thought.nodes,
        stopped_by_clock: thought.stopped_by_clock,
        line: write_line(game, known, &thought.line),
        reason: None,
    }
}

/// The advice with its reason: what the action does and a tempting other one does not, else that there is no other, or
/// how the match is expected to go on.
pub fn explained(advice: Advice, position: &dyn DynMatch, seat: Seat) -> Advice {
    let reason = entry_of(position).and_then(|entry| (entry.reason)(position, seat, &advice));
    Advice { reason, ..advice }
}

/// Every seat's chance of winning as far as this seat can know, from a small search; the same for the same seed.
pub fn chances(position: &dyn DynMatch, seat: Seat, seed: u64) -> Option<Vec<f64>> {
    entry_of(position).and_then(|entry| (entry.chances)(position, seat, seed))
}

fn entry_of(position: &dyn DynMatch) -> Option<&'static Entry> {
    let slug = position.info().slug;
    ENTRIES.iter().find(|entry| entry.game.info().slug == slug)
}

/// A live estimate looks at a fraction of the positions of an analysis.
const LIVE_FRACTION: u64 = 4;

fn chances_in<G: FullGame>(position: &dyn DynMatch, seat: Seat, seed: u64) -> Option<Vec<f64>> {
    let typed = position.as_any().downcast_ref::<TypedMatch<G>>()?;
    let game = &**typed.game();
    let known = typed.current_play().known_to(game, seat);
    Some(analysis::chances(game, &known, Budget::full(G::INFO.slug).divided(LIVE_FRACTION), seed))
}

fn reason_in<G: FullGame>(position: &dyn DynMatch, seat: Seat, advice: &Advice) -> Option<Sentence> {
    let typed = position.as_any().downcast_ref::<TypedMatch<G>>()?;
    let game = &**typed.game();
    let known = typed.current_play().known_to(game, seat);
    let chosen = game.read(known.state(), seat, &advice.action).ok()?;
    if position.legal_moves(seat).len() == 1 {
        return Some(Sentence::new("It is the only legal move.", &[]));
    }
    let found = analysis::contrast(game, &known, chosen);
    let compared = found.map(|found| {
        let other = game.gesture(known.state(), seat, found.other).label;
        Sentence { text: format!("Compared with {other}, it {}", uncapitalised(&found.fact.text)), ..found.fact }
    });
    Some(compared.unwrap_or_else(|| Sentence::new(without_fact(advice), &[])))
}

/// The reason if the game has no words for a difference.
fn without_fact(advice: &Advice) -> String {
    match &advice.line[..] {
        [_, then @ ..] if !then.is_empty() => {
            format!("It expects {} after that.", then[..then.len().min(3)].join(", "))
        }
        _ => format!("It came out best when {} positions were compared.", advice.nodes),
    }
}

/// Facts begin with a verb, so only its first letter is capital.
fn uncapitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// Writes a line of play, each action in the position in which it would be played.
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
    fn a_record_of_an_unknown_game_cannot_be_analysed() {
        let game = games::three_musketeers();
        let mut record = Record::blank(game.info(), String::new(), &MatchConfig::default(), Vec::new());
        assert!(analyser_for(&record).err().unwrap().to_string().contains("not over"));
        record.game = "chess".into();
        assert!(analyser_for(&record).err().unwrap().to_string().contains("no game called “chess”"));
    }

    #[test]
    fn a_mistyped_slug_gets_a_suggestion() {
        for typed in ["three-musketers", "musketeers", "Three Musketeers", "three_musketeers"] {
            assert!(unknown_game(typed).ends_with("Did you mean three-musketeers?"), "{}", unknown_game(typed));
        }
        assert!(unknown_game("marines").ends_with("Did you mean fighting-marines?"));
        assert!(unknown_game("chess").ends_with(&format!("there is {}", games::SLUGS.join(", "))));
        assert!(unknown_game("").starts_with("the game is missing; choose one of"));
    }

    #[test]
    fn every_player_plays_a_type_erased_match_to_its_end() {
        for kind in [
            PlayerKind::Random,
            PlayerKind::Greedy,
            PlayerKind::Level(Level::Private),
            PlayerKind::Level(Level::Captain),
        ] {
            for game in games() {
                let mut position = game.open(&MatchConfig::default()).unwrap();
                let mut player = player_for(game.info().slug, kind, 5).unwrap();
                let mut rng = players::Rng::new(5);
                loop {
                    match position.turn() {
                        Turn::Over => break,
                        Turn::Chance => {
                            let outcomes = position.chance_outcomes();
                            let at = rng.weighted(outcomes.iter().map(|outcome| outcome.weight)).unwrap();
                            position.apply_chance(&outcomes[at].outcome).unwrap();
                        }
                        Turn::Seats(seats) => {
                            let seat = seats.iter().next().unwrap();
                            let advice = player.choose(&*position, seat).unwrap();
                            assert_eq!(advice.line[0], advice.action);
                            position.play(seat, &advice.action).unwrap();
                        }
                    }
                }
                assert!(position.outcome().is_some());
                assert_eq!(player.choose(&*position, Seat(0)), None);
            }
        }
    }
}
