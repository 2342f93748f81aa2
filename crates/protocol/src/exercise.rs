//! Exercises and puzzles: a position to solve, an attempt, and the solution.

use crate::{Sentence, View};
use serde::{Deserialize, Serialize};

/// The puzzles of one game, in short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PuzzleGame {
    /// The game's slug.
    pub game: String,
    /// Its name.
    pub title: String,
    /// The number of puzzles, numbered from 1.
    pub puzzles: usize,
    /// The number of today's puzzle, by UTC.
    pub today: usize,
    /// The number of puzzles that you have solved.
    pub solved: usize,
}

/// The puzzles of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PuzzleList {
    /// The game, in short.
    #[serde(flatten)]
    pub about: PuzzleGame,
    /// Its puzzles, in the order of their numbers.
    pub list: Vec<PuzzleEntry>,
}

/// A puzzle in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PuzzleEntry {
    /// Its number, from 1.
    pub number: usize,
    /// Its id, which it keeps if its number changes.
    pub id: String,
    /// How hard it is, from 1 to 3.
    pub difficulty: u8,
    /// What you made of it first; absent if nothing yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<PuzzleOutcome>,
}

/// What a person made of a puzzle first.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum PuzzleOutcome {
    /// They found the best action.
    Solved,
    /// They looked the solution up.
    LookedUp,
}

/// A puzzle: find the best action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Puzzle {
    /// The game's slug.
    pub game: String,
    /// The number of puzzles of the game.
    pub puzzles: usize,
    /// The number of today's puzzle, by UTC.
    pub today: usize,
    /// The puzzle.
    #[serde(flatten)]
    pub entry: PuzzleEntry,
    /// What to do.
    #[serde(flatten)]
    pub exercise: ExerciseTask,
}

/// A position in which one seat looks for the best action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExerciseTask {
    /// The seat that acts.
    pub seat: String,
    /// What to do, in words.
    pub prompt: String,
    /// The position as this seat sees it, with its legal moves.
    pub view: View,
}

/// An attempt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExerciseAttempt {
    /// The action in notation. If it is several actions of a turn, the first counts.
    #[cfg_attr(feature = "schema", schema(example = "d6-d7"))]
    pub action: String,
}

/// What an attempt is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExerciseVerdict {
    /// The action that was judged, in notation.
    pub action: String,
    /// How good it is.
    pub mark: ExerciseMark,
    /// The share of the win that it loses against the best action; absent for an action that was not compared, because
    /// it is clearly weaker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// The solution, if this is it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<ExerciseSolution>,
}

/// How good an attempt is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ExerciseMark {
    /// As good as the best.
    Best,
    /// It loses less than 2 %.
    Close,
    /// It loses more.
    Weaker,
}

/// The solution of an exercise.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExerciseSolution {
    /// The actions that were compared, the best first. All others are clearly weaker.
    pub judged: Vec<JudgedAction>,
    /// Why the best action is better.
    pub reason: Sentence,
    /// The best action and how play could go on, in notation.
    pub line: Vec<String>,
    /// The position after the best action.
    pub after: View,
}

/// An action with what it loses.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgedAction {
    /// The action in notation.
    pub notation: String,
    /// The share of the win that it loses against the best action; 0 for the best.
    pub loss: f64,
}

/// A puzzle that you have solved or looked up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PuzzleDone {
    /// The game's slug.
    pub game: String,
    /// The puzzle's id.
    pub puzzle: String,
    /// What you made of it.
    pub result: PuzzleOutcome,
    /// When, in milliseconds since 1970.
    pub at: i64,
}
