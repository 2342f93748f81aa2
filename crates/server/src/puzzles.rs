//! Puzzles: which there are, which one is today's, and what people made of them.

use crate::accounts::now_ms;
use crate::exercise;
use crate::guest::Guest;
use crate::problem::Problem;
use crate::site::Site;
use kernel::dynamic::DynGame;
use kernel::puzzle::{Puzzle as Stored, Stock};
use protocol::{
    ExerciseSolution, ExerciseVerdict, Explanation, Puzzle, PuzzleEntry, PuzzleGame, PuzzleList, PuzzleOutcome,
};
use std::collections::HashMap;
use store::{Change, PuzzleResult};
use table::ExerciseRun;

const A_DAY: i64 = 24 * 60 * 60 * 1_000;

/// A puzzle with its game.
#[derive(Copy, Clone)]
pub(crate) struct Found {
    pub(crate) game: &'static dyn DynGame,
    stock: &'static Stock,
    pub(crate) number: usize,
    puzzle: &'static Stored,
}

/// What a person made of puzzles first, by game and id.
pub(crate) type Results = HashMap<(String, String), bool>;

/// The games that have puzzles, with their stocks.
fn stocks() -> impl Iterator<Item = (&'static dyn DynGame, &'static Stock)> {
    let stock = |game: &'static dyn DynGame| Some((game, game.puzzles().filter(|stock| !stock.puzzles.is_empty())?));
    catalog::games().iter().copied().filter_map(stock)
}

/// Does the game have puzzles?
pub(crate) fn has_puzzles(slug: &str) -> bool {
    stocks().any(|(game, _)| game.info().slug == slug)
}

/// Today's number, by UTC.
fn today(stock: &Stock) -> usize {
    stock.daily(now_ms().div_euclid(A_DAY)).unwrap_or(1)
}

fn stock(slug: &str) -> Result<(&'static dyn DynGame, &'static Stock), Problem> {
    let game = catalog::game(slug).ok_or_else(|| Problem::no_game(slug))?;
    let none = || Problem::missing(format!("{} has no puzzles.", game.info().title), "Choose another game.");
    stocks().find(|(one, _)| one.info().slug == slug).ok_or_else(none)
}

/// The puzzle with this number, or today's.
pub(crate) fn find(slug: &str, number: &str) -> Result<Found, Problem> {
    let (game, stock) = stock(slug)?;
    let number = if number == "today" { today(stock) } else { number.parse().unwrap_or(0) };
    let most = stock.puzzles.len();
    let none =
        || Problem::missing("There is no such puzzle.", format!("Choose a number from 1 to {most}, or “today”."));
    let puzzle = stock.get(number).ok_or_else(none)?;
    Ok(Found { game, stock, number, puzzle })
}

/// What the person made of puzzles so far.
pub(crate) async fn results(site: &Site, guest: &Guest) -> Result<Results, Problem> {
    if !guest.known {
        return Ok(Results::new());
    }
    let results = site.accounts.puzzle_results(&guest.key).await?;
    Ok(results.into_iter().map(|result| ((result.game, result.puzzle), result.solved)).collect())
}

/// All games with puzzles.
pub(crate) fn games(results: &Results) -> Vec<PuzzleGame> {
    stocks().map(|(game, stock)| about(game, stock, results)).collect()
}

fn about(game: &dyn DynGame, stock: &Stock, results: &Results) -> PuzzleGame {
    let (slug, title) = (game.info().slug.to_owned(), game.info().title.to_owned());
    let solved = |puzzle: &&Stored| results.get(&(slug.clone(), puzzle.id.clone())) == Some(&true);
    let solved = stock.puzzles.iter().filter(solved).count();
    PuzzleGame { game: slug, title, puzzles: stock.puzzles.len(), today: today(stock), solved }
}

/// All puzzles of a game.
pub(crate) fn list(slug: &str, results: &Results) -> Result<PuzzleList, Problem> {
    let (game, stock) = stock(slug)?;
    let list = (1..).zip(&stock.puzzles).map(|(number, puzzle)| entry(slug, number, puzzle, results)).collect();
    Ok(PuzzleList { about: about(game, stock, results), list })
}

fn entry(slug: &str, number: usize, puzzle: &Stored, results: &Results) -> PuzzleEntry {
    let result = results.get(&(slug.to_owned(), puzzle.id.clone())).map(|solved| outcome(*solved));
    PuzzleEntry { number, id: puzzle.id.clone(), difficulty: puzzle.difficulty, result }
}

/// The outcome as the wire has it.
pub(crate) fn outcome(solved: bool) -> PuzzleOutcome {
    if solved { PuzzleOutcome::Solved } else { PuzzleOutcome::LookedUp }
}

impl Found {
    /// The puzzle in its position.
    pub(crate) fn run(&self) -> Result<ExerciseRun<'static>, Problem> {
        ExerciseRun::open(self.game, &self.puzzle.exercise).map_err(Problem::broken)
    }

    /// The puzzle without its solution.
    pub(crate) fn shown(&self, run: &ExerciseRun<'_>, results: &Results) -> Puzzle {
        let slug = self.game.info().slug;
        Puzzle {
            game: slug.to_owned(),
            puzzles: self.stock.puzzles.len(),
            today: today(self.stock),
            entry: entry(slug, self.number, self.puzzle, results),
            exercise: exercise::task(run),
        }
    }

    /// What an attempt is worth. A solved puzzle is kept with the person.
    pub(crate) async fn attempt(&self, site: &Site, guest: &Guest, action: &str) -> Result<ExerciseVerdict, Problem> {
        let verdict = exercise::verdict(&self.run()?, action)?;
        if verdict.solution.is_some() {
            self.keep(site, guest, true).await?;
        }
        Ok(verdict)
    }

    /// The solution. That it was looked up is kept with the person.
    pub(crate) async fn solution(&self, site: &Site, guest: &Guest) -> Result<ExerciseSolution, Problem> {
        let solution = exercise::solution(&self.run()?, None)?;
        self.keep(site, guest, false).await?;
        Ok(solution)
    }

    /// Why a gesture is no legal move.
    pub(crate) fn why(&self, steps: &str, kind: Option<&str>) -> Result<Explanation, Problem> {
        exercise::why(&self.run()?, steps, kind)
    }

    /// The first outcome counts.
    async fn keep(&self, site: &Site, guest: &Guest, solved: bool) -> Result<(), Problem> {
        site.accounts.meet(guest).await?;
        let (game, puzzle) = (self.game.info().slug.to_owned(), self.puzzle.id.clone());
        let result = PuzzleResult { person: guest.key.clone(), game, puzzle, solved, at_ms: 0 };
        site.accounts.change(Change::Puzzle(result)).await.map(drop)
    }
}
