//! The arena: measures how much stronger one player is than another. `a` has one side, a seat or two partners, which
//! moves round the table from match to match, and `b` has all the others.

use crate::series::{Judgement, Order, Results, Series, Side};
use crate::stats::{Interval, wilson};
use crate::thinking::Pace;
use crate::watch::{Ending, Spectator};
use crate::{Conditions, Unfit, visit};
use games::Visitor;
use kernel::FullGame;
use kernel::dynamic::MatchConfig;
use players::PlayerKind;
use serde::Serialize;
use std::time::Duration;

/// What to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The game's slug.
    pub game: String,
    /// Options, board and number of players.
    pub config: MatchConfig,
    /// The player with one side: the first in the first match, then the second, and so on.
    pub a: PlayerKind,
    /// The player with all other sides.
    pub b: PlayerKind,
    /// Number of matches.
    pub matches: u64,
    /// Stop after this time, with the rotations that are complete.
    pub time: Option<Duration>,
    /// Match `n` of this seed is always the same.
    pub seed: u64,
    /// Threads to use; 0 for one on each core.
    pub threads: usize,
}

/// The result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The game's slug.
    pub game: &'static str,
    /// Number of seats.
    pub players: u8,
    /// The player with one side.
    pub a: String,
    /// The player with all others.
    pub b: String,
    /// Matches played.
    pub matches: u64,
    /// Matches that `a` won alone.
    pub a_wins: u64,
    /// Matches that `a` lost.
    pub b_wins: u64,
    /// Matches that `a` shared, or that did not end.
    pub ties: u64,
    /// The score of `a`: its mean share of the win, with the 95 % interval of independent matches (Wilson).
    #[serde(flatten)]
    pub interval: Interval,
    /// Whole rotations. Their matches share the throws, and `a` plays each side once.
    pub groups: u64,
    /// Lower end of the 95 % interval over rotations, which is narrower because luck cancels out.
    pub paired_low95: f64,
    /// Upper end of the 95 % interval over rotations.
    pub paired_high95: f64,
    /// The part of the variance that sharing throws and changing sides has removed, if it is known.
    pub variance_removed: Option<f64>,
    /// The expected score of `a` if all players were equally strong: 1 divided by the number of sides.
    pub fair: f64,
    /// The results of `a` on each side.
    pub sides: Vec<Side>,
    /// Mean number of actions in a match.
    pub mean_length: f64,
    /// Thinking time of `a`.
    pub a_thinking: Pace,
    /// Thinking time of `b`.
    pub b_thinking: Pace,
    /// Why it ended.
    pub ending: Ending,
    /// Was it interrupted?
    pub interrupted: bool,
    /// What is needed to repeat it.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// Duration of the whole run, in seconds.
    pub seconds: f64,
}

/// Checks the plan without playing.
pub fn check(plan: &Plan) -> Result<(), Unfit> {
    visit(&plan.game, Check(plan))?
}

/// Plays the plan.
pub fn run(plan: &Plan, spectator: &dyn Spectator) -> Result<Standing, Unfit> {
    visit(&plan.game, Run { plan, spectator })?
}

struct Check<'a>(&'a Plan);

impl Visitor for Check<'_> {
    type Output = Result<(), Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        series::<G>(self.0).map(drop)
    }
}

struct Run<'a> {
    plan: &'a Plan,
    spectator: &'a dyn Spectator,
}

impl Visitor for Run<'_> {
    type Output = Result<Standing, Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let series = series::<G>(self.plan)?;
        let results = series.play(self.spectator, |_| Judgement::NONE)?;
        Ok(standing(self.plan, &series, &results))
    }
}

fn series<G: FullGame>(plan: &Plan) -> Result<Series<'_, G>, Unfit> {
    if plan.matches == 0 {
        return Err(Unfit::NoMatches);
    }
    let Plan { config, a, b, matches, time, seed, threads, .. } = plan;
    let (a, b, matches, time, seed, threads) = (*a, *b, *matches, *time, *seed, *threads);
    Series::open(Order { config, a, b, matches, time, seed, threads })
}

fn standing<G: FullGame>(plan: &Plan, series: &Series<'_, G>, results: &Results) -> Standing {
    let all = results.all();
    let [a_wins, b_wins, ties] = all.results;
    let paired = results.scores.interval();
    let [a_thinking, b_thinking] = results.paces();
    Standing {
        game: G::INFO.slug,
        players: series.game().players(),
        a: plan.a.to_string(),
        b: plan.b.to_string(),
        matches: all.matches(),
        a_wins,
        b_wins,
        ties,
        interval: wilson(all.wins(), all.matches()),
        groups: results.scores.groups(),
        paired_low95: paired.low95,
        paired_high95: paired.high95,
        variance_removed: results.scores.variance_removed(),
        fair: 1.0 / f64::from(series.size()),
        sides: series.sides(results),
        mean_length: results.mean_length(),
        a_thinking,
        b_thinking,
        ending: results.ending,
        interrupted: results.ending == Ending::Interrupted,
        conditions: series.conditions(),
        seconds: results.seconds,
    }
}
