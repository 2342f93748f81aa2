//! Mistakes of a match that is over, as exercises: go back to one and find a better move.
//!
//! Everything comes from the stored analysis. Nothing is computed anew, and an attempt is worth what the analysis says.

use crate::analyses::Source;
use crate::exercise;
use crate::problem::Problem;
use crate::site::Site;
use kernel::dynamic::DynGame;
use kernel::exercise::{Exercise, Judged, Reason};
use kernel::record::Record;
use protocol::{AnalysedDecision, Analysis, ExerciseSolution, ExerciseVerdict, Explanation};
use table::ExerciseRun;

/// A mistake with its place among the mistakes of its player.
pub(crate) struct Mistake {
    pub(crate) game: &'static dyn DynGame,
    exercise: Exercise,
    /// What its player is called in sentences.
    pub(crate) called: String,
    /// The steps of all mistakes of that player.
    pub(crate) steps: Vec<u32>,
    /// The step of this one.
    pub(crate) step: u32,
}

/// The mistake at this step of a match whose analysis is done.
pub(crate) async fn find(site: &Site, source: Source, step: u32) -> Result<Mistake, Problem> {
    let record = source.record().clone();
    let found = site.analyses.read(source).await?.body.analysis;
    let wait = || Problem::refused("The analysis of this match is not done yet.", "Try again when it is.");
    let found = found.ok_or_else(wait)?;
    site.matches.builders.run(move || mistake(&record, &found, step)).await?
}

fn mistake(record: &Record, found: &Analysis, step: u32) -> Result<Mistake, Problem> {
    let game = catalog::game(&record.game).ok_or_else(|| Problem::no_game(&record.game))?;
    let none = || Problem::missing("There is no mistake at this step.", "Choose one from the list of the analysis.");
    let all = || found.steps.iter().filter_map(|one| Some((one, one.decision.as_ref().filter(|what| judged(what))?)));
    let (at, decision) = all().find(|(one, _)| one.step == step).ok_or_else(none)?;
    let alternatives = decision.alternatives.iter();
    let alternatives = alternatives.map(|one| Judged { notation: one.notation.clone(), loss: one.loss }).collect();
    let reason = decision.reason.as_ref();
    let reason = reason.map_or_else(nothing, |one| Reason { text: one.text.clone(), rules: one.rules.clone() });
    let exercise = table::exercise_at(game, record, step as usize, alternatives, reason, decision.line.clone());
    let steps = all().filter(|(one, _)| one.seat == at.seat).map(|(one, _)| one.step).collect();
    let seat = found.seats.iter().find(|seat| at.seat.as_ref() == Some(&seat.seat));
    let called = seat.map(|seat| seat.called.clone()).unwrap_or_default();
    Ok(Mistake { game, exercise: exercise.map_err(Problem::broken)?, called, steps, step })
}

/// Is it a mistake with actions to choose from?
fn judged(decision: &AnalysedDecision) -> bool {
    decision.verdict.is_some() && decision.alternatives.iter().any(|one| one.loss <= 0.0)
}

fn nothing() -> Reason {
    Reason { text: "It came out best when the moves were compared.".into(), rules: Vec::new() }
}

impl Mistake {
    /// The match before the mistake.
    pub(crate) fn run(&self) -> Result<ExerciseRun<'_>, Problem> {
        ExerciseRun::open(self.game, &self.exercise).map_err(Problem::broken)
    }

    /// The step of the next mistake of the same player.
    pub(crate) fn next(&self) -> Option<u32> {
        self.steps.iter().copied().find(|step| *step > self.step)
    }

    /// Its number among the mistakes of its player, from 1.
    pub(crate) fn number(&self) -> usize {
        self.steps.iter().filter(|step| **step <= self.step).count()
    }

    /// What an attempt is worth.
    pub(crate) fn attempt(&self, action: &str) -> Result<ExerciseVerdict, Problem> {
        exercise::verdict(&self.run()?, action)
    }

    /// The best action, and why.
    pub(crate) fn solution(&self) -> Result<ExerciseSolution, Problem> {
        exercise::solution(&self.run()?, None)
    }

    /// Why a gesture is no legal move.
    pub(crate) fn why(&self, steps: &str, kind: Option<&str>) -> Result<Explanation, Problem> {
        exercise::why(&self.run()?, steps, kind)
    }
}
