//! Finds puzzles in self-play: decisions with one clearly best action, checked by a deeper search.
//!
//! Match `n` of a seed, and what is found in it, is always the same; the stock is filled in the order of the matches. So a
//! stock depends on the seed alone, and one that was cut short is the beginning of the whole one. `docs/puzzles.md` says
//! how a puzzle is found and checked.
//!
//! ```
//! use boxtop_lab::puzzles::{Plan, run};
//!
//! let plan = Plan { matches: 1, threads: 1, ..Plan::new("three-musketeers", 1, 7) }.quick();
//! let found = run(&plan, &(), &|_| ())?;
//! assert!(found.puzzles.len() <= 1);
//! # Ok::<(), boxtop_lab::Unfit>(())
//! ```

mod examine;
mod filling;

use crate::course::MOST_ACTIONS;
use crate::in_order::in_order;
use crate::watch::Spectator;
use crate::{Unfit, open_match, visit};
use examine::{Examiner, Found};
use filling::Filling;
use games::Visitor;
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::exercise::Exercise;
use kernel::puzzle::{self, Head, Puzzle, Stock};
use kernel::record::Program;
use kernel::{Board, FullGame, Play, Seat, Turn};
use players::{Level, Player, PlayerKind, Rng};
use std::ops::ControlFlow;

/// What to generate.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The game's slug.
    pub game: String,
    /// The number of puzzles.
    pub count: usize,
    /// Match `n` of this seed is always the same.
    pub seed: u64,
    /// Maximum number of matches.
    pub matches: u64,
    /// Threads to use; 0 for one on each core.
    pub threads: usize,
    /// The program that makes them, for the head of the file.
    pub program: String,
    /// The search is this many times as shallow, for tests.
    pub divided: u64,
}

impl Plan {
    /// This number of puzzles, with the usual limits.
    pub fn new(game: &str, count: usize, seed: u64) -> Self {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Plan { game: game.to_owned(), count, seed, matches: 100_000, threads: 0, program, divided: 1 }
    }

    /// The same with a search that is good for nothing but tests.
    #[must_use]
    pub fn quick(self) -> Self {
        Plan { divided: 20, ..self }
    }
}

/// How far a run has come.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SoFar {
    /// Puzzles in the stock.
    pub puzzles: usize,
    /// Matches played.
    pub matches: u64,
}

/// Generates puzzles. `follow` is told how far it has come after each match.
pub fn run(plan: &Plan, spectator: &dyn Spectator, follow: &(dyn Fn(SoFar) + Sync)) -> Result<Stock, Unfit> {
    visit(&plan.game, Run { plan, spectator, follow })?
}

struct Run<'a> {
    plan: &'a Plan,
    spectator: &'a dyn Spectator,
    follow: &'a (dyn Fn(SoFar) + Sync),
}

impl Visitor for Run<'_> {
    type Output = Result<Stock, Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let Run { plan, spectator, follow } = self;
        if plan.count == 0 || plan.matches == 0 {
            return Err(Unfit::NoMatches);
        }
        let opened = player_counts(G::INFO.players).into_iter();
        let opened: Vec<TypedMatch<G>> = opened
            .map(|players| open_match(&MatchConfig { players, ..MatchConfig::default() }))
            .collect::<Result<_, _>>()?;
        let mut filling = Filling::new(plan.count);
        let mut matches = 0;
        let work = |_: &mut (), number: u64, wanted: &dyn Fn() -> bool| {
            let game_match = &opened[(number % opened.len() as u64) as usize];
            let go_on = || wanted() && !spectator.interrupted();
            play_and_examine(game_match, plan, number, &go_on)
        };
        let collect = |found: Vec<Found>| {
            matches += 1;
            found.into_iter().for_each(|found| filling.offer(found));
            follow(SoFar { puzzles: filling.len(), matches });
            if filling.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        in_order(plan.threads, plan.matches, || (), work, collect)?;
        Ok(Stock { head: head::<G>(plan), puzzles: filling.into_puzzles() })
    }
}

/// The best action of an exercise by one more comparison with this seed, in notation; it need not lead clearly. `None` if
/// there is no such game or position.
pub fn best_of(slug: &str, exercise: &Exercise, seed: u64) -> Option<String> {
    visit(slug, BestOf { exercise, seed }).ok()?
}

struct BestOf<'a> {
    exercise: &'a Exercise,
    seed: u64,
}

impl Visitor for BestOf<'_> {
    type Output = Option<String>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let game_match = open_match::<G>(&self.exercise.config()).ok()?;
        let game = &**game_match.game();
        let start = serde_json::from_value(self.exercise.start.clone()?).ok()?;
        let (state, history) = game.place(start).ok()?;
        let known = Play::<G> { state, history }.known_to(game, game.seat_with_id(&self.exercise.seat)?);
        examine::best(game, &known, self.seed)
    }
}

/// The numbers of players of five matches in a row: mostly the usual two.
fn player_counts(players: &[u8]) -> Vec<u8> {
    let two = players.iter().copied().min().unwrap_or(2);
    let larger = players.iter().copied().filter(|players| *players > two);
    std::iter::repeat_n(two, 3).chain(larger).collect()
}

fn head<G: FullGame>(plan: &Plan) -> Head {
    let made_with = format!("boxtop puzzles generate {} --seed {} --count {}", plan.game, plan.seed, plan.count);
    Head {
        program: Program::Boxtop,
        puzzles: puzzle::FORMAT,
        game: G::INFO.slug.to_owned(),
        rules_version: G::INFO.rules_version,
        board_hash: table::board_hash(G::Board::STANDARD),
        seed: plan.seed,
        made_with,
        version: plan.program.clone(),
    }
}

/// Maximum number of puzzles from one match, and minimum number of actions between two of them.
const MOST_OF_A_MATCH: usize = 3;
const APART: u32 = 10;

/// Plays a match and examines its decisions; `None` if it was interrupted. Ends the match once it has given enough.
fn play_and_examine<G: FullGame>(
    game_match: &TypedMatch<G>,
    plan: &Plan,
    number: u64,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<Found>> {
    let game = &**game_match.game();
    let mut rng = Rng::stream(plan.seed, number);
    let mut minds: Vec<Box<dyn Player<G>>> = game.all_seats().iter().map(|_| mind(&mut rng)).collect();
    let mut examiner = Examiner::new(game, rng.bits(), plan.divided);
    let (mut play, mut chances, mut found) = (Play::start(game), Vec::new(), Vec::new());
    let (mut actions, mut next) = (0, rng.below(APART));
    while found.len() < MOST_OF_A_MATCH && actions < MOST_ACTIONS {
        match play.turn(game) {
            Turn::Over => break,
            Turn::Chance => {
                let chance = game.sample_chance(&play.state, |below| rng.below(below), &mut chances)?;
                play.apply_chance(game, chance);
            }
            Turn::Seats(seats) => {
                if !go_on() {
                    return None;
                }
                let seat = seats.iter().nth(rng.below(seats.len()) as usize)?;
                if actions >= next
                    && let Some(one) = examiner.examine(&play, seat, u64::from(actions))
                {
                    next = actions + APART;
                    found.push(one);
                }
                act(game, &mut play, seat, &mut minds[seat.index()])?;
                actions += 1;
            }
        }
    }
    Some(found)
}

/// A player for a seat: a captain, or now and then a colonel.
fn mind<G: FullGame>(rng: &mut Rng) -> Box<dyn Player<G>> {
    let level = if rng.below(4) == 0 { Level::Colonel } else { Level::Captain };
    // Without a clock, so that every machine finds the same puzzles.
    players::player(PlayerKind::Level(level), rng.bits())
}

fn act<G: FullGame>(game: &G, play: &mut Play<G>, seat: Seat, mind: &mut Box<dyn Player<G>>) -> Option<()> {
    let known = play.known_to(game, seat);
    let action = mind.choose(game, &known)?.action;
    play.apply(game, seat, action);
    Some(())
}

/// The id of a puzzle.
fn id_of(puzzle: &Exercise) -> String {
    let start = puzzle.start.as_ref().map(ToString::to_string).unwrap_or_default();
    let mut id = table::fingerprint(format!("{} {} {start}", puzzle.players, puzzle.seat).as_bytes());
    id.truncate(10);
    id
}

/// A puzzle from what was found.
fn puzzle_of(found: Found) -> Puzzle {
    Puzzle { id: id_of(&found.exercise), difficulty: found.difficulty, exercise: found.exercise }
}
