//! Training: values of positions, learned from self-play.
//!
//! A network plays matches against itself, each seat taking the action after which its own share of the win is largest.
//! What a position was worth is then read off the rest of its match: TD(λ) with forward returns, where `lambda` 1 counts
//! the result alone and 0 the next position alone. Matches come in batches. All matches of a batch are played with the
//! same network, then the network learns from their positions, in an order drawn from the seed. After that come
//! rollouts, if the plan asks for them: positions are played out several times, each position along the same throws,
//! and the network learns the means.
//!
//! The result depends on the plan alone: not on the number of threads, and not on how often training was interrupted and
//! resumed from a [`Checkpoint`]. All sums are made in a fixed order, with additions, multiplications, divisions and
//! square roots only.

mod checkpoint;
mod learn;
mod selfplay;

pub use checkpoint::{BadCheckpoint, Checkpoint};

use crate::{Unfit, on_threads, open_match, visit};
use games::Visitor;
use kernel::dynamic::MatchConfig;
use kernel::{FeatureSet, FullGame};
use learn::Learner;
use players::values::{MOST_INPUTS, Network, Origin, Values};
use selfplay::{Sample, Studio};

/// What to train.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The game's slug.
    pub game: String,
    /// Options, board and number of players.
    pub config: MatchConfig,
    /// Widths of the hidden layers.
    pub hidden: Vec<usize>,
    /// Number of matches of self-play.
    pub matches: u64,
    /// Matches played with the same network.
    pub batch: u64,
    /// The first of these matches are played by the game's own fast policy, so that long games come to an end before
    /// anything is learned.
    pub begin: u64,
    /// How much the result counts against the next position: 1 alone, 0 not at all.
    pub lambda: f32,
    /// One of this many actions is random, to see other positions; 0 for none.
    pub explore: u32,
    /// The step of learning at the beginning; it falls to a twentieth.
    pub rate: f32,
    /// Number of positions that are played out after self-play; 0 for none.
    pub relabel: u64,
    /// Number of rollouts from each of them.
    pub rollouts: u32,
    /// The RNG seed.
    pub seed: u64,
    /// Stop after this many steps, as if interrupted; `None` to go through all of them.
    pub stop: Option<u64>,
    /// Threads to use; 0 for one on each core. The result is the same.
    pub threads: usize,
    /// The version of the program, for the weights file.
    pub program: String,
}

impl Plan {
    /// The usual number of matches.
    pub const MATCHES: u64 = 100_000;
    /// The usual number of matches with the same network.
    pub const BATCH: u64 = 250;
    /// The usual widths of the hidden layers.
    pub const HIDDEN: [usize; 2] = [48, 24];
    /// The usual [`Plan::lambda`].
    pub const LAMBDA: f32 = 0.8;
    /// The usual [`Plan::explore`].
    pub const EXPLORE: u32 = 100;
    /// The usual step of learning.
    pub const RATE: f32 = 0.002;
    /// The usual number of rollouts.
    pub const ROLLOUTS: u32 = 32;

    /// The usual plan for a game.
    pub fn new(game: &str, config: MatchConfig) -> Self {
        Plan {
            game: game.to_owned(),
            config,
            hidden: Self::HIDDEN.to_vec(),
            matches: Self::MATCHES,
            batch: Self::BATCH,
            begin: 0,
            lambda: Self::LAMBDA,
            explore: Self::EXPLORE,
            rate: Self::RATE,
            relabel: 0,
            rollouts: Self::ROLLOUTS,
            seed: 1,
            stop: None,
            threads: 0,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// The command that trains the same values: what is not as usual.
    fn command(&self, players: u8) -> String {
        let mut command = format!("boxtop train {} --players {players} --matches {}", self.game, self.matches);
        let mut add = |differs: bool, text: String| command += &if differs { text } else { String::new() };
        for (option, value) in &self.config.options {
            add(true, format!(" --option {option}={value}"));
        }
        add(self.config.board.is_some(), " --board FILE".into());
        add(self.batch != Self::BATCH, format!(" --batch {}", self.batch));
        let hidden: Vec<_> = self.hidden.iter().map(usize::to_string).collect();
        add(self.hidden != Self::HIDDEN, format!(" --hidden {}", hidden.join(",")));
        add(self.begin != 0, format!(" --begin {}", self.begin));
        add(self.lambda != Self::LAMBDA, format!(" --lambda {}", self.lambda));
        add(self.explore != Self::EXPLORE, format!(" --explore {}", self.explore));
        add(self.rate != Self::RATE, format!(" --rate {}", self.rate));
        add(self.relabel != 0, format!(" --relabel {}", self.relabel));
        add(self.rollouts != Self::ROLLOUTS, format!(" --rollouts {}", self.rollouts));
        add(true, format!(" --seed {}", self.seed));
        add(self.stop.is_some(), self.stop.map_or(String::new(), |stop| format!(" --steps {stop}")));
        command
    }

    /// Number of steps: batches of self-play, then batches of rollouts.
    pub fn steps(&self) -> u64 {
        self.play_steps() + self.relabel.div_ceil(RELABELLED)
    }

    fn play_steps(&self) -> u64 {
        self.matches.div_ceil(self.batch.max(1))
    }

    /// The step of learning now: it falls in a straight line to a twentieth.
    fn rate(&self, step: u64) -> f32 {
        let (done, all) = if step < self.play_steps() {
            (step, self.play_steps())
        } else {
            // The values are good already: rollouts only correct them.
            (self.steps() + step - self.play_steps(), self.steps() * 2)
        };
        self.rate * (1.0 - 0.95 * done as f32 / all.max(1) as f32)
    }
}

/// Positions that are played out in one step.
const RELABELLED: u64 = 500;

/// Follows training.
pub trait Watcher {
    /// Called after each step. Training ends early if it returns `false`.
    fn passed(&mut self, report: &Report, checkpoint: &dyn Fn() -> Checkpoint) -> bool;
}

/// Nobody watches.
impl Watcher for () {
    fn passed(&mut self, _: &Report, _: &dyn Fn() -> Checkpoint) -> bool {
        true
    }
}

/// How training goes.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Report {
    /// Steps done.
    pub step: u64,
    /// All steps of the plan.
    pub steps: u64,
    /// Positions of this step.
    pub positions: u64,
    /// Mean squared error of the shares in this step, before it was learned.
    pub error: f64,
    /// Mean number of recorded positions in a match of this step.
    pub length: f64,
}

/// Checks the plan without training. Returns the number of players.
pub fn check(plan: &Plan) -> Result<u8, Unfit> {
    visit(&plan.game, Check(plan))?
}

/// Trains from the beginning, or from a checkpoint of the same plan. Returns where it ended.
pub fn run(plan: &Plan, from: Option<&Checkpoint>, watcher: &mut (dyn Watcher + Send)) -> Result<Checkpoint, Unfit> {
    visit(&plan.game, Run { plan, from, watcher })?
}

struct Check<'a>(&'a Plan);

impl Visitor for Check<'_> {
    type Output = Result<u8, Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let game_match = open_match::<G>(&self.0.config)?;
        prepared(&**game_match.game(), self.0).map(|_| game_match.game().players())
    }
}

/// The features of this match and the widths of its network, if the plan can be trained.
fn prepared<G: FullGame>(game: &G, plan: &Plan) -> Result<(FeatureSet, Vec<usize>), Unfit> {
    if plan.matches == 0 || plan.batch == 0 {
        return Err(Unfit::NoMatches);
    }
    let features = game.feature_set().filter(|features| features.inputs <= MOST_INPUTS);
    let features = features.ok_or(Unfit::NoFeatures { title: G::INFO.title })?;
    let hidden = plan.hidden.iter().copied();
    let widths: Vec<_> = std::iter::once(features.inputs).chain(hidden).chain([game.players().into()]).collect();
    Network::size(&widths).ok_or(Unfit::Widths)?;
    Ok((features, widths))
}

struct Run<'a> {
    plan: &'a Plan,
    from: Option<&'a Checkpoint>,
    watcher: &'a mut (dyn Watcher + Send),
}

impl Visitor for Run<'_> {
    type Output = Result<Checkpoint, Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let plan = self.plan;
        let game_match = open_match::<G>(&plan.config)?;
        let game = &**game_match.game();
        let (features, widths) = prepared(game, plan)?;
        let origin = Origin {
            game: G::INFO.slug.into(),
            rules_version: G::INFO.rules_version,
            players: game.players(),
            features: features.version,
            setting: features.setting,
            matches: plan.matches,
            seed: plan.seed,
            command: plan.command(game.players()),
            program: plan.program.clone(),
        };
        let start = match self.from {
            Some(checkpoint) => checkpoint.clone().continued(&origin, &widths, plan)?,
            None => Checkpoint::new(origin, Learner::new(&widths, plan.seed), plan),
        };
        on_threads(plan.threads, || train(game, plan, start, self.watcher))?
    }
}

/// Goes through the steps that are left.
fn train<G: FullGame>(
    game: &G,
    plan: &Plan,
    mut checkpoint: Checkpoint,
    watcher: &mut (dyn Watcher + Send),
) -> Result<Checkpoint, Unfit> {
    let end = plan.stop.map_or(plan.steps(), |stop| stop.min(plan.steps()));
    while checkpoint.step < end {
        let step = checkpoint.step;
        let values = Values::of(checkpoint.learner.network().clone(), game).ok_or(Unfit::Widths)?;
        let studio = Studio { game, values: &values, plan };
        let matches = if step < plan.play_steps() {
            let from = step * plan.batch;
            studio.play(from..(from + plan.batch).min(plan.matches))
        } else {
            let done = (step - plan.play_steps()) * RELABELLED;
            studio.relabel(done..(done + RELABELLED).min(plan.relabel))
        };
        let length = matches.iter().map(Vec::len).sum::<usize>() as f64 / matches.len().max(1) as f64;
        let samples: Vec<Sample> = matches.into_iter().flatten().collect();
        let error = checkpoint.learner.learn(&samples, plan.rate(step), plan.seed, step);
        checkpoint.step += 1;
        let report =
            Report { step: checkpoint.step, steps: plan.steps(), positions: samples.len() as u64, error, length };
        if !watcher.passed(&report, &|| checkpoint.clone()) {
            break;
        }
    }
    Ok(checkpoint)
}
