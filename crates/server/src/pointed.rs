//! Why pointing at something does nothing: answers in the names that people read, never in ids.

use crate::problem::Problem;
use kernel::dynamic::{DynMatch, LegalMove};
use kernel::scene::Scene;
use kernel::{Refusal, Seat, Viewer};
use protocol::Explanation;

/// No gesture has more steps.
const LONGEST_GESTURE: usize = 8;
/// At most this many moves are named as a way out.
const NAMED_MOVES: usize = 6;

/// What pointing at these spaces and trays does for the seat, or why it does nothing.
pub(crate) fn why(session: &dyn DynMatch, seat: Seat, steps: &str, kind: Option<&str>) -> Result<Explanation, Problem> {
    let steps: Vec<&str> = steps.split(',').map(str::trim).filter(|step| !step.is_empty()).collect();
    if steps.is_empty() || steps.len() > LONGEST_GESTURE {
        return Err(Problem::malformed("This is too long to point at.", "Point at a piece, then at where it goes."));
    }
    let offers = session.legal_moves(seat);
    if let Some(offer) = offers.iter().find(|offer| is_made_by(offer, &steps, kind)) {
        let rules = offer.rules.iter().map(ToString::to_string).collect();
        return Ok(Explanation { legal: true, action: Some(offer.action.clone()), rules, ..Explanation::default() });
    }
    Ok(match session.why_not(seat, &steps, kind) {
        Some(refusal) => explained(refusal),
        None => nothing(&session.scene(Viewer::Seat(seat)), &offers, &steps, kind),
    })
}

/// A refusal as an explanation.
pub(crate) fn explained(Refusal { rule, what, instead }: Refusal) -> Explanation {
    let (detail, rule) = (Some(what), Some(rule.to_string()));
    Explanation { detail, rule, instead: Some(instead).filter(|words| !words.is_empty()), ..Explanation::default() }
}

fn is_made_by(offer: &LegalMove, steps: &[&str], kind: Option<&str>) -> bool {
    let gesture = &offer.gesture;
    let fits = gesture.kind.is_none() || kind.is_none() || gesture.kind == kind;
    fits && gesture.steps.len() == steps.len() && steps.iter().enumerate().all(|(at, id)| gesture.takes(at, id))
}

/// Where no rule can be named: what was pointed at, and what can be done.
fn nothing(scene: &Scene, offers: &[LegalMove], steps: &[&str], kind: Option<&str>) -> Explanation {
    let (from, to) = (scene.named(steps[0]), scene.named(steps[steps.len() - 1]));
    let from_here: Vec<&LegalMove> = offers.iter().filter(|offer| offer.gesture.takes(0, steps[0])).collect();
    let goes_here = offers.iter().any(|offer| offer.gesture.steps.len() > 1 && offer.gesture.takes(1, steps[0]));
    let placed = !offers.is_empty() && offers.iter().all(|offer| offer.gesture.steps.len() < 2);
    let (error, instead) = match steps.len() {
        1 if placed => (scene.headline.clone(), "Point at one of the marked places.".to_owned()),
        1 if kind.is_some() && !from_here.is_empty() => {
            (format!("This piece of {from} cannot be played now."), could_be(&from_here))
        }
        1 if goes_here => (format!("Something can go to {to}."), "Pick the piece first, then point here.".to_owned()),
        1 => (format!("Nothing can be done with {from} now."), scene.headline.clone()),
        _ => (format!("Nothing goes from {from} to {to} now."), could_be(&from_here)),
    };
    Explanation { detail: Some(error), instead: Some(instead), ..Explanation::default() }
}

fn could_be(offers: &[&LegalMove]) -> String {
    let mut labels: Vec<&str> = offers.iter().map(|offer| offer.gesture.label.as_str()).collect();
    labels.dedup();
    labels.truncate(NAMED_MOVES);
    if labels.is_empty() { "Pick another piece.".into() } else { format!("What can be done: {}.", labels.join("; ")) }
}
