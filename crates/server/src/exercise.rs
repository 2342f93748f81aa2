//! Exercises as protocol types: the task, what an attempt is worth, the solution. The solution is sent only to those who
//! have found it or asked for it.

use crate::gesture;
use crate::problem::Problem;
use crate::wire;
use kernel::exercise::Marked;
use protocol::{
    ExerciseMark, ExerciseSolution, ExerciseTask, ExerciseVerdict, Explanation, JudgedAction, Sentence, View,
};
use table::{ExerciseRun, LEARNER, MOST_LEGAL_MOVES, Table, Tried};

/// Maximum length of a typed action, in bytes.
const LONGEST_ACTION: usize = 500;

/// What to do.
pub(crate) fn task(run: &ExerciseRun<'_>) -> ExerciseTask {
    let name = run.table().game_match().seat_name(run.seat());
    let (seat, prompt) = (run.exercise().seat.clone(), format!("Find the best move for {name}."));
    ExerciseTask { seat, prompt, view: view(run.table(), true) }
}

/// The table as the learner sees it. All legal moves are listed, or none.
fn view(table: &Table, moves: bool) -> View {
    let view = wire::view(table, wire::Viewer::of(table, LEARNER), 0);
    let legal_moves = table.to_act(table.seats_of(LEARNER)).filter(|_| moves);
    let legal_moves = legal_moves.map(|seat| wire::legal_moves(table, seat, 0, MOST_LEGAL_MOVES).legal_moves).collect();
    View { legal_moves, ..view }
}

/// What an attempt is worth. A solution comes only with the best action.
pub(crate) fn verdict(run: &ExerciseRun<'_>, action: &str) -> Result<ExerciseVerdict, Problem> {
    if action.len() > LONGEST_ACTION {
        return Err(Problem::malformed("This action is too long.", "Send one action of the game."));
    }
    let (notation, marked) = match run.judge(action) {
        Tried::Legal { notation, marked } => (notation, marked),
        Tried::Refused(refusal) => return Err(refusal.into()),
    };
    let (mark, loss) = match marked {
        Marked::Best => (ExerciseMark::Best, Some(0.0)),
        Marked::Close(loss) => (ExerciseMark::Close, Some(loss)),
        Marked::Weaker(loss) => (ExerciseMark::Weaker, loss),
    };
    let solution = (mark == ExerciseMark::Best).then(|| solution(run, Some(&notation))).transpose()?;
    Ok(ExerciseVerdict { action: notation, mark, loss, solution })
}

/// The solution, with the position after this one of the best actions, or after the first of them.
pub(crate) fn solution(run: &ExerciseRun<'_>, found: Option<&str>) -> Result<ExerciseSolution, Problem> {
    let exercise = run.exercise();
    let best = found.or_else(|| exercise.best().next()).unwrap_or_default();
    let judged = exercise.judged.iter();
    let judged = judged.map(|one| JudgedAction { notation: one.notation.clone(), loss: one.loss }).collect();
    let reason = Sentence { text: exercise.reason.text.clone(), rules: exercise.reason.rules.clone() };
    let after = view(&run.after(best).map_err(Problem::broken)?, false);
    Ok(ExerciseSolution { judged, reason, line: exercise.line.clone(), after })
}

/// Why this gesture is no legal move.
pub(crate) fn why(run: &ExerciseRun<'_>, steps: &str, kind: Option<&str>) -> Result<Explanation, Problem> {
    let headline = || run.table().scene(Some(LEARNER)).headline;
    gesture::why(run.table().game_match(), run.seat(), steps, kind, headline)
}
