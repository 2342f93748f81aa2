//! Checkpoints: where training stands, as text, so that it can be interrupted and resumed.

use super::Plan;
use super::learn::Learner;
use crate::Unfit;
use players::values::{Origin, Weights, read_numbers, write_numbers};
use std::fmt;

/// The first line of a checkpoint.
const TITLE: &str = "boxtop training 1";

/// Where training stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    pub(super) origin: Origin,
    pub(super) learner: Learner,
    /// Steps done.
    pub(super) step: u64,
    /// Matches of a step.
    batch: u64,
    /// What the plan asks for, beside what the origin says.
    plan: String,
}

/// What is wrong with a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadCheckpoint(String);

impl fmt::Display for BadCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is not a usable checkpoint: {}", self.0)
    }
}

impl std::error::Error for BadCheckpoint {}

/// The plan in one line: everything that the result depends on.
fn in_a_line(plan: &Plan) -> String {
    let Plan { hidden, matches, batch, begin, lambda, explore, rate, relabel, rollouts, seed, .. } = plan;
    format!("{hidden:?} {matches} {batch} {begin} {lambda} {explore} {rate} {relabel} {rollouts} {seed}")
}

impl Checkpoint {
    pub(super) fn new(origin: Origin, learner: Learner, plan: &Plan) -> Self {
        Checkpoint { origin, learner, step: 0, batch: plan.batch, plan: in_a_line(plan) }
    }

    /// Steps done.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// This checkpoint, if it is one of the same plan.
    pub(super) fn continued(self, origin: &Origin, widths: &[usize], plan: &Plan) -> Result<Self, Unfit> {
        let of = |origin: &Origin| (origin.game.clone(), origin.players, origin.features, origin.setting);
        let same =
            of(&self.origin) == of(origin) && self.plan == in_a_line(plan) && self.learner.network().widths() == widths;
        same.then(|| Checkpoint { origin: origin.clone(), ..self }).ok_or(Unfit::OtherPlan)
    }

    /// The network as it is now, for a weights file.
    pub fn weights(&self) -> Weights {
        let matches = self.origin.matches.min(self.step.saturating_mul(self.batch));
        let origin = Origin { matches, ..self.origin.clone() };
        Weights { origin, network: self.learner.network().clone() }
    }

    /// The checkpoint as text.
    pub fn write(&self) -> String {
        let Learner { means, squares, faded, .. } = &self.learner;
        let head = format!("{TITLE}\nstep: {}\nbatch: {}\nplan: {}\n", self.step, self.batch, self.plan);
        let numbers = [&faded[..], means, squares].map(write_numbers).join("\n");
        let weights = Weights { origin: self.origin.clone(), network: self.learner.network().clone() };
        format!("{head}\n{numbers}\n{}", weights.write())
    }

    /// Reads a checkpoint and checks everything in it.
    pub fn read(text: &str) -> Result<Self, BadCheckpoint> {
        let bad = |what: &str| BadCheckpoint(what.to_owned());
        let mut parts = text.splitn(5, "\n\n");
        let mut part = |what| parts.next().ok_or_else(|| bad(what));
        let mut head = part("it is empty")?.lines();
        if head.next() != Some(TITLE) {
            return Err(BadCheckpoint(format!("it does not begin with `{TITLE}`")));
        }
        let mut value = |key: &str| head.next().and_then(|line| line.strip_prefix(key)).map(str::to_owned);
        let mut number = |key| value(key).and_then(|number| number.parse().ok());
        let step = number("step: ").ok_or_else(|| bad("the line `step` is missing"))?;
        let batch = number("batch: ").ok_or_else(|| bad("the line `batch` is missing"))?;
        let plan = value("plan: ").ok_or_else(|| bad("the line `plan` is missing"))?;
        let mut numbers = || part("it ends early").map(read_numbers);
        let (faded, means, squares) = (numbers()?, numbers()?, numbers()?);
        let rest = part("it ends early")?;
        let weights = Weights::read(rest).map_err(|error| BadCheckpoint(error.to_string()))?;
        let size = weights.network.numbers().len();
        let moments = |numbers: Option<Vec<f32>>| numbers.filter(|numbers| numbers.len() == size);
        let faded = faded.and_then(|faded| <[f32; 2]>::try_from(faded).ok());
        let (Some(faded), Some(means), Some(squares)) = (faded, moments(means), moments(squares)) else {
            return Err(bad("its numbers do not fit its network"));
        };
        let learner = Learner { network: weights.network, means, squares, faded };
        Ok(Checkpoint { origin: weights.origin, learner, step, batch, plan })
    }
}
