//! Sets up an exercise and judges attempts at it.
//!
//! It is here and not in the kernel because an exercise is shown as a table, as a lesson is ([`crate::LessonRun`]).
//! Nothing is kept between two requests: everything follows from the exercise. An exercise is of a puzzle, or of a
//! decision of a match that is over ([`exercise_at`]).
//!
//! ```
//! use boxtop_table::{ExerciseRun, Tried};
//! use catalog::game;
//! use kernel::exercise::{Exercise, Marked};
//!
//! let exercise: Exercise = serde_json::from_value(serde_json::json!({
//!     "players": 2, "seat": "attack", "judged": [["d6-d7", 0.0], ["f6-f7", 0.07]],
//!     "reason": {"text": "An example."}, "line": ["d6-d7"],
//! }))?;
//! let run = ExerciseRun::open(game("three-musketeers").unwrap(), &exercise)?;
//! assert!(matches!(run.judge("d6-d7"), Tried::Legal { marked: Marked::Best, .. }));
//! assert!(matches!(run.judge("f6-f7"), Tried::Legal { marked: Marked::Weaker(Some(_)), .. }));
//! assert!(matches!(run.judge("a1-b9"), Tried::Refused(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::practice;
use crate::replay::{ReplayError, replay};
use crate::table::Table;
use kernel::dynamic::DynGame;
use kernel::exercise::{Exercise, Judged, Marked, Reason};
use kernel::lesson::ScriptStep;
use kernel::record::{Record, Step};
use kernel::{Refusal, Seat};

/// Maximum number of steps before the decision.
const MOST_STEPS: usize = 20_000;

/// An exercise that cannot be set up. Every puzzle of a stock is tested, so that no learner sees this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the exercise cannot be set up: {0}")]
pub struct ExerciseFault(pub String);

/// What an exercise says to an attempt.
#[derive(Clone, PartialEq, Debug)]
pub enum Tried {
    /// It is legal.
    Legal {
        /// The first action of it, in notation.
        notation: String,
        /// How good it is.
        marked: Marked,
    },
    /// The rules forbid it.
    Refused(Refusal),
}

/// An exercise in its position.
#[derive(Clone)]
pub struct ExerciseRun<'a> {
    exercise: &'a Exercise,
    seat: Seat,
    table: Table,
}

impl<'a> ExerciseRun<'a> {
    /// The exercise with its position set up.
    pub fn open(game: &dyn DynGame, exercise: &'a Exercise) -> Result<ExerciseRun<'a>, ExerciseFault> {
        Self::set_up(game, exercise).map_err(ExerciseFault)
    }

    fn set_up(game: &dyn DynGame, exercise: &'a Exercise) -> Result<ExerciseRun<'a>, String> {
        if exercise.before.len() > MOST_STEPS {
            return Err(format!("more than {MOST_STEPS} steps"));
        }
        let mut table = practice::opened(game, exercise.config(), exercise.start.as_ref(), &exercise.seat)?;
        exercise.before.iter().try_for_each(|step| practice::perform(&mut table, step))?;
        let seat = table.game_match().seat(&exercise.seat).filter(|seat| acts(&table, *seat));
        let seat = seat.ok_or_else(|| format!("{} is not to act", exercise.seat))?;
        Ok(ExerciseRun { exercise, seat, table })
    }

    /// The exercise.
    pub fn exercise(&self) -> &'a Exercise {
        self.exercise
    }

    /// The match before the decision. The learner holds their seat with the key [`LEARNER`](crate::LEARNER).
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The learner's seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the exercise says to a typed move. Only its first action counts. Nothing changes.
    pub fn judge(&self, text: &str) -> Tried {
        match self.table.game_match().check(self.seat, text) {
            Ok(steps) => {
                let notation = steps.first().map(|step| step.notation().to_owned()).unwrap_or_default();
                Tried::Legal { marked: self.exercise.mark(&notation), notation }
            }
            Err(refusal) => Tried::Refused(refusal),
        }
    }

    /// The match after this action of the learner.
    pub fn after(&self, notation: &str) -> Result<Table, ExerciseFault> {
        let mut table = self.table.clone();
        let step = ScriptStep::Act { seat: self.exercise.seat.clone(), action: notation.to_owned() };
        practice::perform(&mut table, &step).map_err(ExerciseFault)?;
        Ok(table)
    }
}

fn acts(table: &Table, seat: Seat) -> bool {
    matches!(table.turn(), kernel::Turn::Seats(seats) if seats.contains(seat))
}

/// Why a step of a record cannot be an exercise.
#[derive(Debug, thiserror::Error)]
pub enum NoExercise {
    /// The record is not correct.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// There is no such step.
    #[error("the match has {0} steps")]
    NoStep(usize),
    /// The step is a throw.
    #[error("step {0} is no decision")]
    NoDecision(usize),
}

/// The decision at this step of a match, counted from 1 without undone steps as an analysis counts them, with a
/// judgement on the actions.
pub fn exercise_at(
    game: &dyn DynGame,
    record: &Record,
    step: usize,
    judged: Vec<Judged>,
    reason: Reason,
    line: Vec<String>,
) -> Result<Exercise, NoExercise> {
    let game_match = replay(game, record)?.game_match;
    let played = game_match.played();
    let Some(at) = step.checked_sub(1).filter(|at| *at < played.len()) else {
        return Err(NoExercise::NoStep(played.len()));
    };
    let mut before: Vec<ScriptStep> = played[..=at].iter().filter_map(|played| script(&played.step)).collect();
    let Some(ScriptStep::Act { seat, .. }) = before.pop() else { return Err(NoExercise::NoDecision(step)) };
    let (config, start) = (game_match.config(), record.start.clone());
    let (options, board, rules_version) = (config.options.clone(), config.board.clone(), config.rules_version);
    Ok(Exercise { players: config.players, options, board, rules_version, start, before, seat, judged, reason, line })
}

/// The step as a script has it.
fn script(step: &Step) -> Option<ScriptStep> {
    match step {
        Step::Act { seat, action } => Some(ScriptStep::Act { seat: seat.clone(), action: action.clone() }),
        Step::Chance { chance, .. } | Step::Entered { entered: chance } => Some(ScriptStep::Throw(chance.clone())),
        _ => None,
    }
}
