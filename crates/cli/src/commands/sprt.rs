//! `boxtop sprt`: is one computer player stronger than another? Plays until that is decided.

use super::sim::{Setting, unfit};
use crate::common::{count, threads};
use crate::experiment::{Follow, Signed, and_then_interrupted, seconds, sides, thinking};
use catalog::PlayerKind;
use lab::likelihood::Hypotheses;
use lab::sprt::{Plan, Report, Verdict};
use lab::watch::Ending;
use std::time::Duration;

/// Tests whether one computer player is stronger than another, in as few matches as possible
///
/// A sequential probability ratio test: it plays until one of two statements about a
/// is much more likely than the other. Either a is stronger than b by --elo0 Elo or
/// less, or by --elo1 Elo or more. In between, both answers are right. Elo 0 means
/// equally strong; every 400 multiply the odds of winning against each opponent by 10.
///
/// Matches come in groups. In a group, a plays every side once against b on all others,
/// with the same throws, so that much of the luck cancels out. With two sides a group
/// is a pair. With three or four it is a rotation: since all opponents of a are alike,
/// these are all different seating orders. Partners who win together are one side.
///
/// The result does not depend on the number of threads. Ctrl-C, --seconds and
/// --max-groups end the test early, undecided, with the groups that are complete.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop sprt three-musketeers --a captain --b greedy --elo0 0 --elo1 70
  boxtop sprt ranger-commandos --players 4 --a general --b colonel --elo0 0 --elo1 85 --json
  boxtop sprt conflict --players 2 --a general --b captain --elo0 0 --elo1 100 --seconds 3600")]
pub(crate) struct Args {
    #[command(flatten)]
    setting: Setting,
    /// The player on one side: random, greedy, private, captain, colonel or general; or a
    /// reference player: general-v1, general-v1:8x (eight times its positions), uct,
    /// uct:20000 (playouts), uct:500ms
    #[arg(long, value_name = "KIND")]
    a: PlayerKind,
    /// The player on all other sides
    #[arg(long, value_name = "KIND")]
    b: PlayerKind,
    /// The first statement: a is stronger by this many Elo, or less
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo0: f64,
    /// The second statement: a is stronger by this many Elo, or more
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo1: f64,
    /// How often the second statement may be accepted although the first is true
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_negative_numbers = true)]
    alpha: f64,
    /// How often the first statement may be accepted although the second is true
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_negative_numbers = true)]
    beta: f64,
    /// Maximum number of groups [default: no limit]
    #[arg(long, value_name = "N", value_parser = count::<u64>)]
    max_groups: Option<u64>,
    /// Stop after this time, with the groups that are complete
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<Duration>,
    /// The RNG seed; the same seed plays the same matches
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
    /// Number of threads, at most 256; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<usize>)]
    threads: usize,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let plan = Plan {
        config: args.setting.config()?,
        game: args.setting.game,
        a: args.a,
        b: args.b,
        hypotheses: Hypotheses { elo0: args.elo0, elo1: args.elo1, alpha: args.alpha, beta: args.beta },
        groups: args.max_groups.unwrap_or(u64::MAX),
        time: args.seconds,
        seed: args.seed,
        threads: threads(args.threads),
    };
    lab::sprt::check(&plan).map_err(unfit)?;
    let follow = Follow::test(plan.hypotheses.bounds())?;
    let report = lab::sprt::run(&plan, &follow).map_err(unfit)?;
    follow.done();
    let text = if args.json { Signed::json(&report)? } else { written(&report) };
    and_then_interrupted(&text, report.interrupted, report.groups)
}

fn written(report: &Report) -> String {
    let Report { game, players, a, b, interval, groups, matches, .. } = report;
    let mut text = format!("game      {game}, {players} players\n");
    text += &format!("players   a is {a}, b is {b}\n");
    text += &format!("elo0      {} (score {:.3}), alpha {}\n", report.elo0, report.score0, report.alpha);
    text += &format!("elo1      {} (score {:.3}), beta {}\n", report.elo1, report.score1, report.beta);
    text += &format!("verdict   {}\n", verdict(report));
    text += &format!("LLR       {:.2}, between {:.2} and {:.2}\n", report.llr, report.llr_low, report.llr_high);
    let size = report.group_size;
    text += &format!("groups    {groups} of {size} matches with the same throws, {matches} matches\n");
    text += &format!("score     {:.3}, 95 % from {:.3} to {:.3}, ", interval.score, interval.low95, interval.high95);
    text += &format!("fair {:.3}\n", report.fair);
    text += &format!(
        "elo       {}, 95 % from {} to {}\n",
        strength(report.elo),
        strength(report.elo_low95),
        strength(report.elo_high95)
    );
    let counted = |score: &lab::sprt::GroupScore| format!("{} × {}", score.groups, round(score.wins));
    let wins: Vec<String> = report.group_scores.iter().map(counted).collect();
    text += &format!("wins      {} (groups × wins of a in a group)\n", wins.join(", "));
    let removed = report.variance_removed.map_or("not known".into(), |part| format!("{:.0} %", 100.0 * part));
    text += &format!("variance  removed by sharing throws and changing sides: {removed}\n");
    text += &sides(a, &report.sides);
    text += &thinking(a, &report.a_thinking, &report.conditions);
    text += &thinking(b, &report.b_thinking, &report.conditions);
    text += &format!("mean length {:.1} actions, {:.1} s\n", report.mean_length, report.seconds);
    text
}

fn verdict(report: &Report) -> String {
    let Report { elo0, elo1, .. } = report;
    match (report.verdict, report.ending) {
        (Verdict::Stronger, _) => format!("elo1: a is stronger by {elo1} Elo or more, rather than by {elo0} or less"),
        (Verdict::NotStronger, _) => {
            format!("elo0: a is stronger by {elo0} Elo or less, rather than by {elo1} or more")
        }
        (Verdict::Undecided, Ending::Time) => "undecided when time was up; allow more with --seconds".into(),
        (Verdict::Undecided, Ending::Interrupted) => "undecided when it was interrupted".into(),
        (Verdict::Undecided, _) => "undecided after all groups; allow more with --max-groups".into(),
    }
}

/// A strength in whole Elo; it has no number if every match is won or lost.
fn strength(elo: Option<f64>) -> String {
    elo.map_or("infinite".into(), |elo| format!("{elo:+.0}"))
}

/// A number of wins with as many digits as it needs, at most two.
fn round(wins: f64) -> String {
    let text = format!("{wins:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
