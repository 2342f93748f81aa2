//! Explains why a gesture on the board does nothing, in names that people read, never in ids.

use crate::problem::Problem;
use kernel::dynamic::{DynMatch, LegalMove};
use kernel::scene::Scene;
use kernel::{Refusal, Seat, Viewer};
use protocol::Explanation;

/// Maximum number of steps of a gesture.
const LONGEST_GESTURE: usize = 8;
/// Maximum number of moves suggested instead.
const NAMED_MOVES: usize = 6;

/// The action for this gesture on spaces and trays, or why there is none. `headline` is what the player reads now.
pub(crate) fn why(
    position: &dyn DynMatch,
    seat: Seat,
    steps: &str,
    kind: Option<&str>,
    headline: impl FnOnce() -> String,
) -> Result<Explanation, Problem> {
    let steps: Vec<&str> = steps.split(',').map(str::trim).filter(|step| !step.is_empty()).collect();
    if steps.is_empty() || steps.len() > LONGEST_GESTURE {
        return Err(Problem::malformed("This gesture is too long.", "Choose a piece, then where it goes."));
    }
    let moves = position.legal_moves(seat);
    if let Some(legal) = moves.iter().find(|legal| is_made_by(legal, &steps, kind)) {
        let rules = legal.rules.iter().map(ToString::to_string).collect();
        return Ok(Explanation { legal: true, action: Some(legal.action.clone()), rules, ..Explanation::default() });
    }
    Ok(match position.why_not(seat, &steps, kind) {
        Some(refusal) => explained(refusal),
        None => {
            let mut scene = position.scene(Viewer::Seat(seat));
            scene.headline = headline();
            nothing(&scene, &moves, &steps, kind)
        }
    })
}

/// A refusal as an explanation.
pub(crate) fn explained(Refusal { rule, what, instead }: Refusal) -> Explanation {
    let (detail, rule) = (Some(what), Some(rule.to_string()));
    Explanation { detail, rule, instead: Some(instead).filter(|words| !words.is_empty()), ..Explanation::default() }
}

fn is_made_by(legal: &LegalMove, steps: &[&str], kind: Option<&str>) -> bool {
    let gesture = &legal.gesture;
    let fits = gesture.kind.is_none() || kind.is_none() || gesture.kind == kind;
    fits && gesture.steps.len() == steps.len() && steps.iter().enumerate().all(|(at, id)| gesture.takes(at, id))
}

/// The explanation if no rule applies: what was chosen, and what is possible.
fn nothing(scene: &Scene, moves: &[LegalMove], steps: &[&str], kind: Option<&str>) -> Explanation {
    let (from, to) = (scene.named(steps[0]), scene.named(steps[steps.len() - 1]));
    let from_here: Vec<&LegalMove> = moves.iter().filter(|legal| legal.gesture.takes(0, steps[0])).collect();
    let goes_here = moves.iter().any(|legal| legal.gesture.steps.len() > 1 && legal.gesture.takes(1, steps[0]));
    let placed = !moves.is_empty() && moves.iter().all(|legal| legal.gesture.steps.len() < 2);
    let (error, instead) = match steps.len() {
        1 if placed => (scene.headline.clone(), "Choose one of the marked places.".to_owned()),
        1 if kind.is_some() && !from_here.is_empty() => {
            (format!("You cannot play this piece of {from} now."), could_be(&from_here))
        }
        1 if goes_here => (format!("A piece can go to {to}."), "Choose the piece first, then this space.".to_owned()),
        1 => (format!("You cannot do anything with {from} now."), scene.headline.clone()),
        _ => (format!("You cannot move from {from} to {to} now."), could_be(&from_here)),
    };
    Explanation { detail: Some(error), instead: Some(instead), ..Explanation::default() }
}

fn could_be(moves: &[&LegalMove]) -> String {
    let mut labels: Vec<&str> = moves.iter().map(|legal| legal.gesture.label.as_str()).collect();
    labels.dedup();
    labels.truncate(NAMED_MOVES);
    if labels.is_empty() { "Choose another piece.".into() } else { format!("Possible moves: {}.", labels.join("; ")) }
}
