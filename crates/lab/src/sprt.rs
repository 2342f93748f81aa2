//! The sequential test: plays rotations of matches until it is decided whether one player is stronger than another.
//!
//! The test decides between two hypotheses ([`Hypotheses`]) with the statistics of [`crate::likelihood`]. It looks at
//! rotations in the order of their numbers, so its result depends on the seed but not on the number of threads.

use crate::likelihood::{Hypotheses, elo};
use crate::series::{Judgement, Order, Results, Series, Side};
use crate::stats::Interval;
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
    /// The player with one side.
    pub a: PlayerKind,
    /// The player with all other sides.
    pub b: PlayerKind,
    /// What the test decides between.
    pub hypotheses: Hypotheses,
    /// Maximum number of rotations.
    pub groups: u64,
    /// Stop after this time, undecided.
    pub time: Option<Duration>,
    /// Match `n` of this seed is always the same.
    pub seed: u64,
    /// Threads to use; 0 for one on each core.
    pub threads: usize,
}

/// What a test decided.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The second hypothesis: `a` is stronger, by about `elo1` or more.
    Stronger,
    /// The first hypothesis: `a` is not stronger than `elo0` or so.
    NotStronger,
    /// Neither of them yet.
    Undecided,
}

impl Verdict {
    /// The verdict at this log-likelihood ratio.
    fn at(llr: f64, (low, high): (f64, f64)) -> Self {
        match llr {
            _ if llr >= high => Verdict::Stronger,
            _ if llr <= low => Verdict::NotStronger,
            _ => Verdict::Undecided,
        }
    }
}

/// The result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game's slug.
    pub game: &'static str,
    /// Number of seats.
    pub players: u8,
    /// The player with one side.
    pub a: String,
    /// The player with all others.
    pub b: String,
    /// The strength that the first hypothesis names.
    pub elo0: f64,
    /// The strength that the second hypothesis names.
    pub elo1: f64,
    /// The score of the first hypothesis.
    pub score0: f64,
    /// The score of the second hypothesis.
    pub score1: f64,
    /// The probability of accepting the second hypothesis where the first is true.
    pub alpha: f64,
    /// The probability of accepting the first hypothesis where the second is true.
    pub beta: f64,
    /// The decision.
    pub verdict: Verdict,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At this ratio the first hypothesis is accepted.
    pub llr_low: f64,
    /// At this ratio the second hypothesis is accepted.
    pub llr_high: f64,
    /// The score of `a`: its mean share of the win, with the 95 % interval over rotations.
    #[serde(flatten)]
    pub interval: Interval,
    /// The strength with this score; `None` if it is infinite.
    pub elo: Option<f64>,
    /// The strength at the lower end of the interval.
    pub elo_low95: Option<f64>,
    /// The strength at the upper end of the interval.
    pub elo_high95: Option<f64>,
    /// The expected score of `a` if all players were equally strong: 1 divided by the number of sides.
    pub fair: f64,
    /// Rotations counted.
    pub groups: u64,
    /// Matches in a rotation: one for each side.
    pub group_size: u32,
    /// How many rotations had each score.
    pub group_scores: Vec<GroupScore>,
    /// Matches counted.
    pub matches: u64,
    /// The part of the variance that sharing throws and changing sides has removed, if it is known.
    pub variance_removed: Option<f64>,
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

/// How many rotations had a score.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct GroupScore {
    /// Wins of `a` in a rotation; shared wins count in part.
    pub wins: f64,
    /// Number of rotations.
    pub groups: u64,
}

/// Checks the plan without playing.
pub fn check(plan: &Plan) -> Result<(), Unfit> {
    visit(&plan.game, Check(plan))?
}

/// Plays the plan.
///
/// ```
/// use boxtop_lab::likelihood::Hypotheses;
/// use boxtop_lab::sprt::{Plan, Verdict, run};
/// use players::PlayerKind;
///
/// let plan = Plan {
///     game: "fighting-marines".into(),
///     config: Default::default(),
///     a: PlayerKind::Greedy,
///     b: PlayerKind::Random,
///     hypotheses: Hypotheses { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 },
///     groups: 500,
///     time: None,
///     seed: 1,
///     threads: 0,
/// };
/// assert_eq!(run(&plan, &())?.verdict, Verdict::Stronger);
/// # Ok::<(), boxtop_lab::Unfit>(())
/// ```
pub fn run(plan: &Plan, spectator: &dyn Spectator) -> Result<Report, Unfit> {
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
    type Output = Result<Report, Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let series = series::<G>(self.plan)?;
        let (hypotheses, bounds) = (&self.plan.hypotheses, self.plan.hypotheses.bounds());
        let results = series.play(self.spectator, |scores| {
            let llr = hypotheses.llr(scores);
            Judgement { llr: Some(llr), decided: Verdict::at(llr, bounds) != Verdict::Undecided }
        })?;
        Ok(report(self.plan, &series, &results))
    }
}

fn series<G: FullGame>(plan: &Plan) -> Result<Series<'_, G>, Unfit> {
    plan.hypotheses.check()?;
    if plan.groups == 0 {
        return Err(Unfit::NoMatches);
    }
    let Plan { config, a, b, time, seed, threads, .. } = plan;
    let (a, b, time, seed, threads) = (*a, *b, *time, *seed, *threads);
    let endless = Series::open(Order { config, a, b, matches: u64::MAX, time, seed, threads })?;
    Ok(endless.with_groups(plan.groups))
}

fn report<G: FullGame>(plan: &Plan, series: &Series<'_, G>, results: &Results) -> Report {
    let Hypotheses { elo0, elo1, alpha, beta } = plan.hypotheses;
    let (size, scores, interval) = (series.size(), &results.scores, results.scores.interval());
    let (score0, score1) = plan.hypotheses.scores(size);
    let (llr, bounds) = (plan.hypotheses.llr(scores), plan.hypotheses.bounds());
    let [a_thinking, b_thinking] = results.paces();
    let wins = |points| scores.score_of(points) * f64::from(size);
    Report {
        game: G::INFO.slug,
        players: series.game().players(),
        a: plan.a.to_string(),
        b: plan.b.to_string(),
        elo0,
        elo1,
        score0,
        score1,
        alpha,
        beta,
        verdict: Verdict::at(llr, bounds),
        llr,
        llr_low: bounds.0,
        llr_high: bounds.1,
        interval,
        elo: elo(interval.score, size),
        elo_low95: elo(interval.low95, size),
        elo_high95: elo(interval.high95, size),
        fair: 1.0 / f64::from(size),
        groups: scores.groups(),
        group_size: size,
        group_scores: scores.counts().map(|(points, groups)| GroupScore { wins: wins(points), groups }).collect(),
        matches: results.all().matches(),
        variance_removed: scores.variance_removed(),
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
