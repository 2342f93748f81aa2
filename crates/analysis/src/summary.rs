//! Each seat's summary and the turning points, from the analysed steps.

use protocol::{AnalysedSeat, AnalysedStep, Verdict};

/// Maximum number of turning points.
const MOST_TURNING_POINTS: usize = 5;
/// The smallest change that counts as a turning point.
const LEAST_SWING: f64 = 0.05;
/// How fast accuracy falls with the loss: with a loss of a tenth it is a half.
const STEEPNESS: f64 = 10.0;

/// The accuracy of a decision with this loss, from 0 to 1.
pub(crate) fn accuracy(loss: f64) -> f64 {
    1.0 / (1.0 + STEEPNESS * loss)
}

/// A seat's summary over these steps.
pub(crate) fn seat_summary(
    [seat, called, player]: &[String; 3],
    at: usize,
    steps: &[AnalysedStep],
    result: f64,
) -> AnalysedSeat {
    let own = || steps.iter().filter(|step| step.seat.as_ref() == Some(seat)).filter_map(|step| step.decision.as_ref());
    let judged = || own().filter(|decision| !decision.forced);
    let count = |verdict: Verdict| judged().filter(|decision| decision.verdict == Some(verdict)).count() as u32;
    let (decisions, forced) = (judged().count() as u32, own().filter(|decision| decision.forced).count() as u32);
    let mean = |sum: f64| if decisions > 0 { sum / f64::from(decisions) } else { 0.0 };
    let luck = steps.iter().filter_map(|step| step.throw.as_ref()).fold(0.0, |sum, throw| sum + throw.luck[at]);
    let accuracies = judged().fold(0.0, |sum, decision| sum + accuracy(decision.loss));
    AnalysedSeat {
        seat: seat.clone(),
        called: called.clone(),
        player: player.clone(),
        decisions,
        forced,
        accuracy: (decisions > 0).then(|| 100.0 * mean(accuracies)),
        mean_loss: mean(judged().fold(0.0, |sum, decision| sum + decision.loss)),
        inaccuracies: count(Verdict::Inaccuracy),
        mistakes: count(Verdict::Mistake),
        blunders: count(Verdict::Blunder),
        luck,
        adjusted: result - luck,
    }
}

/// What a step changed: the loss of a decision, the greatest luck of a throw.
pub(crate) fn swing(step: &AnalysedStep) -> f64 {
    let luck = step.throw.iter().flat_map(|throw| &throw.luck).fold(0.0_f64, |most, luck| most.max(luck.abs()));
    step.decision.as_ref().map_or(luck, |decision| decision.loss)
}

/// The numbers of the steps that changed most, in order.
pub(crate) fn turning_points(steps: &[AnalysedStep]) -> Vec<u32> {
    let mut swings: Vec<_> = steps.iter().map(|step| (swing(step), step.step)).collect();
    swings.retain(|(swing, _)| *swing >= LEAST_SWING);
    // Stable: of equal swings the first comes first.
    swings.sort_by(|one, other| other.0.total_cmp(&one.0));
    swings.truncate(MOST_TURNING_POINTS);
    let mut numbers: Vec<u32> = swings.into_iter().map(|(_, number)| number).collect();
    numbers.sort_unstable();
    numbers
}
